#pragma once

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/actions/action.h"
#include "document/background_task.h"
#include "library/file_listing.h"

namespace mmd {

/// The file list: place, search and marked entry. A thread lists places.
class FileChooser {
 public:
  /// `wake` is called from the thread after a listing.
  explicit FileChooser(std::function<void()> wake) : task_(std::move(wake)) {}

  /// Lists a folder or archive; of several pending requests only the last.
  void list(std::string place);
  /// Lists a folder, unless list() was called.
  void begin_in(const std::string& folder);
  /// Takes a listing; returns whether there was one.
  bool take();
  bool busy() const { return task_.busy(); }
  const FileListing& listing() const { return listing_; }

  const std::string& search() const { return search_; }
  void set_search(std::string search);
  /// Found entries as indices into the listing.
  const std::vector<std::size_t>& found() const { return found_; }
  /// Index of the marked entry among the found ones.
  std::size_t marked() const { return marked_; }
  /// Moves the mark by `step` entries within the list.
  void move(int step);
  /// The action that opens a found entry: list a folder or open a file.
  std::optional<Action> choose(std::size_t entry) const;
  /// The action of Enter: opens the file or folder that the search names by its path, else the marked entry.
  std::optional<Action> enter() const;
  /// The action that goes to the parent folder.
  std::optional<Action> go_up() const;

  /// Whether the search field must take the keyboard, once.
  bool take_focus() { return std::exchange(wants_focus_, false); }
  void focus() { wants_focus_ = true; }
  /// Whether the list must scroll to the mark, once.
  bool take_move() { return std::exchange(moved_, false); }

 private:
  void start(std::string place);
  void go_to(std::string place);

  FileListing listing_;
  std::string search_;
  std::vector<std::size_t> found_;
  std::size_t marked_ = 0;
  bool wants_focus_ = false, moved_ = false;
  std::string begun_in_;             ///< the last folder of begin_in()
  bool chosen_ = false;              ///< list() was called
  std::optional<std::string> next_;  ///< next place for the task
  BackgroundTask<FileListing> task_;
};

}  // namespace mmd
