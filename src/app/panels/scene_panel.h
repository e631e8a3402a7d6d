#pragma once

#include <span>
#include <string>

#include "app/actions/action.h"
#include "app/panels/ui.h"
#include "app/stage/screenshot.h"
#include "app/stage/stage.h"
#include "library/library_store.h"
#include "scene/camera.h"

namespace mmd {

struct Parts;

/// Camera, light, picture, physics and comparison. Everything has an option that does the same, which the
/// tooltips name. Adds what it is asked to do to `actions`.
void draw_scene_panel(Ui& ui, const Parts& parts, Actions& actions);

// Its parts.
void draw_light_section(Ui& ui, const Parts& parts, Actions& actions);
void draw_camera_section(Ui& ui, const Parts& parts, Actions& actions);
void draw_picture_section(Ui& ui, const Parts& parts, Actions& actions);
/// How pictures are saved.
void draw_file_section(Ui& ui, const Parts& parts, Actions& actions);
void draw_physics_section(Ui& ui, const Parts& parts, Actions& actions);
void draw_compare_section(Ui& ui, const Parts& parts, Actions& actions);

/// A choice of names, with its tooltip; `chosen` is an index into them. Whether it was changed.
bool draw_choice(Ui& ui, const ui_strings::Control& control, std::span<const std::string> names,
                 std::size_t& chosen);

/// Where on a ball the light comes from, seen with `camera`: (0, 0) from the eye, at half the way to the edge
/// from the side, at the edge from behind; right and up. Angles from the line of sight are in proportion.
/// `to_light`: where the light is, in the viewer's space, not zero.
vec2 place_on_ball(const Camera& camera, const vec3& to_light);

/// The same back, of length 1; what lies beyond the edge counts as the edge.
vec3 light_on_ball(const Camera& camera, const vec2& place);

}  // namespace mmd
