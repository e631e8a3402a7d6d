#pragma once

// The parts of build_model(), one per section of the file. Each moves its section, checks and mirrors it.

#include <functional>
#include <optional>

#include "model/model.h"
#include "model/repair_kinds.h"
#include "model/repairs.h"

namespace mmd {

/// The value, or `fallback` if it is not finite (adds a repair).
template <class T>
T finite_or(const T& value, const T& fallback, Repairs& repairs, std::string_view section,
            std::string_view kind, std::size_t element, std::string_view name = {}) {
  if (is_finite(value)) return value;
  repairs.add(section, kind, element, name);
  return fallback;
}
inline float finite_or(float value, float fallback, Repairs& repairs, std::string_view section,
                       std::string_view kind, std::size_t element, std::string_view name = {}) {
  if (std::isfinite(value)) return value;
  repairs.add(section, kind, element, name);
  return fallback;
}

/// Limit of coordinates: sums and products of larger ones overflow a float.
inline constexpr float max_coordinate = 1e9f;

/// Whether the evaluation can use a position or offset.
inline bool usable_position(const vec3& p) {
  return std::abs(p.x) <= max_coordinate && std::abs(p.y) <= max_coordinate &&
         std::abs(p.z) <= max_coordinate;
}
/// The same for texture coordinates.
inline bool usable_position(const vec4& p) {
  return usable_position(vec3(p)) && std::abs(p.w) <= max_coordinate;
}

/// A smaller mass of a body counts as 0: its inverse would overflow a float.
inline constexpr float min_mass = 1e-9f;

/// Largest stored weight. Weights are divided by their sum, so they can be above 1 (percent, say); the limit
/// keeps the sum within a float's range.
inline constexpr float max_weight = 1e6f;

inline constexpr float max_append_ratio = 1e6f;      ///< real ones stay below 10
inline constexpr std::int32_t max_iterations = 256;  ///< of IK: MMD's limit (semantics, "IK")

/// Models with more rigid bodies or joints are not simulated. Real models have some hundreds of each.
inline constexpr std::size_t max_bodies = 20'000, max_joints = 100'000;

/// `index` if it is in [0, size), `none` if it is -1, else `none` with a warning. `name`: the element's.
std::int32_t checked_index(std::int32_t index, std::size_t size, Repairs& repairs, std::string_view section,
                           std::string_view kind, std::size_t element, std::string_view name = {});

/// `misplaced` receives the vertices with an unusable position; they move to the origin.
VertexStreams build_vertices(pmx::File& file, Repairs& repairs, std::vector<std::uint32_t>& misplaced);
/// The weights that build_vertices() gives a vertex of the file.
vec4 settled_weights(const pmx::File& file, std::size_t vertex);
/// Computes C, CR0 and CR1 (semantics, "Skinning"); returns false if the file's numbers are unusable.
bool sdef_constants(const pmx::Sdef& raw, const vec4& weights, SdefConstants& out);
/// Converts the face indices: drops triangles with an index out of range, reverses the winding. The returned
/// materials' ranges cover exactly the remaining indices.
std::vector<Material> build_materials(pmx::File& file, RawVector<std::uint32_t>& indices, Repairs& repairs);
/// Removes the triangles that use one of `vertices`.
void drop_triangles_at(const std::vector<std::uint32_t>& vertices, std::size_t vertex_count,
                       std::vector<Material>& materials, RawVector<std::uint32_t>& indices);
struct Physics {
  std::vector<RigidBody> bodies;
  std::vector<Joint> joints;
};
/// One body per body of the file, and the valid joints, in MMD's left-handed space; none at all beyond
/// max_bodies or max_joints.
Physics build_physics(const pmx::File& file, Repairs& repairs);
/// `bodies`: from build_physics() for the same file.
Skeleton build_skeleton(const pmx::File& file, const std::vector<RigidBody>& bodies, Repairs& repairs);
/// A group's member at a place: its morph; nullopt behind the last one.
using GroupChild = std::function<std::optional<std::int32_t>(std::size_t morph, std::size_t place)>;
using GroupCloses = std::function<void(std::size_t morph, std::size_t place)>;
/// Calls `closes` for each member of a group that contains the group. `count`: number of morphs.
void find_group_cycles(std::size_t count, const GroupChild& child, const GroupCloses& closes);
/// `body_count`: number of built bodies; drops impulses on others.
std::vector<Morph> build_morphs(pmx::File& file, std::size_t body_count, Repairs& repairs);

}  // namespace mmd
