#pragma once

namespace mmd {

/// How finely the window's picture is drawn.
struct DrawEffort {
  int samples = 0;  ///< in a framebuffer beside the window's (WindowCanvas); 0: as the window has them
  int self_shadow_size = 0;  ///< RenderSettings::self_shadow_size
};

/// Drivers that run on the CPU cannot draw a moving picture as finely as one at rest and be in time. Others
/// draw all alike, into the window. `samples`: wanted at rest.
DrawEffort draw_effort(bool on_cpu, bool moving, int samples);

}  // namespace mmd
