#include "document/line_file.h"

#include <sstream>
#include <system_error>

#include "assets/file_set.h"
#include "assets/image.h"
#include "base/errors.h"

namespace mmd {
namespace {

constexpr std::uint64_t largest = 16u << 20;

}  // namespace

Result<std::vector<std::string>> read_lines(const std::filesystem::path& file) {
  std::vector<std::string> out;
  std::error_code error;
  if (file.empty() || std::filesystem::status(file, error).type() == std::filesystem::file_type::not_found)
    return out;
  MMD_TRY(const auto bytes, read_file(file, largest));
  std::istringstream lines{std::string(as_text(bytes))};
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) out.push_back(std::move(line));
  return out;
}

Result<void> write_lines(const std::filesystem::path& file, const std::vector<std::string>& lines) {
  std::error_code ignored;  // writing says it
  std::filesystem::create_directories(file.parent_path(), ignored);
  std::string text;
  for (const std::string& line : lines)
    if (line.find_first_of("\r\n") == std::string::npos) text += line + "\n";
  if (text.size() > largest) return fail("too many lines: " + to_utf8(file) + " is full");
  return write_file_atomically(file, as_byte_span(text));
}

}  // namespace mmd
