#include "render/ground_grid.h"

#include <algorithm>

namespace mmd {
namespace {

/// MMD units from the middle to the border, and from one line to the next (unconfirmed for MikuMikuDance).
constexpr int grid_reach = 50, grid_step = 5;
constexpr vec4 grid_colour{0.45f, 0.45f, 0.48f, 0.55f};

struct Axis {
  vec3 end;
  vec4 colour;
};
/// Red, green and blue as everywhere; MMD's Z goes away from who looks, ours towards them.
constexpr float axis_length = 20.0f;
const Axis scene_axes[] = {{{axis_length, 0.0f, 0.0f}, {0.86f, 0.22f, 0.20f, 1.0f}},
                           {{0.0f, axis_length, 0.0f}, {0.20f, 0.68f, 0.26f, 1.0f}},
                           {{0.0f, 0.0f, -axis_length}, {0.22f, 0.40f, 0.90f, 1.0f}}};

/// Pixels; a little more in large pictures.
float width_of_lines(const Frame& frame) {
  const auto scale = static_cast<float>(frame.factor);
  return std::clamp(static_cast<float>(frame.height) / 800.0f, 1.0f * scale, 3.0f * scale);
}

}  // namespace

Result<void> GroundGrid::draw(Programs& programs, const Frame& frame) {
  const RenderSettings& settings = frame.scene.settings;
  if (!settings.grid && !settings.axes) return {};
  shapes_.clear();
  const float width = width_of_lines(frame);
  for (int at = -grid_reach; settings.grid && at <= grid_reach; at += grid_step) {
    const auto here = static_cast<float>(at), reach = static_cast<float>(grid_reach);
    shapes_.add_line(frame, {here, 0.0f, -reach}, {here, 0.0f, reach}, grid_colour, width);
    shapes_.add_line(frame, {-reach, 0.0f, here}, {reach, 0.0f, here}, grid_colour, width);
  }
  for (const Axis& axis : scene_axes)
    if (settings.axes) shapes_.add_line(frame, vec3(0.0f), axis.end, axis.colour, 2.0f * width);
  return shapes_.draw(programs, frame);
}

}  // namespace mmd
