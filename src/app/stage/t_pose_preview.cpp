#include "app/stage/t_pose_preview.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>

#include <glm/gtc/quaternion.hpp>

#include "base/rotations.h"
#include "model/body_parts.h"
#include "scene/scene.h"

namespace mmd {
namespace {

constexpr vec3 x_axis{1.0f, 0.0f, 0.0f}, y_axis{0.0f, 1.0f, 0.0f}, z_axis{0.0f, 0.0f, 1.0f};

/// -1 to 1, from 0 upwards.
float wave(double seconds, double period) {
  return static_cast<float>(std::sin(2.0 * std::numbers::pi * seconds / period));
}

/// 0 to 1, from 0 upwards.
float rise(double seconds, double period) {
  return static_cast<float>(0.5 - 0.5 * std::cos(2.0 * std::numbers::pi * seconds / period));
}

quat degrees_about(const vec3& axis, float degrees) {
  return glm::angleAxis(glm::radians(degrees), axis);
}

/// Moves a figure in T pose. In MMD's space it faces -Z, and its left is +X.
class TPoseMover {
 public:
  TPoseMover(const VrmCheck& check, edit::EditState& state)
      : check_(check), state_(state), usual_(*check.named) {}

  void move(TPoseMove move, double seconds) {
    switch (move) {
      case TPoseMove::turn:
        return rotate(human("hips"), degrees_about(y_axis, 50.0f * wave(seconds, 3.0)));
      case TPoseMove::nod:
        return rotate(usual_.find("頭"), degrees_about(x_axis, -25.0f * wave(seconds, 1.5)));
      case TPoseMove::raise_arms:
        return rotate_both("左腕", z_axis, 75.0f * rise(seconds, 3.0));
      case TPoseMove::walk:
        return walk(seconds);
      default:
        return;
    }
  }

  void look(TPoseGaze gaze) {
    constexpr auto sideways = static_cast<float>(gaze_sideways),
                   updown = static_cast<float>(gaze_up_and_down);
    const quat turn = gaze == TPoseGaze::up      ? degrees_about(x_axis, updown)
                      : gaze == TPoseGaze::down  ? degrees_about(x_axis, -updown)
                      : gaze == TPoseGaze::left  ? degrees_about(y_axis, -sideways)
                      : gaze == TPoseGaze::right ? degrees_about(y_axis, sideways)
                                                 : identity_rotation();
    for (const char* eye : {"leftEye", "rightEye"}) rotate(human(eye), turn);
  }

 private:
  std::int32_t human(std::string_view name) const {
    const auto found = std::find_if(check_.bones.begin(), check_.bones.end(),
                                    [&](const HumanBone& bone) { return bone.name == name; });
    return found != check_.bones.end() ? found->bone : none;
  }

  /// After the rotation of the T pose.
  void rotate(std::int32_t bone, const quat& turn) {
    if (bone == none) return;
    quat& rotation = state_.pose.rotation[static_cast<std::size_t>(bone)];
    rotation = glm::normalize(turn * rotation);
  }
  /// Rotates the bone of the left, and its mirror image the other way.
  void rotate_both(const char* bone, const vec3& axis, float degrees) {
    rotate(usual_.find(bone), degrees_about(axis, degrees));
    rotate(usual_.find(right_of(bone)), degrees_about(axis, -degrees));
  }

  void walk(double seconds) {
    constexpr double period = 1.2;
    const float stride = wave(seconds, period);
    rotate_both("左腕", z_axis, -70.0f);
    rotate_both("左腕", x_axis, -18.0f * stride);
    rotate_both("左足", x_axis, 22.0f * stride);
    rotate(usual_.find("左ひざ"), degrees_about(x_axis, -40.0f * rise(seconds + 0.75 * period, period)));
    rotate(usual_.find("右ひざ"), degrees_about(x_axis, -40.0f * rise(seconds + 0.25 * period, period)));
  }

  const VrmCheck& check_;
  edit::EditState& state_;
  StandardBones usual_;
};

/// Switches off the IK chains that rotate legs.
void free_legs(const Model& model, std::vector<std::uint8_t>& chains) {
  const StandardBones usual(model);
  std::vector<std::int32_t> legs;
  for (const char* bone : {"左足", "右足", "左ひざ", "右ひざ", "左足首", "右足首"})
    if (const std::int32_t found = usual.find(bone); found != none) legs.push_back(found);
  for (std::size_t c = 0; c < chains.size(); ++c)
    for (const IkLink& link : model.skeleton.ik_chains[c].links)
      if (std::find(legs.begin(), legs.end(), link.bone) != legs.end()) chains[c] = 0;
}

}  // namespace

edit::EditState t_pose_at(const VrmCheck& check, const TPoseChoice& choice, double seconds) {
  LoadedFigure loaded;
  loaded.loaded.model = check.named;
  Figure figure;
  figure.loaded = std::make_shared<const LoadedFigure>(std::move(loaded));
  stand_in_t_pose(figure);
  edit::EditState out;
  out.pose = *figure.edited;
  out.ik_chains = std::move(figure.ik_chains);
  free_legs(*check.named, out.ik_chains);
  TPoseMover mover(check, out);
  mover.move(choice.move, seconds);
  mover.look(choice.gaze);
  if (const VrmExpression* expression = check.preset(choice.expression); expression != nullptr)
    out.pose.morph_weights[static_cast<std::size_t>(expression->morph)] = 1.0f;
  return out;
}

}  // namespace mmd
