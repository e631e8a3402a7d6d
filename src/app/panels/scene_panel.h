#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "app/actions/action.h"
#include "app/panels/panel_layout.h"
#include "app/panels/ui.h"
#include "app/stage/screenshot.h"
#include "app/stage/stage.h"
#include "library/library_store.h"
#include "scene/camera.h"

namespace mmd {

struct Parts;

// Camera, Light and Look panels. Tooltips name the matching option.
void draw_camera_panel(Ui& ui, const Parts& parts, Actions& actions);
void draw_light_panel(Ui& ui, const Parts& parts, Actions& actions);
/// Look panel: picture, effects, physics, comparison and saved pictures.
void draw_look_panel(Ui& ui, const Parts& parts, Actions& actions);

// Sections of the Look panel.
void draw_picture_section(Ui& ui, const Parts& parts, Actions& actions);
/// What is done to the finished picture.
void draw_effects_section(Ui& ui, const Parts& parts, Actions& actions);
/// The reference picture.
void draw_reference_section(Ui& ui, const Parts& parts, Actions& actions);
/// Settings of saved pictures.
void draw_file_section(Ui& ui, const Parts& parts, Actions& actions);
void draw_physics_section(Ui& ui, const Parts& parts, Actions& actions);
void draw_compare_section(Ui& ui, const Parts& parts, Actions& actions);

/// A choice of names with a tooltip; `chosen` is an index into them. Returns whether it changed.
bool draw_choice(Ui& ui, const ui_strings::Control& control, std::span<const std::string> names,
                 std::size_t& chosen);

/// The search field at the top of an open combo box of bones; it takes the keyboard.
SearchInput draw_bone_search(Ui& ui, PanelState& panels);
/// The rows below it: the bones that its words find. Returns the chosen one.
std::optional<std::int32_t> draw_bone_rows(Ui& ui, PanelState& panels, const Model& model,
                                           std::string_view chosen, SearchInput input);
/// A list of a model's bones with a search field. Returns whether another one was chosen.
bool choose_bone(Ui& ui, PanelState& panels, const ui_strings::Control& control, const Model& model,
                 std::string& bone);

/// Position of the light on a ball seen with `camera`: (0, 0) from the viewer, half way to the edge from the
/// side, at the edge from behind; right and up. The angle from the view direction is proportional to the
/// distance. `to_light`: direction to the light in scene space, not zero.
vec2 place_on_ball(const Camera& camera, const vec3& to_light);

/// The unit direction for a position on the ball; positions beyond the edge count as the edge.
vec3 light_on_ball(const Camera& camera, const vec2& place);

}  // namespace mmd
