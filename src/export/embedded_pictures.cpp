#include "export/embedded_pictures.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "assets/image_kinds.h"
#include "base/byte_io.h"
#include "base/errors.h"
#include "base/text.h"

namespace mmd {
namespace {

constexpr std::size_t png_signature = 8, png_chunk_frame = 12;
/// Chunks that all viewers treat alike.
constexpr std::string_view plain_chunks[] = {"IHDR", "PLTE", "tRNS", "IDAT", "IEND", "tEXt", "zTXt",
                                             "iTXt", "tIME", "sRGB", "bKGD", "sBIT", "hIST"};

std::string_view ascii(ByteSpan bytes, std::size_t at, std::size_t length) {
  return {reinterpret_cast<const char*>(bytes.data()) + at, length};
}

bool is_plain_png(ByteSpan bytes) {
  std::size_t at = png_signature;
  while (at + png_chunk_frame <= bytes.size()) {
    const std::string_view kind = ascii(bytes, at + 4, 4);
    if (std::find(std::begin(plain_chunks), std::end(plain_chunks), kind) == std::end(plain_chunks))
      return false;
    const std::size_t length = big_32(bytes, at);
    if (length > bytes.size() - at - png_chunk_frame) return false;
    // This program displays pictures with wrong checksums; browsers do not.
    if (png_crc(bytes.subspan(at + 4, length + 4)) != big_32(bytes, at + 8 + length)) return false;
    at += png_chunk_frame + length;
    if (kind == "IEND") return at == bytes.size();
  }
  return false;
}

/// Grey or YCbCr as in JFIF, by the frame header, without Adobe marker, colour profile and Exif, by which
/// some programs rotate the picture.
bool is_plain_jpeg(ByteSpan bytes) {
  bool has_frame = false;
  std::size_t at = 2;
  while (at + 4 <= bytes.size() && byte_at(bytes, at) == 0xff) {
    const std::uint32_t marker = byte_at(bytes, at + 1), length = big_16(bytes, at + 2);
    const bool frame = marker >= 0xc0 && marker <= 0xc2;
    if (frame && at + 10 <= bytes.size()) {
      const std::uint32_t components = byte_at(bytes, at + 9);
      has_frame = byte_at(bytes, at + 4) == 8 && (components == 1 || components == 3);
    }
    if (marker == 0xee || marker == 0xe1 || marker == 0xe2 ||
        (marker > 0xc2 && marker < 0xd0 && marker != 0xc4 && marker != 0xcc))
      return false;
    if (marker == 0xda) return has_frame;
    at += 2 + std::size_t{length};
  }
  return false;
}

bool begins_with(ByteSpan bytes, std::string_view start) {
  return bytes.size() >= start.size() && ascii(bytes, 0, start.size()) == start;
}

}  // namespace

std::string plain_picture_type(ByteSpan picture) {
  if (begins_with(picture, "\x89PNG\r\n\x1a\n")) return is_plain_png(picture) ? "image/png" : "";
  if (begins_with(picture, "\xff\xd8")) return is_plain_jpeg(picture) ? "image/jpeg" : "";
  return {};
}

Result<ExchangeImage> EmbeddedPictures::load(std::size_t texture, const std::string& path) const {
  ExchangeImage out;
  const std::size_t slash = path.find_last_of('/');
  out.name =
      utf8_lossy(slash == std::string::npos ? path : path.substr(slash + 1));  // archives may lack UTF-8
  MMD_TRY(auto bytes, loaded_.origin.files->read(path));
  out.mime = plain_picture_type(bytes);
  if (!out.mime.empty()) {
    out.bytes = std::move(bytes);
    return out;
  }
  out.mime = "image/png";
  MMD_TRY(out.bytes, encode_png(*(*loaded_.textures)[texture]));
  return out;
}

Result<std::int32_t> EmbeddedPictures::add(std::int32_t texture) {
  const auto index = static_cast<std::size_t>(texture);
  if (texture == none || index >= loaded_.textures->size() || !(*loaded_.textures)[index]) return none;
  const auto path = find_texture(loaded_.origin, loaded_.model->textures[index]);
  if (!path) return none;
  const auto [at, is_new] = by_path_.emplace(*path, static_cast<std::int32_t>(images_.size()));
  const std::int32_t number = at->second;
  if (!is_new) return number;
  MMD_TRY(auto image, load(index, *path));
  images_.push_back(std::move(image));
  return number;
}

}  // namespace mmd
