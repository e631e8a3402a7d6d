#include "app/stage/t_pose_preview.h"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glm/gtc/quaternion.hpp>

#include "model/body_parts.h"

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

/// None if the model lacks it.
std::int32_t bone_of(const VrmCheck& check, std::string_view human) {
  const HumanBone* found = find_human(check.bones, human);
  return found != nullptr ? found->bone : none;
}

/// Moves a figure in T pose. In MMD's space it faces -Z, and its left is +X.
class TPoseMover {
 public:
  TPoseMover(const VrmCheck& check, edit::EditState& state) : check_(check), state_(state) {}

  void move(TPoseMove move, double seconds) {
    switch (move) {
      case TPoseMove::turn:
        return rotate("hips", degrees_about(y_axis, 50.0f * wave(seconds, 3.0)));
      case TPoseMove::nod:
        return rotate("head", degrees_about(x_axis, -25.0f * wave(seconds, 1.5)));
      case TPoseMove::raise_arms:
        return rotate_both("UpperArm", z_axis, 75.0f * rise(seconds, 3.0));
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
    for (const char* eye : {"leftEye", "rightEye"}) rotate(eye, turn);
  }

 private:
  /// After the rotation of the T pose.
  void rotate(std::string_view human, const quat& turn) {
    const std::int32_t bone = bone_of(check_, human);
    if (bone == none) return;
    quat& rotation = state_.pose.rotation[static_cast<std::size_t>(bone)];
    rotation = glm::normalize(turn * rotation);
  }
  /// Rotates the bone of the left, and that of the right the other way.
  void rotate_both(const std::string& human, const vec3& axis, float degrees) {
    rotate("left" + human, degrees_about(axis, degrees));
    rotate("right" + human, degrees_about(axis, -degrees));
  }

  void walk(double seconds) {
    constexpr double period = 1.2;
    const float stride = wave(seconds, period);
    rotate_both("UpperArm", z_axis, -70.0f);
    rotate_both("UpperArm", x_axis, -18.0f * stride);
    rotate_both("UpperLeg", x_axis, 22.0f * stride);
    rotate("leftLowerLeg", degrees_about(x_axis, -40.0f * rise(seconds + 0.75 * period, period)));
    rotate("rightLowerLeg", degrees_about(x_axis, -40.0f * rise(seconds + 0.25 * period, period)));
  }

  const VrmCheck& check_;
  edit::EditState& state_;
};

/// Switches off the IK chains that rotate legs or what the legs follow.
void free_legs(const VrmCheck& check, std::vector<std::uint8_t>& chains) {
  const Model& model = *check.named;
  const StandardBones usual(model);
  std::vector<std::int32_t> legs;
  for (const char* bone : {"左足", "右足", "左ひざ", "右ひざ", "左足首", "右足首"})
    legs.push_back(usual.find(bone));
  for (const std::string side : {"left", "right"})
    for (const char* bone : {"UpperLeg", "LowerLeg", "Foot"}) legs.push_back(bone_of(check, side + bone));
  for (std::size_t c = 0; c < chains.size(); ++c)
    for (const IkLink& link : model.skeleton.ik_chains[c].links)
      if (std::find(legs.begin(), legs.end(), link.bone) != legs.end()) chains[c] = 0;
}

}  // namespace

TPoseFigure::TPoseFigure(VrmCheck check)
    : check_(std::move(check)), actor_(check_.named, std::make_shared<const TextureSet>()) {
  LoadedFigure loaded;
  loaded.loaded.model = check_.named;
  Figure figure;
  figure.loaded = std::make_shared<const LoadedFigure>(std::move(loaded));
  stand_in_t_pose(figure);
  rest_.pose = *figure.edited;
  rest_.ik_chains = std::move(figure.ik_chains);
  actor_.pose = rest_.pose;
  actor_.switches.ik_chains = rest_.ik_chains;
  actor_.evaluate();
  free_legs(check_, rest_.ik_chains);
}

VrmSprings TPoseFigure::find_chains() const {
  std::vector<std::int32_t> human;
  for (const HumanBone& bone : check_.bones)
    if (bone.bone != none) human.push_back(bone.bone);
  return find_springs(actor_, human);
}

void TPoseFigure::set_springs(VrmSprings springs) {
  actor_.pose = rest_.pose;
  actor_.switches.ik_chains = rest_.ik_chains;
  actor_.evaluate();
  springs_.emplace(std::move(springs), actor_);
  calm_steps_ = 0;
}

edit::EditState TPoseFigure::state(const TPoseChoice& choice, double now) {
  constexpr std::int64_t max_steps = 30;  // at once: the springs leave out more
  constexpr float calm = 1e-5f;           // metres a step
  const auto step = static_cast<std::int64_t>(now * spring_rate);
  if (move_ != choice.move) {
    moves_since_ = now;
    calm_steps_ = 0;
  }
  move_ = choice.move;
  if (springs_)
    for (std::int64_t s = std::max(step_, step - max_steps) + 1; s <= step; ++s) {
      actor_.pose = posed(choice, static_cast<double>(s) / spring_rate).pose;
      springs_->step(actor_);
      calm_steps_ = springs_->moved() < calm ? calm_steps_ + 1 : 0;
    }
  step_ = step;
  edit::EditState out = posed(choice, springs_ ? static_cast<double>(step) / spring_rate : now);
  if (springs_) springs_->rotate(out.pose);
  return out;
}

bool TPoseFigure::moves() const {
  constexpr int enough = spring_rate / 2;  // a swing stands still where it turns back
  return move_.value_or(TPoseMove::still) != TPoseMove::still || (springs_ && calm_steps_ < enough);
}

edit::EditState TPoseFigure::posed(const TPoseChoice& choice, double now) const {
  edit::EditState out = rest_;
  TPoseMover mover(check_, out);
  mover.move(choice.move, std::max(now - moves_since_, 0.0));
  mover.look(choice.gaze);
  if (const VrmExpression* expression = check_.preset(choice.expression); expression != nullptr)
    out.pose.morph_weights[static_cast<std::size_t>(expression->morph)] = 1.0f;
  return out;
}

}  // namespace mmd
