#include "render/skeleton_overlay.h"

#include <algorithm>
#include <cstddef>
#include <optional>

#include "base/errors.h"
#include "scene/bone_marks.h"

namespace mmd {
namespace {

/// shaders/skeleton.frag.
enum ShapeKind { bar = 0, disc = 1, ring = 2, square = 3, crossed = 4, white_outline = 8 };

struct Style {
  vec3 colour;
  ShapeKind joint;
};
constexpr vec3 highlight_colour{1.0f, 0.22f, 0.16f};

/// Shapes as MikuMikuDance has them; colours tell apart what it draws alike.
Style style_of(BoneKind kind) {
  switch (kind) {
    case BoneKind::ik:
      return {{1.0f, 0.62f, 0.12f}, square};
    case BoneKind::physics:
      return {{0.95f, 0.45f, 0.72f}, disc};
    case BoneKind::fixed_axis:
      return {{0.72f, 0.55f, 1.0f}, crossed};
    case BoneKind::append:
      return {{0.35f, 0.85f, 0.45f}, ring};
    case BoneKind::inoperable:
      return {{0.66f, 0.66f, 0.66f}, ring};
    case BoneKind::move:
      return {{0.25f, 0.78f, 0.98f}, square};
    default:
      return {{0.36f, 0.56f, 1.0f}, ring};
  }
}

/// Pixels from the bottom left of the tile; nothing for what is behind the eye.
std::optional<vec2> project(const Frame& frame, const vec3& point) {
  const vec4 clip = frame.view_projection * vec4(point, 1.0f);
  if (!(clip.w > 1e-4f)) return {};
  const vec2 pixel = (vec2(clip) / clip.w * 0.5f + 0.5f) *
                     vec2(static_cast<float>(frame.tile.width), static_cast<float>(frame.tile.height));
  return is_finite(pixel) ? std::optional(pixel) : std::nullopt;
}

vec3 tail_of(const Actor& actor, std::int32_t index) {
  const Bone& bone = actor.model().skeleton.bones[static_cast<std::size_t>(index)];
  if (bone.tail_bone != none) return translation_of(actor.bone_in_scene(bone.tail_bone));
  return transform_point(actor.bone_in_scene(index), bone.tail_offset);
}

}  // namespace

void SkeletonOverlay::create_buffers() {
  vertex_array_ = gl::VertexArray::create();
  buffer_ = gl::Buffer::create();
  glBindVertexArray(vertex_array_.id());
  glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
  for (GLuint i = 0; i < 3; ++i) {
    const auto offset = static_cast<std::uintptr_t>(i) * sizeof(vec4);
    glVertexAttribPointer(
        i, 4, GL_FLOAT, GL_FALSE, sizeof(Shape),
        reinterpret_cast<const void*>(offset));  // NOLINT(performance-no-int-to-ptr): an offset
    glVertexAttribDivisor(i, 1);
    glEnableVertexAttribArray(i);
  }
}

void SkeletonOverlay::add_bone(const Frame& frame, const Actor& actor, std::int32_t index, bool highlighted) {
  const Bone& bone = actor.model().skeleton.bones[static_cast<std::size_t>(index)];
  if (!highlighted && !has_mark(bone, frame.scene.settings)) return;
  const auto joint = project(frame, translation_of(actor.bone_in_scene(index)));
  if (!joint) return;
  const auto tail = project(frame, tail_of(actor, index));
  const float length = tail ? glm::length(*tail - *joint) : 0.0f;

  const auto scale = static_cast<float>(frame.factor);
  float radius = std::clamp(static_cast<float>(frame.height) / 150.0f, 3.0f * scale, 14.0f * scale);
  const float outline = radius * 0.22f;
  if (length > 1.0f) radius = std::clamp(length * 0.3f, radius * 0.45f, radius);  // crowded: fingers
  if (highlighted) radius *= 1.5f;
  const Style style = style_of(kind_of(bone));
  const vec4 colour(highlighted ? highlight_colour : style.colour, highlighted ? 1.0f : 0.9f);
  const auto shape_kind = [&](ShapeKind kind) {
    return static_cast<float>(highlighted ? kind | white_outline : kind);
  };
  if (length > 1.0f)
    shapes_.push_back(
        {vec4(*joint, *tail), vec4(radius * 0.6f, radius * 0.12f, shape_kind(bar), outline * 0.7f), colour});
  shapes_.push_back({vec4(*joint, *joint), vec4(radius, radius, shape_kind(style.joint), outline), colour});
}

Result<void> SkeletonOverlay::draw(Programs& programs, const Frame& frame, const Actor& actor) {
  MMD_TRY(const auto* program, programs.get(ProgramId::skeleton, feature_none));
  shapes_.clear();
  const auto count = static_cast<std::int32_t>(actor.model().bone_count());
  const std::int32_t highlight = frame.highlight_of(actor);
  for (std::int32_t i = 0; i < count; ++i)
    if (i != highlight) add_bone(frame, actor, i, false);
  if (highlight >= 0 && highlight < count) add_bone(frame, actor, highlight, true);
  if (shapes_.empty()) return {};

  if (!vertex_array_) create_buffers();
  glBindVertexArray(vertex_array_.id());
  glBindBuffer(GL_ARRAY_BUFFER, buffer_.id());
  glBufferData(GL_ARRAY_BUFFER, static_cast<GLsizeiptr>(shapes_.size() * sizeof(Shape)), shapes_.data(),
               GL_STREAM_DRAW);
  glUseProgram(program->program.id());
  glUniform2f(program->viewport, static_cast<float>(frame.tile.width), static_cast<float>(frame.tile.height));
  glDisable(GL_CULL_FACE);
  glDisable(GL_DEPTH_TEST);
  glDrawArraysInstanced(GL_TRIANGLE_STRIP, 0, 4, static_cast<GLsizei>(shapes_.size()));
  glEnable(GL_DEPTH_TEST);
  return {};
}

}  // namespace mmd
