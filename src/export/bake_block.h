#pragma once

// Inside of baking: which of the sampled frames become keys, and how these get into a file.

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

/// Puts keys into a file. Between two equal keys further ones that are equal say nothing and are left out,
/// so that what rests costs two keys however long it does.
class KeySink {
 public:
  /// `leave_out`: whether it does. The file stays.
  KeySink(std::size_t bones, std::size_t morphs, bool leave_out, vmd::File& file);

  /// The keys of one bone or morph come in order of their frames.
  void add(std::size_t bone, const vmd::BoneKey& key) { put(bones_[bone], key, file_.bones); }
  void add(std::size_t morph, const vmd::MorphKey& key) { put(morphs_[morph], key, file_.morphs); }
  /// After the last key.
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
  /// Per bone: whether its keys switch its physics off; none does to begin with.
  std::vector<std::uint8_t> without_physics;

  FrameBaker::Keys known() const;
};

/// Keys of an MMD motion: MMD's evaluation replays them, without IK and physics.
class BakeBlock : public SampleBlock {
 public:
  /// `error`: BakeChoice::error. Model and keys stay.
  BakeBlock(const Model& model, const ModelKeys& keys, float error);

  bool is_full() const { return SampleBlock::is_full() || watched_frames_.size() >= capacity_; }
  /// Adds a frame: its baked pose, the bones as they were wanted and as all keys together would have them.
  void add(std::uint32_t frame, const Pose& pose, std::span<const Affine> wanted,
           std::span<const Affine> reached);

  /// Notes how the bones are wanted at a frame that is not sampled, after the sample before it. No key can
  /// change it: how far off it comes out is told.
  void watch(std::uint32_t frame, std::span<const Affine> wanted);

  /// How far the replay is from what was wanted: at samples, and between them.
  struct Errors {
    BakeError at_samples, between;
  };
  /// Marks the frames that become keys and plays them again: where a bone is too far from where all keys
  /// would have it, those that carry it get more keys.
  Errors thin(Replay& replay);

  /// Hands over the keys and forgets all frames but the last, with which the next block begins.
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
  std::vector<float> morph_bound_;  ///< per morph: how far a weight may be off; negative: not at all

  std::vector<float> weight_;                  ///< of morphs, by at()
  std::vector<Affine> wanted_, reached_;       ///< palettes, one after another
  std::vector<std::uint32_t> watched_frames_;  ///< between samples, in order
  std::vector<Affine> watched_;                ///< palettes, one after another
  std::vector<std::vector<std::uint8_t>> kept_bones_, kept_morphs_;
};

}  // namespace mmd
