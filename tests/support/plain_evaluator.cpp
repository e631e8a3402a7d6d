#include <algorithm>
#include <cmath>

#include <glm/mat3x3.hpp>

#include "tests/support/random_skeletons.h"

namespace mmd::test {
namespace {

using glm::dmat3;
using glm::dquat;
using glm::dvec3;
constexpr double pi = 3.14159265358979323846;

dvec3 wide(const vec3& v) {
  return dvec3(v);
}

dquat turn(const dvec3& axis, double angle) {
  return dquat(std::cos(angle / 2), axis * std::sin(angle / 2));
}

dquat slerp_from_identity(dquat q, double ratio) {
  if (q.w < 0) q = -q;
  const dvec3 v(q.x, q.y, q.z);
  const double s = glm::length(v);
  if (s < 1e-15) return dquat(1, 0, 0, 0);
  return turn(v / s, 2 * std::atan2(s, q.w) * ratio);
}

const dvec3 unit_axes[3] = {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}};

class Evaluator {
 public:
  Evaluator(const pmx::File& file, const std::vector<PlainInput>& inputs, const PlainSwitches& switches)
      : bones_(file.bones), inputs_(inputs), switches_(switches), count_(file.bones.size()) {
    q_.resize(count_, dquat(1, 0, 0, 0));
    t_.resize(count_, dvec3(0));
    ik_.resize(count_, dquat(1, 0, 0, 0));
    settled_.resize(count_, false);
  }

  const std::vector<PlainIk>& chains() const { return chains_; }

  std::vector<PlainBone> run() {
    for (const std::size_t bone : order()) {
      settle(bone);
      if (switches_.ik && has(bone, pmx::bone_ik)) solve(bone);
    }
    std::vector<PlainBone> out(count_);
    for (std::size_t b = 0; b < count_; ++b) out[b] = {position(b), rotation(b)};
    return out;
  }

 private:
  bool has(std::size_t b, std::uint16_t flag) const { return (bones_[b].flags & flag) != 0; }
  bool appends(std::size_t b) const {
    return has(b, pmx::bone_append_rotation | pmx::bone_append_translation) && bones_[b].append_source >= 0;
  }
  bool is_link_of(std::size_t ik_bone, std::int32_t bone) const {
    const auto& links = bones_[ik_bone].ik.links;
    return has(ik_bone, pmx::bone_ik) &&
           std::any_of(links.begin(), links.end(), [&](const pmx::IkLink& l) { return l.bone == bone; });
  }

  /// MMD's order with the waits of a held pose, found by repeated search.
  std::vector<std::size_t> order() const {
    std::vector<std::size_t> ranked(count_);
    for (std::size_t b = 0; b < count_; ++b) ranked[b] = b;
    std::stable_sort(ranked.begin(), ranked.end(), [&](std::size_t a, std::size_t b) {
      const bool pa = has(a, pmx::bone_after_physics), pb = has(b, pmx::bone_after_physics);
      return pa != pb ? pb : bones_[a].layer < bones_[b].layer;
    });
    std::vector<bool> placed(count_, false);
    const auto ready = [&](std::size_t b) {
      const auto& bone = bones_[b];
      if (bone.parent >= 0 && !placed[static_cast<std::size_t>(bone.parent)]) return false;
      for (std::int32_t above = bone.parent; above >= 0;
           above = bones_[static_cast<std::size_t>(above)].parent) {
        for (std::size_t c = 0; c < count_; ++c) {
          if (c != b && is_link_of(c, above) && !placed[c]) return false;
        }
      }
      if (!appends(b)) return true;
      if (!placed[static_cast<std::size_t>(bone.append_source)]) return false;
      for (std::size_t c = 0; c < count_; ++c) {
        if (c != b && is_link_of(c, bone.append_source) && !placed[c]) return false;
      }
      return true;
    };
    std::vector<std::size_t> out;
    while (out.size() < count_) {
      const auto next =
          std::find_if(ranked.begin(), ranked.end(), [&](std::size_t b) { return !placed[b] && ready(b); });
      if (next == ranked.end()) break;
      placed[*next] = true;
      out.push_back(*next);
    }
    return out;
  }

