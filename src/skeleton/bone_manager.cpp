#include "skeleton/bone_manager.h"

#include <algorithm>
#include <cmath>

#include "skeleton/evaluation_plan.h"
#include "skeleton/ik_solver.h"

namespace mmd {
namespace {

std::size_t at(std::int32_t index) {
  return static_cast<std::size_t>(index);
}

/// slerp(identity, q, ratio) on the shortest path; extrapolates for ratios below 0 and above 1.
quat scaled_rotation(quat q, float ratio) {
  if (q.w < 0.0f) q = -q;
  if (ratio == 1.0f) return q;
  const float sine = std::sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
  if (!(sine > 1e-12f)) return identity_rotation();
  const float half_angle = std::atan2(sine, q.w) * ratio;
  const float s = std::sin(half_angle) / sine;
  return quat(std::cos(half_angle), q.x * s, q.y * s, q.z * s);
}

/// The rotation about `axis` (unit, or zero) that has the angle of q (semantics, "From pose to bone
/// matrices", 1).
quat about_fixed_axis(const quat& q, const vec3& axis) {
  const vec3 v(q.x, q.y, q.z);
  if (axis == vec3(0.0f)) return identity_rotation();
  const float length = glm::length(v) * (glm::dot(v, axis) < 0.0f ? -1.0f : 1.0f);
  return quat(q.w, axis.x * length, axis.y * length, axis.z * length);
}

void place(const PlaceOp& op, std::span<const quat> rotation, std::span<const vec3> translation,
           std::span<const quat> turns, std::span<Affine> palette) {
  quat q = rotation[at(op.bone)];
  if (op.turn != none) q = turns[at(op.turn)] * q;
  Affine local = affine_from(q, vec3(0.0f));
  const vec3 moved = op.rest + translation[at(op.bone)] - transform_vector(local, op.rest);
  local.row[0].w = moved.x;
  local.row[1].w = moved.y;
  local.row[2].w = moved.z;
  palette[at(op.bone)] = palette[at(op.parent)] * local;
}

}  // namespace

struct BoneManager::Impl {
  explicit Impl(std::shared_ptr<const Model> shared)
      : model(std::move(shared)),
        plan(plan_evaluation(model->skeleton)),
        solver(plan.most_nodes),
        rotation(model->bone_count(), identity_rotation()),
        translation(model->bone_count(), vec3(0.0f)),
        turns(plan.turn_count, identity_rotation()),
        palette(model->palette_size()),
        results(plan.chains.size()) {
    build_forest();
  }

  void build_forest();
  void settle(const LocalOp& op, const BoneInputs& inputs, bool append);
  void apply_append(const LocalOp& op, quat& q, vec3& t) const;
  void solve(std::int32_t chain, const EvaluationSwitches& switches);

