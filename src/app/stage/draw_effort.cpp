#include "app/stage/draw_effort.h"

namespace mmd {
namespace {

/// Texels along each side of a shadow map: what is coarser shows blotches in hair.
constexpr int moving_shadow_size = 1024;

}  // namespace

DrawEffort draw_effort(bool on_cpu, bool moving, int samples) {
  if (!on_cpu) return {};
  return moving ? DrawEffort{1, moving_shadow_size} : DrawEffort{samples, 0};
}

}  // namespace mmd
