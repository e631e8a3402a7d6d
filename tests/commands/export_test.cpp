#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "commands/commands.h"
#include "formats/vpd.h"
#include "options/messages.h"
#include "tests/assets/temporary_folder.h"
#include "tests/commands/ran.h"
#include "tests/support/format_samples.h"
#include "tests/support/model_builder.h"

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
    options.files.resize(2);
    set_model(b);
    set_motion(motion);
    options.output = to_utf8(folder.path() / "out.vpd");
  }
  void set_model(const test::FileBuilder& b) {
    options.files[0] = to_utf8(folder.put("model", as_text(b.bytes())));
  }
  void set_motion(const vmd::File& motion) {
    options.files[1] = to_utf8(folder.put("motion", as_text(vmd::write(motion).value())));
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

TEST(Export, ReportsNamesThatAPoseCannotStore) {
  ExportFiles f("a//b");
  vmd::File motion = vmd::empty_file("m");
  motion.bones = {test::bone_key("センター", 0, {0, 0, 4})};
  f.set_motion(motion);
  f.options.verbosity = 0;
  EXPECT_EQ(test::ran(run_export, f.options).err, "") << "it is at rest, and so not in the file";
  motion.bones.push_back(test::bone_key("a//b", 0, {0, 0, 4}));
  f.set_motion(motion);
  const test::Ran ran = test::ran(run_export, f.options);
  EXPECT_EQ(ran.status, exit_done);
  EXPECT_THAT(ran.err, ::testing::HasSubstr("names are cut at //, which starts a comment in a pose: a//b"));
}

TEST(Export, NamesThatShiftJisLacksGiveUtf8) {
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

TEST(Export, ModelNameThatShiftJisLacksKeepsShiftJis) {
  ExportFiles f;
  test::FileBuilder b;
  b.bone("センター");
  b.file.name = b.text("脸🙂x");
  f.set_model(b);
  f.options.frame = 5;
  ASSERT_EQ(run_export(f.options), exit_done);
  EXPECT_EQ(f.written().encoding, vpd::Encoding::cp932);
  EXPECT_EQ(f.written().model_name, "__x.osm");
}

TEST(Export, WarnsThatAPoseCannotSwitchIkOff) {
  ExportFiles f;
  test::FileBuilder b;
  b.bone("センター");
  b.bone("goal");
  b.ik(1, 0, {0});
  vmd::File motion = vmd::empty_file("m");
  motion.properties = {{0, 1, {{vmd::name_from<20>("goal"), 1}}}, {10, 1, {{vmd::name_from<20>("goal"), 0}}}};
  f.options.verbosity = 0;
  f.set_model(b);
  f.set_motion(motion);
  const auto said_at = [&](double frame) {
    f.options.frame = frame;
    const test::Ran ran = test::ran(run_export, f.options);
    EXPECT_EQ(ran.status, exit_done);
    return ran.err;
  };
  EXPECT_EQ(said_at(5), "");
  EXPECT_THAT(said_at(10),
              ::testing::HasSubstr("switches IK off at this frame, which a pose cannot store: goal"));
}

TEST(Export, OtherKindsOfFilesAndAMotionWithoutBakingAreWrongUsage) {
  ExportFiles f;
  f.options.verbosity = 0;
  test::Ran ran;
  for (const char* name : {"out.fbx", "out", "out.vpd.png", "out.vmd"}) {
    f.options.output = to_utf8(f.folder.path() / name);
    ran = test::ran(run_export, f.options);
    EXPECT_EQ(ran.status, exit_wrong_usage);
  }
  EXPECT_THAT(ran.err, ::testing::AllOf(::testing::HasSubstr("needs --bake"),
                                        ::testing::HasSubstr("hint: add --bake")));
}

TEST(Export, WritesThePoseToStandardOutput) {
  ExportFiles f;
  f.options.output = "-";
  const auto ran = test::ran(run_export, f.options);
  EXPECT_EQ(ran.status, exit_done) << ran.err;
  EXPECT_THAT(ran.out, ::testing::StartsWith("Vocaloid Pose Data file"));
}

TEST(Export, BakesAllFramesOrOne) {
  ExportFiles f;
  f.options.bake.on = true;
  f.options.output = to_utf8(f.folder.path() / "out.vmd");
  const auto keys = [&] {
    EXPECT_EQ(run_export(f.options), exit_done);
    const auto file = vmd::read(read_file(path_from_utf8(f.options.output)).value());
    EXPECT_TRUE(file);
    return file->file.bones;
  };
  const auto all = keys();
  ASSERT_EQ(all.size(), 4u);  // both bones at both ends
  std::uint32_t last = 0;
  for (const vmd::BoneKey& key : all) last = std::max(last, key.frame);
  EXPECT_EQ(last, 10u);
  f.options.frame = 2.5;
  const auto one = keys();
  ASSERT_EQ(one.size(), 2u);
  EXPECT_EQ(one[0].frame, 0u);
  EXPECT_EQ(one[0].translation, vec3(0, 0, 1));
}

TEST(Export, WarnsIfPhysicsStartsPastTheEnd) {
  ExportFiles f;
  f.options.bake.on = true;
  f.options.output = to_utf8(f.folder.path() / "out.vmd");
  f.options.verbosity = 0;
  f.options.physics.first_frame = 10.0;
  EXPECT_EQ(test::ran(run_export, f.options).err, "") << "the last frame";
  f.options.physics.first_frame = 90.0;
  EXPECT_THAT(test::ran(run_export, f.options).err,
              ::testing::HasSubstr("--physics-from 90 is past the end"));
  f.options.physics.on = false;
  EXPECT_EQ(test::ran(run_export, f.options).err, "");
}

TEST(Export, BakedPoseTellsToSwitchIkOff) {
  ExportFiles f;
  test::FileBuilder b;
  b.bone("upper", -1, {0, 10, 0});
  b.bone("lower", 0, {0, 8, -0.1f});
  b.bone("tip", 1, {0, 6, 0});
  b.bone("goal", -1, {0, 6, 0});
  b.ik(3, 2, {1, 0});
  vmd::File motion = vmd::empty_file("m");
  motion.bones = {test::bone_key("goal", 0, {1, 2, 0})};
  f.options.verbosity = 0;
  f.options.bake.on = true;
  f.set_model(b);
  f.set_motion(motion);
  const test::Ran ran = test::ran(run_export, f.options);
  EXPECT_EQ(ran.status, exit_done);
  EXPECT_THAT(ran.err, ::testing::HasSubstr("a pose cannot switch off IK and physics"));
  EXPECT_EQ(f.written().bones.size(), 3u);  // the links, which IK turned, and the goal
}

}  // namespace
}  // namespace mmd
