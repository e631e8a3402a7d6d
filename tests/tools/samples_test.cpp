// tools/make_sample makes the sample models, and they are valid.

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>
#include <tuple>

#include <glm/geometric.hpp>
#include <gtest/gtest.h>

#include "assets/image.h"
#include "model/check_model.h"
#include "pose/motion.h"
#include "tests/support/process.h"
#include "tests/tools/sample_files.h"

namespace mmd::test {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_below(const fs::path& folder) {
  std::vector<fs::path> out;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file() && entry.path().extension() != ".md" &&
        entry.path().parent_path().filename() != "scenes")  // made by hand
      out.push_back(entry.path().lexically_relative(folder));
  std::sort(out.begin(), out.end());
  return out;
}

/// Equal models, except for the last bits of sines and roots, which depend on the C library.
void expect_same_model(const pmx::File& a, const pmx::File& b) {
  ASSERT_EQ(a.vertices.size(), b.vertices.size());
  ASSERT_EQ(a.indices.size(), b.indices.size());
  EXPECT_TRUE(std::equal(a.indices.begin(), a.indices.end(), b.indices.begin()));
  EXPECT_LT(largest_distance(a.vertices.position, b.vertices.position), 1e-4f);
  EXPECT_LT(largest_distance(a.vertices.normal, b.vertices.normal), 1e-2f);
  const auto sizes = [](const pmx::File& f) {
    return std::array{f.bones.size(), f.morphs.size(), f.materials.size(), f.rigid_bodies.size(),
                      f.joints.size()};
  };
  EXPECT_EQ(sizes(a), sizes(b));
}

void expect_same_picture(const Image& a, const Image& b) {
  ASSERT_EQ(a.rgba.size(), b.rgba.size());
  int largest = 0;
  for (std::size_t i = 0; i < a.rgba.size(); ++i)
    largest = std::max(largest, std::abs(a.rgba[i] - b.rgba[i]));
  EXPECT_LE(largest, 2);
}

void expect_same_pose(const vpd::File& a, const vpd::File& b) {
  ASSERT_EQ(a.bones.size(), b.bones.size());
  for (std::size_t i = 0; i < a.bones.size(); ++i) {
    EXPECT_EQ(a.bones[i].name, b.bones[i].name);
    EXPECT_LT(glm::length(a.bones[i].translation - b.bones[i].translation), 1e-4f) << a.bones[i].name;
    EXPECT_LT(glm::length(a.bones[i].rotation - b.bones[i].rotation), 1e-4f) << a.bones[i].name;
  }
  EXPECT_EQ(a.morphs.size(), b.morphs.size());
}

/// Compares the movement of the figure, not the keys.
void expect_same_motion(const Bytes& a, const Bytes& b) {
  static const LoadedModel figure = load_sample(samples() / "figure/figure.pmx");
  Diagnostics ignored;
  const Motion first(vmd::read(a).value().file, *figure.model, ignored),
      second(vmd::read(b).value().file, *figure.model, ignored);
  ASSERT_EQ(first.last_frame(), second.last_frame());
  for (std::uint32_t frame = 0; frame <= first.last_frame(); frame += 5) {
    Pose x(*figure.model), y(*figure.model);
    first.sample(frame, x);
    second.sample(frame, y);
    for (std::size_t i = 0; i < x.rotation.size(); ++i) {
      EXPECT_LT(glm::length(x.translation[i] - y.translation[i]), 0.02f) << frame;
      EXPECT_GT(std::abs(glm::dot(x.rotation[i], y.rotation[i])), 0.9999f) << frame;
    }
  }
}

TEST(Samples, MatchTheTool) {
  const fs::path made = fs::path(MMDVIEW_BINARY_DIR) / "made_samples";
  fs::remove_all(made);
  Invocation run;
  run.arguments = {made.string()};
  const Outcome outcome = run_program(MAKE_SAMPLE_PROGRAM, run);
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  ASSERT_EQ(files_below(made), files_below(samples()));
  for (const fs::path& file : files_below(made)) {
    SCOPED_TRACE(file);
    const Bytes a = bytes_of(made / file), b = bytes_of(samples() / file);
    if (a == b) continue;
    if (file.extension() == ".pmx") expect_same_model(read_pmx(made / file), read_pmx(samples() / file));
    if (file.extension() == ".png") expect_same_picture(decode_image(a).value(), decode_image(b).value());
    if (file.extension() == ".vmd") expect_same_motion(a, b);
    if (file.extension() == ".vpd") expect_same_pose(vpd::read(a).value().file, vpd::read(b).value().file);
  }
}

