#include "skeleton/dirty_set.h"

#include <algorithm>
#include <utility>

#include "base/math.h"

namespace mmd {

DirtySet::DirtySet(const Skeleton& skeleton, const EvaluationPlan& plan)
    : skeleton_(skeleton),
      plan_(plan),
      together_(skeleton.ik_chains.size()),
      local_(skeleton.bones.size(), 0),
      place_(skeleton.bones.size() + 1, 0),  // the last entry is the identity, the roots' parent
      chain_(skeleton.ik_chains.size(), 0) {
  const std::vector<std::int32_t> levels = chain_levels(skeleton);
  std::vector<std::vector<std::int32_t>> chains_of_link(skeleton.bones.size());
  for (std::size_t c = 0; c < levels.size(); ++c) {
    for (const IkLink& link : skeleton.ik_chains[c].links)
      chains_of_link[at(link.bone)].push_back(static_cast<std::int32_t>(c));
  }
  ChainNeeds needs(skeleton);
  std::vector<std::size_t> last_of(levels.size(), levels.size());  // by chain: the c whose list got it last
  for (std::size_t c = 0; c < levels.size(); ++c) {
    if (skeleton.ik_chains[c].links.empty()) continue;
    needs.find(skeleton.ik_chains[c]);
    last_of[c] = c;
    for (const std::int32_t bone : needs.settled()) {
      for (const std::int32_t other : chains_of_link[at(bone)]) {
        if (levels[at(other)] < levels[c] || std::exchange(last_of[at(other)], c) == c) continue;
        together_[c].push_back(other);
      }
    }
  }
}

void DirtySet::mark_place(StepRange places) {
  for (std::uint32_t i = places.first; i < places.last; ++i) {
    const PlaceStep& step = plan_.places[i];
    if (local_[at(step.bone)] != 0 || place_[at(step.parent)] != 0) place_[at(step.bone)] = 1;
  }
}

/// Returns whether the chain was not marked before.
bool DirtySet::mark_chain(std::int32_t c) {
  if (chain_[at(c)] != 0) return false;
  chain_[at(c)] = 1;
  for (const IkLink& link : skeleton_.ik_chains[at(c)].links)
    local_[at(link.bone)] = place_[at(link.bone)] = 1;
  for (const std::int32_t other : together_[at(c)]) mark_chain(other);
  return true;
}

/// One pass in evaluation order. Returns whether it marked a new chain: that chain's links start again from
/// their own rotation, also in earlier stages, so another pass is necessary.
bool DirtySet::spread(bool append, bool ik) {
  bool reached = false;
  const auto check = [&](std::int32_t c) {
    const PlannedChain& chain = plan_.chains[at(c)];
    const bool moved = place_[at(chain.goal)] != 0 || place_[at(chain.parent)] != 0 ||
                       local_[at(chain.effector)] != 0 ||
                       std::any_of(chain.joints.begin(), chain.joints.end(),
                                   [&](const ChainJoint& j) { return local_[at(j.bone)] != 0; });
    if (moved && mark_chain(c)) reached = true;
  };
  for (const Stage& stage : plan_.stages) {
    for (std::uint32_t i = stage.locals.first; i < stage.locals.last; ++i) {
      const LocalStep& step = plan_.locals[i];
      if (step.append.source == none || !append) continue;
      if (local_[at(step.append.source)] != 0 || (step.append.local && place_[at(step.append.source)] != 0))
        local_[at(step.bone)] = 1;
    }
    mark_place(stage.places);
    if (!ik) continue;
    for (std::uint32_t i = stage.chains.first; i < stage.chains.last; ++i) check(plan_.chain_order[i]);
    mark_place(stage.again);
  }
  return reached;
}

void DirtySet::find(std::span<const std::int32_t> changed, bool append, bool ik) {
  std::fill(local_.begin(), local_.end(), std::uint8_t{0});
  std::fill(place_.begin(), place_.end(), std::uint8_t{0});
  std::fill(chain_.begin(), chain_.end(), std::uint8_t{0});
  for (const std::int32_t bone : changed) local_[at(bone)] = 1;
  while (spread(append, ik)) {
  }
}

}  // namespace mmd
