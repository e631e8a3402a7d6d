#pragma once

// Triangle meshes of the sample in left-handed model space. cross(b - a, c - a), by the usual formula, points
// outwards.

#include <array>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/math.h"

namespace mmd::sample {

/// Up to four bones, largest weight first, sum 1. SDEF vertices have two and the three points.
struct Weights {
  std::array<std::int32_t, 4> bone{-1, -1, -1, -1};
  std::array<float, 4> weight{0, 0, 0, 0};
  int count = 0;
  bool sdef = false;
  vec3 c{0.0f}, r0{0.0f}, r1{0.0f};
};

struct Mesh {
  std::vector<vec3> position, normal;
  std::vector<vec2> uv;
  std::vector<Weights> weights;
  std::vector<float> edge_scale;
  std::vector<std::uint32_t> indices;
  std::map<std::string, std::vector<vec3>> morphs;     ///< offsets per vertex, by morph name
  std::map<std::string, std::vector<vec2>> uv_morphs;  ///< the same for texture coordinates
  bool closed = true;                                  ///< a solid; false for patches of the face

  std::size_t size() const { return position.size(); }
};

using WeightFunction = std::function<Weights(const vec3&)>;

void set_weights(Mesh& mesh, const WeightFunction& weights);
void set_uv(Mesh& mesh, const std::function<vec2(const vec3& position, const vec3& normal)>& uv);
void set_edge_scale(Mesh& mesh, const std::function<float(const vec3&)>& scale);

/// Gives triangles that cross the seam of a texture that repeats in u (a step from 1 to 0) vertices of their
/// own.
void repeat_across_seam(Mesh& mesh);

/// Adds `part` to `mesh`.
void append(Mesh& mesh, const Mesh& part);
/// The mirror image across x = 0; `other_bone` maps each bone to its counterpart.
Mesh mirrored(const Mesh& mesh, const std::function<std::int32_t(std::int32_t)>& other_bone);

/// A smooth surface of `rings` x `around` points. With `loop` the last ring meets the first (a ring-shaped
/// solid); without it a point closes each end. Texture coordinates: u around, v along.
struct Lathe {
  int rings = 0, around = 0;
  bool loop = false;
  std::function<vec3(float along, float angle)> point;  ///< along 0-1, angle 0-2 pi
};
Mesh lathe(const Lathe& shape);
/// A tube with round ends through `points`.
Mesh tube(const std::vector<vec3>& points, const std::vector<float>& radii, vec3 side, int around,
          int rings_per_part);

/// Smooth normals from the triangles; vertices at the same place share them.
void compute_normals(Mesh& mesh);
/// Turns normals that were set for their shading just so far that each triangle faces like its corners.
void turn_normals_outwards(Mesh& mesh);
/// Whether each edge of the mesh, with equal positions welded, belongs to triangles with opposite edge
/// directions.
bool is_closed(const Mesh& mesh);

}  // namespace mmd::sample
