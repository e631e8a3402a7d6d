#include <imgui.h>

#include "app/scene_panel.h"

namespace mmd {
namespace {

/// A box that is ticked while `value` of the options is true.
struct Switch {
  const char* label;
  std::string_view option;
  bool& (*value)(Options& options);
};

constexpr Switch switches[] = {
    {"Edges", "--no-edge", [](Options& o) -> bool& { return o.look.edge; }},
    {"Toon", "--no-toon", [](Options& o) -> bool& { return o.look.toon; }},
    {"Sphere maps", "--no-sphere", [](Options& o) -> bool& { return o.look.sphere; }},
    {"Ground shadow", "--no-ground-shadow", [](Options& o) -> bool& { return o.look.ground_shadow; }},
    {"Morphs", "--no-morphs", [](Options& o) -> bool& { return o.evaluation.morphs; }},
    {"Bones", "--skeleton", [](Options& o) -> bool& { return o.look.skeleton; }},
    {"Operable ones", "--operable-bones", [](Options& o) -> bool& { return o.look.operable_bones; }},
    {"Append", "--no-append", [](Options& o) -> bool& { return o.evaluation.append; }},
    {"IK", "--no-ik", [](Options& o) -> bool& { return o.evaluation.ik; }},
};

void draw_switches(Ui& ui, SceneForm& form, SceneChanges& changes) {
  if (!ImGui::BeginTable("##switches", 2)) return;
  for (const Switch& row : switches) {
    ImGui::TableNextColumn();
    changes.options |= ImGui::Checkbox(row.label, &row.value(form.options));
    option_tooltip(ui, row.option);
  }
  ImGui::EndTable();
}

void draw_self_shadow(Ui& ui, SceneForm& form, SceneChanges& changes) {
  const std::string names[] = {"off", "1: soft", "2: sharp"};
  Options& options = form.options;
  std::size_t chosen = options.look.self_shadow ? static_cast<std::size_t>(options.look.self_shadow_mode) : 0;
  if (draw_choice(ui, "Self shadow", names, chosen)) {
    options.look.self_shadow = chosen > 0;
    if (chosen > 0) options.look.self_shadow_mode = static_cast<std::uint8_t>(chosen);
    changes.options = true;
  }
  option_tooltip(ui, form.options.look.self_shadow ? "--self-shadow-mode" : "--no-self-shadow");
}

/// One of the words that an option takes; `first`, if it is not empty, stands before them for what the option
/// cannot say.
template <class T>
void draw_names(Ui& ui, const char* label, std::string_view option, std::span<const Named<T>> rows,
                const Named<T>& first, T& value, SceneChanges& changes) {
  std::vector<std::string> names;
  std::vector<T> values;
  std::size_t chosen = 0;
  const auto add = [&](const Named<T>& row) {
    if (row.value == value) chosen = names.size();
    names.emplace_back(row.name);
    values.push_back(row.value);
  };
  if (!first.name.empty()) add(first);
  for (const Named<T>& row : rows) add(row);
  if (draw_choice(ui, label, names, chosen)) {
    value = values[chosen];
    changes.options = true;
  }
  option_tooltip(ui, option);
}

void draw_background(Ui& ui, SceneForm& form, SceneChanges& changes) {
  vec4 colour = form.options.look.background;
  if (ImGui::ColorEdit3("Background", &colour.x)) {
    colour.a = 1.0f;
    form.options.look.background = colour;
    changes.options = true;
  }
  option_tooltip(ui, "--background");
}

}  // namespace

void draw_picture_section(Ui& ui, SceneForm& form, SceneChanges& changes) {
  draw_switches(ui, form, changes);
  draw_self_shadow(ui, form, changes);
  Options& o = form.options;
  draw_names(ui, "Shading", "--shading", shading_names(), {}, o.look.shading, changes);
  SkinningChoice skinning{o.look.skinning, o.evaluation.skin_level};
  draw_names(ui, "Skinning", "--skinning", skinning_names(), {"automatic", {}}, skinning, changes);
  o.look.skinning = skinning.who;
  o.evaluation.skin_level = skinning.level;
  draw_background(ui, form, changes);
}

}  // namespace mmd
