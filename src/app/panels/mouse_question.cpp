#include <string>
#include <utility>
#include <vector>

#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"

namespace mmd {
namespace {

constexpr std::pair<MouseScheme, ActionId> schemes[] = {{MouseScheme::mmd, ActionId::mouse_mmd},
                                                        {MouseScheme::blender, ActionId::mouse_blender},
                                                        {MouseScheme::mmdview, ActionId::mouse_mmdview}};

/// How to turn, move and zoom the camera.
std::vector<std::string> camera_lines(MouseScheme scheme, Language language) {
  std::vector<std::string> out;
  for (const MouseRow& row : mouse_table(scheme)) {
    if (out.size() == 3) break;
    out.push_back(std::string(row.gesture.in(language)) + ": " + std::string(row.help.in(language)));
  }
  return out;
}

}  // namespace

void draw_mouse_question(Ui& ui, const Parts& parts, Actions& actions) {
  if (!parts.panels.asks_mouse()) return;
  std::vector<OfferAnswer> answers;
  for (const auto& [scheme, id] : schemes)
    answers.push_back({row_of(scheme).name, {id}, camera_lines(scheme, ui.language())});
  draw_offer(ui, parts, "##mouse", std::string(ui.word(ui_strings::which_mouse)), answers, actions);
}

}  // namespace mmd
