#include "base/content_hash.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace mmd {
namespace {

// The first are those that the specification's own tests and many libraries state.
TEST(ContentHash, GivesTheKnownValuesOfXxh64) {
  EXPECT_EQ(xxh64(as_byte_span("")), 0xEF46DB3751D8E999u);
  EXPECT_EQ(xxh64(as_byte_span("a")), 0xD24EC4F1A98C6E5Bu);
  EXPECT_EQ(xxh64(as_byte_span("abc")), 0x44BC2CF5AD770999u);
  EXPECT_EQ(xxh64(as_byte_span("Nobody inspects the spammish repetition")), 0xFBCEA83C8A378BF1u);
}

TEST(ContentHash, DiffersForEveryLengthAndEveryByte) {
  std::set<std::string> seen;
  for (std::size_t length = 0; length < 100; ++length)
    EXPECT_TRUE(seen.insert(to_hex(content_hash(as_byte_span(std::string(length, 'x'))))).second) << length;
  for (std::size_t at = 0; at < 99; ++at) {
    std::string text(99, 'x');
    text[at] = 'y';
    EXPECT_TRUE(seen.insert(to_hex(content_hash(as_byte_span(text)))).second) << at;
  }
}

TEST(ContentHash, HalvesAreIndependent) {
  const ContentHash hash = content_hash(as_byte_span("pose"));
  EXPECT_NE(hash.high, hash.low);
  EXPECT_EQ(to_hex(hash).size(), 32u);
  EXPECT_EQ(to_hex({1, 0xabc}), "00000000000000010000000000000abc");
}

TEST(HashOfParts, KnowsWhereAPartEnds) {
  EXPECT_NE(HashOfParts().add("ab").add("c").take(), HashOfParts().add("a").add("bc").take());
  EXPECT_NE(HashOfParts().add(1).add(2).take(), HashOfParts().add(2).add(1).take());
  EXPECT_EQ(HashOfParts().add("a").add({3, 4}).take(), HashOfParts().add("a").add(ContentHash{3, 4}).take());
}

}  // namespace
}  // namespace mmd
