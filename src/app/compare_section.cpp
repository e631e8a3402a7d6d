#include <algorithm>

#include <imgui.h>

#include "app/scene_panel.h"
#include "assets/file_set.h"

namespace mmd {

void draw_compare_section(Ui& ui, const SceneView& view, Actions& actions) {
  std::vector<std::string> modes;
  for (const CompareModeName& row : compare_modes()) modes.emplace_back(row.name);
  auto mode = static_cast<std::size_t>(view.compare);
  if (draw_choice(ui, "Shown", modes, mode))
    actions.push_back({ActionId::set_compare_mode, compare_modes()[mode].mode});
  option_tooltip(ui, "--compare");

  // Of files the name; what was given on the command line need not be among the poses.
  std::vector<std::string> values{"append", "ik", "physics"},
      names{"append on and off", "IK on and off", "physics on and off"};
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
  if (draw_choice(ui, "Compared", names, chosen)) actions.push_back({ActionId::set_compared, values[chosen]});
  option_tooltip(ui, "--compare");
}

}  // namespace mmd
