#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "document/simulation.h"
#include "model/model.h"
#include "scene/choices.h"

namespace mmd {

/// How bodies follow the next state. Of several requests before a refresh, the last in this list counts.
enum class Pace : std::uint8_t {
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
  std::vector<AnimatedActor> played;  ///< all actors
  const PhysicsChoice& physics;
  double frame = 0.0;
  double first_frame = 0.0;  ///< first frame of a simulation after a reset; at most `frame`
  bool plays = false;        ///< playback is running
  double clock = 0.0;        ///< seconds
};

/// The bodies of a session. For the window within the time budget of a picture: a held pose settles at once; a
/// motion is simulated continuously; going back or far ahead resets the bodies at that frame. Settled bodies
/// depend on the requests only, never on the clock.
class LiveSimulation {
 public:
  /// Evaluates the scene with its bodies, without a time budget: continues from the frame shown before.
  /// `keep_going`: as ScenePhysics::set_keep_going().
  void show_exactly(const ShownState& now, const std::function<bool()>& keep_going);
  /// Evaluates the scene with its bodies. False if nothing is simulated: the caller must evaluate the scene.
  bool show(const ShownState& now, Pace pace);
  /// Moves the bodies one step while the bones follow what is played at that frame.
  void step(double frame) { simulation_->hurry(frame, 1); }
  /// Evaluates the scene at that frame without moving the bodies.
  void keep(double frame) { simulation_->keep(frame); }
  /// Removes the bodies. The caller must evaluate the scene.
  void stop(Scene& scene);
  /// Forgets the bodies, which still drive the bones of the scene: the next show begins anew.
  void forget() { simulation_.reset(); }
  /// What the bodies follow from now on. Samplers must outlive the simulation.
  void set_played(std::vector<AnimatedActor> played);

  /// Whether bodies have yet to be reset after a drag.
  bool waits() const { return waits_; }
  /// Whether bodies still swing after a bone was dragged; this lasts a few seconds at most.
  bool swings() const { return swings_; }
  /// The frame from which bodies were simulated without a gap; nullopt if a replay would give another result.
  std::optional<double> played_from() const { return exact_ ? std::optional<double>(began_) : std::nullopt; }
  /// Null if there is no simulation.
  const Simulation* simulation() const { return simulation_.get(); }

 private:
  void make(const ShownState& now, double first_frame);
  void begin(const ShownState& now, double first_frame, double frame);
  void go_on(const ShownState& now, Pace pace);
  void drag(const ShownState& now);
  void swing(const ShownState& now, Pace pace);
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

}  // namespace mmd
