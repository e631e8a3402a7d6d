#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/stage/compare_view.h"
#include "edit/selection.h"
#include "scene/bone_marks.h"

namespace mmd {

/// The joints of an actor that are seen in a pane, in the window's points.
std::vector<BonePlace> bone_places(const Actor& actor, const Scene& scene, const Pane& pane,
                                   float pixels_per_point);
/// The pane that is seen at a place of the framebuffer, or null.
const Pane* pane_at(std::span<const Pane> panes, const vec2& pixel);

/// Which bones are under the pointer, which is selected, and whether all are named.
class BonePicker {
 public:
  /// The bones whose joint is under the pointer, the uppermost first.
  const std::vector<std::int32_t>& hovered() const { return hovered_; }
  /// Whether they are others than before.
  bool hover(std::vector<std::int32_t> bones);

  /// The rigid bodies under the pointer, the nearest first.
  const std::vector<std::int32_t>& hovered_bodies() const { return hovered_bodies_; }
  /// Whether they are others than before.
  bool hover_bodies(std::vector<std::int32_t> bodies);

  /// Selects bones of the model, the active one last.
  void select(std::span<const std::int32_t> bones) { selection_.set(bones); }
  const edit::Selection& selection() const { return selection_; }
  /// Of the active bone, for which others may stand too; empty: none.
  std::string active_name(const Model& model) const;
  /// The active bone if it has that name; none if it was another way that the name got highlighted.
  std::int32_t selected(const std::string& name, const Model& model) const;

  bool names_shown() const { return names_shown_; }
  void show_names(bool shown) { names_shown_ = shown; }
  /// The bones are those of another model.
  void forget();

 private:
  std::vector<std::int32_t> hovered_, hovered_bodies_;
  edit::Selection selection_;
  bool names_shown_ = false;
};

}  // namespace mmd
