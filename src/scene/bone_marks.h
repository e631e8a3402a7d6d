#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/math.h"
#include "scene/scene.h"

namespace mmd {

/// What a bone is first of all, as its mark in a picture tells. The first that fits, in this order.
enum class BoneKind : std::uint8_t {
  ik,          ///< the goal of a chain
  physics,     ///< a rigid body moves it in MikuMikuDance, its parent does here
  fixed_axis,  ///< turns about one axis: twist bones
  append,      ///< takes over another bone's transform
  inoperable,  ///< the user cannot move it
  move,        ///< moves and turns
  rotate,
};
BoneKind kind_of(const Bone& bone);

/// Whether the user moves the bone, in MikuMikuDance too: neither physics nor only other bones do.
bool is_operable(const Bone& bone);
/// Whether the bone has a mark in a picture with these settings, unless it is the highlighted one.
bool has_mark(const Bone& bone, const RenderSettings& settings);

/// Where a bone's joint is in a picture: pixels from the top left.
struct BonePlace {
  std::int32_t bone = none;
  vec2 at{0.0f};
  bool operable = true;
};

/// The bones with a mark that lie before the camera, in file order, in a picture of `size` pixels.
std::vector<BonePlace> bones_in_picture(const Actor& actor, const Camera& camera,
                                        const RenderSettings& settings, const vec2& size);

/// The bones at the joint that is nearest to a point of the picture, if one is within `reach` pixels. Several
/// may have their joints in one place: those that can be operated come first, and of these that which is
/// drawn last, over the others.
std::vector<std::int32_t> bones_at(std::span<const BonePlace> places, const vec2& point, float reach);

/// Which of these bones is meant when they are picked while `selected` is: the first, or the one after it, so
/// that all of them can be reached. None if there are none.
std::int32_t next_of(std::span<const std::int32_t> bones, std::int32_t selected);

/// How far along a ray of the scene's space the surface of an actor is, from either side; without materials
/// that are hidden. nullopt: the ray misses it, or it is not drawn.
std::optional<float> distance_along(const Ray& ray, const Actor& actor);

}  // namespace mmd
