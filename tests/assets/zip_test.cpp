#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "assets/file_set.h"
#include "base/text.h"
#include "tests/assets/zip_samples.h"

namespace mmd {
namespace {

using test::zip_file;
using test::ZipFile;
using testing::ElementsAre;
using testing::HasSubstr;

// The second byte of the first character is a backslash in CP932.
const std::string japanese = "\u30bd\u9854.png";

std::shared_ptr<const FileSet> opened(const Bytes& bytes) {
  auto set = open_zip(bytes, "test.zip");
  EXPECT_TRUE(set) << set.error().what;
  return set ? *set : nullptr;
}

std::string error_of(const Bytes& bytes, std::uint64_t max_bytes = 1 << 20) {
  const auto set = open_zip(bytes, "test.zip", max_bytes);
  if (set) return "(none)";
  EXPECT_EQ(set.error().file, "test.zip");
  EXPECT_FALSE(set.error().hint.empty()) << set.error().what;
  return set.error().what;
}

std::string content_of(const FileSet& set, const std::string& path) {
  const auto bytes = set.read(path);
  return bytes ? std::string(as_text(*bytes)) : "(error: " + bytes.error().what + ")";
}

TEST(Zip, GivesStoredAndDeflatedContentBack) {
  const std::string text(5000, 'x');
  const auto set =
      opened(zip_file({{"a.pmx", "stored"}, {"d/b.pmx", text, 0, true}, {"empty.pmx", "", 0, true}}));
  ASSERT_TRUE(set);
  EXPECT_THAT(set->list(".PMX"), ElementsAre("a.pmx", "d/b.pmx", "empty.pmx"));
  EXPECT_EQ(content_of(*set, "a.pmx"), "stored");
  EXPECT_EQ(content_of(*set, "d/b.pmx"), text);
  EXPECT_EQ(content_of(*set, "empty.pmx"), "");
  EXPECT_EQ(set->name(), "test.zip");
}

TEST(Zip, ReadsUnflaggedNamesAsCp932) {
  const auto set = opened(zip_file({{"tex\\" + *cp932_from_utf8(japanese), "x"}}));
  ASSERT_TRUE(set);
  EXPECT_THAT(set->list(".png"), ElementsAre("tex/" + japanese));
}

TEST(Zip, ReadsFlaggedNamesAsUtf8) {
  const auto set = opened(zip_file({{japanese, "x", test::zip_utf8}}));
  ASSERT_TRUE(set);
  EXPECT_THAT(set->list(".png"), ElementsAre(japanese));
}

TEST(Zip, ReadsUnflaggedNamesThatAreUtf8AsSuch) {
  const auto set = opened(zip_file({{japanese, "x"}}));
  ASSERT_TRUE(set);
  EXPECT_THAT(set->list(".png"), ElementsAre(japanese));
}

TEST(Zip, PrefersTheUnicodePathField) {
  const std::string raw = "????.png";
  ByteWriter extra;
  extra.write(std::uint16_t{0x7075});
  extra.write(static_cast<std::uint16_t>(5 + japanese.size()));
  extra.write(std::uint8_t{1});
  extra.write(test::zip_crc(raw));
  extra.write_bytes(japanese);
  const Bytes field = extra.take();
  ZipFile file{raw, "x"};
  file.extra = std::string(as_text(field));
  EXPECT_THAT(opened(zip_file({file}))->list(".png"), ElementsAre(japanese));
  file.raw_name = "other.png";  // the field is of another name now
  EXPECT_THAT(opened(zip_file({file}))->list(".png"), ElementsAre("other.png"));
}

TEST(Zip, ResolvesLikeAFolder) {
  const auto set = opened(
      zip_file({{"Model\\Tex\\Face.PNG", "face"}, {"model/m.pmx", ""}, {"A.png", "1"}, {"a.png", "2"}}));
  ASSERT_TRUE(set);
  EXPECT_EQ(set->resolve("model", "tex\\face.png"), "Model/Tex/Face.PNG");
  EXPECT_EQ(set->resolve("model", "..\\A.png"), "A.png");
  EXPECT_EQ(set->resolve("model", "..\\a.png"), "a.png");
  EXPECT_EQ(set->resolve("model", "..\\..\\a.png"), std::nullopt);
  EXPECT_EQ(set->resolve("", "Model"), std::nullopt);
  EXPECT_EQ(set->resolve("", "missing\\a.png"), std::nullopt);
}

TEST(Zip, LeavesOutFoldersEscapesAndResourceForks) {
  const auto set = opened(zip_file({{"d/", ""},
                                    {"../up.pmx", "x"},
                                    {"d/../../up.pmx", "x"},
                                    {"C:\\abs.pmx", "x"},
                                    {"__MACOSX/._a.pmx", "x"},
                                    {"/rooted.pmx", "x"},
                                    {"./d/./a.pmx", "x"}}));
  ASSERT_TRUE(set);
  EXPECT_THAT(set->list(".pmx"), ElementsAre("d/a.pmx", "rooted.pmx"));
}

TEST(Zip, TheLastOfEqualNamesWins) {
  const auto set = opened(zip_file({{"a.pmx", "old"}, {"a.pmx", "new"}}));
  ASSERT_TRUE(set);
  EXPECT_EQ(content_of(*set, "a.pmx"), "new");
}

TEST(Zip, AnEmptyArchiveIsAnEmptySet) {
  const auto set = opened(zip_file({}));
  ASSERT_TRUE(set);
  EXPECT_TRUE(set->list("").empty());
  EXPECT_EQ(set->resolve("", "a.png"), std::nullopt);
}

TEST(Zip, OpensWithBytesBehindItsEnd) {
  Bytes bytes = zip_file({{"a.pmx", "x"}});
  bytes.resize(bytes.size() + 100);
  ASSERT_TRUE(opened(bytes));
}

TEST(Zip, RejectsEncryptedArchives) {
  EXPECT_THAT(error_of(zip_file({{"a.pmx", "x", test::zip_encrypted}})), HasSubstr("encrypted"));
}

TEST(Zip, RejectsEveryTruncatedLength) {
  const Bytes whole = zip_file({{"a.pmx", "stored"}, {"d/b.pmx", std::string(300, 'x'), 0, true}});
  ASSERT_TRUE(opened(whole));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_THAT(error_of(part), HasSubstr("damaged")) << size;
  }
}

TEST(Zip, RejectsMoreThanItMayUnpack) {
  const Bytes bomb =
      zip_file({{"a", std::string(600000, '\0'), 0, true}, {"b", std::string(600000, '\0'), 0, true}});
  EXPECT_LT(bomb.size(), 10000u);
  EXPECT_THAT(error_of(bomb, 1 << 20), HasSubstr("more than 1048576 bytes"));
  EXPECT_EQ(error_of(bomb, 1200000), "(none)");
}

TEST(Zip, RejectsSizesThatDeflateCannotReach) {
  ZipFile liar{"a.pmx", "some text", 0, true};
  liar.claimed_size = 0x7fffffff;
  EXPECT_THAT(error_of(zip_file({liar}), std::uint64_t{1} << 40), HasSubstr("impossible size"));
}

TEST(Zip, RejectsFilesThatUnpackToAnotherSizeThanClaimed) {
  for (const std::uint32_t size : {0u, 8u, 10u, 2000u}) {
    ZipFile liar{"a.pmx", "some text", 0, true};
    liar.claimed_size = size;
    const auto set = opened(zip_file({liar}));
    ASSERT_TRUE(set);
    EXPECT_THAT(content_of(*set, "a.pmx"), HasSubstr("damaged")) << size;
  }
}

/// The archive with a 64-bit end record that claims `entries`.
Bytes with_zip64_end(Bytes bytes, std::uint64_t entries) {
  ByteReader end(ByteSpan(bytes).last(22));
  end.read_bytes(12);
  const auto size = end.read<std::uint32_t>();
  const auto offset = end.read<std::uint32_t>();
  bytes.resize(bytes.size() - 22);
  const std::uint64_t at = bytes.size();
  ByteWriter out;
  out.write_bytes(as_text(bytes));
  out.write_bytes("PK\x06\x06");
  out.write(std::uint64_t{44});
  out.write_bytes(std::string(12, '\0'));
  out.write(entries);
  out.write(entries);
  out.write(std::uint64_t{size});
  out.write(std::uint64_t{offset});
  out.write_bytes("PK\x06\x07");
  out.write(std::uint32_t{0});
  out.write(at);
  out.write(std::uint32_t{1});
  out.write_bytes("PK\x05\x06");
  out.write(std::uint32_t{0});
  for (int i = 0; i < 6; ++i) out.write(std::uint16_t{0xffff});
  out.write(std::uint16_t{0});
  return out.take();
}

TEST(Zip, ReadsTheSixtyFourBitDirectory) {
  const auto set = opened(with_zip64_end(zip_file({{"a.pmx", "x"}, {"b.pmx", "y"}}), 2));
  ASSERT_TRUE(set);
  EXPECT_THAT(set->list(".pmx"), ElementsAre("a.pmx", "b.pmx"));
}

TEST(Zip, RejectsTooManyEntries) {
  EXPECT_THAT(error_of(with_zip64_end(zip_file({{"a.pmx", "x"}}), 100001)), HasSubstr("100001 files"));
  EXPECT_THAT(error_of(with_zip64_end(zip_file({{"a.pmx", "x"}}), ~std::uint64_t{0})), HasSubstr("files"));
}

TEST(Zip, NamesTheMethodThatItCannotUnpack) {
  ZipFile lzma{"a.pmx", "x"};
  lzma.claimed_method = 14;
  const auto set = opened(zip_file({lzma}));
  ASSERT_TRUE(set);
  const auto read = set->read("a.pmx");
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().what, HasSubstr("method 14"));
  EXPECT_EQ(read.error().file, "test.zip/a.pmx");
}

