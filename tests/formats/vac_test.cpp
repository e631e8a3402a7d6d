#include "formats/vac.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/format_samples.h"

namespace mmd::vac {
namespace {

using testing::HasSubstr;

Result<File> read_text(std::string_view text) {
  return test::with_exact_copy(as_byte_span(text), [](ByteSpan copy) { return read(copy); });
}
std::string error_of(std::string_view text) {
  const auto result = read_text(text);
  EXPECT_FALSE(result);
  return result ? "" : describe(result.error());
}

TEST(Vac, ReadsEveryLine) {
  // ネギ, and 左ダミー as the bone.
  const auto file = read_text(
      "\x83\x6C\x83\x4D\r\nsub\\\x83\x6C.x\r\n1.5\r\n1, -2,3.5\r\n0,0.25 , -1\r\n"
      "\x8D\xB6\x83\x5F\x83\x7E\x81\x5B\r\n1\r\na comment\r\n");
  ASSERT_TRUE(file) << describe(file.error());
  EXPECT_EQ(file->name, "ネギ");
  EXPECT_EQ(file->model, "sub\\ネ.x");
  EXPECT_EQ(file->scale, 1.5f);
  EXPECT_EQ(file->position, vec3(1, -2, 3.5f));
  EXPECT_EQ(file->rotation, vec3(0, 0.25f, -1));
  EXPECT_EQ(file->bone, "左ダミー");
  EXPECT_FALSE(file->has_shadow);
}

TEST(Vac, MissingLinesHaveDefaults) {
  for (const char* text : {"name\na.x", "name\na.x\n", "name\na.x\n\n\n\n\n\n", "name\ra.x\r"}) {
    const auto file = read_text(text);
    ASSERT_TRUE(file) << text;
    EXPECT_EQ(file->name, "name");
    EXPECT_EQ(file->model, "a.x");
    EXPECT_EQ(file->scale, 1.0f);
    EXPECT_EQ(file->position, vec3(0.0f));
    EXPECT_EQ(file->bone, "");
    EXPECT_TRUE(file->has_shadow);
  }
}

TEST(Vac, AcceptsUtf8) {
  for (const char* mark : {"", "\xEF\xBB\xBF"}) {
    const auto file = read_text(std::string(mark) + "ネギ\nネギ.x\n");
    ASSERT_TRUE(file);
    EXPECT_EQ(file->name, "ネギ");
    EXPECT_EQ(file->model, "ネギ.x");
  }
}

TEST(Vac, SeventhLineIsTheShadowOrAComment) {
  const std::string six = "name\na.x\n1\n0,0,0\n0,0,0\nbone\n";
  for (const char* line : {"", "0", "0 ", "shadow"}) EXPECT_TRUE(read_text(six + line)->has_shadow) << line;
  for (const char* line : {"1", " 1\r\nmore"}) EXPECT_FALSE(read_text(six + line)->has_shadow) << line;
}

TEST(Vac, ErrorsNameTheLine) {
  EXPECT_EQ(error_of(""), "empty file");
  EXPECT_EQ(error_of("name"), "line 2: the name of the X file is missing");
  EXPECT_EQ(error_of("name\n \n1"), "line 2: the name of the X file is missing");
  EXPECT_EQ(error_of("name\na.x\nbig"), "line 3: scale: expected a number");
  EXPECT_EQ(error_of("name\na.x\nnan"), "line 3: scale: expected a number");
  EXPECT_EQ(error_of("name\na.x\n1,2"), "line 3: scale: expected a number");
  EXPECT_THAT(error_of("name\na.x\n1\n1,2"), HasSubstr("line 4: position: expected three numbers"));
  EXPECT_THAT(error_of("name\na.x\n1\n1,2,3\n1,2,3,4"),
              HasSubstr("line 5: rotation: expected three numbers"));
  EXPECT_EQ(error_of("name\n" + std::string(5000, 'a')), "line 2: the line is too long");
}

}  // namespace
}  // namespace mmd::vac
