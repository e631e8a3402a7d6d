#include <algorithm>

#include <imgui.h>

#include "app/panels/panels.h"
#include "commands/output/picture_text.h"

namespace mmd {

PictureGrid::PictureGrid(const Ui& ui, int columns)
    : gap_(0.25f * ui.unit()),
      side_(std::max((ImGui::GetContentRegionAvail().x - gap_) / static_cast<float>(columns) - gap_,
                     2.0f * ui.unit())),
      columns_(static_cast<std::size_t>(columns)) {}

bool PictureGrid::draw(Ui& ui, std::size_t number, std::uintptr_t picture, const std::string& name,
                       bool chosen) const {
  if (number % columns_ != 0) ImGui::SameLine(0.0f, gap_);
  ImGui::PushID(name.c_str());
  const ImVec2 at = ImGui::GetCursorScreenPos(), end(at.x + side_, at.y + side_);
  const bool clicked = ImGui::InvisibleButton("##picture", ImVec2(side_, side_ + 1.2f * ui.unit()));
  const bool hovered = ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(at, end, ImGui::GetColorU32(hovered ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg), 4.0f);
  if (picture != 0) list.AddImage(reinterpret_cast<ImTextureID>(picture), at, end);
  if (chosen) list.AddRect(at, end, colour_of(Tone::accent, ui.theme()), 4.0f, 0, 1.5f);
  ui.known(name);
  const std::string caption =
      shortened(name, side_, [&](const std::string& part) { return ImGui::CalcTextSize(ui.known(part)).x; });
  list.AddText(ImVec2(at.x, end.y + 0.05f * ui.unit()), ImGui::GetColorU32(ImGuiCol_Text), ui.known(caption));
  if (caption != name) ui.line_tooltip({name});
  ImGui::PopID();
  return clicked;
}

}  // namespace mmd
