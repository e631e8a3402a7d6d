#include "app/stage/screenshot.h"

#include <tuple>

#include <gmock/gmock.h>

#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

using testing::SizeIs;

std::tm new_year() {
  std::tm time{};
  time.tm_year = 124;
  time.tm_mday = 2;
  std::tie(time.tm_hour, time.tm_min, time.tm_sec) = std::tuple(3, 4, 5);
  return time;
}

Image red_image() {
  Image image;
  image.width = image.height = 2;
  for (int i = 0; i < 4; ++i) {
    for (const int c : {255, 0, 0, 255}) image.rgba.push_back(static_cast<std::uint8_t>(c));
  }
  return image;
}

EncodedPicture red_picture() {
  return {encode_png(red_image()).value(), PictureFormat::png};
}

TEST(PictureStem, NamesModelPoseAndTimeInAValidFileName) {
  EXPECT_EQ(picture_stem("初音", "立ち", new_year()), "初音_立ち_20240102-030405");
  EXPECT_EQ(picture_stem("m", "", new_year()), "m_20240102-030405");
  EXPECT_EQ(picture_stem("../a\\b:c*?\"<>|\n", " . ", new_year()), "_a_b_c________20240102-030405");
  std::string name;
  for (int i = 0; i < 200; ++i) name += "骨";
  const std::string stem = picture_stem(name, name, new_year());
  EXPECT_LT(stem.size(), 200u);
  EXPECT_EQ(stem.find("骨_骨"), 57u) << "cut between characters";
}

TEST(SavePicture, ATemplateCreatesFoldersAndCounts) {
  const test::TemporaryFolder folder;
  const auto names = NameTemplate::parse("{model}/{pose}_{index:02}.png");
  ASSERT_TRUE(names);
  NameParts parts;
  parts.model = "m";
  parts.pose = "立ち";
  const auto first = save_picture_named(red_picture(), *names, parts, folder.path());
  const auto second = save_picture_named(red_picture(), *names, parts, folder.path());
  ASSERT_TRUE(first && second);
  EXPECT_EQ(*first, folder.path() / "m" / "立ち_01.png");
  EXPECT_EQ(*second, folder.path() / "m" / "立ち_02.png");
}

TEST(SavePicture, WritesAPngUnderANewName) {
  const test::TemporaryFolder folder;
  const auto first = save_picture(red_picture(), folder.path(), "a");
  const auto second = save_picture(red_picture(), folder.path(), "a");
  ASSERT_TRUE(first && second);
  EXPECT_NE(*first, *second);
  EXPECT_THAT(folder.names(), SizeIs(2));
  const auto image = decode_image(read_file(*first).value());
  ASSERT_TRUE(image);
  EXPECT_EQ(image->width, 2);
  EXPECT_EQ(image->rgba[0], 255);
  EXPECT_EQ(image->rgba[1], 0);
  EXPECT_FALSE(save_picture(red_picture(), folder.path() / "missing", "a"));
}

TEST(SavePicture, TheFormatDecidesTheExtension) {
  const test::TemporaryFolder folder;
  const EncodedPicture webp{encode_png(red_image()).value(), PictureFormat::webp};
  EXPECT_EQ(save_picture(webp, folder.path(), "a"), folder.path() / "a.webp");
  const auto names = NameTemplate::parse("b.png");
  ASSERT_TRUE(names);
  EXPECT_EQ(save_picture_named(webp, *names, {}, folder.path()), folder.path() / "b.webp");
}

}  // namespace
}  // namespace mmd
