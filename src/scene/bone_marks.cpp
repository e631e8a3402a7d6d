#include "scene/bone_marks.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

#include "scene/triangle_hit.h"

namespace mmd {

namespace {

/// Joints within this distance, pixels, count as one place.
constexpr float one_place = 1.5f;
/// Share of a mark's reach within which further joints count as being at the same place.
constexpr float close_by = 0.5f;

}  // namespace

BoneKind kind_of(const Bone& bone) {
  if (bone.ik != none) return BoneKind::ik;
  if (bone.physics) return BoneKind::physics;
  if (bone.has_fixed_axis) return BoneKind::fixed_axis;
  if (bone.append.source != none) return BoneKind::append;
  if (!bone.operable) return BoneKind::inoperable;
  return bone.movable ? BoneKind::move : BoneKind::rotate;
}

bool is_operable(const Bone& bone) {
  return bone.operable && !bone.physics;
}

bool has_mark(const Bone& bone, const RenderSettings& settings) {
  return bone.visible && (!settings.operable_bones || is_operable(bone));
}

std::vector<BonePlace> bones_in_picture(const Actor& actor, const Camera& camera,
                                        const RenderSettings& settings, const vec2& size) {
  std::vector<BonePlace> out;
  std::vector<vec3> joints;
  const std::vector<Bone>& bones = actor.model().skeleton.bones;
  for (std::size_t i = 0; i < bones.size(); ++i) {
    if (!has_mark(bones[i], settings)) continue;
    const auto index = static_cast<std::int32_t>(i);
    const bool operable = is_operable(bones[i]);
    out.push_back({index, vec2(0.0f), operable, operable && bones[i].ik != none});
    joints.push_back(translation_of(actor.bone_in_scene(index)));
  }
  const auto places = points_in_picture(joints, camera, actor.enclosing_bounds(), size);
  std::size_t i = 0;
  std::erase_if(out, [&](BonePlace& place) {
    const std::optional<vec2>& at = places[i++];
    place.at = at.value_or(vec2(0.0f));
    return !at;
  });
  return out;
}

std::vector<std::optional<vec2>> points_in_picture(std::span<const vec3> points, const Camera& camera,
                                                   const Bounds& bounds, const vec2& size) {
  std::vector<std::optional<vec2>> out(points.size());
  if (!(size.x >= 1.0f) || !(size.y >= 1.0f)) return out;
  const mat4 matrix = projection_matrix(camera, size.x / size.y, bounds) * view_matrix(camera);
  for (std::size_t i = 0; i < points.size(); ++i) {
    const vec4 clip = matrix * vec4(points[i], 1.0f);
    if (!(clip.w > 1e-4f)) continue;
    const vec2 at = (vec2(clip.x, -clip.y) / clip.w * 0.5f + 0.5f) * size;
    if (is_finite(at)) out[i] = at;
  }
  return out;
}

std::vector<std::int32_t> bones_at(std::span<const BonePlace> places, const vec2& point, float reach) {
  struct Found {
    const BonePlace* place;
    float distance;
  };
  std::vector<Found> found;
  const BonePlace* nearest = nullptr;
  float min_distance = reach;
  for (const BonePlace& place : places) {
    const float distance = glm::distance(place.at, point);
    if (distance > (place.goal ? goal_size : 1.0f) * reach) continue;
    found.push_back({&place, distance});
    if (distance > min_distance) continue;
    min_distance = distance;
    nearest = &place;
  }
  // Lower ranks come first.
  const auto rank = [&](const Found& f) {
    if (f.place->goal) return 0;
    const bool at_nearest = nearest != nullptr && glm::distance(f.place->at, nearest->at) <= one_place;
    if (at_nearest) return f.place->operable ? 1 : 2;
    return 3;
  };
  std::erase_if(found, [&](const Found& f) { return rank(f) == 3 && f.distance > close_by * reach; });
  std::reverse(found.begin(), found.end());  // the bone drawn last is on top
  std::stable_sort(found.begin(), found.end(), [&](const Found& a, const Found& b) {
    const int of_a = rank(a), of_b = rank(b);
    if (of_a != of_b || of_a == 1 || of_a == 2) return of_a < of_b;
    return std::floor(a.distance / one_place) < std::floor(b.distance / one_place);
  });
  std::vector<std::int32_t> out;
  out.reserve(found.size());
  for (const Found& f : found) out.push_back(f.place->bone);
  return out;
}

std::int32_t next_of(std::span<const std::int32_t> bones, std::int32_t selected) {
  if (bones.empty()) return none;
  const auto found = std::find(bones.begin(), bones.end(), selected);
  return found == bones.end() || found + 1 == bones.end() ? bones.front() : *(found + 1);
}

namespace {

/// Whether the ray meets the box (slab test).
bool intersects(const Ray& ray, const Bounds& box) {
  float enters = 0.0f, leaves = std::numeric_limits<float>::infinity();
  for (int i = 0; i < 3; ++i) {
    if (std::abs(ray.direction[i]) < 1e-12f) {
      if (ray.origin[i] < box.min[i] || ray.origin[i] > box.max[i]) return false;
      continue;
    }
    const float one = (box.min[i] - ray.origin[i]) / ray.direction[i],
                other = (box.max[i] - ray.origin[i]) / ray.direction[i];
    enters = std::max(enters, std::min(one, other));
    leaves = std::min(leaves, std::max(one, other));
  }
  return enters <= leaves;
}

}  // namespace

std::optional<SurfaceHit> surface_along(const Ray& ray, const Actor& actor) {
  if (!actor.is_seen() || !intersects(ray, actor.enclosing_bounds())) return std::nullopt;
  const Model& model = actor.model();
  const auto positions = actor.posed_positions();
  std::optional<SurfaceHit> nearest;
  for (std::size_t m = 0; m < model.materials.size(); ++m) {
    if (is_hidden(actor.materials()[m])) continue;
    const auto triangles = model.triangles_of(m);
    for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
      const auto found = hit_triangle(ray, positions[triangles[i]], positions[triangles[i + 1]],
                                      positions[triangles[i + 2]]);
      if (found && (!nearest || *found < nearest->distance))
        nearest = SurfaceHit{*found, {triangles[i], triangles[i + 1], triangles[i + 2]}};
    }
  }
  return nearest;
}

std::int32_t bone_moving(const Model& model, const std::array<std::uint32_t, 3>& triangle) {
  std::map<std::int32_t, float> shares;
  for (const std::uint32_t v : triangle)
    for (int i = 0; i < 4; ++i)
      shares[static_cast<std::int32_t>(model.vertices.bones[v][static_cast<std::size_t>(i)])] +=
          model.vertices.weights[v][i];
  const auto most = std::max_element(shares.begin(), shares.end(),
                                     [](const auto& a, const auto& b) { return a.second < b.second; });
  // The last palette entry is no bone.
  return at(most->first) < model.bone_count() ? most->first : none;
}

std::optional<float> distance_along(const Ray& ray, const Actor& actor) {
  const auto hit = surface_along(ray, actor);
  return hit ? std::optional(hit->distance) : std::nullopt;
}

}  // namespace mmd
