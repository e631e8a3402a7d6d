#include "export/bake_block.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>
#include <variant>

#include "base/handedness.h"
#include "pose/key_thinning.h"
#include "pose/motion.h"

namespace mmd {
namespace {

std::size_t index(std::int32_t bone) {
  return static_cast<std::size_t>(bone);
}

/// What a bone may make of the error to begin with: those above it make some too, rarely all at once.
constexpr float first_share = 1.0f;
constexpr float least_share = first_share / 1024.0f;
/// Weights that move bones, or other morphs: as the samples have them but for rounding.
constexpr float exact_weight = 1e-6f;
constexpr float loosest_weight = 0.01f;

/// Straight curves, byte for byte as MMD has them: four rows of sixteen, each the one before moved up by one.
/// Two bytes that no curve needs switch physics off (semantics, "VMD physics keys").
std::array<std::uint8_t, 64> straight_curves(bool without_physics) {
  constexpr std::array<std::uint8_t, 4> control{20, 20, 107, 107};
  std::array<std::uint8_t, 64> out{};
  for (std::size_t row = 0; row < 4; ++row) {
    for (std::size_t i = row; i < 16; ++i) out[row * 16 + i - row] = control[i / 4];
    if (row > 0) out[row * 16 + 16 - row] = 1;
  }
  if (without_physics) {
    out[2] = 0x63;
    out[3] = 0x0f;
  }
  return out;
}

/// How far a morph's weight may be off so that nothing it moves is off by more than `error`.
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

/// How far two unit quaternions, of whatever sign, carry a point one unit away from each other, at most.
float apart(const quat& a, const quat& b) {
  const vec4 p(a.x, a.y, a.z, a.w), q(b.x, b.y, b.z, b.w);
  return 2.0f * std::sqrt(std::min(glm::dot(p - q, p - q), glm::dot(p + q, p + q)));
}

}  // namespace

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
    : model_(model), keys_(keys), error_(error) {
  // About 32 MiB for a model of any size.
  const std::size_t bones = model.bone_count();
  capacity_ = std::clamp<std::size_t>((std::size_t{1} << 18) / std::max<std::size_t>(bones, 1), 16, 256);
  translation_.resize(bones * capacity_);
  rotation_.resize(bones * capacity_);
  weight_.resize(model.morphs.size() * capacity_);
  wanted_.resize(bones * capacity_);
  reached_.resize(bones * capacity_);
  kept_bones_.resize(bones);
  kept_morphs_.resize(model.morphs.size());
  for (const Morph& morph : model.morphs) morph_bound_.push_back(weight_bound(morph, error));
  measure_reach();
}

void BakeBlock::measure_reach() {
  const auto& bones = model_.skeleton.bones;
  for (const Bone& bone : bones) {
    const vec3 end =
        bone.tail_bone == none ? bone.tail_offset : bones[index(bone.tail_bone)].rest - bone.rest;
    own_reach_.push_back(std::max(glm::length(end), 1.0f));
  }
  reach_ = own_reach_;
  const auto& steps = model_.skeleton.steps;
  for (auto step = steps.rbegin(); step != steps.rend(); ++step) {  // children before their parents
    if (step->kind != EvaluationStep::Kind::place_bone) continue;
    const Bone& bone = bones[index(step->index)];
    if (bone.parent == none) continue;
    float& above = reach_[index(bone.parent)];
    above =
        std::max(above, glm::length(bone.rest - bones[index(bone.parent)].rest) + reach_[index(step->index)]);
  }
}

void BakeBlock::add(std::uint32_t frame, const Pose& pose, std::span<const Affine> wanted,
                    std::span<const Affine> reached) {
  const std::size_t sample = frames_.size(), bones = model_.bone_count();
  frames_.push_back(frame);
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

void BakeBlock::thin_bone(std::size_t bone) {
  const auto error = [&](std::size_t first, std::size_t last, std::size_t i) {
    const float part =
        static_cast<float>(frames_[i] - frames_[first]) / static_cast<float>(frames_[last] - frames_[first]);
    const quat &from = rotation_[at(bone, first)], &to = rotation_[at(bone, last)];
    const quat turned = from == to ? from : glm::slerp(from, to, part);
    const vec3 moved = glm::mix(translation_[at(bone, first)], translation_[at(bone, last)], part);
    return glm::length(moved - translation_[at(bone, i)]) +
           reach_[bone] * apart(turned, rotation_[at(bone, i)]);
  };
  keep_needed(frames_.size(), share_[bone] < 0.0f ? -1.0f : share_[bone] * error_, error, kept_bones_[bone]);
}

void BakeBlock::thin_morph(std::size_t morph) {
  const auto error = [&](std::size_t first, std::size_t last, std::size_t i) {
    const float part =
        static_cast<float>(frames_[i] - frames_[first]) / static_cast<float>(frames_[last] - frames_[first]);
    return std::abs(glm::mix(weight_[at(morph, first)], weight_[at(morph, last)], part) -
                    weight_[at(morph, i)]);
  };
  keep_needed(frames_.size(), morph_bound_[morph], error, kept_morphs_[morph]);
}

vmd::BoneKey BakeBlock::bone_key(std::size_t bone, std::size_t sample) const {
  const quat q = mirror(rotation_[at(bone, sample)]);
  vmd::BoneKey key;
  key.name = *keys_.bones.names[bone];
  key.frame = frames_[sample];
  // Adding zero turns -0 into 0.
  key.translation = mirror(translation_[at(bone, sample)]) + vec3(0.0f);
  key.rotation = vec4(q.x, q.y, q.z, q.w) * (q.w < 0.0f ? -1.0f : 1.0f) + vec4(0.0f);
  key.interpolation = straight_curves(keys_.without_physics[bone] != 0);
  return key;
}

vmd::MorphKey BakeBlock::morph_key(std::size_t morph, std::size_t sample) const {
  return {*keys_.morphs.names[morph], frames_[sample], weight_[at(morph, sample)]};
}

/// The keys of the block by themselves.
vmd::File BakeBlock::file() const {
  vmd::File out = vmd::empty_file({});
  for (std::size_t b = 0; b < kept_bones_.size(); ++b)
    for (std::size_t i = 0; i < frames_.size() && keys_.bones.names[b]; ++i)
      if (kept_bones_[b][i] != 0) out.bones.push_back(bone_key(b, i));
  for (std::size_t m = 0; m < kept_morphs_.size(); ++m)
    for (std::size_t i = 0; i < frames_.size() && keys_.morphs.names[m]; ++i)
      if (kept_morphs_[m][i] != 0) out.morphs.push_back(morph_key(m, i));
  return out;
}

/// Whether anything as near to the bone as its end may be off by more than the error.
bool BakeBlock::is_too_far(std::size_t bone, const Affine& replayed, const Affine& reached) const {
  const vec3& rest = model_.skeleton.bones[bone].rest;
  const vec3 moved = transform_point(replayed, rest) - transform_point(reached, rest);
  float turned = 0.0f;  // the squares of what the matrices differ by are at least twice those of a point
  for (std::size_t r = 0; r < 3; ++r) {
    const vec3 row = vec3(replayed.row[r]) - vec3(reached.row[r]);
    turned += glm::dot(row, row);
  }
  return !(glm::length(moved) + own_reach_[bone] * std::sqrt(turned * 0.5f) <= error_);
}

/// Takes the bone that is farthest from where it was wanted, if that is farther than any before.
void BakeBlock::measure(std::uint32_t frame, std::span<const Affine> replayed, const Affine* wanted,
                        BakeError& error) const {
  for (std::size_t b = 0; b < model_.bone_count(); ++b) {
    const vec3& rest = model_.skeleton.bones[b].rest;
    const float distance = glm::length(transform_point(replayed[b], rest) - transform_point(wanted[b], rest));
    if (distance > error.distance)
      error = {distance, static_cast<std::int32_t>(b), static_cast<double>(frame)};
  }
}

BakeBlock::Errors BakeBlock::play(Replay& replay, std::vector<std::uint8_t>& too_far) const {
  Diagnostics ignored;  // about keys that it made itself
  const Motion motion(file(), model_, ignored);
  MotionCursor cursor = motion.make_cursor();
  Pose pose(model_);
  Errors out;
  std::fill(too_far.begin(), too_far.end(), std::uint8_t{0});
  const std::size_t bones = model_.bone_count();
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    motion.sample(frames_[i], pose, cursor);
    const auto palette = replay.evaluate(pose);
    for (std::size_t b = 0; b < bones; ++b)
      if (is_too_far(b, palette[b], reached_[i * bones + b])) too_far[b] = 1;
    measure(frames_[i], palette, &wanted_[i * bones], out.at_samples);
  }
  for (std::size_t i = 0; i < watched_frames_.size(); ++i) {
    motion.sample(watched_frames_[i], pose, cursor);
    measure(watched_frames_[i], replay.evaluate(pose), &watched_[i * bones], out.between);
  }
  return out;
}

/// The bone and all whose turning carries it: those above it, and what they append.
void BakeBlock::mark_carriers(std::size_t bone, std::vector<std::uint8_t>& marked) const {
  std::vector<std::int32_t> left{static_cast<std::int32_t>(bone)};
  while (!left.empty()) {
    const std::int32_t b = left.back();
    left.pop_back();
    if (b == none || std::exchange(marked[index(b)], std::uint8_t{1}) != 0) continue;
    left.push_back(model_.skeleton.bones[index(b)].parent);
    left.push_back(model_.skeleton.bones[index(b)].append.source);
  }
}

/// More keys for those that carry what is too far off. Whether there were any to be had.
bool BakeBlock::refine(std::span<const std::uint8_t> too_far) {
  std::vector<std::uint8_t> marked(too_far.size(), 0);
  for (std::size_t b = 0; b < too_far.size(); ++b)
    if (too_far[b] != 0) mark_carriers(b, marked);
  bool any = false;
  for (std::size_t b = 0; b < marked.size(); ++b) {
    if (marked[b] == 0 || share_[b] < 0.0f) continue;
    share_[b] = share_[b] > least_share ? share_[b] * 0.5f : -1.0f;
    thin_bone(b);
    any = true;
  }
  return any;
}

BakeBlock::Errors BakeBlock::thin(Replay& replay) {
  const std::size_t bones = model_.bone_count();
  share_.assign(bones, error_ > 0.0f ? first_share : -1.0f);
  for (std::size_t b = 0; b < bones; ++b) thin_bone(b);
  for (std::size_t m = 0; m < model_.morphs.size(); ++m) thin_morph(m);
  std::vector<std::uint8_t> too_far(bones, 0);
  Errors out = play(replay, too_far);
  while (refine(too_far)) out = play(replay, too_far);
  return out;
}

void BakeBlock::move_on(KeySink& sink) {
  const std::size_t count = frames_.size(), last = count - 1;
  const std::size_t first = is_first_ ? 0 : 1;
  for (std::size_t b = 0; b < kept_bones_.size(); ++b)
    for (std::size_t i = first; i < count && keys_.bones.names[b]; ++i)
      if (kept_bones_[b][i] != 0) sink.add(b, bone_key(b, i));
  for (std::size_t m = 0; m < kept_morphs_.size(); ++m)
    for (std::size_t i = first; i < count && keys_.morphs.names[m]; ++i)
      if (kept_morphs_[m][i] != 0) sink.add(m, morph_key(m, i));
  const std::size_t bones = model_.bone_count();
  frames_.assign(1, frames_[last]);
  watched_frames_.clear();
  watched_.clear();
  for (std::size_t b = 0; b < bones; ++b) {
    translation_[at(b, 0)] = translation_[at(b, last)];
    rotation_[at(b, 0)] = rotation_[at(b, last)];
    wanted_[b] = wanted_[last * bones + b];
    reached_[b] = reached_[last * bones + b];
  }
  for (std::size_t m = 0; m < model_.morphs.size(); ++m) weight_[at(m, 0)] = weight_[at(m, last)];
  is_first_ = false;
}

}  // namespace mmd
