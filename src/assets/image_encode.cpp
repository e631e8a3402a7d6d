#include <algorithm>
#include <csetjmp>
#include <exception>
#include <memory>

#include <fmt/format.h>
#include <png.h>
#include <zlib.h>

#include "assets/image.h"
#include "base/errors.h"
#include "base/text.h"

namespace mmd {
namespace {

/// State of libpng's callbacks. libpng leaves by longjmp, so objects with destructors must not live in the
/// frames between the jump and setjmp: they live here.
struct Sink {
  Bytes bytes;
  std::string error;
};

bool append(Bytes& out, const png_byte* data, std::size_t size) {
  try {
    const auto* first = reinterpret_cast<const std::byte*>(data);
    out.insert(out.end(), first, first + size);
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

void note_error(Sink& sink, const char* message) {
  try {
    sink.error = message;
  } catch (const std::exception&) {
    sink.error.clear();
  }
}

void on_write(png_structp png, png_bytep data, png_size_t size) {
  if (!append(static_cast<Sink*>(png_get_io_ptr(png))->bytes, data, size)) png_error(png, "out of memory");
}

void on_flush(png_structp) {}

[[noreturn]] void on_error(png_structp png, png_const_charp message) {
  note_error(*static_cast<Sink*>(png_get_error_ptr(png)), message);
  png_longjmp(png, 1);
}

void on_warning(png_structp, png_const_charp) {}

struct WriteStruct {
  png_structp png = nullptr;
  png_infop info = nullptr;

  explicit WriteStruct(Sink& sink)
      : png(png_create_write_struct(PNG_LIBPNG_VER_STRING, &sink, on_error, on_warning)),
        info(png != nullptr ? png_create_info_struct(png) : nullptr) {}
  ~WriteStruct() { png_destroy_write_struct(&png, &info); }
  WriteStruct(const WriteStruct&) = delete;
  WriteStruct& operator=(const WriteStruct&) = delete;
};

/// Input of the PNG encoder.
struct Rows {
  std::size_t width = 0, height = 0;   ///< pixels, at least one
  std::size_t bytes_per_pixel = 0;     ///< in memory
  const std::uint8_t* data = nullptr;  ///< rows from the top, no padding
  int depth = 8, colour_type = PNG_COLOR_TYPE_RGB;
  bool has_filler = false;  ///< skip the fourth byte of each pixel
  /// UP suits rendered pictures, which are flat or change smoothly down a column; indices do not.
  int filter = PNG_FILTER_UP;
  const png_color* palette = nullptr;
  int palette_size = 0;
};

void write_header(png_structp png, png_infop info, const Rows& rows) {
  png_set_IHDR(png, info, static_cast<png_uint_32>(rows.width), static_cast<png_uint_32>(rows.height),
               rows.depth, rows.colour_type, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
               PNG_FILTER_TYPE_DEFAULT);
  png_set_compression_level(png, 1);
  png_set_compression_strategy(png, Z_RLE);  // filtered rows consist mostly of runs
  png_set_filter(png, PNG_FILTER_TYPE_BASE, rows.filter);
  if (rows.palette != nullptr) png_set_PLTE(png, info, rows.palette, rows.palette_size);
}

void write_rows(png_structp png, const Rows& rows) {
  const std::size_t row_size = rows.width * rows.bytes_per_pixel;
  for (std::size_t y = 0; y < rows.height; ++y) png_write_row(png, rows.data + y * row_size);
}

/// Returns false if libpng failed. Only plain values live here: see Sink.
bool write_png(png_structp png, png_infop info, Sink* sink, const Rows* rows, png_textp texts,
               int text_count) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  png_set_write_fn(png, sink, on_write, on_flush);
  write_header(png, info, *rows);
  if (text_count > 0) png_set_text(png, info, texts, text_count);
  png_write_info(png, info);
  if (rows->has_filler) png_set_filler(png, 0, PNG_FILLER_AFTER);
  write_rows(png, *rows);
  png_write_end(png, nullptr);
  return true;
}

Rows rows_of(const Image& image) {
  Rows rows;
  rows.width = static_cast<std::size_t>(image.width);
  rows.height = static_cast<std::size_t>(image.height);
  rows.bytes_per_pixel = 4;
  rows.data = image.rgba.data();
  rows.has_filler = !image.has_alpha;
  rows.colour_type = image.has_alpha ? PNG_COLOR_TYPE_RGB_ALPHA : PNG_COLOR_TYPE_RGB;
  return rows;
}

Rows rows_of(const PngPixels& pixels, const std::vector<png_color>& palette) {
  Rows rows;
  rows.width = static_cast<std::size_t>(pixels.width);
  rows.height = static_cast<std::size_t>(pixels.height);
  rows.bytes_per_pixel = bytes_per_pixel(pixels.kind);
  rows.data = pixels.bytes.data();
  rows.depth = pixels.kind == PngKind::grey16 || pixels.kind == PngKind::rgb16 ? 16 : 8;
  if (pixels.kind == PngKind::grey16) rows.colour_type = PNG_COLOR_TYPE_GRAY;
  if (pixels.kind == PngKind::indexed) {
    rows.colour_type = PNG_COLOR_TYPE_PALETTE;
    rows.filter = PNG_FILTER_NONE;
    rows.palette = palette.data();
    rows.palette_size = static_cast<int>(palette.size());
  }
  return rows;
}

/// PNG's rule: 1-79 printable Latin-1 characters, no space at either end, no double space.
bool is_keyword(const std::string& keyword) {
  const bool printable = std::all_of(keyword.begin(), keyword.end(), [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return (byte >= 0x20 && byte < 0x7f) || byte > 0xa0;
  });
  return printable && !keyword.empty() && keyword.size() <= 79 && keyword.front() != ' ' &&
         keyword.back() != ' ' && keyword.find("  ") == std::string::npos;
}

/// Puts ASCII into tEXt, which every program shows, other text into iTXt. The result points into `metadata`.
std::vector<png_text> text_chunks(const ImageMetadata& metadata) {
  std::vector<png_text> out;
  for (const auto& item : metadata) {
    const std::string& value = item.second;
    const bool ascii = std::all_of(value.begin(), value.end(), [](char c) { return c > 0 && c < 0x7f; });
    png_text text{};
    text.compression = ascii ? PNG_TEXT_COMPRESSION_NONE : PNG_ITXT_COMPRESSION_NONE;
    text.key = const_cast<char*>(item.first.c_str());
    text.text = const_cast<char*>(value.c_str());
    (ascii ? text.text_length : text.itxt_length) = value.size();
    out.push_back(text);
  }
  return out;
}

Result<Bytes> encode(const Rows& rows, const ImageMetadata& metadata) {
  std::vector<png_text> texts = text_chunks(metadata);
  const auto sink = std::make_unique<Sink>();
  const WriteStruct writer(*sink);
  if (writer.info == nullptr) return fail("out of memory");
  if (!write_png(writer.png, writer.info, sink.get(), &rows, texts.data(), static_cast<int>(texts.size())))
    return fail("the picture cannot be encoded: " + (sink->error.empty() ? "out of memory" : sink->error));
  return std::move(sink->bytes);
}

Result<Bytes> encode_checked(const Rows& rows, const ImageMetadata& metadata) {
  for (const auto& item : metadata) {
    if (!is_keyword(item.first))
      return fail(fmt::format("\"{}\" is not a valid keyword for a PNG", utf8_lossy(item.first)));
    if (!is_utf8(item.second) || item.second.find('\0') != std::string::npos)
      return fail(fmt::format("the text of \"{}\" is not UTF-8", item.first));
  }
  return encode(rows, metadata);
}

}  // namespace

Result<void> check_pixels(const Image& image) {
  if (image.width > 0 && image.height > 0 && image.rgba.size() == 4 * image.pixels()) return {};
  return fail(fmt::format("a picture of {}x{} pixels with {} bytes cannot be encoded", image.width,
                          image.height, image.rgba.size()));
}

std::size_t bytes_per_pixel(PngKind kind) {
  static constexpr std::size_t sizes[] = {2, 3, 6, 1};
  return sizes[static_cast<std::size_t>(kind)];
}

Result<Bytes> encode_png(const Image& image, const ImageMetadata& metadata) {
  MMD_TRY(check_pixels(image));
  return encode_checked(rows_of(image), metadata);
}

Result<Bytes> encode_png(const PngPixels& pixels, const ImageMetadata& metadata) {
  const bool has_pixels = pixels.width > 0 && pixels.height > 0;
  const std::size_t count = has_pixels
                                ? static_cast<std::size_t>(pixels.width) *
                                      static_cast<std::size_t>(pixels.height) * bytes_per_pixel(pixels.kind)
                                : 0;
  if (!has_pixels || pixels.bytes.size() != count)
    return fail(fmt::format("a picture of {}x{} pixels with {} bytes cannot be encoded", pixels.width,
                            pixels.height, pixels.bytes.size()));
  if (pixels.kind == PngKind::indexed && (pixels.palette.empty() || pixels.palette.size() > 256))
    return fail(fmt::format("a palette of {} colours cannot be encoded", pixels.palette.size()));
  std::vector<png_color> palette;
  for (const auto& c : pixels.palette) palette.push_back({c[0], c[1], c[2]});
  return encode_checked(rows_of(pixels, palette), metadata);
}

}  // namespace mmd
