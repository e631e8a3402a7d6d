#include <algorithm>
#include <cmath>

#include <imgui.h>

#include "app/scene_panel.h"
#include "base/handedness.h"

namespace mmd {

// MikuMikuDance's light has a direction and a colour; what is ambient belongs to the materials.
void draw_light_section(Ui& ui, const SceneView& view, Actions& actions) {
  LightChoice light = view.choices.light;
  bool changed = false;
  const vec3 shone = mirror(view.light.direction);
  const float longest = std::max({std::abs(shone.x), std::abs(shone.y), std::abs(shone.z), 1e-6f});
  // Scaled as MikuMikuDance writes its own: -0.5, -1, 0.5.
  vec3 direction = light.direction.value_or(shone / longest);
  if (ImGui::SliderFloat3(ui.label(text::light_direction.name), &direction.x, -1.0f, 1.0f, "%.2f",
                          ImGuiSliderFlags_AlwaysClamp) &&
      glm::length(direction) > 1e-3f) {
    light.direction = direction;
    changed = true;
  }
  ui.tooltip(text::light_direction);
  vec3 colour = light.colour.value_or(view.light.colour);
  if (ImGui::ColorEdit3(ui.label(text::light_colour.name), &colour.x)) {
    light.colour = colour;
    changed = true;
  }
  ui.tooltip(text::light_colour);
  if ((light.direction || light.colour) && ImGui::Button(ui.label(text::light_reset))) {
    light = {};
    changed = true;
  }
  if (changed) actions.push_back({ActionId::set_light, light});
}

}  // namespace mmd
