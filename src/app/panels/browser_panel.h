#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "app/actions/action.h"
#include "app/actions/parts.h"
#include "app/panels/ui.h"

namespace mmd {

/// A folder or archive as a grid of pictures, with a search, an order and favourites. Adds what it is asked
/// to do to `actions`.
void draw_browser_panel(Ui& ui, const Parts& parts, Actions& actions);

/// Pixels along a side of a picture where text is so much larger than on a screen of 96 dots per inch.
int thumbnail_side(float text_scale);

/// Tiles in rows.
struct TileGrid {
  std::size_t columns = 1;
  float width = 0.0f, height = 0.0f;  ///< from one tile to the next
  /// The rows that hold so many.
  std::size_t rows(std::size_t tiles) const { return (tiles + columns - 1) / columns; }
};
/// As many columns as the width has room for, at least one.
TileGrid plan_tiles(float room, float width, float height);

/// What there is to say about an entry: its name and folder, what it is made for, how much of it the model
/// has, what is wrong with it.
std::vector<std::string> entry_details(const ShelfEntry& entry, const EntryFacts& facts,
                                       const EntryReport* report, Language language);

}  // namespace mmd
