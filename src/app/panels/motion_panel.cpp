#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include <fmt/format.h>
#include <imgui.h>

#include "app/actions/action_table.h"
#include "app/actions/parts.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "pose/motion.h"

namespace mmd {
namespace {

/// Icons of buttons. They are drawn, because few fonts have these signs.
enum class Icon : std::uint8_t {
  to_start,
  previous_key,
  previous_frame,
  play,
  pause,
  next_frame,
  next_key,
  to_end,
  from_here,
  to_here,
  count
};

/// A part of an icon: X of its middle and half its width, in a square from -1 to 1.
struct Shape {
  enum Kind : std::uint8_t { nothing, bar, left, right, diamond, opening, closing } kind = nothing;
  float middle = 0.0f, half = 0.0f;
};
using Shapes = std::array<Shape, 2>;

/// Indexed by Icon.
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

/// Vertical extent of the shapes.
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

/// A square button for an action without a value; its tooltip has the action's name and key.
void icon_button(Ui& ui, const ViewerSetup& setup, ActionId action, Icon icon, Actions& actions) {
  const float side = ImGui::GetFrameHeight();
  ImGui::PushID(static_cast<int>(action));
  if (ImGui::Button("##icon", ImVec2(side, side))) actions.push_back({action});
  ImGui::PopID();
  ui.line_tooltip({std::string(ui.word(row_of(action).name)), setup.keys.name_of(action)});
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const ImVec2 middle(0.5f * (low.x + high.x), 0.5f * (low.y + high.y));
  for (const Shape& shape : icons[static_cast<std::size_t>(icon)])
    draw_shape(shape, middle, 0.34f * side, ImGui::GetColorU32(ImGuiCol_Text));
}

/// A field for a frame number; returns the number that was entered, or left with Tab.
std::optional<std::uint32_t> frame_field(const char* id, std::uint32_t frame, float width) {
  ImGui::SetNextItemWidth(width);
  const bool changed = ImGui::InputScalar(id, ImGuiDataType_U32, &frame, nullptr, nullptr, "%u");
  // Dear ImGui no longer knows the text when another field has taken the keyboard.
  ImGuiStorage& typed = *ImGui::GetStateStorage();
  const ImGuiID key = ImGui::GetID(id);
  if (changed || ImGui::IsItemActive()) typed.SetInt(key, static_cast<int>(frame));
  const bool gives_up = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
  if (!ImGui::IsItemDeactivatedAfterEdit() || gives_up) return std::nullopt;
  return static_cast<std::uint32_t>(typed.GetInt(key));
}

struct Button {
  ActionId id;
  Icon icon;
};
constexpr Button transport[] = {{ActionId::first_frame, Icon::to_start},
                                {ActionId::previous_key, Icon::previous_key},
                                {ActionId::previous_frame, Icon::previous_frame},
                                {ActionId::toggle_playing, Icon::play},
                                {ActionId::next_frame, Icon::next_frame},
                                {ActionId::next_key, Icon::next_key},
                                {ActionId::last_frame, Icon::to_end}};

void draw_transport(Ui& ui, const ViewerSetup& setup, const Stage& stage, Actions& actions) {
  const Playback& playback = stage.playback();
  for (const Button& button : transport) {
    if (&button != transport) ImGui::SameLine(0.0f, ImGui::GetStyle().ItemInnerSpacing.x);
    const bool pauses = button.id == ActionId::toggle_playing && playback.playing();
    icon_button(ui, setup, button.id, pauses ? Icon::pause : button.icon, actions);
  }
}

void draw_frame(Ui& ui, const Playback& playback, Actions& actions) {
  const std::string rest = fmt::format("/ {}   {:.2f} {}", playback.last_frame(),
                                       playback.frame() / frames_per_second, ui.word(ui_strings::seconds));
  const float width = 4.0f * ui.unit();
  // The width of the longest text keeps the following items still while digits change.
  const std::string widest =
      fmt::format("/ {}   {:.2f} {}", playback.last_frame(), playback.last_frame() / frames_per_second,
                  ui.word(ui_strings::seconds));
  const float rest_width = ImGui::CalcTextSize(ui.known(widest)).x;
  flow(width + rest_width);
  const auto frame = frame_field("##frame", static_cast<std::uint32_t>(playback.frame()), width);
  if (frame) actions.push_back({ActionId::go_to_frame, static_cast<double>(*frame)});
  ui.tooltip(ui_strings::frame_field);
  ImGui::SameLine();
  const float from = ImGui::GetCursorPosX();
  ui.text(rest, Tone::quiet, Ui::Wrap::never);
  ImGui::SameLine(from + rest_width);
  ImGui::Dummy(ImVec2(0.0f, 0.0f));
}

void draw_repeat(Ui& ui, const Playback& playback, Actions& actions) {
  bool repeats = playback.repeats();
  flow(with_name(ui, ImGui::GetFrameHeight(), ui_strings::repeat.name));
  if (tick(ui, ui_strings::repeat, repeats)) actions.push_back({ActionId::toggle_repeat});
}

void draw_speed(Ui& ui, const Playback& playback, Actions& actions) {
  auto speed = static_cast<float>(playback.speed());
  const float width = 6.0f * ui.unit();
  flow(with_name(ui, width, ui_strings::speed.name));
  ImGui::SetNextItemWidth(width);
  if (ImGui::SliderFloat(ui.label(ui_strings::speed.name), &speed, static_cast<float>(slowest_play),
                         static_cast<float>(fastest_play), "×%.2f",
                         ImGuiSliderFlags_Logarithmic | ImGuiSliderFlags_AlwaysClamp))
    actions.push_back({ActionId::set_speed, static_cast<double>(speed)});
  if (ImGui::IsItemClicked(ImGuiMouseButton_Right)) actions.push_back({ActionId::play_usual_speed});
  ui.tooltip(ui_strings::speed);
}

void draw_range(Ui& ui, const ViewerSetup& setup, const Stage& stage, Actions& actions) {
  const Playback& playback = stage.playback();
  const float side = ImGui::GetFrameHeight(), field = 3.5f * ui.unit(),
              gap = ImGui::GetStyle().ItemInnerSpacing.x;
  flow(with_name(ui, 2.0f * (side + field) + 3.0f * gap, ui_strings::range.name));
  icon_button(ui, setup, ActionId::range_from_here, Icon::from_here, actions);
  ImGui::SameLine(0.0f, gap);
  if (const auto first = frame_field("##first", playback.first_played(), field))
    actions.push_back({ActionId::set_range, FrameRange{*first, playback.range().last}});
  ui.tooltip(ui_strings::range);
  ImGui::SameLine(0.0f, gap);
  if (const auto last = frame_field("##last", playback.last_played(), field))
    actions.push_back({ActionId::set_range, FrameRange{playback.range().first, *last}});
  ui.tooltip(ui_strings::range);
  ImGui::SameLine(0.0f, gap);
  icon_button(ui, setup, ActionId::range_to_here, Icon::to_here, actions);
  ImGui::SameLine(0.0f, gap);
  if (playback.range() == FrameRange()) return ui.text(ui_strings::range.name, Tone::normal, Ui::Wrap::never);
  if (ImGui::Button(ui.label(ui_strings::whole))) actions.push_back({ActionId::whole_range});
}

void draw_sound(Ui& ui, const Soundtrack& sound, Actions& actions) {
  if (sound.file().empty()) return;
  bool muted = sound.is_muted();
  flow(with_name(ui, ImGui::GetFrameHeight(), ui_strings::mute.name));
  if (tick(ui, ui_strings::mute, muted)) actions.push_back({ActionId::toggle_mute});
  float volume = sound.volume();
  const float width = 5.0f * ui.unit();
  flow(with_name(ui, width, ui_strings::volume.name));
  ImGui::SetNextItemWidth(width);
  if (ImGui::SliderFloat(ui.label(ui_strings::volume.name), &volume, 0.0f, 1.0f, "%.2f",
                         ImGuiSliderFlags_AlwaysClamp))
    actions.push_back({ActionId::set_volume, static_cast<double>(volume)});
  ui.tooltip(ui_strings::volume);
  auto offset = static_cast<float>(sound.choice().offset);
  flow(with_name(ui, width, ui_strings::sound_offset.name));
  ImGui::SetNextItemWidth(width);
  if (ImGui::DragFloat(ui.label(ui_strings::sound_offset.name), &offset, 0.2f, -1e5f, 1e5f, "%.1f"))
    actions.push_back({ActionId::set_sound_offset, static_cast<double>(offset)});
  ui.tooltip(ui_strings::sound_offset);
}

/// A number to drag, or to type after a double click.
bool draw_number(Ui& ui, const ui_strings::Control& control, int& value, int least, int most) {
  const float width = 2.2f * ui.unit();
  flow(with_name(ui, width, control.name));
  ImGui::SetNextItemWidth(width);
  const bool changed =
      ImGui::DragInt(ui.label(control.name), &value, 0.1f, least, most, "%d", ImGuiSliderFlags_AlwaysClamp);
  ui.tooltip(control);
  return changed;
}

void draw_onion_skins(Ui& ui, const OnionChoice& shown, Actions& actions) {
  OnionChoice choice = shown;
  flow(with_name(ui, ImGui::GetFrameHeight(), ui_strings::onion_skins.name));
  if (tick(ui, ui_strings::onion_skins, choice.on)) actions.push_back({ActionId::toggle_onion_skins});
  if (!shown.on) return;
  bool changed = draw_number(ui, ui_strings::onion_before, choice.before, 0, max_onion_skins);
  changed |= draw_number(ui, ui_strings::onion_after, choice.after, 0, max_onion_skins);
  changed |= draw_number(ui, ui_strings::onion_every, choice.every, 1, farthest_onion_skin);
  if (changed) actions.push_back({ActionId::set_onion_skins, choice});
}

}  // namespace

bool motion_is_empty(const Parts& parts) {
  return !parts.stage.has_motion();
}

void draw_motion_panel(Ui& ui, const Parts& parts, Actions& actions) {
  const Stage& stage = parts.stage;
  if (!stage.has_motion()) return ui.text(ui_strings::no_motion);
  const Playback& playback = stage.playback();
  draw_transport(ui, parts.setup, parts.stage, actions);
  draw_frame(ui, playback, actions);
  draw_repeat(ui, playback, actions);
  draw_speed(ui, playback, actions);
  draw_range(ui, parts.setup, parts.stage, actions);
  draw_sound(ui, parts.opened.sound, actions);
  flow(ImGui::CalcTextSize(ui.label(ui_strings::take_frame)).x);
  if (ImGui::Button(ui.label(ui_strings::take_frame))) actions.push_back({ActionId::take_frame});
  draw_onion_skins(ui, parts.opened.onion_skins.choice(), actions);
  if (!stage.actor()->visible) ui.text(ui_strings::model_hidden, Tone::warning);
  draw_timeline(ui, parts, actions);
}

}  // namespace mmd
