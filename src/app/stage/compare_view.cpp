#include "app/stage/compare_view.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "app/text/ui_messages.h"
#include "app/text/ui_strings.h"
#include "assets/file_set.h"

namespace mmd {
namespace {

constexpr std::array<CompareModeName, 4> modes{{{CompareMode::off, ui_strings::compare_off},
                                                {CompareMode::side_by_side, ui_strings::compare_side},
                                                {CompareMode::wipe, ui_strings::compare_wipe},
                                                {CompareMode::heat, ui_strings::compare_heat}}};

/// Switches that can be compared: on and off.
struct OnAndOff {
  std::string_view compared;
  LocalizedText on, off;
};
constexpr OnAndOff on_and_off[] = {{"append", ui_strings::append_on, ui_strings::append_off},
                                   {"ik", ui_strings::ik_on, ui_strings::ik_off},
                                   {"physics", ui_strings::physics_are_on, ui_strings::physics_are_off}};

}  // namespace

std::span<const CompareModeName> compare_modes() {
  return modes;
}

std::vector<Pane> panes_of(CompareMode mode, float divider, int width, int height) {
  const Tile all{0, 0, width, height};
  using State = Pane::State;
  switch (mode) {
    case CompareMode::side_by_side: {
      const Tile left{0, 0, width / 2, height}, right{width / 2, 0, width - width / 2, height};
      return {{State::first, {left, left}}, {State::other, {right, right}}};
    }
    case CompareMode::wipe: {
      const float at = std::clamp(divider, 0.0f, 1.0f) * static_cast<float>(width);
      const int x = static_cast<int>(std::lround(at));
      return {{State::first, {all, {0, 0, x, height}}}, {State::other, {all, {x, 0, width - x, height}}}};
    }
    case CompareMode::heat:
      return {{State::heat, {all, all}}};
    default:
      return {{State::first, {all, all}}};
  }
}

std::optional<Pane> framed_pane(const Extent& size, int width, int height) {
  if (size.width < 1 || size.height < 1 || width < 1 || height < 1) return std::nullopt;
  const double scale =
      std::min(static_cast<double>(width) / size.width, static_cast<double>(height) / size.height);
  const int w = std::clamp(static_cast<int>(std::lround(scale * size.width)), 1, width);
  const int h = std::clamp(static_cast<int>(std::lround(scale * size.height)), 1, height);
  if (w == width && h == height) return std::nullopt;
  return Pane{Pane::State::first, {{(width - w) / 2, (height - h) / 2, w, h}, {0, 0, width, height}}};
}

vec2 corner_of(const Placement& placement) {
  const auto& [picture, seen] = placement;
  return vec2(picture.x, seen.y + seen.height - picture.y - picture.height);
}

Placement enlarged(const Placement& placement, int factor) {
  Placement out = placement;
  for (Tile* tile : {&out.picture, &out.seen})
    *tile = {factor * tile->x, factor * tile->y, factor * tile->width, factor * tile->height};
  return out;
}

Placement moved(const Placement& placement, int x, int y) {
  Placement out = placement;
  for (Tile* tile : {&out.picture, &out.seen}) {
    tile->x += x;
    tile->y += y;
  }
  return out;
}

vec2 point_in_picture(std::span<const Pane> panes, const vec2& pixel) {
  for (const Pane& pane : panes) {
    const auto& [picture, seen] = pane.placement;
    if (pixel.x < static_cast<float>(seen.x) || pixel.x >= static_cast<float>(seen.x + seen.width)) continue;
    const vec2 middle = corner_of(pane.placement) + 0.5f * vec2(picture.width, picture.height);
    return vec2(pixel.x - middle.x, middle.y - pixel.y) / static_cast<float>(std::max(picture.height, 1));
  }
  return vec2(0.0f);
}

StateNames state_names(const std::string& compared, const Evaluation& choice, bool simulates,
                       const std::string& pose, Language language) {
  const bool are_on[] = {choice.append, choice.ik, simulates};
  for (std::size_t i = 0; i < std::size(on_and_off); ++i) {
    if (compared != on_and_off[i].compared) continue;
    StateNames out{std::string(on_and_off[i].on.in(language)), std::string(on_and_off[i].off.in(language))};
    if (!are_on[i]) std::swap(out.first, out.other);
    return out;
  }
  return {pose.empty() ? std::string(ui_messages::rest_pose.in(language)) : pose,
          to_utf8(path_from_utf8(compared).filename())};
}

}  // namespace mmd
