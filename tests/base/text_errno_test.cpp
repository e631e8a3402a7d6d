// Conversions of text do not depend on what allocations leave in errno.

#include <cerrno>
#include <string>

#include <gtest/gtest.h>

#include "base/text.h"
#include "tests/support/allocation_count.h"

namespace mmd {
namespace {

/// あ in CP932, often enough to fill any buffer of a conversion.
std::string long_text() {
  std::string out;
  for (int i = 0; i < 2000; ++i) out += "\x82\xA0";
  return out;
}

class AllocationsSetErrno : public testing::TestWithParam<int> {
 protected:
  AllocationsSetErrno() { test::let_allocations_set_errno(GetParam()); }
  ~AllocationsSetErrno() override { test::let_allocations_set_errno(0); }
};

TEST_P(AllocationsSetErrno, FullBufferIsNotReportedAsABadByte) {
  const std::string bytes = long_text();
  const auto text = utf8_from_cp932(bytes);
  ASSERT_TRUE(text);
  EXPECT_EQ(text->size(), 6000u);
  EXPECT_EQ(utf8_from_cp932_lossy(bytes), *text);
  EXPECT_EQ(cp932_from_utf8(*text), bytes);
}

TEST_P(AllocationsSetErrno, BadByteIsNotReportedAsAFullBuffer) {
  const std::string bad = long_text() + "\xFF\xFF";
  EXPECT_FALSE(utf8_from_cp932(bad));
  EXPECT_EQ(utf8_from_cp932_lossy(bad).size(), 6006u);
}

INSTANTIATE_TEST_SUITE_P(Text, AllocationsSetErrno, testing::Values(ENOMEM, E2BIG));

}  // namespace
}  // namespace mmd
