#include "batch/glob.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

#include "assets/file_set.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

/// The bytes of the first character; a byte that begins none stands by itself.
std::size_t character_length(std::string_view text) {
  std::size_t length = 1;
  while (length < text.size() && (static_cast<unsigned char>(text[length]) & 0xC0u) == 0x80u) ++length;
  return length;
}

/// What `[…]` at the beginning of a pattern is: its length, and whether it takes the character; nullopt if it
/// is not closed, so that `[` means itself.
struct Choice {
  std::size_t length = 0;
  bool takes = false;
};
std::optional<Choice> choice_at(std::string_view pattern, std::string_view character) {
  std::size_t at = 1;
  const bool others = at < pattern.size() && (pattern[at] == '!' || pattern[at] == '^');
  if (others) ++at;
  bool found = false;
  // A bracket that comes first is one of those to choose from.
  for (bool first = true; at < pattern.size() && (first || pattern[at] != ']'); first = false) {
    const std::string_view low = pattern.substr(at, character_length(pattern.substr(at)));
    at += low.size();
    std::string_view high = low;
    if (at + 1 < pattern.size() && pattern[at] == '-' && pattern[at + 1] != ']') {
      high = pattern.substr(at + 1, character_length(pattern.substr(at + 1)));
      at += 1 + high.size();
    }
    found = found || (low <= character && character <= high);  // UTF-8 sorts as its characters do
  }
  if (at >= pattern.size()) return std::nullopt;
  return Choice{at + 1, found != others};
}

std::vector<std::string> parts_of(const std::string& pattern) {
  std::vector<std::string> parts;
  for (std::size_t begin = 0; begin <= pattern.size();) {
    const std::size_t end = std::min(pattern.find('/', begin), pattern.size());
    if (end > begin) parts.push_back(pattern.substr(begin, end - begin));
    begin = end + 1;
  }
  return parts;
}

struct Found {
  std::string name;
  bool is_folder = false;
};

std::vector<Found> entries_of(const std::string& folder) {
  std::vector<Found> out;
  std::error_code error;
  fs::directory_iterator entry(path_from_utf8(folder.empty() ? "." : folder), error);
  for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
    std::error_code ignored;
    out.push_back({to_utf8(entry->path().filename()), entry->is_directory(ignored)});
  }
  return out;
}

constexpr int deepest = 64;

/// Adds what fits the parts from `at` on below `folder` ("", "/", "a/").
void find(const std::string& folder, const std::vector<std::string>& parts, std::size_t at, int depth,
          std::vector<std::string>& out) {
  if (depth > deepest) return;
  const std::string& part = parts[at];
  const bool last = at + 1 == parts.size();
  if (part != "**" && !is_pattern(part)) {
    std::error_code error;
    const std::string path = folder + part;
    if (!last) return find(path + "/", parts, at + 1, depth + 1, out);
    if (fs::is_regular_file(path_from_utf8(path), error)) out.push_back(path);
    return;
  }
  const bool any_depth = part == "**" && !last;
  if (any_depth) find(folder, parts, at + 1, depth, out);
  for (const Found& entry : entries_of(folder)) {
    if (entry.name.front() == '.' && part.front() != '.') continue;
    const std::string path = folder + entry.name;
    if (any_depth) {
      std::error_code error;  // links to folders may lead in circles
      if (entry.is_folder && !fs::is_symlink(path_from_utf8(path), error))
        find(path + "/", parts, at, depth + 1, out);
    } else if (!fits_pattern(entry.name, part)) {
      continue;
    } else if (last && !entry.is_folder) {
      out.push_back(path);
    } else if (!last && entry.is_folder) {
      find(path + "/", parts, at + 1, depth + 1, out);
    }
  }
}

}  // namespace

bool is_pattern(std::string_view text) {
  return text.find_first_of("*?[") != std::string_view::npos;
}

bool fits_pattern(std::string_view name, std::string_view pattern) {
  // Where to go on when what follows the last star does not fit: one character later.
  std::optional<std::string_view> name_at_star;
  std::string_view pattern_at_star;
  while (!name.empty() || !pattern.empty()) {
    std::size_t taken = 0, used = 0;
    if (!pattern.empty() && pattern.front() == '*') {
      pattern.remove_prefix(1);
      pattern_at_star = pattern;
      name_at_star = name;
      continue;
    }
    if (!pattern.empty() && !name.empty()) {
      const std::string_view character = name.substr(0, character_length(name));
      const auto choice = pattern.front() == '[' ? choice_at(pattern, character) : std::nullopt;
      const bool takes =
          choice ? choice->takes : pattern.front() == '?' || pattern.substr(0, character.size()) == character;
      if (takes) {
        taken = character.size();
        used = choice ? choice->length : pattern.front() == '?' ? 1 : character.size();
      }
    }
    if (taken > 0) {
      name.remove_prefix(taken);
      pattern.remove_prefix(used);
    } else if (name_at_star && !name_at_star->empty()) {
      name_at_star->remove_prefix(character_length(*name_at_star));
      name = *name_at_star;
      pattern = pattern_at_star;
    } else {
      return false;
    }
  }
  return true;
}

std::vector<std::string> files_fitting(const std::string& pattern) {
  std::vector<std::string> out;
  const std::vector<std::string> parts = parts_of(pattern);
  if (parts.empty()) return out;
  find(pattern.front() == '/' ? "/" : "", parts, 0, 0, out);
  std::sort(out.begin(), out.end());
  out.erase(std::unique(out.begin(), out.end()), out.end());
  return out;
}

}  // namespace mmd
