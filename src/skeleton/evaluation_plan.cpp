#include "skeleton/evaluation_plan.h"

#include <algorithm>

namespace mmd {
namespace {

using Kind = EvaluationStep::Kind;

/// Finds the earliest stage of each step in which all that it reads is there, and all that read what it
/// overwrites are done.
class Stages {
 public:
  explicit Stages(const Skeleton& skeleton)
      : skeleton_(skeleton),
        rotation_from_(skeleton.bones.size(), 0),
        rotation_read_(skeleton.bones.size(), none),
        palette_from_(skeleton.bones.size() + 1, 0),
        palette_free_(skeleton.bones.size() + 1, 0) {}

  std::int32_t stage_of(const EvaluationStep& step) {
    switch (step.kind) {
      case Kind::local_transform:
        return local(step.index);
      case Kind::place_bone:
        return place(step.index);
      case Kind::solve_chain:
        break;
    }
    return chain(skeleton_.ik_chains[at(step.index)]);
  }

  /// Whether a chain so far turns a bone that an earlier step reads.
  bool has_early_readers() const { return has_early_readers_; }

 private:
  static void raise(std::int32_t& stage, std::int32_t least) { stage = std::max(stage, least); }

  std::int32_t local(std::int32_t bone) {
    const Append& append = skeleton_.bones[at(bone)].append;
    if (append.source == none) return 0;
    std::int32_t stage = rotation_from_[at(append.source)];
    if (append.local) {
      raise(stage, palette_from_[at(append.source)] + 1);
      raise(palette_free_[at(append.source)], stage);
    }
    raise(rotation_read_[at(append.source)], stage);
    return rotation_from_[at(bone)] = stage;
  }

  std::int32_t place(std::int32_t bone) {
    const std::size_t parent = at(palette_parent(skeleton_, bone));
    const std::int32_t stage =
        std::max({rotation_from_[at(bone)], palette_from_[parent], palette_free_[at(bone)]});
    raise(rotation_read_[at(bone)], stage);
    raise(palette_free_[parent], stage + 1);
    return palette_from_[at(bone)] = stage;
  }

  std::int32_t chain(const IkChain& chain) {
    if (chain.joints.empty()) return 0;
    const std::size_t goal = at(chain.bone), parent = at(palette_parent(skeleton_, chain.joints.front()));
    std::int32_t stage =
        std::max({palette_from_[goal], palette_from_[parent], rotation_from_[at(chain.effector)]});
    for (const std::int32_t joint : chain.joints) raise(stage, rotation_from_[at(joint)]);
    for (const IkLink& link : chain.links) {
      if (link.joint == none) continue;
      raise(stage, rotation_read_[at(link.bone)]);
      has_early_readers_ = has_early_readers_ || rotation_read_[at(link.bone)] != none;
    }
    raise(palette_free_[goal], stage + 1);
    raise(palette_free_[parent], stage + 1);
    for (const IkLink& link : chain.links)
      if (link.joint != none) rotation_from_[at(link.bone)] = stage + 1;
    for (const std::int32_t joint : chain.joints)  // links start from the rotation before IK, which is kept
      if (rotation_from_[at(joint)] <= stage) raise(rotation_read_[at(joint)], stage);
    return stage;
  }

  const Skeleton& skeleton_;
  // By bone, as far as the steps were seen.
  std::vector<std::int32_t> rotation_from_;  ///< the first stage that can read the rotation
  std::vector<std::int32_t> rotation_read_;  ///< the last stage that reads it, or none
  std::vector<std::int32_t> palette_from_;   ///< the stage that places the bone
  std::vector<std::int32_t> palette_free_;   ///< the first stage that may place it again
  bool has_early_readers_ = false;
};

template <class Step>
std::uint32_t size_of(const std::vector<Step>& steps) {
  return static_cast<std::uint32_t>(steps.size());
}

}  // namespace

std::int32_t palette_parent(const Skeleton& skeleton, std::int32_t bone) {
  const std::int32_t parent = skeleton.bones[at(bone)].parent;
  return parent == none ? static_cast<std::int32_t>(skeleton.bones.size()) : parent;
}

LocalStep local_step(const Skeleton& skeleton, std::int32_t bone, bool is_link) {
  const Append& append = skeleton.bones[at(bone)].append;
  return {bone, append, append.source == none ? vec3(0.0f) : skeleton.bones[at(append.source)].rest, is_link};
}

PlaceStep place_step(const Skeleton& skeleton, std::int32_t bone) {
  return {bone, palette_parent(skeleton, bone), skeleton.bones[at(bone)].rest};
}

EvaluationPlan plan_evaluation(const Skeleton& skeleton) {
  EvaluationPlan plan;
  plan.is_link.assign(skeleton.bones.size(), 0);
  for (const IkChain& chain : skeleton.ik_chains)
    for (const IkLink& link : chain.links)
      if (link.joint != none) plan.is_link[at(link.bone)] = 1;
  for (std::size_t b = 0; b < skeleton.bones.size(); ++b)
    if (skeleton.bones[b].has_fixed_axis)
      plan.fixed_axes.push_back({static_cast<std::int32_t>(b), skeleton.bones[b].fixed_axis});

  Stages stages(skeleton);
  std::vector<std::vector<EvaluationStep>> steps_of;
  for (const EvaluationStep& step : skeleton.steps) {
    const std::size_t stage = at(stages.stage_of(step));
    if (stage >= steps_of.size()) steps_of.resize(stage + 1);
    steps_of[stage].push_back(step);
  }
  plan.has_early_readers = stages.has_early_readers();

  for (const std::vector<EvaluationStep>& steps : steps_of) {
    EvaluationStage stage{{size_of(plan.locals)}, {size_of(plan.places)}, {size_of(plan.chains)}};
    for (const auto& [kind, index] : steps) {
      const bool is_link = kind == Kind::local_transform && plan.is_link[at(index)] != 0;
      if (kind == Kind::local_transform && (is_link || skeleton.bones[at(index)].append.source != none))
        plan.locals.push_back(local_step(skeleton, index, is_link));
      if (kind == Kind::place_bone) plan.places.push_back(place_step(skeleton, index));
      if (kind == Kind::solve_chain && !skeleton.ik_chains[at(index)].joints.empty())
        plan.chains.push_back(index);
    }
    stage.locals.last = size_of(plan.locals);
    stage.places.last = size_of(plan.places);
    stage.chains.last = size_of(plan.chains);
    plan.stages.push_back(stage);
  }
  return plan;
}

}  // namespace mmd
