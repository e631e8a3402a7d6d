#pragma once

// Openings in the face: eyes and mouth are holes in the head's mesh, whose rims morphs move.

#include <map>
#include <string>

#include "make_sample/face_shapes.h"
#include "make_sample/mesh.h"
#include "make_sample/sdf.h"

namespace mmd::sample {

struct Opening {
  vec2 centre, cut;  ///< the ellipse of the face that is meshed anew: its middle and half sizes
  Curve rest;        ///< the rim
  std::map<std::string, Curve> morphs;
  int rings = 5;       ///< between the old mesh and the rim
  float rim = 0.05f;   ///< depth of the rim; 0 for none
  float back = -0.4f;  ///< only what lies in front of this z is meshed anew
};

/// A position on the face, `lift` in front of the skin, and the skin's normal there.
struct OnFace {
  vec3 position, normal;
};
OnFace on_face(const Sdf& face, vec2 at, float lift);

/// Replaces the front of the head inside the ellipse by rings that end at the opening's rim. Returns the
/// number of the first vertex of the rim's thickness.
std::size_t cut_opening(Mesh& head, const Sdf& face, const Opening& opening);

}  // namespace mmd::sample
