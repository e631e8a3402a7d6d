#include "app/panels/panel_layout.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include <imgui.h>

#include "assets/file_set.h"
#include "commands/output/picture_text.h"

namespace mmd {
namespace {

/// Usual maximum length of numbers; longer ones are cut, but the layout does not jump.
constexpr const char* long_number = "-000.00";

std::span<float> floats(vec3& numbers) {
  return {&numbers.x, 3};
}
std::span<const float> floats(const vec3& numbers) {
  return {&numbers.x, 3};
}

/// Lays out three numbers; `draw` gets their label.
template <class Draw>
bool draw_three(Ui& ui, const ui_strings::Control& control, Draw draw) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float digits = ImGui::CalcTextSize(long_number).x + 2.0f * style.FramePadding.x;
  const ThreeFields plan = plan_three_fields(ImGui::CalcItemWidth(), ImGui::GetContentRegionAvail().x, digits,
                                             style.ItemInnerSpacing.x);
  if (!plan.name_beside) ui.text(control.name);
  ImGui::SetNextItemWidth(plan.width);
  const std::string beside = ui.label(control.name), alone = "###" + std::string(control.name.english);
  const bool changed = draw(plan.name_beside ? beside.c_str() : alone.c_str());
  ui.tooltip(control);
  return changed;
}

}  // namespace

void flow(float width, float after) {
  const float right = ImGui::GetWindowPos().x + ImGui::GetContentRegionMax().x;
  const float gap = ImGui::GetStyle().ItemSpacing.x;
  if (ImGui::GetItemRectMax().x + gap + width + after <= right) ImGui::SameLine();
}

void flow_button(Ui& ui, const LocalizedText& name) {
  flow(ImGui::CalcTextSize(ui.known(std::string(ui.word(name)))).x + 2.0f * ImGui::GetStyle().FramePadding.x);
}

float with_name(Ui& ui, float control, const LocalizedText& name) {
  return control + ImGui::GetStyle().ItemInnerSpacing.x +
         ImGui::CalcTextSize(ui.known(std::string(ui.word(name)))).x;
}

ThreeFields plan_three_fields(float beside, float room, float digits, float gap) {
  if (beside >= 3.0f * digits + 2.0f * gap) return {beside, true};
  return {room, false};
}

bool drag_three(Ui& ui, const ui_strings::Control& control, vec3& numbers, float step, const char* format,
                float nudge) {
  vec3 next = numbers;
  const bool changed = draw_three(ui, control, [&](const char* label) {
    const float width = ImGui::CalcItemWidth();
    const bool dragged = ui.counts(ImGui::GetID(label), floats(next), floats(numbers),
                                   ImGui::DragFloat3(label, &next.x, step, 0.0f, 0.0f, format));
    const ImGuiIO& io = ImGui::GetIO();
    const float share = (io.MousePos.x - ImGui::GetItemRectMin().x) / std::max(width, 1.0f);
    if (!ImGui::IsItemHovered() || !io.KeyCtrl || io.MouseWheel == 0.0f || share < 0.0f || share >= 1.0f)
      return dragged;
    next[static_cast<int>(3.0f * share)] += nudge * io.MouseWheel;
    return true;
  });
  if (!changed || !is_finite(next)) return false;  // "1e99" can be typed
  numbers = next;
  return true;
}

bool slide_three(Ui& ui, const ui_strings::Control& control, vec3& numbers, float low, float high,
                 const char* format) {
  const vec3 before = numbers;
  return draw_three(ui, control, [&](const char* label) {
    const bool changed =
        ImGui::SliderFloat3(label, &numbers.x, low, high, format, ImGuiSliderFlags_AlwaysClamp);
    return ui.counts(ImGui::GetID(label), floats(numbers), floats(before), changed);
  });
}

void push_switch_colours(bool on, std::uint32_t off) {
  const auto colour = [](ImGuiCol_ which) { return ImGui::GetColorU32(which); };
  ImGui::PushStyleColor(ImGuiCol_Button, on ? colour(ImGuiCol_TabActive) : off);
  ImGui::PushStyleColor(ImGuiCol_ButtonHovered, colour(on ? ImGuiCol_TabHovered : ImGuiCol_ButtonHovered));
  ImGui::PushStyleColor(ImGuiCol_ButtonActive, colour(on ? ImGuiCol_TabActive : ImGuiCol_ButtonActive));
}

bool tick(Ui& ui, const ui_strings::Control& control, bool& on) {
  const bool changed = ImGui::Checkbox(ui.label(control.name), &on);
  ui.tooltip(control);
  return changed;
}

bool slide(Ui& ui, const char* label, float& value, float low, float high, const char* format, int flags) {
  const float before = value;
  const bool changed = ImGui::SliderFloat(label, &value, low, high, format, flags);
  return ui.counts(ImGui::GetID(label), {&value, 1}, {&before, 1}, changed);
}

