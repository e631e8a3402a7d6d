#pragma once

// Numbers of spring bones that swing as the simulated bodies do (docs/dev/semantics.md, "VRM: spring bones").

#include <cstdint>
#include <functional>
#include <vector>

#include "base/math.h"
#include "export/spring_bones.h"
#include "export/vrm_springs.h"
#include "pose/pose.h"
#include "scene/choices.h"
#include "session/arrangement.h"

namespace mmd {

/// A movement of the figure: sets the pose at a step, from the rest pose.
struct Movement {
  int steps = 0;
  int first = 0;  ///< the first step that counts; before it the bodies settle
  std::function<void(int step, Pose& pose)> pose;
};
/// Turns of the head, a lean and a kick, from stillness: what the numbers are fitted to.
Movement probe_movement(const Model& model);

/// How bodies swing a chain in a movement, metres.
struct Swing {
  std::vector<vec3> rest;               ///< the joints' heads, then the last one's tail
  std::vector<Affine> anchors;          ///< by step: of the parent of the first bone
  std::vector<std::vector<vec3>> ways;  ///< by step: from each joint's head to its tail, unit
  int first = 0;
};
/// The swings of all chains, by simulating the model's bodies.
std::vector<Swing> record_swings(const LoadedFigure& figure, const PhysicsChoice& choice,
                                 const Movement& movement, const std::vector<VrmSpring>& chains);

/// Angle between the joints of spring bones and of bodies, root mean square, degrees.
float spring_error(const Swing& swing, const SpringNumbers& numbers);
/// The same for bones that do not swing.
float rigid_error(const Swing& swing);

/// How long a fit may search.
enum class SpringEffort : std::uint8_t {
  thorough,
  quick  ///< a fraction of the time, for slow machines
};

/// Gets the finished share; false gives the fit up.
using FitProgress = std::function<bool(double)>;

/// Sets numbers and errors of the chains. Returns whether it was not given up.
bool fit_springs(const LoadedFigure& figure, const PhysicsChoice& choice, std::vector<VrmSpring>& chains,
                 const FitProgress& progress = {}, SpringEffort effort = SpringEffort::thorough);

/// Removes the fitted chains that swing no better than rigid bones, and returns them.
std::vector<VrmSpring> take_rigid(std::vector<VrmSpring>& chains);

}  // namespace mmd
