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

#include "app/stage/asset_library_view.h"
#include "app/stage/redraw.h"
#include "commands/output/contact_sheet.h"
#include "library/asset_library_thread.h"
#include "library/folder_watch.h"
#include "library/library_store.h"
#include "render/window_canvas.h"

namespace mmd {

/// A folder or archive of poses, motions or models with a thumbnail of each, their filter, order and cursor.
/// A thread lists, reads and prepares files; `draw_pictures` draws the thumbnails. Thumbnails that are out of
/// sight for long are released and later read from the cache.
class Browser {
 public:
  /// `wake`: called from threads when there are results.
  Browser(std::filesystem::path thumbnails, LibraryStore& library, std::function<void()> wake);
  ~Browser();

  /// Shows a folder or an archive.
  void open(const std::string& place);
  /// Shows these models.
  void show_models(const std::vector<std::string>& files);
  /// Lists it again after a change.
  void list_again();
  /// The model for thumbnails of poses and motions; null if none is loaded completely.
  void set_model(const std::shared_ptr<const LoadedFigure>& document);
  /// Side length of thumbnails in pixels.
  void set_side(int side);
  void set_view(const AssetLibraryView& view);
  const AssetLibraryView& view() const { return view_; }

  /// The opened folder or archive; empty if there is none.
  const std::string& place() const { return place_; }
  /// Whether listing is in progress.
  bool is_listing() const { return !place_.empty() && asset_library_ == nullptr && !error_; }
  /// Error of the last listing.
  const std::optional<Diagnostic>& error() const { return error_; }
  /// Subfolders that could not be read.
  const Diagnostics& warnings() const;
  bool has_model() const { return document_ != nullptr; }
  /// Number of entries of a kind.
  std::size_t count(AssetLibraryKind kind) const;

  /// Numbers of the shown entries in display order; the functions below take such a number.
  const std::vector<std::size_t>& shown() const { return shown_; }
  const AssetLibraryEntry& entry(std::size_t number) const { return entries()[number]; }
  const EntryFacts& facts(std::size_t number) const { return facts_[number]; }
  /// Null if it was not read yet.
  const EntryReport* report(std::size_t number) const;
  /// Dear ImGui's id of the thumbnail; 0 if there is none yet.
  std::uintptr_t picture(std::size_t number) const { return tiles_[number].texture.id(); }
  /// Number of finished entries: with a thumbnail, or unusable.
  std::size_t done() const;

  /// The cursor as an index into shown().
  std::optional<std::size_t> cursor() const;
  void put_cursor(std::size_t place);
  /// Puts the cursor on a file; without an entry of it there is no cursor.
  void put_cursor_on(const std::string& file);
  /// Whether the cursor moved since the last call.
  bool take_cursor_moved() { return std::exchange(cursor_moved_, false); }
  /// Moves the cursor within the tiles; without a cursor, to the first tile.
  void move_cursor(int columns, int rows);
  /// The file at the cursor; empty if there is none.
  std::string file_at_cursor() const;

  /// Error: the favourites could not be saved.
  Result<void> toggle_favourite(const std::string& file);

  /// Starts a contact sheet of the shown entries (the first ones of very many). False if there are none.
  bool begin_sheet();
  /// The tiles of a finished contact sheet, once.
  std::optional<std::vector<SheetTile>> take_sheet();
  int side() const { return choice_.side; }

  /// Sets the visible tiles, indices into shown() from `first` to before `end`, and the number of columns.
  void note_seen(std::size_t first, std::size_t end, std::size_t columns);

  /// Takes results of the threads. Returns whether the panel must be redrawn.
  bool take_news();
  /// Draws prepared thumbnails for about that many seconds. `draw` takes a scene and the side length in
  /// pixels. Returns whether any was drawn.
  using Draw = std::function<Result<Image>(const Scene& scene, int side)>;
  bool draw_pictures(const Draw& draw, double seconds, const Clock& now);
  /// Whether more thumbnails are prepared.
  bool has_ready() const { return thread_ != nullptr && thread_->has_sitting(); }
  /// Whether nothing is pending, here and on the thread.
  bool idle() { return thread_ == nullptr || (!is_listing() && !changed_ && thread_->idle()); }

 private:
  struct Tile {
    std::optional<EntryReport> report;
    PanelTexture texture;
    bool was_pictured = false;  ///< its thumbnail is in the cache
    std::uint64_t seen = 0;     ///< time of last sight; 0: never
  };

  void begin_thread();
  const AssetLibraryEntries& entries() const;
  void take_asset_library(std::shared_ptr<const AssetLibrary> asset_library);
  void begin(const std::vector<std::optional<std::size_t>>& kept);
  void begin_anew() { begin({}); }
  void order();
  void want_seen();
  void hang(std::size_t number, const std::shared_ptr<const Image>& image);
  bool waits_for(std::size_t number) const;
  void let_go();

  const std::filesystem::path thumbnails_;  ///< cache folder; empty: no cache
  LibraryStore& library_;
  const std::function<void()> wake_;
  std::string place_;
  AssetLibraryView view_;
  ThumbnailChoice choice_;
  std::shared_ptr<const AssetLibrary> asset_library_;
  std::optional<Diagnostic> error_;
  std::shared_ptr<const LoadedFigure> document_;
  bool chooses_kind_ = false;  ///< choose the kind of entries by the next listing

  std::vector<Tile> tiles_;
  std::vector<EntryFacts> facts_;
  std::vector<std::size_t> shown_;
  std::string cursor_;  ///< file
  bool cursor_moved_ = false;
  std::size_t columns_ = 1, first_seen_ = 0, end_seen_ = 0;
  std::vector<std::size_t> wanted_;
  std::uint64_t now_seen_ = 0;
  std::size_t hung_ = 0;                                       ///< textures
  std::map<std::size_t, std::shared_ptr<const Image>> sheet_;  ///< by entry; null: pending
  std::vector<std::size_t> sheet_order_;  ///< entries of the contact sheet; empty if none is in progress
  std::uint64_t task_ = 0;
  std::atomic<bool> changed_{false};  ///< a file in the folders changed
  std::unique_ptr<FolderWatch> watch_;
  std::unique_ptr<AssetLibraryThread> thread_;
};

}  // namespace mmd
