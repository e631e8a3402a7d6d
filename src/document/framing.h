#pragma once

#include "document/pose_sampler.h"
#include "scene/choices.h"
#include "scene/scene.h"

namespace mmd {

/// Whether the picture is one of a row that goes around the model.
enum class Framing : std::uint8_t { still, turntable };

/// The camera that is chosen, on the evaluated scene: the motion's at `state` unless a view or a camera was
/// asked for. `aspect`: width / height of the picture. For a turntable a fitted camera leaves room for all
/// its pictures.
Camera camera_for(const CameraChoice& choice, const PosedState& state, const Scene& scene, float aspect,
                  Framing framing = Framing::still);

/// Whether that camera goes by what is there.
bool is_fitted(const CameraChoice& choice, const PosedState& state);

/// Carries a camera around the vertical through its target, radians, counter-clockwise seen from above.
Camera turned(Camera camera, float angle);

/// The light that is chosen, or the motion's at `state`, or MMD's own.
Light light_for(const LightChoice& choice, const PosedState& state);

}  // namespace mmd