TEST(Samples, ToolExplainsItselfInsteadOfWritingIntoAFolderNamedAsAnOption) {
  const fs::path folder = fs::path(MMDVIEW_BINARY_DIR) / "made_by_option";
  fs::remove_all(folder);
  fs::create_directories(folder);
  Invocation run;
  run.arguments = {"--help"};
  run.working_folder = folder.string();
  const Outcome outcome = run_program(MAKE_SAMPLE_PROGRAM, run);
  EXPECT_EQ(outcome.status, 2);
  EXPECT_NE(outcome.err.find("usage"), std::string::npos) << outcome.err;
  EXPECT_TRUE(fs::is_empty(folder));
}

class SampleModel : public testing::TestWithParam<const char*> {
 protected:
  fs::path path() const { return samples() / GetParam(); }
};
INSTANTIATE_TEST_SUITE_P(Samples, SampleModel,
                         testing::Values("figure/figure.pmx", "features/features.pmx",
                                         "props/microphone.pmx"),
                         [](const auto& test) { return fs::path(test.param).stem().string(); });

TEST_P(SampleModel, LoadsWithoutDiagnostics) {
  const auto loaded = load_model(path(), true);
  ASSERT_TRUE(loaded);
  for (const Diagnostic& d : loaded->diagnostics) ADD_FAILURE() << describe(d);
}

TEST_P(SampleModel, RoundTripsByteForByte) {
  const auto written = pmx::write(read_pmx(path()));
  ASSERT_TRUE(written);
  EXPECT_TRUE(*written == bytes_of(path()));
}

TEST_P(SampleModel, NormalsAreUnitAndPointOutward) {
  const pmx::File f = read_pmx(path());
  const auto &p = f.vertices.position, &n = f.vertices.normal;
  for (std::size_t v = 0; v < f.vertices.size(); ++v) ASSERT_NEAR(glm::length(n[v]), 1.0f, 1e-4f) << v;
  for (std::size_t i = 0; i < f.indices.size(); i += 3) {
    const std::uint32_t* t = &f.indices[i];
    const vec3 side = glm::cross(p[t[1]] - p[t[0]], p[t[2]] - p[t[0]]);
    ASSERT_GT(glm::dot(side, n[t[0]] + n[t[1]] + n[t[2]]), 0.0f) << "triangle " << i / 3;
  }
}

/// Whether the triangles of a material have no holes or cracks: each edge is used as often in one direction
/// as in the other. Vertices at the same position count as one.
bool is_closed(const pmx::File& f, std::size_t first, std::size_t count) {
  std::map<std::tuple<float, float, float>, std::uint32_t> places;
  const auto place = [&](std::uint32_t v) {
    const vec3 p = f.vertices.position[v] + 0.0f;
    return places.emplace(std::tuple(p.x, p.y, p.z), v).first->second;
  };
  std::map<std::pair<std::uint32_t, std::uint32_t>, int> balance;
  for (std::size_t i = first; i < first + count; i += 3)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = place(f.indices[i + k]), b = place(f.indices[i + (k + 1) % 3]);
      balance[std::minmax(a, b)] += a < b ? 1 : -1;
    }
  return std::all_of(balance.begin(), balance.end(), [](const auto& edge) { return edge.second == 0; });
}

TEST(SampleFigure, IsClosedExceptForPatchesOfTheFace) {
  const pmx::File f = read_pmx(samples() / "figure/figure.pmx");
  std::size_t first = 0;
  std::set<std::string> open;
  for (const pmx::Material& m : f.materials) {
    const auto count = static_cast<std::size_t>(m.index_count);
    if (!is_closed(f, first, count)) open.insert(f.utf8(m.name_english));
    first += count;
  }
  EXPECT_EQ(open,
            (std::set<std::string>{"face", "mouth", "eye whites", "irises", "highlights", "blush", "pallor",
                                   "lips", "lashes", "brows", "tears", "brows through the hair"}));
}

