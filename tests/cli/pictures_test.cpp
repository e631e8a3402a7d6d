// Pictures of samples/ compared with tests/baselines/. To make the baselines anew after an intended change:
//   MMDVIEW_UPDATE_BASELINES=1 test_cli --gtest_filter='*Pictures*'
// and look at every picture that git then shows as changed.

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <random>

#include <gtest/gtest.h>

#include "tests/cli/program.h"
#include "tests/support/png_values.h"

namespace mmd::test {
namespace {

namespace fs = std::filesystem;

/// Drivers differ in how they sample edges and textures; what is drawn wrong costs far more than that.
constexpr double min_similarity = 0.985, min_similarity_of_a_window = 0.6;

struct PictureCase {
  std::string name;  ///< of the baseline
  Words arguments;
  double least = min_similarity, min_of_a_window = min_similarity_of_a_window;
};

const std::string& samples() {
  static const std::string path = std::string(MMDVIEW_SOURCE_DIR) + "/samples/";
  return path;
}

/// The row of bent tubes on the sheet of features, one per weight type.
Words joints(const Words& more) {
  return with({"features", "--size", "512x160", "--camera", "0.5,1.6,-26,0.5,1.6,0", "--fov", "13",
               "--background", "ffffff"},
              more);
}

/// A pose of the figure as its bodies settle; on a ground, on which the figure lies and sits. Chains never
/// come quite to rest, and the last digit of another compiler makes them tremble otherwise (semantics,
/// "Beginning, and a held pose"): folds and tips of hair are not held, and of the tails of who lies not how
/// they lie.
PictureCase with_physics(const std::string& pose, Words more = {}) {
  PictureCase out{pose + "_physics", {pose, "--background", "ffffff", "--settle", "--ground"}, 0.96, -1.0};
  if (pose == "sleeping") out.least = 0.85;
  if (more.empty()) more = {"--view", "three-quarter"};
  out.arguments.insert(out.arguments.end(), more.begin(), more.end());
  return out;
}

const std::vector<PictureCase>& pictures() {
  static const std::string in_the_hand = samples() + "props/microphone.pmx@右手首:-0.43,-0.72,0,-90,2,-143";
  static const std::vector<PictureCase> all{
      {"rest_front", {}},
      {"rest_white", {"--background", "ffffff"}},
      {"rest_back", {"--view", "back"}},
      {"rest_left", {"--view", "left"}},
      {"rest_top", {"--view", "top"}},
      {"standing_front", {"standing"}},
      {"standing_three_quarter", {"standing", "--view", "three-quarter"}},
      {"standing_face", {"standing", "--view", "face"}},
      {"walking_front", {"walking"}},
      {"walking_three_quarter", {"walking", "--view", "three-quarter", "--background", "ffffff"}},
      {"walking_face", {"walking", "--view", "face"}},
      {"walking_no_append", {"walking", "--no-append"}},
      {"peace_front", {"peace"}},
      {"peace_three_quarter", {"peace", "--view", "three-quarter"}},
      {"peace_face", {"peace", "--view", "face"}},
      {"peace_bust", {"peace", "--view", "bust", "--background", "c8dcf0"}},
      {"peace_no_morphs", {"peace", "--view", "face", "--no-morphs"}},
      {"peace_skeleton", {"peace", "--skeleton"}},
      {"peace_bodies", {"peace", "--bodies", "--size", "384x384"}},
      {"peace_highlight", {"peace", "--highlight", "右ひじ"}},
      {"peace_roll", {"peace", "--view", "bust", "--roll", "20"}},
      {"kick_compare", {"kick", "--view", "three-quarter", "--compare", "append", "--background", "ffffff"}},
      {"peace_normals", {"peace", "--shading", "normals"}},
      {"peace_wire", {"peace", "--shading", "wire", "--view", "face", "--background", "ffffff"}},
      {"peace_no_edge", {"peace", "--view", "bust", "--no-edge"}},
      {"peace_no_toon", {"peace", "--view", "bust", "--no-toon"}},
      {"peace_no_sphere", {"peace", "--view", "bust", "--no-sphere"}},
      {"peace_ortho", {"peace", "--ortho", "--view", "three-quarter"}},
      {"peace_mmd_camera", {"peace", "--view", "mmd", "--background", "ffffff"}},
      {"running_three_quarter", {"running", "--view", "three-quarter", "--background", "ffffff"}},
      {"sitting_three_quarter", {"sitting", "--view", "three-quarter", "--background", "ffffff"}},
      {"jumping_three_quarter", {"jumping", "--view", "three-quarter", "--background", "ffffff"}},
      {"bow_three_quarter", {"bow", "--view", "three-quarter", "--background", "ffffff"}},
      {"stretch_three_quarter", {"stretch", "--view", "three-quarter", "--background", "ffffff"}},
      {"kick_three_quarter", {"kick", "--view", "three-quarter", "--background", "ffffff"}},
      {"sleeping_three_quarter", {"sleeping", "--view", "three-quarter", "--background", "ffffff"}},
      {"pointing_three_quarter", {"pointing", "--view", "three-quarter", "--background", "ffffff"}},
      {"dance_three_quarter", {"dance", "--view", "three-quarter", "--background", "ffffff"}},
      {"singing_microphone", {"singing", "--attach", in_the_hand, "--background", "ffffff"}},
      {"singing_microphone_bust", {"singing", "--attach", in_the_hand, "--view", "bust"}},
      {"singing_with_small_ones",
       {"singing", "--attach", in_the_hand, "--attach", samples() + "figure/figure.pmx@:-9,0,3,0,-20,0,0.5",
        "--attach", samples() + "props/microphone.pmx@:-5,4.6,0,0,30,12,3", "--background", "ffffff"}},
      {"song_wave", {"song", "--frame", "135", "--attach", in_the_hand, "--view", "bust"}},
      {"song_camera",
       {"song", samples() + "motions/camera.vmd", "--frame", "60", "--attach", in_the_hand, "--background",
        "ffffff"}},
      {"peace_no_shadows", {"peace", "--no-self-shadow", "--no-ground-shadow"}},
      with_physics("standing"),
      with_physics("walking"),
      with_physics("peace"),
      with_physics("running"),
      with_physics("sitting"),
      with_physics("jumping"),
      with_physics("bow"),
      with_physics("stretch"),
      with_physics("kick"),
      with_physics("sleeping"),
      with_physics("pointing"),
      with_physics("dance"),
      with_physics("singing"),
      with_physics("song", {"--frame", "60"}),
      {"kick_no_append", {"kick", "--view", "three-quarter", "--no-append", "--background", "ffffff"}},
      {"features_front", {"features", "--size", "512x512", "--background", "ffffff"}},
      {"features_no_ik", {"features", "--no-ik", "--size", "512x512", "--background", "ffffff"}},
      {"features_joints", joints({})},
      {"features_joints_linear", joints({"--skinning", "linear"})},
      {"features_joints_1", joints({"--skinning", "1"})},
      {"features_deform", {"features", "--shading", "deform", "--size", "512x512", "--background", "ffffff"}},
  };
  return all;
}

void write_all(const fs::path& path, const std::string& content) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << content;
}

/// The file of a pose or motion of that name; anything else as it is.
std::string file_or_argument(const std::string& argument, bool features) {
  for (const std::string& file : {samples() + (features ? "features/" : "poses/") + argument + ".vpd",
                                  samples() + "motions/" + argument + ".vmd"})
    if (fs::exists(file)) return file;
  return argument;
}

/// The program's arguments.
Words arguments_of(const PictureCase& picture) {
  const bool features = std::string_view(picture.name).starts_with("features");
  Words out{"shot",      samples() + (features ? "features/features.pmx" : "figure/figure.pmx"),
            "-o",        "-",
            "--samples", "4"};
  const auto& more = picture.arguments;
  if (std::find(more.begin(), more.end(), "--size") == more.end())
    out.insert(out.end(), {"--size", "256x256"});
  for (const std::string& argument : more) out.push_back(file_or_argument(argument, features));
  // Without physics a picture holds one thing less; those with it say so.
  if (std::find(more.begin(), more.end(), "--settle") == more.end()) out.push_back("--no-physics");
  return out;
}

class Pictures : public ::testing::TestWithParam<PictureCase> {};

TEST_P(Pictures, LookLikeTheirBaselines) {
  const PictureCase& picture = GetParam();
  const Outcome outcome = mmdview(arguments_of(picture));
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  EXPECT_EQ(outcome.err, "") << "the samples are sound";
  const fs::path baseline =
      fs::path(MMDVIEW_SOURCE_DIR) / "tests/baselines" / (std::string(picture.name) + ".png");
  if (std::getenv("MMDVIEW_UPDATE_BASELINES") != nullptr) write_all(baseline, outcome.out);
  ASSERT_TRUE(fs::exists(baseline)) << baseline;
  const Image now = decoded(outcome.out), expected = decoded(bytes_in(baseline));
  const double similarity = ssim(now, expected), worst = worst_window(now, expected);
  if (similarity >= picture.least && worst >= picture.min_of_a_window) return;
  const fs::path kept = fs::path(MMDVIEW_BINARY_DIR) / "pictures" / (std::string(picture.name) + ".png");
  write_all(kept, outcome.out);
  ADD_FAILURE() << picture.name << ": similarity " << similarity << ", worst window " << worst
                << "\n  now:      " << kept << "\n  baseline: " << baseline;
}

INSTANTIATE_TEST_SUITE_P(Samples, Pictures, ::testing::ValuesIn(pictures()),
                         [](const auto& param) { return std::string(param.param.name); });

TEST(PicturesInDepth, ModelsBehindTheCameraDoNotChangeTheEyes) {
  for (const bool orthographic : {false, true}) {
    PictureCase alone{"eyes", {"standing", "--view", "face", "--no-self-shadow"}};
    if (orthographic) alone.arguments.emplace_back("--ortho");
    PictureCase two = alone;
    // To the side: an orthographic picture shows what stands behind the eye, too.
    two.arguments.insert(two.arguments.end(), {"--attach", samples() + "props/microphone.pmx@:40,16,-20"});
    const Outcome a = mmdview(arguments_of(alone)), b = mmdview(arguments_of(two));
    ASSERT_EQ(a.status, 0) << a.err;
    ASSERT_EQ(b.status, 0) << b.err;
    EXPECT_GT(worst_window(decoded(a.out), decoded(b.out)), 0.98) << (orthographic ? "orthographic" : "");
  }
}

TEST(PictureBaselines, EachBelongsToAPicture) {
  std::size_t count = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(MMDVIEW_SOURCE_DIR) / "tests/baselines")) {
    const std::string name = entry.path().stem().string();
    const bool used = std::any_of(pictures().begin(), pictures().end(),
                                  [&](const PictureCase& p) { return p.name == name; });
    EXPECT_TRUE(used) << entry.path();
    ++count;
  }
  EXPECT_EQ(count, pictures().size());
}

