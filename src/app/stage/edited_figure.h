#pragma once

// A figure whose pose the user edits: `edited` and `origin` are set. Motions lie over the pose until an edit,
// which starts from what is shown.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "edit/edit_state.h"
#include "session/arrangement.h"

namespace mmd {

/// The figure as its files describe it.
Figure opened_figure(std::shared_ptr<const LoadedFigure> loaded, std::size_t number);
/// The pose of the files in the form that files store exactly.
Pose settled_pose(const LoadedFigure& loaded);
/// The file of that pose; empty without a pose or with several.
std::string pose_file_of(const LoadedFigure& loaded);
/// Whether the model has all bones and morphs that its poses name.
bool has_all_posed(const LoadedFigure& loaded);
/// The origin of a pose as it was loaded.
PoseOrigin origin_of(const LoadedFigure& loaded, std::shared_ptr<const Pose> pose);

/// The pose and the IK chains that commands edit.
edit::EditState edit_state(const Figure& figure);
/// The shown ones, from which an edit starts: at a frame of the motions, or the rest pose.
edit::EditState shown_state(const Figure& figure, double frame);
/// What of it a session shows.
Figure as_shown(const Figure& figure);
/// Gives the figure other chains, one a chain of the model.
void set_chains(Figure& figure, std::vector<std::uint8_t> chains);
/// What an edit has changed between two states of a figure.
edit::Change difference(const Figure& before, const Figure& after);

/// Name of a figure: the model's name, or its file's name.
std::string figure_name(const Figure& figure);
/// The position of its place, right-handed.
vec3 position_of(const Figure& figure);
/// Whether two poses have the same numbers.
inline bool same_values(const Pose& a, const Pose& b) {
  return a.translation == b.translation && a.rotation == b.rotation && a.morph_weights == b.morph_weights;
}
/// Whether the pose equals its file, so that closing loses nothing.
bool is_saved(const Figure& figure);
/// Whether another pose of the model equals the file.
bool is_saved(const Figure& figure, const Pose& pose);
/// The morphs of the edited pose that differ from the file.
std::vector<MorphWeight> morphs_by_hand(const Figure& figure);
/// Whether bones differ from the file; opening another pose would replace these edits.
bool has_bones_by_hand(const Figure& figure);
/// Whether its motions are shown.
bool is_moving(const Figure& figure);
/// Whether the edited pose itself is shown, without motions or rest pose.
bool is_shown_as_edited(const Figure& figure);

/// The figure for a reloaded model: bones, morphs and materials keep their names.
Figure carried_over(Figure figure, std::shared_ptr<const LoadedFigure> loaded, const edit::CarryOver& carry);

}  // namespace mmd
