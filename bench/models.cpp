#include "bench/models.h"

#include <algorithm>
#include <random>

namespace mmd::bench {
namespace {

float uniform(std::mt19937& random, float low, float high) {
  return low + (high - low) * static_cast<float>(random() % 65536) / 65535.0f;
}

/// Adds bones at plausible positions to a file.
class Builder {
 public:
  explicit Builder(std::uint32_t seed) : random_(seed) { file_.header.encoding = pmx::TextEncoding::utf8; }

  std::int32_t bone(std::int32_t parent, const vec3& offset, std::int32_t layer = 0) {
    pmx::Bone b;
    b.name = pmx::from_utf8(std::to_string(file_.bones.size()), file_.header.encoding);
    b.parent = parent;
    b.layer = layer;
    b.position = offset + (parent < 0 ? vec3(0.0f) : at(parent).position);
    b.flags = pmx::bone_rotatable | pmx::bone_movable | pmx::bone_visible;
    file_.bones.push_back(b);
    return static_cast<std::int32_t>(file_.bones.size()) - 1;
  }
  std::int32_t append(std::int32_t parent, std::int32_t source, float ratio, std::int32_t layer) {
    const std::int32_t b = bone(parent, vec3(0.0f), layer);
    at(b).position = at(source).position;
    at(b).flags |= pmx::bone_append_rotation;
    at(b).append_source = source;
    at(b).append_ratio = ratio;
    return b;
  }
  std::int32_t ik(std::int32_t parent, std::int32_t effector, int iterations, float unit,
                  std::vector<pmx::IkLink> links) {
    const std::int32_t b = bone(parent, vec3(0.0f));
    at(b).position = at(effector).position;
    at(b).flags |= pmx::bone_ik;
    at(b).ik = {effector, iterations, unit, std::move(links)};
    return b;
  }
  static pmx::IkLink free_link(std::int32_t bone) { return {bone, 0, vec3(0.0f), vec3(0.0f)}; }
  static pmx::IkLink knee(std::int32_t bone) { return {bone, 1, {-3.1415927f, 0, 0}, {-0.0087266f, 0, 0}}; }

  /// A hanging strand of `length` bones.
  std::int32_t strand(std::int32_t parent, int length, const vec3& step) {
    for (int i = 0; i < length; ++i) parent = bone(parent, step + vec3(uniform(random_, -0.05f, 0.05f)));
    return parent;
  }
  /// Adds strands of six bones below `parent` until there are `count` bones.
  void fill(std::int32_t parent, std::size_t count) {
    while (file_.bones.size() < count) {
      const auto left = static_cast<int>(count - file_.bones.size());
      strand(parent, std::min(left, 6), {0.0f, -0.4f, 0.05f});
    }
  }
  /// 足, ひざ, 足首, つま先, IK bones and D-bones: 9 bones, 3 of them append.
  void leg(std::int32_t waist, std::int32_t root, float side) {
    const std::int32_t hip = bone(waist, {0.8f * side, -0.5f, 0.0f}), shin = bone(hip, {0.05f, -4.6f, -0.3f});
    const std::int32_t foot = bone(shin, {0.0f, -4.4f, 0.5f}), toe = bone(foot, {0.0f, -1.0f, -1.2f});
    const std::int32_t goal = ik(root, foot, 40, 2.0f, {knee(shin), free_link(hip)});
    ik(goal, toe, 3, 4.0f, {free_link(foot)});
    const std::int32_t hip_d = append(waist, hip, 1.0f, 1), shin_d = append(hip_d, shin, 1.0f, 1);
    append(shin_d, foot, 1.0f, 1);
  }
  pmx::Bone& at(std::int32_t b) { return file_.bones[static_cast<std::size_t>(b)]; }
  pmx::File take() { return std::move(file_); }