TEST(PictureBaselines, ShowTheEffectOfOptions) {
  const auto baseline = [](const char* name) {
    return decoded(bytes_in(fs::path(MMDVIEW_SOURCE_DIR) / "tests/baselines" / (std::string(name) + ".png")));
  };
  const std::pair<const char*, const char*> pairs[] = {
      {"kick_three_quarter", "kick_no_append"}, {"features_front", "features_no_ik"},
      {"peace_face", "peace_no_morphs"},        {"peace_front", "peace_skeleton"},
      {"features_joints", "features_joints_1"}, {"features_joints", "features_joints_linear"},
      {"peace_front", "standing_front"},        {"rest_front", "rest_back"}};
  for (const auto& [a, b] : pairs)
    EXPECT_LT(worst_window(baseline(a), baseline(b)), min_similarity_of_a_window) << a << ' ' << b;
}

Image noise(int size) {
  std::mt19937 random(1);
  Image image;
  image.width = image.height = size;
  image.rgba.resize(static_cast<std::size_t>(4 * size * size));
  for (auto& c : image.rgba) c = static_cast<std::uint8_t>(random() % 200);
  return image;
}

TEST(Ssim, WorstWindowDetectsASmallChange) {
  const Image a = noise(64);
  Image b = a;
  for (std::size_t y = 8; y < 16; ++y) {
    for (std::size_t x = 8; x < 16; ++x) b.rgba[4 * (y * 64 + x) + 3] = 255;
  }
  EXPECT_GT(ssim(a, b), 0.9);
  EXPECT_LT(worst_window(a, b), 0.5);
}

TEST(Ssim, ToleratesNoiseButNotAShift) {
  const Image a = noise(64);
  Image near = a, shifted = a;
  for (auto& c : near.rgba) c = static_cast<std::uint8_t>(c + 1);
  std::rotate(shifted.rgba.begin(), shifted.rgba.begin() + 8, shifted.rgba.end());
  EXPECT_GT(ssim(a, near), 0.99);
  EXPECT_LT(ssim(a, shifted), 0.5);
}

}  // namespace
}  // namespace mmd::test
