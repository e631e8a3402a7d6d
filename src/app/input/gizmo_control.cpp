#include "app/input/gizmo_control.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <imgui.h>

namespace mmd {
namespace {

using edit::GizmoHandle;
using Kind = GizmoHandle::Kind;

/// Points: smallest and largest radius of the rings, and reach of the pointer around a line.
constexpr float min_ring = 40.0f, max_ring = 130.0f, reach_points = 8.0f;
constexpr double degrees_per_radian = 57.29577951308232;
/// One notch of the wheel over a handle.
constexpr double nudge_degrees = 1.0, nudge_units = 0.1;
constexpr ImU32 colours[] = {IM_COL32(235, 80, 80, 255), IM_COL32(90, 200, 90, 255),
                             IM_COL32(90, 140, 255, 255)};
constexpr ImU32 taken = IM_COL32(255, 220, 60, 255), middle = IM_COL32(240, 240, 240, 255);

const Bone& bone_of(const Stage& stage, std::int32_t bone) {
  return stage.model()->skeleton.bones[static_cast<std::size_t>(bone)];
}

edit::HeldBone held_bone(const Stage& stage, std::int32_t bone) {
  const Actor& shown = *stage.actor();
  const auto i = static_cast<std::size_t>(bone);
  edit::HeldBone out{bone, {shown.pose.translation[i], shown.pose.rotation[i]}, identity_rotation()};
  if (const std::int32_t parent = bone_of(stage, bone).parent; parent != none)
    out.parent = rotation_of(shown.bone_in_scene(parent));
  return out;
}

struct Shown {
  PaneView view;
  edit::GizmoFrame frame;
  vec3 tail;  ///< of the turned part
  std::vector<edit::GizmoPart> handles;
};

/// Whether a tool shows a handle.
bool shows(EditTool tool, const edit::GizmoPart& part) {
  const bool turns = part.handle.kind == Kind::turn;
  return tool == EditTool::all || (tool == EditTool::rotate && turns) || (tool == EditTool::move && !turns);
}

/// Where a bone ends, in the scene.
vec3 tail_of(const Actor& actor, std::int32_t index) {
  const Bone& bone = actor.model().skeleton.bones[at(index)];
  const Affine place = actor.bone_in_scene(index);
  if (bone.tail_bone != none) return translation_of(actor.bone_in_scene(bone.tail_bone));
  return translation_of(place) + transform_vector(place, bone.tail_offset);
}

/// Radius of the rings in points: the length of the turned part in the picture, within limits.
float ring_radius(const PaneView& view, const vec3& joint, const vec3& tail, float of_text) {
  const auto from = view.place(joint), to = view.place(tail);
  const float length = from && to ? glm::distance(*from, *to) : 0.0f;
  return std::clamp(length, min_ring * of_text, max_ring * of_text);
}

/// The handles; nullopt without a selection, or if neither bones nor a tool are shown.
std::optional<Shown> shown_gizmo(const Parts& parts) {
  const std::int32_t bone = parts.opened.picker.selection().active();
  const EditTool tool = parts.panels.tools.tool;
  const bool seen =
      parts.stage.arrangement().look.skeleton || parts.panels.shown(Panel::bones) || tool != EditTool::all;
  if (bone == none || !seen || tool == EditTool::select) return std::nullopt;
  auto view = view_of(parts.stage, parts.screen, parts.stage.actor());
  if (!view) return std::nullopt;
  const Affine place = parts.stage.actor()->bone_in_scene(bone);
  edit::GizmoFrame frame;
  frame.at = translation_of(place);
  if (!view->place(frame.at)) return std::nullopt;
  frame.axes = gizmo_axes(bone_of(parts.stage, bone), held_bone(parts.stage, bone), parts.panels.tools.axes);
  const vec3 tail = tail_of(*parts.stage.actor(), bone);
  frame.size =
      ring_radius(*view, frame.at, tail, parts.screen.text_scale() / parts.screen.pixels_per_point()) *
      view->units_per_point(frame.at);
  auto handles = gizmo_parts(frame, bone_of(parts.stage, bone));
  std::erase_if(handles, [&](const edit::GizmoPart& part) { return !shows(tool, part); });
  return Shown{*view, frame, tail, std::move(handles)};
}

float reach(const Parts& parts) {
  return reach_points * parts.screen.text_scale() / parts.screen.pixels_per_point();
}

/// The selected bones of a handle. Children of selected bones follow their parents and are left out, unless
/// each bone rotates about its own axes.
std::vector<edit::HeldBone> bones_for(const GizmoHandle& handle, const Stage& stage, const BonePicker& picker,
                                      edit::GizmoAxes axes) {
  const std::vector<std::int32_t>& selected = picker.selection().bones();
  const bool turns = handle.kind == Kind::turn;
  std::vector<std::int32_t> usable;
  for (const std::int32_t bone : selected)
    if (turns ? bone_of(stage, bone).rotatable : bone_of(stage, bone).movable) usable.push_back(bone);
  if (!turns || axes == edit::GizmoAxes::world) usable = edit::topmost(*stage.model(), usable);
  std::vector<edit::HeldBone> out;
  out.reserve(usable.size());
  for (const std::int32_t bone : usable) out.push_back(held_bone(stage, bone));
  return out;
}

/// Sign of a value in MMD's left-handed space, which mirrors Z.
double sign_for(const GizmoHandle& handle, const Bone& bone) {
  if (handle.kind == Kind::move) return handle.axis == 2 ? -1.0 : 1.0;
  if (handle.kind == Kind::slide) return 1.0;
  return bone.has_fixed_axis || handle.axis != 2 ? -1.0 : 1.0;
}

/// Lines are thinner over the part that they turn.
void draw_line(ImDrawList& list, const edit::GizmoPart& part, const Shown& gizmo, ImU32 colour, float thick) {
  const PaneView& view = gizmo.view;
  const auto joint = view.place(gizmo.frame.at), tail = view.place(gizmo.tail);
  const auto is_over_part = [&](const vec2& point) {
    if (!joint || !tail || part.handle.kind != Kind::turn) return false;
    const vec2 along = *tail - *joint;
    const float length = glm::dot(along, along);
    if (length < 1.0f) return false;
    const float share = std::clamp(glm::dot(point - *joint, along) / length, 0.0f, 1.0f);
    return glm::distance(point, *joint + share * along) < 0.25f * std::sqrt(length);
  };
  std::optional<vec2> before;
  for (const vec3& at : part.line) {
    const auto now = view.place(at);
    if (now && before)
      list.AddLine(ImVec2(before->x, before->y), ImVec2(now->x, now->y), colour,
                   is_over_part(*now) ? 0.5f * thick : thick);
    before = now;
  }
  if (!before || part.handle.kind == Kind::turn) return;
  const float size = part.handle.kind == Kind::slide ? 2.2f * thick : 2.6f * thick;
  list.AddCircleFilled(ImVec2(before->x, before->y), size, colour);
}

}  // namespace

Room gizmo_room(const Parts& parts) {
  const auto shown = shown_gizmo(parts);
  if (!shown) return {};
  constexpr float far_away = std::numeric_limits<float>::max();
  vec2 low(far_away), high(-far_away);
  for (const edit::GizmoPart& part : shown->handles)
    for (const vec3& at : part.line) {
      const auto point = shown->view.place(at);
      if (!point) continue;
      low = glm::min(low, *point);
      high = glm::max(high, *point);
    }
  if (low.x > high.x) return {};
  const float margin = reach(parts);
  return {low.x - margin, low.y - margin, high.x + margin, high.y + margin};
}

std::optional<PaneView> view_of(const Stage& stage, const Screen& screen, const Actor* shown) {
  if (shown == nullptr || !shown->visible) return std::nullopt;
  for (const Pane& pane : screen.panes()) {
    if (pane.state != Pane::State::first || pane.placement.picture.width < 1) continue;
    const Room& room = screen.room();
    return PaneView(*shown, stage.scene().camera, pane, vec2(room.left, room.top), screen.pixels_per_point());
  }
  return std::nullopt;
}

void GizmoControl::follow(const Parts& parts) {
  if (!drag_) return;
  const Figure* figure = parts.stage.figure();
  const bool same = figure != nullptr && figure->loaded->loaded.model == model_.lock();
  const bool there = same && (begun_ ? parts.stage.in_gesture() : figure->edited == pose_);
  if (!there) drag_.reset();
}

bool GizmoControl::press(const vec2& pointer, const Parts& parts) {
  const auto gizmo = shown_gizmo(parts);
  if (!gizmo) return false;
  const edit::GizmoPart* part = handle_at(gizmo->handles, gizmo->view, pointer, reach(parts));
  if (part == nullptr) return false;
  axes_ = parts.panels.tools.axes;
  held_ = bones_for(part->handle, parts.stage, parts.opened.picker, axes_);
  sign_ = sign_for(part->handle, bone_of(parts.stage, parts.opened.picker.selection().active()));
  typed_.clear();
  pace_ = {};
  model_ = parts.stage.document()->loaded.model;
  pose_ = parts.stage.figure()->edited;
  drag_.emplace(gizmo->frame, part->handle, gizmo->view.ray(pointer), gizmo->view.facing());
  begun_ = false;
  return true;
}

void GizmoControl::drag(const vec2& pointer, const Parts& parts, Actions& asked) {
  const auto view = view_of(parts.stage, parts.screen, parts.stage.actor());
  if (!drag_ || !view) return;
  pace_ = handle_pace(parts.panels.mouse_scheme(), SDL_GetModState());
  drag_->to(view->ray(pointer), pace_.factor);
  ask(parts, asked);
}

bool GizmoControl::release(Actions& asked) {
  const bool dragged = dragging();
  drag_.reset();
  if (dragged) asked.push_back({ActionId::end_gesture});
  return dragged;
}

bool GizmoControl::nudge(const vec2& pointer, float steps, const Parts& parts, Actions& asked) {
  const auto gizmo = holds() ? std::nullopt : shown_gizmo(parts);
  const edit::GizmoPart* part =
      gizmo ? handle_at(gizmo->handles, gizmo->view, pointer, reach(parts)) : nullptr;
  if (part == nullptr || part->handle.kind == Kind::slide) return false;
  const bool turns = part->handle.kind == Kind::turn;
  const bool goes_on = nudge_ && nudge_->handle == part->handle && parts.stage.in_gesture();
  if (!goes_on) {
    end_nudge(asked);
    const edit::GizmoAxes axes = parts.panels.tools.axes;
    const double step = turns ? nudge_degrees / degrees_per_radian : nudge_units;
    nudge_ =
        Nudge{part->handle, bones_for(part->handle, parts.stage, parts.opened.picker, axes), axes,
              gizmo->frame.axes[static_cast<std::size_t>(part->handle.axis)],
              step * sign_for(part->handle, bone_of(parts.stage, parts.opened.picker.selection().active()))};
    asked.push_back({ActionId::begin_gesture});
  }
  nudge_->steps += steps;
  const double value = nudge_->step * nudge_->steps;
  edit::SetBones set;
  for (const edit::HeldBone& held : nudge_->held)
    set.bones.push_back(
        turns ? turned(bone_of(parts.stage, held.bone), held, nudge_->axes, part->handle.axis, value)
              : moved(held, nudge_->along * static_cast<float>(value)));
  if (!set.bones.empty()) asked.push_back({ActionId::edit_pose, edit::Command(std::move(set))});
  return true;
}

void GizmoControl::end_nudge(Actions& asked) {
  if (nudge_) asked.push_back({ActionId::end_gesture});
  nudge_.reset();
}

bool GizmoControl::type(SDL_Keycode key, const Parts& parts, Actions& asked) {
  follow(parts);
  if (!drag_) return false;
  if (key == SDLK_ESCAPE) {
    if (dragging()) asked.push_back({ActionId::cancel_gesture});
    drag_.reset();
    return true;
  }
  if (key == SDLK_BACKSPACE) {
    if (!typed_.empty()) typed_.pop_back();
  } else if ((key >= SDLK_0 && key <= SDLK_9) || key == SDLK_MINUS || key == SDLK_PERIOD) {
    typed_ += static_cast<char>(key);
  } else if (key >= SDLK_KP_1 && key <= SDLK_KP_9) {
    typed_ += static_cast<char>('1' + (key - SDLK_KP_1));
  } else if (key == SDLK_KP_0) {
    typed_ += '0';
  } else {
    return true;  // no other key does anything while something is dragged
  }
  ask(parts, asked);
  return true;
}

/// Radians or units, in scene space.
double GizmoControl::value() const {
  const bool turns = drag_->handle().kind == Kind::turn;
  const double unit = turns ? degrees_per_radian : 1.0;
  float typed = 0.0f;
  const auto read = std::from_chars(typed_.data(), typed_.data() + typed_.size(), typed);
  if (!typed_.empty() && read.ec == std::errc()) return sign_ * static_cast<double>(typed) / unit;
  if (!pace_.snaps) return drag_->value();
  const double degrees = pace_.fine ? edit::fine_snap_degrees : edit::snap_degrees;
  const double step = turns ? degrees / degrees_per_radian : edit::snap_units;
  return edit::snapped(drag_->value(), step);
}

std::string GizmoControl::value_text() const {
  const bool turns = drag_->handle().kind == Kind::turn;
  if (!typed_.empty()) return typed_ + (turns ? "°" : "");
  const double shown = sign_ * value() * (turns ? degrees_per_radian : 1.0);
  return turns ? fmt::format("{:.1f}°", shown) : fmt::format("{:.2f}", shown);
}

void GizmoControl::ask(const Parts& parts, Actions& asked) {
  if (!std::exchange(begun_, true)) asked.push_back({ActionId::begin_gesture});
  edit::SetBones set;
  const bool turns = drag_->handle().kind == Kind::turn;
  for (const edit::HeldBone& held : held_)
    set.bones.push_back(
        turns ? turned(bone_of(parts.stage, held.bone), held, axes_, drag_->handle().axis, value())
              : moved(held, drag_->offset(value())));
  if (!set.bones.empty()) asked.push_back({ActionId::edit_pose, edit::Command(std::move(set))});
}

void GizmoControl::draw(Ui& ui, const Parts& parts, const vec2& pointer) const {
  const auto gizmo = shown_gizmo(parts);
  if (!gizmo) return;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const Room& room = ui.picture();
  list.PushClipRect(ImVec2(room.left, room.top), ImVec2(room.right, room.bottom));
  const edit::GizmoPart* hovered = handle_at(gizmo->handles, gizmo->view, pointer, reach(parts));
  for (const edit::GizmoPart& part : gizmo->handles) {
    const bool is_taken = drag_ ? part.handle == drag_->handle() : &part == hovered;
    if (dragging() && !is_taken) continue;
    const ImU32 own = part.handle.kind == Kind::slide ? middle : colours[part.handle.axis];
    draw_line(list, part, *gizmo, is_taken ? taken : own, 0.14f * ui.unit());
  }
  list.PopClipRect();
  if (dragging()) ui.tag(value_text(), pointer + vec2(1.0f, -1.0f) * ui.unit(), vec2(0.0f, 1.0f));
}

}  // namespace mmd
