#pragma once

// Whole numbers of pictures' headers, by the order of their bytes. The caller has seen that they are there.

#include <cstddef>
#include <cstdint>

#include "base/byte_io.h"

namespace mmd {

inline std::uint32_t byte_at(ByteSpan bytes, std::size_t at) {
  return std::to_integer<std::uint32_t>(bytes[at]);
}
inline std::uint32_t big_16(ByteSpan bytes, std::size_t at) {
  return byte_at(bytes, at) << 8 | byte_at(bytes, at + 1);
}
inline std::uint32_t little_16(ByteSpan bytes, std::size_t at) {
  return byte_at(bytes, at) | byte_at(bytes, at + 1) << 8;
}
inline std::uint32_t big_32(ByteSpan bytes, std::size_t at) {
  return big_16(bytes, at) << 16 | big_16(bytes, at + 2);
}
inline std::uint32_t little_32(ByteSpan bytes, std::size_t at) {
  return little_16(bytes, at) | little_16(bytes, at + 2) << 16;
}

}  // namespace mmd
