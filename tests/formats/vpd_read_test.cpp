#include <clocale>
#include <cstring>
#include <locale>
#include <memory>
#include <random>

#include <gmock/gmock.h>

#include "base/text.h"
#include "formats/vpd.h"

namespace mmd::vpd {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

const std::string head = "Vocaloid Pose Data file\r\n\r\nmodel.osm;\r\n";

/// A file of `blocks` that declares `count` of them.
std::string with(const std::string& blocks, int count = 1) {
  return head + std::to_string(count) + ";\r\n" + blocks;
}

/// Reads from a heap block of exactly the right size.
Result<ReadResult> read_text(std::string_view text) {
  const auto block = std::make_unique<char[]>(text.size());
  if (!text.empty()) std::memcpy(block.get(), text.data(), text.size());
  return read(as_byte_span({block.get(), text.size()}));
}

File read_clean(std::string_view text) {
  auto result = read_text(text);
  EXPECT_TRUE(result) << (result ? "" : describe(result.error()));
  if (!result) return {};
  EXPECT_THAT(result->diagnostics, IsEmpty()) << describe(result->diagnostics.at(0));
  return result->file;
}

Diagnostics warnings_of(std::string_view text) {
  auto result = read_text(text);
  EXPECT_TRUE(result) << (result ? "" : describe(result.error()));
  return result ? result->diagnostics : Diagnostics{};
}

Diagnostic error_of(std::string_view text) {
  auto result = read_text(text);
  EXPECT_FALSE(result);
  return result ? Diagnostic{} : result.error();
}

std::string replaced(std::string_view text, std::string_view from, std::string_view to) {
  std::string out;
  for (std::size_t at = text.find(from); at != text.npos; at = text.find(from)) {
    out += text.substr(0, at);
    out += to;
    text.remove_prefix(at + from.size());
  }
  out += text;
  return out;
}

void expect_head_bone(const File& file) {
  EXPECT_EQ(file.model_name, "model.osm");
  EXPECT_EQ(file.bone_count, 1);
  ASSERT_EQ(file.bones.size(), 1u);
  EXPECT_EQ(file.bones[0].name, "head");
  EXPECT_EQ(file.bones[0].translation, vec3(1.0f, -2.5f, 0.25f));
  EXPECT_EQ(file.bones[0].rotation, vec4(0.0f, 0.5f, 0.0f, 0.75f));
}

const std::string head_bone = "Bone0{head\r\n  1,-2.5,0.25;\r\n  0,0.5,0,0.75;\r\n}\r\n";

TEST(VpdRead, ReadsBonesAndMorphs) {
  const File file = read_clean(with(head_bone));
  expect_head_bone(file);
  EXPECT_EQ(file.bones.at(0).line, 5u);
  EXPECT_EQ(file.encoding, Encoding::cp932);
  const File with_morph = read_clean(with(head_bone + "Morph0{smile\r\n  0.75;\r\n}\r\n"));
  ASSERT_EQ(with_morph.morphs.size(), 1u);
  EXPECT_EQ(with_morph.morphs[0].name, "smile");
  EXPECT_EQ(with_morph.morphs[0].weight, 0.75f);
  EXPECT_EQ(with_morph.morphs[0].line, 9u);
}

TEST(VpdRead, AcceptsAnyLayoutOfLines) {
  const std::string text = with(head_bone);
  expect_head_bone(read_clean(replaced(text, "\r\n", "\n")));
  const File cr = read_clean(replaced(text, "\r\n", "\r"));
  expect_head_bone(cr);
  EXPECT_EQ(cr.bones.at(0).line, 5u);
  expect_head_bone(read_clean(
      "\r\n  \t\r\n// before\r\nVocaloid Pose Data file  \r\n \r\n\tmodel.osm ;  // name\r\n// a line\r\n"
      " 1 ;// count\r\n\t\r\nBone0{head \t // the name\r\n\r\n\t1 ,\t-2.5, 0.25 ;// t\r\n // c\r\n"
      "0,0.5,\r\n0,0.75\t; \r\n\r\n  }  \r\n"));
  expect_head_bone(
      read_clean("Vocaloid Pose Data file\nmodel.osm; 1;\nBone0{head\n1,-2.5,0.25; 0,0.5,0,0.75; }\n"));
  const File two = read_clean(with("Bone0{a\n0,0,0;0,0,0,1;} Bone1{b\n0,0,0;0,0,0,1;}", 2));
  EXPECT_EQ(two.bones.at(1).name, "b");
}

TEST(VpdRead, AcceptsOddNamesAndNumbers) {
  const File file = read_clean(with("Bone0{left arm {2}\r\n0,0,0;\r\n0,0,0,1;\r\n}\r\n"));
  EXPECT_EQ(file.bones.at(0).name, "left arm {2}");
  const File exponents = read_clean(with("Bone0{a\n+1.5,1e2,-2.5E-1;\n1e-60,.5,1.,+0;\n}\n"));
  EXPECT_EQ(exponents.bones.at(0).translation, vec3(1.5f, 100.0f, -0.25f));
  EXPECT_EQ(exponents.bones.at(0).rotation, vec4(0.0f, 0.5f, 1.0f, 0.0f));
}

/// Decimal commas in C++ streams, and in C too if the system has such a locale.
class CommaLocale {
 public:
  CommaLocale() {
    for (const char* name : {"de_DE.UTF-8", "fr_FR.UTF-8", "ru_RU.UTF-8"}) {
      if (std::setlocale(LC_NUMERIC, name)) break;
    }
    before_ = std::locale::global(std::locale(std::locale::classic(), new Comma));
  }
  ~CommaLocale() {
    std::locale::global(before_);
    std::setlocale(LC_NUMERIC, "C");
  }
  CommaLocale(const CommaLocale&) = delete;
  CommaLocale& operator=(const CommaLocale&) = delete;

