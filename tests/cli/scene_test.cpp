// Scene files, accessories and projects of MMD on the command line.
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "formats/vmd.h"
#include "tests/cli/program.h"
#include "tests/support/format_samples.h"
#include "tests/support/pmm_samples.h"

namespace mmd::test {
namespace {

using testing::HasSubstr;

constexpr const char* board = R"(xof 0303txt 0032
Mesh board { 4; -1;-1;0;, 1;-1;0;, 1;1;0;, -1;1;0;; 1; 4;0,3,2,1;;
 MeshMaterialList { 1; 1; 0; Material { 0.4;0.2;0.6;1;; 5; 0;0;0;; 0.1;0.3;0.2;; } } })";

class Scene : public ProgramTest {
 protected:
  Image shot(const Words& what, Words more = {}) {
    const Outcome outcome =
        mmdview(with({"shot", "-o", in_folder("out.png"), "--size", "40x40"}, with(what, more)));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    return decoded(content("out.png"));
  }
  /// A scene in a folder of its own: the model with its pose, and the board on its bone 腕.
  std::string put_scene() {
    put("scenes/board.x", board);
    return put("scenes/a.mmdscene", R"({"mmdview-scene": 1, "files": ["../)" + file_of(model) + R"(", "../)" +
                                        file_of(pose) + R"("], "figures": [{"files": ["board.x"]}],
      "options": {"place": ["0,0,0", "0,1,0,0,0,30,0.1@1:腕"], "fov": 40, "view": "front"}})");
  }
  std::string file_of(const std::string& path) const {
    return path.substr(with_slashes(folder.path()).size() + 1);
  }
};

TEST_F(Scene, GivesThePictureOfItsOptions) {
  const std::string scene = put_scene();
  const Image one = shot({scene});
  const Image other = shot({model, pose, in_folder("scenes/board.x"), "--place", "0,0,0", "--place",
                            "0,1,0,0,0,30,0.1@1:腕", "--fov", "40", "--view", "front"});
  EXPECT_EQ(one.rgba, other.rgba);
  EXPECT_NE(one.rgba, shot({model, pose, "--fov", "40", "--view", "front"}).rgba);
}

TEST_F(Scene, MayBeMovedWithItsFiles) {
  const std::string scene = put_scene();
  const Image before = shot({scene});
  std::filesystem::rename(folder.path() / "scenes", folder.path() / "moved");
  EXPECT_EQ(shot({in_folder("moved/a.mmdscene")}).rgba, before.rgba);
}

TEST_F(Scene, NamesTenOfManyMissingFiles) {
  std::string files = "\"" + file_of(model) + "\"";
  for (int i = 0; i < 5000; ++i) files += ", \"gone" + std::to_string(i) + ".vpd\"";
  const std::string scene = put("many.mmdscene", "{\"mmdview-scene\": 1, \"files\": [" + files + "]}");
  const Outcome fails = mmdview({"shot", scene, "-o", in_folder("out.png")});
  expect_failure(fails, 1);
  EXPECT_THAT(fails.err, HasSubstr("gone9.vpd\" does not exist; 4990 more"));
}

TEST_F(Scene, NamesAMissingFileAndLeavesItOutOnRequest) {
  const std::string scene = put_scene();
  std::filesystem::remove(folder.path() / "scenes" / "board.x");
  const Outcome fails = mmdview({"shot", scene, "-o", in_folder("out.png")});
  expect_failure(fails, 1);
  EXPECT_THAT(fails.err, HasSubstr("board.x"));
  EXPECT_THAT(fails.err, HasSubstr("--allow-missing"));
  EXPECT_EQ(shot({scene, "--allow-missing"}).rgba,
            shot({model, pose, "--fov", "40", "--view", "front"}).rgba);
}

TEST_F(Scene, ServesBonesExportInfoAndCheck) {
  const std::string scene = put_scene();
  const std::string bones = mmdview({"bones", scene}).out;
  EXPECT_THAT(bones, HasSubstr("\n" + mmdview({"bones", model, pose}).out + "\n2: "));
  EXPECT_THAT(bones, HasSubstr("board.x\n"));
  const Outcome exported = mmdview({"export", scene, "-o", in_folder("a.glb")});
  EXPECT_EQ(exported.status, 0);
  EXPECT_THAT(exported.err, ::testing::Not(HasSubstr("places")));
  EXPECT_THAT(content("a.glb"), HasSubstr("board")) << "a .glb has all models";
  EXPECT_THAT(mmdview({"info", scene}).out, HasSubstr("board.x"));
  EXPECT_THAT(mmdview({"check", scene}).out, HasSubstr("scene, 0 errors"));
  std::filesystem::remove(folder.path() / "scenes" / "board.x");
  EXPECT_THAT(mmdview({"check", scene}).out, HasSubstr("board.x"));
}

TEST_F(Scene, SaysThatAPlaceHasNoModel) {
  const Outcome one = mmdview(
      {"shot", model, "-o", in_folder("out.png"), "--size", "40x40", "--place", "1,0,0", "--place", "2,0,0"});
  EXPECT_EQ(one.status, 0) << one.err;
  EXPECT_THAT(one.err, HasSubstr("2 places are given for 1 model"));
}

