// A human figure in T pose with the bones of a VRM, seen from the front: its left is on the right.
#include <algorithm>
#include <cstdint>
#include <string>
#include <string_view>

#include <imgui.h>

#include "app/panels/panels.h"
#include "app/text/export_strings.h"

namespace mmd {
namespace {

/// Half the width and the height of the drawing in its own unit; X from the middle, Y from the top.
constexpr float half_width = 1.0f, whole_height = 2.0f;

struct FigureDot {
  std::string_view bone;  ///< VRM's name; "left…" stands for both sides
  float x, y;
};
constexpr FigureDot figure_dots[] = {
    {"hips", 0.0f, 0.97f},
    {"spine", 0.0f, 0.84f},
    {"chest", 0.0f, 0.71f},
    {"upperChest", 0.0f, 0.58f},
    {"neck", 0.0f, 0.43f},
    {"head", 0.0f, 0.30f},
    {"leftEye", 0.06f, 0.18f},
    {"leftShoulder", 0.10f, 0.49f},
    {"leftUpperArm", 0.22f, 0.49f},
    {"leftLowerArm", 0.52f, 0.49f},
    {"leftHand", 0.80f, 0.49f},
    {"leftUpperLeg", 0.12f, 1.06f},
    {"leftLowerLeg", 0.13f, 1.42f},
    {"leftFoot", 0.14f, 1.78f},
    {"leftToes", 0.18f, 1.92f},
    // The hand, larger.
    {"leftThumbMetacarpal", 0.53f, 1.22f},
    {"leftThumbProximal", 0.47f, 1.33f},
    {"leftThumbDistal", 0.43f, 1.44f},
    {"leftIndexProximal", 0.60f, 1.42f},
    {"leftIndexIntermediate", 0.60f, 1.57f},
    {"leftIndexDistal", 0.60f, 1.70f},
    {"leftMiddleProximal", 0.70f, 1.42f},
    {"leftMiddleIntermediate", 0.70f, 1.59f},
    {"leftMiddleDistal", 0.70f, 1.74f},
    {"leftRingProximal", 0.80f, 1.42f},
    {"leftRingIntermediate", 0.80f, 1.57f},
    {"leftRingDistal", 0.80f, 1.70f},
    {"leftLittleProximal", 0.90f, 1.40f},
    {"leftLittleIntermediate", 0.90f, 1.51f},
    {"leftLittleDistal", 0.90f, 1.61f},
};

constexpr std::string_view of_left = "left", of_right = "right";

/// A stroke of the body with round ends.
struct FigureStroke {
  float x1, y1, x2, y2, width;
};
/// Those of one side; the other one mirrors them.
constexpr FigureStroke side_strokes[] = {
    {0.16f, 0.49f, 0.52f, 0.49f, 0.12f}, {0.52f, 0.49f, 0.86f, 0.49f, 0.09f},  // arm
    {0.11f, 1.02f, 0.13f, 1.42f, 0.17f}, {0.13f, 1.42f, 0.14f, 1.80f, 0.13f},  // leg
    {0.14f, 1.82f, 0.19f, 1.92f, 0.11f},                                       // foot
    {0.56f, 1.18f, 0.47f, 1.33f, 0.09f}, {0.47f, 1.33f, 0.42f, 1.49f, 0.07f},  // thumb
    {0.60f, 1.36f, 0.60f, 1.77f, 0.07f}, {0.70f, 1.36f, 0.70f, 1.82f, 0.07f},  // fingers
    {0.80f, 1.36f, 0.80f, 1.77f, 0.07f}, {0.90f, 1.34f, 0.90f, 1.67f, 0.07f},
};

class FigureDrawing {
 public:
  FigureDrawing(const ImVec2& corner, float scale, std::uint32_t colour)
      : list_(*ImGui::GetWindowDrawList()),
        middle_(corner.x + half_width * scale),
        top_(corner.y),
        scale_(scale),
        colour_(colour) {}

  ImVec2 at(float x, float y) const { return {middle_ + scale_ * x, top_ + scale_ * y}; }

