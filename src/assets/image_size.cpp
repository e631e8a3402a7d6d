#include "assets/image_size.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "assets/image.h"
#include "assets/image_kinds.h"
#include "assets/picture_errors.h"
#include "base/byte_io.h"

namespace mmd {
namespace {

struct Sides {
  std::int64_t width = 0, height = 0;
};

Sides size_of_png(ByteSpan bytes) {
  return {big_32(bytes, 16), big_32(bytes, 20)};
}
Sides size_of_gif(ByteSpan bytes) {
  return {little_16(bytes, 6), little_16(bytes, 8)};
}
Sides size_of_dds(ByteSpan bytes) {
  return {little_32(bytes, 16), little_32(bytes, 12)};
}

Sides size_of_bmp(ByteSpan bytes) {
  constexpr std::uint32_t oldest_header = 12;
  if (little_32(bytes, 14) == oldest_header) return {little_16(bytes, 18), little_16(bytes, 20)};
  const auto height = static_cast<std::int32_t>(little_32(bytes, 22));  // negative: top-down rows
  return {static_cast<std::int32_t>(little_32(bytes, 18)), height < 0 ? -std::int64_t{height} : height};
}

/// The size is in the frame header, after segments that cameras and editors write.
Sides size_of_jpeg(ByteSpan bytes) {
  std::size_t at = 2;
  while (at + 9 <= bytes.size() && byte_at(bytes, at) == 0xff) {
    const std::uint32_t marker = byte_at(bytes, at + 1);
    constexpr std::array<std::uint32_t, 3> no_frames{0xc4, 0xc8, 0xcc};
    const bool is_frame = marker >= 0xc0 && marker <= 0xcf &&
                          std::find(no_frames.begin(), no_frames.end(), marker) == no_frames.end();
    if (is_frame) return {big_16(bytes, at + 7), big_16(bytes, at + 5)};
    const bool is_bare = marker == 0xff || marker == 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    at += marker == 0xff ? 1 : is_bare ? 2 : 2 + std::max(big_16(bytes, at + 2), 2u);
  }
  return {};
}

/// TGA has no magic: only its type is checked.
Sides size_of_tga(ByteSpan bytes) {
  constexpr std::array<std::uint32_t, 6> types{1, 2, 3, 9, 10, 11};
  if (std::find(types.begin(), types.end(), byte_at(bytes, 2)) == types.end()) return {};
  return {little_16(bytes, 12), little_16(bytes, 14)};
}

struct Kind {
  std::string_view magic;
  Sides (*size)(ByteSpan bytes);
};
/// TGA comes last, because it is a guess.
constexpr std::array kinds{Kind{"\x89PNG\r\n\x1a\n", size_of_png},
                           Kind{"\xff\xd8\xff", size_of_jpeg},
                           Kind{"GIF8", size_of_gif},
                           Kind{"DDS ", size_of_dds},
                           Kind{"BM", size_of_bmp},
                           Kind{"", size_of_tga}};

}  // namespace

std::optional<ImageSize> image_size(ByteSpan beginning) {
  constexpr std::size_t longest_header = 26;
  if (beginning.size() < longest_header) return std::nullopt;
  if (looks_like_netpbm(as_text(beginning))) return netpbm_size(beginning);
  if (as_text(beginning).starts_with("#?R")) return hdr_size(beginning);
  const auto kind = std::find_if(kinds.begin(), kinds.end(),
                                 [&](const Kind& k) { return as_text(beginning).starts_with(k.magic); });
  const Sides sides = kind->size(beginning);
  if (!is_usable_size(sides.width, sides.height)) return std::nullopt;
  return ImageSize{static_cast<int>(sides.width), static_cast<int>(sides.height)};
}

bool scales_while_decoding(ByteSpan beginning) {
  return as_text(beginning).starts_with("\xff\xd8\xff");
}

}  // namespace mmd
