#include "app/stage/edited_figure.h"

#include <algorithm>
#include <utility>

#include "app/text/messages.h"
#include "base/handedness.h"

namespace mmd {
namespace {

/// Indices in the reloaded model; elements that it lacks are left out. `new_index`: by index before.
std::vector<std::int32_t> kept(const std::vector<std::int32_t>& before,
                               const std::vector<std::int32_t>& new_index) {
  std::vector<std::int32_t> out;
  for (const std::int32_t index : before)
    if (at(index) < new_index.size() && new_index[at(index)] != none) out.push_back(new_index[at(index)]);
  return out;
}

}  // namespace

Figure opened_figure(std::shared_ptr<const LoadedFigure> loaded, std::size_t number) {
  Figure out;
  out.number = number;
  out.edited = std::make_shared<const Pose>(settled_pose(*loaded));
  set_chains(out, loaded->ik_chains);
  out.shows = loaded->shows;
  out.frozen = loaded->frozen;
  out.pins = loaded->pins;
  out.origin = std::make_shared<PoseOrigin>(origin_of(*loaded, out.edited));
  out.loaded = std::move(loaded);
  return out;
}

Pose settled_pose(const LoadedFigure& loaded) {
  Pose out = loaded.pose;
  edit::settle_changed(Pose(loaded.model()), out);
  return out;
}

std::string pose_file_of(const LoadedFigure& loaded) {
  return loaded.poses.size() == 1 ? loaded.poses.back().file : std::string();
}

bool has_all_posed(const LoadedFigure& loaded) {
  return std::all_of(loaded.poses.begin(), loaded.poses.end(), [&](const PoseLayer& layer) {
    Pose pose(loaded.model());
    const UnmatchedNames lacking = apply_layer(layer, loaded.model(), pose);
    return lacking.bone_count() + lacking.morph_count() == 0;
  });
}

PoseOrigin origin_of(const LoadedFigure& loaded, std::shared_ptr<const Pose> pose) {
  return {pose_file_of(loaded), names_of_poses(loaded), std::move(pose), !has_all_posed(loaded)};
}

void set_chains(Figure& figure, std::vector<std::uint8_t> chains) {
  const bool all_on = std::find(chains.begin(), chains.end(), 0) == chains.end();
  figure.ik_chains = all_on ? std::vector<std::uint8_t>() : std::move(chains);
}

edit::EditState edit_state(const Figure& figure) {
  edit::EditState out;
  out.pose = *figure.edited;
  out.ik_chains = figure.ik_chains;
  if (out.ik_chains.empty()) out.ik_chains.assign(figure.model().skeleton.ik_chains.size(), 1);
  return out;
}

edit::Change difference(const Figure& before, const Figure& after) {
  edit::Change out;
  if (before.edited != after.edited) out = edit::difference(*before.edited, *after.edited);
  out.ik = before.ik_chains != after.ik_chains;
  if (out.ik) out.level = edit::Dirty::pose;
  return out;
}

edit::EditState shown_state(const Figure& figure, double frame) {
  if (is_shown_as_edited(figure)) return edit_state(figure);
  PoseSampler sampler = sampler_of(as_shown(figure));
  edit::EditState out(figure.model());
  const PosedState& shown = sampler.sample(frame, out.pose);
  if (!shown.ik_chains.empty()) out.ik_chains = shown.ik_chains;
  return out;
}

Figure as_shown(const Figure& figure) {
  Figure out = figure;
  if (out.origin == nullptr) return out;
  // Without a motion they are part of the pose, where the user can change them.
  if (!is_moving(out)) out.morphs.clear();
  if (out.shows == Shows::rest) out.rest_morphs = morphs_by_hand(out);
  return out;
}

std::string figure_name(const Figure& figure) {
  const std::string& name = figure.model().name;
  return name.empty() ? file_name(figure.loaded->model_file) : name;
}

vec3 position_of(const Figure& figure) {
  return mirror(figure.place.position);
}

bool is_saved(const Figure& figure) {
  return is_saved(figure, *figure.edited);
}

bool is_saved(const Figure& figure, const Pose& pose) {
  return same_values(pose, *figure.origin->pose);
}

std::vector<MorphWeight> morphs_by_hand(const Figure& figure) {
  std::vector<MorphWeight> out;
  const std::vector<float>&weights = figure.edited->morph_weights, &file = figure.origin->pose->morph_weights;
  for (std::size_t i = 0; i < weights.size(); ++i)
    if (weights[i] != file[i]) out.push_back({static_cast<std::int32_t>(i), weights[i]});
  return out;
}

bool has_bones_by_hand(const Figure& figure) {
  const Pose &pose = *figure.edited, &file = *figure.origin->pose;
  return pose.translation != file.translation || pose.rotation != file.rotation;
}

bool is_moving(const Figure& figure) {
  return figure.moves() && figure.shows == Shows::motion;
}

bool is_shown_as_edited(const Figure& figure) {
  return figure.shows == Shows::pose || (figure.shows == Shows::motion && !figure.moves());
}

Figure carried_over(Figure figure, std::shared_ptr<const LoadedFigure> loaded, const edit::CarryOver& carry) {
  const edit::EditState state = carried_over(edit_state(figure), carry, loaded->model());
  figure.edited = std::make_shared<const Pose>(state.pose);
  set_chains(figure, state.ik_chains);
  figure.hidden_materials = kept(figure.hidden_materials, carry.materials);
  figure.pins = kept(figure.pins, carry.bones);
  figure.frozen = kept(figure.frozen, carry.bones);
  std::sort(figure.hidden_materials.begin(), figure.hidden_materials.end());
  std::sort(figure.frozen.begin(), figure.frozen.end());
  figure.morphs.clear();  // indices of the model before
  figure.loaded = std::move(loaded);
  return figure;
}

}  // namespace mmd