TEST(Zip, NoticesAnyChangedByteOfTheContent) {
  const std::string text = "the quick brown fox";
  Bytes bytes = zip_file({{"a.pmx", text}});
  const std::size_t start = as_text(bytes).find(text);
  for (std::size_t i = 0; i < text.size(); ++i) {
    bytes[start + i] ^= std::byte{0x20};
    EXPECT_THAT(content_of(*opened(bytes), "a.pmx"), HasSubstr("checksum"));
    bytes[start + i] ^= std::byte{0x20};
  }
}

TEST(Zip, SurvivesArbitraryDamage) {
  const Bytes whole =
      zip_file({{"a.pmx", "stored"}, {"d/b.pmx", std::string(300, 'x'), 0, true}, {japanese, "y"}});
  std::mt19937 random(1);
  int read_ok = 0;
  for (int round = 0; round < 3000; ++round) {
    Bytes bytes = whole;
    for (int i = 0; i < 3; ++i) bytes[random() % bytes.size()] = static_cast<std::byte>(random());
    const auto set = open_zip(bytes, "test.zip", 1 << 20);
    if (!set) continue;
    for (const std::string& path : (*set)->list("")) {
      const auto content = (*set)->read(path);
      if (content) ++read_ok;
      EXPECT_LE(content ? content->size() : 0, std::size_t{1} << 20);
    }
  }
  EXPECT_GT(read_ok, 0);
}

TEST(LooksLikeZip, ByItsFirstBytes) {
  EXPECT_TRUE(looks_like_zip(zip_file({{"a", "x"}})));
  EXPECT_TRUE(looks_like_zip(zip_file({})));
  EXPECT_FALSE(looks_like_zip(as_byte_span("PMX ....")));
  EXPECT_FALSE(looks_like_zip(as_byte_span("PK")));
  EXPECT_FALSE(looks_like_zip({}));
}

}  // namespace
}  // namespace mmd
