#include <filesystem>
#include <limits>
#include <random>

#include <gmock/gmock.h>

#include "formats/vpd.h"
#include "tests/formats/file_checks.h"

namespace mmd::vpd {
namespace {

using testing::HasSubstr;

File pose() {
  File file;
  file.model_name = "表示ソ.osm";
  file.bone_count = 2;
  file.bones.resize(2);
  file.bones[0].name = "センター";
  file.bones[0].translation = {-1.994186f, -0.0f, 12.5f};
  file.bones[0].rotation = {-0.008508f, 0.417201f, 0.00348f, 0.908765f};
  file.bones[1].name = "右 足ＩＫ～";
  return file;
}

TEST(VpdWrite, WritesMmdsFormat) {
  File file = pose();
  file.encoding = Encoding::utf8;
  file.bones.resize(1);
  file.morphs = {{"あ", 0.25f, 0}};
  EXPECT_EQ(write(file).value(),
            "Vocaloid Pose Data file\r\n"
            "\r\n"
            "表示ソ.osm;\t\t// 親ファイル名\r\n"
            "1;\t\t\t\t// 総ポーズボーン数\r\n"
            "\r\n"
            "Bone0{センター\r\n"
            "  -1.994186,-0.000000,12.500000;\t\t\t\t// trans x,y,z\r\n"
            "  -0.008508,0.417201,0.003480,0.908765;\t\t// Quaternion x,y,z,w\r\n"
            "}\r\n"
            "\r\n"
            "Morph0{あ\r\n"
            "  0.250000;\r\n"
            "}\r\n"
            "\r\n");
}

TEST(VpdWrite, RoundTripsInEveryEncoding) {
  for (const auto encoding :
       {Encoding::cp932, Encoding::utf8, Encoding::utf8_bom, Encoding::utf16le, Encoding::utf16be}) {
    File file = pose();
    file.encoding = encoding;
    file.morphs = {{"まばたき", 1.0f, 0}};
    const std::string bytes = write(file).value();
    EXPECT_TRUE(looks_like(as_byte_span(bytes)));
    const auto result = read(as_byte_span(bytes));
    ASSERT_TRUE(result) << result.error().what;
    EXPECT_TRUE(result->diagnostics.empty());
    EXPECT_EQ(result->file.encoding, encoding);
    EXPECT_EQ(result->file.model_name, file.model_name);
    ASSERT_EQ(result->file.bones.size(), 2u);
    EXPECT_EQ(result->file.bones[0].name, file.bones[0].name);
    EXPECT_EQ(result->file.bones[0].rotation, file.bones[0].rotation);
    EXPECT_EQ(result->file.bones[1].name, file.bones[1].name);
    EXPECT_EQ(result->file.morphs.at(0).weight, 1.0f);
    EXPECT_EQ(write(result->file).value(), bytes);
  }
}

TEST(VpdWrite, ReportsNamesThatCp932CannotStore) {
  File file = pose();
  file.bones[1].name = "腕😀";
  EXPECT_THAT(write(file).error().what, HasSubstr("腕😀"));
  file.encoding = Encoding::utf8;
  EXPECT_TRUE(write(file));
}

TEST(VpdWrite, WritesShiftJisForMmdUnlessANameDoesNotFit) {
  File file;
  file.model_name = "モデル.osm";
  file.bones.push_back({"左腕", {1, 2, 3}, {0, 0, 0, 1}, 0});
  file.bone_count = 1;
  file.encoding = Encoding::cp932;
  const auto whole = write_for_mmd(file, Encoding::utf8_bom);
  ASSERT_TRUE(whole);
  EXPECT_FALSE(whole->lacks);
  EXPECT_EQ(whole->bytes, write(file).value());

  file.bones.front().name = "한국";
  const auto other = write_for_mmd(file, Encoding::utf8_bom);
  ASSERT_TRUE(other);
  ASSERT_TRUE(other->lacks);
  EXPECT_EQ(other->lacks->severity, Severity::warning);
  EXPECT_THAT(other->lacks->what, HasSubstr("한국"));
  file.encoding = Encoding::utf8_bom;
  EXPECT_EQ(other->bytes, write(file).value());
}

TEST(VpdWrite, ReportsMorphsButNotModelNamesThatCp932Lacks) {
  File of_model, of_morph;
  of_model.model_name = "한국.osm";
  of_morph.morphs.push_back({"한국", 1.0f, 0});
  EXPECT_FALSE(write_for_mmd(of_model, Encoding::utf8)->lacks);
  EXPECT_EQ(read(as_byte_span(write_for_mmd(of_model, Encoding::utf8)->bytes))->file.model_name, "__.osm")
      << "no program looks this name up";
  EXPECT_THAT(write_for_mmd(of_morph, Encoding::utf8)->lacks->what, HasSubstr("morph '한국'"));
}

TEST(VpdWrite, ExactDigitsRoundTripBitForBit) {
  File file;
  file.encoding = Encoding::utf8;
  std::mt19937 random(1);
  const auto number = [&] { return static_cast<double>(random() % 20001) / 10000.0 - 1.0; };
  for (int i = 0; i < 200; ++i) {
    Bone bone;
    bone.name = std::to_string(i);
    bone.translation = vec3(number() / 7e4, number() * 30.0, number() / 3.0);
    bone.rotation = vec4(glm::normalize(glm::dvec4(number(), number(), number(), number() + 2.0)));
    file.bones.push_back(bone);
  }
  file.bones.push_back({"simple", {1, 2.5f, 0}, {0, 0, 0, 1}, 0});
  file.morphs = {{"あ", 1.0f / 3.0f, 0}};
  const auto text = write(file, Digits::exact);
  ASSERT_TRUE(text);
  EXPECT_THAT(*text, HasSubstr("1.000000,2.500000,0.000000;")) << "six digits if they are enough";
  EXPECT_THAT(*text, HasSubstr("  0.000000,0.000000,0.000000,1.000000;")) << "also for rotations";
  const auto again = read(as_byte_span(*text));
  ASSERT_TRUE(again);
  for (std::size_t i = 0; i < file.bones.size(); ++i) {
    const Bone& bone = again->file.bones[i];
    EXPECT_EQ(bone.translation, file.bones[i].translation) << i;
    const glm::dvec4 stored = glm::dvec4(bone.rotation) + glm::dvec4(bone.rotation_beyond);
    EXPECT_EQ(vec4(glm::normalize(stored)), file.bones[i].rotation) << i;
  }
  EXPECT_EQ(again->file.morphs[0].weight, file.morphs[0].weight);
  EXPECT_NE(read(as_byte_span(*write(file)))->file.bones[0].translation, file.bones[0].translation);
}

TEST(VpdWrite, RejectsWhatNoReaderAccepts) {
  File file = pose();
  file.bones[0].translation.x = std::numeric_limits<float>::quiet_NaN();
  EXPECT_THAT(write(file).error().what, HasSubstr("センター"));
  file = pose();
  file.bones[0].name = "a\nb";
  EXPECT_FALSE(write(file));
  file = pose();
  file.morphs = {{"あ", std::numeric_limits<float>::infinity(), 0}};
  EXPECT_FALSE(write(file));
}

TEST(VpdWrite, GivesBackMmdsFilesByteForByte) {
  const std::filesystem::path folder =
      std::filesystem::path(MMDVIEW_SOURCE_DIR) / "../shared/conformance/poses";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no poses beside the checkout";
  test::for_each_file(folder, ".vpd", [](const std::string& bytes) {
    const auto result = read(as_byte_span(bytes));
    ASSERT_TRUE(result) << result.error().what;
    EXPECT_TRUE(result->diagnostics.empty()) << result->diagnostics.at(0).what;
    EXPECT_EQ(write(result->file).value(), bytes);
  });
}

}  // namespace
}  // namespace mmd::vpd
