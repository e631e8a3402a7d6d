#include "formats/vpd_decode.h"

#include <algorithm>
#include <utility>

#include "base/text.h"

namespace mmd::vpd {
namespace {

constexpr std::string_view mark = "\xEF\xBB\xBF";  // U+FEFF

bool has_multibyte(std::string_view bytes) {
  return std::any_of(bytes.begin(), bytes.end(),
                     [](char c) { return (static_cast<unsigned char>(c) & 0x80) != 0; });
}

/// The encoding by byte order mark, else UTF-8 if the bytes are that and not just ASCII, else CP932.
std::pair<Encoding, std::size_t> detect(std::string_view bytes) {
  if (bytes.starts_with(mark)) return {Encoding::utf8_bom, mark.size()};
  if (bytes.starts_with("\xFF\xFE")) return {Encoding::utf16le, 2};
  if (bytes.starts_with("\xFE\xFF")) return {Encoding::utf16be, 2};
  if (has_multibyte(bytes) && is_utf8(bytes)) return {Encoding::utf8, 0};
  return {Encoding::cp932, 0};
}

}  // namespace

Decoded decode(std::string_view bytes) {
  Decoded out;
  const auto [encoding, mark_size] = detect(bytes);
  out.encoding = encoding;
  bytes.remove_prefix(mark_size);
  switch (encoding) {
    case Encoding::utf8:
      out.text = bytes;
      break;
    case Encoding::utf8_bom:
      out.text = utf8_lossy(bytes);
      break;
    case Encoding::utf16le:
      out.text = utf8_from_utf16le(bytes);
      break;
    case Encoding::utf16be:
      out.text = utf8_from_utf16be(bytes);
      break;
    case Encoding::cp932:
      if (auto text = utf8_from_cp932(bytes)) {
        out.text = std::move(*text);
      } else {
        out.text = utf8_from_cp932_lossy(bytes);
      }
      break;
  }
  out.lossy = out.text.find(replacement) != std::string::npos;
  while (out.text.starts_with(mark)) out.text.erase(0, mark.size());
  return out;
}

}  // namespace mmd::vpd
