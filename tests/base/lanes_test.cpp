#include <gtest/gtest.h>

#include "base/simd/plain.h"
#include "tests/base/lanes_checks.h"

namespace mmd {
namespace {

TEST(Lanes, PlainOnesDoToEachLaneWhatIsDoneToOneNumber) {
  EXPECT_STREQ((wrong_floats<PlainLanes<float, 1>>()), nullptr);
  EXPECT_STREQ((wrong_floats<PlainLanes<float, 4>>()), nullptr);
  EXPECT_STREQ((wrong_numbers<PlainLanes<double, 1>, double>()), nullptr);
  EXPECT_STREQ((wrong_numbers<PlainLanes<double, 2>, double>()), nullptr);
  EXPECT_STREQ((wrong_numbers<PlainLanes<double, 4>, double>()), nullptr);
  EXPECT_STREQ((wrong_numbers<PlainLanes<double, 8>, double>()), nullptr);
}

TEST(Lanes, ThoseOfSse41Do) {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("sse4.1")) GTEST_SKIP() << "not on this processor";
#endif
  EXPECT_STREQ(wrong_sse41_lanes(), nullptr);
}

TEST(Lanes, ThoseOfAvx2Do) {
#if defined(__x86_64__)
  if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
    GTEST_SKIP() << "not on this processor";
#endif
  EXPECT_STREQ(wrong_avx2_lanes(), nullptr);
}

}  // namespace
}  // namespace mmd
