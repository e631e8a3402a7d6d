#include "base/content_hash.h"

#include <fmt/format.h>
#include <xxhash.h>

namespace mmd {

std::uint64_t xxh64(ByteSpan bytes, std::uint64_t seed) {
  return XXH64(bytes.data(), bytes.size(), seed);
}

ContentHash content_hash(ByteSpan bytes) {
  // Cached thumbnails are named after this hash: another seed would lose them.
  constexpr std::uint64_t second_seed = 0x9E3779B185EBCA87u;
  return {xxh64(bytes, second_seed), xxh64(bytes)};
}

std::string to_hex(const ContentHash& hash) {
  return fmt::format("{:016x}{:016x}", hash.high, hash.low);
}

HashOfParts& HashOfParts::add(const ContentHash& hash) {
  parts_.write(hash.high);
  parts_.write(hash.low);
  return *this;
}

HashOfParts& HashOfParts::add(std::string_view text) {
  parts_.write(static_cast<std::uint64_t>(text.size()));
  parts_.write_bytes(text);
  return *this;
}

HashOfParts& HashOfParts::add(std::int64_t number) {
  parts_.write(number);
  return *this;
}

}  // namespace mmd
