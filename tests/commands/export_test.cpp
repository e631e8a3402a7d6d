#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "commands/commands.h"
#include "commands/messages.h"
#include "formats/vpd.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/model_builder.h"
#include "tests/support/vmd_samples.h"

namespace mmd {
namespace {

struct ExportFiles {
  test::TemporaryFolder folder;
  Options options;

  explicit ExportFiles(const char* bone_name = "首") {
    test::FileBuilder b;
    b.bone("センター");
    b.bone(bone_name, 0);
    vmd::File motion = vmd::empty_file("m");
    motion.bones = {test::bone_key("センター", 0), test::bone_key("センター", 10, {0, 0, 4})};
    options.command = Command::export_;
    options.verbosity = -1;
    options.files = {to_utf8(folder.put("model", as_text(b.bytes()))),
                     to_utf8(folder.put("motion", as_text(vmd::write(motion).value())))};
    options.output = to_utf8(folder.path() / "out.vpd");
  }
  vpd::File written() const {
    const auto bytes = read_file(path_from_utf8(options.output));
    EXPECT_TRUE(bytes);
    const auto file = vpd::read(*bytes);
    EXPECT_TRUE(file);
    return file->file;
  }
};

TEST(Export, WritesThePoseOfAFrame) {
  ExportFiles f;
  f.options.frame = 2.5;
  ASSERT_EQ(run_export(f.options), exit_done);
  const vpd::File file = f.written();
  EXPECT_EQ(file.encoding, vpd::Encoding::cp932);
  ASSERT_EQ(file.bones.size(), 1u);
  EXPECT_EQ(file.bones[0].name, "センター");
  EXPECT_EQ(file.bones[0].translation, vec3(0, 0, 1));
}

TEST(Export, NamesThatShiftJisCannotHoldMakeItUtf8) {
  ExportFiles f("Шея🙂");
  f.options.files.push_back(to_utf8(f.folder.put(
      "pose",
      "\xEF\xBB\xBFVocaloid Pose Data file\n\nx.osm;\n1;\n\nBone0{Шея🙂\n 1,0,0;\n 0,0,0,1;\n}\n")));
  ASSERT_EQ(run_export(f.options), exit_done);
  const vpd::File file = f.written();
  EXPECT_EQ(file.encoding, vpd::Encoding::utf8_bom);
  ASSERT_EQ(file.bones.size(), 1u);
  EXPECT_EQ(file.bones[0].name, "Шея🙂");
}

TEST(Export, OtherKindsOfFilesAreWrongUsage) {
  ExportFiles f;
  for (const char* name : {"out.obj", "out", "out.vpd.png"}) {
    f.options.output = to_utf8(f.folder.path() / name);
    EXPECT_EQ(run_export(f.options), exit_wrong_usage);
  }
}

TEST(Export, AMissingFolderIsAnError) {
  ExportFiles f;
  f.options.output = to_utf8(f.folder.path() / "nowhere" / "out.vpd");
  EXPECT_EQ(run_export(f.options), exit_bad_input);
}

}  // namespace
}  // namespace mmd
