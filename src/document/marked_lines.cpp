#include "document/marked_lines.h"

#include <sstream>
#include <system_error>
#include <utility>

#include "assets/file_set.h"
#include "assets/image.h"
#include "base/errors.h"

namespace mmd {
namespace {

constexpr std::uint64_t largest = 16u << 20;

}  // namespace

MarkedLines::MarkedLines(std::filesystem::path file) : file_(std::move(file)) {
  read();
}

void MarkedLines::read() {
  if (file_.empty()) return;
  const auto bytes = read_file(file_, largest);
  if (!bytes) return;  // there are none yet
  lines_.clear();
  std::istringstream lines{std::string(as_text(*bytes))};
  for (std::string line; std::getline(lines, line);)
    if (!line.empty()) lines_.insert(line);
}

Result<void> MarkedLines::set(const std::string& line, bool marked) {
  read();
  if (marked) {
    lines_.insert(line);
  } else {
    lines_.erase(line);
  }
  if (file_.empty()) return {};
  std::error_code ignored;  // writing says it
  std::filesystem::create_directories(file_.parent_path(), ignored);
  std::string text;
  for (const std::string& each : lines_) text += each + "\n";
  auto written = text.size() > largest ? fail("too many favourites: " + to_utf8(file_) + " is full")
                                       : write_file_atomically(file_, as_byte_span(text));
  if (!written) file_.clear();  // what it holds must not undo what is set here
  return written;
}

}  // namespace mmd
