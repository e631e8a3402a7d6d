#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace mmd {

/// Two states of a scene's subject and the distances of their vertices. The first state is the scene's actor,
/// not stored here; the caller sets `other`.
struct Comparison {
  /// `other` and `heat` begin as copies of `first`.
  explicit Comparison(const Actor& first);

  std::unique_ptr<Actor> other;    ///< the second state
  std::unique_ptr<Actor> heat;     ///< the first state, coloured by the distance to the second
  std::vector<Comparison> beside;  ///< the scene's other actors, in scene order
  /// Largest displacement of a vertex visible in the first state, MMD units.
  float largest = 0.0f;
  std::size_t moved = 0, vertices = 0;  ///< number of displaced visible vertices; of all vertices

  /// Updates `other` of the scene's other actors: evaluates them with this `other`'s switches and attaches
  /// them to it where they are attached to the subject.
  void follow_scene(const Scene& scene);

  /// Updates everything except `other`. Skins both states once on the CPU and computes a colour per vertex,
  /// without copying the model: fast enough for every frame of a motion. `light` shades the heat map.
  void measure(const Actor& first, const Light& light);
  /// The same for all actors with one scale; `largest`, `moved` and `vertices` then cover all.
  void measure(const Scene& scene);

  /// Swaps the scene's actors with the other state or the heat map; a second call undoes it.
  void exchange(Scene& scene, bool heat_map);
  /// Adds the other state's actors to the scene, and removes them again: for a camera that fits both.
  void lend_others(Scene& scene);
  void take_others_back(Scene& scene);

 private:
  Comparison& of(std::size_t actor);
  std::size_t subject_ = 0;

  void measure_distances(const Actor& first);
  void colour(const Actor& first, const Light& light);

  std::vector<float> distances_;
  std::vector<vec4> colours_;
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
