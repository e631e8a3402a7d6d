#pragma once

// Small surfaces that follow the face: irises, lashes, brows, lines and marks.

#include <functional>
#include <map>
#include <string>

#include "make_sample/mesh.h"
#include "make_sample/sdf.h"

namespace mmd::sample {

/// The position on the face of a patch's point; u to the model's left or along a strip, v down or across it,
/// both 0 to 1.
using Outline = std::function<vec2(float u, float v)>;

struct Patch {
  vec4 cell;                                ///< of the texture
  std::function<float(float, float)> lift;  ///< units above the skin
  int columns, rows;
  Outline rest;
  std::map<std::string, Outline> morphs;
};

/// In head space, with normals, texture coordinates and morphs; no outline edge.
Mesh make_patch(const Patch& patch);

/// The cell without its border, where filters would mix in the neighbouring cells.
vec4 inner(const vec4& cell);
std::function<float(float, float)> level(float lift);

}  // namespace mmd::sample
