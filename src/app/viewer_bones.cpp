// Bones under the pointer: their names, and which is selected.
#include <fmt/format.h>

#include "app/viewer.h"

namespace mmd {
namespace {

/// Points from a joint within which the pointer is on it.
constexpr float joint_reach = 9.0f;

}  // namespace

float Viewer::pixels_per_point() const {
  const int points = window_.size().width;
  return points > 0 ? static_cast<float>(window_.drawable_size().width) / static_cast<float>(points) : 1.0f;
}

std::vector<BonePlace> Viewer::bone_places(const Pane& pane) const {
  const Actor* shown = stage_.choices().look.skeleton ? panes_.actor_in(pane, stage_) : nullptr;
  return shown != nullptr ? mmd::bone_places(*shown, scene(), pane, pixels_per_point())
                          : std::vector<BonePlace>();
}

std::vector<std::int32_t> Viewer::bones_under(const vec2& point) const {
  const std::vector<Pane> all = panes();
  const Pane* pane = pane_at(all, point * pixels_per_point());
  if (pane == nullptr) return {};
  return bones_at(bone_places(*pane), point, joint_reach * window_.text_scale() / pixels_per_point());
}

void Viewer::update_hovered() {
  const bool elsewhere = over_panel_ || camera_control_.dragging();
  if (picker_.hover(elsewhere ? std::vector<std::int32_t>() : bones_under(pointer_))) panels_changed();
}

void Viewer::click() {
  if (!stage_.choices().look.skeleton || document() == nullptr) return;
  const std::int32_t selected = scene().settings.highlight;
  const std::int32_t bone = next_of(bones_under(pointer_), selected);
  if (bone != selected) perform({ActionId::select_bone, bone});
}

void Viewer::select_bone(std::int32_t bone) {
  std::string& name = stage_.choices().highlight;
  name = picker_.select(bone, *stage_.model());
  changed(Dirty::look);
  say(bone == none ? "No bone selected" : "Selected: " + name);
}

void Viewer::toggle_bone_names() {
  picker_.show_names(!picker_.names_shown());
  RenderSettings& look = stage_.choices().look;
  if (picker_.names_shown() && !look.skeleton) {
    look.skeleton = look.operable_bones = true;
    changed(Dirty::look);
  }
  say(fmt::format("Names of the bones: {}", picker_.names_shown() ? "on" : "off"));
}

void Viewer::draw_bone_texts() {
  if (!stage_.choices().look.skeleton || document() == nullptr) return;
  update_hovered();
  const Model& model = *stage_.model();
  const std::int32_t selected = scene().settings.highlight;
  for (const Pane& pane : panes())
    draw_bone_names(ui_, model, bone_places(pane), selected, picker_.names_shown());
  if (!picker_.hovered().empty()) draw_bone_details(ui_, model, picker_.hovered(), pointer_);
}

}  // namespace mmd
