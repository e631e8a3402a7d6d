#include "make_sample/physics.h"

#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

namespace mmd::sample {
namespace {

enum Group : std::uint8_t { body_group, hair_group, skirt_group };
enum Shape : std::uint8_t { sphere, box, capsule };
enum Mode : std::uint8_t { follows_bone, physics };

constexpr std::uint16_t bit(Group g) {
  return static_cast<std::uint16_t>(1u << g);
}

/// Euler angles (radians; Y · X · Z, as a body's are read) that turn +Y to `axis` and keep X level.
vec3 upright_to(const vec3& axis) {
  const float y = std::atan2(axis.x, axis.z);
  const float x = std::acos(std::clamp(axis.y, -1.0f, 1.0f));
  return {x, y, 0.0f};
}

/// A body that carries nothing but keeps cloth and hair out.
struct Follower {
  const char *name, *bone;
  Shape shape;
  float radius;
  vec3 from, to;  ///< of the left side; equal for a sphere
  bool both;
};

pmx::RigidBody body(const std::string& name, const std::string& english, std::int32_t bone, vec3 from,
                    vec3 to) {
  pmx::RigidBody b;
  b.name = text(name);
  b.name_english = text(english);
  b.bone = bone;
  b.position = 0.5f * (from + to);
  if (from != to) b.rotation = upright_to(glm::normalize(to - from));
  b.linear_damping = b.angular_damping = 0.5f;
  b.friction = 0.5f;
  b.mass = 1.0f;
  return b;
}

void add_followers(pmx::File& file, const Rig& rig) {
  const vec3 skull(0, 17.72f, 0.05f);
  const Follower all[] = {
      {"頭", "頭", sphere, 1.72f, skull, skull, false},
      {"上半身2", "上半身2", capsule, 0.95f, {0, 13.1f, 0.02f}, {0, 13.9f, 0.02f}, false},
      {"下半身", "下半身", sphere, 1.08f, {0, 10.6f, 0.1f}, {0, 10.6f, 0.1f}, false},
      {"腕", "腕", capsule, 0.42f, joint::arm, joint::elbow, true},
      {"ひじ", "ひじ", capsule, 0.32f, joint::elbow, joint::wrist, true},
      {"足", "足D", capsule, 0.74f, joint::leg + vec3(0, -0.4f, 0), joint::knee + vec3(0, 0.5f, 0), true},
      {"ひざ", "ひざD", capsule, 0.47f, joint::knee, joint::ankle, true},
  };
  for (const Follower& f : all)
    for (const float side : {1.0f, -1.0f}) {
      if (side < 0.0f && !f.both) continue;
      const vec3 flip(side, 1, 1);
      const std::string s = !f.both ? "" : side > 0.0f ? "左" : "右";
      const std::int32_t bone = rig.find(s + f.bone);
      pmx::RigidBody b = body(
          s + f.name, pmx::to_utf8(rig.bones[static_cast<std::size_t>(bone)].name_english, text_encoding),
          bone, flip * f.from, flip * f.to);
      b.group = body_group;
      b.collision_mask = static_cast<std::uint16_t>(~(bit(hair_group) | bit(skirt_group)));
      b.shape = f.shape;
      b.size = {f.radius, f.shape == capsule ? glm::length(f.to - f.from) : 0.0f, 0.0f};
      b.mode = follows_bone;
      file.rigid_bodies.push_back(std::move(b));
    }
}

std::int32_t body_index(const pmx::File& file, const std::string& name) {
  const pmx::Text wanted = text(name);
  for (std::size_t i = 0; i < file.rigid_bodies.size(); ++i)
    if (file.rigid_bodies[i].name.bytes == wanted.bytes) return static_cast<std::int32_t>(i);
  return -1;
}

pmx::Joint joint_between(const std::string& name, const std::string& english, std::int32_t a, std::int32_t b,
                         vec3 at, vec3 rotation, float swing, vec3 spring) {
  pmx::Joint j;
  j.name = text(name);
  j.name_english = text(english);
  j.body_a = a;
  j.body_b = b;
  j.position = at;
  j.rotation = rotation;
  j.rotation_lower = vec3(-swing, -0.25f * swing, -swing);
  j.rotation_upper = vec3(swing, 0.25f * swing, swing);
  j.spring_rotation = spring;
  return j;
}

struct ChainPhysics {
  Group group;
  float width, thickness, mass, swing;  ///< a thickness of 0 makes capsules; radians
  vec3 spring;
};

void add_chain(pmx::File& file, const Rig& rig, const Chain& chain, const ChainPhysics& how) {
  std::int32_t before = body_index(file, chain.parent);
  for (std::size_t i = 0; i + 1 < chain.points.size(); ++i) {
    const std::string name = bone_of(chain, i), english = chain.english + std::to_string(i + 1);
    const vec3 from = chain.points[i], to = chain.points[i + 1];
    pmx::RigidBody b = body(name, english, rig.find(name), from, to);
    const float length = glm::length(to - from);
    b.group = how.group;
    b.collision_mask = bit(how.group);  // neighbours overlap: they must not push each other
    b.shape = how.thickness > 0.0f ? box : capsule;
    const float narrow = 1.0f - 0.12f * static_cast<float>(i);
    b.size = b.shape == box ? vec3(how.width, 0.5f * length, how.thickness)
                            : vec3(how.width * narrow, std::max(length - how.width, 0.1f), 0.0f);
    b.mass = how.mass * narrow;
    b.linear_damping = 0.9f;
    b.angular_damping = 0.99f;
    b.mode = physics;
    file.rigid_bodies.push_back(b);
    const auto index = static_cast<std::int32_t>(file.rigid_bodies.size() - 1);
    file.joints.push_back(
        joint_between(name, english, before, index, from, b.rotation, how.swing, how.spring));
    before = index;
  }
}

}  // namespace

void add_physics(pmx::File& file, const Rig& rig) {
  add_followers(file, rig);
  const float degree = pi / 180.0f;
  for (const Chain& c : skirt_chains())
    add_chain(file, rig, c, {skirt_group, 0.45f, 0.06f, 0.8f, 40.0f * degree, vec3(30.0f, 0.0f, 30.0f)});
  for (const Chain& c : hair_chains())
    add_chain(file, rig, c, {hair_group, 0.28f, 0.0f, 0.5f, 30.0f * degree, vec3(10.0f, 0.0f, 10.0f)});
  // Neighbouring columns of the skirt hold each other.
  const auto& columns = skirt_chains();
  for (std::size_t k = 0; k < columns.size(); ++k)
    for (std::size_t i = 0; i < static_cast<std::size_t>(skirt_rows); ++i) {
      const Chain &a = columns[k], &b = columns[(k + 1) % columns.size()];
      const auto middle = [i](const Chain& c) { return 0.5f * (c.points[i] + c.points[i + 1]); };
      pmx::Joint j = joint_between(bone_of(a, i) + "横", a.english + std::to_string(i + 1) + "_side",
                                   body_index(file, bone_of(a, i)), body_index(file, bone_of(b, i)),
                                   0.5f * (middle(a) + middle(b)), vec3(0.0f), 20.0f * degree, vec3(10.0f));
      j.translation_lower = vec3(-0.1f);
      j.translation_upper = vec3(0.1f);
      j.spring_translation = vec3(20.0f);
      file.joints.push_back(std::move(j));
    }
}

}  // namespace mmd::sample
