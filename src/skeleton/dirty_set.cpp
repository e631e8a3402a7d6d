#include "skeleton/dirty_set.h"

#include <algorithm>
#include <utility>

#include "base/index.h"
#include "skeleton/plan_chain.h"

namespace mmd {

DirtySet::DirtySet(const Skeleton& skeleton, const EvaluationPlan& plan)
    : skeleton_(skeleton),
      plan_(plan),
      together_(skeleton.ik_chains.size()),
      local_(skeleton.bones.size(), 0),
      place_(skeleton.bones.size() + 1, 0),  // and the identity entry that roots hang on
      chain_(skeleton.ik_chains.size(), 0) {
  const std::vector<std::int32_t> levels = chain_levels(skeleton);
  std::vector<std::vector<std::int32_t>> chains_of_link(skeleton.bones.size());
  for (std::size_t c = 0; c < levels.size(); ++c) {
    for (const IkLink& link : skeleton.ik_chains[c].links)
      chains_of_link[at(link.bone)].push_back(static_cast<std::int32_t>(c));
  }
  ChainNeeds needs(skeleton);
  std::vector<std::size_t> last_of(levels.size(), levels.size());  // the chain that each was added to last
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

void DirtySet::mark_place(OpRange blocks) {
  for (std::uint32_t i = blocks.first; i < blocks.last; ++i) {
    const PlaceBlock& block = plan_.blocks[i];
    for (std::uint32_t k = 0; k < block.count; ++k) {
      const std::size_t bone = at(block.bone[k]);
      if (local_[bone] != 0 || place_[at(block.parent[k])] != 0) place_[bone] = 1;
    }
  }
}

/// True if the chain was not marked before.
bool DirtySet::mark_chain(std::int32_t c) {
  if (chain_[at(c)] != 0) return false;
  chain_[at(c)] = 1;
  for (const IkLink& link : skeleton_.ik_chains[at(c)].links)
    local_[at(link.bone)] = place_[at(link.bone)] = 1;
  for (const std::int32_t other : together_[at(c)]) mark_chain(other);
  return true;
}

/// One pass in evaluation order. True if it reached a chain that was clean, whose links then have to start
/// again from their own rotation everywhere, also in stages that were passed already.
bool DirtySet::spread(bool append, bool ik) {
  bool reached = false;
  const auto check = [&](std::int32_t c) {
    const IkChain& chain = skeleton_.ik_chains[at(c)];
    const bool moved = place_[at(chain.bone)] != 0 || place_[at(chain.effector)] != 0 ||
                       std::any_of(chain.links.begin(), chain.links.end(),
                                   [&](const IkLink& link) { return place_[at(link.bone)] != 0; });
    if (moved && mark_chain(c)) reached = true;
  };
  for (const Stage& stage : plan_.stages) {
    for (std::uint32_t i = stage.locals.first; i < stage.locals.last; ++i) {
      const LocalOp& op = plan_.locals[i];
      if (op.source == none || !append) continue;
      if (local_[at(op.source)] != 0 || (op.append_local && place_[at(op.source)] != 0))
        local_[at(op.bone)] = 1;
    }
    mark_place(stage.blocks);
    if (!ik) continue;
    for (std::uint32_t g = stage.lane_groups.first; g < stage.lane_groups.last; ++g) {
      for (const std::int32_t c : plan_.lane_groups[g].chain) {
        if (c != none) check(c);
      }
    }
    for (std::uint32_t i = stage.chains.first; i < stage.chains.last; ++i) check(plan_.general_chains[i]);
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
