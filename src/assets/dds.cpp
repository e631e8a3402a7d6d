#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string>

#include <fmt/format.h>

#include "assets/image_kinds.h"
#include "assets/picture_errors.h"
#include "base/byte_io.h"
#include "base/errors.h"

namespace mmd {
namespace {

constexpr std::size_t header_bytes = 128, dx10_header_bytes = 20;

enum PixelFlag : std::uint32_t {
  has_alpha = 0x1,
  alpha_only = 0x2,
  has_fourcc = 0x4,
  has_rgb = 0x40,
  has_grey = 0x20000
};

constexpr std::uint32_t fourcc(const char (&text)[5]) {
  std::uint32_t value = 0;
  for (int i = 3; i >= 0; --i) value = value << 8 | static_cast<std::uint8_t>(text[i]);
  return value;
}

using Pixel = std::array<std::uint8_t, 4>;
/// 4 x 4 pixels, rows from the top.
using Block = std::array<Pixel, 16>;

Pixel from_565(std::uint32_t c) {
  const std::uint32_t r = c >> 11 & 31, g = c >> 5 & 63, b = c & 31;
  return {static_cast<std::uint8_t>(r << 3 | r >> 2), static_cast<std::uint8_t>(g << 2 | g >> 4),
          static_cast<std::uint8_t>(b << 3 | b >> 2), 255};
}

/// (a * wa + b * wb) / (wa + wb), rounded.
std::uint8_t blend(unsigned a, unsigned b, unsigned wa, unsigned wb) {
  return static_cast<std::uint8_t>((a * wa + b * wb + (wa + wb) / 2) / (wa + wb));
}

Pixel blend(const Pixel& a, const Pixel& b, unsigned wa, unsigned wb) {
  Pixel out{0, 0, 0, 255};
  for (std::size_t c = 0; c < 3; ++c) out[c] = blend(a[c], b[c], wa, wb);
  return out;
}

/// `may_be_clear`: DXT1, whose order of the two colours selects a palette with a transparent entry.
void decode_colours(ByteSpan bytes, std::size_t at, bool may_be_clear, Block& block) {
  const std::uint32_t both = little_32(bytes, at), c0 = both & 0xffff, c1 = both >> 16;
  const Pixel a = from_565(c0), b = from_565(c1);
  std::array<Pixel, 4> palette = {a, b, blend(a, b, 2, 1), blend(a, b, 1, 2)};
  if (may_be_clear && c0 <= c1) {
    palette[2] = blend(a, b, 1, 1);
    palette[3] = {0, 0, 0, 0};
  }
  const std::uint32_t indices = little_32(bytes, at + 4);
  for (std::size_t i = 0; i < 16; ++i) block[i] = palette[indices >> (2 * i) & 3];
}

void decode_dxt1(ByteSpan bytes, std::size_t at, Block& block) {
  decode_colours(bytes, at, true, block);
}

void decode_dxt3(ByteSpan bytes, std::size_t at, Block& block) {
  decode_colours(bytes, at + 8, false, block);
  for (std::size_t i = 0; i < 16; ++i)
    block[i][3] = static_cast<std::uint8_t>((little_32(bytes, at + i / 8 * 4) >> (4 * (i % 8)) & 15) * 17);
}

void decode_dxt5(ByteSpan bytes, std::size_t at, Block& block) {
  decode_colours(bytes, at + 8, false, block);
  const std::uint64_t all = little_32(bytes, at) | static_cast<std::uint64_t>(little_32(bytes, at + 4)) << 32;
  const auto a = static_cast<unsigned>(all & 255), b = static_cast<unsigned>(all >> 8 & 255);
  const unsigned steps = a > b ? 7 : 5;
  std::array<std::uint8_t, 8> palette = {
      static_cast<std::uint8_t>(a), static_cast<std::uint8_t>(b), 0, 0, 0, 0, 0, 255};
  for (unsigned i = 1; i < steps; ++i) palette[i + 1] = blend(a, b, steps - i, i);
  for (std::size_t i = 0; i < 16; ++i) block[i][3] = palette[all >> (16 + 3 * i) & 7];
}

struct Masks {
  std::uint32_t r = 0, g = 0, b = 0, a = 0;
};

struct Layout {
  void (*decode_block)(ByteSpan, std::size_t, Block&) = nullptr;  ///< null: uncompressed
  std::size_t block_bytes = 0;
  std::size_t bits = 0;  ///< per uncompressed pixel
  Masks masks;
};

struct KnownLayout {
  std::uint32_t fourcc;
  std::array<std::uint32_t, 2> dxgi;  ///< DXGI numbers, linear and sRGB
  Layout layout;
};
constexpr Masks rgba_masks{0xff, 0xff00, 0xff0000, 0xff000000};
constexpr Masks bgra_masks{0xff0000, 0xff00, 0xff, 0xff000000};
constexpr KnownLayout known_layouts[] = {
    {fourcc("DXT1"), {71, 72}, {decode_dxt1, 8, 0, {}}},
    {fourcc("DXT3"), {74, 75}, {decode_dxt3, 16, 0, {}}},
    {fourcc("DXT5"), {77, 78}, {decode_dxt5, 16, 0, {}}},
    // Premultiplied colours, shown unchanged (unconfirmed for MMD).
    {fourcc("DXT2"), {0, 0}, {decode_dxt3, 16, 0, {}}},
    {fourcc("DXT4"), {0, 0}, {decode_dxt5, 16, 0, {}}},
    {0, {28, 29}, {nullptr, 0, 32, rgba_masks}},
    {0, {87, 91}, {nullptr, 0, 32, bgra_masks}},
    {0, {88, 93}, {nullptr, 0, 32, {bgra_masks.r, bgra_masks.g, bgra_masks.b, 0}}},
};

tl::unexpected<Diagnostic> unsupported_layout(const std::string& kind) {
  return fail(fmt::format("unsupported DDS picture ({})", kind), "convert it to PNG");
}

Result<Layout> named_layout(std::uint32_t code, std::uint32_t dxgi) {
  for (const KnownLayout& known : known_layouts) {
    if (code != 0 && known.fourcc == code) return known.layout;
    if (dxgi != 0 && (known.dxgi[0] == dxgi || known.dxgi[1] == dxgi)) return known.layout;
  }
  if (dxgi != 0) return unsupported_layout(fmt::format("DXGI format {}", dxgi));
  std::string name;
  for (int i = 0; i < 4; ++i) {
    const char c = static_cast<char>(code >> (8 * i) & 0xff);
    name += c >= ' ' && c <= '~' ? c : '?';
  }
  return unsupported_layout(name);
}

/// The layout of pixels described by masks in the header.
Result<Layout> masked_layout(ByteSpan bytes, std::uint32_t flags) {
  Layout layout;
  layout.bits = little_32(bytes, 88);
  const std::uint32_t r = little_32(bytes, 92), g = little_32(bytes, 96), b = little_32(bytes, 100),
                      a = little_32(bytes, 104);
  if (layout.bits != 8 && layout.bits != 16 && layout.bits != 24 && layout.bits != 32)
    return unsupported_layout(fmt::format("{} bits per pixel", layout.bits));
  if ((flags & has_rgb) != 0) {
    layout.masks = {r, g, b, 0};
  } else if ((flags & has_grey) != 0) {
    layout.masks = {r, r, r, 0};
  } else if ((flags & alpha_only) == 0) {
    return unsupported_layout("no colour, grey or alpha channel");
  }
  if ((flags & (has_alpha | alpha_only)) != 0) layout.masks.a = a;
  return layout;
}

Result<Layout> layout_of(ByteSpan bytes, bool is_dx10) {
  const std::uint32_t flags = little_32(bytes, 80);
  if (is_dx10) return named_layout(0, std::max(little_32(bytes, header_bytes), 1u));
  if ((flags & has_fourcc) != 0) return named_layout(little_32(bytes, 84), 0);
  return masked_layout(bytes, flags);
}

/// The bits under `mask`, scaled to 0-255; `otherwise` if the mask is 0.
std::uint8_t channel(std::uint32_t pixel, std::uint32_t mask, std::uint8_t otherwise) {
  if (mask == 0) return otherwise;
  const int shift = std::countr_zero(mask);
  const std::uint64_t max_value = mask >> shift, value = (pixel & mask) >> shift;
  return static_cast<std::uint8_t>((value * 255 + max_value / 2) / max_value);
}

void decode_blocks(ByteSpan data, const Layout& layout, Image& image) {
  const auto width = static_cast<std::size_t>(image.width), height = static_cast<std::size_t>(image.height);
  std::size_t at = 0;
  Block block{};
  for (std::size_t y = 0; y < height; y += 4) {
    for (std::size_t x = 0; x < width; x += 4, at += layout.block_bytes) {
      layout.decode_block(data, at, block);
      for (std::size_t row = 0; row < std::min<std::size_t>(4, height - y); ++row)
        std::memcpy(image.rgba.data() + ((y + row) * width + x) * 4, &block[row * 4],
                    std::min<std::size_t>(4, width - x) * 4);
    }
  }
}

void decode_pixels(ByteSpan data, const Layout& layout, Image& image) {
  const std::size_t size = layout.bits / 8;
  const Masks& m = layout.masks;
  const std::uint8_t missing = (m.r | m.g | m.b) != 0 ? std::uint8_t{0} : std::uint8_t{255};
  for (std::size_t i = 0; i < image.rgba.size() / 4; ++i) {
    std::uint32_t pixel = 0;
    for (std::size_t k = 0; k < size; ++k)
      pixel |= static_cast<std::uint32_t>(static_cast<std::uint8_t>(data[i * size + k])) << (8 * k);
    std::uint8_t* to = image.rgba.data() + 4 * i;
    to[0] = channel(pixel, m.r, missing);
    to[1] = channel(pixel, m.g, missing);
    to[2] = channel(pixel, m.b, missing);
    to[3] = channel(pixel, m.a, 255);
  }
}

}  // namespace

Result<Image> decode_dds(ByteSpan bytes) {
  if (bytes.size() < header_bytes) return truncated_picture("DDS");
  const std::uint32_t height = little_32(bytes, 12), width = little_32(bytes, 16);
  if (!is_usable_size(width, height)) return bad_picture_size("DDS", width, height);
  const bool is_dx10 = (little_32(bytes, 80) & has_fourcc) != 0 && little_32(bytes, 84) == fourcc("DX10");
  const std::size_t data_at = header_bytes + (is_dx10 ? dx10_header_bytes : 0);
  if (bytes.size() < data_at) return truncated_picture("DDS");
  MMD_TRY(const Layout layout, layout_of(bytes, is_dx10));

  const std::size_t columns = width, rows = height;
  const std::size_t needed = layout.decode_block != nullptr
                                 ? (columns + 3) / 4 * ((rows + 3) / 4) * layout.block_bytes
                                 : columns * rows * (layout.bits / 8);
  const ByteSpan data = bytes.subspan(data_at);
  if (data.size() < needed) return truncated_picture("DDS");
  Image image = image_of_size(static_cast<int>(width), static_cast<int>(height));
  if (layout.decode_block != nullptr) {
    decode_blocks(data, layout, image);
  } else {
    decode_pixels(data, layout, image);
  }
  for (std::size_t i = 3; i < image.rgba.size() && !image.has_alpha; i += 4)
    image.has_alpha = image.rgba[i] != 255;
  return image;
}

}  // namespace mmd
