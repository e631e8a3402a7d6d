#pragma once

#include <span>
#include <string>

#include "app/actions/action.h"
#include "app/actions/edit_tools.h"
#include "app/panels/ui.h"
#include "app/stage/screenshot.h"
#include "app/stage/stage.h"
#include "library/library_store.h"

namespace mmd {

struct Parts;

/// What the scene panel shows.
struct SceneView {
  const Choices& choices;
  const Light& light;  ///< as it shines now, by the choices, the motion or MikuMikuDance's own
  MmdCamera camera;    ///< as it stands now
  CompareMode compare;
  const std::string& compared;         ///< as --compare has it
  std::span<const std::string> poses;  ///< to compare with
  std::span<const CameraBookmark> cameras;
  EditTools& tools;
  const PictureFile& file;
};

/// What it shows now.
SceneView scene_view(const Parts& parts);

/// Camera, light, picture, physics and comparison. Everything has an option that does the same, which the
/// tooltips name. Adds what it is asked to do to `actions`.
void draw_scene_panel(Ui& ui, const Parts& parts, Actions& actions);

// Its parts.
void draw_light_section(Ui& ui, const SceneView& view, Actions& actions);
void draw_camera_section(Ui& ui, const SceneView& view, Actions& actions);
void draw_picture_section(Ui& ui, const SceneView& view, Actions& actions);
/// How pictures are saved.
void draw_file_section(Ui& ui, const SceneView& view, Actions& actions);
void draw_physics_section(Ui& ui, const SceneView& view, Actions& actions);
void draw_compare_section(Ui& ui, const SceneView& view, Actions& actions);

/// A choice of names, with its tooltip; `chosen` is an index into them. Whether it was changed.
bool draw_choice(Ui& ui, const text::Control& control, std::span<const std::string> names,
                 std::size_t& chosen);

}  // namespace mmd
