#include "document/marked_lines.h"

#include <system_error>
#include <utility>

#include "document/line_file.h"

namespace mmd {
MarkedLines::MarkedLines(std::filesystem::path file) : file_(std::move(file)) {
  read();
}

void MarkedLines::read() {
  std::error_code error;
  if (!std::filesystem::exists(file_, error)) return;  // there are none yet
  const auto lines = read_lines(file_);
  lines_ = {lines.begin(), lines.end()};
}

Result<void> MarkedLines::set(const std::string& line, bool marked) {
  read();
  if (marked) {
    lines_.insert(line);
  } else {
    lines_.erase(line);
  }
  if (file_.empty()) return {};
  auto written = write_lines(file_, {lines_.begin(), lines_.end()});
  if (!written) file_.clear();  // what it holds must not undo what is set here
  return written;
}

}  // namespace mmd
