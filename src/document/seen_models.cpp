#include "document/seen_models.h"

#include <algorithm>

#include "base/errors.h"
#include "document/line_file.h"
#include "document/user_folders.h"

namespace mmd {
namespace {

bool contains(const std::vector<std::string>& lines, const std::string& line) {
  return std::find(lines.begin(), lines.end(), line) != lines.end();
}

}  // namespace

bool SeenModels::has(const ContentHash& model) const {
  if (file_.empty() || model == ContentHash()) return true;
  const std::string line = to_hex(model);
  const auto lines = read_lines(file_);
  return contains(added_, line) || (lines && contains(*lines, line));
}

Result<void> SeenModels::add(const ContentHash& model) {
  if (has(model)) return {};
  added_.push_back(to_hex(model));
  MMD_TRY(std::vector<std::string> lines, read_lines(file_));
  lines.push_back(added_.back());
  if (lines.size() > most) lines.erase(lines.begin(), lines.end() - most);
  return write_lines(file_, lines);
}

std::filesystem::path default_seen_models_file() {
  const auto folder = user_folder(UserFolder::state);
  return folder.empty() ? folder : folder / "models-seen";
}

}  // namespace mmd
