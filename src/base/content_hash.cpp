#include "base/content_hash.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstring>

#include <fmt/format.h>

namespace mmd {
namespace {

// The specification's names and numbers.
constexpr std::uint64_t prime1 = 0x9E3779B185EBCA87u, prime2 = 0xC2B2AE3D27D4EB4Fu,
                        prime3 = 0x165667B19E3779F9u, prime4 = 0x85EBCA77C2B2AE63u,
                        prime5 = 0x27D4EB2F165667C5u;
constexpr std::size_t stripe = 32;

std::uint64_t round(std::uint64_t accumulator, std::uint64_t lane) {
  return std::rotl(accumulator + lane * prime2, 31) * prime1;
}

std::uint64_t merge(std::uint64_t hash, std::uint64_t accumulator) {
  return (hash ^ round(0, accumulator)) * prime1 + prime4;
}

/// A lane of a stripe, little-endian as the specification wants it.
std::uint64_t lane_at(const std::byte* at) {
  std::uint64_t lane = 0;
  std::memcpy(&lane, at, sizeof lane);
  if constexpr (std::endian::native == std::endian::big) {
    std::uint64_t swapped = 0;
    for (int i = 0; i < 8; ++i) swapped |= (lane >> (8 * i) & 0xFFu) << (56 - 8 * i);
    return swapped;
  }
  return lane;
}

/// Of the whole stripes at the beginning.
std::uint64_t hash_stripes(ByteSpan bytes, std::uint64_t seed) {
  std::array<std::uint64_t, 4> accumulators{seed + prime1 + prime2, seed + prime2, seed, seed - prime1};
  const std::byte* at = bytes.data();
  for (std::size_t left = bytes.size(); left >= stripe; left -= stripe, at += stripe)
    for (std::size_t i = 0; i < accumulators.size(); ++i)
      accumulators[i] = round(accumulators[i], lane_at(at + 8 * i));
  std::uint64_t hash = std::rotl(accumulators[0], 1) + std::rotl(accumulators[1], 7) +
                       std::rotl(accumulators[2], 12) + std::rotl(accumulators[3], 18);
  for (const std::uint64_t accumulator : accumulators) hash = merge(hash, accumulator);
  return hash;
}

}  // namespace

std::uint64_t xxh64(ByteSpan bytes, std::uint64_t seed) {
  std::uint64_t hash = bytes.size() >= stripe ? hash_stripes(bytes, seed) : seed + prime5;
  ByteReader reader(bytes.subspan(bytes.size() / stripe * stripe));
  hash += bytes.size();
  while (reader.remaining() >= 8)
    hash = std::rotl(hash ^ round(0, reader.read<std::uint64_t>()), 27) * prime1 + prime4;
  if (reader.remaining() >= 4)
    hash = std::rotl(hash ^ (std::uint64_t{reader.read<std::uint32_t>()} * prime1), 23) * prime2 + prime3;
  while (reader.remaining() > 0)
    hash = std::rotl(hash ^ (std::uint64_t{reader.read<std::uint8_t>()} * prime5), 11) * prime1;
  hash = (hash ^ (hash >> 33)) * prime2;
  hash = (hash ^ (hash >> 29)) * prime3;
  return hash ^ (hash >> 32);
}

ContentHash content_hash(ByteSpan bytes) {
  return {xxh64(bytes, prime1), xxh64(bytes)};
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
