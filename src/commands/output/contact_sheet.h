#pragma once

#include <memory>
#include <string>
#include <vector>

#include "assets/image.h"
#include "commands/output/font.h"

namespace mmd {

/// A picture of a contact sheet and what stands below it.
struct SheetTile {
  std::string caption;
  std::shared_ptr<const Image> picture;
};

/// Pictures in rows, about as wide as high, on white. Each has a square of `side` pixels and is in the middle
/// of it; captions that are wider are cut short. `font`: null for letters without one, which are few.
Image contact_sheet(const std::vector<SheetTile>& tiles, int side, const Font* font);

}  // namespace mmd
