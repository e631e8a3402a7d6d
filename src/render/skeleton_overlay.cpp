#include "render/skeleton_overlay.h"

#include <algorithm>
#include <vector>

#include "scene/bone_marks.h"

namespace mmd {
namespace {

using Kind = OverlayShapes::Kind;

struct Style {
  vec3 colour;
  Kind joint;
};
constexpr vec3 highlight_colour{1.0f, 0.22f, 0.16f}, selected_colour{0.78f, 0.06f, 0.06f};

/// Shapes as MikuMikuDance has them; colours tell apart what it draws alike.
Style style_of(BoneKind kind) {
  switch (kind) {
    case BoneKind::ik:
      return {{1.0f, 0.62f, 0.12f}, Kind::square};
    case BoneKind::physics:
      return {{0.95f, 0.45f, 0.72f}, Kind::disc};
    case BoneKind::fixed_axis:
      return {{0.72f, 0.55f, 1.0f}, Kind::crossed};
    case BoneKind::append:
      return {{0.35f, 0.85f, 0.45f}, Kind::ring};
    case BoneKind::inoperable:
      return {{0.66f, 0.66f, 0.66f}, Kind::ring};
    case BoneKind::move:
      return {{0.25f, 0.78f, 0.98f}, Kind::square};
    default:
      return {{0.36f, 0.56f, 1.0f}, Kind::ring};
  }
}

vec3 tail_of(const Actor& actor, std::int32_t index) {
  const Bone& bone = actor.model().skeleton.bones[static_cast<std::size_t>(index)];
  if (bone.tail_bone != none) return translation_of(actor.bone_in_scene(bone.tail_bone));
  return transform_point(actor.bone_in_scene(index), bone.tail_offset);
}

}  // namespace

void SkeletonOverlay::add_bone(const Frame& frame, const Actor& actor, std::int32_t index, Mark mark) {
  const Bone& bone = actor.model().skeleton.bones[static_cast<std::size_t>(index)];
  const bool highlighted = mark == Mark::highlighted;
  if (mark == Mark::plain && !has_mark(bone, frame.scene.settings)) return;
  const auto joint = project(frame, translation_of(actor.bone_in_scene(index)));
  if (!joint) return;
  const auto tail = project(frame, tail_of(actor, index));
  const float length = tail ? glm::length(*tail - *joint) : 0.0f;

  const auto scale = static_cast<float>(frame.factor);
  float radius = std::clamp(static_cast<float>(frame.height) / 150.0f, 3.0f * scale, 14.0f * scale);
  const float outline = radius * 0.22f;
  if (length > 1.0f) radius = std::clamp(length * 0.3f, radius * 0.45f, radius);  // crowded: fingers
  if (mark != Mark::plain) radius *= highlighted ? 1.5f : 1.2f;
  const Style style = style_of(kind_of(bone));
  const vec3 tints[] = {style.colour, selected_colour, highlight_colour};
  const vec4 colour(tints[static_cast<std::size_t>(mark)], mark == Mark::plain ? 0.9f : 1.0f);
  const auto shape_kind = [&](Kind kind) {
    return static_cast<float>(highlighted ? kind | Kind::white_outline : kind);
  };
  if (length > 1.0f)
    shapes_.add({vec4(*joint, *tail),
                 vec4(radius * 0.6f, radius * 0.12f, shape_kind(Kind::bar), outline * 0.7f), colour});
  shapes_.add({vec4(*joint, *joint), vec4(radius, radius, shape_kind(style.joint), outline), colour});
}

Result<void> SkeletonOverlay::draw(Programs& programs, const Frame& frame, const Actor& actor) {
  shapes_.clear();
  const auto count = static_cast<std::int32_t>(actor.model().bone_count());
  const std::int32_t highlight = frame.highlight_of(actor);
  std::vector<Mark> marks(actor.model().bone_count(), Mark::plain);
  if (frame.is_subject(actor))
    for (const std::int32_t i : frame.scene.selected_bones)
      if (i >= 0 && i < count) marks[static_cast<std::size_t>(i)] = Mark::selected;
  if (highlight >= 0 && highlight < count) marks[static_cast<std::size_t>(highlight)] = Mark::highlighted;
  for (const Mark mark : {Mark::plain, Mark::selected, Mark::highlighted})  // the last is on top
    for (std::int32_t i = 0; i < count; ++i)
      if (marks[static_cast<std::size_t>(i)] == mark) add_bone(frame, actor, i, mark);
  return shapes_.draw(programs, frame);
}

}  // namespace mmd
