#pragma once

// The parts of build_model(), one per section of the file. Each takes its section over, checks and mirrors
// it.

#include "model/model.h"
#include "model/repairs.h"

namespace mmd {

/// A value, or `fallback` where it is not finite (recorded as damage).
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

/// Beyond this, sums and products of positions leave the range of a float.
inline constexpr float max_coordinate = 1e9f;

/// Whether a position or an offset is a number that the evaluation can work with.
inline bool usable_position(const vec3& p) {
  return std::abs(p.x) <= max_coordinate && std::abs(p.y) <= max_coordinate &&
         std::abs(p.z) <= max_coordinate;
}
/// The same of coordinates in a texture.
inline bool usable_position(const vec4& p) {
  return usable_position(vec3(p)) && std::abs(p.w) <= max_coordinate;
}

/// Most rigid bodies, and joints, of a model that is simulated. Real models have some hundreds of each.
inline constexpr std::size_t max_bodies = 20'000, max_joints = 100'000;

/// `index` if it is in [0, size), `none` if it is -1, else `none` with a warning. `name`: of the element.
std::int32_t checked_index(std::int32_t index, std::size_t size, Repairs& repairs, std::string_view section,
                           std::string_view kind, std::size_t element, std::string_view name = {});

/// Kinds of repair that the checker knows how to judge.
inline constexpr std::string_view group_cycle_repair = "a group contains itself; it is cut where it closes";
inline constexpr std::string_view stray_repair = "far from all others; cameras are fitted without it";
inline constexpr std::string_view zero_normal_repair = "normal without usable length";
inline constexpr std::string_view massless_repair = "moved by physics, but without mass; it follows its bone";
inline constexpr std::string_view no_size_repair = "without extent; nothing collides with it";
inline constexpr std::string_view negative_size_repair = "negative size; taken as positive";
inline constexpr std::string_view damping_repair = "damping outside 0 to 1";
inline constexpr std::string_view too_many_bodies_repair = "more than 20 000; physics is off";
inline constexpr std::string_view too_many_joints_repair = "more than 100 000; physics is off";
inline constexpr std::string_view missing_body_repair = "ties a body that is not there; it is left out";
inline constexpr std::string_view same_body_repair = "ties a body to itself; it is left out";

/// `misplaced` gets the vertices whose position is unusable; they are put at the origin.
VertexStreams build_vertices(pmx::File& file, Repairs& repairs, std::vector<std::uint32_t>& misplaced);
/// Takes the face indices: drops triangles with an index out of range, reverses the winding.
/// Returns materials whose ranges cover exactly the indices that are left.
std::vector<Material> build_materials(pmx::File& file, RawVector<std::uint32_t>& indices, Repairs& repairs);
/// Takes the triangles that use one of `vertices` out.
void drop_triangles_at(const std::vector<std::uint32_t>& vertices, std::size_t vertex_count,
                       std::vector<Material>& materials, RawVector<std::uint32_t>& indices);
struct Physics {
  std::vector<RigidBody> bodies;
  std::vector<Joint> joints;
};
/// A body for each of the file's, in MMD's left-handed space; neither bodies nor joints if there are more
/// than a simulation can take.
Physics build_physics(const pmx::File& file, Repairs& repairs);
/// `bodies`: checked, of the same file.
Skeleton build_skeleton(const pmx::File& file, const std::vector<RigidBody>& bodies, Repairs& repairs);
/// `body_count`: of the checked bodies; impulses on others are left out.
std::vector<Morph> build_morphs(pmx::File& file, std::size_t body_count, Repairs& repairs);

}  // namespace mmd
