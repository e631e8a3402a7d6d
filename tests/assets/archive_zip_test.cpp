#include <random>

#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "base/text.h"
#include "tests/assets/content.h"
#include "tests/support/archive_samples.h"

namespace mmd {
namespace {

using test::content_of;
using test::zip_file;
using test::ZipFile;
using testing::ElementsAre;
using testing::HasSubstr;

const std::string& japanese = test::japanese_name;

std::shared_ptr<const FileSet> opened(const Bytes& bytes) {
  auto set = open_archive(bytes, "test.zip");
  EXPECT_TRUE(set) << set.error().what;
  return set ? *set : nullptr;
}

ArchiveLimits at_most(std::uint64_t bytes) {
  ArchiveLimits out;
  out.bytes = bytes;
  return out;
}

std::string error_of(const Bytes& bytes, const ArchiveLimits& limits = at_most(1 << 20)) {
  const auto set = open_archive(bytes, "test.zip", limits);
  if (set) return "(none)";
  EXPECT_EQ(set.error().file, "test.zip");
  EXPECT_FALSE(set.error().hint.empty()) << set.error().what;
  return set.error().what;
}

template <class Matcher>
void expect_unreadable(const FileSet& set, const std::string& path, const Matcher& what) {
  const auto read = set.read(path);
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().what, what);
  EXPECT_EQ(read.error().file, "test.zip/" + path);
}

TEST(Zip, ReadsStoredAndDeflatedContent) {
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

TEST(Zip, ReadsNamesAsUtf8OrCp932) {
  for (const ZipFile& file : {ZipFile{japanese, "x", test::zip_utf8}, ZipFile{japanese, "x"},
                              ZipFile{*cp932_from_utf8(japanese), "x"}})
    EXPECT_THAT(opened(zip_file({file}))->list(".png"), ElementsAre(japanese));
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
  file.raw_name = "other.png";  // the field belongs to another name now
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

TEST(Zip, SkipsFoldersEscapesAndResourceForks) {
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

TEST(Zip, LastOfEqualNamesWins) {
  const auto set = opened(zip_file({{"a.pmx", "old"}, {"a.pmx", "new"}}));
  ASSERT_TRUE(set);
  EXPECT_EQ(content_of(*set, "a.pmx"), "new");
}

TEST(Zip, AcceptsEmptyArchivesTrailingBytesAndLongComments) {
  const auto set = opened(zip_file({}));
  ASSERT_TRUE(set);
  EXPECT_TRUE(set->list("").empty());
  EXPECT_EQ(set->resolve("", "a.png"), std::nullopt);
  Bytes bytes = zip_file({{"a.pmx", "x"}});
  bytes.resize(bytes.size() + 100);
  ASSERT_TRUE(opened(bytes));
  Bytes commented = zip_file({{"a.pmx", "x"}});
  commented[commented.size() - 2] = commented[commented.size() - 1] = std::byte{0xff};
  commented.resize(commented.size() + 0xffff, std::byte{'c'});
  const auto with_comment = opened(commented);
  ASSERT_TRUE(with_comment);
  EXPECT_EQ(content_of(*with_comment, "a.pmx"), "x");
}

TEST(Zip, RejectsEncryptionWrongCountsAndSharedData) {
  EXPECT_THAT(error_of(zip_file({{"b.pmx", "x"}, {"d/a.pmx", "x", test::zip_encrypted}})),
              testing::AllOf(HasSubstr("encrypted"), HasSubstr("\"d/a.pmx\"")));
  Bytes bytes = zip_file({{"a.pmx", "x"}});
  bytes[bytes.size() - 12] = std::byte{7};
  bytes[bytes.size() - 14] = std::byte{7};
  EXPECT_THAT(error_of(bytes), HasSubstr("7 entries"));
  const std::string text(1000, 'x');
  ZipFile same{"b.pmx", text, 0, true};
  same.elsewhere = 0;
  EXPECT_THAT(error_of(zip_file({{"a.pmx", text, 0, true}, same})), HasSubstr("overlap"));
}

TEST(Zip, RejectsEveryTruncatedLength) {
  const Bytes whole = zip_file({{"a.pmx", "stored"}, {"d/b.pmx", std::string(300, 'x'), 0, true}});
  ASSERT_TRUE(opened(whole));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const Bytes part(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size));
    EXPECT_THAT(error_of(part), HasSubstr("damaged")) << size;
    EXPECT_THAT(error_of(part), HasSubstr(size < 4 ? "unrecognised archive format" : ", at byte 0x")) << size;
  }
}

TEST(Zip, RejectsZipBombs) {
  ZipFile liar{"a.pmx", "some text", 0, true};
  for (const std::uint32_t size : {0x7fffffffu, 0xfffffffeu}) {
    liar.claimed_size = size;
    EXPECT_THAT(error_of(zip_file({liar}), at_most(std::uint64_t{1} << 40)), HasSubstr("100 times its size"));
    EXPECT_THAT(error_of(zip_file({liar}), ArchiveLimits{}),
                HasSubstr(size > 0x80000000u ? "bytes" : "times"));
  }
  ArchiveLimits strict;
  strict.bytes_at_any_ratio = 1000;
  const Bytes even = zip_file({{"a.pmx", std::string(100000, 'x')}});
  EXPECT_EQ(error_of(even, strict), "(none)");
  const Bytes bomb = zip_file({{"a.pmx", std::string(100000, 'x'), 0, true}});
  EXPECT_THAT(error_of(bomb, strict), HasSubstr("times its size"));
}

TEST(Zip, RejectsMissing64BitSize) {
  ZipFile liar{"a.pmx", "some text", 0, true};
  liar.claimed_size = 0xffffffff;  // without the 64-bit field that has the true size
  EXPECT_NE(error_of(zip_file({liar}), ArchiveLimits{}), "(none)");
}

TEST(Zip, RejectsFilesWithAWrongSize) {
  for (const std::uint32_t size : {0u, 8u, 10u, 2000u}) {
    ZipFile liar{"a.pmx", "some text", 0, true};
    liar.claimed_size = size;
    const auto set = opened(zip_file({liar}));
    ASSERT_TRUE(set);
    EXPECT_THAT(content_of(*set, "a.pmx"), testing::AllOf(HasSubstr("damaged"), HasSubstr(", at byte 0x")))
        << size;
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

TEST(Zip, ReadsThe64BitDirectory) {
  const auto set = opened(with_zip64_end(zip_file({{"a.pmx", "x"}, {"b.pmx", "y"}}), 2));
  ASSERT_TRUE(set);
  EXPECT_THAT(set->list(".pmx"), ElementsAre("a.pmx", "b.pmx"));
}

TEST(Zip, ReadsSizesStoredAfterTheData) {
  ZipFile deflated{"a.pmx", std::string(70000, 'x'), 0, true}, stored{"b.pmx", "stored"};
  deflated.streamed = stored.streamed = true;
  const auto set = opened(zip_file({deflated, stored}));
  ASSERT_TRUE(set);
  EXPECT_EQ(content_of(*set, "a.pmx"), deflated.content);
  EXPECT_EQ(content_of(*set, "b.pmx"), "stored");
  EXPECT_EQ(set->size("a.pmx"), 70000u);
}

TEST(Zip, RejectsAFileThatOverlapsTheNext) {
  const ZipFile inner{"b.pmx", "inner"};
  const Bytes whole = zip_file({inner});
  // The content of a is the header and the data of b.
  const ZipFile outer{"a.pmx", std::string(as_text(whole).substr(0, 30 + 5 + 5))};
  ZipFile found = inner;
  found.elsewhere = 30 + 5;
  const auto set = opened(zip_file({outer, found}));
  ASSERT_TRUE(set);
  expect_unreadable(*set, "a.pmx", HasSubstr("overlaps"));
  EXPECT_EQ(content_of(*set, "b.pmx"), "inner");
}

TEST(Zip, FilesWithoutASizeLeaveTheOthersReadable) {
  std::vector<ZipFile> files;
  for (const char* name : {"0.png", "1.png", "2.png"}) {
    files.push_back({name, std::string(100'000, 'x'), 0, true});
    files.back().streamed = files.back().untold = true;  // only the bytes after the data have the size
  }
  files.push_back({"m.pmx", "model"});
  const auto set = opened(zip_file(files));
  ASSERT_TRUE(set);
  for (int again = 0; again < 3; ++again) {
    for (const char* name : {"0.png", "1.png", "2.png"})
      EXPECT_THAT(content_of(*set, name), HasSubstr("damaged archive"));
    EXPECT_EQ(content_of(*set, "m.pmx"), "model");
  }
}

TEST(Zip, DoesNotFollowLinks) {
  ZipFile link{"tex.png", "/etc/passwd"};
  link.unix_mode = 0120777;
  const auto set = opened(zip_file({{"a.pmx", "x"}, link}));
  ASSERT_TRUE(set);
  expect_unreadable(*set, "tex.png", HasSubstr("link"));
}

TEST(Zip, WarnsAboutNamesOutsideTheArchive) {
  const auto set =
      opened(zip_file({{"../up.pmx", "x"}, {"a/../../b", "x"}, {"/c.pmx", "x"}, {"C:\\d.pmx", "x"}}));
  ASSERT_TRUE(set);
  const Diagnostics warnings = set->warnings();
  ASSERT_EQ(warnings.size(), 2u);
  EXPECT_THAT(warnings[0].what,
              testing::AllOf(HasSubstr("../up.pmx"), HasSubstr("leads out"), HasSubstr("1 more")));
  EXPECT_THAT(warnings[1].what,
              testing::AllOf(HasSubstr("/c.pmx"), HasSubstr("absolute"), HasSubstr("1 more")));
  EXPECT_EQ(warnings[0].file, "test.zip");
  EXPECT_TRUE(opened(zip_file({{"a.pmx", "x"}, {"d/", ""}}))->warnings().empty());
}

TEST(Zip, DamagedFilesLeaveTheOthersReadable) {
  const std::string text = "not so short a text";
  Bytes bytes = zip_file({{"a.png", text, 0, true}, {"b.png", "fine", 0, true}});
  for (std::size_t i = 0; i < 8; ++i) bytes[30 + 5 + i] = std::byte{0xff};
  const auto set = opened(bytes);
  ASSERT_TRUE(set);
  set->prefetch({"a.png", "b.png"});
  EXPECT_THAT(content_of(*set, "a.png"), HasSubstr("damaged"));
  EXPECT_EQ(content_of(*set, "b.png"), "fine");
}

TEST(Zip, NamesUnsupportedMethods) {
  ZipFile wavpack{"a.pmx", "x"};
  wavpack.claimed_method = 97;
  const auto set = opened(zip_file({wavpack}));
  ASSERT_TRUE(set);
  expect_unreadable(*set, "a.pmx", testing::AllOf(HasSubstr("not supported"), HasSubstr("97")));
}

TEST(Zip, DetectsAnyChangedByteOfTheContent) {
  const std::string text = "the quick brown fox";
  Bytes bytes = zip_file({{"a.pmx", text}});
  const std::size_t start = as_text(bytes).find(text);
  for (std::size_t i = 0; i < text.size(); ++i) {
    bytes[start + i] ^= std::byte{0x20};
    EXPECT_THAT(content_of(*opened(bytes), "a.pmx"),
                testing::AllOf(HasSubstr("checksum"), HasSubstr(", at byte 0x")));
    bytes[start + i] ^= std::byte{0x20};
  }
}

TEST(Zip, SurvivesArbitraryDamage) {
  const Bytes whole =
      zip_file({{"a.pmx", "stored"}, {"d/b.pmx", std::string(300, 'x'), 0, true}, {japanese, "y"}});
  std::mt19937 random(1);
  const ArchiveLimits limits = at_most(1 << 20);
  int read_ok = 0;
  for (int round = 0; round < 3000; ++round) {
    Bytes bytes = whole;
    for (int i = 0; i < 3; ++i) bytes[random() % bytes.size()] = static_cast<std::byte>(random());
    const auto set = open_archive(bytes, "test.zip", limits);
    if (!set) continue;
    for (const std::string& path : (*set)->list("")) {
      const auto content = (*set)->read(path);
      if (content) ++read_ok;
      EXPECT_LE(content ? content->size() : 0, std::size_t{1} << 20);
    }
  }
  EXPECT_GT(read_ok, 0);
}

}  // namespace
}  // namespace mmd
