#include "document/marked_lines.h"

#include <system_error>
#include <utility>

#include "base/errors.h"
#include "document/line_file.h"

namespace mmd {
MarkedLines::MarkedLines(std::filesystem::path file) : file_(std::move(file)) {
  read();
}

Result<void> MarkedLines::try_read() {
  std::error_code error;
  if (!std::filesystem::exists(file_, error)) return {};  // there are none yet
  MMD_TRY(const auto lines, read_lines(file_));
  lines_ = {lines.begin(), lines.end()};
  return {};
}

Result<void> MarkedLines::set(const std::string& line, bool marked) {
  auto kept = try_read();
  if (marked) {
    lines_.insert(line);
  } else {
    lines_.erase(line);
  }
  if (file_.empty()) return {};
  if (kept) kept = write_lines(file_, {lines_.begin(), lines_.end()});
  if (!kept) file_.clear();  // what it holds must not undo what is set here
  return kept;
}

}  // namespace mmd
