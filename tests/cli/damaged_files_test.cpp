#include <cstring>

#include <gmock/gmock.h>

#include "tests/cli/program.h"
#include "tests/support/format_samples.h"
#include "tests/support/image_samples.h"
#include "tests/support/regex.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;

class DamagedFiles : public ProgramTest {
 protected:
  static std::string sample() { return std::string(as_text(*pmx::write(full_featured()))); }
};

TEST_F(DamagedFiles, TruncationIsReportedWithAnOffset) {
  const std::string whole = sample();
  for (std::size_t i = 1; i < 14; ++i) {
    const std::string cut = put("cut.pmx", whole.substr(0, whole.size() * i / 14));
    const Outcome outcome = mmdview({"info", cut});
    expect_failure(outcome, 1);
    const Outcome checked = mmdview({"check", cut});
    EXPECT_EQ(checked.status, 1) << checked.signal;
    EXPECT_THAT(checked.out, HasSubstr("  error "));
    EXPECT_THAT(outcome.err, HasMatch("cut.pmx: offset 0x[0-9a-f]+: "));
    EXPECT_THAT(outcome.err, HasSubstr("  hint: "));
  }
}

TEST_F(DamagedFiles, DamagedContentIsRepairedAndReported) {
  pmx::File file = full_featured();
  file.bones[1].parent = 1;
  file.vertices.position[0].x = std::numeric_limits<float>::quiet_NaN();
  file.materials[0].sphere_mode = 255;
  const Outcome outcome = mmdview({"bones", put("m.pmx", as_text(*pmx::write(file)))});
  EXPECT_EQ(outcome.status, 0) << outcome.err;
  for (const char* what : {"bones: parent closes a cycle", "vertices: position is not a number",
                           "materials: unknown sphere mode"})
    EXPECT_THAT(outcome.err, HasSubstr(what));
  expect_messages(outcome);
  EXPECT_EQ(mmdview({"bones", "-q", in_folder("m.pmx")}).err, "") << "quiet: errors only";
}

TEST_F(DamagedFiles, UnusableTexturesAreReportedAndDrawnWhite) {
  FileBuilder b;
  b.bone("root");
  b.square({0, 0, 0}, 1);
  b.texture("tex\\skin.png");
  pmx::Material& material = b.material("肌");
  material.texture = 0;
  material.ambient = vec3(1.0f);
  material.toon_flag = 0;
  material.toon = -1;
  const std::string file = put("m.pmx", as_text(b.bytes()));
  const std::string whole(as_text(png_file(gradient(32, 32, false))));
  for (const std::size_t size : {std::size_t{0}, std::size_t{30}, whole.size() / 2, whole.size() - 1}) {
    put("tex/skin.png", whole.substr(0, size));
    const Outcome outcome = mmdview({"shot", file, "-o", in_folder("m.png"), "--size", "32x32"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    expect_messages(outcome);
    for (const char* what : {"m.pmx: texture \"tex\\skin.png\": ", "for material 0 \"肌\"", "  hint: "})
      EXPECT_THAT(outcome.err, HasSubstr(what)) << size;
    const Image image = decoded(content("m.png"));
    const std::uint8_t* centre = image.rgba.data() + std::size_t{4} * (16 * 32 + 16);
    for (int c = 0; c < 4; ++c) EXPECT_EQ(centre[c], 255) << size;
  }
}

TEST_F(DamagedFiles, InvisibleModelsGiveAnEmptyPictureAndAWarning) {
  FileBuilder b;
  b.bone("root");
  for (const bool has_hidden_faces : {false, true}) {
    if (has_hidden_faces) {
      b.square({0, 0, 0}, 1);
      b.material().diffuse.a = 0.0f;
    }
    const std::string file = put("m.pmx", as_text(b.bytes()));
    const Outcome outcome = mmdview({"shot", file, "-o", in_folder("m.png"), "--size", "32x32"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("warning: the picture is empty"));
    EXPECT_EQ(decoded(content("m.png")).rgba, decltype(Image::rgba)(32 * 32 * 4, 0));
  }
}

TEST_F(DamagedFiles, HugeNumbersInAPoseStillGiveAPicture) {
  const std::string wild =
      put("wild.vpd", vpd_text("Bone0{センター\r\n 3e38,0,0;\r\n 0,0,0,1;\r\n}\r\nBone1{腕\r\n "
                               "3e38,-3e38,1e30;\r\n 0,0,0,1;\r\n}\r\n"));
  for (const Words& extra : {Words{wild}, {"--morph", "広げる=3e38"}}) {
    const Outcome outcome =
        mmdview(with({"shot", model, "-o", in_folder("wild.png"), "--size", "32x32"}, extra));
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(decoded(content("wild.png")).width, 32);
  }
}

TEST_F(DamagedFiles, StrayVerticesAreReportedAndViewsStillShowTheModel) {
  FileBuilder sound = small_model();
  for (int i = 0; i < 100; ++i)
    sound.square({static_cast<float>(i % 10), static_cast<float>(i / 10), 0}, 0.6f);
  sound.material("squares");
  const std::size_t astray = sound.file.vertices.size() - 3;
  const auto covered = [&](const std::string& file, const char* view) {
    const Outcome outcome =
        mmdview({"shot", file, "-o", in_folder("m.png"), "--size", "64x64", "--view", view, "--no-edge"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_EQ(outcome.err.find("element " + std::to_string(astray)) != std::string::npos,
              file != in_folder("sound.pmx"))
        << outcome.err;
    return covered_pixels(decoded(content("m.png")));
  };
  const std::string whole = put("sound.pmx", as_text(sound.bytes()));
  for (const float far_out : {1e5f, 1e7f, 9e8f}) {
    FileBuilder damaged = sound;
    damaged.file.vertices.position[astray] = {0, 0, far_out};
    const std::string file = put("m.pmx", as_text(damaged.bytes()));
    for (const char* view : {"fit", "bust", "face", "three-quarter"})
      EXPECT_GT(covered(file, view), covered(whole, view) / 2) << view << ' ' << far_out;
  }
}

TEST_F(DamagedFiles, BonesMovedFarAwayAreReportedAndViewsStillShowTheModel) {
  FileBuilder b = small_model();
  const std::int32_t far_bone = b.bone("far");
  for (int i = 0; i < 100; ++i)
    b.square({static_cast<float>(i % 10), static_cast<float>(i / 10), 0}, 0.6f, i < 4 ? far_bone : 0);
  b.material("squares");
  const std::string file = put("m.pmx", as_text(b.bytes()));
  const std::string far_pose = put("far.vpd", vpd_text("Bone0{far\r\n 1e9,0,0;\r\n 0,0,0,1;\r\n}\r\n"));
  for (const char* view : {"fit", "bust", "face"}) {
    const Outcome outcome =
        mmdview({"shot", file, far_pose, "-o", in_folder("m.png"), "--size", "64x64", "--view", view});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("the pose moves vertex "));
    EXPECT_GT(covered_pixels(decoded(content("m.png"))), 64 * 64 / 8) << view;
  }
}

}  // namespace
}  // namespace mmd::test
