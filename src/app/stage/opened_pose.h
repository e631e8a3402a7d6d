#pragma once

// How a pose that the user opens meets the pose of the figure. As in MikuMikuDance, a pose for some bones is
// added: bones that it does not list keep their rotation.

#include <vector>

#include "document/loader.h"
#include "session/arrangement.h"

namespace mmd {

/// Whether no bone of the pose is moved or turned.
bool is_at_rest(const Pose& pose);

/// Whether opened poses are added to `pose`, the figure's pose before. They replace one at rest, and one that
/// has not been edited since it was opened. Poses that list less than a third of the posable bones, not
/// counting fingers, are added to any pose that is not at rest.
/// `looks`: eyes, head and neck follow the camera, which is no edit.
bool is_added(const std::vector<PoseLayer>& opened, PoseOpening opening, const Figure& figure,
              const Pose& pose, bool looks = false);

/// Several poses as one; later blocks win.
vpd::File as_one(const std::vector<PoseLayer>& poses);

}  // namespace mmd
