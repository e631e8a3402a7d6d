// Behaviour that archives of every kind share.

#include <algorithm>
#include <clocale>
#include <map>

#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "base/text.h"
#include "tests/assets/content.h"
#include "tests/support/archive_samples.h"

namespace mmd {
namespace {

using test::ArchivedFile;
using test::content_of;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;

using Files = std::vector<ArchivedFile>;

const std::string& japanese = test::japanese_name;

Bytes zipped(const Files& files) {
  std::vector<test::ZipFile> out;
  for (const ArchivedFile& file : files) out.push_back({file.name, file.content, 0, true});
  return test::zip_file(out);
}

struct Kind {
  const char* name;
  Bytes (*make)(const Files&);
  bool unicode;    ///< names are UTF-8 rather than CP932
  bool checksums;  ///< whether checksums of the content are checked
};

// libarchive 3.6 ignores the checksums of gzip and of stored files in a RAR.
const Kind kinds[] = {
    {"zip", zipped, false, true},
    {"sevenzip", test::seven_zip_file, true, true},
    {"rar", [](const Files& f) { return test::rar_file(f); }, false, false},
    {"rar5", test::rar5_file, true, false},
    {"lha", test::lha_file, false, true},
    {"tar", [](const Files& f) { return test::tar_file(f); }, true, false},
    {"targz", [](const Files& f) { return test::tar_file(f, "gzip"); }, true, false},
    {"tarxz", [](const Files& f) { return test::tar_file(f, "xz"); }, true, true},
};

class EveryArchive : public testing::TestWithParam<Kind> {
 protected:
  static Bytes make(Files wanted) {
    for (ArchivedFile& file : wanted) {
      if (!GetParam().unicode) file.name = *cp932_from_utf8(file.name);
    }
    return GetParam().make(wanted);
  }
  const std::string long_text = std::string(3000000, 'x') + "end";
  const Files files{{"model/a.pmx", "the model"}, {"model/tex/" + japanese, long_text}, {"z.txt", ""}};
};

TEST_P(EveryArchive, IsRecognisedAndUnpacked) {
  const Bytes bytes = make(files);
  EXPECT_TRUE(looks_like_archive(bytes));
  const auto set = open_archive(bytes, "a");
  ASSERT_TRUE(set) << set.error().what;
  EXPECT_THAT((*set)->list(""), ElementsAre("model/a.pmx", "model/tex/" + japanese, "z.txt"));
  EXPECT_EQ(content_of(**set, "model/tex/" + japanese), long_text);
  EXPECT_EQ(content_of(**set, "model/a.pmx"), "the model");
  EXPECT_EQ(content_of(**set, "z.txt"), "");
  EXPECT_EQ((*set)->size("model/tex/" + japanese), long_text.size());
  EXPECT_EQ((*set)->resolve("model", "TEX\\" + japanese), "model/tex/" + japanese);
  EXPECT_TRUE((*set)->warnings().empty());
}

TEST_P(EveryArchive, PrefetchDoesNotChangeContent) {
  const auto set = open_archive(make(files), "a");
  ASSERT_TRUE(set);
  (*set)->prefetch({"z.txt", "model/tex/" + japanese, "model/a.pmx", "model/a.pmx", "missing"});
  for (int i = 0; i < 3; ++i) EXPECT_EQ(content_of(**set, "model/a.pmx"), "the model");
  EXPECT_EQ(content_of(**set, "model/tex/" + japanese), long_text);
  EXPECT_EQ(content_of(**set, "z.txt"), "");
}

TEST_P(EveryArchive, ReadsTheStartOfAFile) {
  const auto opened = open_archive(make(files), "a");
  ASSERT_TRUE(opened);
  const auto& set = *opened;
  const std::string path = set->list("").front();
  const auto whole = set->read(path);
  ASSERT_TRUE(whole);
  for (const bool prefetched : {false, true}) {
    if (prefetched) set->prefetch({path});
    for (const std::size_t most : {std::size_t{0}, std::size_t{2}, SIZE_MAX}) {
      const auto start = set->read_start(path, most);
      ASSERT_TRUE(start);
      EXPECT_EQ(*start, Bytes(whole->begin(),
                              whole->begin() + static_cast<std::ptrdiff_t>(std::min(most, whole->size()))));
    }
    EXPECT_EQ(set->read(path).value(), *whole);
  }
}

TEST_P(EveryArchive, ReadEachStopsWhenAsked) {
  const auto archive = open_archive(make(files), "a");
  ASSERT_TRUE(archive) << archive.error().what;
  std::map<std::string, std::string> taken;
  std::size_t most = 9;
  const auto take = [&](const std::string& path, const Result<Bytes>& bytes) {
    EXPECT_EQ(taken.count(path), 0u) << path;
    taken[path] = bytes ? std::string(as_text(*bytes)) : "error: " + bytes.error().what;
    return taken.size() < most;
  };
  (*archive)->read_each({files[1].name, files[0].name}, take);
  EXPECT_EQ(taken,
            (std::map<std::string, std::string>{{files[0].name, "the model"}, {files[1].name, long_text}}));
  taken.clear();
  most = 1;
  (*archive)->read_each({files[1].name, files[0].name}, take);
  EXPECT_EQ(taken.size(), 1u);
}

TEST_P(EveryArchive, KeepsTheLocale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  const auto set = open_archive(make(files), "a");
  ASSERT_TRUE(set);
  content_of(**set, "model/a.pmx");
  EXPECT_EQ(std::setlocale(LC_ALL, nullptr), before);
}

TEST_P(EveryArchive, EnforcesLimits) {
  const Bytes bytes = make(files);
  ArchiveLimits small;
  small.bytes = 1000000;
  ArchiveLimits few;
  few.entries = 2;
  ArchiveLimits even;
  even.bytes_at_any_ratio = 1000;
  even.ratio = 1;
  EXPECT_THAT(open_archive(bytes, "a", small).error().what, HasSubstr("more than 1000000 bytes"));
  EXPECT_THAT(open_archive(bytes, "a", few).error().what, HasSubstr("more than 2 files"));
  const auto at_ratio = open_archive(bytes, "a", even);
  if (bytes.size() < 1000000) {  // the kinds that pack
    ASSERT_FALSE(at_ratio);
    EXPECT_THAT(at_ratio.error().what, HasSubstr("1 times its size"));
  } else {
    EXPECT_TRUE(at_ratio) << at_ratio.error().what;
  }
}

TEST_P(EveryArchive, ReportsTruncation) {
  const Files small{{"a.pmx", "the model"}, {"b.png", std::string(400, 'x')}};
  const Bytes whole = make(small);
  const auto content = [](const FileSet& set) { return content_of(set, "a.pmx") + content_of(set, "b.png"); };
  const std::string expected = content(**open_archive(whole, "a"));
  for (std::size_t size = 0; size < whole.size(); ++size) {
    const auto set = open_archive({whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(size)}, "a");
    if (!set) {
      EXPECT_FALSE(set.error().what.empty());
      EXPECT_EQ(set.error().file, "a");
      continue;
    }
    const std::string found = content(**set);
    // Bytes after the last file, such as an end mark, are not needed.
    if (found != expected) {
      EXPECT_THAT(found, HasSubstr("(error")) << size;
    }
  }
}

TEST_P(EveryArchive, DetectsChangedContentByChecksum) {
  const std::string text = "the quick brown fox jumps over the lazy dog";
  const Bytes whole = make({{"a.pmx", text}});
  int noticed = 0, missed = 0;
  for (std::size_t i = 0; i < whole.size(); ++i) {
    Bytes bytes = whole;
    bytes[i] ^= std::byte{0x20};
    const auto set = open_archive(bytes, "a");
    const auto found = set ? (*set)->read("a.pmx") : tl::unexpected(set.error());
    if (!found) {
      EXPECT_FALSE(found.error().what.empty());
      ++noticed;
    } else if (as_text(*found) != text) {
      ++missed;
    }
  }
  EXPECT_GT(noticed, 5);
  if (GetParam().checksums) {
    EXPECT_EQ(missed, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, EveryArchive, testing::ValuesIn(kinds),
                         [](const auto& kind) { return std::string(kind.param.name); });

TEST(Archive, RejectsEncryptedRar) {
  const auto set = open_archive(test::rar_file({{"d\\a.pmx", "x"}}, true), "a.rar");
  ASSERT_FALSE(set);
  EXPECT_THAT(set.error().what, AllOf(HasSubstr("encrypted"), HasSubstr("d/a.pmx")));
  EXPECT_EQ(set.error().file, "a.rar");
}

TEST(Archive, DoesNotFollowLinksInTar) {
  const auto set = open_archive(test::tar_file({{"a.pmx", "x"}, {"t.png", "", "/etc/passwd"}}), "a.tar");
  ASSERT_TRUE(set) << set.error().what;
  EXPECT_EQ((*set)->resolve("", "T.png"), "t.png");
  const auto read = (*set)->read("t.png");
  ASSERT_FALSE(read);
  EXPECT_THAT(read.error().what, HasSubstr("link"));
  EXPECT_EQ(read.error().file, "a.tar/t.png");
}

TEST(Archive, WarnsAboutNamesOutsideTheArchive) {
  for (const Bytes& bytes :
       {test::tar_file({{"../up.png", "x"}}), test::seven_zip_file({{"../up.png", "x"}})}) {
    const auto set = open_archive(bytes, "a");
    ASSERT_TRUE(set) << set.error().what;
    EXPECT_TRUE((*set)->list("").empty());
    ASSERT_EQ((*set)->warnings().size(), 1u);
    EXPECT_THAT((*set)->warnings()[0].what, AllOf(HasSubstr("../up.png"), HasSubstr("leads out")));
  }
}

TEST(Archive, RejectsCompressedFilesThatAreNoTar) {
  Bytes gzip = test::tar_file({{"a", "x"}}, "gzip");
  gzip.resize(20);
  EXPECT_FALSE(open_archive(gzip, "a.gz"));
}

TEST(LooksLikeArchive, ChecksTheFirstBytes) {
  EXPECT_TRUE(looks_like_archive(test::zip_file({})));
  for (const std::string_view none :
       {std::string_view("PMX ...."), std::string_view("PK"), std::string_view(""), std::string_view("Rar!"),
        std::string_view("Vocaloid Pose Data file\r\n"), std::string_view("ab-lh5-")})
    EXPECT_FALSE(looks_like_archive(as_byte_span(none))) << none;
}

}  // namespace
}  // namespace mmd
