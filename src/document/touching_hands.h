#pragma once

#include "scene/scene.h"

namespace mmd {

/// Hands that touch the body, the head or each other in `source` (nearer than 0.15 units) touch the same
/// places of `target`; otherwise, hands that touch the floor touch it again. Both actors are evaluated. Arms
/// and elbows turn; where an arm is too short, its shoulder by up to 10 degrees and then 上半身2 and 上半身
/// by up to 20 degrees each. Hands keep their direction. Does nothing if a model has no vertices or no usual
/// arm bones.
void touch_again(const Actor& source, Actor& target);

}  // namespace mmd
