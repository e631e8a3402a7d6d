#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/byte_io.h"
#include "base/math.h"

namespace mmd::test {

/// A version 2 project: one model with three bones (センター, 左腕, and 左足ＩＫ as IK bone), one morph
/// (笑い), keys at frames 0 and 10 of センター and of the camera, one accessory in the model's second bone.
/// The current frame is 7; 左腕 has an edit without a key: (0.5, 0, 0) and a quarter turn about Z.
/// `camera_keys`: further ones after that at frame 0, 10 frames apart; each takes 94 bytes.
Bytes pmm_project(std::int32_t camera_keys = 1);

/// A project of models with one bone, センター, and of accessories, seen from (0, 10, -60). Everything that a
/// scene leaves out has its usual value.
struct PmmScene {
  struct Model {
    std::string path;
    std::uint8_t id = 0, draw_order = 1, additive = 0, self_shadow = 1;
    vec3 moved{0.0f};  ///< of センター
    float edge_width = 1.0f;
  };
  struct Accessory {
    std::string path;
    std::uint8_t draw_order = 0, additive = 0;
    vec3 position{0.0f};
    std::int32_t model = -1;  ///< the id of the model that carries it with its bone
  };
  std::vector<Model> models;
  std::vector<Accessory> accessories;
  std::uint8_t selected_model = 0;
  std::int32_t split = 0;  ///< accessories with a smaller drawing order are drawn before the models
  std::uint8_t ground_shadow = 0, translucent = 1, self_shadow = 0;
  float brightness = 1.0f;
};
Bytes pmm_file(const PmmScene& scene);

}  // namespace mmd::test
