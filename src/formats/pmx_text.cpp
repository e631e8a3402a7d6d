#include "base/text.h"
#include "formats/pmx.h"

namespace mmd::pmx {

std::string to_utf8(const Text& text, TextEncoding encoding) {
  return encoding == TextEncoding::utf16le ? utf8_from_utf16le(text.bytes) : utf8_lossy(text.bytes);
}

Text from_utf8(std::string_view text, TextEncoding encoding) {
  return Text{encoding == TextEncoding::utf16le ? utf16le_from_utf8(text) : utf8_lossy(text)};
}

}  // namespace mmd::pmx
