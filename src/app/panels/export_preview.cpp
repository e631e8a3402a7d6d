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
  if (!handlers::shows_t_pose(panels)) return;
  const ExportPanelState& state = panels.export_panel();
  std::vector<OfferAnswer> answers{{ui_strings::back_to_export, {ActionId::end_t_pose}, {}}};
  const auto add = [&](const LocalizedText& name, TPoseChoice next) {
    answers.push_back({name, {ActionId::preview_t_pose, std::move(next)}, {}});
  };
  TPoseChoice next = state.t_pose;
  for (std::size_t i = 0; i < std::size(move_names); ++i) {
    next.move = static_cast<TPoseMove>(i);
    add(move_names[i], next);
  }
  next = state.t_pose;
  for (std::size_t i = 0; i < std::size(gaze_names); ++i) {
    next.gaze = static_cast<TPoseGaze>(i);
    if (state.vrm.has_gaze()) add(gaze_names[i], next);
  }
  next = state.t_pose;
  for (const ExpressionRow& row : expression_rows()) {
    if (state.vrm.preset(row.name) == nullptr) continue;
    next.expression = state.t_pose.expression == row.name ? std::string() : std::string(row.name);
    add({row.name, row.name}, next);
  }
  draw_offer(ui, panels, "##t-pose", std::string(ui.word(ui_strings::t_pose_preview)), answers, actions);
}

}  // namespace mmd
