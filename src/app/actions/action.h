#pragma once

#include <cstdint>
#include <string>
#include <variant>
#include <vector>

#include "app/stage/asset_library_view.h"
#include "app/stage/compare_view.h"
#include "app/stage/dock.h"
#include "app/stage/edit_tools.h"
#include "app/stage/onion_skins.h"
#include "app/stage/playback.h"
#include "app/stage/screenshot.h"
#include "app/stage/t_pose_preview.h"
#include "document/pose_sampler.h"
#include "document/scene_place.h"
#include "edit/command.h"
#include "options/reference_picture.h"
#include "scene/camera.h"
#include "scene/choices.h"
#include "scene/scene.h"
#include "session/live_simulation.h"

namespace mmd {

/// Every action of the window (action_ids.h); action_table.h has a row for each, in this order.
enum class ActionId : std::uint8_t {
#define MMD_ACTION(name) name,
#include "app/actions/action_ids.h"
#undef MMD_ACTION
  count
};

/// A motion paused at frame `last`; its bodies were simulated from frame `first`.
struct PlayedFrames {
  double first = 0.0, last = 0.0;
};

/// Position of a figure in MMD units, in MMD's left-handed space.
struct FigurePlace {
  std::int32_t figure = 0;  ///< index into the list of figures
  vec3 at{0.0f};
};

/// Place of a figure, as Figure::place.
struct FigurePut {
  std::int32_t figure = 0;  ///< index into the list of figures
  ScenePlace place;
};

/// Marks a morph as a favourite, or removes the mark.
struct MorphMark {
  std::int32_t morph = none;
  bool favourite = false;
};

using ActionValue =
    std::variant<std::monostate, std::int32_t, double, std::string, std::vector<std::string>, View,
                 CompareMode, MorphWeight, Camera, MmdCamera, RenderSettings, Evaluation, LightChoice,
                 PlayedFrames, PhysicsControls, DockSizes, edit::Command, BlendWith, PartOfPose,
                 std::vector<std::int32_t>, AssetLibraryView, FrameRange, OnionChoice, MorphMark, PictureFile,
                 FigurePlace, FigurePut, CameraLook, ReferencePicture, TPoseChoice>;

/// A request from a key, menu, panel, the mouse or a drop. A recorded list of actions can be replayed.
struct Action {
  ActionId id;
  ActionValue value = {};
};
using Actions = std::vector<Action>;

}  // namespace mmd
