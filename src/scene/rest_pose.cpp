#include "scene/rest_pose.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/handedness.h"
#include "physics/body_transform.h"
#include "skin/skinning.h"

namespace mmd {
namespace {

/// Smaller changes are rounding of the evaluation.
constexpr float no_change = 2e-6f;

/// The Euler angles of exact_rest(): Ry * Rx * Rz.
vec3 euler_angles(const glm::dquat& rotation) {
  const glm::dmat3 m = glm::mat3_cast(glm::normalize(rotation));  // m[column][row]
  const double sine = std::clamp(-m[2][1], -1.0, 1.0);
  if (std::abs(sine) > 1.0 - 1e-12)
    return vec3(glm::dvec3(std::asin(sine), std::atan2(-m[0][2], m[0][0]), 0.0));
  return vec3(glm::dvec3(std::asin(sine), std::atan2(m[2][0], m[2][2]), std::atan2(m[0][1], m[1][1])));
}

bool is_identity(const Affine& a) {
  for (std::size_t r = 0; r < 3; ++r)
    for (glm::length_t c = 0; c < 4; ++c)
      if (std::abs(a.row[r][c] - (c == static_cast<glm::length_t>(r) ? 1.0f : 0.0f)) > no_change)
        return false;
  return true;
}

/// Sets a value unless it differs by rounding only.
bool set_moved(vec3& value, const vec3& now) {
  if (glm::length(now - value) <= no_change) return false;
  value = now;
  return true;
}

class RestPose {
 public:
  RestPose(pmx::File& file, const Actor& posed) : file_(file), posed_(posed), model_(posed.model()) {
    for (std::size_t b = 0; b < file.bones.size(); ++b) {
      const Affine placed = mirror(posed.palette()[b]);
      turned_.push_back({placed, is_identity(placed)});
    }
  }

  RestPoseReport run() {
    find_linear_parts();
    sdef();  // needs the weights only
    vertices();
    morphs();
    limits();  // needs the old axes
    bones();
    goals();
    bodies();
    joints();
    count_material_morphs();
    return std::move(report_);
  }

 private:
  /// From rest to the pose, in MMD's space.
  struct Turned {
    Affine placed;
    bool is_still;
  };

  const Turned* turned(std::int32_t bone) const {
    const bool is_there = is_index(bone, turned_.size());
    return is_there && !turned_[static_cast<std::size_t>(bone)].is_still
               ? &turned_[static_cast<std::size_t>(bone)]
               : nullptr;
  }
  quat rotation(std::int32_t bone) const {
    const Turned* t = turned(bone);
    return t != nullptr ? rotation_of(t->placed) : identity_rotation();
  }

  /// Per vertex the linear part of its skinning, which is affine in the position: from three moved copies.
  void find_linear_parts() {
    const std::size_t count = posed_.positions().size();
    linear_.resize(count);
    std::vector<vec3> moved(posed_.positions().begin(), posed_.positions().end()), out(count), normals(count);
    SkinWorkspace workspace;
    for (glm::length_t axis = 0; axis < 3; ++axis) {
      for (vec3& p : moved) p[axis] += 1.0f;
      skin_vertices(*posed_.skin_plan(), workspace, moved, posed_.palette(), out, normals);
      for (vec3& p : moved) p[axis] -= 1.0f;
      for (std::size_t v = 0; v < count; ++v) linear_[v][axis] = out[v] - posed_.posed_positions()[v];
    }
  }
  /// An offset of a vertex, in MMD's space.
  vec3 turned_offset(std::uint32_t vertex, const vec3& offset) const {
    return mirror(linear_[vertex] * mirror(offset));
  }

  void vertices() {
    pmx::Vertices& vertices = file_.vertices;
    for (std::size_t v = 0; v < vertices.size(); ++v) {
      const vec3 normal = mirror(posed_.posed_normals()[v]);
      bool moved = set_moved(vertices.position[v], mirror(posed_.posed_positions()[v]));
      if (glm::length(normal) > 0.5f && glm::length(vertices.normal[v]) > 0.0f &&
          glm::length(normal - glm::normalize(vertices.normal[v])) > 1e-5f) {
        vertices.normal[v] = normal;
        moved = true;
      }
      if (v < posed_.uv().size() && posed_.uv()[v] != model_.vertices.uv[v]) vertices.uv[v] = posed_.uv()[v];
      report_.vertices += moved;
    }
  }

  /// C, R0 and R1 so that C and both CR lie where the pose has them (semantics, "Skinning").
  void sdef() {
    const VertexStreams& streams = model_.vertices;
    std::size_t built = 0, raw = 0;
    for (std::size_t v = 0; v < file_.vertices.size(); ++v) {
      if (file_.vertices.type[v] != WeightType::sdef) continue;
      pmx::Sdef& points = file_.vertices.sdef[raw++];
      if (built == streams.sdef_vertices.size() || streams.sdef_vertices[built] != v) continue;
      const SdefConstants& constants = streams.sdef[built++];
      const std::array<std::uint32_t, 4>& bones = streams.bones[v];
      if (turned(static_cast<std::int32_t>(bones[0])) == nullptr &&
          turned(static_cast<std::int32_t>(bones[1])) == nullptr)
        continue;
      const float w0 = streams.weights[v].x, w1 = streams.weights[v].y;
      const vec3 cr0 = transform_point(posed_.palette()[bones[0]], constants.cr0),
                 cr1 = transform_point(posed_.palette()[bones[1]], constants.cr1);
      const vec3 c = w0 * cr0 + w1 * cr1, apart = 2.0f * (cr0 - cr1);
      points.c = mirror(c);
      points.r0 = mirror(c + w1 * apart);
      points.r1 = mirror(c - w0 * apart);
    }
  }

