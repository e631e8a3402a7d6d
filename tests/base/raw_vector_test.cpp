#include "base/raw_vector.h"

#include <string>

#include <gtest/gtest.h>

namespace mmd {
namespace {

TEST(RawVector, KeepsItsElementsWhenItGrows) {
  RawVector<int> v;
  for (int i = 0; i < 1000; ++i) v.push_back(i);
  v.resize(5000);
  for (int i = 0; i < 1000; ++i) ASSERT_EQ(v[static_cast<std::size_t>(i)], i);
}

TEST(RawVector, FillsWhenAskedTo) {
  RawVector<int> v(4, 7);
  v.resize(6, 9);
  EXPECT_EQ(v, (RawVector<int>{7, 7, 7, 7, 9, 9}));
}

TEST(RawVector, StillConstructsTypesThatNeedIt) {
  RawVector<std::string> v;
  v.resize(100);
  for (const std::string& s : v) ASSERT_TRUE(s.empty());
}

}  // namespace
}  // namespace mmd
