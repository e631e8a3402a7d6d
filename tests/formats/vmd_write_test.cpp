#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/vmd.h"
#include "tests/support/vmd_samples.h"

namespace mmd::vmd {
namespace {

TEST(VmdWrite, GivesBackTheBytesThatWereRead) {
  File file = test::full_motion();
  for (const char* signature : {"Vocaloid Motion Data 0002", "Vocaloid Motion Data file"}) {
    file.signature = name_from<30>(signature);
    file.signature[29] = '\x42';  // garbage after the NUL
    for (const std::size_t trailing : {0u, 1u, 5u}) {
      file.trailing.assign(trailing, std::byte{0xEE});
      const Bytes bytes = write(file).value();
      const auto read_back = read(bytes);
      ASSERT_TRUE(read_back);
      EXPECT_EQ(write(read_back->file).value(), bytes);
      EXPECT_EQ(read_back->file.trailing.size(), trailing);
    }
  }
}

TEST(VmdWrite, TakesNoMoreMemoryThanTheFile) {
  const Bytes bytes = write(test::full_motion()).value();
  EXPECT_EQ(bytes.capacity(), bytes.size()) << "a long motion is not moved while it grows";
}

TEST(VmdWrite, KeepsNotANumber) {
  File file = empty_file("m");
  file.bones.push_back(test::bone_key("a", 0xFFFFFFFFu));
  const std::uint32_t payload = 0x7FC12345u;
  std::memcpy(&file.bones[0].translation.y, &payload, 4);
  const Bytes bytes = write(file).value();
  EXPECT_EQ(write(read(bytes)->file).value(), bytes);
}

TEST(VmdWrite, RefusesKeysInASectionTheFileDoesNotHave) {
  File file = test::full_motion();
  file.sections = 5;
  const auto bytes = write(file);
  ASSERT_FALSE(bytes);
  EXPECT_THAT(bytes.error().what, testing::HasSubstr("property keys"));
}

}  // namespace
}  // namespace mmd::vmd
