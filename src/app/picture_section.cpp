#include <imgui.h>

#include "app/scene_panel.h"

namespace mmd {
namespace {

struct Switch {
  const char* label;
  std::string_view option;
  bool Options::*value;
};

constexpr Switch switches[] = {
    {"Edges", "--no-edge", &Options::edge},
    {"Toon", "--no-toon", &Options::toon},
    {"Sphere maps", "--no-sphere", &Options::sphere},
    {"Ground shadow", "--no-ground-shadow", &Options::ground_shadow},
    {"Bones", "--skeleton", &Options::skeleton},
    {"Morphs", "--no-morphs", &Options::morphs},
    {"Append", "--no-append", &Options::append},
    {"IK", "--no-ik", &Options::ik},
};

void draw_switches(Ui& ui, SceneForm& form, SceneChanges& changes) {
  if (!ImGui::BeginTable("##switches", 2)) return;
  for (const Switch& row : switches) {
    ImGui::TableNextColumn();
    changes.options |= ImGui::Checkbox(row.label, &(form.options.*row.value));
    option_tooltip(ui, row.option);
  }
  ImGui::EndTable();
}

void draw_self_shadow(Ui& ui, SceneForm& form, SceneChanges& changes) {
  const std::string names[] = {"off", "1: soft", "2: sharp"};
  Options& options = form.options;
  std::size_t chosen = options.self_shadow ? static_cast<std::size_t>(options.self_shadow_mode) : 0;
  if (draw_choice(ui, "Self shadow", names, chosen)) {
    options.self_shadow = chosen > 0;
    if (chosen > 0) options.self_shadow_mode = static_cast<std::uint8_t>(chosen);
    changes.options = true;
  }
  option_tooltip(ui, form.options.self_shadow ? "--self-shadow-mode" : "--no-self-shadow");
}

void draw_shading(Ui& ui, SceneForm& form, SceneChanges& changes) {
  std::vector<std::string> names;
  std::size_t chosen = 0;
  for (const ShadingName& row : shading_names()) {
    if (row.shading == form.options.shading) chosen = names.size();
    names.emplace_back(row.name);
  }
  if (draw_choice(ui, "Shading", names, chosen)) {
    form.options.shading = shading_names()[chosen].shading;
    changes.options = true;
  }
  option_tooltip(ui, "--shading");
}

void draw_background(Ui& ui, SceneForm& form, SceneChanges& changes) {
  vec4 colour = form.options.background.value_or(form.default_background);
  if (ImGui::ColorEdit3("Background", &colour.x)) {
    colour.a = 1.0f;
    form.options.background = colour;
    changes.options = true;
  }
  option_tooltip(ui, "--background");
}

}  // namespace

void draw_picture_section(Ui& ui, SceneForm& form, SceneChanges& changes) {
  draw_switches(ui, form, changes);
  draw_self_shadow(ui, form, changes);
  draw_shading(ui, form, changes);
  draw_background(ui, form, changes);
}

}  // namespace mmd
