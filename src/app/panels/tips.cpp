// Tooltips: when they appear, and where.
#include <algorithm>
#include <optional>

#include <imgui.h>
#include <imgui_internal.h>  // the window of an item

#include "app/panels/ui.h"

namespace mmd {
namespace {

/// In text lines: the widest text that explains a control, and the narrowest column beside a panel that is
/// used.
constexpr float widest_help = 18.0f, narrowest = 10.0f;
/// Distance of a tooltip to its panel.
constexpr float tip_gap = 0.3f;

Room room_of(const ImVec2& low, const ImVec2& high) {
  return {low.x, low.y, high.x, high.y};
}

bool overlap(const Room& a, const Room& b) {
  return a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
}

/// The rectangle around both.
Room both(const Room& a, const Room& b) {
  return {std::min(a.left, b.left), std::min(a.top, b.top), std::max(a.right, b.right),
          std::max(a.bottom, b.bottom)};
}

/// Beside `around`, else below or above it; nullopt if the tooltip fits nowhere there.
std::optional<Room> beside(const Room& item, const Room& around, const vec2& size, const Room& screen,
                           float gap) {
  const auto within = [](float at, float low, float high) { return std::max(std::min(at, high), low); };
  const float x = within(item.left, screen.left, screen.right - size.x);
  const float y = within(item.top, screen.top, screen.bottom - size.y);
  const vec2 corners[] = {{around.right + gap, y},
                          {around.left - gap - size.x, y},
                          {x, around.bottom + gap},
                          {x, around.top - gap - size.y}};
  for (const vec2& at : corners)
    if (at.x >= screen.left && at.y >= screen.top && at.x + size.x <= screen.right &&
        at.y + size.y <= screen.bottom)
      return Room{at.x, at.y, at.x + size.x, at.y + size.y};
  return std::nullopt;
}

/// Text lines that fit into the width.
std::vector<std::string> wrapped(const std::vector<std::string>& lines, float width) {
  std::vector<std::string> out;
  for (const std::string& line : lines)
    if (!line.empty()) out.push_back(lines_within(line, width));
  return out;
}

vec2 size_of(const std::vector<std::string>& texts) {
  const ImGuiStyle& style = ImGui::GetStyle();
  vec2 out(0.0f, -style.ItemSpacing.y);
  for (const std::string& text : texts) {
    const ImVec2 size = ImGui::CalcTextSize(text.c_str());
    out = {std::max(out.x, size.x), out.y + size.y + style.ItemSpacing.y};
  }
  return glm::ceil(out + 2.0f * vec2(style.WindowPadding.x, style.WindowPadding.y));
}

}  // namespace

Room place_tip(const Room& item, const Room& panel, const vec2& size, const Room& screen, float gap) {
  if (const auto out = beside(item, panel, size, screen, gap)) return *out;
  if (const auto out = beside(item, item, size, screen, gap)) return *out;
  const vec2 at(std::max(std::min(item.left, screen.right - size.x), screen.left), item.bottom + gap);
  return {at.x, at.y, at.x + size.x, at.y + size.y};
}

bool Ui::rests_on(std::uint64_t item) {
  rested_ = true;
  if (std::exchange(rest_item_, item) != item) rest_.start(now_, rest_before_tip);
  static_cast<void>(rest_.ends(now_));
  return !rest_.runs();
}

void Ui::forget_rest() {
  if (std::exchange(rested_, false)) return;
  rest_item_ = 0;
  rest_.stop();
}

void Ui::draw_tip(const std::vector<std::string>& texts, const Room& at) {
  tip_room_ = at;
  ImGui::SetNextWindowPos(ImVec2(at.left, at.top));
  ImGui::SetNextWindowSize(ImVec2(at.width(), at.height()));
  ImGui::BeginTooltip();
  for (const std::string& line : texts)
    text(line, &line == texts.data() ? Tone::normal : Tone::quiet, Wrap::never);
  ImGui::EndTooltip();
}

void Ui::item_tip(std::vector<std::string> lines, float widest) {
  const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
  const ImGuiWindow& window = *ImGui::GetCurrentWindow();
  const Tip tip{std::move(lines), room_of(low, high),
                room_of(window.RootWindow->Rect().Min, window.RootWindow->Rect().Max)};
  if (watch_tips_) watch_tips_(tip);
  if (!ImGui::IsItemHovered() || ImGui::IsItemActive() || ImGui::IsAnyMouseDown()) return;
  if (!rests_on(ImHashData(&low, sizeof low, window.ID))) return;
  const Extent size = window_.size();
  const Room screen{0.0f, 0.0f, static_cast<float>(size.width), static_cast<float>(size.height)};
  const float gap = tip_gap * unit(), padding = 2.0f * ImGui::GetStyle().WindowPadding.x;
  const float column = std::max(tip.panel.left, screen.right - tip.panel.right) - gap - padding;
  const float room = column >= narrowest * unit() ? column : screen.width() - padding;
  for (const std::string& line : tip.lines) known(line);
  const std::vector<std::string> texts = wrapped(tip.lines, std::min(widest, room));
  draw_tip(texts, place_tip(tip.item, tip.panel, size_of(texts), screen, gap));
}

void Ui::picture_tip(const Tip& tip) {
  const float gap = tip_gap * unit(), padding = 2.0f * ImGui::GetStyle().WindowPadding.x;
  for (const std::string& line : tip.lines) known(line);
  const std::vector<std::string> texts = wrapped(tip.lines, std::max(picture_.width() - padding, 1.0f));
  const vec2 size = size_of(texts);
  Room at = place_tip(tip.item, tip.item, size, picture_, gap);
  if (overlap(at, tip.panel)) at = place_tip(tip.item, both(tip.item, tip.panel), size, picture_, gap);
  draw_tip(texts, at);
}

void Ui::tooltip(const ui_strings::Control& control) {
  tooltip(word(control.tip));
}

void Ui::tooltip(std::string_view text) {
  if (!text.empty()) item_tip({std::string(text)}, widest_help * unit());
}

void Ui::line_tooltip(const std::vector<std::string>& lines) {
  item_tip(lines, static_cast<float>(window_.size().width));
}

}  // namespace mmd
