#include "options/messages.h"

#include <algorithm>
#include <cstdio>
#include <map>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <utf8proc.h>

#include "assets/file_set.h"
#include "base/json.h"
#include "base/text.h"
#include "document/framing.h"
#include "options/option_values.h"
#include "render/context.h"

namespace mmd {
namespace {

void write(const std::string& text) {
  std::fwrite(text.data(), 1, text.size(), stderr);
}

std::string line_of(const std::string& text) {
  return escaped_utf8(text) + '\n';
}

}  // namespace

std::string printed(const Diagnostic& said) {
  const Diagnostic diagnostic = in_words(said);
  constexpr std::string_view words[] = {"note", "warning", "error"};
  const std::string_view word = words[static_cast<std::size_t>(diagnostic.severity)];
  std::string out = line_of("mmdview: " + std::string(word) + ": " + describe(diagnostic));
  if (!diagnostic.hint.empty()) out += line_of("  hint: " + on_one_line(diagnostic.hint));
  return out;
}

void print(const Diagnostic& diagnostic, const Options& options) {
  if (diagnostic.severity == Severity::warning && options.verbosity < 0) return;
  if (diagnostic.severity == Severity::note && options.verbosity < 1) return;
  write(printed(diagnostic));
}

int stop_with(const Diagnostic& error, const Options& options, int status) {
  print(error, options);
  return status;
}

void print_answer(const Diagnostic& note, const Options& options) {
  if (options.verbosity >= 0) write(printed(note));
}

void print(const Diagnostics& diagnostics, const Options& options) {
  constexpr std::size_t max_warnings = 5;  // about one file
  std::map<std::string, std::size_t> warnings;
  for (const Diagnostic& d : diagnostics)
    if (d.severity != Severity::warning || options.verbosity != 0 || ++warnings[d.file] <= max_warnings)
      print(d, options);
  for (const auto& [file, count] : warnings)
    if (count > max_warnings) {
      const std::string more = fmt::format("… {} more", count - max_warnings);
      const bool can_be_read_again = !file.empty() && file != "-" && !file.starts_with("/dev/fd/");
      print(in_file(
                make_warning(can_be_read_again ? fmt::format("{} (mmdview check {})", more, shell_word(file))
                                               : more + " (-v lists them)"),
                file),
            options);
    }
}

Diagnostic unwritten_output() {
  return make_error("cannot write to standard output", "check that the disk is not full");
}

int print_result(const std::string& text, const Options& options) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size() && std::fflush(stdout) == 0)
    return exit_done;
  return stop_with(unwritten_output(), options);
}

int status_without_context() {
  return has_room_for_driver() ? exit_no_context : exit_bad_input;
}

void print_line(const std::string& line) {
  write(line_of(line));
}

void print_verbose(const std::string& text, const Options& options) {
  if (options.verbosity >= 1) write(line_of("mmdview: " + text));
}

namespace {

/// The arguments that name these archive members: "models.zip/a.pmx, models.zip/b.pmx, …".
std::string member_arguments(const std::string& archive, const std::vector<std::string>& members) {
  constexpr std::size_t shown = 20;
  std::string out;
  for (std::size_t i = 0; i < std::min(members.size(), shown); ++i)
    out += fmt::format("{}{}", i > 0 ? ", " : "", shell_word(archive + "/" + members[i]));
  if (members.size() > shown) out += fmt::format(" and {} more", members.size() - shown);
  return out;
}

/// Members of an archive in an archive cannot be named.
std::string name_one_of(const std::string& archive, const std::vector<std::string>& members) {
  if (archive == "-")
    return "save it as a file, then give one of them: " + member_arguments("ARCHIVE.zip", members);
  if (const auto outer = archive_path(archive))
    return fmt::format("unpack {}, then give one of them: {}", shell_word(outer->archive),
                       member_arguments(outer->member, members));
  return "give one of them: " + member_arguments(archive, members);
}

std::string words_of(const Diagnostic& d) {
  switch (d.advice) {
    case Advice::nothing:
      break;
    case Advice::name_one:
      return name_one_of(d.file, d.names);
    case Advice::see_members:
      return "it contains " + member_arguments(d.file, d.names);
    case Advice::other_file:
      return fmt::format("did you mean {}?", shell_word(d.names.front()));
    case Advice::list_bones:
      return "`mmdview bones MODEL` lists its bones";
    case Advice::list_morphs:
      return "`mmdview info MODEL` lists its morphs";
    case Advice::see_notes:
      return "-v lists each of them";
  }
  return d.hint;
}

}  // namespace

