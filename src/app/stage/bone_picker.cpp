#include "app/stage/bone_picker.h"

#include <algorithm>
#include <utility>

namespace mmd {
namespace {

bool contains(const Tile& tile, const vec2& pixel) {
  const auto x = static_cast<float>(tile.x);
  return pixel.x >= x && pixel.x < x + static_cast<float>(tile.width);
}

}  // namespace

std::vector<BonePlace> bone_places(const Actor& actor, const Scene& scene, const Pane& pane,
                                   float pixels_per_point) {
  const Tile& picture = pane.placement.picture;
  auto places = bones_in_picture(actor, scene.camera, scene.settings, vec2(picture.width, picture.height));
  for (BonePlace& place : places) place.at += corner_of(pane.placement);
  std::erase_if(places, [&](const BonePlace& place) { return !contains(pane.placement.seen, place.at); });
  for (BonePlace& place : places) place.at /= pixels_per_point;
  return places;
}

const Pane* pane_at(std::span<const Pane> panes, const vec2& pixel) {
  const auto pane = std::find_if(panes.begin(), panes.end(),
                                 [&](const Pane& p) { return contains(p.placement.seen, pixel); });
  return pane == panes.end() ? nullptr : &*pane;
}

bool BonePicker::hover(std::vector<std::int32_t> bones) {
  if (bones == hovered_) return false;
  hovered_ = std::move(bones);
  return true;
}

bool BonePicker::hover_bodies(std::vector<std::int32_t> bodies) {
  if (bodies == hovered_bodies_) return false;
  hovered_bodies_ = std::move(bodies);
  return true;
}

std::string BonePicker::active_name(const Model& model) const {
  const auto index = static_cast<std::size_t>(selection_.active());
  return selection_.empty() ? std::string() : model.skeleton.bones[index].name;
}

std::int32_t BonePicker::selected(const std::string& name, const Model& model) const {
  const std::vector<Bone>& bones = model.skeleton.bones;
  const auto index = static_cast<std::size_t>(selection_.active());
  return !selection_.empty() && index < bones.size() && bones[index].name == name ? selection_.active()
                                                                                  : none;
}

void BonePicker::forget() {
  hovered_.clear();
  hovered_bodies_.clear();
  selection_.clear();
}

}  // namespace mmd
