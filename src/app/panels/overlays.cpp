#include <algorithm>
#include <cmath>

#include <fmt/format.h>
#include <imgui.h>

#include "app/actions/parts.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "app/text/messages.h"
#include "app/text/picture_strings.h"
#include "app/text/ui_strings.h"
#include "pose/motion.h"

namespace mmd {
namespace {

/// Flags of a window that ignores mouse and keys.
constexpr ImGuiWindowFlags seen_only = ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoInputs |
                                       ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoMove |
                                       ImGuiWindowFlags_NoSavedSettings;

}  // namespace

float draw_messages(Ui& ui, const Messages& messages, std::optional<ActionId> answer, Actions& actions) {
  constexpr std::size_t most = 2;
  const Room& room = ui.picture();
  if (messages.empty()) return room.bottom;
  // Hints are lines of their own; one alone counts.
  std::ptrdiff_t left = messages.size() > most ? 1 : 0;
  if (left > 0)
    left = std::max(left, std::count_if(messages.begin() + most, messages.end(),
                                        [](const Message& m) { return !m.text.starts_with("    "); }));
  std::vector<std::string> lines;
  float widest = 0.0f;
  for (std::size_t i = 0; i < std::min(messages.size(), most); ++i) {
    lines.push_back(messages[i].text);
    if (i + 1 == most && left > 0)
      lines.back().append(" ").append(filled(ui.word(ui_strings::more_messages), {std::to_string(left)}));
    widest = std::max(widest, ImGui::CalcTextSize(ui.known(lines.back())).x);
  }
  const float gap = 0.5f * ui.unit();
  const ImGuiStyle& style = ImGui::GetStyle();
  const std::string answer_name(answer ? ui.word(row_of(*answer).name) : std::string_view());
  if (answer)
    widest = std::max(widest, ImGui::CalcTextSize(ui.known(lines.front())).x + style.ItemSpacing.x +
                                  ImGui::CalcTextSize(ui.known(answer_name)).x + 2.0f * style.FramePadding.x);
  // One more pixel, because rounding could break the line.
  const float width = widest + 2.0f * style.WindowPadding.x + 1.0f;
  ImGui::SetNextWindowPos(ImVec2(room.left + gap, room.bottom - gap), ImGuiCond_Always, ImVec2(0.0f, 1.0f));
  ImGui::SetNextWindowSize(
      ImVec2(std::min(width, room.width() - 2.0f * gap), 0.0f));  // 0: as high as its text
  ImGui::SetNextWindowBgAlpha(0.9f);
  ImGui::Begin("##messages", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings | ImGuiWindowFlags_NoFocusOnAppearing);
  bool is_over_answer = false;
  if (answer) ImGui::AlignTextToFramePadding();
  for (std::size_t i = 0; i < lines.size(); ++i) {
    ui.text(lines[i], tone_of(messages[i].severity));
    if (!answer || i > 0) continue;
    flow(ImGui::CalcTextSize(ui.known(answer_name)).x + 2.0f * style.FramePadding.x);
    if (ImGui::Button(ui.known(answer_name))) actions.push_back({*answer});
    is_over_answer = ImGui::IsItemHovered();
  }
  if (!is_over_answer && ImGui::IsWindowHovered() && ImGui::IsMouseClicked(ImGuiMouseButton_Left))
    actions.push_back({ActionId::dismiss_messages});
  const float top = ImGui::GetWindowPos().y;
  ImGui::End();
  return top;
}

void draw_progress_panel(Ui& ui, const Loader::Status& status, bool model_is_shown, float top) {
  const Room& room = ui.picture();
  const ImVec2 middle(room.middle().x, room.top + 0.4f * room.height()),
      corner(room.left + 0.5f * ImGui::GetFontSize(), top);
  const float pivot = model_is_shown ? 0.0f : 0.5f;
  ImGui::SetNextWindowPos(model_is_shown ? corner : middle, ImGuiCond_Always, ImVec2(pivot, pivot));
  ImGui::SetNextWindowSize(ImVec2(std::min(room.width(), 18.0f * ImGui::GetFontSize()), 0.0f));
  ImGui::SetNextWindowBgAlpha(0.75f);
  ImGui::Begin("##progress", nullptr, seen_only);
  const std::string loading(ui.word(ui_strings::loading));
  ui.text(status.what.empty() ? loading : loading + ": " + status.what);
  ImGui::ProgressBar(status.fraction, ImVec2(-1.0f, 0.0f));
  ui.text(ui_strings::escape_cancels, Tone::quiet);
  ImGui::End();
}

namespace {

constexpr float share_of_picture = 0.38f;

/// A bar as wide as the panel. The area to grab is higher than the visible bar. `pointer`: X position from
/// events; some servers do not report it otherwise while a button is held.
void draw_bar(const Playback& playback, float pointer, Actions& actions) {
  const float unit = ImGui::GetFontSize(), width = ImGui::GetContentRegionAvail().x;
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const auto last = static_cast<float>(playback.last_frame());
  ImGui::InvisibleButton("##bar", ImVec2(width, 0.9f * unit));
  const bool held = ImGui::IsItemActive();
  if (held && last > 0.0f) {
    const float share = std::clamp((pointer - from.x) / width, 0.0f, 1.0f);
    if (const double frame = std::round(share * last); frame != playback.frame())
      actions.push_back({ActionId::go_to_frame, frame});
  }
  const float shown = last > 0.0f ? static_cast<float>(playback.frame()) / last : 1.0f;
  const float top = from.y + 0.3f * unit, bottom = from.y + 0.6f * unit, at = from.x + shown * width;
  const bool lit = held || ImGui::IsItemHovered();
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.AddRectFilled(ImVec2(from.x, top), ImVec2(from.x + width, bottom),
                     ImGui::GetColorU32(ImGuiCol_Border));
  list.AddRectFilled(ImVec2(from.x, top), ImVec2(at, bottom), ImGui::GetColorU32(ImGuiCol_SliderGrabActive));
  list.AddCircleFilled(ImVec2(at, 0.5f * (top + bottom)), (lit ? 0.4f : 0.32f) * unit,
                       ImGui::GetColorU32(ImGuiCol_Text));
}

/// Texts from the longest to the shortest.
enum class Told : std::uint8_t { all, frame_and_state, frame };

std::string where_it_stands(const Ui& ui, const Playback& playback, Told told) {
  std::string out = fmt::format("{} {:.0f} / {}", ui.word(ui_strings::frame), std::floor(playback.frame()),
                                playback.last_frame());
  if (told == Told::frame) return out;
  if (told == Told::all) out += fmt::format(", {:.1f} s", playback.frame() / frames_per_second);
  if (!playback.playing()) out += fmt::format(", {}", ui.word(ui_strings::paused));
  if (playback.repeats()) out += fmt::format(", {}", ui.word(ui_strings::repeats));
  return out;
}

}  // namespace

float draw_playback_panel(Ui& ui, const Playback& playback, bool hides_model, const vec2& pointer, float top,
                          Actions& actions) {
  const float unit = ImGui::GetFontSize();
  ImGui::SetNextWindowPos(ImVec2(ui.picture().left + 0.5f * unit, top));
  // The width of the longest text keeps the box still while digits change. In a narrow picture the box ends
  // before the middle, where the model is.
  const float narrow = std::max(share_of_picture * ui.picture().width(), 8.0f * unit);
  ImGui::SetNextWindowSize(ImVec2(std::min(21.0f * unit, narrow), 0.0f));
  ImGui::SetNextWindowBgAlpha(0.8f);
  ImGui::Begin("##playback", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoNav | ImGuiWindowFlags_NoMove |
                   ImGuiWindowFlags_NoSavedSettings);
  std::string line;
  for (const Told told : {Told::all, Told::frame_and_state, Told::frame}) {
    line = where_it_stands(ui, playback, told);
    if (ImGui::CalcTextSize(ui.known(line)).x <= ImGui::GetContentRegionAvail().x) break;
  }
  ui.text(line, Tone::normal, Ui::Wrap::never);
  if (hides_model) ui.text(ui_strings::model_hidden, Tone::normal, Ui::Wrap::never);
  draw_bar(playback, pointer.x, actions);
  const float bottom = ImGui::GetWindowPos().y + ImGui::GetWindowSize().y;
  ImGui::End();
  return bottom;
}

namespace {

ImU32 packed(const vec3& c) {
  return ImGui::ColorConvertFloat4ToU32(ImVec4(c.r, c.g, c.b, 1.0f));
}

/// The line between the halves, with a handle for a wipe.
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

/// The legend of a heat map: colour bar, quantity and maximum.
void draw_legend(Ui& ui, const StateNames& names, const SceneDifference& comparison, float top) {
  const float unit = ImGui::GetFontSize();
  ImGui::SetNextWindowPos(ImVec2(ui.picture().left + 0.5f * unit, top));
  ImGui::SetNextWindowSize(ImVec2(15.0f * unit, 0.0f));
  ImGui::SetNextWindowBgAlpha(0.7f);
  ImGui::Begin("##legend", nullptr, seen_only);
  ui.text(names.first + " | " + names.other);
  if (comparison.moved == 0) {
    ui.text(ui_strings::no_vertex_moves);
    return ImGui::End();
  }
  ui.text(fmt::format("{}: {}", ui.word(ui_strings::largest_difference), heat_text(comparison.largest)));
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
  ui.text(
      fmt::format("{} / {} {}", comparison.moved, comparison.vertices, ui.word(ui_strings::vertices_differ)),
      Tone::quiet);
  ImGui::End();
}

}  // namespace

void draw_compare_overlay(Ui& ui, const ComparePanes& view, const StateNames& names, float top) {
  if (view.other() == nullptr || view.mode() == CompareMode::off) return;
  if (view.mode() == CompareMode::heat) return draw_legend(ui, names, view.difference(), top);
  const bool wipes = view.mode() == CompareMode::wipe;
  const Room& room = ui.picture();
  const float at = room.left + (wipes ? view.divider() : 0.5f) * room.width();
  draw_divider(room, at, wipes);
  // Beside the divider, so that the names move with it.
  const float gap = 0.5f * ImGui::GetFontSize();
  ui.tag(names.first, vec2(at - gap, top), vec2(1.0f, 0.0f));
  ui.tag(names.other, vec2(at + gap, top), vec2(0.0f, 0.0f));
}

void draw_penetration(const Parts& parts) {
  const Stage& stage = parts.stage;
  const Penetrations* found = stage.document() ? parts.opened.penetration.found(*stage.model()) : nullptr;
  if (found == nullptr || found->inside.empty()) return;
  const Model& model = *stage.model();
  const auto is_inside = [&](std::uint32_t v) {
    return std::binary_search(found->inside.begin(), found->inside.end(), v);
  };
  std::vector<vec3> corners;
  for (std::size_t i = 0; i + 2 < model.indices.size(); i += 3)
    if (is_inside(model.indices[i]) || is_inside(model.indices[i + 1]) || is_inside(model.indices[i + 2]))
      for (std::size_t corner = 0; corner < 3; ++corner)
        corners.push_back(stage.actor()->posed_positions()[model.indices[i + corner]]);
  for (const Pane& pane : parts.screen.panes()) {
    if (pane.state != Pane::State::first) continue;
    const auto places = parts.screen.places_of(corners, pane);
    const auto at = [&](std::size_t i) { return ImVec2(places[i]->x, places[i]->y); };
    for (std::size_t i = 0; i < places.size(); i += 3)
      if (places[i] && places[i + 1] && places[i + 2])
        ImGui::GetBackgroundDrawList()->AddTriangleFilled(at(i), at(i + 1), at(i + 2),
                                                          IM_COL32(255, 30, 20, 150));
  }
}

void draw_picture_frame(const Parts& parts) {
  const std::optional<Room> frame = parts.screen.frame();
  const bool thirds = parts.panels.tools.thirds;
  if (!parts.stage.document() || (!frame && !thirds)) return;
  const Room& view = parts.screen.room();
  const Room in = frame.value_or(view);
  constexpr ImU32 dim = IM_COL32(0, 0, 0, 120), line = IM_COL32(255, 255, 255, 110);
  ImDrawList& list = *ImGui::GetBackgroundDrawList();
  for (const Room& beside :
       {Room{view.left, view.top, in.left, view.bottom}, Room{in.right, view.top, view.right, view.bottom},
        Room{in.left, view.top, in.right, in.top}, Room{in.left, in.bottom, in.right, view.bottom}})
    if (beside.width() > 0.0f && beside.height() > 0.0f)
      list.AddRectFilled(ImVec2(beside.left, beside.top), ImVec2(beside.right, beside.bottom), dim);
  if (!thirds) return;
  const float pixel = 1.0f / parts.screen.pixels_per_point();
  for (const float share : {1.0f / 3.0f, 2.0f / 3.0f}) {
    const float x = std::round(in.left + share * in.width()), y = std::round(in.top + share * in.height());
    list.AddRectFilled(ImVec2(x, in.top), ImVec2(x + pixel, in.bottom), line);
    list.AddRectFilled(ImVec2(in.left, y), ImVec2(in.right, y + pixel), line);
  }
}

void draw_inset(Ui& ui, const Screen& screen, Actions& actions) {
  const std::optional<Room> inset = screen.inset();
  if (!inset) return;
  constexpr ImU32 border = IM_COL32(20, 20, 24, 255), label = IM_COL32(255, 255, 255, 235),
                  behind = IM_COL32(20, 20, 24, 160);
  const ImVec2 low(inset->left, inset->top), high(inset->right, inset->bottom);
  begin_clear_window("##inset", *inset);
  if (ImGui::InvisibleButton("##camera", ImVec2(inset->width(), inset->height())))
    actions.push_back({ActionId::toggle_work_camera});
  ui.tooltip(ui.word(ui_strings::to_picture_camera));
  ImDrawList& list = *ImGui::GetWindowDrawList();
  list.PushClipRectFullScreen();
  list.AddRect(ImVec2(low.x - 1.0f, low.y - 1.0f), ImVec2(high.x + 1.0f, high.y + 1.0f), border, 0.0f, 0,
               2.0f);
  const std::string name(ui.word(ui_strings::picture_camera));
  const ImVec2 text = ImGui::CalcTextSize(ui.known(name));
  const float pad = 0.25f * ui.unit();
  if (text.x + 2.0f * pad < inset->width()) {
    list.AddRectFilled(ImVec2(low.x, high.y - text.y - 2.0f * pad),
                       ImVec2(low.x + text.x + 2.0f * pad, high.y), behind);
    list.AddText(ImVec2(low.x + pad, high.y - text.y - pad), label, ui.known(name));
  }
  list.PopClipRect();
  end_clear_window();
}

}  // namespace mmd
