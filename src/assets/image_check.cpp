
#include <csetjmp>
#include <cstring>

#include <png.h>

#include "assets/image.h"
#include "assets/image_kinds.h"
#include "assets/image_size.h"
#include "assets/picture_errors.h"

namespace mmd {
namespace {

constexpr std::uint64_t memory_at_any_size = std::uint64_t{16} << 20, memory_per_byte = 16;
/// Bytes that decoding holds per pixel: as stored in the file, and as RGBA.
constexpr std::uint64_t memory_per_pixel = 8;

/// State of libpng's callbacks; without destructors, because libpng leaves by longjmp.
struct PngProgress {
  png_uint_32 height = 0;
  bool is_interlaced = false;
  bool has_last_row = false;  ///< libpng reaches the end even if it could not read all rows
  bool is_done = false;
  char error[80] = {};
};

[[noreturn]] void stop_png(png_structp png, png_const_charp message) {
  auto& progress = *static_cast<PngProgress*>(png_get_error_ptr(png));
  std::strncpy(progress.error, message, sizeof(progress.error) - 1);
  png_longjmp(png, 1);
}

void ignore_png_warning(png_structp, png_const_charp) {}

void begin_png(png_structp png, png_infop info) {
  auto& progress = *static_cast<PngProgress*>(png_get_progressive_ptr(png));
  progress.height = png_get_image_height(png, info);
  progress.is_interlaced = png_get_interlace_type(png, info) != PNG_INTERLACE_NONE;
  png_set_interlace_handling(png);  // gives interlaced rows their final numbers
  png_start_read_image(png);
}

void note_png_row(png_structp png, png_bytep, png_uint_32 row, int pass) {
  constexpr int last_pass = 6;
  auto& progress = *static_cast<PngProgress*>(png_get_progressive_ptr(png));
  const bool in_last_pass = !progress.is_interlaced || pass == last_pass;
  progress.has_last_row = progress.has_last_row || (in_last_pass && row + 1 == progress.height);
}

void end_png(png_structp png, png_infop) {
  static_cast<PngProgress*>(png_get_progressive_ptr(png))->is_done = true;
}

struct ReadStruct {
  png_structp png = nullptr;
  png_infop info = nullptr;

  explicit ReadStruct(PngProgress& progress)
      : png(png_create_read_struct(PNG_LIBPNG_VER_STRING, &progress, stop_png, ignore_png_warning)),
        info(png != nullptr ? png_create_info_struct(png) : nullptr) {}
  ~ReadStruct() { png_destroy_read_struct(&png, &info, nullptr); }
  ReadStruct(const ReadStruct&) = delete;
  ReadStruct& operator=(const ReadStruct&) = delete;
};

/// Returns false if libpng failed. Only plain values live here: see PngProgress.
bool read_png_rows(png_structp png, png_infop info, PngProgress* progress, const std::byte* bytes,
                   std::size_t size) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;
  // Ignore wrong checksums of readable data, as viewers do.
  png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
  png_set_user_limits(png, max_image_dimension, max_image_dimension);
  png_set_progressive_read_fn(png, progress, begin_png, note_png_row, end_png);
  // libpng does not write there, although it takes a non-const pointer.
  png_process_data(png, info, reinterpret_cast<png_bytep>(const_cast<std::byte*>(bytes)), size);
  return true;
}

Result<void> check_png(ByteSpan bytes) {
  PngProgress progress;
  const ReadStruct read(progress);
  if (read.info == nullptr) return fail("out of memory");
  if (!read_png_rows(read.png, read.info, &progress, bytes.data(), bytes.size()))
    return damaged_picture("PNG", progress.error);
  if (!progress.is_done) return truncated_picture("PNG");
  if (!progress.has_last_row) return damaged_picture("PNG", "rows are missing");
  return {};
}

}  // namespace

Result<void> check_picture(ByteSpan bytes) {
  const auto size = image_size(bytes);
  const bool is_small =
      !size || size->pixels() * memory_per_pixel <= memory_at_any_size + memory_per_byte * bytes.size();
  const auto done = [](const Result<Image>& image) -> Result<void> {
    if (!image) return fail(image.error());
    return {};
  };
  if (is_small) return done(decode_image(bytes));
  if (is_too_short(bytes.size(), size->width, size->height)) return truncated_picture("large");
  if (as_text(bytes).starts_with("\x89PNG\r\n\x1a\n")) return check_png(bytes);
  if (scales_while_decoding(bytes)) return done(decode_jpeg_halved(bytes, max_jpeg_halvings));
  return {};
}

Result<void> check_picture_header(ByteSpan beginning, std::uint64_t bytes) {
  if (const auto size = image_size(beginning)) {
    if (is_too_short(bytes, size->width, size->height)) return truncated_picture("large");
    return {};
  }
  if (scales_while_decoding(beginning)) return {};  // a JPEG's size may come after `beginning`
  const auto image = decode_image(beginning);
  if (!image) return fail(image.error());
  return {};
}

}  // namespace mmd