TEST(SampleFigure, KeepsItsSize) {
  const pmx::File f = read_pmx(samples() / "figure/figure.pmx");
  EXPECT_GE(f.vertices.size(), 20000u);
  EXPECT_LE(f.vertices.size(), 40000u);
  EXPECT_LE(f.indices.size() / 3, 60000u);
  EXPECT_GE(f.materials.size(), 20u);
  EXPECT_LE(f.materials.size(), 30u);
  std::uintmax_t bytes = 0;
  for (const fs::path& file : files_below(samples())) bytes += fs::file_size(samples() / file);
  EXPECT_LT(bytes, 6u << 20);
}

/// The corners of a material's triangles, in the file's space.
std::vector<vec3> corners_of(const pmx::File& f, std::string_view english) {
  std::vector<vec3> out;
  std::size_t first = 0;
  for (const pmx::Material& m : f.materials) {
    const auto count = static_cast<std::size_t>(m.index_count);
    if (f.utf8(m.name_english) == english)
      for (std::size_t i = first; i < first + count; ++i) out.push_back(f.vertices.position[f.indices[i]]);
    first += count;
  }
  return out;
}

/// The z at which triangles are hit from the front at x and y; far behind if they are not.
float front_at(const std::vector<vec3>& corners, const vec2& at) {
  float out = 100.0f;
  for (std::size_t i = 0; i + 2 < corners.size(); i += 3) {
    const vec3 &a = corners[i], b = corners[i + 1] - a, c = corners[i + 2] - a;
    const vec2 p = at - vec2(a);
    const float area = b.x * c.y - c.x * b.y;
    const float u = (p.x * c.y - c.x * p.y) / area, v = (b.x * p.y - p.x * b.y) / area;
    if (u >= 0.0f && v >= 0.0f && u + v <= 1.0f) out = std::min(out, a.z + u * b.z + v * c.z);
  }
  return out;
}

TEST(SampleFigure, IrisesStayInFrontOfTheWhitesWhenEyesTurn) {
  const pmx::File f = read_pmx(samples() / "figure/figure.pmx");
  const std::vector<vec3> whites = corners_of(f, "eye whites"), irises = corners_of(f, "irises");
  const vec2 opening(0.528f, 16.6f), half(0.3f, 0.22f);  // an ellipse within the left lids
  const auto eye = std::find_if(f.bones.begin(), f.bones.end(),
                                [&](const pmx::Bone& bone) { return f.utf8(bone.name) == "左目"; });
  ASSERT_NE(eye, f.bones.end());
  for (const float pitch : {-10.0f, 0.0f, 10.0f})
    for (const float yaw : {-10.0f, 0.0f, 10.0f}) {
      const quat turn = glm::angleAxis(glm::radians(yaw), vec3(0, 1, 0)) *
                        glm::angleAxis(glm::radians(pitch), vec3(1, 0, 0));
      int seen = 0;
      for (const vec3& corner : irises) {
        if (corner.x < 0.0f) continue;
        const vec3 p = eye->position + turn * (corner - eye->position);
        const vec2 from_middle = (vec2(p) - opening) / half;
        if (glm::length(from_middle) > 1.0f) continue;
        ++seen;
        EXPECT_LT(p.z, front_at(whites, vec2(p))) << pitch << ' ' << yaw << ' ' << p.x << ' ' << p.y;
      }
      EXPECT_GT(seen, 50) << pitch << ' ' << yaw;
    }
}

TEST(SampleFigure, FaceTakesNoSelfShadow) {
  const pmx::File f = read_pmx(samples() / "figure/figure.pmx");
  for (const pmx::Material& m : f.materials) {
    const std::string name = f.utf8(m.name_english);
    constexpr int both = pmx::material_receives_self_shadow | pmx::material_casts_self_shadow;
    const int expected = name == "face" ? 0 : name == "shirt" ? both : m.flags & both;
    EXPECT_EQ(m.flags & both, expected) << name;
  }
}

