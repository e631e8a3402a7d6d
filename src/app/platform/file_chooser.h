#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "app/actions/action.h"
#include "app/text/language.h"
#include "document/background_task.h"
#include "library/file_listing.h"

namespace mmd {

/// The window's own list of files to open: the place, what is typed to search it, the entry that is marked.
/// Places are listed on a thread.
class FileChooser {
 public:
  /// `wake` is called from the thread when a place was listed.
  explicit FileChooser(std::function<void()> wake) : task_(std::move(wake)) {}

  /// Lists a folder or archive; of several that wait the last.
  void list(std::string place);
  /// Takes over what was listed; whether there is any.
  bool take();
  bool busy() const { return task_.busy(); }
  const FileListing& listing() const { return listing_; }
  /// Whether a place was ever asked for.
  bool has_place() const { return !listing_.place.empty() || busy(); }

  const std::string& search() const { return search_; }
  void set_search(std::string search);
  /// The entries that are shown, by their indices in the listing.
  const std::vector<std::size_t>& found() const { return found_; }
  /// Which of them is marked; one there is, if there are any.
  std::size_t marked() const { return marked_; }
  /// By `step` entries, as far as there are any.
  void move(int step);
  /// What opening one of the found entries does: a folder is listed, a file opened.
  std::optional<Action> choose(std::size_t entry) const;
  /// Up to the folder that the place is in.
  std::optional<Action> go_up() const;

  /// Whether what is typed is to go to its field, once.
  bool take_focus() { return std::exchange(wants_focus_, false); }
  void focus() { wants_focus_ = true; }
  /// Whether the mark has moved out of sight, perhaps, once.
  bool take_move() { return std::exchange(moved_, false); }

 private:
  void start(std::string place);

  FileListing listing_;
  std::string search_;
  std::vector<std::size_t> found_;
  std::size_t marked_ = 0;
  bool wants_focus_ = false, moved_ = false;
  std::optional<std::string> next_;  ///< to be listed when the task is free
  BackgroundTask<FileListing> task_;
};

/// What a dialog is for.
enum class DialogPurpose : std::uint8_t { open, add, browse, save_pose, save_frame };

struct DialogQuestion {
  DialogPurpose purpose = DialogPurpose::open;
  std::string folder;  ///< where the dialog starts, absolute
  std::string name;    ///< proposed file name when saving
  Language language = Language::english;
};

struct DialogOutcome {
  bool shown = false;              ///< false: no dialog could be shown
  std::vector<std::string> files;  ///< absolute paths; empty: cancelled
  DialogPurpose purpose = DialogPurpose::open;
};

/// Shows the desktop's file dialog and returns when the user has answered. Runs on a thread: when `wanted`
/// becomes false, the dialog is closed. Each system has its own implementation.
DialogOutcome show_file_dialog(const DialogQuestion& question, const std::atomic<bool>& wanted) noexcept;

}  // namespace mmd