  void morphs() {
    for (pmx::Morph& morph : file_.morphs) {
      bool changed = false;
      if (auto* of_vertices = std::get_if<std::vector<pmx::VertexOffset>>(&morph.offsets)) {
        for (pmx::VertexOffset& o : *of_vertices)
          if (o.vertex < linear_.size() && set_moved(o.offset, turned_offset(o.vertex, o.offset)))
            changed = true;
      } else if (auto* of_bones = std::get_if<std::vector<pmx::BoneOffset>>(&morph.offsets)) {
        for (pmx::BoneOffset& o : *of_bones) changed |= turn(o);
      }
      report_.morphs += changed;
    }
  }
  /// Into the axes of the bone's parent.
  bool turn(pmx::BoneOffset& o) const {
    if (!is_index(o.bone, file_.bones.size())) return false;
    const std::int32_t parent = model_.bone(o.bone).parent;
    if (turned(parent) == nullptr) return false;
    const quat g = rotation(parent);
    o.translation = g * o.translation;
    const quat q = g * quat(o.rotation.w, o.rotation.x, o.rotation.y, o.rotation.z) * glm::conjugate(g);
    o.rotation = {q.x, q.y, q.z, q.w};
    return true;
  }

  /// Limits about one axis count from the new rest.
  void limits() {
    for (const IkChain& chain : model_.skeleton.ik_chains) {
      for (pmx::IkLink& link : file_.bones[static_cast<std::size_t>(chain.bone)].ik.links) {
        if (link.has_limits != 1 || link.bone < 0 ||
            static_cast<std::size_t>(link.bone) >= file_.bones.size())
          continue;
        shift(link);
      }
    }
  }
  void shift(pmx::IkLink& link) {
    const auto b = static_cast<std::size_t>(link.bone);
    const quat local = mirror(posed_.bones().local_rotation(link.bone));
    const quat parent = rotation(model_.skeleton.bones[b].parent);
    std::vector<glm::length_t> free;
    for (glm::length_t axis = 0; axis < 3; ++axis)
      if (link.lower[axis] != link.upper[axis]) free.push_back(axis);
    constexpr float turned_much = 0.0175f;  // a degree
    if (free.size() == 1) {
      const glm::length_t axis = free.front();
      const vec3 parts(local.x, local.y, local.z);
      const float angle = 2.0f * std::atan2(parts[axis], local.w);
      if (std::abs(angle) > no_change) {
        link.lower[axis] -= angle;
        link.upper[axis] -= angle;
      }
      vec3 unit(0.0f);
      unit[axis] = 1.0f;
      if (glm::length(parent * unit - unit) <= turned_much) return;
    } else if (glm::angle(local) <= turned_much && glm::angle(parent) <= turned_much) {
      return;
    }
    std::string name = model_.skeleton.bones[b].name;
    if (std::find(report_.turned_limits.begin(), report_.turned_limits.end(), name) ==
        report_.turned_limits.end())
      report_.turned_limits.push_back(std::move(name));
  }

  void bones() {
    for (std::size_t b = 0; b < file_.bones.size(); ++b) {
      const Turned* t = turned(static_cast<std::int32_t>(b));
      if (t == nullptr) continue;
      pmx::Bone& bone = file_.bones[b];
      const quat g = rotation_of(t->placed);
      bool changed = set_moved(bone.position, transform_point(t->placed, bone.position));
      for (vec3* v : {&bone.tail_offset, &bone.fixed_axis, &bone.local_x, &bone.local_z})
        changed |= set_moved(*v, g * *v);
      report_.bones += changed;
    }
  }

  void goals() {
    for (std::size_t c = 0; c < model_.skeleton.ik_chains.size(); ++c) {
      const IkChain& chain = model_.skeleton.ik_chains[c];
      if (chain.joints.empty() || chain.effector == chain.bone || !posed_.bones().ik_results()[c].enabled)
        continue;
      set_moved(file_.bones[static_cast<std::size_t>(chain.bone)].position,
                file_.bones[static_cast<std::size_t>(chain.effector)].position);
    }
  }

  bool place(const Turned* t, vec3& position, vec3& angles) const {
    if (t == nullptr) return false;
    position = transform_point(t->placed, position);
    const glm::dquat g(rotation_of(t->placed));
    angles = euler_angles(g * exact_rest(position, angles).rotation);
    return true;
  }
  void bodies() {
    for (pmx::RigidBody& body : file_.rigid_bodies)
      report_.bodies += place(turned(body.bone), body.position, body.rotation);
  }
  /// With the bone of the second body, which hangs on it.
  void joints() {
    const auto bone_of = [&](std::int32_t body) {
      return is_index(body, file_.rigid_bodies.size())
                 ? file_.rigid_bodies[static_cast<std::size_t>(body)].bone
                 : none;
    };
    for (pmx::Joint& joint : file_.joints) {
      const std::int32_t second = bone_of(joint.body_b);
      report_.joints +=
          place(turned(second != none ? second : bone_of(joint.body_a)), joint.position, joint.rotation);
    }
  }

  void count_material_morphs() {
    for (std::size_t m = 0; m < model_.morphs.size(); ++m)
      if (std::holds_alternative<MaterialMorph>(model_.morphs[m].data) && posed_.morph_weights()[m] != 0.0f)
        ++report_.material_morphs;
  }

  pmx::File& file_;
  const Actor& posed_;
  const Model& model_;
  std::vector<Turned> turned_;
  std::vector<mat3> linear_;  ///< right-handed
  RestPoseReport report_;
};

}  // namespace

RestPoseReport take_rest_pose(pmx::File& file, const Actor& posed) {
  return RestPose(file, posed).run();
}

}  // namespace mmd
