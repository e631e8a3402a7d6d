#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace mmd {

/// How far apart two scenes of the same models, or of versions of them, are, and the first one coloured by
/// it: a heat map.
struct SceneDifference {
  SceneDifference() = default;
  SceneDifference(const Scene& first, const Scene& second) { measure(first, second); }

  /// Skins both scenes on the CPU and computes a colour per vertex. The heat map has the light and the camera
  /// of the first. Its actors stay while the models do: fast enough for every frame of a motion.
  void measure(const Scene& first, const Scene& second);

  Scene heat;
  float largest = 0.0f;                 ///< displacement of a vertex visible in the first scene, MMD units
  std::size_t moved = 0, vertices = 0;  ///< number of displaced visible vertices; of all vertices

 private:
  /// What an actor of the heat map was made of.
  struct Source {
    std::shared_ptr<const Model> model;
    std::shared_ptr<const TextureSet> textures;
    bool operator==(const Source& other) const = default;
  };
  std::vector<Source> sources_;
};

/// Copies the user's settings from `from` to `to`, an actor with the same bones and morphs. Does not evaluate
/// it.
void copy_state(const Actor& from, Actor& to);

/// The settings for drawing a heat map in a scene with these settings.
RenderSettings heat_settings(RenderSettings settings);

/// The colour of a displacement as a share of the largest, 0-1; 0 is grey.
vec3 heat_colour(float share);

/// A label in a heat map's legend, at `share` (0-1) of its bar.
struct HeatMark {
  float share = 0.0f;
  std::string text;  ///< MMD units
};
std::array<HeatMark, 3> heat_marks(float largest);
/// A displacement's text in the legend.
std::string heat_text(float displacement);

}  // namespace mmd
