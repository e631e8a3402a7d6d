// The reference picture: drawn over the view or beside it, and its section of the Look panel.
#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include <imgui.h>

#include "app/actions/parts.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "app/panels/scene_panel.h"
#include "app/text/picture_strings.h"
#include "assets/file_set.h"
#include "base/text.h"

namespace mmd {
namespace {

ImVec2 low(const Room& room) {
  return {room.left, room.top};
}
ImVec2 high(const Room& room) {
  return {room.right, room.bottom};
}

/// The part of a room within another one.
Room common(const Room& a, const Room& b) {
  return {std::max(a.left, b.left), std::max(a.top, b.top), std::min(a.right, b.right),
          std::min(a.bottom, b.bottom)};
}

/// An invisible window over the picture: drags move it, the wheel scales it.
void take_mouse(const ReferencePicture& picture, const Room& area, const Room& place, Actions& actions) {
  const Room seen = common(area, place);
  if (seen.width() < 1.0f || seen.height() < 1.0f) return;
  begin_clear_window("##reference", seen);
  ImGui::InvisibleButton("##picture", ImVec2(seen.width(), seen.height()));
  const ImGuiIO& io = ImGui::GetIO();
  ReferencePicture next = picture;
  if (ImGui::IsItemActive()) {
    next.x += io.MouseDelta.x / std::max(area.width(), 1.0f);
    next.y += io.MouseDelta.y / std::max(area.height(), 1.0f);
  }
  if (ImGui::IsItemHovered() && io.MouseWheel != 0.0f) next.scale *= std::pow(1.1f, io.MouseWheel);
  if (next != picture) actions.push_back({ActionId::set_reference, within_limits(next)});
  end_clear_window();
}

}  // namespace

void draw_reference(RunState& run, Actions& actions) {
  const ReferenceView& view = run.reference;
  if (!view.is_seen()) return;
  const ReferencePicture& picture = view.picture();
  const Room& area = run.reference_room;
  const Room place = view.place_in(area);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const ImVec2 end(area.right + 1.0f, area.bottom + 1.0f);  // also what a part of a pixel covers
  list.PushClipRect(low(area), end);
  if (picture.beside) list.AddRectFilled(low(area), end, ImGui::GetColorU32(ImGuiCol_WindowBg, 1.0f));
  const float opacity = picture.beside ? 1.0f : picture.opacity;
  list.AddImage(reinterpret_cast<ImTextureID>(view.texture()), low(place), high(place), ImVec2(0, 0),
                ImVec2(1, 1), ImColor(1.0f, 1.0f, 1.0f, opacity));
  list.PopClipRect();
  if (!picture.locked) take_mouse(picture, area, place, actions);
}

void draw_reference_section(Ui& ui, const Parts& parts, Actions& actions) {
  ReferencePicture picture = parts.run.reference.picture();
  std::string file = picture.file;
  if (std::exchange(parts.panels.tools.wants_reference, false)) {
    ImGui::SetScrollHereY();
    ui.type_into_next();
  }
  if (confirmed_text(ui, ui_strings::picture_path, {}, file) && file != picture.file) {
    if (file.empty()) picture = {};
    picture.file = file;
    picture.shown = true;
    actions.push_back({ActionId::set_reference, picture});
    return;
  }
  if (ImGui::Button(ui.label(ui_strings::choose_picture))) actions.push_back({ActionId::ask_reference});
  if (picture.file.empty()) return;
  flow_button(ui, ui_strings::remove_reference);
  if (ImGui::Button(ui.label(ui_strings::remove_reference))) {
    actions.push_back({ActionId::set_reference, ReferencePicture()});
    return;
  }
  bool changed = tick(ui, ui_strings::reference_shown, picture.shown);
  if (tick(ui, ui_strings::reference_beside, picture.beside)) {
    const ReferencePicture usual;  // all of it is seen in the other area
    picture.x = usual.x;
    picture.y = usual.y;
    picture.scale = usual.scale;
    changed = true;
  }
  changed |= tick(ui, ui_strings::reference_locked, picture.locked);
  float percent = 100.0f * picture.opacity;
  ImGui::BeginDisabled(picture.beside);
  if (slide(ui, ui_strings::reference_opacity, percent, 0.0f, 100.0f, "%.0f %%")) {
    picture.opacity = 0.01f * percent;
    changed = true;
  }
  ImGui::EndDisabled();
  float size = 100.0f * picture.scale;
  if (slide(ui, ui_strings::reference_scale, size, 10.0f, 400.0f, "%.0f %%")) {
    picture.scale = 0.01f * size;
    changed = true;
  }
  if (changed) actions.push_back({ActionId::set_reference, within_limits(picture)});
}

}  // namespace mmd
