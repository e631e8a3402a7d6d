#include "app/panels/icon_button.h"

#include <algorithm>
#include <array>
#include <string>

#include <imgui.h>

#include "app/actions/action_table.h"
#include "app/actions/parts.h"

namespace mmd {
namespace {

/// A part of an icon: where its middle is and half its width, of a square that goes from -1 to 1.
struct Shape {
  enum Kind : std::uint8_t { nothing, bar, left, right, diamond, opening, closing } kind = nothing;
  float middle = 0.0f, half = 0.0f;
};
using Shapes = std::array<Shape, 2>;

/// By Icon.
constexpr std::array<Shapes, static_cast<std::size_t>(Icon::count)> icons{{
    {{{Shape::bar, -0.7f, 0.12f}, {Shape::left, 0.1f, 0.55f}}},
    {{{Shape::left, -0.5f, 0.4f}, {Shape::diamond, 0.45f, 0.4f}}},
    {{{Shape::left, -0.2f, 0.5f}, {Shape::bar, 0.55f, 0.12f}}},
    {{{Shape::right, 0.05f, 0.7f}, {}}},
    {{{Shape::bar, -0.4f, 0.2f}, {Shape::bar, 0.4f, 0.2f}}},
    {{{Shape::bar, -0.55f, 0.12f}, {Shape::right, 0.2f, 0.5f}}},
    {{{Shape::diamond, -0.45f, 0.4f}, {Shape::right, 0.5f, 0.4f}}},
    {{{Shape::right, -0.1f, 0.55f}, {Shape::bar, 0.7f, 0.12f}}},
    {{{Shape::opening, 0.0f, 0.3f}, {}}},
    {{{Shape::closing, 0.0f, 0.3f}, {}}},
}};

/// As far up and down as the shapes reach.
constexpr float shape_reach = 0.7f;

void draw_shape(const Shape& shape, const ImVec2& middle, float unit, ImU32 colour) {
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const auto at = [&](float x, float y) {
    return ImVec2(middle.x + unit * (shape.middle + x), middle.y + unit * y);
  };
  const float h = shape.half, thick = 0.24f;
  const auto box = [&](float left, float top, float right, float bottom) {
    list.AddRectFilled(at(left, top), at(right, bottom), colour);
  };
  const auto bracket = [&](float side) {
    box(std::min(side * h, side * (h - thick)), -shape_reach, std::max(side * h, side * (h - thick)),
        shape_reach);
    box(-h, -shape_reach, h, thick - shape_reach);
    box(-h, shape_reach - thick, h, shape_reach);
  };
  switch (shape.kind) {
    case Shape::bar:
      return box(-h, -shape_reach, h, shape_reach);
    case Shape::left:
      return list.AddTriangleFilled(at(h, -shape_reach), at(-h, 0.0f), at(h, shape_reach), colour);
    case Shape::right:
      return list.AddTriangleFilled(at(-h, -shape_reach), at(-h, shape_reach), at(h, 0.0f), colour);
    case Shape::diamond:
      return list.AddQuadFilled(at(0.0f, -h), at(-h, 0.0f), at(0.0f, h), at(h, 0.0f), colour);
    case Shape::opening:
      return bracket(-1.0f);
    case Shape::closing:
      return bracket(1.0f);
    default:
      return;
  }
}

void name_and_key(Ui& ui, const Parts& parts, ActionId action) {
  if (!ImGui::IsItemHovered()) return;
  ImGui::BeginTooltip();
  ui.text(row_of(action).name, Tone::normal, Ui::Wrap::never);
  if (const std::string key = parts.setup.keys.name_of(action); !key.empty())
    ui.text(key, Tone::quiet, Ui::Wrap::never);
  ImGui::EndTooltip();
}

}  // namespace

void icon_button(Ui& ui, const Parts& parts, ActionId action, Icon icon, Actions& actions) {
  const float side = ImGui::GetFrameHeight();
  ImGui::PushID(static_cast<int>(action));
  if (ImGui::Button("##icon", ImVec2(side, side))) actions.push_back({action});
  ImGui::PopID();
  name_and_key(ui, parts, action);
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const ImVec2 middle(0.5f * (low.x + high.x), 0.5f * (low.y + high.y));
  for (const Shape& shape : icons[static_cast<std::size_t>(icon)])
    draw_shape(shape, middle, 0.34f * side, ImGui::GetColorU32(ImGuiCol_Text));
}

}  // namespace mmd