Diagnostic in_words(Diagnostic diagnostic) {
  diagnostic.hint = words_of(diagnostic);
  return diagnostic;
}

std::string in_quotes(std::string_view text) {
  std::string out = "'";
  for (const char c : text) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

std::string shell_word(std::string_view path) {
  const bool plain = !path.empty() && std::all_of(path.begin(), path.end(), [](char c) {
    constexpr std::string_view marks = "/._-+=:@%";
    const bool letter = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
    return letter || static_cast<signed char>(c) < 0 || marks.find(c) != std::string_view::npos;
  });
  return plain ? std::string(path) : in_quotes(path);
}

std::optional<Diagnostic> weights_warning(const RenderSettings& look, const std::string& highlight) {
  if (!lacks_bone_for_weights(look, highlight)) return std::nullopt;
  return make_warning("--shading weights needs a bone, and none was given",
                      "add --highlight BONE; `mmdview bones MODEL` lists the bones");
}

std::string restless_text(const ScenePhysics& physics) {
  constexpr float slow = 5.0f;  // units per second; settled chains tremble at up to 4 (semantics, "Physics")
  constexpr std::size_t most = 5;
  const auto restless = physics.restless(slow);
  if (restless.empty()) return {};
  std::vector<std::string> told;
  for (std::size_t i = 0; i < std::min(most, restless.size()); ++i)
    told.push_back(fmt::format("{} ({:.1f} units/s)", restless[i].name, restless[i].speed));
  const std::string others =
      restless.size() > most ? fmt::format(" and {} more", restless.size() - most) : std::string();
  return fmt::format("bodies that still move: {}{}", fmt::join(told, ", "), others);
}

namespace {

bool looks_like_number(std::string_view text) {
  return !text.empty() &&
         (text.front() == '-' || text.front() == '.' || (text.front() >= '0' && text.front() <= '9'));
}

bool reads_as_number(std::string_view text) {
  double value = 0.0;
  return read_whole(text, value);
}

}  // namespace

std::size_t display_width(std::string_view text) {
  const auto* p = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
  auto left = static_cast<utf8proc_ssize_t>(text.size());
  std::size_t width = 0;
  while (left > 0) {
    utf8proc_int32_t code = 0;
    const utf8proc_ssize_t n = std::max<utf8proc_ssize_t>(utf8proc_iterate(p, left, &code), 1);
    width += code >= 0 ? static_cast<std::size_t>(std::max(utf8proc_charwidth(code), 0)) : 1;
    p += n;
    left -= n;
  }
  return width;
}

std::string aligned(std::vector<std::vector<std::string>> rows) {
  for (auto& row : rows) {
    for (std::string& cell : row) cell = on_one_line(std::move(cell));
  }
  std::vector<std::size_t> widths;
  for (const auto& row : rows) {
    widths.resize(std::max(widths.size(), row.size()), 0);
    for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(row[i]));
  }
  std::string out;
  for (const auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - display_width(row[i]), ' ');
      if (i > 0) out += "  ";
      if (looks_like_number(row[i])) {
        out += padding + row[i];
      } else {
        out += i + 1 < row.size() ? row[i] + padding : row[i];
      }
    }
    out += '\n';
  }
  return out;
}

std::string on_one_line(std::string text) {
  for (char& c : text)
    if (c == '\t' || c == '\r' || c == '\n') c = ' ';
  return escaped_utf8(text);
}

std::string fixed(double value, int digits) {
  std::string out = fmt::format("{:.{}f}", value, digits);
  const bool is_zero = out.find_first_not_of("-0.") == std::string::npos;
  if (is_zero && out.front() == '-') out.erase(0, 1);
  return out;
}

std::string json_string(std::string_view text) {
  return json_text(nlohmann::json(std::string(text)));
}

std::string csv_field(std::string_view text) {
  std::string shown = escaped_utf8(text);
  const bool is_formula = shown.find_first_of("=+-@") == 0 && !reads_as_number(shown);
  if (!is_formula && shown.find_first_of(",\"") == std::string::npos) return shown;
  std::string out = "\"";
  for (const char c : shown) out += c == '"' ? std::string("\"\"") : std::string(1, c);
  return out + '"';
}

}  // namespace mmd
