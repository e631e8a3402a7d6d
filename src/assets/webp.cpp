#include <algorithm>
#include <exception>

#include <fmt/format.h>
#include <webp/decode.h>
#include <webp/encode.h>

#include "assets/image_kinds.h"
#include "base/errors.h"

namespace mmd {
namespace {

struct Writer {
  WebPPicture picture{};
  Bytes bytes;

  Writer() = default;
  ~Writer() { WebPPictureFree(&picture); }
  Writer(const Writer&) = delete;
  Writer& operator=(const Writer&) = delete;
};

/// Must not throw: libwebp, which is C, calls it.
int on_write(const std::uint8_t* data, std::size_t size, const WebPPicture* picture) {
  try {
    auto& bytes = static_cast<Writer*>(picture->custom_ptr)->bytes;
    const auto* first = reinterpret_cast<const std::byte*>(data);
    bytes.insert(bytes.end(), first, first + size);
    return 1;
  } catch (const std::exception&) {
    return 0;
  }
}

bool configure(WebPConfig& config) {
  constexpr float quality = 90.0f;
  if (WebPConfigInit(&config) == 0) return false;
  config.quality = quality;
  config.alpha_quality = 100;  // the silhouette stays exact
  config.use_sharp_yuv = 1;    // keeps outlines between saturated areas from bleeding
  config.thread_level = 0;
  return WebPValidateConfig(&config) != 0;
}

}  // namespace

Result<Bytes> encode_webp(const Image& image) {
  MMD_TRY(check_pixels(image));
  if (image.width > WEBP_MAX_DIMENSION || image.height > WEBP_MAX_DIMENSION)
    return fail(fmt::format("a picture of {}x{} pixels is too large for WebP: it holds up to {}x{}",
                            image.width, image.height, WEBP_MAX_DIMENSION, WEBP_MAX_DIMENSION),
                "choose a smaller --size or PNG");
  Writer writer;
  WebPConfig config;
  if (!configure(config) || WebPPictureInit(&writer.picture) == 0)
    return fail("the picture cannot be encoded as WebP: the library has another version");
  WebPPicture& picture = writer.picture;
  picture.width = image.width;
  picture.height = image.height;
  picture.use_argb = 1;
  picture.writer = on_write;
  picture.custom_ptr = &writer;
  const int stride = image.width * 4;
  const bool imported = image.has_alpha ? WebPPictureImportRGBA(&picture, image.rgba.data(), stride) != 0
                                        : WebPPictureImportRGBX(&picture, image.rgba.data(), stride) != 0;
  if (!imported || WebPEncode(&config, &picture) == 0)
    return fail(
        fmt::format("the picture cannot be encoded as WebP: error {}", static_cast<int>(picture.error_code)));
  return std::move(writer.bytes);
}

Result<Image> decode_webp(ByteSpan bytes, int side) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  WebPDecoderConfig config;
  if (WebPInitDecoderConfig(&config) == 0)
    return fail("WebP cannot be decoded: the library has another version");
  if (WebPGetFeatures(data, bytes.size(), &config.input) != VP8_STATUS_OK)
    return fail("this is not a WebP picture");
  int width = config.input.width, height = config.input.height;
  if (std::max(width, height) > max_image_dimension) return fail("the picture is too large");
  while (std::min(width, height) > 1 && std::max(width, height) / 2 >= side) {
    width /= 2;
    height /= 2;
  }
  Image out = image_of_size(width, height);
  out.has_alpha = config.input.has_alpha != 0;
  config.options.use_scaling = out.width != config.input.width ? 1 : 0;
  config.options.scaled_width = out.width;
  config.options.scaled_height = out.height;
  config.output.colorspace = MODE_RGBA;
  config.output.is_external_memory = 1;
  config.output.u.RGBA.rgba = out.rgba.data();
  config.output.u.RGBA.stride = out.width * 4;
  config.output.u.RGBA.size = out.rgba.size();
  if (WebPDecode(data, bytes.size(), &config) != VP8_STATUS_OK) return fail("the WebP picture is damaged");
  return out;
}

}  // namespace mmd
