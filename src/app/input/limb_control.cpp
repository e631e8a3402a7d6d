#include "app/input/limb_control.h"

#include <utility>

#include <imgui.h>

#include "app/actions/mouse_scheme.h"
#include "app/input/gizmo_control.h"
#include "scene/body_surface.h"
#include "scene/bone_marks.h"

namespace mmd {
namespace {

constexpr ImU32 pin_fill = IM_COL32(255, 140, 40, 255), pin_line = IM_COL32(30, 30, 30, 255);

/// What is at the pointer.
struct Grabbed {
  edit::Grip grip;
  vec3 at{0.0f};  ///< scene space
  bool is_surface = false;
};

std::optional<Grabbed> grabbed_at(const vec2& pointer, const Stage& stage, const Screen& screen,
                                  const PaneView& view) {
  const Actor& actor = *stage.actor();
  if (const auto marks = screen.bones_at(pointer); !marks.empty()) {
    const auto grip = edit::grip_of(actor.model(), marks.front(), false);
    if (grip) return Grabbed{*grip, translation_of(actor.bone_in_scene(marks.front())), false};
  }
  const Ray ray = view.ray(pointer);
  const auto hit = surface_along(ray, actor);
  const std::int32_t bone = hit ? bone_moving(actor.model(), hit->triangle) : none;
  const auto grip = bone != none ? edit::grip_of(actor.model(), bone, true) : std::nullopt;
  if (!grip) return std::nullopt;
  return Grabbed{*grip, ray.origin + hit->distance * ray.direction, true};
}

/// What a hand slides over: the body without its arm and without hair that physics moves.
std::shared_ptr<const BodySurface> body_for(const Actor& actor, const edit::Grip& grip) {
  if (grip.part != edit::DraggedPart::hand) return nullptr;
  const Model& model = actor.model();
  const Limb arm = arm_of(model, grip.side);
  const std::int32_t own = arm.shoulder != none ? arm.shoulder : arm.upper, head = model.find_bone("頭");
  return std::make_shared<const BodySurface>(actor, [&, own, head](std::int32_t bone) {
    const bool is_hair =
        model.skeleton.bones[at(bone)].physics && head != none && hangs_on(model, bone, head);
    return is_hair || hangs_on(model, bone, own);
  });
}

/// The point, or in front of the body if that hides it.
vec3 before_body(const BodySurface& body, const PaneView& view, const vec3& point) {
  constexpr float thickness = 0.4f;  // of a hand, MMD units
  const auto seen = view.place(point);
  if (!seen) return point;
  const Ray ray = view.ray(*seen);
  const auto surface = body.along(ray);
  const float distance = glm::dot(point - ray.origin, ray.direction);
  return surface && *surface - thickness < distance
             ? point + (*surface - thickness - distance) * ray.direction
             : point;
}

/// A point of the scene in model space.
vec3 in_model(const Actor& actor, const vec3& point) {
  const Similarity& place = actor.placement();
  return glm::conjugate(place.rotation) * (point - place.translation) / place.scale;
}

}  // namespace

void LimbControl::follow(const Parts& parts) {
  if (!held_) return;
  const Figure* figure = parts.stage.figure();
  const bool same = figure != nullptr && figure->loaded->loaded.model == held_->model.lock();
  if (!same || !(held_->begun ? parts.stage.in_gesture() : figure->edited == held_->pose)) held_.reset();
}

bool LimbControl::press(const vec2& pointer, const Parts& parts) {
  if (parts.panels.tools.tool != EditTool::select || parts.stage.actor() == nullptr) return false;
  const auto view = view_of(parts.stage, parts.screen, parts.stage.actor());
  const auto grabbed = view ? grabbed_at(pointer, parts.stage, parts.screen, *view) : std::nullopt;
  if (!grabbed) return false;
  const Actor& actor = *parts.stage.actor();
  const Figure& figure = *parts.stage.figure();
  edit::GizmoFrame frame;
  frame.at = grabbed->at;
  held_.emplace(
      Held{edit::LimbDrag(actor.shared_model(), actor.pose, actor.switches, grabbed->grip,
                          in_model(actor, grabbed->at), grabbed->is_surface, figure.pins),
           edit::GizmoDrag(frame, {edit::GizmoHandle::Kind::slide, 0}, view->ray(pointer), view->facing()),
           grabbed->grip, grabbed->at, figure.loaded->loaded.model, figure.edited,
           body_for(actor, grabbed->grip)});
  return true;
}

void LimbControl::drag(const vec2& pointer, const Parts& parts, Actions& asked) {
  const auto view = view_of(parts.stage, parts.screen, parts.stage.actor());
  if (!held_ || !view) return;
  if (!std::exchange(held_->begun, true)) {
    if (!parts.opened.picker.selection().contains(held_->grip.bone))
      asked.push_back({ActionId::select_bone, held_->grip.bone});
    asked.push_back({ActionId::begin_gesture});
  }
  held_->pointer.to(view->ray(pointer), handle_pace(parts.panels.mouse_scheme(), SDL_GetModState()).factor);
  vec3 point = held_->grabbed + held_->pointer.offset(held_->pointer.value());
  if (held_->body) point = before_body(*held_->body, *view, point);
  edit::SetBones set = held_->limb.to(in_model(*parts.stage.actor(), point));
  asked.push_back({ActionId::edit_pose, edit::Command(std::move(set))});
}

bool LimbControl::release(Actions& asked) {
  const bool dragged = dragging();
  held_.reset();
  if (dragged) asked.push_back({ActionId::end_gesture});
  return dragged;
}

bool LimbControl::type(SDL_Keycode key, Actions& asked) {
  if (!dragging()) return false;
  if (key != SDLK_ESCAPE) return true;
  asked.push_back({ActionId::cancel_gesture});
  held_.reset();
  return true;
}

void LimbControl::draw(const Ui& ui, const Parts& parts) const {
  const Figure* figure = parts.stage.figure();
  if (figure == nullptr || figure->pins.empty()) return;
  const auto view = view_of(parts.stage, parts.screen, parts.stage.actor());
  if (!view) return;
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const Room& room = ui.picture();
  list.PushClipRect(ImVec2(room.left, room.top), ImVec2(room.right, room.bottom));
  for (const std::int32_t bone : figure->pins) {
    const auto at = view->place(translation_of(parts.stage.actor()->bone_in_scene(bone)));
    if (!at) continue;
    // A pin: its point at the joint, its head above.
    const float size = 0.35f * ui.unit();
    const ImVec2 head(at->x, at->y - 2.6f * size);
    list.AddLine(ImVec2(at->x, at->y), head, pin_line, 0.5f * size);
    list.AddCircleFilled(head, 1.15f * size, pin_fill);
    list.AddCircle(head, 1.15f * size, pin_line, 0, 0.3f * size);
  }
  list.PopClipRect();
}

}  // namespace mmd
