#include "skeleton/lane_loader.h"

#include <algorithm>
#include <cmath>

#include "base/index.h"

namespace mmd {
namespace {

constexpr double circle_half = 3.14159265358979323846;

/// Grows with the angle on (-pi, pi]; beyond that it is less or greater than all of them.
double key_of(double angle) {
  if (angle <= -circle_half) return -3.0;
  if (angle >= circle_half) return 3.0;
  return std::copysign(1.0 - std::cos(angle), angle);
}

void set_hinge_limits(const PlannedLink& link, LaneLink& out, std::size_t lane) {
  const auto low = static_cast<double>(link.limits.lower.x), high = static_cast<double>(link.limits.upper.x);
  out.yxz[lane] = link.order == EulerOrder::yxz ? 1.0 : 0.0;
  out.low_key[lane] = key_of(low);
  out.high_key[lane] = key_of(high);
  out.cos_low[lane] = std::cos(low);
  out.sin_low[lane] = std::sin(low);
  out.cos_high[lane] = std::cos(high);
  out.sin_high[lane] = std::sin(high);
  out.cos_twice_low[lane] = std::cos(2 * low);
  out.sin_twice_low[lane] = std::sin(2 * low);
  out.cos_twice_high[lane] = std::cos(2 * high);
  out.sin_twice_high[lane] = std::sin(2 * high);
  out.mirror_low_key[lane] = key_of(2 * high - low);
  out.mirror_high_key[lane] = key_of(2 * low - high);
}

struct Quaternion {
  double x, y, z, w;
};

Quaternion unit(const quat& q) {
  const auto x = static_cast<double>(q.x), y = static_cast<double>(q.y), z = static_cast<double>(q.z),
             w = static_cast<double>(q.w);
  const double scale = 1.0 / std::sqrt(x * x + y * y + z * z + w * w);
  return {x * scale, y * scale, z * scale, w * scale};
}

void set_rotation(LaneLink& link, std::size_t lane, const Quaternion& q) {
  link.turned[0][lane] = q.x;
  link.turned[1][lane] = q.y;
  link.turned[2][lane] = q.z;
  link.turned[3][lane] = q.w;
  const bool pure = link.hinge && q.y == 0.0 && q.z == 0.0;
  link.pure[lane] = pure ? 1.0 : 0.0;
  link.cos[lane] = pure ? 1.0 - 2.0 * q.x * q.x : 1.0;
  link.sin[lane] = pure ? 2.0 * q.x * q.w : 0.0;
}

void set_vector(std::array<LaneLink::Lanes, 3>& to, std::size_t lane, double x, double y, double z) {
  to[0][lane] = x;
  to[1][lane] = y;
  to[2][lane] = z;
}

/// The rotation about X with this cosine and sine.
Quaternion about_x(double c, double s) {
  if (c >= 0.0) {
    const double w = std::sqrt((1.0 + c) / 2.0);
    return {s / (2.0 * w), 0.0, 0.0, w};
  }
  const double x = std::copysign(std::sqrt((1.0 - c) / 2.0), s);
  return {x, 0.0, 0.0, s / (2.0 * x)};
}

/// Lanes that turn nothing.
LaneGroup inert_group(std::size_t link_count) {
  LaneGroup group;
  group.link_count = link_count;
  group.links.resize(link_count);
  for (LaneLink& link : group.links) {
    link.cos_limit.fill(-2.0);
    link.cos_half_limit.fill(1.0);
    link.low_key.fill(-3.0);
    link.high_key.fill(3.0);
    link.turned[3].fill(1.0);
    link.cos.fill(1.0);
    link.pure.fill(1.0);
  }
  return group;
}

/// A chain's constants.
void set_chain(const PlannedChain& chain, LaneGroup& group, std::size_t lane) {
  for (std::size_t i = 0; i < chain.links.size(); ++i) {
    const PlannedLink& link = chain.links[i];
    LaneLink& out = group.links[i];
    out.hinge = out.hinge || link.limited;
    out.present[lane] = 1.0;
    out.cos_limit[lane] = link.cos_limit;
    out.sin_limit[lane] = link.sin_limit;
    out.cos_half_limit[lane] = link.cos_half_limit;
    out.sin_half_limit[lane] = link.sin_half_limit;
    if (link.limited) set_hinge_limits(link, out, lane);
  }
}

}  // namespace

LaneGroup make_lane_group(const EvaluationPlan& plan, const LaneChains& chains) {
  std::size_t link_count = 0;
  for (const std::int32_t c : chains.chain) {
    if (c != none) link_count = std::max(link_count, plan.chains[at(c)].links.size());
  }
  auto group = inert_group(link_count);
  for (std::size_t lane = 0; lane < LaneChains::lanes; ++lane) {
    if (chains.chain[lane] == none) continue;
    group.used = lane + 1;
    set_chain(plan.chains[at(chains.chain[lane])], group, lane);
  }
  return group;
}

PoseGroup make_pose_group(const PlannedChain& chain) {
  auto part = inert_group(chain.links.size());
  part.used = LaneChains::lanes;
  for (std::size_t lane = 0; lane < LaneChains::lanes; ++lane) set_chain(chain, part, lane);
  PoseGroup group;
  group.part.fill(part);
  return group;
}

void load_lane(LaneGroup& group, std::size_t lane, const PlannedChain& chain, const SolverInput& input,
               std::int32_t iterations) {
  group.iterations[lane] = iterations;
  const std::int32_t half = iterations / 2;
  group.half[lane] = half;
  if (iterations == 0) return;
  // Links in file order: tip first. Nodes: root first, the effector last.
  const IkNode& effector = chain.nodes[at(chain.effector_node)];
  const vec3 to_effector = effector.offset + input.translation[at(effector.bone)];
  set_vector(group.links[0].offset, lane, static_cast<double>(to_effector.x),
             static_cast<double>(to_effector.y), static_cast<double>(to_effector.z));
  for (std::size_t i = 0; i < chain.links.size(); ++i) {
    const IkNode& node = chain.nodes[at(chain.links[i].node)];
    set_rotation(group.links[i], lane, unit(input.link_q[at(node.turn)]));
    if (i + 1 == chain.links.size()) continue;
    const vec3 offset = node.offset + input.translation[at(node.bone)];
    set_vector(group.links[i + 1].offset, lane, static_cast<double>(offset.x), static_cast<double>(offset.y),
               static_cast<double>(offset.z));
  }
  const IkNode& root = chain.nodes[at(chain.links.back().node)];
  const Affine& parent = input.palette[at(root.parent)];
  const vec3 goal = transform_point(input.palette[at(chain.bone)], chain.bone_rest);
  const vec3 here = transform_point(parent, root.rest + input.translation[at(root.bone)]);
  double g[3];
  for (glm::length_t k = 0; k < 3; ++k) g[k] = static_cast<double>(goal[k]) - static_cast<double>(here[k]);
  const auto along_column = [&](glm::length_t k) {
    return static_cast<double>(parent.row[0][k]) * g[0] + static_cast<double>(parent.row[1][k]) * g[1] +
           static_cast<double>(parent.row[2][k]) * g[2];
  };
  set_vector(group.goal, lane, along_column(0), along_column(1), along_column(2));
}

IkResult store_lane(const LaneGroup& group, std::size_t lane, const PlannedChain& chain,
                    std::span<quat> total) {
  for (std::size_t i = 0; i < chain.links.size(); ++i) {
    const LaneLink& link = group.links[i];
    Quaternion q{link.turned[0][lane], link.turned[1][lane], link.turned[2][lane], link.turned[3][lane]};
    if (link.hinge && link.pure[lane] != 0.0) q = about_x(link.cos[lane], link.sin[lane]);
    const double scale = 1.0 / std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
    total[at(chain.nodes[at(chain.links[i].node)].bone)] =
        quat(static_cast<float>(q.w * scale), static_cast<float>(q.x * scale),
             static_cast<float>(q.y * scale), static_cast<float>(q.z * scale));
  }
  IkResult result;
  result.enabled = true;
  result.iterations = static_cast<std::int32_t>(group.ran[lane]);
  result.residual = static_cast<float>(group.residual[lane]);
  return result;
}

}  // namespace mmd
