#include "base/content_hash.h"

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

TEST(ContentHash, KeepsTheValueThatCachedFilesAreNamedAfter) {
  EXPECT_EQ(to_hex(content_hash(as_byte_span("pose"))), "703e054764d2c96f9a595faa28a1fe9b");
  EXPECT_EQ(to_hex({1, 0xabc}), "00000000000000010000000000000abc");
}

TEST(HashOfParts, KnowsWhereAPartEnds) {
  EXPECT_NE(HashOfParts().add("ab").add("c").take(), HashOfParts().add("a").add("bc").take());
  EXPECT_NE(HashOfParts().add(1).add(2).take(), HashOfParts().add(2).add(1).take());
  EXPECT_EQ(HashOfParts().add("a").add({3, 4}).take(), HashOfParts().add("a").add(ContentHash{3, 4}).take());
}

}  // namespace
}  // namespace mmd
