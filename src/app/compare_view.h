#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "commands/options.h"
#include "document/pose_sampler.h"
#include "render/renderer.h"
#include "scene/comparison.h"

namespace mmd {

/// How the window shows two states of a model.
enum class CompareMode { off, side_by_side, wipe, heat };

/// In the order that the key goes through them.
struct CompareModeName {
  CompareMode mode;
  std::string_view name;
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
/// Where a point of the window, in pixels from its top left, lies in the picture that is seen there: in
/// heights of the picture from its middle, right and up.
vec2 point_in_picture(std::span<const Pane> panes, const vec2& pixel);

/// The window's comparison. What is compared is Options::compare.
struct CompareView {
  CompareMode mode = CompareMode::off;
  float divider = 0.5f;                  ///< of the wipe, 0-1 of the width
  bool dragging = false;                 ///< the divider
  std::string loaded;                    ///< the Options::compare that `other` was loaded for
  std::optional<PoseSampler> other;      ///< of the pose or motion that is compared with, if it is one
  std::optional<Comparison> comparison;  ///< there is one unless the mode is off or there is no model
};

/// What the two states are called: `pose` is the first one's.
struct StateNames {
  std::string first, other;
};
StateNames state_names(const Options& options, const std::string& pose);

}  // namespace mmd
