#include "base/byte_io.h"

#include <cstdint>

#include <gtest/gtest.h>

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

TEST(ByteReader, StaysWhereItIsWhenAReadDoesNotFit) {
  ByteReader in(as_byte_span("abc"));
  in.read<std::uint8_t>();
  EXPECT_EQ(in.read<std::uint32_t>(), 0u);
  EXPECT_FALSE(in.ok());
  EXPECT_EQ(in.offset(), 1u);
  // What would fit is zero as well from now on.
  EXPECT_EQ(in.read<std::uint8_t>(), 0u);
  EXPECT_EQ(in.read_bytes(1), "");
  EXPECT_EQ(in.offset(), 1u);
}

TEST(ByteReader, RejectsLengthsThatWouldOverflow) {
  ByteReader in(as_byte_span("abc"));
  in.skip(1);
  EXPECT_EQ(in.read_bytes(static_cast<std::size_t>(-1)), "");
  EXPECT_FALSE(in.ok());
}

TEST(ByteReader, GivesViewsIntoTheInput) {
  ByteReader in(as_byte_span("hello world"));
  EXPECT_EQ(in.read_bytes(5), "hello");
  in.skip(1);
  EXPECT_EQ(as_text(in.rest()), "world");
  EXPECT_EQ(in.read_bytes(5), "world");
  EXPECT_TRUE(in.ok());
}

TEST(ByteReader, TakesNothingFromEmptyInput) {
  ByteReader in({});
  EXPECT_EQ(in.read_bytes(0), "");
  EXPECT_TRUE(in.ok());
  in.read<std::uint8_t>();
  EXPECT_FALSE(in.ok());
}

TEST(ByteWriter, IsTheInverseOfTheReader) {
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

}  // namespace
}  // namespace mmd
