#include "app/actions/file_chooser.h"

#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "assets/file_set.h"
#include "library/library_store.h"

namespace mmd {
namespace {

/// Without blanks at the ends, and without the quotes that file managers put around a copied path.
std::string_view without_quotes(std::string_view text) {
  constexpr std::string_view blanks = " \t";
  text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
  text = text.substr(0, text.find_last_not_of(blanks) + 1);
  const bool quoted =
      text.size() > 2 && text.front() == text.back() && (text.front() == '"' || text.front() == '\'');
  return quoted ? text.substr(1, text.size() - 2) : text;
}

/// The absolute path that a search means: "/a/b", "~/b", "../b", "b/c", or with `names` also the name of a
/// file in the folder. Empty if it is none.
std::string typed_path(std::string_view search, const std::string& folder, bool names) {
  const std::string text(without_quotes(search));
  std::error_code error;
  std::filesystem::path path = path_from_utf8(text);
  if (text == "~" || text.starts_with("~/")) {
    path = home_folder() / path_from_utf8(text.size() > 2 ? text.substr(2) : std::string());
  } else if (text != "." && text != ".." && !path.has_parent_path()) {
    if (!names || text.empty() || !std::filesystem::exists(path_from_utf8(folder) / path, error)) return {};
  }
  const std::filesystem::path whole = (path_from_utf8(folder) / path).lexically_normal();
  return to_utf8(whole.has_filename() ? whole : whole.parent_path());
}

}  // namespace

void FileChooser::start(std::string place) {
  task_.start([place = std::move(place)](const std::atomic<bool>&) { return list_files(place); });
}

void FileChooser::list(std::string place) {
  chosen_ = true;
  go_to(std::move(place));
}

void FileChooser::begin_in(const std::string& folder) {
  if (chosen_ || std::exchange(begun_in_, folder) == folder) return;
  go_to(folder);
}

void FileChooser::go_to(std::string place) {
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
  if (chosen.is_folder()) return Action{ActionId::list_files, chosen.file};
  return Action{ActionId::open_files, std::vector<std::string>{chosen.file}};
}

std::optional<Action> FileChooser::enter() const {
  const std::string path = typed_path(search_, listing_.place, found_.empty());
  if (path.empty()) return choose(marked_);
  if (is_folder(path)) return Action{ActionId::list_files, path};
  return Action{ActionId::open_files, std::vector<std::string>{path}};
}

std::optional<Action> FileChooser::go_up() const {
  if (listing_.parent.empty()) return std::nullopt;
  return Action{ActionId::list_files, listing_.parent};
}

}  // namespace mmd
