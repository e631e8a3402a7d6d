#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "app/compare_view.h"
#include "app/ui.h"
#include "commands/options.h"
#include "scene/mmd_camera.h"

namespace mmd {

/// What the scene panel shows. What it can change it changes here, and says so in SceneChanges.
struct SceneForm {
  Options options;
  Light light;       ///< as it shines now, by the options, the motion or MikuMikuDance's own
  MmdCamera camera;  ///< as it stands now
  CompareMode compare = CompareMode::off;
  std::span<const std::string> poses;  ///< to compare with
};

struct SceneChanges {
  bool options = false;  ///< picture, look or light
  bool camera = false;
  bool compare = false;  ///< mode, or Options::compare
  std::optional<View> view;
  bool start_camera = false;
};

/// Light, camera, picture and comparison. Everything has an option that does the same, which the tooltips
/// name. `bottom`: where room ends.
void draw_scene_panel(Ui& ui, SceneForm& form, float bottom, SceneChanges& changes);

// Its parts.
void draw_light_section(Ui& ui, SceneForm& form, SceneChanges& changes);
void draw_camera_section(Ui& ui, SceneForm& form, SceneChanges& changes);
void draw_picture_section(Ui& ui, SceneForm& form, SceneChanges& changes);
void draw_compare_section(Ui& ui, SceneForm& form, SceneChanges& changes);

/// For the control that was drawn last: the option that does the same, with its help.
void option_tooltip(Ui& ui, std::string_view option);
/// A choice of names; `chosen` is an index into them. Whether it was changed.
bool draw_choice(Ui& ui, const char* label, std::span<const std::string> names, std::size_t& chosen);

}  // namespace mmd