TEST_F(Scene, GivesABatchItsPosesUnlessOthersAreGiven) {
  const std::string scene = put_scene();
  const auto planned = [&](const Words& more) {
    const Outcome plan = mmdview(with({"batch", scene, "-o", in_folder("out"), "--dry-run"}, more));
    EXPECT_EQ(plan.status, 0) << plan.err;
    return plan.out;
  };
  const auto stem = [](const std::string& file) { return to_utf8(path_from_utf8(file).stem()); };
  EXPECT_THAT(planned({}), HasSubstr("a.png"));
  EXPECT_THAT(planned({"--poses", other_pose}), HasSubstr(stem(other_pose)));
  EXPECT_THAT(planned({"--poses", other_pose}), testing::Not(HasSubstr(stem(pose) + ".png")));
}

TEST_F(Scene, GivesABatchThePictureOfShot) {
  const std::string scene = put_scene();
  nlohmann::json edited = nlohmann::json::parse(content("scenes/a.mmdscene"));
  edited["files"].erase(1);
  edited["pose"] = content(file_of(other_pose));
  edited["figures"].push_back({{"files", {"../" + file_of(model)}}, {"pose", content(file_of(pose))}});
  const std::string both = put("scenes/b.mmdscene", edited.dump());
  for (const std::string& one : {scene, both}) {
    const Outcome made =
        mmdview({"batch", one, "-o", in_folder("out"), "--size", "40x40", "--name", "a.png"});
    EXPECT_EQ(made.status, 0) << made.err;
    EXPECT_EQ(decoded(content("out/a.png")).rgba, shot({one}).rgba);
  }
}

TEST_F(Scene, PlaysTheMotionsOfAllItsModelsInABatch) {
  vmd::File motion = vmd::empty_file("m");
  motion.bones = {bone_key("腕", 0), bone_key("腕", 20, vec3(0.0f, 2.0f, 0.0f))};
  const std::string moving = file_of(put("m.vmd", as_text(vmd::write(motion).value())));
  const std::string scene =
      put("a.mmdscene", R"({"mmdview-scene": 1, "files": [")" + file_of(model) +
                            R"("], "figures": [{"files": [")" + file_of(model) + R"(", ")" + moving + R"("]}],
      "options": {"place": ["-3,0,0", "3,0,0"], "view": "front", "no-physics": true}})");
  const Outcome made = mmdview({"batch", scene, "-o", in_folder("out"), "--size", "40x40", "--frames",
                                "0:20:10", "--name", "{frame}.png"});
  EXPECT_EQ(made.status, 0) << made.err;
  EXPECT_EQ(decoded(content("out/20.png")).rgba, shot({scene, "--frame", "20"}).rgba);
  EXPECT_NE(content("out/20.png"), content("out/0.png"));
}

TEST_F(Scene, IsNeverOverwrittenByAPicture) {
  put_scene();
  const std::string scene = put("scenes/a.png", content("scenes/a.mmdscene"));
  expect_failure(mmdview({"shot", scene, "-o", scene, "--force"}), 1);
  EXPECT_EQ(content("scenes/a.png"), content("scenes/a.mmdscene"));
}

TEST_F(Scene, OfMmdOpensWithItsFilesBesideIt) {
  const Bytes project = pmm_project();
  const std::string file = put("p.pmm", as_text(project));
  expect_failure(mmdview({"shot", file, "-o", in_folder("out.png")}), 1);
  FileBuilder b;
  b.bone("センター");
  b.bone("左腕", 0, {0, 5, 0});
  b.square({0, 0, 0}, 1);
  b.material();
  put("UserFile/Model/ミク.pmx", as_text(b.bytes()));
  const Outcome bones = mmdview({"bones", file, "--allow-missing", "--format", "csv"});
  EXPECT_EQ(bones.status, 0) << bones.err;
  EXPECT_THAT(bones.out, HasSubstr("左腕,0,1.19999")) << "an edit without a key counts";
  EXPECT_EQ(mmdview({"shot", file, "--allow-missing", "-o", in_folder("p.png")}).status, 0);
  EXPECT_EQ(content("p.pmm"), as_text(project));
}

TEST_F(Scene, AnAccessoryHasTheColoursOfMmd) {
  const std::string x = put("board.x", board);
  const Image image =
      shot({x, "--camera", "0,0,-40,0,0,0", "--light-direction", "0,0,1", "--background", "000000"});
  // e + d * (L - 0.3) + d * N.L with L = 154/256
  const auto level = [](float e, float d) { return std::lround(255.0f * (e + d * (0.6f - 0.3f) + d)); };
  const std::size_t middle = 4 * (20 * 40 + 20);
  EXPECT_NEAR(image.rgba[middle], level(0.1f, 0.4f), 1);
  EXPECT_NEAR(image.rgba[middle + 1], level(0.3f, 0.2f), 1);
  EXPECT_NEAR(image.rgba[middle + 2], level(0.2f, 0.6f), 1);
  const Image behind =
      shot({x, "--camera", "0,0,40,0,0,0", "--light-direction", "0,0,1", "--background", "000000"});
  EXPECT_NE(behind.rgba[middle], 0) << "faces have two sides";
}

TEST_F(Scene, AnAccessoryFadesAndBlendsOverWhatWasDrawnBefore) {
  const std::string x = put("board.x", board);
  const Words view{"--camera", "0,0,-40,0,0,0", "--background", "000000"};
  const Image solid = shot(with({model, "--attach", x + ":0,0,30"}, view));
  const Image faint = shot(with({model, "--attach", x + ":0,0,30,0,0,0,1,0.5"}, view));
  const std::size_t corner = 4 * (16 * 40 + 24);
  EXPECT_NEAR(faint.rgba[corner], solid.rgba[corner] / 2, 2);
}

}  // namespace
}  // namespace mmd::test
