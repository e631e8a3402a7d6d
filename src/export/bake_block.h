#pragma once

// Internal to baking: selects the sampled frames that become keys and writes these to a file.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "export/bake_frames.h"
#include "export/sample_block.h"
#include "formats/vmd.h"
#include "pose/key_thinning.h"

namespace mmd {

/// Writes keys to a file, without equal keys between equal keys: a bone at rest takes two keys.
class KeySink {
 public:
  /// `leave_out`: whether equal keys are skipped. The file must outlive the sink.
  KeySink(std::size_t bones, std::size_t morphs, bool leave_out, vmd::File& file);

  /// Keys of one bone or morph must be added in order of their frames.
  void add(std::size_t bone, const vmd::BoneKey& key) { put(bones_[bone], key, file_.bones); }
  void add(std::size_t morph, const vmd::MorphKey& key) { put(morphs_[morph], key, file_.morphs); }
  /// Must be called after the last key.
  void finish();

 private:
  template <class Key>
  struct Track {
    std::optional<Key> written, held;
  };
  template <class Key>
  void put(Track<Key>& track, const Key& key, RawVector<Key>& to);

  std::vector<Track<vmd::BoneKey>> bones_;
  std::vector<Track<vmd::MorphKey>> morphs_;
  bool leave_out_;
  vmd::File& file_;
};

/// The keys that a motion can have for a model.
struct ModelKeys {
  explicit ModelKeys(const Model& model);

  KeyNames bones, morphs;
  /// Per bone, 1 if its keys switch its physics off; initially 0.
  std::vector<std::uint8_t> without_physics;

  FrameBaker::Keys known() const;
};

/// Keys of an MMD motion, checked by replaying them with MMD's evaluation without IK and physics.
class BakeBlock : public SampleBlock {
 public:
  /// `error`: BakeChoice::error. Model and keys must outlive the block.
  BakeBlock(const Model& model, const ModelKeys& keys, float error);

  bool is_full() const { return SampleBlock::is_full() || watched_frames_.size() >= capacity_; }
  /// Adds a frame: its baked pose, the original palette and the palette of the baked pose.
  void add(std::uint32_t frame, const Pose& pose, std::span<const Affine> wanted,
           std::span<const Affine> reached);

  /// Adds the original palette of an unsampled frame, in order with the samples, to measure the error.
  void watch(std::uint32_t frame, std::span<const Affine> wanted);

  /// Errors of the replay at samples and between them.
  struct Errors {
    BakeError at_samples, between;
  };
  /// Marks the frames that become keys and replays them. Bones that cause large errors get more keys.
  Errors thin(Replay& replay);

  /// Writes the keys and keeps only the last frame, with which the next block starts.
  void move_on(KeySink& sink);

 private:
  std::uint32_t frame(std::size_t sample) const { return static_cast<std::uint32_t>(times_[sample]); }
  vmd::BoneKey bone_key(std::size_t bone, std::size_t sample) const;
  void hand_over(std::size_t first, KeySink& sink) const;
  void thin_bone(std::size_t bone, float bound);
  void thin_morph(std::size_t morph);
  bool is_too_far(std::size_t bone, const Affine& replayed, const Affine& reached) const;
  Errors play(Replay& replay, std::vector<std::uint8_t>& too_far) const;

  const Model& model_;
  const ModelKeys& keys_;
  std::vector<float> morph_bound_;  ///< per morph: largest error of its weight; negative: keep all keys

  std::vector<float> weight_;                  ///< morph weights by at()
  std::vector<Affine> wanted_, reached_;       ///< palettes of the samples, concatenated
  std::vector<std::uint32_t> watched_frames_;  ///< frames between samples, ascending
  std::vector<Affine> watched_;                ///< their palettes, concatenated
  std::vector<std::vector<std::uint8_t>> kept_bones_, kept_morphs_;
};

}  // namespace mmd
