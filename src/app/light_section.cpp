#include <algorithm>
#include <cmath>

#include <imgui.h>

#include "app/scene_panel.h"
#include "base/handedness.h"

namespace mmd {

// MikuMikuDance's light has a direction and a colour; what is ambient belongs to the materials.
void draw_light_section(Ui& ui, SceneForm& form, SceneChanges& changes) {
  const vec3 shone = mirror(form.light.direction);
  const float longest = std::max({std::abs(shone.x), std::abs(shone.y), std::abs(shone.z), 1e-6f});
  // Scaled as MikuMikuDance writes its own: -0.5, -1, 0.5.
  vec3 direction = form.options.light.direction.value_or(shone / longest);
  if (ImGui::SliderFloat3("Direction", &direction.x, -1.0f, 1.0f, "%.2f", ImGuiSliderFlags_AlwaysClamp) &&
      glm::length(direction) > 1e-3f) {
    form.options.light.direction = direction;
    changes.options = true;
  }
  option_tooltip(ui, "--light-direction");
  vec3 colour = form.options.light.colour.value_or(form.light.colour);
  if (ImGui::ColorEdit3("Colour", &colour.x)) {
    form.options.light.colour = colour;
    changes.options = true;
  }
  option_tooltip(ui, "--light-colour");
  if (!form.options.light.direction && !form.options.light.colour) return;
  if (!ImGui::Button("Reset the light")) return;
  form.options.light.direction.reset();
  form.options.light.colour.reset();
  changes.options = true;
}

}  // namespace mmd
