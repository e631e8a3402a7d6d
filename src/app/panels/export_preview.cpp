// The bar of the preview of a VRM, above the picture.
#include <string>
#include <vector>

#include "app/actions/handlers.h"
#include "app/actions/parts.h"
#include "app/panels/panels.h"
#include "app/text/export_strings.h"

namespace mmd {
namespace {

constexpr LocalizedText move_names[] = {ui_strings::t_pose_still, ui_strings::t_pose_turn,
                                        ui_strings::t_pose_nod, ui_strings::t_pose_arms,
                                        ui_strings::t_pose_walk};
constexpr LocalizedText gaze_names[] = {ui_strings::look_ahead, ui_strings::look_up, ui_strings::look_down,
                                        ui_strings::look_left, ui_strings::look_right};
static_assert(std::size(move_names) == static_cast<std::size_t>(TPoseMove::count));
static_assert(std::size(gaze_names) == static_cast<std::size_t>(TPoseGaze::count));

}  // namespace

void draw_t_pose_bar(Ui& ui, PanelState& panels, Actions& actions) {
  const auto* shown = std::get_if<TPoseChoice>(&panels.tools.previewed);
  if (shown == nullptr) return;
  const VrmCheck& check = panels.export_panel.vrm;
  std::vector<OfferAnswer> answers{{ui_strings::back_to_export, {ActionId::end_t_pose}, {}}};
  const auto add = [&](const LocalizedText& name, TPoseChoice next) {
    answers.push_back({name, {ActionId::preview_t_pose, std::move(next)}, {}});
  };
  TPoseChoice next = *shown;
  for (std::size_t i = 0; i < std::size(move_names); ++i) {
    next.move = static_cast<TPoseMove>(i);
    add(move_names[i], next);
  }
  next = *shown;
  for (std::size_t i = 0; i < std::size(gaze_names); ++i) {
    next.gaze = static_cast<TPoseGaze>(i);
    if (check.has_gaze()) add(gaze_names[i], next);
  }
  next = *shown;
  for (const ExpressionRow& row : expression_rows()) {
    if (check.preset(row.name) == nullptr) continue;
    next.expression = shown->expression == row.name ? std::string() : std::string(row.name);
    add({row.name, row.name}, next);
  }
  draw_offer(ui, panels, "##t-pose", std::string(ui.word(ui_strings::t_pose_preview)), answers, actions);
}

}  // namespace mmd
