#include "app/panels/timeline_view.h"

#include <algorithm>
#include <utility>

namespace mmd {
namespace {

constexpr double fewest_shown = 10.0;

}  // namespace

void marks_of(std::span<const std::uint32_t> keys, const FrameScale& scale, float apart,
              std::vector<float>& marks) {
  marks.clear();
  const auto from = [&](auto begin, double frame) {
    return std::lower_bound(begin, keys.end(), frame,
                            [](std::uint32_t key, double f) { return static_cast<double>(key) < f; });
  };
  const double step =
      scale.shown * static_cast<double>(apart) / static_cast<double>(std::max(scale.width, 1.0f));
  const double end = scale.first + scale.shown;
  for (auto key = from(keys.begin(), scale.first); key != keys.end() && static_cast<double>(*key) <= end;) {
    marks.push_back(scale.x_of(*key));
    key = from(key + 1, static_cast<double>(*key) + step);
  }
}

std::uint32_t ruler_step(const FrameScale& scale, float apart) {
  const double least =
      scale.shown * static_cast<double>(apart) / static_cast<double>(std::max(scale.width, 1.0f));
  constexpr std::uint32_t largest = 1'000'000'000;
  for (std::uint32_t power = 1; power < largest; power *= 10)
    for (const std::uint32_t times : {1u, 2u, 5u})
      if (times * power >= least) return times * power;
  return largest;
}

FrameScale TimelineView::scale(std::uint32_t last, float width) const {
  const double all = std::max(static_cast<double>(last), 1.0);
  if (shows_all() || shown_ >= all) return {0.0, all, width};
  return {std::clamp(first_, 0.0, all - shown_), shown_, width};
}

void TimelineView::zoom(double factor, double around, std::uint32_t last) {
  const FrameScale now = scale(last, 1.0f);
  const double all = std::max(static_cast<double>(last), 1.0);
  const double shown = std::max(now.shown * factor, std::min(fewest_shown, all));
  if (shown >= all) {
    first_ = shown_ = 0.0;
    return;
  }
  const double share = (around - now.first) / now.shown;
  first_ = around - share * shown;
  shown_ = shown;
  first_ = scale(last, 1.0f).first;
}

void TimelineView::move(double frames, std::uint32_t last) {
  if (shows_all()) return;
  first_ = scale(last, 1.0f).first + frames;
  first_ = scale(last, 1.0f).first;
}

void TimelineView::follow(double frame, std::uint32_t last) {
  if (std::exchange(followed_, frame) == frame) return;
  const FrameScale now = scale(last, 1.0f);
  if (frame < now.first) move(frame - now.first, last);
  if (frame > now.first + now.shown) move(frame - now.first, last);
}

}  // namespace mmd
