#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "document/simulation.h"
#include "model/model.h"
#include "scene/choices.h"

namespace mmd {

/// How bodies follow the next state. Of several requests before a refresh, the last in this list counts.
enum class PhysicsUpdate : std::uint8_t {
  stay,      ///< no change reaches the bodies; they stay
  play,      ///< playback by the clock, with as many steps as there is time for
  step,      ///< a step forward in the motion, with all steps of the simulation
  swing_on,  ///< the drag has ended; bodies swing until they hang still
  swing,     ///< a bone is dragged and bodies swing with it
  by_hand,   ///< something is dragged: reset if there is time, else a few steps until the drag rests
  jump,      ///< another pose at once: reset if there is time, else no bodies until they settle
  anew       ///< reset: settle from rest
};

/// Whether a morph can move bodies: true for bone and impulse morphs and for groups with them.
bool reaches_bodies(const Model& model, std::int32_t morph);

/// The shown state that bodies follow.
struct ShownState {
  Scene& scene;
  std::vector<AnimatedActor> played;  ///< actors that are not attached to others
  const PhysicsChoice& physics;
  double frame = 0.0;
  double first_frame = 0.0;  ///< first frame of a simulation after a reset; at most `frame`
  bool plays = false;        ///< playback is running
  double clock = 0.0;        ///< seconds
};

/// Physics of the window, within the time budget of a picture. A held pose settles at once. A motion is
/// simulated continuously; going back or far ahead resets the bodies at that frame. Settled bodies depend on
/// the requests only, never on the clock.
class LiveSimulation {
 public:
  /// Evaluates the scene with its bodies. False if nothing is simulated: the caller must evaluate the scene.
  bool show(const ShownState& now, PhysicsUpdate pace);
  /// Removes the bodies. The caller must evaluate the scene.
  void stop(Scene& scene);

  /// Whether bodies have yet to be reset after a drag.
  bool waits() const { return waits_; }
  /// Whether bodies still swing after a bone was dragged; this lasts a few seconds at most.
  bool swings() const { return swings_; }
  /// The frame from which bodies were simulated without a gap; nullopt if a replay would give another result.
  std::optional<double> played_from() const { return exact_ ? std::optional<double>(began_) : std::nullopt; }
  /// Null if there is no simulation.
  const Simulation* simulation() const { return simulation_.get(); }

 private:
  void begin(const ShownState& now, double first_frame, double frame);
  void go_on(const ShownState& now, PhysicsUpdate pace);
  void drag(const ShownState& now);
  void swing(const ShownState& now, PhysicsUpdate pace);
  int steps_by_clock(const ShownState& now);
  bool has_time_to_settle(const ShownState& now) const;
  int affordable_steps(const Scene& scene) const;

  std::unique_ptr<Simulation> simulation_;
  double began_ = 0.0, frame_ = 0.0;
  bool waits_ = false, exact_ = true;
  bool swings_ = false;
  double swung_at_ = 0.0, owed_steps_ = 0.0;  ///< time of the last swing step, and steps left over
  int swung_on_ = 0, calm_ = 0;               ///< steps since the drag; pictures with little movement
};

/// Physics settings of the panel. Gravity uses the numbers of MikuMikuDance's dialog: an acceleration, where
/// 1 is 10 units per second squared, and a direction.
struct PhysicsControls {
  bool on = true;
  float acceleration = 9.8f;
  vec3 direction{0.0f, -1.0f, 0.0f};  ///< MMD space, any length; zero: no gravity
  vec3 wind{0.0f};                    ///< added to gravity; MMD space, same unit; not in MikuMikuDance
  bool ground = false;

  bool operator==(const PhysicsControls& other) const = default;
};

/// Units per second squared for 1 in MikuMikuDance's dialog (semantics, "Physics: the engine").
inline constexpr float gravity_unit = 10.0f;

/// Settings of the panel for a choice. All acceleration counts as gravity, none as wind.
PhysicsControls physics_controls(const PhysicsChoice& choice);
/// Applies gravity, wind and ground.
void apply(const PhysicsControls& controls, PhysicsChoice& choice);

}  // namespace mmd
