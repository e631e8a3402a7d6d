#include "app/platform/file_chooser.h"

#include <algorithm>
#include <utility>

namespace mmd {

void FileChooser::start(std::string place) {
  task_.start([place = std::move(place)](const std::atomic<bool>&) { return list_files(place); });
}

void FileChooser::list(std::string place) {
  if (!task_.busy()) return start(std::move(place));
  task_.give_up();
  next_ = std::move(place);
}

bool FileChooser::take() {
  if (!task_.busy()) return false;
  auto listed = task_.take();
  if (listed) {
    const std::string before = std::exchange(listing_, std::move(*listed)).place;
    set_search({});
    // After going up, the mark is at the folder left.
    for (std::size_t i = 0; i < found_.size(); ++i)
      if (listing_.entries[found_[i]].file == before) marked_ = i;
    moved_ = true;
  }
  if (!task_.busy() && next_) start(*std::exchange(next_, std::nullopt));
  return listed.has_value();
}

void FileChooser::set_search(std::string search) {
  search_ = std::move(search);
  found_ = entries_found(listing_, search_);
  marked_ = 0;
  moved_ = true;
}

void FileChooser::move(int step) {
  if (found_.empty()) return;
  const auto last = static_cast<std::ptrdiff_t>(found_.size()) - 1;
  marked_ = static_cast<std::size_t>(
      std::clamp(static_cast<std::ptrdiff_t>(marked_) + step, std::ptrdiff_t{0}, last));
  moved_ = true;
}

std::optional<Action> FileChooser::choose(std::size_t entry) const {
  if (entry >= found_.size()) return std::nullopt;
  const FileEntry& chosen = listing_.entries[found_[entry]];
  if (chosen.kind == FileEntryKind::folder) return Action{ActionId::list_files, chosen.file};
  return Action{ActionId::open_files, std::vector<std::string>{chosen.file}};
}

std::optional<Action> FileChooser::go_up() const {
  if (listing_.parent.empty()) return std::nullopt;
  return Action{ActionId::list_files, listing_.parent};
}

}  // namespace mmd
