#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "document/simulation.h"
#include "model/model.h"
#include "scene/choices.h"

namespace mmd {

/// How bodies come along with what is shown next. Of several that are asked for at once the last in this list
/// counts.
enum class PhysicsUpdate : std::uint8_t {
  stay,      ///< nothing that reaches them is another: they stay where they are
  play,      ///< by the clock: on with the motion, in as many steps as a picture has time for
  step,      ///< on with the motion, in as many steps as it takes
  swing_on,  ///< nothing is dragged any longer: what swung along goes on until it hangs still
  swing,     ///< a bone is being dragged: bodies swing along until they are told to rest
  by_hand,   ///< something is being dragged: anew if there is time for that, else a few steps until it rests
  anew       ///< from rest
};

/// Whether bodies may go elsewhere with the weight of that morph, as against what only vertices and materials
/// show.
bool reaches_bodies(const Model& model, std::int32_t morph);

/// What is shown, for the bodies that come along with it.
struct ShownState {
  Scene& scene;
  std::vector<AnimatedActor> played;  ///< those of its actors that do not hang on others
  const PhysicsChoice& physics;
  double frame = 0.0;
  double first_frame =
      0.0;             ///< of a motion, from which bodies are played if they begin anew; at most `frame`
  bool plays = false;  ///< the motion goes on by itself
  double clock = 0.0;  ///< seconds, by which bodies swing
};

/// The bodies of a scene in the window, which come along however it changes, in the time that a picture has.
/// A held pose is settled at once; a motion is played on, and after going back or far ahead the bodies begin
/// anew at its frame. Where they come to rest depends on what was asked for alone, never on the clock.
class LiveSimulation {
 public:
  /// Evaluates the scene with its bodies. False, with nothing done: it has none that move.
  bool show(const ShownState& now, PhysicsUpdate pace);
  /// There are no bodies any longer. The scene is to be evaluated.
  void stop(Scene& scene);

  /// Whether something was dragged, and the bodies have not begun anew since.
  bool waits() const { return waits_; }
  /// Whether a bone was dragged, and the bodies have not come to hang still since; they do within seconds.
  bool swings() const { return swings_; }
  /// The frame from which the bodies have been played as the motion has it; nullopt: something came between,
  /// and they would be elsewhere if they were played again.
  std::optional<double> played_from() const { return exact_ ? std::optional<double>(began_) : std::nullopt; }
  /// Null: there is none.
  const Simulation* simulation() const { return simulation_.get(); }

 private:
  void begin(const ShownState& now, double first_frame, double frame);
  void go_on(const ShownState& now, PhysicsUpdate pace);
  void drag(const ShownState& now);
  void swing(const ShownState& now, PhysicsUpdate pace);
  int steps_by_clock(const ShownState& now);
  int affordable_steps(const Scene& scene) const;

  std::unique_ptr<Simulation> simulation_;
  double began_ = 0.0, frame_ = 0.0;
  bool waits_ = false, exact_ = true;
  bool swings_ = false;
  double swung_at_ = 0.0, owed_steps_ = 0.0;  ///< by the clock
  int swung_on_ = 0, calm_ = 0;               ///< steps since the drag; pictures without much movement
};

/// Physics as the panel has it. Gravity in the numbers of MikuMikuDance's dialog: an acceleration, of which 1
/// is 10 units per second squared, and a direction.
struct PhysicsControls {
  bool on = true;
  float acceleration = 9.8f;
  vec3 direction{0.0f, -1.0f, 0.0f};  ///< MMD space; of any length, as in MikuMikuDance zero for none
  vec3 wind{0.0f};                    ///< ours, added to gravity: MMD space, in the same numbers
  bool ground = false;

  bool operator==(const PhysicsControls& other) const = default;
};

/// Units per second squared that stand for 1 in MikuMikuDance's dialog (semantics, "Physics: the engine").
inline constexpr float gravity_unit = 10.0f;

/// What a choice says; gravity counts as such, whatever wind it was made of.
PhysicsControls physics_controls(const PhysicsChoice& choice);
/// Gravity, wind and ground of the world.
void apply(const PhysicsControls& controls, PhysicsChoice& choice);

}  // namespace mmd