 private:
  struct Comma : std::numpunct<char> {
    char do_decimal_point() const override { return ','; }
  };
  std::locale before_;
};

TEST(VpdRead, KeepsTheDigitsThatFloatsLose) {
  const Bone b =
      read_clean(with("Bone0{head\r\n 0.1,-12345.6789,0.25;\r\n 0.382683432,0,0,0.923879533;\r\n}\r\n"))
          .bones.at(0);
  const auto whole = [](float value, float beyond) {
    return static_cast<double>(value) + static_cast<double>(beyond);
  };
  EXPECT_NEAR(whole(b.translation.x, b.translation_beyond.x), 0.1, 1e-15);
  EXPECT_NEAR(whole(b.translation.y, b.translation_beyond.y), -12345.6789, 1e-10);
  EXPECT_NEAR(whole(b.rotation.x, b.rotation_beyond.x), 0.382683432, 1e-15);
  EXPECT_NEAR(whole(b.rotation.w, b.rotation_beyond.w), 0.923879533, 1e-15);
  EXPECT_EQ(b.translation_beyond.z, 0.0f);
  EXPECT_NE(b.rotation_beyond.x, 0.0f);
}

TEST(VpdRead, DoesNotDependOnTheLocale) {
  const CommaLocale comma;
  const File file = read_clean(with(head_bone));
  expect_head_bone(file);
  EXPECT_THAT(write(file).value(), HasSubstr("  1.000000,-2.500000,0.250000;"));
}

TEST(VpdRead, DetectsTheEncoding) {
  const std::string text = replaced(with(head_bone), "head", "表ソ");
  const auto encoding_and_name = [](const std::string& bytes) {
    const File file = read_clean(bytes);
    EXPECT_EQ(file.bones.at(0).name, "表ソ");
    return file.encoding;
  };
  EXPECT_EQ(encoding_and_name(cp932_from_utf8(text).value()), Encoding::cp932);
  EXPECT_EQ(encoding_and_name(text), Encoding::utf8);
  EXPECT_EQ(encoding_and_name("\xEF\xBB\xBF" + text), Encoding::utf8_bom);
  EXPECT_EQ(encoding_and_name("\xFF\xFE" + utf16le_from_utf8(text)), Encoding::utf16le);
  EXPECT_EQ(encoding_and_name("\xFE\xFF" + utf16be_from_utf8(text)), Encoding::utf16be);
}

TEST(VpdRead, WarnsAboutInvalidBytes) {
  const auto result = read_text(replaced(with(head_bone), "head", "he\x81\xff"));
  ASSERT_TRUE(result);
  ASSERT_EQ(result->diagnostics.size(), 1u);
  EXPECT_EQ(result->diagnostics[0].line, 5u);
  EXPECT_EQ(result->diagnostics[0].severity, Severity::warning);
  EXPECT_THAT(result->file.bones.at(0).name, HasSubstr("\xEF\xBF\xBD"));
}

TEST(VpdRead, WarnsAboutAWrongOrMissingCount) {
  EXPECT_EQ(warnings_of(with(head_bone, 93)).at(0).what, "93 blocks declared, 1 found");
  EXPECT_NE(warnings_of(with(head_bone, 93)).at(0).hint, "");
  EXPECT_EQ(warnings_of(with(head_bone, 0)).at(0).hint, "") << "a file with too many blocks is not truncated";
  EXPECT_EQ(warnings_of(with(head_bone, 93)).at(0).line, 4u);
  EXPECT_THAT(warnings_of(head + head_bone).at(0).what, HasSubstr("number of blocks is missing"));
  EXPECT_EQ(warnings_of(with(head_bone, -1)).size(), 1u);
  EXPECT_FALSE(warnings_of(head + "99999999999999999999;\n" + head_bone).empty());
}

TEST(VpdRead, AcceptsAModelNameThatIsANumber) {
  const File file = read_clean("Vocaloid Pose Data file\n12;\n1;\n" + head_bone);
  EXPECT_EQ(file.model_name, "12");
  EXPECT_EQ(file.bone_count, 1);
}

TEST(VpdRead, ToleratesHarmlessDamageWithWarnings) {
  struct Case {
    std::string blocks;
    int count;
    std::size_t bones, warnings;
    std::uint32_t line;  ///< of the first warning
    const char* what;
  };
  for (const Case& c :
       {Case{"Bone0{a\n0,0,0;\n0,0,0,0;\n}\n", 1, 1, 1, 5, "rotation of zero"},
        Case{head_bone + head_bone, 2, 2, 1, 9, "is listed twice"},
        Case{"Light0{sun\n1,2,3;\n}\nBones{x\n}\n" + head_bone, 1, 1, 2, 5, "Light0"},
        Case{"Bone0{a\n0,0,0;\n0,0,0,1;\nBone1{b\n0,0,0;\n0,0,0,1;", 2, 2, 2, 5, ""},  // no braces
        Case{"Bone0{a\n0,0,0\n0,0,0,1\n}\n", 1, 1, 2, 6, ""}}) {                       // no semicolons
    SCOPED_TRACE(c.blocks);
    const auto result = read_text(with(c.blocks, c.count));
    ASSERT_TRUE(result);
    EXPECT_EQ(result->file.bones.size(), c.bones);
    ASSERT_EQ(result->diagnostics.size(), c.warnings);
    EXPECT_EQ(result->diagnostics[0].line, c.line);
    EXPECT_THAT(result->diagnostics[0].what, HasSubstr(c.what));
  }
  EXPECT_EQ(read_text(with("Bone0{a\n0,0,0;\n0,0,0,0;\n}\n"))->file.bones[0].rotation, vec4(0.0f));
}

TEST(VpdRead, LocatesInvalidNumbers) {
  for (const char* bad : {"abc", "1.0f", "", "+-1", "--1", "0x10", "1 2", "1;", "1.#X"}) {
    const Diagnostic error = error_of(with("Bone0{a\n0,0,0;\n0," + std::string(bad) + ",0,1;\n}\n"));
    EXPECT_EQ(error.line, 7u) << bad;
    EXPECT_THAT(error.what, HasSubstr("'a'")) << bad;
  }
}

TEST(VpdRead, SkipsBlocksWithNumbersThatAreNotFinite) {
  for (const char* bad : {"nan", "NaN", "-nan(ind)", "inf", "-inf", "infinity", "1e99", "1e999", "1.#QNAN0",
                          "-1.#IND00", "1.#INF", "-1.#INF00"}) {
    const std::string number(bad);
    const auto result =
        read_text(with("Bone0{a\n0,0,0;\n0," + number + ",0,1;\n}\nBone1{b\n1,2,3;\n0,0,0,1;\n}\nMorph0{m\n" +
                           number + ";\n}\nMorph1{n\n0.5;\n}\n",
                       2));
    ASSERT_TRUE(result) << bad;
    ASSERT_EQ(result->file.bones.size(), 1u) << bad;
    EXPECT_EQ(result->file.bones[0].name, "b");
    ASSERT_EQ(result->file.morphs.size(), 1u) << bad;
    EXPECT_EQ(result->file.morphs[0].name, "n");
    ASSERT_EQ(result->diagnostics.size(), 2u) << bad;
    EXPECT_EQ(result->diagnostics[0].line, 7u);
    EXPECT_THAT(result->diagnostics[0].what, HasSubstr("'a'"));
    EXPECT_THAT(result->diagnostics[0].what, HasSubstr("skipped"));
  }
}

TEST(VpdRead, AcceptsABracketBeforeTheHeader) {
  const std::string text = "[Vocaloid Pose Data file\n\nm.osm;\n1;\n\nBone0{a\n1,2,3;\n0,0,0,1;\n}\n";
  EXPECT_TRUE(looks_like(as_byte_span(text)));
  const auto result = read_text(text);
  ASSERT_TRUE(result);
  EXPECT_EQ(result->file.bones.size(), 1u);
  EXPECT_TRUE(result->diagnostics.empty());
}

TEST(VpdRead, KeepsBytesOfNamesCutInsideACharacter) {
  const std::string name = *cp932_from_utf8("髪の毛の先端ボーン右");
  const std::string cut = name.substr(0, 19);  // nine characters and half of the tenth
  const std::string text =
      "Vocaloid Pose Data file\r\n\r\nm.osm;\r\n1;\r\n\r\nBone0{" + cut + "\r\n 1,2,3;\r\n 0,0,0,1;\r\n}\r\n";
  const auto result = read_text(text);
  ASSERT_TRUE(result);
  ASSERT_EQ(result->file.bones.size(), 1u);
  EXPECT_EQ(result->file.bones[0].cut_name, cut);
  EXPECT_TRUE(result->diagnostics.empty()) << result->diagnostics.front().what;
  const auto again = write(result->file);
  ASSERT_TRUE(again) << again.error().what;
  EXPECT_THAT(*again, HasSubstr("Bone0{" + cut + "\r\n"));
}

TEST(VpdRead, RejectsWrongCountsAndTruncatedBlocks) {
  EXPECT_EQ(error_of(with("Bone0{a\n0,0;\n0,0,0,1;\n}\n")).what, "'a': the position has 2 of 3 numbers");
  EXPECT_EQ(error_of(with("Bone0{a\n0,0,0;\n0,0,1;\n}\n")).what, "'a': the rotation has 3 of 4 numbers");
  EXPECT_EQ(error_of(with("Bone0{a\n0,0,0,1;\n}\n")).what, "'a': the position has more than 3 numbers");
  EXPECT_EQ(error_of(with("Bone0{a\n0,0,0;\n}\n")).line, 7u);
  for (const char* cut :
       {"Bone0{a", "Bone0{a\n", "Bone0{a\n0,0", "Bone0{a\n0,0,0;\n", "Bone0{a\n0,0,0;\n0,0,0,0.99"}) {
    const Diagnostic error = error_of(with(cut));
    EXPECT_EQ(error.line, 5u) << cut;
    EXPECT_THAT(error.what, HasSubstr("the file ends")) << cut;
  }
}

TEST(VpdRead, RejectsFilesWithoutTheHeaderLine) {
  for (const char* text :
       {"", " ", "\n\n", "model.osm;\n1;\n", "Vocaloid Motion Data 0002", "\xFF\xFE", "\xFF"}) {
    EXPECT_FALSE(read_text(text)) << text;
    EXPECT_FALSE(looks_like(as_byte_span(text))) << text;
  }
  EXPECT_EQ(error_of("\n\nno").line, 3u);
  EXPECT_TRUE(looks_like(as_byte_span(with(head_bone))));
}

TEST(VpdRead, RecognisesFilesThatStartWithComments) {
  for (const std::size_t length : {500, 505, 520, 3000, 40'000}) {
    std::string text = "//" + std::string(length, '-') + "\n" + with(head_bone);
    EXPECT_TRUE(looks_like(as_byte_span(text))) << length;
    text.insert(0, "no");
    EXPECT_FALSE(looks_like(as_byte_span(text))) << length;
  }
  EXPECT_TRUE(looks_like(as_byte_span(std::string(5000, '\n') + with(head_bone))));
  EXPECT_FALSE(looks_like(as_byte_span(std::string(5000, '\n'))));
}

TEST(VpdRead, LimitsTheNumberOfDiagnostics) {
  std::string blocks;
  for (int i = 0; i < 500; ++i) blocks += "Bone0{a\n0,0,0;\n0,0,0,0;\n}\n";
  const Diagnostics list = warnings_of(with(blocks, 500));
  ASSERT_EQ(list.size(), 21u);
  EXPECT_EQ(list.back().what, "… and 979 more");
}

TEST(VpdRead, LocatesTheEndOfTruncatedFiles) {
  const std::string utf8 =
      replaced(with(head_bone + head_bone + "Morph0{笑い\r\n0.5;\r\n}\r\n", 2), "head", "表ソ");
  for (const std::string& text :
       {utf8, cp932_from_utf8(utf8).value(), "\xFF\xFE" + utf16le_from_utf8(utf8)}) {
    for (std::size_t length = 0; length < text.size(); ++length) {
      const auto result = read_text(std::string_view(text).substr(0, length));
      if (result) continue;
      EXPECT_FALSE(result.error().what.empty());
      EXPECT_EQ(result.error().line.has_value(), length > 0);
    }
    EXPECT_TRUE(read_text(text));
  }
}

TEST(VpdRead, SurvivesRandomDamage) {
  const std::string text =
      cp932_from_utf8(replaced(with(head_bone + "Morph0{笑い\r\n0.5;\r\n}\r\n"), "head", "表ソ")).value();
  std::mt19937 random(7);
  int accepted = 0;
  for (int round = 0; round < 4000; ++round) {
    std::string damaged = text;
    for (int flips = 1 + round % 4; flips > 0; --flips) {
      char& c = damaged[random() % damaged.size()];
      c = static_cast<char>(c ^ (1 << random() % 8));
    }
    const auto result = read_text(damaged);
    if (!result) continue;
    ++accepted;
    for (const Bone& b : result->file.bones) EXPECT_TRUE(is_finite(b.translation) && is_finite(b.rotation));
  }
  EXPECT_GT(accepted, 500);
}

TEST(VpdRead, StaysLinearOnHostileInput) {
  // A megabyte of each pattern. A quadratic step would exceed the time limit of the test.
  for (const char* pattern :
       {"{", "}", "/", "Bone{\n", "X{", "0,", " ", "\r", ";", "\x81", "Bone0{a\n0,0,0;0,0,0,1;}"}) {
    std::string text = head;
    while (text.size() < (1u << 20)) text += pattern;
    const auto result = read_text(text);
    EXPECT_TRUE(!result || result->diagnostics.size() <= 101u);
  }
}

}  // namespace
}  // namespace mmd::vpd
