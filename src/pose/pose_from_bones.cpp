#include "pose/pose_from_bones.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/math.h"
#include "base/rotations.h"

namespace mmd {
namespace {

/// Orders bones after their append sources and their parents; if a bone appends a bone below it, that source
/// comes before its parent.
class SolvingOrder {
 public:
  explicit SolvingOrder(const Skeleton& skeleton)
      : bones_(skeleton.bones), state_(bones_.size(), State::unseen) {
    out_.reserve(bones_.size());
  }

  std::vector<std::int32_t> run() {
    for (std::size_t b = 0; b < bones_.size(); ++b) visit(static_cast<std::int32_t>(b));
    return std::move(out_);
  }

 private:
  enum class State : std::uint8_t { unseen, open, done };

  void visit(std::int32_t start) {
    std::vector<std::int32_t> path{start};
    while (!path.empty()) {
      const std::int32_t top = path.back();
      if (state_[at(top)] == State::done) {
        path.pop_back();
        continue;
      }
      state_[at(top)] = State::open;
      const std::int32_t source = bones_[at(top)].append.source, parent = bones_[at(top)].parent;
      if (source != none && state_[at(source)] == State::unseen) {
        path.push_back(source);
        continue;
      }
      if (source != none) emit(source);  // an open source waits, through its parent, for this bone
      if (parent != none && state_[at(parent)] == State::unseen) {
        path.push_back(parent);
        continue;
      }
      emit(top);
    }
  }

  /// Emits a bone after its append sources, whose cycles the model has cut.
  void emit(std::int32_t bone) {
    std::vector<std::int32_t> sources;
    for (; bone != none && state_[at(bone)] != State::done; bone = bones_[at(bone)].append.source)
      sources.push_back(bone);
    for (auto s = sources.rbegin(); s != sources.rend(); ++s) {
      state_[at(*s)] = State::done;
      out_.push_back(*s);
    }
  }

  const std::vector<Bone>& bones_;
  std::vector<State> state_;
  std::vector<std::int32_t> out_;
};

/// The rotation about `axis` (unit or zero) nearest to q.
quat twist_about(const quat& q, const vec3& axis) {
  const float along = glm::dot(vec3(q.x, q.y, q.z), axis);
  const float length = std::sqrt(q.w * q.w + along * along);
  if (!(length > 1e-6f) || axis == vec3(0.0f)) return identity_rotation();
  return quat(q.w / length, axis * (along / length));
}

/// Whether both are equal apart from float rounding along a chain of bones.
bool is_nearly_equal(const vec3& a, const vec3& b) {
  return glm::length(a - b) < 2e-5f;
}
bool is_nearly_equal(const quat& a, const quat& b) {
  const vec4 p(a.x, a.y, a.z, a.w), q(b.x, b.y, b.z, b.w);
  return std::min(glm::length(p - q), glm::length(p + q)) < 2e-6f;
}

float angle_between(const quat& a, const quat& b) {
  const quat difference = glm::conjugate(a) * b;
  return 2.0f *
         std::atan2(glm::length(vec3(difference.x, difference.y, difference.z)), std::abs(difference.w));
}

}  // namespace

PoseFromBones::PoseFromBones(const Skeleton& skeleton, std::vector<std::uint8_t> has_keys)
    : skeleton_(skeleton),
      has_keys_(std::move(has_keys)),
      order_(SolvingOrder(skeleton).run()),
      solved_(skeleton.bones.size()),
      total_(skeleton.bones.size()),
      reached_(skeleton.bones.size()) {}

void PoseFromBones::solve(std::span<const Affine> palette, const MorphedBones& morphed,
                          std::span<vec3> translation, std::span<quat> rotation) {
  std::fill(solved_.begin(), solved_.end(), std::uint8_t{0});
  for (const std::int32_t bone : order_)
    solve_bone(at(bone), palette, morphed, translation[at(bone)], rotation[at(bone)]);
}

/// The appended part of a bone's transform (semantics, "From pose to bone matrices", 3).
PoseFromBones::Local PoseFromBones::appended(const Bone& bone, std::span<const Affine> palette) const {
  Local out;
  const Append& append = bone.append;
  if (append.source == none) return out;
  const std::size_t source = at(append.source);
  const Affine& placed = solved_[source] != 0 ? reached_[source] : palette[source];
  const vec3 rest = skeleton_.bones[source].rest;
  if (append.rotation)
    out.rotation =
        scaled_rotation(append.local ? rotation_of(placed) : total_[source].rotation, append.ratio);
  if (append.translation)
    out.translation =
        append.ratio * (append.local ? transform_point(placed, rest) - rest : total_[source].translation);
  return out;
}

/// The part of a rotation that a key of the bone can store.
quat PoseFromBones::storable(std::size_t bone, const quat& wanted) {
  constexpr float noise = 1e-4f;  // float rounding, radians
  if (has_keys_[bone] == 0) return identity_rotation();
  const Bone& b = skeleton_.bones[bone];
  if (!b.has_fixed_axis) return wanted;
  const quat twist = twist_about(wanted, b.fixed_axis);
  const float lost = angle_between(twist, wanted);
  if (lost > std::max(loss_.angle, noise)) loss_ = {static_cast<std::int32_t>(bone), lost};
  return twist;
}

void PoseFromBones::solve_bone(std::size_t bone, std::span<const Affine> palette, const MorphedBones& morphed,
                               vec3& translation, quat& rotation) {
  const Bone& b = skeleton_.bones[bone];
  const Affine parent = b.parent == none             ? Affine()
                        : solved_[at(b.parent)] != 0 ? reached_[at(b.parent)]
                                                     : palette[at(b.parent)];
  const quat back = glm::conjugate(rotation_of(parent));
  const bool is_morphed = !morphed.rotation.empty();
  const quat morph = is_morphed ? morphed.rotation[bone] : identity_rotation();
  const vec3 shift = is_morphed ? morphed.translation[bone] : vec3(0.0f);
  const Local append = appended(b, palette);

  // Rotations: total = morph * own * append; translations: a sum.
  const quat wanted = back * rotation_of(palette[bone]);
  const quat own =
      storable(bone, glm::normalize(glm::conjugate(morph) * wanted * glm::conjugate(append.rotation)));
  if (!is_nearly_equal(own, rotation)) rotation = own;
  const vec3 position = transform_point(palette[bone], b.rest);
  const vec3 moved = back * (position - translation_of(parent)) - b.rest - append.translation - shift;
  const vec3 own_move = has_keys_[bone] != 0 ? moved : vec3(0.0f);
  if (!is_nearly_equal(own_move, translation)) translation = own_move;

  Local& total = total_[bone];
  total.rotation = glm::normalize(morph * rotation * append.rotation);
  total.translation = translation + shift + append.translation;
  reached_[bone] = parent * affine_from(total.rotation, b.rest + total.translation - total.rotation * b.rest);
  solved_[bone] = 1;
}

}  // namespace mmd