  /// q and t of a bone, computed on demand.
  void settle(std::size_t b) {
    if (settled_[b]) return;
    const auto& bone = bones_[b];
    dquat q = inputs_[b].rotation;
    dvec3 t = inputs_[b].translation;
    if (has(b, pmx::bone_fixed_axis)) {
      const dvec3 v(q.x, q.y, q.z), axis = glm::normalize(wide(bone.fixed_axis));
      const double s = glm::length(v) * (glm::dot(v, axis) < 0 ? -1 : 1);
      q = dquat(q.w, axis * s);
    }
    if (switches_.append && appends(b)) {
      const auto source = static_cast<std::size_t>(bone.append_source);
      settle(source);
      if (has(b, pmx::bone_append_rotation)) {
        q = q * slerp_from_identity(ik_[source] * q_[source], static_cast<double>(bone.append_ratio));
      }
      if (has(b, pmx::bone_append_translation)) t += static_cast<double>(bone.append_ratio) * t_[source];
    }
    q_[b] = q;
    t_[b] = t;
    settled_[b] = true;
  }

  dquat rotation(std::size_t b) {
    settle(b);
    const dquat own = ik_[b] * q_[b];
    return bones_[b].parent < 0 ? own : rotation(static_cast<std::size_t>(bones_[b].parent)) * own;
  }

  dvec3 position(std::size_t b) {
    settle(b);
    const dvec3 rest = wide(bones_[b].position);
    if (bones_[b].parent < 0) return rest + t_[b];
    const auto p = static_cast<std::size_t>(bones_[b].parent);
    return position(p) + rotation(p) * (rest - wide(bones_[p].position) + t_[b]);
  }

  void solve(std::size_t ik_bone) {
    const pmx::Ik& ik = bones_[ik_bone].ik;
    for (const auto& link : ik.links) ik_[static_cast<std::size_t>(link.bone)] = dquat(1, 0, 0, 0);
    const dvec3 goal = position(ik_bone);
    const auto effector = static_cast<std::size_t>(ik.target);
    const int iterations = std::min(ik.loop_count, 256);
    PlainIk& result = chains_.emplace_back();
    result.bone = ik_bone;
    const auto close = [&] {
      result.residual = glm::length(goal - position(effector));
      result.margin = std::min(result.margin, std::abs(result.residual / 1e-4 - 1));
      return result.residual * result.residual < 1e-8;
    };
    if (close()) return;
    const auto is_above_effector = [&](std::int32_t link) {
      std::int32_t b = bones_[effector].parent;
      while (b >= 0 && b != link) b = bones_[static_cast<std::size_t>(b)].parent;
      return b >= 0;
    };
    bool idle = false;
    for (int i = 0; i < iterations; ++i) {
      if (i == iterations / 2) idle = false;
      if (!idle) ++result.iterations;
      bool turned = false;
      for (std::size_t l = 0; l < ik.links.size(); ++l) {
        if (!is_above_effector(ik.links[l].bone)) continue;
        const dquat before = ik_[static_cast<std::size_t>(ik.links[l].bone)];
        const double most = static_cast<double>(ik.unit_angle) * static_cast<double>(l + 1);
        turn_link(ik.links[l], most, goal, effector, i < iterations / 2);
        const dquat change = ik_[static_cast<std::size_t>(ik.links[l].bone)] - before;
        if (glm::dot(change, change) > 1e-24) turned = true;
      }
      idle = idle || !turned;
      if (idle) result.may_idle |= has_limits(ik);
      if (close()) return;
    }
  }

  static bool has_limits(const pmx::Ik& ik) {
    return std::any_of(ik.links.begin(), ik.links.end(),
                       [](const auto& link) { return link.has_limits == 1; });
  }

