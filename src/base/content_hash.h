#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/byte_io.h"

namespace mmd {

/// XXH64 by libxxhash. Not cryptographic: it does not detect forgeries.
std::uint64_t xxh64(ByteSpan bytes, std::uint64_t seed = 0);

/// 128 bits that identify a content: XXH64 with two seeds. All zero: not computed yet.
struct ContentHash {
  std::uint64_t high = 0, low = 0;
  bool operator==(const ContentHash&) const = default;
};
ContentHash content_hash(ByteSpan bytes);
/// 32 hexadecimal digits, usable in a file name.
std::string to_hex(const ContentHash& hash);

/// One hash of several values; their order counts.
class HashOfParts {
 public:
  HashOfParts& add(const ContentHash& hash);
  HashOfParts& add(std::string_view text);
  HashOfParts& add(std::int64_t number);
  ContentHash take() { return content_hash(parts_.take()); }

 private:
  ByteWriter parts_;
};

}  // namespace mmd
