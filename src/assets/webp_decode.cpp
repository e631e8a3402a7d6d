#include <algorithm>

#include <webp/decode.h>

#include "assets/image_kinds.h"

namespace mmd {

Result<Image> decode_webp(ByteSpan bytes, int side) {
  const auto* data = reinterpret_cast<const std::uint8_t*>(bytes.data());
  WebPDecoderConfig config;
  if (WebPInitDecoderConfig(&config) == 0)
    return fail("WebP cannot be decoded: the library has another version");
  if (WebPGetFeatures(data, bytes.size(), &config.input) != VP8_STATUS_OK)
    return fail("this is not a WebP picture");
  Image out;
  out.width = config.input.width;
  out.height = config.input.height;
  if (std::max(out.width, out.height) > max_image_dimension) return fail("the picture is too large");
  while (std::min(out.width, out.height) > 1 && std::max(out.width, out.height) / 2 >= side) {
    out.width /= 2;
    out.height /= 2;
  }
  out.has_alpha = config.input.has_alpha != 0;
  out.rgba.resize(static_cast<std::size_t>(out.width) * static_cast<std::size_t>(out.height) * 4);
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
