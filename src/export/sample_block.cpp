#include "export/sample_block.h"

#include <utility>

namespace mmd {
namespace {

/// Initial share of the error for each bone. Bones above it contribute as well, but rarely all at once.
constexpr float first_share = 1.0f;
constexpr float smallest_share = first_share / 1024.0f;

std::size_t index(std::int32_t bone) {
  return static_cast<std::size_t>(bone);
}

}  // namespace

// The capacity limits BakeBlock to about 32 MiB for a model of any size.
SampleBlock::SampleBlock(const Skeleton& skeleton, double unit, float error)
    : skeleton_(skeleton),
      error_(static_cast<double>(error) * unit),
      capacity_(std::clamp<std::size_t>(
          (std::size_t{1} << 18) / std::max<std::size_t>(skeleton.bones.size(), 1), 16, 256)),
      translation_(skeleton.bones.size() * capacity_),
      rotation_(skeleton.bones.size() * capacity_) {
  const auto scale = static_cast<float>(unit);
  const auto& bones = skeleton.bones;
  for (const Bone& bone : bones) {
    const vec3 end =
        bone.tail_bone == none ? bone.tail_offset : bones[index(bone.tail_bone)].rest - bone.rest;
    own_reach_.push_back(std::max(glm::length(end), 1.0f) * scale);
  }
  reach_ = own_reach_;
  for (auto step = skeleton.steps.rbegin(); step != skeleton.steps.rend(); ++step) {
    if (step->kind != EvaluationStep::Kind::place_bone) continue;  // bones are placed after their parents
    const Bone& bone = bones[index(step->index)];
    if (bone.parent == none) continue;
    float& above = reach_[index(bone.parent)];
    above = std::max(
        above, glm::length(bone.rest - bones[index(bone.parent)].rest) * scale + reach_[index(step->index)]);
  }
}

float SampleBlock::part_of(std::size_t first, std::size_t last, std::size_t sample) const {
  if (first == last) return 0.0f;
  return static_cast<float>(times_[sample] - times_[first]) /
         static_cast<float>(times_[last] - times_[first]);
}

vec3 SampleBlock::moved(std::size_t bone, std::size_t first, std::size_t last, std::size_t sample) const {
  return glm::mix(translation_[at(bone, first)], translation_[at(bone, last)], part_of(first, last, sample));
}

/// Marks the bone and all bones whose rotation moves it: its ancestors and their append sources.
void SampleBlock::mark_carriers(std::int32_t bone, bool follow_append,
                                std::vector<std::uint8_t>& marked) const {
  std::vector<std::int32_t> left{bone};
  while (!left.empty()) {
    const std::int32_t b = left.back();
    left.pop_back();
    if (b == none || std::exchange(marked[index(b)], std::uint8_t{1}) != 0) continue;
    left.push_back(skeleton_.bones[index(b)].parent);
    if (follow_append) left.push_back(skeleton_.bones[index(b)].append.source);
  }
}

void SampleBlock::thin_bones(const ThinBone& thin, const Play& play, bool follow_append) {
  const std::size_t bones = skeleton_.bones.size();
  std::vector<float> share(bones, error_ > 0.0 ? first_share : -1.0f);  // negative: keeps all samples
  std::vector<std::uint8_t> marked(bones, 1), too_far(bones);
  for (bool is_refined = true; is_refined;) {
    for (std::size_t b = 0; b < bones; ++b)
      if (marked[b] != 0) thin(b, share[b] < 0.0f ? -1.0f : share[b] * static_cast<float>(error_));
    std::fill(too_far.begin(), too_far.end(), std::uint8_t{0});
    play(too_far);
    std::fill(marked.begin(), marked.end(), std::uint8_t{0});
    for (std::size_t b = 0; b < bones; ++b)
      if (too_far[b] != 0) mark_carriers(static_cast<std::int32_t>(b), follow_append, marked);
    is_refined = false;
    for (std::size_t b = 0; b < bones; ++b) {
      if (marked[b] == 0 || share[b] < 0.0f) continue;
      share[b] = share[b] > smallest_share ? share[b] * 0.5f : -1.0f;
      is_refined = true;
    }
  }
}

void SampleBlock::keep_last() {
  const std::size_t last = times_.size() - 1;
  for (std::size_t b = 0; b < skeleton_.bones.size(); ++b) {
    translation_[at(b, 0)] = translation_[at(b, last)];
    rotation_[at(b, 0)] = rotation_[at(b, last)];
  }
  times_ = {times_[last]};
  is_first_ = false;
}

}  // namespace mmd
