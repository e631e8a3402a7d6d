#include "base/byte_io.h"

#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include "base/content_hash.h"
#include "base/raw_vector.h"

namespace mmd {
namespace {

TEST(ByteReader, ReadsLittleEndianValuesInOrder) {
  ByteReader in(as_byte_span(std::string_view("\x01\x02\x03\x04\x05\x06\x07", 7)));
  EXPECT_EQ(in.read<std::uint8_t>(), 0x01);
  EXPECT_EQ(in.read<std::uint16_t>(), 0x0302);
  EXPECT_EQ(in.read<std::uint32_t>(), 0x07060504u);
  EXPECT_TRUE(in.ok());
  EXPECT_EQ(in.remaining(), 0u);
}

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

TEST(ByteReader, ReadsBytesAndTheRest) {
  ByteReader in(as_byte_span("hello world"));
  EXPECT_EQ(in.read_bytes(5), "hello");
  in.skip(1);
  EXPECT_EQ(as_text(in.rest()), "world");
  EXPECT_EQ(in.read_bytes(5), "world");
  EXPECT_TRUE(in.ok());
}

TEST(ByteWriter, RoundTripsThroughTheReader) {
  ByteWriter out;
  out.write(std::int32_t{-5});
  out.write(2.5f);
  out.write_bytes("xyz");
  EXPECT_EQ(out.size(), 11u);
  const Bytes bytes = out.take();
  ByteReader in(bytes);
  EXPECT_EQ(in.read<std::int32_t>(), -5);
  EXPECT_EQ(in.read<float>(), 2.5f);
  EXPECT_EQ(in.read_bytes(3), "xyz");
}

TEST(RawVector, KeepsFillsAndConstructsElements) {
  RawVector<int> v;
  for (int i = 0; i < 1000; ++i) v.push_back(i);
  v.resize(5000);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(v[static_cast<std::size_t>(i)], i);
  RawVector<int> filled(4, 7);
  filled.resize(6, 9);
  EXPECT_EQ(filled, (RawVector<int>{7, 7, 7, 7, 9, 9}));
  RawVector<std::string> texts;
  texts.resize(100);
  for (const std::string& s : texts) ASSERT_TRUE(s.empty());
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
