#include <algorithm>
#include <cmath>

#include <glm/geometric.hpp>

#include "make_sample/samples.h"

namespace mmd::sample {
namespace {

/// Hanging bodies collide with the body and the ground but not with each other, because neighbours overlap.
enum Group : std::uint8_t { body_group, hair_group, skirt_group, ribbon_group, ground_group = 15 };
enum Shape : std::uint8_t { sphere, box, capsule };
enum Mode : std::uint8_t { follows_bone, physics };

constexpr float degree = pi / 180.0f;

constexpr std::uint16_t bit(Group g) {
  return static_cast<std::uint16_t>(1u << g);
}

/// Euler angles (radians; Y · X · Z, the order of rigid bodies) that rotate +Y to `axis` and keep X level.
vec3 upright_to(const vec3& axis) {
  const float y = std::atan2(axis.x, axis.z);
  const float x = std::acos(std::clamp(axis.y, -1.0f, 1.0f));
  return {x, y, 0.0f};
}

/// A body that only keeps cloth and hair out.
struct Follower {
  const char *name, *bone;
  Shape shape;
  float radius;
  vec3 from, to;  ///< left side; equal for a sphere
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
  const vec3 skull(0, 17.32f, 0.12f), foot(joint::ankle.x, 0.55f, joint::ankle.z);
  const Follower all[] = {
      {"頭", "頭", sphere, 1.56f, skull, skull, false},
      {"上半身2", "上半身2", capsule, 0.95f, {0, 13.1f, 0.02f}, {0, 13.9f, 0.17f}, false},
      {"下半身", "下半身", sphere, 1.08f, {0, 10.6f, 0.1f}, {0, 10.6f, 0.1f}, false},
      {"腕", "腕", capsule, 0.42f, joint::arm, joint::elbow, true},
      {"ひじ", "ひじ", capsule, 0.32f, joint::elbow, joint::wrist, true},
      // The thigh narrows towards the knee, so that the skirt lies on it when she sits.
      {"足", "足D", capsule, 0.74f, joint::leg + vec3(0, -0.4f, 0), glm::mix(joint::leg, joint::knee, 0.42f),
       true},
      {"もも", "足D", capsule, 0.74f, glm::mix(joint::leg, joint::knee, 0.5f), joint::knee + vec3(0, 0.3f, 0),
       true},
      {"ひざ", "ひざD", capsule, 0.47f, joint::knee, joint::ankle, true},
      // Wider than the shoe: the sole is flat, and a skirt on it sags between its columns.
      {"足首", "足首D", capsule, 0.80f, foot + vec3(0, 0, 0.25f), foot - vec3(0, 0, 1.4f), true},
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
      b.collision_mask = bit(hair_group) | bit(skirt_group) | bit(ribbon_group);
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

/// Limits in degrees for the rotation of a chain's piece relative to the one above, in its own axes: X is
/// level and across the piece (positive: outwards), Y runs down the chain.
struct Turn {
  vec3 lower, upper;
};

pmx::Joint joint_between(const std::string& name, const std::string& english, std::int32_t a, std::int32_t b,
                         vec3 at, vec3 rotation, const Turn& turn, vec3 spring) {
  pmx::Joint j;
  j.name = text(name);
  j.name_english = text(english);
  j.body_a = a;
  j.body_b = b;
  j.position = at;
  j.rotation = rotation;
  j.rotation_lower = turn.lower * degree;
  j.rotation_upper = turn.upper * degree;
  j.spring_rotation = spring;
  return j;
}

/// One piece of a chain: its body and the joint to the piece above.
struct Piece {
  Shape shape;
  vec3 size;      ///< half extents of a box across and through (the chain sets y), or a capsule's radius
  float outward;  ///< distance of the body in front of its bone
  float mass;
  Turn turn;
  vec3 spring;
};
struct ChainPhysics {
  Group group;
  float linear_damping, angular_damping;
  std::size_t rigid;  ///< number of pieces at the root that follow their bones
  std::vector<Piece> pieces;
};

/// The level direction out of the body: from the middle of the trunk for skirts, to the front for the bow.
vec3 outward_of(Group group, const vec3& at) {
  if (group == ribbon_group) return {0, 0, -1};
  return glm::normalize(vec3(at.x, 0.0f, at.z - 0.06f));
}

void add_chain(pmx::File& file, const Rig& rig, const Chain& chain, const ChainPhysics& how) {
  std::int32_t before = body_index(file, chain.parent);
  for (std::size_t i = 0; i + 1 < chain.points.size(); ++i) {
    const Piece& piece = how.pieces[i];
    const std::string name = bone_of(chain, i), english = chain.english + std::to_string(i + 1);
    const vec3 from = chain.points[i], to = chain.points[i + 1];
    pmx::RigidBody b = body(name, english, rig.find(name), from, to);
    const float length = glm::length(to - from);
    b.position += piece.outward * outward_of(how.group, from);
    b.group = how.group;
    b.collision_mask = bit(body_group) | bit(ground_group);
    b.shape = piece.shape;
    b.size = b.shape == box ? vec3(piece.size.x, 0.5f * length, piece.size.z)
                            : vec3(piece.size.x, std::max(length - piece.size.x, 0.1f), 0.0f);
    b.mass = piece.mass;
    b.linear_damping = how.linear_damping;
    b.angular_damping = how.angular_damping;
    b.mode = i < how.rigid ? follows_bone : physics;
    file.rigid_bodies.push_back(b);
    const auto index = static_cast<std::int32_t>(file.rigid_bodies.size() - 1);
    if (b.mode == physics)
      file.joints.push_back(
          joint_between(name, english, before, index, from, b.rotation, piece.turn, piece.spring));
    before = index;
  }
}

/// The skirt keeps its flare: it hardly yields inwards, and the waist is stiff. Legs lift it, so its lower
/// rows are thick towards them. The numbers are tuned on the sample's poses, so that no thigh shows through.
ChainPhysics skirt_physics() {
  struct Row {
    float width, thickness, outward, mass, lift, spring;
  };
  constexpr Row rows[skirt_rows] = {{0.53f, 0.05f, 0.23f, 1.0f, 75.0f, 250.0f},
                                    {0.95f, 0.077f, 0.02f, 0.8f, 41.0f, 78.0f},
                                    {0.99f, 0.274f, -0.083f, 0.6f, 35.0f, 150.0f}};
  ChainPhysics out{skirt_group, 0.985f, 0.55f, 0, {}};
  for (const Row& r : rows)
    out.pieces.push_back({box,
                          {r.width, 0.0f, r.thickness},
                          r.outward,
                          r.mass,
                          {{-0.5f, -22.0f, -19.0f}, {r.lift, 22.0f, 19.0f}},
                          {r.spring, 0.0f, r.spring}});
  return out;
}

/// Hair: the first piece is fixed in its ribbon on the head.
ChainPhysics hair_physics() {
  ChainPhysics out{hair_group, 0.9f, 0.95f, 1, {}};
  for (int i = 0; i < 5; ++i) {
    const float narrow = 1.0f - 0.12f * static_cast<float>(i);
    const float swing = i == 1 ? 75.0f : 35.0f;
    out.pieces.push_back({capsule,
                          {0.28f * narrow, 0, 0},
                          0.0f,
                          0.5f * narrow,
                          {{-swing, -10.0f, -swing}, {swing, 10.0f, swing}},
                          {10.0f, 0.0f, 10.0f}});
  }
  return out;
}

/// The bow's ends are spread: they lean sideways and swing to the front.
ChainPhysics ribbon_physics() {
  const auto piece = [](float mass, float swing) {
    return Piece{
        capsule,           {0.05f, 0, 0}, 0.03f, mass, {{-3.0f, -10.0f, -swing}, {30.0f, 10.0f, swing}},
        {5.0f, 0.0f, 1.0f}};
  };
  return {ribbon_group, 0.9f, 0.9f, 0, {piece(0.2f, 70.0f), piece(0.15f, 40.0f)}};
}

/// Joins neighbouring columns of the skirt, less stiffly towards the hem.
void add_skirt_hoops(pmx::File& file) {
  constexpr float give[skirt_rows] = {0.28f, 0.39f, 0.70f};
  const Turn turn{vec3(-37.0f), vec3(37.0f)};
  const auto& columns = skirt_chains();
  for (std::size_t k = 0; k < columns.size(); ++k)
    for (std::size_t i = 0; i < static_cast<std::size_t>(skirt_rows); ++i) {
      const Chain &a = columns[k], &b = columns[(k + 1) % columns.size()];
      const auto middle = [i](const Chain& c) { return 0.5f * (c.points[i] + c.points[i + 1]); };
      pmx::Joint j = joint_between(bone_of(a, i) + "横", a.english + std::to_string(i + 1) + "_side",
                                   body_index(file, bone_of(a, i)), body_index(file, bone_of(b, i)),
                                   0.5f * (middle(a) + middle(b)), vec3(0.0f), turn, vec3(0.0f));
      j.translation_lower = vec3(-give[i]);
      j.translation_upper = vec3(give[i]);
      j.spring_translation = vec3(14.0f);
      file.joints.push_back(std::move(j));
    }
}

}  // namespace

void add_physics(pmx::File& file, const Rig& rig) {
  add_followers(file, rig);
  for (const Chain& c : skirt_chains()) add_chain(file, rig, c, skirt_physics());
  for (const Chain& c : hair_chains()) add_chain(file, rig, c, hair_physics());
  for (const Chain& c : ribbon_chains()) add_chain(file, rig, c, ribbon_physics());
  add_skirt_hoops(file);
}

}  // namespace mmd::sample
