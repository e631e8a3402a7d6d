#pragma once

#include <cstddef>
#include <memory>
#include <vector>

#include "scene/scene.h"

namespace mmd {

/// How far apart two scenes of the same models are, and the first one coloured by it: a heat map.
struct SceneDifference {
  /// Skins both scenes on the CPU. The heat map has the light and the camera of the first.
  SceneDifference(const Scene& first, const Scene& second);

  Scene heat;
  float largest = 0.0f;                 ///< displacement of a vertex visible in the first scene, MMD units
  std::size_t moved = 0, vertices = 0;  ///< number of displaced visible vertices; of all vertices
};

// The steps for one actor.

/// An actor of the same shape for show_heat().
std::unique_ptr<Actor> heat_actor(const Actor& first);
/// The distances between the actors' vertices that are visible in the first; 0 for the others.
std::vector<float> vertex_distances(const Actor& first, const Actor& second);
/// Poses a heat_actor() as `first` is, and colours it. `largest`: the distance of the hottest colour.
void show_heat(const Actor& first, const Light& light, const std::vector<float>& distances, float largest,
               Actor& heat);

}  // namespace mmd