 private:
  std::mt19937 random_;
  pmx::File file_;
};

/// Shoulder to wrist with twist helpers: 12 bones, 8 of them append.
void arm(Builder& b, std::int32_t chest, float side) {
  const std::int32_t shoulder = b.bone(chest, {0.5f * side, 1.0f, 0}),
                     upper = b.bone(shoulder, {1.0f * side, 0, 0});
  const std::int32_t twist = b.bone(upper, {1.0f * side, -0.8f, 0});
  for (const float ratio : {0.25f, 0.5f, 0.75f}) b.append(upper, twist, ratio, 0);
  const std::int32_t elbow = b.bone(twist, {1.0f * side, -0.8f, 0}),
                     hand_twist = b.bone(elbow, {1.0f * side, -0.8f, 0});
  for (const float ratio : {0.25f, 0.5f, 0.75f}) b.append(elbow, hand_twist, ratio, 0);
  const std::int32_t wrist = b.bone(hand_twist, {0.8f * side, -0.6f, 0});
  for (int finger = 0; finger < 5; ++finger) b.strand(wrist, 3, {0.3f * side, -0.2f, 0.0f});
  b.append(chest, shoulder, -1.0f, 0);
  b.append(chest, upper, 0.5f, 0);
}

}  // namespace

pmx::File body_skeleton() {
  Builder b(1);
  const std::int32_t root = b.bone(-1, vec3(0.0f)), centre = b.bone(root, {0, 8, 0}),
                     groove = b.bone(centre, {0, 0.2f, 0});
  const std::int32_t waist = b.bone(groove, {0, 2, 0}), lower = b.bone(waist, vec3(0.0f));
  const std::int32_t chest = b.bone(b.bone(waist, {0, 1, 0}), {0, 1.5f, 0}), neck = b.bone(chest, {0, 2, 0});
  const std::int32_t head = b.bone(neck, {0, 0.8f, 0}), eyes = b.bone(head, {0, 2, -0.5f});
  for (const float side : {1.0f, -1.0f}) {
    const std::int32_t eye = b.bone(head, {0.5f * side, 1, -0.5f});
    b.at(eye).flags |= pmx::bone_append_rotation;
    b.at(eye).append_source = eyes;
    b.at(eye).append_ratio = 1.0f;
    b.append(lower, waist, -1.0f, 0);
    arm(b, chest, side);
    b.leg(lower, root, side);
  }
  b.fill(head, 250);
  b.fill(lower, 439);
  return b.take();
}

pmx::File chains_skeleton() {
  Builder b(2);
  const std::int32_t root = b.bone(-1, vec3(0.0f)), centre = b.bone(root, {0, 8, 0}),
                     waist = b.bone(centre, {0, 2, 0});
  const std::int32_t head = b.bone(b.bone(waist, {0, 3, 0}), {0, 3, 0});
  b.leg(waist, root, 1.0f);   // 40 x 2 and 3 x 1 link turns
  b.leg(waist, root, -1.0f);  // the same: 166 together
  struct Strand {
    int links, iterations;
  };
  // 190 more.
  for (const Strand s : {Strand{7, 10}, Strand{6, 10}, Strand{6, 10}}) {
    std::vector<pmx::IkLink> links;
    std::int32_t bone = b.strand(head, 1, {0.4f, -0.2f, 0.3f});
    for (int i = 0; i < s.links; ++i) {
      links.insert(links.begin(), Builder::free_link(bone));
      bone = b.bone(bone, {0.02f, -0.8f, 0.03f});
    }
    b.ik(head, bone, s.iterations, 0.5f, links);
  }
  b.fill(head, 177);
  return b.take();
}

pmx::File plain_skeleton(int bone_count) {
  Builder b(3);
  const std::int32_t root = b.bone(-1, vec3(0.0f));
  b.fill(root, static_cast<std::size_t>(bone_count));
  return b.take();
}

namespace {

/// Weight type and first of the consecutive bones of vertex `i`.
struct Moving {
  pmx::WeightType type;
  std::int32_t bone;
};

template <class MovingOf>
pmx::File skinned(int vertex_count, MovingOf moving_of) {
  pmx::File file = body_skeleton();
  std::mt19937 random(4);
  const auto count = static_cast<std::size_t>(vertex_count);
  pmx::Vertices& v = file.vertices;
  v.position.resize(count);
  v.normal.resize(count);
  v.uv.resize(count);
  v.type.resize(count);
  v.bones.resize(count);
  v.weights.resize(count);
  v.edge_scale.resize(count);
  const auto bones = static_cast<std::int32_t>(file.bones.size());
  for (std::size_t i = 0; i < count; ++i) {
    const auto [type, first] = moving_of(i, random);
    const auto bone = [&, of = first](int k) { return (of + k) % bones; };
    const vec3 centre = file.bones[static_cast<std::size_t>(bone(0))].position;
    v.position[i] = centre + vec3(uniform(random, -1, 1), uniform(random, -1, 1), uniform(random, -1, 1));
    v.normal[i] = glm::normalize(vec3(uniform(random, -1, 1), uniform(random, -1, 1), 1.5f));
    v.uv[i] = vec2(uniform(random, 0, 1), uniform(random, 0, 1));
    v.type[i] = type;
    v.bones[i] = {bone(0), bone(1), bone(2), bone(3)};
    const float w = uniform(random, 0.1f, 0.9f);
    v.weights[i] = {w, (1 - w) * 0.5f, (1 - w) * 0.3f, (1 - w) * 0.2f};
    v.edge_scale[i] = 1.0f;
    if (type == pmx::WeightType::sdef)
      v.sdef.push_back({centre, centre + vec3(0, 0.5f, 0), centre - vec3(0, 0.5f, 0)});
  }
  file.indices.resize(count / 3 * 3);
  for (std::size_t i = 0; i < file.indices.size(); ++i) file.indices[i] = static_cast<std::uint32_t>(i);
  file.materials.resize(1);
  file.materials[0].index_count = static_cast<std::int32_t>(file.indices.size());
  return file;
}

}  // namespace

pmx::File skinned_body(int vertex_count, pmx::WeightType type) {
  return skinned(vertex_count, [type](std::size_t i, std::mt19937&) {
    return Moving{type, static_cast<std::int32_t>(i / 64)};  // neighbours share their bones
  });
}

pmx::File mixed_body(int vertex_count) {
  using enum WeightType;
  constexpr pmx::WeightType types[] = {bdef1, bdef2, bdef1, bdef2, bdef4, bdef1, bdef2, sdef};
  return skinned(vertex_count, [&](std::size_t i, std::mt19937& random) {
    const auto run = static_cast<std::int32_t>(i / 300);
    return Moving{types[run % 8], run * 3 + static_cast<std::int32_t>(random() % 8)};
  });
}

Pose strained_pose(const Model& model) {
  Pose pose(model);
  std::mt19937 random(5);
  for (quat& q : pose.rotation) {
    q = glm::normalize(
        quat(1.0f, uniform(random, -0.2f, 0.2f), uniform(random, -0.2f, 0.2f), uniform(random, -0.2f, 0.2f)));
  }
  for (const IkChain& chain : model.skeleton.ik_chains) {
    // Found by search: hardly any chain reaches its goal or stops (164 of 166 and 354 of 356 link rotations
    // run).
    pose.translation[static_cast<std::size_t>(chain.bone)] = {-1.0f, 0.0f, -1.5f};
  }
  return pose;
}

}  // namespace mmd::bench
