#include <algorithm>
#include <cstdint>

#include "assets/file_set.h"
#include "assets/image.h"
#include "base/byte_io.h"

namespace mmd {
namespace {

bool begins_with(ByteSpan bytes, std::string_view text) {
  return as_text(bytes).substr(0, text.size()) == text;
}

void add(Bytes& to, ByteSpan bytes) {
  to.insert(to.end(), bytes.begin(), bytes.end());
}
void add(Bytes& to, std::string_view text) {
  add(to, as_byte_span(text));
}
void add_number(Bytes& to, std::uint32_t number, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) to.push_back(static_cast<std::byte>(number >> (8 * i) & 0xFFu));
}
void add_chunk(Bytes& to, std::string_view name, ByteSpan content) {
  add(to, name);
  add_number(to, static_cast<std::uint32_t>(content.size()), 4);
  add(to, content);
  if (content.size() % 2 != 0) to.push_back(std::byte{0});
}

/// The text behind "keyword: ".
std::optional<std::string> text_behind(std::string_view text, std::string_view keyword) {
  if (text.size() < keyword.size() + 2 || text.substr(0, keyword.size()) != keyword) return std::nullopt;
  if (text.substr(keyword.size(), 2) != ": ") return std::nullopt;
  return std::string(text.substr(keyword.size() + 2));
}

constexpr std::string_view png_signature("\x89PNG\r\n\x1a\n", 8);
constexpr std::string_view png_end("\0\0\0\0IEND\xAE\x42\x60\x82", 12);

std::optional<std::string> in_png(ByteSpan png, std::string_view keyword) {
  if (as_text(png.last(std::min(png.size(), png_end.size()))) != png_end) return std::nullopt;
  std::size_t at = png_signature.size();
  while (at + 12 <= png.size()) {
    const std::size_t length = big_32(png, at);
    const std::string_view name = as_text(png.subspan(at + 4, 4));
    if (length > png.size() - at - 12 || name == "IDAT") return std::nullopt;
    const std::string_view content = as_text(png.subspan(at + 8, length));
    if (name == "tEXt" && content.size() > keyword.size() && content.substr(0, keyword.size()) == keyword &&
        content[keyword.size()] == '\0')
      return std::string(content.substr(keyword.size() + 1));
    at += 12 + length;
  }
  return std::nullopt;
}

constexpr std::uint32_t jpeg_comment = 0xFFFE, jpeg_scan = 0xFFDA;

std::optional<std::string> in_jpeg(ByteSpan jpeg, std::string_view keyword) {
  if (jpeg.size() < 4 || big_16(jpeg, jpeg.size() - 2) != 0xFFD9) return std::nullopt;
  std::size_t at = 2;
  while (at + 4 <= jpeg.size()) {
    const std::uint32_t marker = big_16(jpeg, at), length = big_16(jpeg, at + 2);
    if (marker == jpeg_scan || length < 2 || at + 2 + length > jpeg.size()) return std::nullopt;
    if (marker == jpeg_comment)
      if (auto text = text_behind(as_text(jpeg.subspan(at + 4, length - 2)), keyword)) return text;
    at += 2 + length;
  }
  return std::nullopt;
}

std::optional<std::string> in_webp(ByteSpan webp, std::string_view keyword) {
  if (webp.size() < 12 || little_32(webp, 4) + std::size_t{8} > webp.size()) return std::nullopt;
  std::size_t at = 12;
  while (at + 8 <= webp.size()) {
    const std::size_t length = little_32(webp, at + 4);
    if (length > webp.size() - at - 8) return std::nullopt;
    if (begins_with(webp.subspan(at), "XMP "))
      if (auto text = text_behind(as_text(webp.subspan(at + 8, length)), keyword)) return text;
    at += 8 + length + length % 2;
  }
  return std::nullopt;
}

}  // namespace

Bytes jpeg_with_comment(const Bytes& jpeg, std::string_view text) {
  constexpr std::size_t max_length = 65533, start_of_image = 2;
  text = text.substr(0, max_length);
  Bytes out;
  add(out, ByteSpan(jpeg).first(start_of_image));
  const auto length = static_cast<std::uint32_t>(text.size() + 2);
  for (const std::uint32_t value : {0xFFu, 0xFEu, length >> 8, length & 0xFFu})
    out.push_back(static_cast<std::byte>(value));
  add(out, text);
  add(out, ByteSpan(jpeg).subspan(start_of_image));
  return out;
}

Bytes webp_with_metadata(const Bytes& webp, std::string_view text, int width, int height, bool has_alpha) {
  constexpr std::uint32_t with_xmp = 0x04, with_alpha = 0x10;
  const ByteSpan chunks = ByteSpan(webp).subspan(12);
  Bytes out;
  add(out, ByteSpan(webp).first(12));
  if (begins_with(chunks, "VP8X")) {
    add(out, chunks);
    out[20] |= static_cast<std::byte>(with_xmp);
  } else {
    Bytes header;
    add_number(header, with_xmp | (has_alpha ? with_alpha : 0), 4);
    add_number(header, static_cast<std::uint32_t>(width - 1), 3);
    add_number(header, static_cast<std::uint32_t>(height - 1), 3);
    add_chunk(out, "VP8X", header);
    add(out, chunks);
  }
  add_chunk(out, "XMP ", as_byte_span(text));
  Bytes size;
  add_number(size, static_cast<std::uint32_t>(out.size() - 8), 4);
  std::copy(size.begin(), size.end(), out.begin() + 4);
  return out;
}

std::optional<std::string> embedded_text(ByteSpan picture, std::string_view keyword) {
  if (begins_with(picture, png_signature)) return in_png(picture, keyword);
  if (begins_with(picture, "\xFF\xD8")) return in_jpeg(picture, keyword);
  if (begins_with(picture, "RIFF")) return in_webp(picture, keyword);
  return std::nullopt;
}

std::optional<std::string> embedded_text(const std::filesystem::path& picture, std::string_view keyword) {
  const auto bytes = read_file(picture);
  return bytes ? embedded_text(ByteSpan(*bytes), keyword) : std::nullopt;
}

}  // namespace mmd