  void draw_body() const {
    list_.AddCircleFilled(at(0.0f, 0.21f), 0.17f * scale_, colour_);
    stroke({0.0f, 0.30f, 0.0f, 0.50f, 0.10f}, 1.0f);
    const ImVec2 chest[] = {at(-0.20f, 0.43f), at(0.20f, 0.43f), at(0.14f, 0.80f), at(-0.14f, 0.80f)};
    const ImVec2 belly[] = {at(-0.14f, 0.79f), at(0.14f, 0.79f), at(0.195f, 1.04f), at(-0.195f, 1.04f)};
    list_.AddConvexPolyFilled(chest, 4, colour_);
    list_.AddConvexPolyFilled(belly, 4, colour_);
    for (const float side : {-1.0f, 1.0f}) {
      for (const FigureStroke& one : side_strokes) stroke(one, side);
      const ImVec2 palm_a = at(side * 0.555f, 1.12f), palm_b = at(side * 0.935f, 1.40f);
      list_.AddRectFilled(ImVec2(std::min(palm_a.x, palm_b.x), palm_a.y),
                          ImVec2(std::max(palm_a.x, palm_b.x), palm_b.y), colour_, 0.06f * scale_);
      list_.AddCircleFilled(at(side * 0.88f, 0.49f), 0.07f * scale_, colour_);
    }
  }

 private:
  void stroke(const FigureStroke& one, float side) const {
    const ImVec2 a = at(side * one.x1, one.y1), b = at(side * one.x2, one.y2);
    const float width = one.width * scale_;
    list_.AddLine(a, b, colour_, width);
    list_.AddCircleFilled(a, 0.5f * width, colour_);
    list_.AddCircleFilled(b, 0.5f * width, colour_);
  }

  ImDrawList& list_;
  float middle_, top_, scale_;
  std::uint32_t colour_;
};

/// Green: found. Red: missing and required. Grey: missing.
std::uint32_t dot_colour(const HumanBone& human, Theme theme) {
  if (human.bone != none)
    return theme == Theme::light ? IM_COL32(20, 140, 70, 255) : IM_COL32(80, 210, 130, 255);
  return colour_of(human.required ? Tone::error : Tone::quiet, theme);
}

/// The dot of a bone. `centre`: on the screen. Returns whether it was clicked.
bool draw_dot(Ui& ui, const VrmCheck& check, const HumanBone& human, const ImVec2& centre, float radius,
              bool is_highlighted) {
  const float reach = 1.3f * radius;
  ImGui::SetCursorScreenPos(ImVec2(centre.x - reach, centre.y - reach));
  const bool clicked = ImGui::InvisibleButton(human.name.c_str(), ImVec2(2.0f * reach, 2.0f * reach));
  const bool is_hovered = ImGui::IsItemHovered();
  ui.line_tooltip({human.name, human.bone != none
                                   ? check.model->skeleton.bones[static_cast<std::size_t>(human.bone)].name
                                   : std::string(ui.word(human.required ? ui_strings::bone_is_required
                                                                        : ui_strings::bone_is_optional))});
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const std::uint32_t colour = dot_colour(human, ui.theme()), edge = panel_colour(ui.theme());
  if (human.bone != none || human.required)
    list.AddCircleFilled(centre, radius, colour);
  else
    list.AddCircle(centre, radius - 1.0f, colour, 0, 1.5f);  // hollow, so that the colour is not all
  if (is_hovered || is_highlighted)
    list.AddCircle(centre, radius + 2.0f, colour_of(Tone::accent, ui.theme()), 0, 2.0f);
  else
    list.AddCircle(centre, radius, edge, 0, 1.0f);
  return clicked;
}

}  // namespace

std::string draw_human_figure(Ui& ui, const VrmCheck& check, const std::string& highlighted) {
  constexpr float height = 15.0f;  // units
  const float scale = height * ui.unit() / whole_height;
  std::string clicked;
  ImGui::BeginChild("##figure", ImVec2(2.0f * half_width * scale, whole_height * scale), false,
                    ImGuiWindowFlags_NoScrollbar | ImGuiWindowFlags_NoScrollWithMouse);
  const bool is_light = ui.theme() == Theme::light;
  const FigureDrawing drawing(ImGui::GetCursorScreenPos(), scale,
                              is_light ? IM_COL32(205, 210, 217, 255) : IM_COL32(70, 78, 88, 255));
  drawing.draw_body();
  for (const HumanBone& human : check.bones) {
    const bool is_right = human.name.starts_with(of_right);
    const std::string name =
        is_right ? std::string(of_left) + human.name.substr(of_right.size()) : human.name;
    for (const FigureDot& dot : figure_dots)
      if (dot.bone == name && draw_dot(ui, check, human, drawing.at(is_right ? -dot.x : dot.x, dot.y),
                                       0.27f * ui.unit(), human.name == highlighted))
        clicked = human.name;
  }
  ImGui::EndChild();
  return clicked;
}

}  // namespace mmd
