#include "render/overlays.h"

#include <algorithm>
#include <vector>

#include "base/errors.h"
#include "render/framebuffer.h"
#include "scene/bone_marks.h"

namespace mmd {
namespace {

/// Points with a smaller clip w are behind the eye.
constexpr float min_w = 1e-4f;

vec2 pixel_of(const Frame& frame, const vec4& clip) {
  return (vec2(clip) / clip.w * 0.5f + 0.5f) *
         vec2(static_cast<float>(frame.tile.width), static_cast<float>(frame.tile.height));
}

/// Line width in drawn pixels. It grows with the picture, from `min` to `max` pixels of the finished picture.
float line_width(const Frame& frame, float min, float max) {
  const auto scale = static_cast<float>(frame.factor);
  return std::clamp(static_cast<float>(frame.height) / 800.0f, min * scale, max * scale);
}

using Kind = OverlayShapes::Kind;

struct Style {
  vec3 colour;
  Kind joint;
};
constexpr vec3 highlight_colour{1.0f, 0.22f, 0.16f}, selected_colour{0.78f, 0.06f, 0.06f};

/// The shapes are MikuMikuDance's; colours distinguish more kinds.
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

constexpr vec3 joint_colour{0.72f, 0.30f, 0.95f}, limit_colour{0.85f, 0.60f, 1.0f};

/// Green, orange and yellow as in PMX Editor (source: C4D_MMD_Tool, PMX_Rigid_Wire_Color), but stronger, to
/// stand out from white and from skin.
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

/// Sixteen distinct colours: eight hues, light and dark.
vec3 colour_of_group(std::uint8_t group) {
  const float hue = static_cast<float>(group % 8) / 8.0f * 6.0f;
  const auto part = [&](float at) {
    return std::clamp(std::abs(std::fmod(hue + at, 6.0f) - 3.0f) - 1.0f, 0.0f, 1.0f);
  };
  const vec3 pure(part(0.0f), part(4.0f), part(2.0f));
  return group < 8 ? glm::mix(pure, vec3(1.0f), 0.35f) : pure * 0.6f;
}

/// Half of the grid's side and the distance of its lines, MMD units (unconfirmed for MikuMikuDance).
constexpr int grid_reach = 50, grid_step = 5;
constexpr vec4 grid_colour{0.45f, 0.45f, 0.48f, 0.55f};

struct Axis {
  vec3 end;
  vec4 colour;
};
/// Length in MMD units. The axes are MMD's; its Z points away from the viewer, opposite to scene space.
constexpr float axis_length = 20.0f;
const Axis scene_axes[] = {{{axis_length, 0.0f, 0.0f}, {0.86f, 0.22f, 0.20f, 1.0f}},
                           {{0.0f, axis_length, 0.0f}, {0.20f, 0.68f, 0.26f, 1.0f}},
                           {{0.0f, 0.0f, -axis_length}, {0.22f, 0.40f, 0.90f, 1.0f}}};

}  // namespace

std::optional<vec2> project(const Frame& frame, const vec3& point) {
  const vec4 clip = frame.view_projection * vec4(point, 1.0f);
  if (!(clip.w > min_w)) return {};
  const vec2 pixel = pixel_of(frame, clip);
  return is_finite(pixel) ? std::optional(pixel) : std::nullopt;
}

void OverlayShapes::add_line(const Frame& frame, const vec3& from, const vec3& to, const vec4& colour,
                             float width, float outline) {
  vec4 a = frame.view_projection * vec4(from, 1.0f), b = frame.view_projection * vec4(to, 1.0f);
  if (!(a.w > min_w) && !(b.w > min_w)) return;
  // Clip the line in front of the eye, far enough from it that pixels stay finite.
  constexpr float cut = 10.0f * min_w;
  if (a.w < cut && b.w > cut) a += (b - a) * ((cut - a.w) / (b.w - a.w));
  if (b.w < cut && a.w > cut) b += (a - b) * ((cut - b.w) / (a.w - b.w));
  const vec2 start = pixel_of(frame, a), end = pixel_of(frame, b);
  if (!is_finite(start) || !is_finite(end)) return;
  const float radius = 0.5f * width;
  add({vec4(start, end), vec4(radius, radius, static_cast<float>(bar), outline), colour});
}

void OverlayShapes::create_buffers() {
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

Result<void> OverlayShapes::draw(Programs& programs, const Frame& frame) {
  MMD_TRY(const auto* program, programs.get(ProgramId::skeleton, feature_none));
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
  if (bone.ik != none)
    radius *= goal_size;  // easy to hit over the bones of the limb
  else if (length > 1.0f)
    radius = std::clamp(length * 0.3f, radius * 0.45f, radius);  // short bones: fingers
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
  const std::vector<Bone>& bones = actor.model().skeleton.bones;
  for (const Mark mark : {Mark::plain, Mark::selected, Mark::highlighted})  // highlighted on top
    for (const bool goals : {false, true})
      for (std::int32_t i = 0; i < count; ++i)
        if (const auto b = static_cast<std::size_t>(i); marks[b] == mark && (bones[b].ik != none) == goals)
          add_bone(frame, actor, i, mark);
  return shapes_.draw(programs, frame);
}

void BodyOverlay::add_lines(const Frame& frame, const vec3& colour, float width) {
  // All dark borders first, so that none covers another line of the mark.
  for (const MarkLine& line : lines_)
    shapes_.add_line(frame, line.from, line.to, vec4(0.08f, 0.08f, 0.08f, 0.35f), width * 1.8f);
  for (const MarkLine& line : lines_) shapes_.add_line(frame, line.from, line.to, vec4(colour, 1.0f), width);
  lines_.clear();
}

void BodyOverlay::add_body(const Frame& frame, const Actor& actor, std::size_t index) {
  const RigidBody& body = actor.model().bodies[index];
  const Affine place = body_in_scene(actor, index);
  const float width = line_width(frame, 1.1f, 4.0f);
  add_body_lines(body, place, lines_);
  add_lines(frame, colour_of(body.mode), width);
  if (const auto middle = project(frame, translation_of(place)))
    shapes_.add({vec4(*middle, *middle),
                 vec4(width * 2.0f, width * 2.0f, static_cast<float>(OverlayShapes::disc), width * 0.5f),
                 vec4(colour_of_group(body.group), 1.0f)});
}

void BodyOverlay::add_joint(const Frame& frame, const Actor& actor, const Joint& joint) {
  const Affine place = joint_in_scene(actor, joint);
  const float width = line_width(frame, 1.1f, 4.0f) * 0.8f;
  add_limit_lines(actor.model(), joint, place, lines_);
  for (const MarkLine& line : lines_)  // faint, because each joint may have three
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
  std::sort(order_.begin(), order_.end());  // far bodies first: view-space z is negative ahead
  for (const auto& [depth, index] : order_) add_body(frame, actor, index);
  for (const Joint& joint : model.joints) add_joint(frame, actor, joint);
  return shapes_.draw(programs, frame);
}

Result<void> GroundGrid::draw(Programs& programs, const Frame& frame) {
  const RenderSettings& settings = frame.scene.settings;
  if (!settings.grid && !settings.axes) return {};
  shapes_.clear();
  const float width = line_width(frame, 1.0f, 3.0f);
  for (int at = -grid_reach; settings.grid && at <= grid_reach; at += grid_step) {
    const auto here = static_cast<float>(at), reach = static_cast<float>(grid_reach);
    shapes_.add_line(frame, {here, 0.0f, -reach}, {here, 0.0f, reach}, grid_colour, width);
    shapes_.add_line(frame, {-reach, 0.0f, here}, {reach, 0.0f, here}, grid_colour, width);
  }
  for (const Axis& axis : scene_axes)
    if (settings.axes) shapes_.add_line(frame, vec3(0.0f), axis.end, axis.colour, 2.0f * width);
  return shapes_.draw(programs, frame);
}

Result<void> Overlays::draw(Programs& programs, const Frame& frame) {
  const RenderSettings& settings = frame.scene.settings;
  if (settings.bodies)
    MMD_TRY(for_visible_actors(frame.scene,
                               [&](const Actor& actor) { return bodies_.draw(programs, frame, actor); }));
  if (!settings.skeleton) return {};
  return for_visible_actors(frame.scene,
                            [&](const Actor& actor) { return skeleton_.draw(programs, frame, actor); });
}

Result<void> Overlays::draw_on_finished(Programs& programs, const Frame& whole, const Tile& tile) {
  if (!whole.scene.settings.bodies && !whole.scene.settings.skeleton) return {};
  Frame frame = whole;
  frame.width /= frame.factor;
  frame.height /= frame.factor;
  frame.factor = 1;
  frame.tile = tile;
  frame.view_projection = tile_matrix(tile, frame.width, frame.height) * whole.view_projection;
  set_draw_state(tile.width, tile.height);
  auto drawn = draw(programs, frame);
  leave_draw_state();
  return drawn;
}

}  // namespace mmd
