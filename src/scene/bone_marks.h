#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/math.h"
#include "scene/scene.h"

namespace mmd {

/// The kind of a bone, for its mark. The first match counts.
enum class BoneKind : std::uint8_t {
  ik,          ///< the goal of a chain
  physics,     ///< a rigid body moves it in MikuMikuDance
  fixed_axis,  ///< rotates about one axis: twist bones
  append,      ///< appends another bone's transform
  inoperable,  ///< the user cannot move it
  move,        ///< moves and turns
  rotate,
};
BoneKind kind_of(const Bone& bone);

/// Whether the user can pose the bone, as in MikuMikuDance: neither physics nor only other bones move it.
bool is_operable(const Bone& bone);
/// Whether these settings show the bone's mark (the highlighted bone's is always shown).
bool has_mark(const Bone& bone, const RenderSettings& settings);

/// The position of a bone's joint in a picture: pixels from the top left.
struct BonePlace {
  std::int32_t bone = none;
  vec2 at{0.0f};
  bool operable = true;
  bool goal = false;  ///< a posable IK goal
};

/// The marked bones in front of the camera in a picture of `size` pixels, in file order.
std::vector<BonePlace> bones_in_picture(const Actor& actor, const Camera& camera,
                                        const RenderSettings& settings, const vec2& size);

/// The points in a picture of `size` pixels, from its top left; nullopt: behind the camera.
std::vector<std::optional<vec2>> points_in_picture(std::span<const vec3> points, const Camera& camera,
                                                   const Bounds& bounds, const vec2& size);

/// The size of an IK goal's mark, relative to other marks.
inline constexpr float goal_size = 1.5f;

/// The bones with a mark at `point`, the one to select first. `reach`: of an ordinary mark, pixels. Posable
/// IK goals come first, as they are drawn over other bones. The nearest joint follows; several bones can
/// share it: operable ones come first, of these the one drawn last (on top). Other joints close to the point
/// are last.
std::vector<std::int32_t> bones_at(std::span<const BonePlace> places, const vec2& point, float reach);

/// The bone to select by a click on `bones` while `selected` is selected: the one after it, so that repeated
/// clicks reach all, or the first; none if `bones` is empty.
std::int32_t next_of(std::span<const std::int32_t> bones, std::int32_t selected);

/// Where a ray (scene space) first meets an actor's surface, front or back, without hidden materials.
struct SurfaceHit {
  float distance = 0.0f;                    ///< along the ray, MMD units
  std::array<std::uint32_t, 3> triangle{};  ///< vertices
};
/// nullopt: the ray misses it, or the actor is not visible.
std::optional<SurfaceHit> surface_along(const Ray& ray, const Actor& actor);
/// The bone that moves a triangle most; none for vertices without bones.
std::int32_t bone_moving(const Model& model, const std::array<std::uint32_t, 3>& triangle);
/// The distance of the hit alone.
std::optional<float> distance_along(const Ray& ray, const Actor& actor);

}  // namespace mmd
