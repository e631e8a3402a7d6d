#include <algorithm>

#include <imgui.h>

#include "app/panels/scene_panel.h"
#include "assets/file_set.h"

namespace mmd {

void draw_compare_section(Ui& ui, const SceneView& view, Actions& actions) {
  std::vector<std::string> modes;
  for (const CompareModeName& row : compare_modes()) modes.emplace_back(ui.word(row.name));
  auto mode = static_cast<std::size_t>(view.compare);
  if (draw_choice(ui, text::compare_mode, modes, mode))
    actions.push_back({ActionId::set_compare_mode, compare_modes()[mode].mode});

  // Of files the name; what was given on the command line need not be among the poses.
  std::vector<std::string> values{"append", "ik"}, names;
  for (const Words& name : {text::compare_append, text::compare_ik}) names.emplace_back(ui.word(name));
  if (has_physics_engine()) {
    values.emplace_back("physics");
    names.emplace_back(ui.word(text::compare_physics));
  }
  values.insert(values.end(), view.poses.begin(), view.poses.end());
  const std::string& compared = view.compared;
  if (!compared.empty() && std::find(values.begin(), values.end(), compared) == values.end())
    values.push_back(compared);
  for (std::size_t i = names.size(); i < values.size(); ++i)
    names.push_back(to_utf8(path_from_utf8(values[i]).filename()));
  auto chosen =
      compared.empty()
          ? std::size_t{0}
          : static_cast<std::size_t>(std::find(values.begin(), values.end(), compared) - values.begin());
  if (draw_choice(ui, text::compared, names, chosen))
    actions.push_back({ActionId::set_compared, values[chosen]});
}

}  // namespace mmd
