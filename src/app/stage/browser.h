#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/panels/asset_library_view.h"
#include "app/stage/viewer_setup.h"
#include "commands/output/contact_sheet.h"
#include "library/asset_library_thread.h"
#include "library/folder_watch.h"
#include "library/library_store.h"
#include "render/window_canvas.h"

namespace mmd {

/// A folder or archive of poses, motions or models, with a picture of each: what there is, what is shown of
/// it and in which order, which one the cursor is at. Files are listed, read and prepared on a thread;
/// `draw_pictures` makes the pictures. Pictures that are out of sight for long are let go, and taken from the
/// cache again.
class Browser {
 public:
  /// `wake`: called from threads when there is news.
  Browser(std::filesystem::path thumbnails, LibraryStore& library, std::function<void()> wake);
  ~Browser();

  /// Shows a folder or an archive.
  void open(const std::string& place);
  /// Lists it anew: something there has changed.
  void list_again();
  /// What poses and motions are shown on; null: nothing, or nothing whole.
  void set_model(const std::shared_ptr<const Document>& document);
  /// Pixels along a side of the pictures.
  void set_side(int side);
  void set_view(const AssetLibraryView& view);
  const AssetLibraryView& view() const { return view_; }

  /// What was opened; empty: nothing was.
  const std::string& place() const { return place_; }
  /// Whether what is there is not known yet.
  bool is_listing() const { return !place_.empty() && asset_library_ == nullptr && !error_; }
  /// Why the place cannot be shown.
  const std::optional<Diagnostic>& error() const { return error_; }
  /// Folders of it that could not be read.
  const Diagnostics& warnings() const;
  bool has_model() const { return document_ != nullptr; }
  /// How many entries there are of a kind.
  std::size_t count(AssetLibraryKind kind) const;

  /// The entries that are shown, in their order; what follows takes one of these numbers.
  const std::vector<std::size_t>& shown() const { return shown_; }
  const AssetLibraryEntry& entry(std::size_t number) const { return entries()[number]; }
  const EntryFacts& facts(std::size_t number) const { return facts_[number]; }
  /// Null: it was not read yet.
  const EntryReport* report(std::size_t number) const;
  /// What Dear ImGui knows its picture by; 0: there is none yet.
  std::uintptr_t picture(std::size_t number) const { return tiles_[number].texture.id(); }
  /// How many entries have been dealt with: their picture was made, or they cannot be used.
  std::size_t done() const;

  /// The cursor, as a place in `shown`.
  std::optional<std::size_t> cursor() const;
  void put_cursor(std::size_t place);
  /// Whether it was put elsewhere since this was asked last.
  bool take_cursor_moved() { return std::exchange(cursor_moved_, false); }
  /// Moves it along the tiles and stays within them; from nowhere to the first.
  void move_cursor(int columns, int rows);
  /// Of the file there; empty: none.
  std::string file_at_cursor() const;

  /// Error: it could not be written down.
  Result<void> toggle_favourite(const std::string& file);

  /// Begins to gather the pictures of all that is shown (of very many, the first), for one picture of them.
  /// False: there are none.
  bool begin_sheet();
  /// These, once, when they are there.
  std::optional<std::vector<SheetTile>> take_sheet();
  int side() const { return choice_.side; }

  /// The tiles that are seen: places in `shown`, from `first` to before `end`; in how many columns they
  /// stand.
  void note_seen(std::size_t first, std::size_t end, std::size_t columns);

  /// Takes what the threads have found out. Whether anything is to be drawn anew.
  bool take_news();
  /// Draws pictures that are ready for about that many seconds. `draw` is for a scene and the pixels along a
  /// side. Whether any was drawn.
  using Draw = std::function<Result<Image>(const Scene& scene, int side)>;
  bool draw_pictures(const Draw& draw, double seconds, const Clock& now);
  /// Whether more are ready.
  bool has_ready() const { return thread_ != nullptr && thread_->has_sitting(); }
  /// Whether all is done, here and on the thread.
  bool idle() { return thread_ == nullptr || (!is_listing() && !changed_ && thread_->idle()); }

 private:
  struct Tile {
    std::optional<EntryReport> report;
    PanelTexture texture;
    bool was_pictured = false;  ///< the cache has its picture if it is not here
    std::uint64_t seen = 0;     ///< when; 0: never
  };

  const AssetLibraryEntries& entries() const;
  void take_asset_library(std::shared_ptr<const AssetLibrary> asset_library);
  void begin(const std::vector<std::optional<std::size_t>>& kept);
  void begin_anew() { begin({}); }
  void order();
  void want_seen();
  void hang(std::size_t number, const std::shared_ptr<const Image>& image);
  bool waits_for(std::size_t number) const;
  void let_go();

  const std::filesystem::path thumbnails_;  ///< folder; empty: kept nowhere
  LibraryStore& library_;
  const std::function<void()> wake_;
  std::string place_;
  AssetLibraryView view_;
  ThumbnailChoice choice_;
  std::shared_ptr<const AssetLibrary> asset_library_;
  std::optional<Diagnostic> error_;
  std::shared_ptr<const Document> document_;
  bool chooses_kind_ = false;  ///< of what comes next the kind is to be chosen by what is there

  std::vector<Tile> tiles_;
  std::vector<EntryFacts> facts_;
  std::vector<std::size_t> shown_;
  std::string cursor_;  ///< file
  bool cursor_moved_ = false;
  std::size_t columns_ = 1, first_seen_ = 0, end_seen_ = 0;
  std::vector<std::size_t> wanted_;
  std::uint64_t now_seen_ = 0;
  std::size_t hung_ = 0;                                       ///< textures
  std::map<std::size_t, std::shared_ptr<const Image>> sheet_;  ///< by entry; null: to come
  std::vector<std::size_t> sheet_order_;                       ///< of them; empty: none is being made
  std::uint64_t task_ = 0;
  std::atomic<bool> changed_{false};  ///< something in the folders
  std::unique_ptr<FolderWatch> watch_;
  std::unique_ptr<AssetLibraryThread> thread_;
};

}  // namespace mmd
