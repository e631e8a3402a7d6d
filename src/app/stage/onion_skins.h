#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "app/stage/stage.h"

namespace mmd {

/// Which frames of a motion are seen beside the one that is shown.
struct OnionChoice {
  bool on = false;
  int before = 2, after = 2;  ///< how many
  int every = 5;              ///< frames from one to the next

  bool operator==(const OnionChoice& other) const = default;
};
inline constexpr int max_onion_skins = 10, farthest_onion_skin = 120;
/// With numbers that are too small or too large brought to the nearest that will do.
OnionChoice within_limits(OnionChoice choice);

/// A frame that is seen as a ghost: redder before, bluer after, and the paler the farther away.
struct OnionFrame {
  double frame = 0.0;
  vec4 colour{0.0f};
};
/// Those that the motion has; the farthest first, as they are drawn.
std::vector<OnionFrame> onion_frames(const OnionChoice& choice, double frame, std::uint32_t last);

/// The ghosts of a scene: the model that is worked on, in the poses of frames before and after, without
/// bodies. There are none while the motion plays, in rest pose, and while states are compared.
class OnionSkins {
 public:
  const OnionChoice& choice() const { return choice_; }
  void choose(const OnionChoice& choice) { choice_ = within_limits(choice); }
  /// Brings the scene's ghosts up to date with the stage. `level`: how much of it became another; `hidden`:
  /// there are to be none.
  void update(Stage& stage, Dirty level, bool hidden);

 private:
  OnionChoice choice_, shown_;
  std::weak_ptr<const Model> of_;  ///< the model that they are of
};

}  // namespace mmd
