#include "base/byte_io.h"

#include <cstdint>

#include <gtest/gtest.h>

#include "base/content_hash.h"
#include "base/raw_vector.h"

namespace mmd {
namespace {

TEST(ByteReader, StaysInPlaceWhenAReadDoesNotFit) {
  ByteReader in(as_byte_span("abc"));
  in.read<std::uint8_t>();
  EXPECT_EQ(in.read<std::uint32_t>(), 0u);
  EXPECT_FALSE(in.ok());
  EXPECT_EQ(in.offset(), 1u);
  // After a failure, reads that would fit give zero as well.
  EXPECT_EQ(in.read<std::uint8_t>(), 0u);
  EXPECT_EQ(in.read_bytes(1), "");
  EXPECT_EQ(in.offset(), 1u);
  ByteReader overflowing(as_byte_span("abc"));
  overflowing.skip(1);
  EXPECT_EQ(overflowing.read_bytes(static_cast<std::size_t>(-1)), "");
  EXPECT_FALSE(overflowing.ok());
  ByteReader empty({});
  EXPECT_EQ(empty.read_bytes(0), "");
  EXPECT_TRUE(empty.ok());
  empty.read<std::uint8_t>();
  EXPECT_FALSE(empty.ok());
}

// Values from the specification's tests and from other libraries.
TEST(ContentHash, MatchesKnownXxh64ValuesAndCachedFileNames) {
  EXPECT_EQ(xxh64(as_byte_span("")), 0xEF46DB3751D8E999u);
  EXPECT_EQ(xxh64(as_byte_span("a")), 0xD24EC4F1A98C6E5Bu);
  EXPECT_EQ(xxh64(as_byte_span("abc")), 0x44BC2CF5AD770999u);
  EXPECT_EQ(xxh64(as_byte_span("Nobody inspects the spammish repetition")), 0xFBCEA83C8A378BF1u);
  EXPECT_EQ(to_hex(content_hash(as_byte_span("pose"))), "703e054764d2c96f9a595faa28a1fe9b");
  EXPECT_EQ(to_hex({1, 0xabc}), "00000000000000010000000000000abc");
}

TEST(HashOfParts, DependsOnBoundariesAndOrder) {
  EXPECT_NE(HashOfParts().add("ab").add("c").take(), HashOfParts().add("a").add("bc").take());
  EXPECT_NE(HashOfParts().add(1).add(2).take(), HashOfParts().add(2).add(1).take());
  EXPECT_EQ(HashOfParts().add("a").add({3, 4}).take(), HashOfParts().add("a").add(ContentHash{3, 4}).take());
}

}  // namespace
}  // namespace mmd
