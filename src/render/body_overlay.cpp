#include "render/body_overlay.h"

#include <algorithm>

namespace mmd {
namespace {

constexpr vec3 joint_colour{0.72f, 0.30f, 0.95f}, limit_colour{0.85f, 0.60f, 1.0f};

/// Green, orange and yellow are those of PMX Editor by way of C4D_MMD_Tool (PMX_Rigid_Wire_Color), stronger:
/// they must stand out from white and from skin.
vec3 colour_of(BodyMode mode) {
  switch (mode) {
    case BodyMode::follows_bone:
      return {0.22f, 0.80f, 0.28f};
    case BodyMode::dynamic:
      return {1.0f, 0.50f, 0.12f};
    default:
      return {1.0f, 0.88f, 0.15f};
  }
}

/// Sixteen that can be told apart: eight hues, light and dark.
vec3 colour_of_group(std::uint8_t group) {
  const float hue = static_cast<float>(group % 8) / 8.0f * 6.0f;
  const auto part = [&](float at) {
    return std::clamp(std::abs(std::fmod(hue + at, 6.0f) - 3.0f) - 1.0f, 0.0f, 1.0f);
  };
  const vec3 pure(part(0.0f), part(4.0f), part(2.0f));
  return group < 8 ? glm::mix(pure, vec3(1.0f), 0.35f) : pure * 0.6f;
}

float line_width(const Frame& frame) {
  const auto scale = static_cast<float>(frame.factor);
  return std::clamp(static_cast<float>(frame.height) / 800.0f, 1.1f * scale, 4.0f * scale);
}

}  // namespace

void BodyOverlay::add_lines(const Frame& frame, const vec3& colour, float width) {
  // Dark below all of a mark's lines, so that none cuts another.
  for (const MarkLine& line : lines_)
    shapes_.add_line(frame, line.from, line.to, vec4(0.08f, 0.08f, 0.08f, 0.35f), width * 1.8f);
  for (const MarkLine& line : lines_) shapes_.add_line(frame, line.from, line.to, vec4(colour, 1.0f), width);
  lines_.clear();
}

void BodyOverlay::add_body(const Frame& frame, const Actor& actor, std::size_t index) {
  const RigidBody& body = actor.model().bodies[index];
  const Affine place = body_in_scene(actor, index);
  const float width = line_width(frame);
  add_body_lines(body, place, lines_);
  add_lines(frame, colour_of(body.mode), width);
  if (const auto middle = project(frame, translation_of(place)))
    shapes_.add({vec4(*middle, *middle),
                 vec4(width * 2.0f, width * 2.0f, static_cast<float>(OverlayShapes::disc), width * 0.5f),
                 vec4(colour_of_group(body.group), 1.0f)});
}

void BodyOverlay::add_joint(const Frame& frame, const Actor& actor, const Joint& joint) {
  const Affine place = joint_in_scene(actor, joint);
  const float width = line_width(frame) * 0.8f;
  add_limit_lines(actor.model(), joint, place, lines_);
  for (const MarkLine& line : lines_)  // quiet: there may be three at each of many joints
    shapes_.add_line(frame, line.from, line.to, vec4(limit_colour, 0.6f), width * 0.8f);
  lines_.clear();
  add_joint_lines(place, lines_);
  add_lines(frame, joint_colour, width);
}

Result<void> BodyOverlay::draw(Programs& programs, const Frame& frame, const Actor& actor) {
  shapes_.clear();
  order_.clear();
  const Model& model = actor.model();
  for (std::size_t i = 0; i < model.bodies.size(); ++i)
    order_.emplace_back((frame.view * vec4(translation_of(body_in_scene(actor, i)), 1.0f)).z, i);
  std::sort(order_.begin(), order_.end());  // what is ahead has a negative z
  for (const auto& [depth, index] : order_) add_body(frame, actor, index);
  for (const Joint& joint : model.joints) add_joint(frame, actor, joint);
  return shapes_.draw(programs, frame);
}

}  // namespace mmd
