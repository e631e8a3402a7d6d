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

/// The picture, no side longer than `side`; a smaller one as it is. Averages, weighted by alpha.
Image shrunk_to(Image image, int side);

/// The same of a picture's file: any kind that is written. Large ones are not decoded whole where that can be
/// helped. Errors: those of decoding.
Result<Image> read_thumbnail(ByteSpan bytes, int side);

}  // namespace mmd
