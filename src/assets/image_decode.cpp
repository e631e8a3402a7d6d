#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <memory>
#include <string_view>

#include <fmt/format.h>

#include "assets/image.h"
#include "assets/image_kinds.h"
#include "assets/image_size.h"
#include "assets/picture_errors.h"
#include "base/byte_io.h"
#include "base/errors.h"
#include "base/text.h"

// Bad pictures must give an error, never abort(): stb survives the states that it asserts against.
#define STBI_ASSERT(x) static_cast<void>(0)
#define STBI_MAX_DIMENSIONS 16384
#define STB_IMAGE_STATIC
#define STBI_NO_STDIO
#define STBI_NO_LINEAR
#define STBI_ONLY_PNG
#define STBI_ONLY_BMP
#define STBI_ONLY_TGA
#define STB_IMAGE_IMPLEMENTATION
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wunused-function"
#include <stb_image.h>
#pragma GCC diagnostic pop

namespace mmd {
namespace {

static_assert(STBI_MAX_DIMENSIONS == max_image_dimension);

struct Format {
  const char* name;
  bool (*matches)(std::string_view bytes);
  bool is_supported = true;
  Result<Image> (*decode)(ByteSpan bytes) = nullptr;  ///< instead of stb
};

bool is_bmp(std::string_view bytes) {
  if (!bytes.starts_with("BM") || bytes.size() < 18) return false;
  constexpr std::array<std::uint32_t, 7> known = {12, 40, 52, 56, 64, 108, 124};
  return std::find(known.begin(), known.end(), little_32(as_byte_span(bytes), 14)) != known.end();
}

/// stb rejects a BMP without a palette that has a gap between header and pixels, which the format allows. The
/// bytes of the gap; none if `last` is 0.
struct Gap {
  std::size_t first = 0, last = 0;
};
Gap gap_in_bmp(ByteSpan bytes) {
  if (!is_bmp(as_text(bytes)) || bytes.size() < 34) return {};
  const std::uint32_t pixels_at = little_32(bytes, 10), header_size = little_32(bytes, 14);
  if (header_size < 40 || header_size == 56) return {};
  const std::uint32_t bits = little_16(bytes, 28), compression = little_32(bytes, 30);
  const bool masks_follow = header_size == 40 && compression == 3;
  const std::size_t header_end = 14 + header_size + (masks_follow ? 12 : 0);
  if (bits < 16 || pixels_at <= header_end || pixels_at > bytes.size()) return {};
  return {header_end, pixels_at};
}

Bytes without_gap(ByteSpan bytes, const Gap& gap) {
  Bytes out(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(gap.first));
  const auto pixels_at = static_cast<std::uint32_t>(gap.first);
  std::memcpy(out.data() + 10, &pixels_at, sizeof pixels_at);
  out.insert(out.end(), bytes.begin() + static_cast<std::ptrdiff_t>(gap.last), bytes.end());
  return out;
}

/// Valid bits per colour of a TGA, in its pixels or its colour map.
bool is_colour_depth(std::size_t bits) {
  return bits == 15 || bits == 16 || bits == 24 || bits == 32;
}

/// TGA has no magic: all header fields must be valid, and an uncompressed picture must fit the file.
bool is_tga(std::string_view text) {
  if (text.size() < 18) return false;
  const ByteSpan bytes = as_byte_span(text);
  const auto u8 = [&](std::size_t at) { return std::size_t{byte_at(bytes, at)}; };
  const auto u16 = [&](std::size_t at) { return std::size_t{little_16(bytes, at)}; };
  const std::size_t id_size = u8(0), map_type = u8(1), type = u8(2), map_length = u16(5), map_bits = u8(7);
  const std::size_t width = u16(12), height = u16(14), bits = u8(16), descriptor = u8(17);
  const std::size_t kind = type & 7;  // 1 indexed, 2 colour, 3 grey; + 8 run-length encoded
  if ((type & ~std::size_t{11}) != 0 || kind == 0 || (descriptor & 0xC0) != 0) return false;
  const bool indexed = kind == 1;
  if (map_type != (indexed ? 1u : 0u)) return false;
  if (indexed && (map_length == 0 || !is_colour_depth(map_bits))) return false;
  const bool small = bits == 8 || bits == 16;
  if (kind == 2 ? !is_colour_depth(bits) : !small) return false;
  const std::size_t map_size = indexed ? map_length * ((map_bits + 7) / 8) : 0;
  const std::size_t header = 18 + id_size + map_size;
  const std::size_t pixels = type < 8 ? width * height * ((bits + 7) / 8) : 1;
  return header + pixels <= bytes.size();
}

Result<Image> decode_png(ByteSpan bytes);

bool begins(std::string_view bytes, std::string_view magic, std::size_t at = 0) {
  return bytes.size() >= at && bytes.substr(at).starts_with(magic);
}

/// Whether the bytes are markup that begins with `word`.
bool is_markup(std::string_view bytes, std::string_view word) {
  bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n\xef\xbb\xbf"), bytes.size()));
  return small_letters(bytes.substr(0, word.size())) == word;
}

// Formats that MMD reads, then others found in practice, for messages; TGA last, because it is a guess.
constexpr std::array formats = std::to_array<Format>({
    {"PNG", [](std::string_view b) { return b.starts_with("\x89PNG\r\n\x1a\n"); }, true, decode_png},
    {"JPEG", [](std::string_view b) { return b.starts_with("\xff\xd8\xff"); }, true, decode_jpeg},
    {"BMP", [](std::string_view b) { return is_bmp(b) && is_run_length_bmp(as_byte_span(b)); }, true,
     decode_run_length_bmp},
    {"BMP", is_bmp, true},
    {"GIF", [](std::string_view b) { return b.starts_with("GIF87a") || b.starts_with("GIF89a"); }, true,
     decode_gif},
    {"DDS", [](std::string_view b) { return b.starts_with("DDS "); }, true, decode_dds},
    {"PPM", looks_like_netpbm, true, decode_netpbm},
    {"HDR", [](std::string_view b) { return begins(b, "#?RADIANCE") || begins(b, "#?RGBE"); }, true,
     decode_hdr},
    {"a WebP picture", [](std::string_view b) { return begins(b, "RIFF") && begins(b, "WEBP", 8); }, false},
    {"a Photoshop picture", [](std::string_view b) { return begins(b, "8BPS"); }, false},
    {"a TIFF picture",
     [](std::string_view b) { return begins(b, "II*") || begins(b, std::string_view("MM\0*", 4)); }, false},
    {"an OpenEXR picture", [](std::string_view b) { return begins(b, "\x76\x2f\x31\x01"); }, false},
    {"an AVIF or HEIC picture", [](std::string_view b) { return begins(b, "ftyp", 4); }, false},
    {"a JPEG XL picture", [](std::string_view b) { return begins(b, "\xff\x0a") || begins(b, "JXL ", 4); },
     false},
    {"a KTX texture", [](std::string_view b) { return begins(b, "\xabKTX "); }, false},
    {"an icon", [](std::string_view b) { return begins(b, std::string_view("\0\0\1\0", 4)); }, false},
    {"a web page", [](std::string_view b) { return is_markup(b, "<!doctype html") || is_markup(b, "<html"); },
     false},
    {"an SVG picture", [](std::string_view b) { return is_markup(b, "<svg") || is_markup(b, "<?xml"); },
     false},
    {"a PDF document", [](std::string_view b) { return begins(b, "%PDF"); }, false},
    {"a ZIP archive", [](std::string_view b) { return begins(b, "PK\3\4"); }, false},
    {"TGA", is_tga, true},
});

/// Feeds stb and detects reads past the end, for which stb's memory reader silently returns zeros.
struct Feed {
  std::string_view bytes;
  std::size_t at = 0;
  bool ran_out = false;
};

int feed_read(void* user, char* to, int count) {
  Feed& feed = *static_cast<Feed*>(user);
  const std::size_t left = feed.bytes.size() - feed.at;
  const std::size_t n = std::min(left, static_cast<std::size_t>(count));
  if (n == 0) {
    feed.ran_out = true;
    return 0;
  }
  std::memcpy(to, feed.bytes.data() + feed.at, n);
  feed.at += n;
  return static_cast<int>(n);
}

void feed_skip(void* user, int count) {
  Feed& feed = *static_cast<Feed*>(user);
  if (count > 0) feed.at += std::min(feed.bytes.size() - feed.at, static_cast<std::size_t>(count));
}

int feed_at_end(void* user) {
  const Feed& feed = *static_cast<Feed*>(user);
  return feed.at >= feed.bytes.size() ? 1 : 0;
}

constexpr stbi_io_callbacks feed_callbacks = {feed_read, feed_skip, feed_at_end};

using Pixels = std::unique_ptr<stbi_uc, void (*)(void*)>;

/// Converts `channels` (1 grey, 2 grey and alpha, 3 RGB, 4 RGBA) to RGBA. Returns whether any pixel is not
/// opaque.
template <int channels>
bool spread(const stbi_uc* from, std::size_t pixels, std::uint8_t* to) {
  unsigned all_alpha = 0xff;
  for (std::size_t i = 0; i < pixels; ++i, from += channels, to += 4) {
    constexpr bool grey = channels < 3;
    const std::uint8_t alpha = channels == 2   ? from[1]
                               : channels == 4 ? from[channels - 1]
                                               : std::uint8_t{255};
    to[0] = from[0];
    to[1] = from[grey ? 0 : 1];
    to[2] = from[grey ? 0 : 2];
    to[3] = alpha;
    all_alpha &= alpha;
  }
  return all_alpha != 0xff;
}

/// stb's result.
struct Decoded {
  const stbi_uc* pixels;
  int width, height, channels;
};

bool spread_any(const Decoded& from, std::size_t first, std::size_t pixels, std::uint8_t* to) {
  using Spread = bool (*)(const stbi_uc*, std::size_t, std::uint8_t*);
  constexpr std::array<Spread, 4> spreads = {spread<1>, spread<2>, spread<3>, spread<4>};
  const auto channels = static_cast<std::size_t>(from.channels);
  return spreads.at(channels - 1)(from.pixels + first * channels, pixels, to);
}

Image image_from(const Decoded& from) {
  Image image = image_of_size(from.width, from.height);
  image.has_alpha = spread_any(from, 0, image.pixels(), image.rgba.data());
  return image;
}

/// Halves without converting the whole picture to RGBA.
Image halved_from(const Decoded& from) {
  const auto width = static_cast<std::size_t>(from.width), height = static_cast<std::size_t>(from.height);
  RawVector<std::uint8_t> rows(2 * width * 4);
  const auto row_of = [&](std::size_t y) { return rows.data() + (y & 1) * width * 4; };
  bool has_alpha = false;
  for (std::size_t y = 0; y < height; ++y) has_alpha |= spread_any(from, y * width, width, row_of(y));
  return halved({from.width, from.height}, has_alpha, [&](std::size_t y) {
    spread_any(from, y * width, width, row_of(y));
    return row_of(y);
  });
}

/// stb's failure as a helpful message, or stb's own words.
tl::unexpected<Diagnostic> explained(const char* format) {
  const char* reason = stbi_failure_reason();
  const std::string_view word = reason != nullptr ? reason : "unknown reason";
  if (word == "too large")
    return fail(fmt::format("{} picture larger than {} pixels per side", format, max_image_dimension),
                "make the picture smaller");
  if (word == "0-pixel image") return fail(fmt::format("{} picture without pixels", format));
  if (word == "outofdata" || word == "not enough pixels") return truncated_picture(format);
  if (word == "outofmem") return fail("out of memory");
  return damaged_picture(format, word);
}

/// Whether a BMP or TGA is shorter than its pixels alone, which stb would allocate memory for.
bool lacks_pixels(ByteSpan bytes, std::string_view format, std::int64_t width, std::int64_t height) {
  const auto size = static_cast<std::int64_t>(bytes.size());
  constexpr int longest_run = 128, shortest_run = 2;  // pixels and bytes of a packed TGA
  if (format == "TGA") return width * height / longest_run > size / shortest_run;
  if (format != "BMP" || size < 30) return false;
  const std::int64_t bits = little_16(bytes, little_32(bytes, 14) == 12 ? 24 : 28);
  return (width * bits + 7) / 8 * height > size;
}

Result<Image> decode(ByteSpan bytes, const char* format, bool is_halved) {
  const auto* data = reinterpret_cast<const stbi_uc*>(bytes.data());
  int width = 0, height = 0, channels = 0;
  if (stbi_info_from_memory(data, static_cast<int>(bytes.size()), &width, &height, &channels) != 0) {
    height =
        height < 0 && height > -std::numeric_limits<int>::max() ? -height : height;  // negative: top-down BMP
    if (!is_usable_size(width, height)) return bad_picture_size(format, width, height);
    if (is_too_short(bytes.size(), width, height) || lacks_pixels(bytes, format, width, height))
      return truncated_picture(format);
  }
  Feed feed{as_text(bytes)};
  const Pixels pixels(stbi_load_from_callbacks(&feed_callbacks, &feed, &width, &height, &channels, 0),
                      stbi_image_free);
  if (feed.ran_out) return truncated_picture(format);
  if (!pixels) return explained(format);
  if (width <= 0 || height <= 0) return bad_picture_size(format, width, height);
  const Decoded decoded{pixels.get(), width, height, channels};
  return is_halved ? halved_from(decoded) : image_from(decoded);
}

/// Whether a chunk is longer than the file: stb would allocate up to 2 GiB for it.
bool has_cut_chunk(ByteSpan png) {
  constexpr std::size_t signature = 8, frame = 12;  // length, kind and checksum
  for (std::size_t at = signature; at + frame <= png.size();) {
    const std::size_t length = big_32(png, at);
    if (as_text(png.subspan(at + 4, 4)) == "IEND") return false;
    if (length > png.size() - at - frame) return true;
    at += frame + length;
  }
  return false;
}

Result<Image> decode_png(ByteSpan bytes) {
  if (auto image = decode_common_png(bytes)) return std::move(*image);
  if (has_cut_chunk(bytes)) return truncated_picture("PNG");
  return decode(bytes, "PNG", false);  // all other kinds, and error messages
}

/// A TGA's flag for rows from right to left, which stb ignores.
bool runs_right_to_left(ByteSpan bytes, const Format& format) {
  constexpr std::uint32_t flag = 0x10;
  return format.matches == is_tga && (byte_at(bytes, 17) & flag) != 0;
}

void mirror_rows(Image& image) {
  const auto width = static_cast<std::size_t>(image.width);
  for (std::size_t y = 0; y < static_cast<std::size_t>(image.height); ++y)
    for (std::size_t left = 0, right = width - 1; left < right; ++left, --right) {
      std::uint8_t* const row = image.rgba.data() + y * width * 4;
      std::swap_ranges(row + left * 4, row + left * 4 + 4, row + right * 4);
    }
}

/// Decodes with the format's own decoder, or with stb, which can halve once.
Result<Image> decode(ByteSpan bytes, const Format& format, bool is_halved) {
  if (format.decode != nullptr) {
    auto image = format.decode(bytes);
    if (image && is_halved) *image = halved(*image);
    return image;
  }
  if (const Gap gap = gap_in_bmp(bytes); gap.last > 0)
    return decode(without_gap(bytes, gap), format.name, is_halved);
  auto image = decode(bytes, format.name, is_halved);
  if (image && runs_right_to_left(bytes, format)) mirror_rows(*image);
  return image;
}

Result<Image> decode_image(ByteSpan bytes, bool is_halved) {
  if (bytes.empty()) return fail("the picture file is empty", "fetch or copy the file again");
  if (bytes.size() > static_cast<std::size_t>(std::numeric_limits<int>::max()))
    return fail("picture file larger than 2 GiB");
  const std::string_view text = as_text(bytes);
  const auto format =
      std::find_if(formats.begin(), formats.end(), [&](const Format& f) { return f.matches(text); });
  if (format == formats.end())
    return fail("unknown picture format", "open it in a picture editor and save it as PNG");
  if (!format->is_supported)
    return fail(fmt::format("the file is {}, which models cannot use", format->name),
                "replace it with a PNG or JPEG");
  return decode(bytes, *format, is_halved);
}

}  // namespace

Result<Image> decode_image(ByteSpan bytes) {
  return decode_image(bytes, false);
}

Result<Image> decode_image_halved(ByteSpan bytes, int halvings) {
  const int of_jpeg = scales_while_decoding(bytes) ? std::min(halvings, max_jpeg_halvings) : 0;
  MMD_TRY(auto image, of_jpeg > 0 ? decode_jpeg_halved(bytes, of_jpeg) : decode_image(bytes, halvings > 0));
  for (int i = std::max(of_jpeg, 1); i < halvings; ++i) image = halved(image);
  return image;
}

void Image::give_up_colours() {
  if (has_alpha && !rgba.empty()) {
    alpha.resize(rgba.size() / 4);
    for (std::size_t i = 0; i < alpha.size(); ++i) alpha[i] = rgba[4 * i + 3];
  }
  rgba = RawVector<std::uint8_t>();
}

Result<void> check_picture(ByteSpan bytes) {
  constexpr std::uint64_t most_decoded = std::uint64_t{1} << 26;  // pixels
  if (const auto size = image_size(bytes); size && size->pixels() > most_decoded)
    return check_picture_header(bytes, bytes.size());
  MMD_TRY(decode_image(bytes));
  return {};
}

Result<void> check_picture_header(ByteSpan beginning, std::uint64_t bytes) {
  if (const auto size = image_size(beginning)) {
    if (is_too_short(bytes, size->width, size->height)) return truncated_picture("large");
    return {};
  }
  if (scales_while_decoding(beginning)) return {};  // a JPEG's size may come after `beginning`
  MMD_TRY(decode_image(beginning));
  return {};
}

}  // namespace mmd
