#pragma once

#include <cmath>
#include <memory>
#include <string>

#include <gtest/gtest.h>

#include "assets/file_set.h"
#include "document/loaded_figure.h"
#include "formats/pmx.h"
#include "model/model.h"

namespace mmd::test {

inline std::string among_samples(const std::string& name) {
  return std::string(MMDVIEW_SOURCE_DIR) + "/samples/" + name;
}

/// The sample's poses.
inline constexpr const char* sample_poses[] = {"bow",      "dance",   "jumping", "kick",    "peace",
                                               "pointing", "running", "singing", "sitting", "sleeping",
                                               "standing", "stretch", "walking"};

/// Lengths of a figure's legs, arms and trunk as shares of the sample's.
struct Proportions {
  float legs = 1.0f, arms = 1.0f, spine = 1.0f;
};

/// The sample figure with other proportions: legs and trunk are stretched upwards, arms away from the
/// shoulders.
inline std::shared_ptr<const Model> scaled_figure(const Proportions& by) {
  const auto bytes = read_file(path_from_utf8(among_samples("figure/figure.pmx")));
  EXPECT_TRUE(bytes);
  auto file = pmx::read(*bytes);
  EXPECT_TRUE(file);
  float hip = 0.0f, neck = 0.0f;
  vec3 shoulder(0.0f);
  std::vector<bool> is_arm(file->bones.size());
  for (std::size_t i = 0; i < file->bones.size(); ++i) {
    const pmx::Bone& bone = file->bones[i];
    const std::string name = file->utf8(bone.name);
    if (name == "左足") hip = bone.position.y;
    if (name == "首") neck = bone.position.y;
    if (name == "左腕") shoulder = bone.position;
    for (std::int32_t at = static_cast<std::int32_t>(i); at >= 0 && !is_arm[i];) {
      const pmx::Bone& above = file->bones[static_cast<std::size_t>(at)];
      is_arm[i] = file->utf8(above.name) == "左腕" || file->utf8(above.name) == "右腕";
      at = above.parent;
    }
  }
  const auto of_trunk = [&](const vec3& p) {
    const float above = std::clamp(p.y - hip, 0.0f, neck - hip);
    return vec3(p.x, std::min(p.y, hip) * by.legs + above * by.spine + std::max(p.y - neck, 0.0f), p.z);
  };
  const auto of_arm = [&](const vec3& p) {
    const vec3 from(p.x > 0.0f ? shoulder.x : -shoulder.x, shoulder.y, shoulder.z);
    return of_trunk(from) + by.arms * (p - from);
  };
  for (std::size_t i = 0; i < file->bones.size(); ++i) {
    vec3& p = file->bones[i].position;
    p = is_arm[i] ? of_arm(p) : of_trunk(p);
  }
  std::size_t sdef = 0;  // vertices of that type before
  for (std::size_t v = 0; v < file->vertices.size(); ++v) {
    auto weights = file->vertices.weights[v];
    const auto type = file->vertices.type[v];
    if (type == WeightType::bdef2 || type == WeightType::sdef) weights[1] = 1.0f - weights[0];
    float arm = 0.0f;
    for (std::size_t i = 0; i < 4; ++i) {
      const std::int32_t bone = file->vertices.bones[v][i];
      if (bone >= 0 && is_arm[static_cast<std::size_t>(bone)]) arm += weights[i];
    }
    const auto scaled = [&](const vec3& p) { return glm::mix(of_trunk(p), of_arm(p), arm); };
    vec3& p = file->vertices.position[v];
    p = scaled(p);
    if (type != WeightType::sdef) continue;
    pmx::Sdef& points = file->vertices.sdef[sdef++];
    points = {scaled(points.c), scaled(points.r0), scaled(points.r1)};
  }
  return build_model(std::move(*file)).model;
}

inline vpd::File sample_pose(const std::string& name) {
  const auto loaded =
      load_document({among_samples("figure/figure.pmx"), among_samples("poses/" + name + ".vpd")}, {}, false);
  EXPECT_TRUE(loaded);
  return loaded->poses.front().source->file;
}

}  // namespace mmd::test
