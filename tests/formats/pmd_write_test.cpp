#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/pmd.h"
#include "tests/support/pmd_samples.h"

namespace mmd::pmd {
namespace {

TEST(PmdWrite, GivesBackTheBytesThatWereRead) {
  for (std::size_t tails = 0; tails <= tail_count; ++tails) {
    for (const int english : {0, 1, 7}) {
      File file = test::full_pmd();
      file.tails = tails;
      file.english.flag = static_cast<std::uint8_t>(english);
      file.trailing.assign(tails == tail_count ? 3 : 0, std::byte{0xEE});
      const Bytes bytes = write(file).value();
      const auto read_back = read(bytes);
      ASSERT_TRUE(read_back);
      EXPECT_EQ(read_back->file.tails, tails);
      EXPECT_EQ(write(read_back->file).value(), bytes);
    }
  }
}

TEST(PmdWrite, RefusesWhatTheFormatCannotHold) {
  File file = test::full_pmd();
  file.display_morphs.assign(256, 1);
  auto bytes = write(file);
  ASSERT_FALSE(bytes);
  EXPECT_THAT(bytes.error().what, testing::HasSubstr("morph display list: 256"));
  file = test::full_pmd();
  file.english.bones.pop_back();
  bytes = write(file);
  ASSERT_FALSE(bytes);
  EXPECT_THAT(bytes.error().what, testing::HasSubstr("English names"));
}

}  // namespace
}  // namespace mmd::pmd
