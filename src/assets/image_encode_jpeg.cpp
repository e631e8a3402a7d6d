#include <csetjmp>
#include <cstdio>  // jpeglib.h uses FILE and size_t without including them
#include <cstdlib>
#include <memory>

#include <fmt/format.h>
#include <jpeglib.h>

#include "assets/image.h"
#include "base/errors.h"

namespace mmd {
namespace {

constexpr int jpeg_quality = 92;

/// State of libjpeg's error callback. libjpeg leaves by longjmp, so objects with destructors must not live in
/// the frames between the jump and setjmp: they live here.
struct Encoder {
  jpeg_error_mgr errors{};
  jpeg_compress_struct jpeg{};
  std::jmp_buf leave{};
  char message[JMSG_LENGTH_MAX] = {};
  unsigned char* out = nullptr;  // malloc'd by libjpeg
  unsigned long out_size = 0;
  RawVector<std::uint8_t> row;

  Encoder() = default;
  ~Encoder() {
    jpeg_destroy_compress(&jpeg);
    std::free(out);
  }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;
};

[[noreturn]] void on_encoding_error(j_common_ptr jpeg) {
  auto* encoder = static_cast<Encoder*>(jpeg->client_data);
  jpeg->err->format_message(jpeg, encoder->message);
  std::longjmp(encoder->leave, 1);
}

void on_encoding_message(j_common_ptr) {}

/// Composes straight alpha over an opaque colour, rounded to nearest.
void compose_row(const std::uint8_t* rgba, std::size_t pixels, const std::array<std::uint8_t, 3>& matte,
                 std::uint8_t* rgb) {
  for (std::size_t i = 0; i < pixels; ++i, rgba += 4, rgb += 3) {
    const unsigned alpha = rgba[3];
    for (std::size_t c = 0; c < 3; ++c)
      rgb[c] = static_cast<std::uint8_t>((rgba[c] * alpha + matte[c] * (255 - alpha) + 127) / 255);
  }
}

/// Returns false if libjpeg failed. Only plain values live here: see Encoder.
bool write_jpeg(Encoder* encoder, const Image* image, const std::array<std::uint8_t, 3>* matte) {
  if (setjmp(encoder->leave) != 0) return false;
  jpeg_compress_struct& jpeg = encoder->jpeg;
  jpeg_create_compress(&jpeg);
  jpeg_mem_dest(&jpeg, &encoder->out, &encoder->out_size);
  jpeg.image_width = static_cast<JDIMENSION>(image->width);
  jpeg.image_height = static_cast<JDIMENSION>(image->height);
  jpeg.input_components = 3;
  jpeg.in_color_space = JCS_RGB;
  jpeg_set_defaults(&jpeg);
  jpeg_set_quality(&jpeg, jpeg_quality, TRUE);
  // Full colour resolution: with subsampling, outlines between saturated areas bleed.
  jpeg.comp_info[0].h_samp_factor = 1;
  jpeg.comp_info[0].v_samp_factor = 1;
  jpeg.dct_method = JDCT_ISLOW;  // same result on every processor
  jpeg.optimize_coding = TRUE;
  jpeg_start_compress(&jpeg, TRUE);
  const std::size_t pixels = static_cast<std::size_t>(image->width);
  for (std::size_t y = 0; y < static_cast<std::size_t>(image->height); ++y) {
    compose_row(image->rgba.data() + y * pixels * 4, pixels, *matte, encoder->row.data());
    JSAMPROW row = encoder->row.data();
    jpeg_write_scanlines(&jpeg, &row, 1);
  }
  jpeg_finish_compress(&jpeg);
  return true;
}

}  // namespace

Result<Bytes> encode_jpeg(const Image& image, const std::array<std::uint8_t, 3>& matte) {
  MMD_TRY(check_pixels(image));
  const auto encoder = std::make_unique<Encoder>();
  encoder->row.resize(static_cast<std::size_t>(image.width) * 3);
  encoder->jpeg.err = jpeg_std_error(&encoder->errors);
  encoder->errors.error_exit = on_encoding_error;
  encoder->errors.output_message = on_encoding_message;
  encoder->jpeg.client_data = encoder.get();
  if (!write_jpeg(encoder.get(), &image, &matte))
    return fail(fmt::format("the picture cannot be encoded as JPEG: {}", encoder->message));
  const auto* first = reinterpret_cast<const std::byte*>(encoder->out);
  return Bytes(first, first + encoder->out_size);
}

}  // namespace mmd
