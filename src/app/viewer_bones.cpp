// Bones under the pointer: their names, and which is selected.
#include <fmt/format.h>

#include "app/viewer.h"

namespace mmd {
namespace {

/// Points from a joint within which the pointer is on it.
constexpr float joint_reach = 9.0f;

bool contains(const Tile& tile, const vec2& pixel) {
  const auto x = static_cast<float>(tile.x);
  return pixel.x >= x && pixel.x < x + static_cast<float>(tile.width);
}

}  // namespace

const Actor* Viewer::actor_of(Pane::State state) const {
  if (scene_.actors.empty() || state == Pane::State::heat) return nullptr;  // a heat map has no bones
  return state == Pane::State::other ? compare_.comparison->other.get() : scene_.actors.front().get();
}

float Viewer::pixels_per_point() const {
  const int points = window_.size().width;
  return points > 0 ? static_cast<float>(window_.drawable_size().width) / static_cast<float>(points) : 1.0f;
}

std::vector<BonePlace> Viewer::bone_places(const Pane& pane) const {
  const Actor* shown = options_.look.skeleton ? actor_of(pane.state) : nullptr;
  if (shown == nullptr) return {};
  const Tile& picture = pane.placement.picture;
  auto places = bones_in_picture(*shown, scene_.camera, scene_.settings, vec2(picture.width, picture.height));
  for (BonePlace& place : places) place.at.x += static_cast<float>(picture.x);
  std::erase_if(places, [&](const BonePlace& place) { return !contains(pane.placement.seen, place.at); });
  for (BonePlace& place : places) place.at /= pixels_per_point();
  return places;
}

std::vector<std::int32_t> Viewer::bones_under(const vec2& point) const {
  for (const Pane& pane : panes()) {
    if (contains(pane.placement.seen, point * pixels_per_point()))
      return bones_at(bone_places(pane), point, joint_reach * window_.text_scale() / pixels_per_point());
  }
  return {};
}

void Viewer::update_hovered() {
  auto under =
      over_panel_ || camera_control_.dragging() ? std::vector<std::int32_t>() : bones_under(pointer_);
  if (under == hovered_bones_) return;
  hovered_bones_ = std::move(under);
  panels_changed();
}

void Viewer::click() {
  if (!options_.look.skeleton || !document_) return;
  const std::int32_t selected = scene_.settings.highlight;
  const std::int32_t bone = next_of(bones_under(pointer_), selected);
  if (bone != selected) select_bone(bone);
}

void Viewer::select_bone(std::int32_t bone) {
  selected_bone_ = bone;
  options_.highlight =
      bone == none ? "" : actor()->model().skeleton.bones[static_cast<std::size_t>(bone)].name;
  apply_options();
  say(bone == none ? "No bone selected" : "Selected: " + options_.highlight);
}

/// Of bones with the same name, the one that was clicked.
void Viewer::highlight_selected(const Model& model) {
  const std::vector<Bone>& bones = model.skeleton.bones;
  const auto index = static_cast<std::size_t>(selected_bone_);
  if (selected_bone_ != none && index < bones.size() && bones[index].name == options_.highlight)
    scene_.settings.highlight = selected_bone_;
}

void Viewer::toggle_bone_names() {
  bone_names_ = !bone_names_;
  if (bone_names_ && !options_.look.skeleton) {
    options_.look.skeleton = options_.look.operable_bones = true;
    apply_options();
  }
  say(fmt::format("Names of the bones: {}", bone_names_ ? "on" : "off"));
}

void Viewer::draw_bone_texts() {
  if (!options_.look.skeleton || scene_.actors.empty()) return;
  update_hovered();
  const Model& model = scene_.actors.front()->model();
  const std::int32_t selected = scene_.settings.highlight;
  for (const Pane& pane : panes()) draw_bone_names(ui_, model, bone_places(pane), selected, bone_names_);
  if (!hovered_bones_.empty()) draw_bone_details(ui_, model, hovered_bones_, pointer_);
}

}  // namespace mmd
