#include "assets/png_crc.h"

#include <libdeflate.h>

namespace mmd {

std::uint32_t png_crc(ByteSpan bytes) {
  return libdeflate_crc32(0, bytes.data(), bytes.size());
}

}  // namespace mmd
