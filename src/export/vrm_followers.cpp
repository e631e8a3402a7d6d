#include "export/vrm_avatar.h"

namespace mmd {
namespace {

class FollowerFinder {
 public:
  FollowerFinder(const Skeleton& skeleton, std::span<const std::int32_t> human)
      : skeleton_(skeleton), human_(skeleton.bones.size(), 0), needed_(skeleton.bones.size(), 0) {
    for (const std::int32_t bone : human) human_[static_cast<std::size_t>(bone)] = 1;
    turned_ = human_;
  }

  std::vector<VrmFollower> find() {
    for (const IkChain& chain : skeleton_.ik_chains) add_link(chain);
    // Each bone once, after its append source.
    for (const EvaluationStep& step : skeleton_.steps)
      if (step.kind == EvaluationStep::Kind::local_transform) add_append(step.index);
    return std::move(out_);
  }

 private:
  const Bone& at(std::int32_t bone) const { return skeleton_.bones[static_cast<std::size_t>(bone)]; }

  /// The bone itself or its nearest ancestor that is human; else none.
  std::int32_t human_at(std::int32_t bone) const {
    while (bone != none && human_[static_cast<std::size_t>(bone)] == 0) bone = at(bone).parent;
    return bone;
  }
  std::int32_t human_above(std::int32_t bone) const { return human_at(at(bone).parent); }

  /// Adds a follower unless an earlier one depends on it; programs reject cycles.
  void add(const VrmFollower& follower) {
    for (std::int32_t b = follower.source; b != none && needed_[static_cast<std::size_t>(b)] == 0;
         b = at(b).parent)
      needed_[static_cast<std::size_t>(b)] = 1;
    const auto bone = static_cast<std::size_t>(follower.bone);
    if (needed_[bone] != 0 || turned_[bone] != 0) return;
    turned_[bone] = 1;
    out_.push_back(follower);
  }

  void add_append(std::int32_t bone) {
    const Append& append = at(bone).append;
    if (append.source == none || !append.rotation || append.local) return;
    if (append.ratio > 0.0f && append.ratio <= 1.0f && turned_[static_cast<std::size_t>(append.source)] != 0)
      add({bone, append.source, append.ratio});
  }

  void add_link(const IkChain& chain) {
    if (chain.links.empty()) return;
    const std::int32_t link = chain.links.back().bone, above = human_above(link);
    std::int32_t source = human_at(chain.bone);
    while (source != none && human_above(source) != above) source = human_above(source);
    if (source == none) return;
    const float reach = glm::length(at(chain.bone).rest - at(link).rest);
    if (glm::length(at(source).rest - at(link).rest) <= 0.5f * reach) add({link, source, 1.0f});
  }

  const Skeleton& skeleton_;
  // Per bone; needed_: 1 if the bone or a descendant is a source.
  std::vector<std::uint8_t> human_, turned_, needed_;
  std::vector<VrmFollower> out_;
};

}  // namespace

std::vector<VrmFollower> find_followers(const Skeleton& skeleton, std::span<const std::int32_t> human) {
  return FollowerFinder(skeleton, human).find();
}

}  // namespace mmd
