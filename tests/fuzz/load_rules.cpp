#include <algorithm>
#include <cctype>
#include <iterator>
#include <string_view>

#include <nlohmann/json.hpp>

#include "tests/fuzz/load_case.h"

namespace mmd::fuzz {
namespace {

/// Words of errors that have no place in a file.
struct Placeless {
  std::string_view words, why;
};
constexpr Placeless placeless[] = {
    {"neither a PMX or PMD model", "the file's type is unknown, because its beginning is wrong"},
    {"not a VPD pose", "likewise"},
    {"the file is empty", "there is no place in it"},
    {"damaged archive: Unrecognized archive format", "likewise, and libarchive's word"},
    {"damaged archive: gzip decompression failed", "likewise"},
    {"damaged archive: Lzma library error", "likewise"},
    {"damaged archive: truncated gzip input", "likewise"},
    {"damaged archive: its directory has", "it is about the whole archive"},
    {"damaged archive: the file is truncated, or its structure is invalid", "likewise"},
    {"damaged archive: unrecognised archive format", "likewise"},
    {"the archive contains no", "likewise"},
    {"unpacks to more than", "likewise: a limit of SECURITY.md"},
    {"the archive is encrypted", "likewise"},
    {"the model has no visible faces", "it is about the whole model"},
    {"cannot be written as Shift-JIS", "it names the bone or morph, and concerns the output"},
    {"has a line break", "likewise"},
};

bool is_placeless(std::string_view said) {
  return std::any_of(std::begin(placeless), std::end(placeless),
                     [&](const Placeless& kind) { return said.find(kind.words) != std::string_view::npos; });
}

bool has_number_after(std::string_view said, std::string_view word) {
  for (std::size_t at = said.find(word); at != std::string_view::npos; at = said.find(word, at + 1)) {
    const std::size_t digit = at + word.size();
    if (digit < said.size() && std::isdigit(static_cast<unsigned char>(said[digit])) != 0) return true;
  }
  return false;
}

bool has_place(std::string_view said) {
  return has_number_after(said, "offset ") || has_number_after(said, "line ") ||
         has_number_after(said, "at byte ");
}

template <class Take>
void for_each_line(std::string_view text, Take take) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    take(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

bool holds(const std::vector<std::string>& words, std::string_view word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Control characters, including those from 0x80 on that start terminal commands, or invalid UTF-8.
bool could_move_a_terminal(const std::string& text) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    if ((byte < ' ' && byte != '\n') || byte == 0x7f || (byte == 0xc2 && next >= 0x80 && next < 0xa0))
      return true;
  }
  try {
    static_cast<void>(nlohmann::json(text).dump());
    return false;
  } catch (const nlohmann::json::exception&) {
    return true;
  }
}

/// Checks messages on standard error.
std::string broken_by_messages(const Ended& ended, std::size_t& errors) {
  std::string broken;
  for_each_line(ended.err, [&](std::string_view line) {
    constexpr std::string_view error = "mmdview: error: ";
    if (!line.starts_with("mmdview: ") && !line.starts_with("  hint: ")) broken = "not a message: ";
    if (line.starts_with(error)) {
      ++errors;
      const bool names_a_file =
          std::any_of(ended.arguments.begin(), ended.arguments.end(), [&](const std::string& argument) {
            return argument.find('.') != std::string::npos && line.find(argument) != std::string_view::npos;
          });
      if (!names_a_file)
        broken = "names no file: ";
      else if (!has_place(line) && !is_placeless(line))
        broken = "has no place: ";
    }
    if (broken.ends_with(": ")) broken += line;
  });
  return broken;
}

/// Checks findings of `check`, which it prints as its result.
std::string broken_by_findings(const Ended& ended, bool is_json, std::size_t& errors) {
  std::string broken;
  const auto look_at = [&](const std::string& line, bool is_placed) {
    ++errors;
    if (!is_placed && !is_placeless(line)) broken = "has no place: " + line;
  };
  if (!is_json) {
    for_each_line(ended.out, [&](std::string_view line) {
      if (line.starts_with("  error ")) look_at(std::string(line), has_place(line));
    });
    return broken;
  }
  const auto report = nlohmann::json::parse(ended.out);
  for (const auto& file : report.at("files"))
    for (const auto& finding : file.at("findings"))
      if (finding.at("severity") == "error")
        look_at(finding.at("what").get<std::string>(), finding.contains("offset") ||
                                                           finding.contains("line") ||
                                                           has_place(finding.at("what").get<std::string>()));
  return broken;
}

}  // namespace

std::string broken_rule(const Ended& ended) {
  const bool checks = holds(ended.arguments, "check"), is_json = holds(ended.arguments, "json");
  if (ended.status != 0 && ended.status != 1) return "status " + std::to_string(ended.status);
  const bool is_data = is_json || holds(ended.arguments, "csv");
  if (could_move_a_terminal(ended.err)) return "prints a message that is no plain text";
  if (!is_data && could_move_a_terminal(ended.out)) return "prints what is no plain text";
  if (is_json && (ended.status == 0 || checks) && !nlohmann::json::accept(ended.out)) return "prints no JSON";
  std::size_t errors = 0;
  std::string broken = broken_by_messages(ended, errors);
  if (broken.empty() && checks && errors == 0) broken = broken_by_findings(ended, is_json, errors);
  if (!broken.empty()) return broken;
  if (ended.status == 0 && errors > 0) return "status 0 after an error";
  if (ended.status == 1 && errors == 0) return "status 1 without an error";
  return {};
}

}  // namespace mmd::fuzz
