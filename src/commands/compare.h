#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include "assets/image.h"
#include "commands/options.h"
#include "commands/session.h"
#include "render/renderer.h"
#include "scene/scene.h"

namespace mmd {

/// Two states of one model and how far their vertices lie apart.
struct Comparison {
  std::unique_ptr<Actor> other;  ///< the state beside that of the scene
  std::unique_ptr<Actor> heat;   ///< in the scene's state, coloured by the distance to the other
  float largest = 0.0f;          ///< displacement of a vertex that is seen, MMD units
  std::size_t moved = 0, vertices = 0;
};

/// Loads what `--compare FILE` names; nullopt if it names no file.
Result<std::optional<Session>> load_other_pose(const Options& options, const Session& session);

/// The other state of `actor`: without append or without IK (with it if the options leave it out), or in the
/// pose of `other_pose`. `light` gives the heat map its relief.
Comparison compare(const Options& options, const Actor& actor, const Light& light,
                   std::optional<Session> other_pose);

/// The scene as it is, the other state, and the heat map with the largest displacement in its corner, side by
/// side; each `width` x `height`. The scene is as before when it returns.
Result<Image> draw_comparison(Renderer& renderer, Scene& scene, Comparison& comparison, int width, int height,
                              int samples);

/// The colour of a displacement `share` of the largest, 0 to 1. What stands still is grey.
vec3 heat_colour(float share);

}  // namespace mmd
