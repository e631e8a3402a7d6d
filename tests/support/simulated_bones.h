#pragma once

// Bones moved by physics as `mmdview shot` computes them, for comparison with the window.

#include "document/simulation.h"
#include "tests/support/format_samples.h"

namespace mmd::test {

/// A motion in which 腕 turns within 90 frames.
inline vmd::File turning_arm() {
  vmd::File out = vmd::empty_file("");
  out.bones = {bone_key("腕", 0), bone_key("腕", 90, vec3(0.0f), vec4(0.0f, 0.0f, 0.8f, 0.6f))};
  return out;
}

/// The skinning matrices as numbers.
inline std::vector<float> bones_of(const Actor& actor) {
  const auto* first = reinterpret_cast<const float*>(actor.palette().data());
  return {first, first + actor.palette().size_bytes() / sizeof(float)};
}

/// Bones at frame `to` of a simulation that starts at frame `from`.
inline std::vector<float> simulated_bones(const LoadedFigure& document, double from, double to,
                                          const Evaluation& evaluation = {}, PhysicsChoice choice = {}) {
  Scene scene;
  scene.actors.push_back(std::make_unique<Actor>(document.loaded.model, document.loaded.textures));
  choice.first_frame = from;
  PoseSampler sampler(std::make_shared<const LoadedFigure>(document));
  Simulation(scene, sampler, evaluation, choice).show(to);
  return bones_of(*scene.actors.front());
}

}  // namespace mmd::test
