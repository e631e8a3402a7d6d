// The sample figure's skirt and legs, in each of its poses.

#include <algorithm>
#include <filesystem>
#include <set>

#include <gtest/gtest.h>

#include "base/handedness.h"
#include "document/simulation.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

std::string sample(const std::string& path) {
  return std::string(MMDVIEW_SOURCE_DIR) + "/samples/" + path;
}

std::vector<std::string> pose_names() {
  std::vector<std::string> out;
  for (const auto& entry : fs::directory_iterator(sample("poses")))
    out.push_back(entry.path().stem().string());
  std::sort(out.begin(), out.end());
  return out;
}

/// The depth of a point in a capsule along the body's own Y axis; negative: outside.
float depth_in(const RigidBody& capsule, const BodyTransform& at, const vec3& point) {
  const vec3 own = glm::conjugate(at.rotation) * (point - at.position);
  const float along = std::clamp(own.y, -0.5f * capsule.size.y, 0.5f * capsule.size.y);
  return capsule.size.x - glm::distance(own, vec3(0.0f, along, 0.0f));
}

class FigurePhysics : public ::testing::TestWithParam<std::string> {};

TEST_P(FigurePhysics, KeepsTheSkirtOutOfTheThighs) {
  auto document =
      load_document({sample("figure/figure.pmx"), sample("poses/" + GetParam() + ".vpd")}, {}, false);
  ASSERT_TRUE(document) << describe(document.error());
  Scene scene;
  scene.actors.push_back(std::make_unique<Actor>(document->loaded.model, std::make_shared<TextureSet>()));
  PoseSampler sampler(std::make_shared<const LoadedFigure>(*document));
  Simulation simulation(scene, sampler, {}, {});
  simulation.show(0.0);
  ASSERT_TRUE(simulation.physics().warnings().empty());
  const ModelPhysics& bodies = *simulation.physics().of(0);
  const Model& model = document->model();
  float speed = 0.0f, dynamic = 0.0f;
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    if (!model.bodies[b].is_dynamic()) continue;
    speed += glm::length(bodies.velocity(b));
    ++dynamic;
  }
  EXPECT_LT(speed / dynamic, 0.6f) << "settled chains tremble: less than 0.01 units a step on average";
  const auto positions = scene.actors[0]->posed_positions();
  int thighs = 0, vertices = 0;
  for (std::size_t b = 0; b < model.bodies.size(); ++b) {
    // Each thigh has a wide body and a narrow one above the knee.
    static const std::set<std::string> names{"左足", "右足", "左もも", "右もも"};
    if (!names.contains(model.bodies[b].name)) continue;
    ++thighs;
    for (std::size_t m = 0; m < model.materials.size(); ++m) {
      if (model.materials[m].name != "スカート") continue;
      for (const std::uint32_t v : model.triangles_of(m)) {
        ++vertices;
        ASSERT_LT(depth_in(model.bodies[b], bodies.body(b), mirror(positions[v])), 0.15f) << "vertex " << v;
      }
    }
  }
  EXPECT_EQ(thighs, 4);
  EXPECT_GT(vertices, 1000);
}

INSTANTIATE_TEST_SUITE_P(Samples, FigurePhysics, ::testing::ValuesIn(pose_names()),
                         [](const auto& param) { return param.param; });

}  // namespace
}  // namespace mmd