bool slide(Ui& ui, const ui_strings::Control& control, float& value, float low, float high,
           const char* format) {
  // A double click types a number, as Ctrl+click does in Dear ImGui.
  const ImVec2 at = ImGui::GetCursorScreenPos();
  const bool types =
      ui.double_clicked() &&
      ImGui::IsMouseHoveringRect(at, ImVec2(at.x + ImGui::CalcItemWidth(), at.y + ImGui::GetFrameHeight()));
  bool& ctrl = ImGui::GetIO().KeyCtrl;
  const bool held = std::exchange(ctrl, ctrl || types);
  const bool changed =
      slide(ui, ui.label(control.name), value, low, high, format, ImGuiSliderFlags_AlwaysClamp);
  ctrl = held;
  ui.tooltip(control);
  return changed;
}

bool text_field(Ui& ui, const char* label, std::string_view hint, std::string& value, int flags) {
  std::array<char, 4096> buffer{};
  value.copy(buffer.data(), buffer.size() - 1);
  ui.known(value);
  const bool done =
      ImGui::InputTextWithHint(label, ui.known(std::string(hint)), buffer.data(), buffer.size(), flags);
  value = buffer.data();
  return done;
}

bool confirmed_text(Ui& ui, const ui_strings::Control& control, std::string_view hint, std::string& value) {
  std::string typed = value;
  const bool entered =
      text_field(ui, ui.label(control.name), hint, typed, ImGuiInputTextFlags_EnterReturnsTrue) ||
      ImGui::IsItemDeactivatedAfterEdit();
  ui.tooltip(control);
  if (entered) value = typed;
  return entered;
}

void begin_clear_window(const char* name, const Room& room) {
  ImGui::SetNextWindowPos(ImVec2(room.left, room.top));
  ImGui::SetNextWindowSize(ImVec2(room.width(), room.height()));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(0.0f, 0.0f));
  ImGui::PushStyleVar(ImGuiStyleVar_WindowMinSize, ImVec2(1.0f, 1.0f));
  ImGui::Begin(name, nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoBackground | ImGuiWindowFlags_NoNav |
                   ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoFocusOnAppearing);
}

void end_clear_window() {
  ImGui::End();
  ImGui::PopStyleVar(2);
}

void draw_goes_to(Ui& ui, const std::filesystem::path& folder) {
  std::error_code error;
  const auto whole = std::filesystem::absolute(folder, error).lexically_normal();
  ui.text(filled(ui.word(ui_strings::goes_to_folder), {to_utf8(error ? folder : whole)}), Tone::quiet);
}

std::string caption_within(Ui& ui, const std::string& text, float width) {
  ui.known(text);
  return shortened(text, width,
                   [&](const std::string& part) { return ImGui::CalcTextSize(ui.known(part)).x; });
}

void draw_star(const vec2& middle, float radius, std::uint32_t colour, bool filled) {
  std::array<ImVec2, 10> points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const float angle = pi * (static_cast<float>(i) / 5.0f - 0.5f), r = i % 2 == 0 ? radius : 0.45f * radius;
    points[i] = ImVec2(middle.x + r * std::cos(angle), middle.y + r * std::sin(angle));
  }
  ImDrawList& list = *ImGui::GetWindowDrawList();
  for (std::size_t i = 0; filled && i < points.size(); ++i)
    list.AddTriangleFilled(ImVec2(middle.x, middle.y), points[i], points[(i + 1) % points.size()], colour);
  list.AddPolyline(points.data(), static_cast<int>(points.size()), colour, ImDrawFlags_Closed, 1.0f);
}

bool edit_colour(Ui& ui, const ui_strings::Control& control, vec3& colour) {
  const ImGuiStyle& style = ImGui::GetStyle();
  const float digits = ImGui::CalcTextSize("000").x + 2.0f * style.FramePadding.x;
  const float parts = ImGui::CalcItemWidth() - ImGui::GetFrameHeight() - style.ItemInnerSpacing.x;
  const bool readable = plan_three_fields(parts, 0.0f, digits, style.ItemInnerSpacing.x).name_beside;
  const ImGuiColorEditFlags inputs = readable ? ImGuiColorEditFlags_None : ImGuiColorEditFlags_NoInputs;
  const char* label = ui.label(control.name);
  const vec3 before = colour;
  const bool edited = ImGui::ColorEdit3(label, &colour.x, inputs | ImGuiColorEditFlags_NoTooltip);
  const bool changed = ui.counts(ImGui::GetID(label), floats(colour), floats(before), edited);
  ui.tooltip(control);
  return changed;
}

SearchInput draw_search_field(Ui& ui, std::string& search, bool focused, float width) {
  ImGui::SetNextItemWidth(width);
  if (focused) ui.type_into_next();
  const std::string before = search;
  const bool entered =
      text_field(ui, "##search", ui.word(ui_strings::search), search, ImGuiInputTextFlags_EnterReturnsTrue);
  return {search != before, entered};
}

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
  const std::string caption = caption_within(ui, name, side_);
  list.AddText(ImVec2(at.x, end.y + 0.05f * ui.unit()), ImGui::GetColorU32(ImGuiCol_Text), ui.known(caption));
  if (caption != name) ui.line_tooltip({name});
  ImGui::PopID();
  return clicked;
}

}  // namespace mmd
