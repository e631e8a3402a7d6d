#include <cmath>

#include "bench/models.h"

namespace mmd::bench {
namespace {

constexpr int rows = 4;  // bodies below each other in a strand

pmx::RigidBody raw_body(std::int32_t bone, std::uint8_t mode, const vec3& position, const vec3& size) {
  pmx::RigidBody b;
  b.bone = bone;
  b.mode = mode;
  b.shape = 2;
  b.position = position;
  b.size = size;
  b.group = mode == 0 ? 0 : 1;
  b.collision_mask = mode == 0 ? 2 : 1;
  b.mass = 1.0f;
  b.linear_damping = b.angular_damping = 0.9f;
  b.friction = 0.5f;
  return b;
}

/// Adds bodies and joints, and the bones that they move, to a file.
class Skirt {
 public:
  explicit Skirt(pmx::File& file) : file_(file) {}

  void add_body(std::int32_t bone, std::uint8_t mode, const vec3& at, const vec3& size) {
    file_.rigid_bodies.push_back(raw_body(bone, mode, at, size));
  }
  std::int32_t add_bone(std::int32_t parent, const vec3& at) {
    pmx::Bone b;
    b.parent = parent;
    b.position = at;
    file_.bones.push_back(b);
    return static_cast<std::int32_t>(file_.bones.size()) - 1;
  }
  void add_joint(std::size_t a, std::size_t b, const vec3& at, float swing) {
    pmx::Joint j;
    j.body_a = static_cast<std::int32_t>(a);
    j.body_b = static_cast<std::int32_t>(b);
    j.position = at;
    j.rotation_lower = vec3(-swing);
    j.rotation_upper = vec3(swing);
    j.spring_rotation = vec3(20.0f);
    file_.joints.push_back(j);
  }
  std::size_t bodies() const { return file_.rigid_bodies.size(); }

 private:
  pmx::File& file_;
};

}  // namespace

void add_skirt(pmx::File& file, std::int32_t root, int count) {
  Skirt skirt(file);
  const vec3 waist = file.bones[static_cast<std::size_t>(root)].position;
  const std::size_t first = skirt.bodies();
  skirt.add_body(root, 0, waist, {0.8f, 0.5f, 0});
  for (const float side : {-1.0f, 1.0f}) skirt.add_body(root, 0, waist + vec3(side, -4, 0), {0.7f, 5, 0});
  const int columns = count / rows;
  for (int c = 0; c < columns; ++c) {
    const float angle = 2.0f * pi * static_cast<float>(c) / static_cast<float>(columns);
    std::int32_t parent = root;
    for (int r = 0; r < rows; ++r) {
      const float radius = 1.6f + 0.35f * static_cast<float>(r);
      const vec3 at =
          waist + vec3(radius * std::cos(angle), -1.0f - static_cast<float>(r), radius * std::sin(angle));
      parent = skirt.add_bone(parent, at + vec3(0, 0.5f, 0));
      const std::size_t body = skirt.bodies();
      skirt.add_body(parent, 1, at, {0.15f, 0.7f, 0});
      skirt.add_joint(r == 0 ? first : body - 1, body, at + vec3(0, 0.5f, 0), 0.6f);
      if (c > 0) skirt.add_joint(body - rows, body, at, 0.3f);
    }
  }
}

}  // namespace mmd::bench
