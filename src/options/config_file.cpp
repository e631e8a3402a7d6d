#include "options/config_file.h"

#include <algorithm>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/text.h"
#include "base/words.h"
#include "library/library_store.h"
#include "options/option_values.h"

namespace mmd {
namespace {

/// Largest settings file; a larger file is something else.
constexpr std::size_t largest_config = 1 << 20;
constexpr std::string_view key_word = "key ";

std::string_view trimmed(std::string_view text) {
  constexpr std::string_view blank = " \t\r";
  const std::size_t first = text.find_first_not_of(blank);
  if (first == std::string_view::npos) return {};
  return text.substr(first, text.find_last_not_of(blank) - first + 1);
}

Diagnostic warning_at(const std::string& file, std::uint32_t line, std::string what, std::string hint) {
  Diagnostic out = make_warning(std::move(what), std::move(hint));
  out.file = file;
  out.line = line;
  return out;
}

/// Options that make no sense in a file that is read at every start.
bool is_for_one_start(const OptionRow& row) {
  return row.group == "Output" || row.name == "--config" || row.name == "--no-config" ||
         row.name == "--state";
}

const OptionRow* setting_called(std::string_view name) {
  for (const OptionRow& row : option_table())
    if ((row.commands & on_view) != 0 && row.name.substr(2) == name && !is_for_one_start(row)) return &row;
  return nullptr;
}

std::vector<std::string> setting_names() {
  std::vector<std::string> out;
  for (const OptionRow& row : option_table())
    if ((row.commands & on_view) != 0 && !is_for_one_start(row)) out.emplace_back(row.name.substr(2));
  return out;
}

void read_line(std::string_view text, std::uint32_t line, ConfigFile& out) {
  text = trimmed(text);
  if (text.empty() || text.front() == '#') return;
  const bool is_key = text.substr(0, key_word.size()) == key_word;
  if (is_key) text.remove_prefix(key_word.size());
  const std::size_t equals = text.find('=');
  Setting setting{std::string(trimmed(text.substr(0, equals))),
                  equals == std::string_view::npos ? "" : std::string(trimmed(text.substr(equals + 1))),
                  line};
  if (setting.name.empty() || (is_key && equals == std::string_view::npos)) {
    out.warnings.push_back(warning_at(out.file, line, "this line is not a setting",
                                      "write \"fov = 25\", \"no-edge\" or \"key toggle-edges = Ctrl+E\""));
    return;
  }
  (is_key ? out.keys : out.options).push_back(std::move(setting));
}

}  // namespace

ConfigFile parse_config(std::string_view text, std::string file) {
  ConfigFile out;
  out.file = std::move(file);
  if (text.substr(0, 3) == "\xef\xbb\xbf") text.remove_prefix(3);
  for (std::uint32_t line = 1; !text.empty(); ++line) read_line(take_until(text, '\n'), line, out);
  return out;
}

void apply_config(const ConfigFile& config, Options& options) {
  Diagnostics warnings = config.warnings;
  for (const Setting& setting : config.options) {
    const auto warn = [&](std::string what, std::string hint) {
      warnings.push_back(warning_at(config.file, setting.line, std::move(what), std::move(hint)));
    };
    const OptionRow* row = setting_called(setting.name);
    if (row == nullptr) {
      const auto meant = nearest_word(setting.name, setting_names());
      warn(fmt::format("unknown setting \"{}\"", setting.name),
           meant ? fmt::format("did you mean {}?", *meant) : "`mmdview view --help` lists the options");
      continue;
    }
    if (row->value.empty() && !setting.value.empty()) {
      warn(fmt::format("\"{}\" takes no value", setting.name),
           "write the name alone, or remove the line to switch it off");
      continue;
    }
    Options changed = options;
    const std::string problem = row->apply(changed, setting.value);
    if (!problem.empty())
      warn(fmt::format("{} = {}: {}", setting.name, setting.value, problem), "this line is ignored");
    else
      options = std::move(changed);
  }
  for (const Setting& key : config.keys)
    options.window.keys.push_back({key.name, key.value, config.file, key.line});
  options.window.warnings = std::move(warnings);
}

std::filesystem::path default_config_file() {
  const auto folder = user_folder(UserFolder::config);
  return folder.empty() ? folder : folder / "config";
}

ConfigFile read_config(const WindowChoice& window) {
  ConfigFile out;
  if (!window.remembers) return out;
  const bool is_named = !window.config.empty();
  const std::filesystem::path path = is_named ? path_from_utf8(window.config) : default_config_file();
  std::error_code error;
  if (path.empty() || (!is_named && !std::filesystem::exists(path, error))) return out;
  out.file = to_utf8(path);
  auto bytes = read_file(path);
  if (bytes && bytes->size() > largest_config)
    bytes = fail("the file is too large for settings", "settings are lines of text, such as \"fov = 25\"");
  if (!bytes) {
    Diagnostic warning = bytes.error();
    warning.severity = Severity::warning;
    warning.file = out.file;
    out.warnings.push_back(std::move(warning));
    return out;
  }
  return parse_config(as_text(*bytes), out.file);
}

}  // namespace mmd
