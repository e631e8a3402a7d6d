#pragma once

#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <vector>

#include "scene/scene.h"

namespace mmd {

/// Two states of a scene's subject and how far their vertices lie apart. The first state is the actor's,
/// which is not kept; `other` is set by whoever compares.
struct Comparison {
  /// `other` and `heat` begin as copies of `first`.
  explicit Comparison(const Actor& first);

  std::unique_ptr<Actor> other;    ///< the state beside the first
  std::unique_ptr<Actor> heat;     ///< in the first state, coloured by the distance to the other
  std::vector<Comparison> beside;  ///< of the scene's other actors, in their order
  /// Displacement of a vertex that is seen in the first state, MMD units.
  float largest = 0.0f;
  std::size_t moved = 0, vertices = 0;  ///< those seen that are displaced; all

  /// Brings the `other` of the scene's other actors up to date with this `other`: they are evaluated with its
  /// switches, and what hangs on the subject hangs on it.
  void follow_scene(const Scene& scene);

  /// Brings all but `other` up to date with the two states: both skinned once on the CPU and one colour per
  /// vertex, no copy of the model, so that it can be done for every frame of a motion. `light` gives the heat
  /// map its relief.
  void measure(const Actor& first, const Light& light);
  /// The same with the actors beside it, all by one scale; `largest`, `moved` and `vertices` are of all.
  void measure(const Scene& scene);

  /// Puts the other state, or the heat map, in the place of the scene's actors; once more takes it back.
  void exchange(Scene& scene, bool heat_map);
  /// Adds the other state's actors to the scene's, and takes them away again: for a camera that fits both.
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

/// Gives `to`, an actor of the same bones and morphs, what the user set on `from`. It is not evaluated yet.
void copy_state(const Actor& from, Actor& to);

/// How a heat map is drawn in a scene with these settings.
RenderSettings heat_settings(RenderSettings settings);

/// The colour of a displacement `share` of the largest, 0 to 1. What stands still is grey.
vec3 heat_colour(float share);

/// A number in the legend of a heat map, at `share` of its bar.
struct HeatMark {
  float share = 0.0f;
  std::string text;  ///< MMD units
};
std::array<HeatMark, 3> heat_marks(float largest);
/// A displacement as the legend writes it.
std::string heat_text(float displacement);

}  // namespace mmd
