#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/stage/compare_view.h"
#include "edit/selection.h"
#include "scene/bone_marks.h"

namespace mmd {

/// Visible joints of an actor in a pane, in the window's points.
std::vector<BonePlace> bone_places(const Actor& actor, const Scene& scene, const Pane& pane,
                                   float pixels_per_point);
/// The pane at a point of the framebuffer, or null.
const Pane* pane_at(std::span<const Pane> panes, const vec2& pixel);

/// Bones under the pointer, the selection, and whether names are shown.
class BonePicker {
 public:
  /// Bones with their joint under the pointer, topmost first.
  const std::vector<std::int32_t>& hovered() const { return hovered_; }
  /// Sets them; returns whether they changed.
  bool hover(std::vector<std::int32_t> bones);

  /// Rigid bodies under the pointer, nearest first.
  const std::vector<std::int32_t>& hovered_bodies() const { return hovered_bodies_; }
  /// Sets them; returns whether they changed.
  bool hover_bodies(std::vector<std::int32_t> bodies);

  /// Selects bones, the active one last.
  void select(std::span<const std::int32_t> bones) { selection_.set(bones); }
  const edit::Selection& selection() const { return selection_; }
  /// Name of the active bone, which may not be unique; empty if there is none.
  std::string active_name(const Model& model) const;
  /// The active bone if it has that name; none if the name was highlighted in another way.
  std::int32_t selected(const std::string& name, const Model& model) const;

  bool names_shown() const { return names_shown_; }
  void show_names(bool shown) { names_shown_ = shown; }
  /// Forgets bones after a change of the model.
  void forget();

 private:
  std::vector<std::int32_t> hovered_, hovered_bodies_;
  edit::Selection selection_;
  bool names_shown_ = false;
};

}  // namespace mmd
