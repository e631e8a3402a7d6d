#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/platform/window.h"
#include "app/text/language.h"
#include "render/renderer.h"
#include "scene/choices.h"

namespace mmd {

/// Modes of comparison.
enum class CompareMode { off, side_by_side, wipe, heat };

/// In the order of the key.
struct CompareModeName {
  CompareMode mode;
  LocalizedText name;
};
std::span<const CompareModeName> compare_modes();

/// A state of the model and its part of the window.
struct Pane {
  enum class State { first, other, heat };
  State state = State::first;
  Placement placement;
};
/// Panes from left to right. `divider`: position of a wipe's divider, 0-1 of the width.
std::vector<Pane> panes_of(CompareMode mode, float divider, int width, int height);
/// The pane of a picture of `size` in the middle of a view, as large as fits; nullopt: the picture fills it.
std::optional<Pane> framed_pane(const Extent& size, int width, int height);
/// The top left of a pane's picture, in pixels from the top left of the view.
vec2 corner_of(const Placement& placement);
/// Moves a placement right and up in the framebuffer.
Placement moved(const Placement& placement, int x, int y);
/// Scales a placement.
Placement enlarged(const Placement& placement, int factor);
/// Converts a point of the window, in pixels from the top left, to the picture there: in picture heights from
/// its middle, right and up.
vec2 point_in_picture(std::span<const Pane> panes, const vec2& pixel);

/// Names of both states for `compared` (a value of --compare); `pose`: the pose of the first state.
struct StateNames {
  std::string first, other;
};
StateNames state_names(const std::string& compared, const Evaluation& choice, bool simulates,
                       const std::string& pose, Language language);

}  // namespace mmd
