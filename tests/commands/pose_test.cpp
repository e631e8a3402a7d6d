#include <fstream>
#include <iterator>

#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "base/text.h"
#include "commands/commands.h"
#include "formats/vpd.h"
#include "tests/assets/temporary_folder.h"
#include "tests/commands/ran.h"

namespace mmd {
namespace {

using test::Ran;
using test::TemporaryFolder;
using ::testing::HasSubstr;

/// Two poses and a place for the result.
struct Poses {
  TemporaryFolder folder;
  Options options;
  explicit Poses(PoseTool tool) {
    options.command = Command::pose;
    options.pose_tool = tool;
    options.files = {
        put("a.vpd", {{"左腕", {1, 2, 3}, {0, 0, 0.6f, 0.8f}, 0}, {"頭", {0, 0, 0}, {0, 0.6f, 0, 0.8f}, 0}})};
    options.output = to_utf8(folder.path() / "out.vpd");
  }
  std::string put(const std::string& name, std::vector<vpd::Bone> bones) {
    vpd::File file;
    file.model_name = "モデル.osm";
    file.encoding = vpd::Encoding::utf8;
    file.bone_count = static_cast<std::int64_t>(bones.size());
    file.bones = std::move(bones);
    return to_utf8(folder.put(name, vpd::write(file).value()));
  }
  Ran run() { return test::ran(run_pose, options); }
  std::string written() const {
    std::ifstream in(path_from_utf8(options.output), std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  vpd::File result() const {
    const std::string text = written();
    return vpd::read(as_byte_span(text)).value().file;
  }
};

TEST(Pose, MirrorWritesMmdsFormat) {
  Poses p(PoseTool::mirror);
  const Ran ran = p.run();
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.out, "");
  EXPECT_EQ(
      p.written(),
      *cp932_from_utf8("Vocaloid Pose Data file\r\n\r\nモデル.osm;\t\t// 親ファイル名\r\n2;\t\t\t\t// "
                       "総ポーズボーン数\r\n\r\n"
                       "Bone0{右腕\r\n  -1.000000,2.000000,3.000000;\t\t\t\t// trans x,y,z\r\n"
                       "  0.000000,0.000000,-0.600000,0.800000;\t\t// Quaternion x,y,z,w\r\n}\r\n\r\n"
                       "Bone1{頭\r\n  0.000000,0.000000,0.000000;\t\t\t\t// trans x,y,z\r\n"
                       "  0.000000,-0.600000,0.000000,0.800000;\t\t// Quaternion x,y,z,w\r\n}\r\n\r\n"));
  EXPECT_EQ(p.folder.names().size(), 2u) << "no temporary file stays";
  const std::string once = p.written();
  const std::string first = p.options.output;
  p.options.files = {first};
  EXPECT_EQ(p.run().status, 1) << "an input is not replaced";
  EXPECT_EQ(p.written(), once);
  p.options.output = to_utf8(p.folder.path() / "twice.vpd");
  ASSERT_EQ(p.run().status, 0);
  p.options.files = {p.options.output};
  p.options.output = first;
  ASSERT_EQ(p.run().status, 0);
  EXPECT_EQ(p.written(), once);
}

TEST(Pose, BlendUsesTheWeights) {
  Poses p(PoseTool::blend);
  p.options.files.push_back(p.put("b.vpd", {{"左腕", {5, 2, 3}, {0, 0, 0.6f, 0.8f}, 0}}));
  ASSERT_EQ(p.run().status, 0);
  EXPECT_FLOAT_EQ(p.result().bones[0].translation.x, 3.0f) << "equal without --weights";
  p.options.weights = {3, 1};
  ASSERT_EQ(p.run().status, 0);
  EXPECT_FLOAT_EQ(p.result().bones[0].translation.x, 2.0f);
}

TEST(Pose, MergingADiffRestoresThePose) {
  Poses p(PoseTool::diff);
  const std::string a = p.options.files[0], b = p.put("b.vpd", {{"左腕", {5, 2, 3}, {0, 0, 0.6f, 0.8f}, 0},
                                                                {"首", {0, 1, 0}, {0, 0, 0, 1}, 0}});
  p.options.files.push_back(b);
  ASSERT_EQ(p.run().status, 0);
  EXPECT_EQ(p.result().bones.size(), 3u);
  const std::string diff = to_utf8(p.folder.put("d.vpd", p.written()));
  p.options.pose_tool = PoseTool::merge;
  p.options.files = {b, diff};
  ASSERT_EQ(p.run().status, 0);
  const vpd::File out = p.result();
  ASSERT_EQ(out.bones.size(), 3u);
  EXPECT_EQ(out.bones[0].translation, vec3(1, 2, 3));
  EXPECT_EQ(out.bones[1].translation, vec3(0, 0, 0)) << "首 is at rest in the first";
  EXPECT_EQ(out.bones[2].name, "頭");
}

TEST(Pose, MergeAndResetTakeNamesInEitherLanguage) {
  Poses p(PoseTool::merge);
  p.options.files.push_back(
      p.put("b.vpd", {{"左腕", {5, 2, 3}, {0, 0, 0.6f, 0.8f}, 0}, {"首", {0, 1, 0}, {0, 0, 0, 1}, 0}}));
  p.options.names = {"首"};
  ASSERT_EQ(p.run().status, 0);
  EXPECT_EQ(p.result().bones.size(), 3u);
  EXPECT_EQ(p.result().bones[0].translation.x, 1.0f);
  p.options.pose_tool = PoseTool::reset;
  p.options.files.pop_back();
  p.options.names = {"arm_L"};
  ASSERT_EQ(p.run().status, 0);
  EXPECT_EQ(p.result().bones[0].translation, vec3(0.0f));
  EXPECT_FLOAT_EQ(p.result().bones[1].rotation.y, 0.6f);
}

TEST(Pose, UnknownNameIsAnErrorWithASuggestion) {
  for (const char* name : {"誰か", "knee_L", "左腕 "}) {
    Poses p(PoseTool::reset);
    p.options.names = {"頭", name};
    const Ran ran = p.run();
    EXPECT_EQ(ran.status, 1) << name;
    EXPECT_THAT(ran.err, HasSubstr(std::string("no pose lists \"") + name + '"'));
    EXPECT_EQ(p.written(), "");
    if (std::string(name) == "左腕 ") {
      EXPECT_THAT(ran.err, HasSubstr("did you mean 左腕?"));
    }
  }
}

TEST(Pose, WrongUsageIsStatus2AndWritesNothing) {
  const auto status = [](PoseTool tool, auto change) {
    Poses p(tool);
    change(p.options);
    const Ran ran = p.run();
    EXPECT_THAT(ran.err, HasSubstr("  hint: "));
    EXPECT_EQ(p.written(), "");
    return ran.status;
  };
  const auto second = [](Options& o) { o.files.push_back(o.files[0]); };
  EXPECT_EQ(status(PoseTool::mirror, second), 2);
  EXPECT_EQ(status(PoseTool::reset,
                   [&](Options& o) {
                     o.names = {"頭"};
                     second(o);
                   }),
            2);
  EXPECT_EQ(status(PoseTool::reset, [](Options&) {}), 2);
  EXPECT_EQ(status(PoseTool::diff, [](Options&) {}), 2);
  EXPECT_EQ(status(PoseTool::blend, [](Options& o) { o.weights = {1, 2}; }), 2);
  EXPECT_EQ(status(PoseTool::blend, [](Options& o) { o.weights = {0}; }), 2);
  EXPECT_EQ(status(PoseTool::mirror, [](Options& o) { o.weights = {1}; }), 2);
  EXPECT_EQ(status(PoseTool::mirror, [](Options& o) { o.names = {"頭"}; }), 2);
  EXPECT_EQ(status(PoseTool::mirror, [](Options& o) { o.output = "out.png"; }), 2);
  EXPECT_EQ(status(PoseTool::mirror, [](Options& o) { o.cut_range.emplace(1, 2); }), 2);
  EXPECT_EQ(status(PoseTool::mirror, [](Options& o) { o.shift_by = 3; }), 2);
  EXPECT_EQ(status(PoseTool::mirror, [](Options& o) { o.motion_speed = 2; }), 2);
  EXPECT_EQ(status(PoseTool::mirror, [](Options& o) { o.sequence_step = 5; }), 2);
}

TEST(Pose, UnusableInputIsStatus1AndKeepsTheOldFile) {
  const auto status = [](auto change) {
    Poses p(PoseTool::mirror);
    p.folder.put("out.vpd", "old");
    change(p);
    const Ran ran = p.run();
    EXPECT_THAT(ran.err, HasSubstr("mmdview: error: "));
    EXPECT_EQ(p.written(), p.options.output.find("missing") == std::string::npos ? "old" : "");
    return ran.status;
  };
  EXPECT_EQ(status([](Poses& p) { p.options.files = {"missing.vpd"}; }), 1);
  EXPECT_EQ(status([](Poses& p) { p.options.files = {to_utf8(p.folder.put("x", "hello"))}; }), 1);
  EXPECT_EQ(status([](Poses& p) { p.options.output = to_utf8(p.folder.path() / "missing" / "o.vpd"); }), 1);
}

TEST(Pose, NamesThatShiftJisLacksGiveUtf8AndAWarning) {
  Poses p(PoseTool::mirror);
  p.options.files = {p.put("u.vpd", {{"smile \xF0\x9F\x98\x80", {1, 0, 0}, {0, 0, 0, 1}, 0}})};
  const Ran ran = p.run();
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.err, HasSubstr("mmdview: warning: "));
  EXPECT_THAT(ran.err, HasSubstr("smile \xF0\x9F\x98\x80"));
  EXPECT_THAT(ran.err, HasSubstr("  hint: "));
  EXPECT_EQ(p.written().substr(0, 3), "\xEF\xBB\xBF") << "as export writes it";
  ASSERT_EQ(p.result().bones.size(), 1u);
  EXPECT_EQ(p.result().bones.front().name, "smile \xF0\x9F\x98\x80");
}

}  // namespace
}  // namespace mmd
