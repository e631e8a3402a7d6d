#pragma once

#include <memory>
#include <string>
#include <vector>

#include "assets/image.h"
#include "commands/output/font.h"

namespace mmd {

/// A picture of a contact sheet and its caption.
struct SheetTile {
  std::string caption;
  std::shared_ptr<const Image> picture;
};

/// Arranges pictures in rows on white, about as wide as high. Each is centred in a square of `side` pixels;
/// long captions are truncated. `font`: null for built-in letters, which are few.
Image contact_sheet(const std::vector<SheetTile>& tiles, int side, const Font* font);

/// Scales a picture down to sides of at most `side` pixels, by averages weighted by alpha. Smaller pictures
/// stay unchanged.
Image shrunk_to(Image image, int side);

/// The same for a picture file of any written format. Avoids decoding large pictures in full. Errors: those
/// of decoding.
Result<Image> read_thumbnail(ByteSpan bytes, int side);

}  // namespace mmd
