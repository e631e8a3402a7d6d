#include "document/recent_files.h"

#include <algorithm>
#include <system_error>

#include "assets/file_set.h"
#include "base/errors.h"
#include "document/line_file.h"
#include "document/user_folders.h"

namespace mmd {
namespace {

std::string absolute(const std::string& file) {
  std::error_code error;
  const auto path = std::filesystem::absolute(path_from_utf8(file), error);
  return error ? file : to_utf8(path.lexically_normal());
}

}  // namespace

Result<void> RecentFiles::try_read() {
  if (file_.empty()) return {};
  MMD_TRY(files_, read_lines(file_));
  if (files_.size() > most) files_.resize(most);
  return {};
}

Result<void> RecentFiles::add(const std::string& file) {
  if (file == "-") return {};
  auto kept = try_read();
  const std::string name = absolute(file);
  files_.erase(std::remove(files_.begin(), files_.end(), name), files_.end());
  files_.insert(files_.begin(), name);
  if (files_.size() > most) files_.resize(most);
  if (file_.empty()) return {};
  if (kept) kept = write_lines(file_, files_);
  if (!kept) file_.clear();  // what it holds must not undo what was added here
  return kept;
}

std::filesystem::path default_recent_files_file() {
  const auto folder = user_folder(UserFolder::state);
  return folder.empty() ? folder : folder / "recent";
}

}  // namespace mmd
