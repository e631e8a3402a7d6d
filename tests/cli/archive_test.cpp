// Files in archives, named as "archive.zip/path/file".

#include <gmock/gmock.h>

#include "base/text.h"
#include "tests/cli/program.h"
#include "tests/support/archive_samples.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;

/// Two models, of which the second is a prop, and a pose, with names in Shift-JIS.
class Archive : public ProgramTest {
 protected:
  Archive() {
    FileBuilder prop;
    prop.bone("軸");
    prop.square({0, 0, 0}, 0.5f);
    prop.material();
    const auto name = [](const char* text) { return *cp932_from_utf8(text); };
    const Bytes bytes =
        zip_file({{name("人/モデル.pmx"), std::string(as_text(small_model().bytes())), 0, true},
                  {name("物/道具.pmx"), std::string(as_text(prop.bytes())), 0, true},
                  {name("ポーズ.vpd"), content("ポーズ 1.vpd"), 0, true}});
    zip = put("二 つ.zip", as_text(bytes));
  }
  std::string in_zip(const char* member) { return zip + "/" + member; }

  std::string zip;
};

TEST_F(Archive, EveryCommandAcceptsAModelInAnArchive) {
  const std::string figure = in_zip("人/モデル.pmx");
  const std::pair<const char*, const char*> printing[] = {
      {"info", "広げる"}, {"bones", "腕捩"}, {"check", "0 errors"}};
  for (const auto& [command, word] : printing) {
    const Outcome outcome = mmdview({command, figure});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr(word));
  }
  for (const char* command : {"shot", "export"}) {
    const std::string out = in_folder(command == std::string("shot") ? "o.png" : "o.vpd");
    const Outcome outcome = mmdview({command, figure, "-o", out});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
  }
}

TEST_F(Archive, NestedArchiveOfSeveralModelsMustBeUnpackedFirst) {
  const Bytes bytes = zip_file({{"in/m.zip", content("二 つ.zip"), 0, true}});
  const std::string outer = put("outer.zip", as_text(bytes));
  const Outcome outcome = mmdview({"info", outer + "/in/m.zip"});
  expect_failure(outcome, 1);
  EXPECT_THAT(outcome.err, HasSubstr("unpack " + outer));
  EXPECT_THAT(outcome.err, HasSubstr("in/m.zip/人/モデル.pmx"));
}

TEST_F(Archive, ModelPoseAndPropGiveTheSameAsUnpacked) {
  FileBuilder prop;
  prop.bone("軸");
  prop.square({0, 0, 0}, 0.5f);
  prop.material();
  const std::string outside = put("道具.pmx", as_text(prop.bytes()));
  const auto picture = [&](const std::string& m, const std::string& p, const std::string& a) {
    const Outcome outcome = mmdview({"shot", m, p, "--attach", a + "@腕", "--compare", p, "--size", "64x64",
                                     "-o", in_folder("o.png"), "--no-metadata"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return content("o.png");
  };
  EXPECT_EQ(picture(in_zip("人\\モデル.pmx"), in_zip("ポーズ.vpd"), in_zip("物/道具.pmx")),
            picture(model, pose, outside));
}

TEST_F(Archive, HintForSeveralModelsIsQuotedForTheShell) {
  const Outcome outcome = mmdview({"info", zip});
  expect_failure(outcome, 1);
  EXPECT_THAT(outcome.err, HasSubstr("  hint: give one of them: '" + in_zip("人/モデル.pmx") + "', '" +
                                     in_zip("物/道具.pmx") + "'\n"));
  expect_failure(mmdview({"shot", model, "--attach", zip + "@腕", "-o", in_folder("o.png")}), 1);
  expect_failure(mmdview({"info", in_zip("人")}), 1);
}

TEST_F(Archive, EveryFormatGivesTheSameAsAFolder) {
  const std::string figure(as_text(small_model().bytes()));
  const std::string expected = mmdview({"bones", put("モデル.pmx", figure)}).out;
  const std::vector<ArchivedFile> files{{"人/モデル.pmx", figure}, {"ポーズ.txt", "x"}};
  const std::vector<ArchivedFile> in_sjis{{*cp932_from_utf8("人\\モデル.pmx"), figure}};
  for (const Bytes& bytes : {seven_zip_file(files), tar_file(files), tar_file(files, "gzip"),
                             tar_file(files, "xz"), rar5_file(files), rar_file(in_sjis), lha_file(in_sjis)}) {
    const std::string archive = put("何か", as_text(bytes));  // recognised by content
    const Outcome whole = mmdview({"bones", archive});
    EXPECT_EQ(whole.status, 0) << whole.err;
    EXPECT_EQ(whole.err, "");
    EXPECT_EQ(whole.out, expected);
    EXPECT_EQ(mmdview({"bones", archive + "/人/モデル.pmx"}).out, expected);
    EXPECT_EQ(mmdview({"check", archive}).status, mmdview({"check", model}).status);
  }
}

TEST_F(Archive, WarnsAboutNamesOutsideTheArchive) {
  const std::string figure(as_text(small_model().bytes()));
  const std::string archive = put("out.zip", as_text(zip_file({{"m.pmx", figure}, {"../up.png", "x"}})));
  for (const char* command : {"info", "bones"}) {
    const Outcome outcome = mmdview({command, archive});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("out.zip: \"../up.png\" in it leads out of the archive"));
  }
}

}  // namespace
}  // namespace mmd::test
