#include <algorithm>
#include <cmath>

#include <imgui.h>

#include "app/panels/light_ball.h"
#include "app/panels/panel_layout.h"
#include "app/panels/scene_panel.h"
#include "base/handedness.h"

namespace mmd {

namespace {

/// Scaled as MikuMikuDance writes its own: -0.5, -1, 0.5.
vec3 scaled(const vec3& direction) {
  return direction / std::max({std::abs(direction.x), std::abs(direction.y), std::abs(direction.z), 1e-6f});
}

/// A ball as the camera sees it, with the place that the light comes from; who drags on it moves that.
bool draw_ball(Ui& ui, const Camera& camera, vec3& direction) {
  const float radius = 3.0f * ui.unit();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const vec2 middle(corner.x + radius, corner.y + radius);
  ImGui::InvisibleButton("##ball", ImVec2(2.0f * radius, 2.0f * radius));
  const bool held = ImGui::IsItemActive();
  const ImVec2 mouse = ImGui::GetIO().MousePos;
  if (held)
    direction = scaled(-mirror(light_on_ball(camera, vec2(mouse.x - middle.x, middle.y - mouse.y) / radius)));
  ui.tooltip(text::light_ball);
  const vec2 place = place_on_ball(camera, -mirror(direction));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const ImVec2 centre(middle.x, middle.y);
  const ImU32 line = colour_of(Tone::quiet, ui.theme());
  list.AddCircleFilled(centre, radius, ImGui::GetColorU32(ImGuiCol_FrameBg));
  list.AddCircle(centre, radius, line);
  list.AddCircle(centre, 0.5f * radius, line);
  list.AddCircleFilled(ImVec2(middle.x + radius * place.x, middle.y - radius * place.y), 0.4f * ui.unit(),
                       colour_of(Tone::accent, ui.theme()));
  return held;
}

}  // namespace

// MikuMikuDance's light has a direction and a colour; what is ambient belongs to the materials.
void draw_light_section(Ui& ui, const SceneView& view, Actions& actions) {
  LightChoice light = view.choices.light;
  bool changed = false;
  const vec3 shone = mirror(view.light.direction);
  vec3 direction = light.direction.value_or(scaled(shone));
  if (draw_ball(ui, camera_from(view.camera), direction)) {
    light.direction = direction;
    changed = true;
  }
  if (slide_three(ui, text::light_direction, direction, -1.0f, 1.0f, "%.2f") &&
      glm::length(direction) > 1e-3f) {
    light.direction = direction;
    changed = true;
  }
  vec3 colour = light.colour.value_or(view.light.colour);
  if (edit_colour(ui, text::light_colour, colour)) {
    light.colour = colour;
    changed = true;
  }
  if ((light.direction || light.colour) && ImGui::Button(ui.label(text::light_reset))) {
    light = {};
    changed = true;
  }
  if (changed) actions.push_back({ActionId::set_light, light});
}

}  // namespace mmd
