
#include <fmt/format.h>
#include <imgui.h>

#include "app/panels/panels.h"

namespace mmd {
namespace {

ImU32 packed(const vec3& c) {
  return ImGui::ColorConvertFloat4ToU32(ImVec4(c.r, c.g, c.b, 1.0f));
}

/// A line between the halves, with a handle where it can be dragged.
void draw_divider(const Room& room, float x, bool handle) {
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  const float unit = ImGui::GetFontSize();
  const ImU32 dark = IM_COL32(20, 20, 20, 200), light = IM_COL32(255, 255, 255, 230);
  list.AddLine(ImVec2(x, room.top), ImVec2(x, room.bottom), dark, 0.2f * unit);
  list.AddLine(ImVec2(x, room.top), ImVec2(x, room.bottom), light, 0.08f * unit);
  if (!handle) return;
  const ImVec2 middle(x, room.middle().y);
  const float radius = 0.75f * unit, reach = 0.4f * unit;
  list.AddCircleFilled(middle, radius, dark);
  list.AddCircle(middle, radius, light, 0, 0.1f * unit);
  for (const float side : {-1.0f, 1.0f}) {
    const ImVec2 tip(middle.x + side * reach, middle.y);
    const float back = tip.x - side * reach * 0.6f;
    list.AddTriangleFilled(tip, ImVec2(back, middle.y - reach * 0.7f), ImVec2(back, middle.y + reach * 0.7f),
                           light);
  }
}

/// The colour bar of a heat map, what it measures and how far that goes.
void draw_legend(Ui& ui, const StateNames& names, const Comparison& comparison, float top) {
  const float unit = ImGui::GetFontSize();
  ImGui::SetNextWindowPos(ImVec2(ui.picture().left + 0.5f * unit, top));
  ImGui::SetNextWindowSize(ImVec2(15.0f * unit, 0.0f));
  ImGui::SetNextWindowBgAlpha(0.7f);
  ImGui::Begin("##legend", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  ui.text(names.first + " | " + names.other);
  if (comparison.moved == 0) {
    ui.text(text::no_vertex_moves);
    return ImGui::End();
  }
  ui.text(fmt::format("{}: {}", ui.word(text::largest_difference), heat_text(comparison.largest)));
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const float width = ImGui::GetContentRegionAvail().x, height = 0.7f * unit;
  constexpr int steps = 64;
  for (int i = 0; i < steps; ++i) {
    const auto edge = [&](int k) { return from.x + width * static_cast<float>(k) / steps; };
    ImGui::GetWindowDrawList()->AddRectFilled(
        ImVec2(edge(i), from.y), ImVec2(edge(i + 1), from.y + height),
        packed(heat_colour((static_cast<float>(i) + 0.5f) / static_cast<float>(steps))));
  }
  ImGui::Dummy(ImVec2(width, height));
  const float line = ImGui::GetCursorPosY(), left = ImGui::GetCursorPosX();
  for (const HeatMark& mark : heat_marks(comparison.largest)) {
    const float room = width - ImGui::CalcTextSize(mark.text.c_str()).x;
    ImGui::SetCursorPos(ImVec2(left + room * mark.share, line));
    ui.text(mark.text, Tone::quiet, Ui::Wrap::never);
  }
  ui.text(fmt::format("{} / {} {}", comparison.moved, comparison.vertices, ui.word(text::vertices_differ)),
          Tone::quiet);
  ImGui::End();
}

}  // namespace

void draw_compare_overlay(Ui& ui, const ComparePanes& view, const StateNames& names, float top) {
  if (!view.comparison() || view.mode() == CompareMode::off) return;
  if (view.mode() == CompareMode::heat) return draw_legend(ui, names, *view.comparison(), top);
  const bool wipes = view.mode() == CompareMode::wipe;
  const Room& room = ui.picture();
  const float at = room.left + (wipes ? view.divider() : 0.5f) * room.width();
  draw_divider(room, at, wipes);
  // Beside the divider, so that it is plain which is which, and so that they go with it.
  const float gap = 0.5f * ImGui::GetFontSize();
  ui.tag(names.first, vec2(at - gap, top), vec2(1.0f, 0.0f));
  ui.tag(names.other, vec2(at + gap, top), vec2(0.0f, 0.0f));
}

}  // namespace mmd