TEST(SampleFigure, HasTheUsualMorphs) {
  const LoadedModel loaded = load_sample(samples() / "figure/figure.pmx");
  for (const char* name : {"あ",       "い",         "う",
                           "え",       "お",         "ん",
                           "まばたき", "笑い",       "ウィンク",
                           "怒り",     "ウィンク２", "ウィンク右",
                           "困る",     "にこり",     "真面目",
                           "上",       "下",         "じと目",
                           "はぅ",     "なごみ",     "びっくり",
                           "瞳小",     "▲",          "∧",
                           "ω",        "ぺろっ",     "ハイライト消し",
                           "口角上げ", "口角下げ",   "照れ",
                           "涙",       "青ざめ"})
    EXPECT_NE(loaded.model->find_morph(name), none) << name;
}

TEST(SampleFigure, HasTheStandardBones) {
  const LoadedModel loaded = load_sample(samples() / "figure/figure.pmx");
  for (const char* name :
       {"全ての親", "センター", "グルーブ", "腰", "上半身", "上半身2", "首", "頭", "両目", "下半身"})
    EXPECT_NE(loaded.model->find_bone(name), none) << name;
  const auto& bones = loaded.model->skeleton.bones;
  ASSERT_EQ(loaded.model->find_bone("操作中心"), 0) << "MikuMikuDance shows the first bone as the root";
  EXPECT_EQ(bones[0].rest, vec3(0.0f));
  EXPECT_TRUE(std::none_of(bones.begin(), bones.end(), [](const Bone& b) { return b.parent == 0; }));
  for (const char* side : {"左", "右"})
    for (const char* name :
         {"目",         "肩P",    "肩",     "肩C",    "腕",     "腕捩",       "腕捩1",  "腕捩2",  "腕捩3",
          "ひじ",       "手捩",   "手捩1",  "手捩2",  "手捩3",  "手首",       "親指０", "親指１", "親指２",
          "人指１",     "人指２", "人指３", "中指１", "中指２", "中指３",     "薬指１", "薬指２", "薬指３",
          "小指１",     "小指２", "小指３", "足",     "ひざ",   "足首",       "つま先", "足IK親", "足ＩＫ",
          "つま先ＩＫ", "足D",    "ひざD",  "足首D",  "足先EX", "スカート１", "髪１",   "ダミー"})
      EXPECT_NE(loaded.model->find_bone(std::string(side) + name), none) << side << name;
  EXPECT_NE(loaded.model->find_bone("腰キャンセル左"), none);
  EXPECT_GT(loaded.model->rigid_body_count, 40u);
  EXPECT_GT(loaded.model->joint_count, 40u);
}

TEST(SampleFigure, PhysicsMovesHairSkirtAndBow) {
  const LoadedModel loaded = load_sample(samples() / "figure/figure.pmx");
  const auto bodies_of = [&](std::string_view part) {
    std::size_t dynamic = 0;
    for (std::size_t i = 0; i < loaded.model->bone_count(); ++i) {
      const Bone& bone = loaded.model->skeleton.bones[i];
      if (bone.name.find(part) == std::string::npos) continue;
      const auto body = std::find_if(loaded.model->bodies.begin(), loaded.model->bodies.end(),
                                     [&](const RigidBody& b) { return b.bone == static_cast<int>(i); });
      if (body == loaded.model->bodies.end()) {
        ADD_FAILURE() << bone.name << " has no body";
      } else {
        EXPECT_EQ(bone.physics, body->is_dynamic());
        dynamic += body->is_dynamic() ? 1 : 0;
      }
    }
    return dynamic;
  };
  EXPECT_EQ(bodies_of("スカート"), 24u);
  EXPECT_EQ(bodies_of("髪"), 8u) << "the first body of each tail is fixed in its ribbon";
  EXPECT_EQ(bodies_of("リボン"), 4u);
}