  void turn_link(const pmx::IkLink& link, double most, const dvec3& goal, std::size_t effector,
                 bool first_half) {
    const auto b = static_cast<std::size_t>(link.bone);
    const dvec3 low = wide(link.lower), high = wide(link.upper);
    const bool limited = link.has_limits == 1;
    if (limited && low == dvec3(0) && high == dvec3(0)) return;
    const dvec3 here = position(b);
    const dvec3 to_effector = position(effector) - here, to_goal = goal - here;
    if (glm::length(to_effector) == 0 || glm::length(to_goal) == 0) return;
    const dvec3 e = glm::normalize(to_effector), g = glm::normalize(to_goal);
    const dvec3 cross = glm::cross(e, g);
    if (glm::dot(cross, cross) < 1e-8) return;
    const dquat frame =
        bones_[b].parent < 0 ? dquat(1, 0, 0, 0) : rotation(static_cast<std::size_t>(bones_[b].parent));
    dvec3 axis = glm::normalize(glm::conjugate(frame) * cross);
    int free_axis = -1, free_count = 0;
    for (int a = 0; a < 3; ++a) {
      if (limited && (low[a] != 0 || high[a] != 0)) {
        free_axis = a;
        ++free_count;
      }
    }
    if (has(b, pmx::bone_fixed_axis)) {
      const dvec3 fixed = glm::normalize(wide(bones_[b].fixed_axis));
      axis = glm::dot(axis, fixed) < 0 ? -fixed : fixed;
    } else if (free_count == 1 && first_half) {
      axis = unit_axes[free_axis] * (glm::dot(cross, frame * unit_axes[free_axis]) >= 0 ? 1.0 : -1.0);
    }
    const double angle = std::min(std::acos(std::clamp(glm::dot(e, g), -1.0, 1.0)), most);
    ik_[b] = turn(axis, angle) * ik_[b];
    if (limited) ik_[b] = limit(ik_[b] * q_[b], low, high, first_half) * glm::conjugate(q_[b]);
  }

  /// With the rotation matrix and explicit angles.
  static dquat limit(const dquat& q, const dvec3& low, const dvec3& high, bool first_half) {
    const dmat3 columns = glm::mat3_cast(q);
    const auto m = [&](int row, int column) { return columns[column][row]; };
    const auto within = [&](double angle, int axis) {
      const double lo = low[axis], hi = high[axis];
      if (angle < lo) return first_half && 2 * lo - angle <= hi ? 2 * lo - angle : lo;
      if (angle > hi) return first_half && 2 * hi - angle >= lo ? 2 * hi - angle : hi;
      return angle;
    };
    const auto middle = [&](double sine) {
      const double most = 88 * pi / 180;
      return std::clamp(std::asin(std::clamp(sine, -1.0, 1.0)), -most, most);
    };
    const auto x = [&](double a) { return turn(unit_axes[0], within(a, 0)); };
    const auto y = [&](double a) { return turn(unit_axes[1], within(a, 1)); };
    const auto z = [&](double a) { return turn(unit_axes[2], within(a, 2)); };
    const auto inside = [&](int axis) { return low[axis] > -pi / 2 && high[axis] < pi / 2; };
    if (inside(0)) {
      return y(std::atan2(m(0, 2), m(2, 2))) * x(middle(-m(1, 2))) * z(std::atan2(m(1, 0), m(1, 1)));
    }
    if (inside(1)) {
      return z(std::atan2(m(1, 0), m(0, 0))) * y(middle(-m(2, 0))) * x(std::atan2(m(2, 1), m(2, 2)));
    }
    return x(std::atan2(m(2, 1), m(1, 1))) * z(middle(-m(0, 1))) * y(std::atan2(m(0, 2), m(0, 0)));
  }

  const std::vector<pmx::Bone>& bones_;
  const std::vector<PlainInput>& inputs_;
  PlainSwitches switches_;
  std::size_t count_;
  std::vector<dquat> q_, ik_;
  std::vector<dvec3> t_;
  std::vector<bool> settled_;
  std::vector<PlainIk> chains_;
};

}  // namespace

std::vector<PlainBone> plain_evaluate(const pmx::File& file, const std::vector<PlainInput>& inputs,
                                      const PlainSwitches& switches, std::vector<PlainIk>* chains) {
  Evaluator evaluator(file, inputs, switches);
  auto out = evaluator.run();
  if (chains != nullptr) *chains = evaluator.chains();
  return out;
}

}  // namespace mmd::test
