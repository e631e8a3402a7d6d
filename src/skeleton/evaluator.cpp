#include "skeleton/evaluator.h"

// Compiled without fused multiply-add (-ffp-contract=off), so that bones have the same bits on every system.

#include <algorithm>
#include <cstring>

#include "base/rotations.h"

namespace mmd {
namespace {

/// Four floats that compilers keep in one register.
typedef float Row __attribute__((vector_size(16)));

}  // namespace

Evaluator::Evaluator(std::shared_ptr<const Skeleton> shared)
    : skeleton(std::move(shared)),
      plan(plan_evaluation(*skeleton)),
      bones{std::vector<quat>(skeleton->bones.size(), identity_rotation()),
            std::vector<quat>(skeleton->bones.size(), identity_rotation()),
            std::vector<vec3>(skeleton->bones.size(), vec3(0.0f)),
            std::vector<Affine>(skeleton->palette_size())},
      results(skeleton->ik_chains.size()) {
  solvers_.reserve(results.size());
  for (const IkChain& chain : skeleton->ik_chains) solvers_.emplace_back(*skeleton, chain);
  solving_.reserve(results.size());
  std::size_t most = 0;
  for (const ChainSolver& solver : solvers_) most = std::max(most, solver.joint_count());
  for (const EvaluationStage& stage : plan.stages) {
    std::size_t joints = 0;
    for (std::uint32_t i = stage.chains.first; i < stage.chains.last; ++i)
      joints += solvers_[at(plan.chains[i])].joint_count();
    most = std::max(most, joints);
  }
  joints_.resize(most);
}

void Evaluator::load(const BoneInputs& inputs, std::size_t first, std::size_t last) {
  const auto copy = [&](const auto& from, auto& to) {
    const auto begin = from.begin() + static_cast<std::ptrdiff_t>(first);
    std::copy(begin, begin + static_cast<std::ptrdiff_t>(last - first),
              to.begin() + static_cast<std::ptrdiff_t>(first));
  };
  copy(inputs.rotation, bones.rotation);
  copy(inputs.translation, bones.translation);
  auto fixed = std::lower_bound(plan.fixed_axes.begin(), plan.fixed_axes.end(), first,
                                [](const FixedAxis& f, std::size_t bone) { return at(f.bone) < bone; });
  for (; fixed != plan.fixed_axes.end() && at(fixed->bone) < last; ++fixed)
    bones.rotation[at(fixed->bone)] = about_fixed_axis(bones.rotation[at(fixed->bone)], fixed->axis);
  if (inputs.morph_rotation.empty()) return;
  for (std::size_t b = first; b < last; ++b) {
    bones.rotation[b] = glm::normalize(inputs.morph_rotation[b] * bones.rotation[b]);
    bones.translation[b] += inputs.morph_translation[b];
  }
}

void Evaluator::append(const LocalStep& step) {
  const Append& append = step.append;
  const std::size_t bone = at(step.bone), source = at(append.source);
  if (append.rotation) {
    const quat from = append.local ? rotation_of(bones.palette[source]) : bones.rotation[source];
    bones.rotation[bone] = bones.rotation[bone] * scaled_rotation(from, append.ratio);
  }
  if (append.translation) {
    const vec3 from = append.local
                          ? transform_point(bones.palette[source], step.source_rest) - step.source_rest
                          : bones.translation[source];
    bones.translation[bone] += append.ratio * from;
  }
}

/// palette = palette of the parent · (R, rest + t - R · rest). A bone that does not move relative to its
/// parent has the parent's palette, which saves 10 to 30 % of an evaluation without IK.
void Evaluator::place(const PlaceStep& step) {
  const std::size_t bone = at(step.bone);
  const quat& q = bones.rotation[bone];
  const vec3& t = bones.translation[bone];
  const Affine& parent = bones.palette[at(step.parent)];
  Affine& out = bones.palette[bone];
  if (q.x == 0.0f && q.y == 0.0f && q.z == 0.0f && t == vec3(0.0f)) {
    out = parent;
    return;
  }
  // The rows of (R, rest + t - R · rest).
  const float x2 = q.x + q.x, y2 = q.y + q.y, z2 = q.z + q.z;
  const float xx = q.x * x2, yy = q.y * y2, zz = q.z * z2, xy = q.x * y2, xz = q.x * z2, yz = q.y * z2;
  const float wx = q.w * x2, wy = q.w * y2, wz = q.w * z2;
  const float m00 = 1.0f - (yy + zz), m01 = xy - wz, m02 = xz + wy;
  const float m10 = xy + wz, m11 = 1.0f - (xx + zz), m12 = yz - wx;
  const float m20 = xz - wy, m21 = yz + wx, m22 = 1.0f - (xx + yy);
  const vec3& rest = step.rest;
  const Row r0{m00, m01, m02, rest.x + t.x - (m00 * rest.x + m01 * rest.y + m02 * rest.z)};
  const Row r1{m10, m11, m12, rest.y + t.y - (m10 * rest.x + m11 * rest.y + m12 * rest.z)};
  const Row r2{m20, m21, m22, rest.z + t.z - (m20 * rest.x + m21 * rest.y + m22 * rest.z)};
  for (std::size_t i = 0; i < 3; ++i) {
    const vec4& p = parent.row[i];
    const Row row = p.x * r0 + p.y * r1 + p.z * r2 + Row{0.0f, 0.0f, 0.0f, p.w};
    std::memcpy(&out.row[i], &row, sizeof row);
  }
}

void Evaluator::solve(std::int32_t chain, std::size_t held) {
  ChainSolver& solver = solvers_[at(chain)];
  solver.begin(bones, std::span(joints_).first(solver.joint_count()), held);
  solving_.assign(1, &solver);
  solve_together(solving_);
  results[at(chain)] = solver.finish(bones);
}

bool Evaluator::is_on(std::int32_t chain, const EvaluationSwitches& switches, Phase phase) const {
  if (!switches.ik || (!switches.ik_chains.empty() && switches.ik_chains[at(chain)] == 0)) return false;
  const std::int32_t goal = skeleton->ik_chains[at(chain)].bone;
  return phase == Phase::whole || !skeleton->bones[at(goal)].after_physics;
}

void Evaluator::evaluate(const BoneInputs& inputs, const EvaluationSwitches& switches, Phase phase) {
  for (std::size_t c = 0; c < results.size(); ++c)
    results[c] = {is_on(static_cast<std::int32_t>(c), switches, phase), 0, 0.0f};
  load(inputs, 0, bones.rotation.size());
  for (const EvaluationStage& stage : plan.stages) {
    for (std::uint32_t i = stage.locals.first; i < stage.locals.last; ++i) {
      const LocalStep& step = plan.locals[i];
      if (switches.append && step.append.source != none) append(step);
      if (step.is_link) bones.before_ik[at(step.bone)] = bones.rotation[at(step.bone)];
    }
    for (std::uint32_t i = stage.places.first; i < stage.places.last; ++i) place(plan.places[i]);
    std::size_t used = 0;
    for (std::uint32_t i = stage.chains.first; i < stage.chains.last; ++i) {
      const std::int32_t chain = plan.chains[i];
      if (!results[at(chain)].enabled) continue;
      ChainSolver& solver = solvers_[at(chain)];
      solver.begin(bones, std::span(joints_).subspan(used, solver.joint_count()));
      used += solver.joint_count();
      solving_.push_back(&solver);
    }
    solve_together(solving_);
    for (std::uint32_t i = stage.chains.first; i < stage.chains.last; ++i) {
      const std::int32_t chain = plan.chains[i];
      if (results[at(chain)].enabled) results[at(chain)] = solvers_[at(chain)].finish(bones);
    }
  }
}

}  // namespace mmd
