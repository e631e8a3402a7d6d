// Models that lack bones, vertices, materials, faces or morphs go through every command.

#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"
#include "tests/support/format_samples.h"

namespace mmd::test {
namespace {

struct OddModel {
  const char* name;
  void (*build)(FileBuilder& b);
};

void with_bones(FileBuilder& b) {
  b.bone("センター");
  b.bone("腕", 0, {2, 0, 0});
}
void with_faces(FileBuilder& b) {
  b.square({0, 5, 0}, 2, -1);
}
void with_morph(FileBuilder& b) {
  b.morph<pmx::VertexOffset>("広げる", pmx::MorphType::vertex, {});
}
void with_bodies(FileBuilder& b) {
  b.file.rigid_bodies = {ball(-1, 1, {0, 5, 0}), ball(-1, 0, {0, 6, 0})};
  b.file.joints = {joint(0, 1, {0, 5.5, 0})};
}

constexpr OddModel odd_models[] = {{"nothing.pmx", [](FileBuilder&) {}},
                                   {"bones.pmx", with_bones},
                                   {"faces.pmx",
                                    [](FileBuilder& b) {
                                      with_faces(b);
                                      b.material();
                                    }},
                                   {"no_materials.pmx",
                                    [](FileBuilder& b) {
                                      with_bones(b);
                                      with_faces(b);
                                    }},
                                   {"no_faces.pmx",
                                    [](FileBuilder& b) {
                                      with_bones(b);
                                      b.vertex({0, 1, 0}, 0);
                                      b.material();
                                    }},
                                   {"invisible.pmx",
                                    [](FileBuilder& b) {
                                      with_bones(b);
                                      with_faces(b);
                                      b.material().diffuse.a = 0.0f;
                                    }},
                                   {"morphs.pmx", with_morph},
                                   {"bodies.pmx", with_bodies},
                                   {"faces_and_bodies.pmx", [](FileBuilder& b) {
                                      with_faces(b);
                                      b.material();
                                      with_morph(b);
                                      with_bodies(b);
                                    }}};

class OddModels : public ProgramTest {
 protected:
  OddModels() {
    vmd::File file = vmd::empty_file("m");
    file.bones = {bone_key("センター", 0), bone_key("センター", 10, {0, 0, 4})};
    motion = put("m.vmd", as_text(vmd::write(file).value()));
    for (const OddModel& odd : odd_models) {
      FileBuilder b;
      odd.build(b);
      models.push_back(put(odd.name, as_text(b.bytes())));
    }
  }
  /// It ends by itself, with the file or with a message.
  void expect_end(Words command, const std::string& output = {}) {
    SCOPED_TRACE(testing::PrintToString(command));
    std::error_code error;
    std::filesystem::remove(path_from_utf8(output), error);
    const Outcome outcome = mmdview(std::move(command));
    ASSERT_EQ(outcome.signal, 0) << outcome.err;
    expect_messages(outcome);
    const bool is_there = !output.empty() && std::filesystem::exists(path_from_utf8(output));
    if (outcome.status == 0) {
      EXPECT_TRUE(output.empty() || is_there);
      if (is_there) {
        EXPECT_GT(std::filesystem::file_size(path_from_utf8(output)), 0u);
      }
      return;
    }
    EXPECT_TRUE(outcome.status == 1 || outcome.status == 3) << outcome.status << outcome.err;
    EXPECT_NE(outcome.err + outcome.out, "");
    EXPECT_FALSE(is_there) << "a failure leaves no file";
  }

  std::string motion;
  Words models;
};

TEST_F(OddModels, AreExportedToEveryFormatOrRefused) {
  for (const std::string& odd : models)
    for (const char* name : {"o.glb", "o.vrm", "o.vrma", "o.obj", "o.vpd", "o.vmd"}) {
      const Words output{"--force", "-o", in_folder(name)};
      if (std::string_view(name) != "o.vmd")  // wrong usage
        expect_end(with({"export", odd, pose}, output), in_folder(name));
      expect_end(with({"export", odd, motion, "--bake"}, output), in_folder(name));
    }
}

TEST_F(OddModels, BakedMotionWithoutBonesIsAMotion) {
  const Outcome outcome = mmdview({"export", models[0], motion, "--bake", "-o", in_folder("o.vmd")});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  const std::string written = content("o.vmd");
  const auto file = vmd::read(as_byte_span(written));
  ASSERT_TRUE(file);
  EXPECT_TRUE(file->file.bones.empty());
}

TEST_F(OddModels, ObjWithoutVisibleFacesIsAnError) {
  for (const char* name : {"nothing.pmx", "bones.pmx", "no_faces.pmx", "invisible.pmx"}) {
    const Outcome outcome = mmdview({"export", in_folder(name), "-o", in_folder("o.obj")});
    expect_failure(outcome, 1);
    EXPECT_THAT(outcome.err, ::testing::HasSubstr("no visible faces")) << name;
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "o.obj"));
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "o.mtl"));
  }
  EXPECT_EQ(mmdview({"export", in_folder("faces.pmx"), "-o", in_folder("o.obj")}).status, 0);
}

TEST_F(OddModels, AreRead) {
  for (const std::string& odd : models) {
    for (const char* command : {"info", "check", "bones"}) expect_end({command, odd, "--format", "json"});
    expect_end({"bones", odd, pose, motion, "--frame", "5", "--settle"});
    expect_end({"check", odd, motion});
  }
}

TEST_F(OddModels, AreDrawn) {
  const Words options[] = {{pose, "--labels", "all"},
                           {motion, "--frame", "5", "--settle"},
                           {"--skeleton", "--highlight", "センター", "--shading", "weights"},
                           {"--compare", "ik"},
                           {"--compare", other_pose, "--skinning", "cpu", "--view", "face"}};
  const std::string picture = in_folder("o.png");
  for (const std::string& odd : models) {
    for (const Words& more : options)
      expect_end(with({"shot", odd, "-o", picture, "--size", "16x16", "--force"}, more), picture);
    expect_end({"shot", odd, "-o", picture, "--turntable", "2", "--size", "16x16"}, in_folder("o_001.png"));
    expect_end({"shot", model, "--attach", odd + "@", "-o", picture, "--size", "16x16"}, picture);
    expect_end({"thumbnail", odd, picture}, picture);
  }
}

TEST_F(OddModels, AreDrawnByBatchAndServe) {
  Words all{"batch"};
  all.insert(all.end(), models.begin(), models.end());
  const Outcome batch = mmdview(with(all, {"--poses",    pose,
                                           "--motions",  motion,
                                           "--frames",   "0:4:4",
                                           "--views",    "front,face",
                                           "-o",         in_folder("out"),
                                           "--size",     "16x16",
                                           "--labels",   "camera,keypoints",
                                           "--sheet",    in_folder("sheet.png"),
                                           "--index",    in_folder("index.html"),
                                           "--manifest", in_folder("m.jsonl")}));
  EXPECT_EQ(batch.status, 0) << batch.signal << batch.err;
  Invocation run;
  for (const std::string& odd : models) {
    const nlohmann::json request{
        {"id", odd}, {"model", odd}, {"answer", {"bones", "picture"}}, {"options", {{"size", "16x16"}}}};
    run.input += request.dump() + "\n";
  }
  const Outcome served = mmdview({"serve"}, run);
  EXPECT_EQ(served.status, 0) << served.signal << served.err;
  EXPECT_EQ(std::count(served.out.begin(), served.out.end(), '\n'), static_cast<int>(models.size()));
}

}  // namespace
}  // namespace mmd::test
