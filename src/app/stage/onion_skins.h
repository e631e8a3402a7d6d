#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "app/stage/stage.h"

namespace mmd {

/// Settings of onion skins.
struct OnionChoice {
  bool on = false;
  int before = 2, after = 2;  ///< number of skins
  int every = 5;              ///< frames from one onion skin to the next

  bool operator==(const OnionChoice& other) const = default;
};
inline constexpr int max_onion_skins = 10, farthest_onion_skin = 120;
/// Clamps the numbers to their limits.
OnionChoice within_limits(OnionChoice choice);

/// One onion skin: red before, blue after the frame, paler with distance.
struct OnionFrame {
  double frame = 0.0;
  vec4 colour{0.0f};
};
/// The skins within the motion, in drawing order: farthest first.
std::vector<OnionFrame> onion_frames(const OnionChoice& choice, double frame, std::uint32_t last);

/// Draws the active model at previous and next frames, without physics. There are no skins during playback,
/// in rest pose and in a comparison.
class OnionSkins {
 public:
  const OnionChoice& choice() const { return choice_; }
  void choose(const OnionChoice& choice) { choice_ = within_limits(choice); }
  /// Updates the ghosts of the scene. `level`: what changed on the stage; `hidden`: show none.
  void update(Stage& stage, Dirty level, bool hidden);

 private:
  OnionChoice choice_, shown_;
  std::weak_ptr<const Model> of_;  ///< the model of the ghosts
};

}  // namespace mmd
