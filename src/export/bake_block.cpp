#include "export/bake_block.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include "base/handedness.h"
#include "pose/key_curves.h"
#include "pose/key_thinning.h"
#include "pose/motion.h"

namespace mmd {
namespace {

/// Error bound for weights of bone and group morphs: only rounding.
constexpr float exact_weight = 1e-6f;
/// Largest error bound for other weights.
constexpr float loosest_weight = 0.01f;

/// The bound of a morph's weight that keeps vertices within `error` MMD units; negative: keep all keys.
float weight_bound(const Morph& morph, float error) {
  if (error == 0.0f) return -1.0f;
  if (std::holds_alternative<BoneMorph>(morph.data) || std::holds_alternative<GroupMorph>(morph.data))
    return exact_weight;
  float farthest = 1.0f;
  if (const auto* moving = std::get_if<VertexMorph>(&morph.data)) {
    farthest = 0.0f;
    for (const vec3& offset : moving->offsets) farthest = std::max(farthest, glm::length(offset));
  }
  return std::min(error / std::max(farthest, 1e-3f), loosest_weight);
}

bool is_same(const vmd::BoneKey& a, const vmd::BoneKey& b) {
  return a.translation == b.translation && a.rotation == b.rotation;
}
bool is_same(const vmd::MorphKey& a, const vmd::MorphKey& b) {
  return a.weight == b.weight;
}

}  // namespace

KeySink::KeySink(std::size_t bones, std::size_t morphs, bool leave_out, vmd::File& file)
    : bones_(bones), morphs_(morphs), leave_out_(leave_out), file_(file) {}

template <class Key>
void KeySink::put(Track<Key>& track, const Key& key, RawVector<Key>& to) {
  if (track.held) {
    const bool rests =
        leave_out_ && track.written && is_same(*track.written, *track.held) && is_same(*track.held, key);
    if (!rests) {
      to.push_back(*track.held);
      track.written = track.held;
    }
  }
  track.held = key;
}

template void KeySink::put(Track<vmd::BoneKey>&, const vmd::BoneKey&, RawVector<vmd::BoneKey>&);
template void KeySink::put(Track<vmd::MorphKey>&, const vmd::MorphKey&, RawVector<vmd::MorphKey>&);

void KeySink::finish() {
  for (const auto& track : bones_)
    if (track.held) file_.bones.push_back(*track.held);
  for (const auto& track : morphs_)
    if (track.held) file_.morphs.push_back(*track.held);
}

ModelKeys::ModelKeys(const Model& model)
    : bones(key_names(model.skeleton.bones)),
      morphs(key_names(model.morphs)),
      without_physics(model.bone_count(), 0) {}

FrameBaker::Keys ModelKeys::known() const {
  FrameBaker::Keys out;
  for (const auto& name : bones.names) out.bones.push_back(name ? 1 : 0);
  for (const auto& name : morphs.names) out.morphs.push_back(name ? 1 : 0);
  return out;
}

BakeBlock::BakeBlock(const Model& model, const ModelKeys& keys, float error)
    : SampleBlock(model.skeleton, 1.0, error),
      model_(model),
      keys_(keys),
      weight_(model.morphs.size() * capacity_),
      wanted_(model.bone_count() * capacity_),
      reached_(model.bone_count() * capacity_),
      kept_bones_(model.bone_count()),
      kept_morphs_(model.morphs.size()) {
  for (const Morph& morph : model.morphs) morph_bound_.push_back(weight_bound(morph, error));
}

void BakeBlock::add(std::uint32_t frame, const Pose& pose, std::span<const Affine> wanted,
                    std::span<const Affine> reached) {
  const std::size_t sample = times_.size(), bones = model_.bone_count();
  times_.push_back(frame);
  for (std::size_t b = 0; b < bones; ++b) {
    translation_[at(b, sample)] = pose.translation[b];
    rotation_[at(b, sample)] = pose.rotation[b];
  }
  for (std::size_t m = 0; m < model_.morphs.size(); ++m) weight_[at(m, sample)] = pose.morph_weights[m];
  std::copy_n(wanted.begin(), bones, wanted_.begin() + static_cast<std::ptrdiff_t>(sample * bones));
  std::copy_n(reached.begin(), bones, reached_.begin() + static_cast<std::ptrdiff_t>(sample * bones));
}

void BakeBlock::watch(std::uint32_t frame, std::span<const Affine> wanted) {
  watched_frames_.push_back(frame);
  watched_.insert(watched_.end(), wanted.begin(),
                  wanted.begin() + static_cast<std::ptrdiff_t>(model_.bone_count()));
}

void BakeBlock::thin_bone(std::size_t bone, float bound) {
  const auto error = [&](std::size_t first, std::size_t last, std::size_t i) {
    const quat &from = rotation_[at(bone, first)], &to = rotation_[at(bone, last)];
    const quat turned = from == to ? from : glm::slerp(from, to, part_of(first, last, i));
    return glm::length(moved(bone, first, last, i) - translation_[at(bone, i)]) +
           reach_[bone] * turned_apart<vec4>(turned, rotation_[at(bone, i)]);
  };
  keep_needed(times_.size(), bound, error, kept_bones_[bone]);
}

void BakeBlock::thin_morph(std::size_t morph) {
  const auto error = [&](std::size_t first, std::size_t last, std::size_t i) {
    return std::abs(glm::mix(weight_[at(morph, first)], weight_[at(morph, last)], part_of(first, last, i)) -
                    weight_[at(morph, i)]);
  };
  keep_needed(times_.size(), morph_bound_[morph], error, kept_morphs_[morph]);
}

vmd::BoneKey BakeBlock::bone_key(std::size_t bone, std::size_t sample) const {
  const quat q = mirror(rotation_[at(bone, sample)]);
  vmd::BoneKey key;
  key.name = *keys_.bones.names[bone];
  key.frame = frame(sample);
  // Adding zero turns -0 into 0.
  key.translation = mirror(translation_[at(bone, sample)]) + vec3(0.0f);
  key.rotation = vec4(q.x, q.y, q.z, q.w) * (q.w < 0.0f ? -1.0f : 1.0f) + vec4(0.0f);
  set_curves(key, {}, keys_.without_physics[bone] != 0);
  return key;
}

/// Writes the keys of all samples from `first` on.
void BakeBlock::hand_over(std::size_t first, KeySink& sink) const {
  for (std::size_t b = 0; b < kept_bones_.size(); ++b)
    for (std::size_t i = first; i < times_.size() && keys_.bones.names[b]; ++i)
      if (kept_bones_[b][i] != 0) sink.add(b, bone_key(b, i));
  for (std::size_t m = 0; m < kept_morphs_.size(); ++m)
    for (std::size_t i = first; i < times_.size() && keys_.morphs.names[m]; ++i)
      if (kept_morphs_[m][i] != 0)
        sink.add(m, vmd::MorphKey{*keys_.morphs.names[m], frame(i), weight_[at(m, i)]});
}

/// Whether a point within the bone's reach may be off by more than the error bound.
bool BakeBlock::is_too_far(std::size_t bone, const Affine& replayed, const Affine& reached) const {
  const vec3& rest = model_.skeleton.bones[bone].rest;
  const vec3 moved = transform_point(replayed, rest) - transform_point(reached, rest);
  float turned =
      0.0f;  // sum of squared differences: at least twice the squared distance of a point at distance 1
  for (std::size_t r = 0; r < 3; ++r) {
    const vec3 row = vec3(replayed.row[r]) - vec3(reached.row[r]);
    turned += glm::dot(row, row);
  }
  return !(glm::length(moved) + own_reach_[bone] * std::sqrt(turned * 0.5f) <= static_cast<float>(error_));
}

BakeBlock::Errors BakeBlock::play(Replay& replay, std::vector<std::uint8_t>& too_far) const {
  vmd::File file = vmd::empty_file({});
  KeySink sink(kept_bones_.size(), kept_morphs_.size(), false, file);
  hand_over(0, sink);
  sink.finish();
  Diagnostics ignored;  // about this program's own keys
  const Motion motion(file, model_, ignored);
  Pose pose(model_);
  Errors out;
  const std::size_t bones = model_.bone_count();
  for (std::size_t i = 0; i < times_.size(); ++i) {
    motion.sample(times_[i], pose);
    const auto palette = replay.evaluate(pose);
    for (std::size_t b = 0; b < bones; ++b)
      if (is_too_far(b, palette[b], reached_[i * bones + b])) too_far[b] = 1;
    measure_error(model_, times_[i], palette, wanted_.data() + i * bones, out.at_samples);
  }
  for (std::size_t i = 0; i < watched_frames_.size(); ++i) {
    motion.sample(watched_frames_[i], pose);
    measure_error(model_, watched_frames_[i], replay.evaluate(pose), watched_.data() + i * bones,
                  out.between);
  }
  return out;
}

BakeBlock::Errors BakeBlock::thin(Replay& replay) {
  for (std::size_t m = 0; m < model_.morphs.size(); ++m) thin_morph(m);
  Errors out;
  thin_bones([this](std::size_t bone, float bound) { thin_bone(bone, bound); },
             [&](std::vector<std::uint8_t>& too_far) { out = play(replay, too_far); }, true);
  return out;
}

void BakeBlock::move_on(KeySink& sink) {
  hand_over(first_new(), sink);
  const std::size_t bones = model_.bone_count(), last = times_.size() - 1;
  watched_frames_.clear();
  watched_.clear();
  std::copy_n(wanted_.data() + last * bones, bones, wanted_.data());
  std::copy_n(reached_.data() + last * bones, bones, reached_.data());
  for (std::size_t m = 0; m < model_.morphs.size(); ++m) weight_[at(m, 0)] = weight_[at(m, last)];
  keep_last();
}

}  // namespace mmd