TEST(SampleFigure, DynamicBodiesCollideWithTheBodyOnly) {
  const LoadedModel loaded = load_sample(samples() / "figure/figure.pmx");
  const auto takes = [](const RigidBody& a, const RigidBody& b) {
    return ((a.collides_with >> b.group) & 1) != 0 && ((b.collides_with >> a.group) & 1) != 0;
  };
  const RigidBody& head = loaded.model->bodies.front();
  ASSERT_EQ(head.name, "頭");
  for (const RigidBody& a : loaded.model->bodies) {
    if (!a.is_dynamic()) continue;
    EXPECT_TRUE(takes(a, head)) << a.name;
    EXPECT_EQ(a.collides_with >> 15, 1) << a.name << " falls through the ground";
    for (const RigidBody& b : loaded.model->bodies)
      if (b.is_dynamic()) {
        EXPECT_FALSE(takes(a, b)) << a.name << " and " << b.name;
      }
  }
}

TEST_P(SampleModel, BodiesAndJointsHaveNoFindings) {
  Findings findings;
  check_bodies(read_pmx(path()), findings);
  for (const Finding& f : findings.list()) ADD_FAILURE() << f.rule << ": " << f.name << " " << f.what;
}

TEST(SampleMicrophone, IsClosedWithItsOriginInTheGrip) {
  const pmx::File f = read_pmx(samples() / "props/microphone.pmx");
  EXPECT_TRUE(is_closed(f, 0, f.indices.size()));
  EXPECT_EQ(f.bones.size(), 5u);
  EXPECT_TRUE(std::any_of(f.bones.begin() + 1, f.bones.end(),
                          [](const pmx::Bone& b) { return (b.flags & pmx::bone_movable) != 0; }));
  const std::set<WeightType> types(f.vertices.type.begin(), f.vertices.type.end());
  EXPECT_EQ(types, (std::set<WeightType>{WeightType::bdef1, WeightType::sdef}));
  vec3 low(1e9f), high(-1e9f);
  for (const vec3& p : f.vertices.position) low = glm::min(low, p), high = glm::max(high, p);
  EXPECT_LT(low.y, -0.5f);
  EXPECT_GT(high.y, 1.0f);
  EXPECT_LT(std::max(high.x, -low.x), 0.5f);
}

TEST(SampleFeatures, ShowsEveryKindOnce) {
  const pmx::File f = read_pmx(samples() / "features/features.pmx");
  EXPECT_EQ(f.header.version, 2.1f);
  const std::set<WeightType> weights(f.vertices.type.begin(), f.vertices.type.end());
  EXPECT_EQ(weights.size(), 5u);
  std::set<pmx::MorphType> morphs;
  for (const pmx::Morph& m : f.morphs) morphs.insert(m.type);
  using pmx::MorphType;
  for (const MorphType type : {MorphType::group, MorphType::vertex, MorphType::bone, MorphType::uv,
                               MorphType::uv1, MorphType::material, MorphType::flip, MorphType::impulse})
    EXPECT_EQ(morphs.count(type), 1u) << static_cast<int>(type);
  unsigned flags = 0, bone_flags = 0;
  std::set<int> spheres, toons, joints;
  for (const pmx::Material& m : f.materials) {
    flags |= m.flags;
    spheres.insert(m.sphere_mode);
    if (m.toon_flag == 1) toons.insert(m.toon);
  }
  for (const pmx::Bone& b : f.bones) bone_flags |= b.flags;
  for (const pmx::Joint& j : f.joints) joints.insert(j.type);
  EXPECT_EQ(flags, 0xffu);
  EXPECT_EQ(spheres.size(), 4u);
  EXPECT_EQ(toons.size(), 10u);
  EXPECT_EQ(joints.size(), 6u);
  const unsigned wanted = pmx::bone_ik | pmx::bone_append_local | pmx::bone_append_rotation |
                          pmx::bone_append_translation | pmx::bone_fixed_axis | pmx::bone_after_physics |
                          pmx::bone_external_parent;
  EXPECT_EQ(bone_flags & wanted, wanted);
  EXPECT_LT(fs::file_size(samples() / "features/features.pmx"), 300u << 10);
}

}  // namespace
}  // namespace mmd::test
