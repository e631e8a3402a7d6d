#include "skeleton/ik_solver.h"

#include <algorithm>
#include <cmath>

namespace mmd {
namespace {

using glm::dquat;
using glm::dvec3;

constexpr double close_enough = 1e-8;  // |goal - effector|^2
constexpr double no_axis = 1e-8;       // |e x g|^2 below which a link is left alone
constexpr double middle_limit = 88.0 * 3.14159265358979323846 / 180.0;

dvec3 to_double(const vec3& v) {
  return {static_cast<double>(v.x), static_cast<double>(v.y), static_cast<double>(v.z)};
}

dquat to_double(const quat& q) {
  const dquat d(static_cast<double>(q.w), static_cast<double>(q.x), static_cast<double>(q.y),
                static_cast<double>(q.z));
  return glm::normalize(d);
}

quat to_float(const dquat& q) {
  const dquat n = glm::normalize(q);
  return quat(static_cast<float>(n.w), static_cast<float>(n.x), static_cast<float>(n.y),
              static_cast<float>(n.z));
}

dvec3 rotate(const dquat& q, const dvec3& v) {
  const dvec3 u(q.x, q.y, q.z);
  const dvec3 t = 2.0 * glm::cross(u, v);
  return v + q.w * t + glm::cross(u, t);
}

dquat about_axis(glm::length_t axis, double angle) {
  dquat q(std::cos(angle / 2), 0, 0, 0);
  const double s = std::sin(angle / 2);
  (axis == 0 ? q.x : axis == 1 ? q.y : q.z) = s;
  return q;
}

/// Which angle stands where in the product qA * qB * qC, and the sine of the middle one and the two arguments
/// of atan2 of the others, from the elements of the rotation matrix.
struct EulerAxes {
  glm::length_t first, middle, last;
};
EulerAxes axes_of(EulerOrder order) {
  switch (order) {
    case EulerOrder::yxz:
      return {1, 0, 2};
    case EulerOrder::zyx:
      return {2, 1, 0};
    case EulerOrder::xzy:
      break;
  }
  return {0, 2, 1};
}

double limited_angle(double angle, double lower, double upper, bool mirrored) {
  if (angle < lower) {
    const double reflection = 2 * lower - angle;
    return mirrored && reflection <= upper ? reflection : lower;
  }
  if (angle > upper) {
    const double reflection = 2 * upper - angle;
    return mirrored && reflection >= lower ? reflection : upper;
  }
  return angle;
}

/// q with its Euler angles brought into the link's limits (semantics, "IK").
dquat within_limits(const dquat& q, const PlannedLink& link, bool first_half) {
  const EulerAxes axes = axes_of(link.order);
  // With i, j, k the axes of the product qi * qj * qk and s = +1 if (i, j, k) is a cyclic order, else -1, the
  // matrix has element (i, k) = s sin(angle j), and the other two angles are quotients of two elements each.
  const double v[3] = {q.x, q.y, q.z};
  const glm::length_t i = axes.first, j = axes.middle, k = axes.last;
  const double s = (i + 1) % 3 == j ? 1.0 : -1.0;
  const auto limits = [&](glm::length_t axis) { return link.limits.lower[axis]; };
  const auto is_free = [&](glm::length_t axis) { return limits(axis) != link.limits.upper[axis]; };
  const auto clamp_to_limits = [&](glm::length_t axis, double angle) {
    return limited_angle(angle, static_cast<double>(link.limits.lower[axis]),
                         static_cast<double>(link.limits.upper[axis]), first_half);
  };
  double angle[3] = {static_cast<double>(link.limits.lower.x), static_cast<double>(link.limits.lower.y),
                     static_cast<double>(link.limits.lower.z)};
  if (is_free(j)) {
    const double sine = 2.0 * (q.w * v[j] + s * v[i] * v[k]);
    const double middle = std::asin(std::clamp(sine, -1.0, 1.0));
    angle[j] = clamp_to_limits(j, std::clamp(middle, -middle_limit, middle_limit));
  }
  if (is_free(i)) {
    const double y = 2.0 * (q.w * v[i] - s * v[j] * v[k]);
    const double x = 1.0 - 2.0 * (v[i] * v[i] + v[j] * v[j]);
    angle[i] = clamp_to_limits(i, std::atan2(y, x));
  }
  if (is_free(k)) {
    const double y = 2.0 * (q.w * v[k] - s * v[i] * v[j]);
    const double x = 1.0 - 2.0 * (v[j] * v[j] + v[k] * v[k]);
    angle[k] = clamp_to_limits(k, std::atan2(y, x));
  }
  if (link.hinge != none) return about_axis(link.hinge, angle[link.hinge]);
  return about_axis(i, angle[i]) * about_axis(j, angle[j]) * about_axis(k, angle[k]);
}

bool same(const dquat& a, const dquat& b) {
  return a.x == b.x && a.y == b.y && a.z == b.z && a.w == b.w;
}

/// The axis a link turns about, in the space of its parent, unit; false if it may not turn. `local` is e x g
/// there.
bool turning_axis(const PlannedLink& link, bool first_half, const dvec3& local, dvec3& axis) {
  if (link.has_fixed_axis) {
    axis = to_double(link.fixed_axis);
    if (glm::dot(axis, local) < 0) axis = -axis;
    return axis != dvec3(0);
  }
  if (link.hinge != none && first_half) {
    // "+ if the dot product is >= 0 in left-handed space": about x and y both the sign of the dot product and
    // the sense of rotation change under the mirror, which leaves only the case of exactly 0 to be told
    // apart.
    const double along = local[link.hinge];
    axis = dvec3(0);
    axis[link.hinge] = along > 0 || (along == 0 && link.hinge == 2) ? 1.0 : -1.0;
    return true;
  }
  axis = glm::normalize(local);
  return true;
}

}  // namespace

IkSolver::IkSolver(std::size_t most_nodes) : nodes_(most_nodes) {}

void IkSolver::load(const PlannedChain& chain, const SolverInput& input) {
  goal_ = to_double(transform_point(input.palette[static_cast<std::size_t>(chain.bone)], chain.bone_rest));
  for (std::size_t n = 0; n < chain.nodes.size(); ++n) {
    const IkNode& plan = chain.nodes[n];
    Node& node = nodes_[n];
    if (plan.turn != none) {
      node.turned = to_double(input.link_q[static_cast<std::size_t>(plan.turn)]);
    } else if (plan.carries) {
      node.turned = to_double(input.total[static_cast<std::size_t>(plan.bone)]);
    }
    const vec3 translation = input.translation[static_cast<std::size_t>(plan.bone)];
    if (plan.parent_node == none) {
      const Affine& parent = input.palette[static_cast<std::size_t>(plan.parent)];
      node.frame = to_double(rotation_of(parent));
      node.position = to_double(transform_point(parent, plan.rest + translation));
      node.world = node.frame * node.turned;
      continue;
    }
    node.relative_frame = dquat(1, 0, 0, 0);
    node.relative_position = dvec3(0);
    for (const IkNode::Between& between : plan.between) {
      const auto b = static_cast<std::size_t>(between.bone);
      node.relative_position += rotate(node.relative_frame, to_double(between.offset + input.translation[b]));
      node.relative_frame = node.relative_frame * to_double(input.total[b]);
    }
    node.relative_position += rotate(node.relative_frame, to_double(plan.offset + translation));
  }
  move_below(chain, 0);
}

/// Places the nodes from `first` on whose parents are nodes.
void IkSolver::move_below(const PlannedChain& chain, std::size_t first) {
  for (std::size_t n = first; n < chain.nodes.size(); ++n) {
    const IkNode& plan = chain.nodes[n];
    if (plan.parent_node == none) continue;
    const Node& parent = nodes_[static_cast<std::size_t>(plan.parent_node)];
    Node& node = nodes_[n];
    node.position = parent.position + rotate(parent.world, node.relative_position);
    if (plan.turn == none && !plan.carries) continue;  // an effector: only its position counts
    node.frame = plan.between.empty() ? parent.world : parent.world * node.relative_frame;
    node.world = node.frame * node.turned;
  }
}

/// Turns one link towards the goal; false if it stays exactly as it was.
bool IkSolver::turn_link(const PlannedChain& chain, const PlannedLink& link, bool first_half) {
  const auto n = static_cast<std::size_t>(link.node);
  Node& node = nodes_[n];
  if (link.limited && link.limits.lower == vec3(0.0f) && link.limits.upper == vec3(0.0f)) return false;
  const dvec3 to_effector = nodes_[static_cast<std::size_t>(chain.effector_node)].position - node.position;
  const dvec3 to_goal = goal_ - node.position;
  const double scale = glm::dot(to_effector, to_effector) * glm::dot(to_goal, to_goal);
  if (!(scale > 0)) return false;
  const double inverse = 1.0 / std::sqrt(scale);
  const dvec3 cross = glm::cross(to_effector, to_goal) * inverse;
  const double sine_squared = glm::dot(cross, cross);
  if (sine_squared < no_axis) return false;

  dvec3 axis(0);
  if (!turning_axis(link, first_half, rotate(glm::conjugate(node.frame), cross), axis)) return false;
  const double cosine = std::clamp(glm::dot(to_effector, to_goal) * inverse, -1.0, 1.0);
  double cos_half = link.cos_half_limit, sin_half = link.sin_half_limit;
  if (cosine > link.cos_limit) {
    // Half angles without trigonometry; the sine is known to full precision from the cross product.
    cos_half = std::sqrt((1 + cosine) / 2);
    sin_half = cos_half > 1e-9 ? std::min(std::sqrt(sine_squared) / (2 * cos_half), 1.0) : 1.0;
  }
  dquat turned = dquat(cos_half, axis.x * sin_half, axis.y * sin_half, axis.z * sin_half) * node.turned;
  if (link.limited) turned = within_limits(turned, link, first_half);
  if (same(turned, node.turned)) return false;
  node.turned = turned;
  node.world = node.frame * turned;
  move_below(chain, n + 1);
  return true;
}

IkResult IkSolver::solve(const PlannedChain& chain, const SolverInput& input, std::span<quat> total) {
  load(chain, input);
  const auto distance_squared = [&] {
    const dvec3 d = goal_ - nodes_[static_cast<std::size_t>(chain.effector_node)].position;
    return glm::dot(d, d);
  };
  IkResult result;
  result.enabled = true;
  double distance = distance_squared();
  const std::int32_t half = chain.iterations / 2;
  for (std::int32_t i = 0; i < chain.iterations && distance >= close_enough; ++i) {
    bool moved = false;
    for (const PlannedLink& link : chain.links) moved = turn_link(chain, link, i < half) || moved;
    ++result.iterations;
    distance = distance_squared();
    // An iteration that moves nothing would repeat itself to the end of its half.
    if (moved) continue;
    if (i >= half) break;
    i = half - 1;
  }
  result.residual = static_cast<float>(std::sqrt(distance));
  for (const PlannedLink& link : chain.links) {
    const auto n = static_cast<std::size_t>(link.node);
    total[static_cast<std::size_t>(chain.nodes[n].bone)] = to_float(nodes_[n].turned);
  }
  return result;
}

}  // namespace mmd