  std::shared_ptr<const Model> model;
  EvaluationPlan plan;
  IkSolver solver;
  std::vector<quat> rotation;     // q, append included, without q_ik
  std::vector<vec3> translation;  // t, append included
  std::vector<quat> turns;        // q_ik by turn slot
  std::vector<Affine> palette;
  std::vector<IkResult> results;
  // The forest. Children of bone b: child_list[child_first[b] .. child_first[b + 1]); roots stand at the end.
  std::vector<std::int32_t> child_list;
  std::vector<std::size_t> child_first;
  std::vector<std::int32_t> linear;
};

void BoneManager::Impl::build_forest() {
  const auto& bones = model->skeleton.bones;
  child_first.assign(bones.size() + 2, 0);
  const auto group = [&](const Bone& b) { return b.parent == none ? bones.size() : at(b.parent); };
  for (const Bone& b : bones) ++child_first[group(b) + 1];
  for (std::size_t i = 1; i < child_first.size(); ++i) child_first[i] += child_first[i - 1];
  child_list.resize(bones.size());
  std::vector<std::size_t> next(child_first.begin(), child_first.end() - 1);
  for (std::size_t i = 0; i < bones.size(); ++i)
    child_list[next[group(bones[i])]++] = static_cast<std::int32_t>(i);
  linear.resize(bones.size());
  for (std::size_t i = 0; i < plan.places.size(); ++i)
    linear[at(plan.places[i].bone)] = static_cast<std::int32_t>(i);
}

void BoneManager::Impl::apply_append(const LocalOp& op, quat& q, vec3& t) const {
  const std::size_t source = at(op.source);
  if (op.append_rotation) {
    quat from = rotation[source];
    if (op.source_turn != none) from = turns[at(op.source_turn)] * from;
    if (op.append_local) from = rotation_of(palette[source]);
    q = glm::normalize(q * scaled_rotation(from, op.ratio));
  }
  if (op.append_translation) {
    const vec3 from = op.append_local ? transform_point(palette[source], op.source_rest) - op.source_rest
                                      : translation[source];
    t += op.ratio * from;
  }
}

void BoneManager::Impl::settle(const LocalOp& op, const BoneInputs& inputs, bool append) {
  const std::size_t bone = at(op.bone);
  quat q = inputs.rotation[bone];
  vec3 t = inputs.translation[bone];
  if (op.has_fixed_axis) q = about_fixed_axis(q, op.fixed_axis);
  if (!inputs.morph_rotation.empty()) {
    q = glm::normalize(inputs.morph_rotation[bone] * q);
    t += inputs.morph_translation[bone];
  }
  if (append && op.source != none) apply_append(op, q, t);
  rotation[bone] = q;
  translation[bone] = t;
}

void BoneManager::Impl::solve(std::int32_t chain, const EvaluationSwitches& switches) {
  const PlannedChain& planned = plan.chains[at(chain)];
  IkResult& result = results[at(chain)];
  result = {};
  const bool chosen = switches.ik_chains.empty() || switches.ik_chains[at(chain)] != 0;
  if (!switches.ik || !chosen) return;
  result.enabled = true;
  if (planned.links.empty()) return;
  const vec3 goal = transform_point(palette[at(planned.bone)], model->skeleton.bones[at(planned.bone)].rest);
  result = solver.solve(planned, {rotation, translation, palette, goal}, turns);
}

BoneManager::BoneManager(std::shared_ptr<const Model> model)
    : impl_(std::make_unique<Impl>(std::move(model))) {}
BoneManager::~BoneManager() = default;
BoneManager::BoneManager(BoneManager&&) noexcept = default;
BoneManager& BoneManager::operator=(BoneManager&&) noexcept = default;

void BoneManager::evaluate(const BoneInputs& inputs, const EvaluationSwitches& switches) {
  Impl& d = *impl_;
  std::fill(d.turns.begin(), d.turns.end(), identity_rotation());
  for (const Stage& stage : d.plan.stages) {
    for (std::uint32_t i = stage.locals.first; i < stage.locals.last; ++i) {
      d.settle(d.plan.locals[i], inputs, switches.append);
    }
    for (std::uint32_t i = stage.places.first; i < stage.places.last; ++i) {
      place(d.plan.places[i], d.rotation, d.translation, d.turns, d.palette);
    }
    if (stage.chain == none) continue;
    d.solve(stage.chain, switches);
    if (!d.results[at(stage.chain)].enabled) continue;
    for (std::uint32_t i = stage.again.first; i < stage.again.last; ++i) {
      place(d.plan.places_again[i], d.rotation, d.translation, d.turns, d.palette);
    }
  }
}

std::span<const Affine> BoneManager::palette() const {
  return impl_->palette;
}

Affine BoneManager::mconv(std::int32_t bone) const {
  Affine m = impl_->palette[at(bone)];
  const vec3 p = transform_point(m, impl_->model->skeleton.bones[at(bone)].rest);
  m.row[0].w = p.x;
  m.row[1].w = p.y;
  m.row[2].w = p.z;
  return m;
}

vec3 BoneManager::position(std::int32_t bone) const {
  return transform_point(impl_->palette[at(bone)], impl_->model->skeleton.bones[at(bone)].rest);
}

std::span<const IkResult> BoneManager::ik_results() const {
  return impl_->results;
}

std::span<const std::int32_t> BoneManager::roots() const {
  const std::size_t first = impl_->child_first[impl_->model->bone_count()];
  return std::span(impl_->child_list).subspan(first);
}

std::span<const std::int32_t> BoneManager::children(std::int32_t bone) const {
  const std::size_t first = impl_->child_first[at(bone)], last = impl_->child_first[at(bone) + 1];
  return std::span(impl_->child_list).subspan(first, last - first);
}

std::int32_t BoneManager::linear_index(std::int32_t bone) const {
  return impl_->linear[at(bone)];
}

std::int32_t BoneManager::bone_at(std::int32_t linear) const {
  return impl_->plan.places[at(linear)].bone;
}

const Model& BoneManager::model() const {
  return *impl_->model;
}

}  // namespace mmd
