#include <algorithm>
#include <csetjmp>
#include <cstdio>  // jpeglib.h uses FILE and size_t without including them
#include <memory>

#include "assets/image_kinds.h"

// jpeglib.h must come first.
#include <jerror.h>
#include <jpeglib.h>

#include "assets/picture_errors.h"

namespace mmd {
namespace {

/// Limit against hostile files: a progressive picture has about ten scans, each as slow as a whole picture.
constexpr int max_scans = 200;

/// State of libjpeg's callbacks. libjpeg leaves by longjmp, so objects with destructors must not live in the
/// frames between the jump and setjmp: they live here.
struct Decoder {
  jpeg_error_mgr errors{};
  jpeg_progress_mgr progress{};
  jpeg_decompress_struct jpeg{};
  std::jmp_buf leave{};
  char message[JMSG_LENGTH_MAX] = {};
  bool ran_out = false;
  Image image;
  RawVector<std::uint8_t> row;

  Decoder() = default;
  ~Decoder() { jpeg_destroy_decompress(&jpeg); }
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
};

[[noreturn]] void on_error(j_common_ptr jpeg) {
  auto* decoder = static_cast<Decoder*>(jpeg->client_data);
  jpeg->err->format_message(jpeg, decoder->message);
  std::longjmp(decoder->leave, 1);
}

/// Most warnings mean missing or invented pixels; the others are ignored.
void on_message(j_common_ptr jpeg, int level) {
  if (level >= 0) return;
  constexpr int harmless[] = {JWRN_EXTRANEOUS_DATA, JWRN_ADOBE_XFORM, JWRN_JFIF_MAJOR, JWRN_TOO_MUCH_DATA};
  const int code = jpeg->err->msg_code;
  if (std::find(std::begin(harmless), std::end(harmless), code) != std::end(harmless)) return;
  static_cast<Decoder*>(jpeg->client_data)->ran_out = code == JWRN_JPEG_EOF;
  on_error(jpeg);
}

void on_output(j_common_ptr) {}

void on_progress(j_common_ptr jpeg) {
  if (reinterpret_cast<j_decompress_ptr>(jpeg)->input_scan_number <= max_scans) return;
  auto* decoder = static_cast<Decoder*>(jpeg->client_data);
  std::snprintf(decoder->message, sizeof decoder->message, "more than %d scans", max_scans);
  std::longjmp(decoder->leave, 1);
}

/// Each colour is (1 - ink) * (1 - black). `inverted`: 255 is no ink.
void cmyk_to_rgba(const std::uint8_t* cmyk, std::size_t pixels, bool inverted, std::uint8_t* rgba) {
  const unsigned flip = inverted ? 0 : 255;
  for (std::size_t i = 0; i < pixels; ++i, cmyk += 4, rgba += 4) {
    const unsigned black = cmyk[3] ^ flip;
    for (std::size_t c = 0; c < 3; ++c)
      rgba[c] = static_cast<std::uint8_t>(((cmyk[c] ^ flip) * black + 127) / 255);
    rgba[3] = 255;
  }
}

/// Returns false if libjpeg failed. Only plain values live here: see Decoder.
bool read_header(Decoder* decoder, const unsigned char* data, unsigned long size, int halvings) {
  if (setjmp(decoder->leave) != 0) return false;
  jpeg_decompress_struct& jpeg = decoder->jpeg;
  jpeg_create_decompress(&jpeg);
  jpeg.progress = &decoder->progress;
  jpeg_mem_src(&jpeg, data, size);
  jpeg_read_header(&jpeg, TRUE);
  jpeg.scale_num = 1;
  jpeg.scale_denom = 1u << halvings;
  jpeg_calc_output_dimensions(&jpeg);
  return true;
}

/// The same; fills decoder->image, whose size is set.
bool read_pixels(Decoder* decoder) {
  if (setjmp(decoder->leave) != 0) return false;
  jpeg_decompress_struct& jpeg = decoder->jpeg;
  jpeg.out_color_space = jpeg.num_components == 4 ? JCS_CMYK : JCS_RGB;
  jpeg.dct_method = JDCT_ISLOW;  // same result on every processor
  jpeg_start_decompress(&jpeg);
  const std::size_t pixels = jpeg.output_width;
  std::uint8_t* rgba = decoder->image.rgba.data();
  while (jpeg.output_scanline < jpeg.output_height) {
    JSAMPROW row = decoder->row.data();
    if (jpeg_read_scanlines(&jpeg, &row, 1) == 0) continue;
    if (jpeg.out_color_space == JCS_CMYK) {
      cmyk_to_rgba(row, pixels, jpeg.saw_Adobe_marker == TRUE, rgba);
    } else {
      rgb_to_rgba(row, pixels, rgba);
    }
    rgba += 4 * pixels;
  }
  jpeg_finish_decompress(&jpeg);
  return true;
}

tl::unexpected<Diagnostic> explained(const Decoder& decoder) {
  if (decoder.errors.msg_code == JERR_IMAGE_TOO_BIG)
    return bad_picture_size("JPEG", decoder.jpeg.image_width, decoder.jpeg.image_height);
  return decoder.ran_out ? truncated_picture("JPEG") : damaged_picture("JPEG", decoder.message);
}

}  // namespace

Result<Image> decode_jpeg(ByteSpan bytes) {
  return decode_jpeg_halved(bytes, 0);
}

Result<Image> decode_jpeg_halved(ByteSpan bytes, int halvings) {
  const auto decoder = std::make_unique<Decoder>();
  decoder->jpeg.err = jpeg_std_error(&decoder->errors);
  decoder->errors.error_exit = on_error;
  decoder->errors.emit_message = on_message;
  decoder->errors.output_message = on_output;
  decoder->progress.progress_monitor = on_progress;
  decoder->jpeg.client_data = decoder.get();
  const auto* data = reinterpret_cast<const unsigned char*>(bytes.data());
  if (!read_header(decoder.get(), data, static_cast<unsigned long>(bytes.size()),
                   std::clamp(halvings, 0, max_jpeg_halvings)))
    return explained(*decoder);
  const std::int64_t width = decoder->jpeg.image_width, height = decoder->jpeg.image_height;
  if (!is_usable_size(width, height)) return bad_picture_size("JPEG", width, height);
  if (is_too_short(bytes.size(), width, height)) return truncated_picture("JPEG");
  const std::size_t columns = decoder->jpeg.output_width, rows = decoder->jpeg.output_height;
  decoder->image = image_of_size(static_cast<int>(columns), static_cast<int>(rows));
  decoder->row.resize(columns * 4);
  if (!read_pixels(decoder.get())) return explained(*decoder);
  return std::move(decoder->image);
}

}  // namespace mmd
