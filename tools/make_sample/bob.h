#pragma once

// The surface of the bob, on which the other hair of the back lies.

#include "make_sample/scalp.h"

namespace mmd::sample {

/// The share of the bob in front, where it is a close cap below the fringe.
float in_front(float side);
/// How far the bob's surface is from the middle of the skull.
float bob_radius(const Sdf& head, Bearing at);
/// Moves a point of the bob: the crown's middle is behind the top of the head.
vec3 whorled(const vec3& p, float up);
/// Adds the hair that is combed over the bob into a ribbon.
void add_gathered_hair(HeadHair& hair, const Sdf& head, bool is_left);

}  // namespace mmd::sample
