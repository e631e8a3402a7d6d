#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/text/language.h"
#include "render/renderer.h"
#include "scene/choices.h"

namespace mmd {

/// How the window shows two states of a model.
enum class CompareMode { off, side_by_side, wipe, heat };

/// In the order that the key goes through them.
struct CompareModeName {
  CompareMode mode;
  LocalizedText name;
};
std::span<const CompareModeName> compare_modes();

/// A state of the model in a part of the window.
struct Pane {
  enum class State { first, other, heat };
  State state = State::first;
  Placement placement;
};
/// From left to right. `divider`: where a wipe changes from one state to the other, 0-1 of the width.
std::vector<Pane> panes_of(CompareMode mode, float divider, int width, int height);
/// The same, right and up of there in the framebuffer.
Placement moved(const Placement& placement, int x, int y);
/// Of a picture that is so many times wider and higher.
Placement enlarged(const Placement& placement, int factor);
/// Where a point of the window, in pixels from its top left, lies in the picture that is seen there: in
/// heights of the picture from its middle, right and up.
vec2 point_in_picture(std::span<const Pane> panes, const vec2& pixel);

/// What the two states are called that `compared` (as --compare has it) names; `pose` is the first one's.
struct StateNames {
  std::string first, other;
};
StateNames state_names(const std::string& compared, const EvaluationChoice& choice, bool simulates,
                       const std::string& pose, Language language);

}  // namespace mmd
