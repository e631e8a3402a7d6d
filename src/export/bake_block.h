#pragma once

// Inside of baking: which of the sampled frames become keys.

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "export/bake_frames.h"
#include "export/key_sink.h"
#include "formats/vmd.h"
#include "pose/key_thinning.h"

namespace mmd {

/// The keys that a motion can have for a model.
struct ModelKeys {
  explicit ModelKeys(const Model& model);

  KeyNames bones, morphs;
  /// Per bone: whether its keys switch its physics off; none does to begin with.
  std::vector<std::uint8_t> without_physics;

  FrameBaker::Keys known() const;
};

/// Frames that follow each other, sampled and not yet thinned: a motion goes through it piece by piece, so
/// that its length takes no memory but for the keys.
class BakeBlock {
 public:
  /// `error`: BakeChoice::error. Model and keys stay.
  BakeBlock(const Model& model, const ModelKeys& keys, float error);

  bool is_full() const { return frames_.size() == capacity_ || watched_frames_.size() >= capacity_; }
  /// Whether there are frames in it that were in no block before.
  bool has_new() const { return frames_.size() > (is_first_ ? 0u : 1u); }
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
  std::size_t at(std::size_t element, std::size_t sample) const { return element * capacity_ + sample; }
  vmd::BoneKey bone_key(std::size_t bone, std::size_t sample) const;
  vmd::MorphKey morph_key(std::size_t morph, std::size_t sample) const;
  vmd::File file() const;
  void measure_reach();
  void thin_bone(std::size_t bone);
  void thin_morph(std::size_t morph);
  bool is_too_far(std::size_t bone, const Affine& replayed, const Affine& reached) const;
  void mark_carriers(std::size_t bone, std::vector<std::uint8_t>& marked) const;
  void measure(std::uint32_t frame, std::span<const Affine> replayed, const Affine* wanted,
               BakeError& error) const;
  Errors play(Replay& replay, std::vector<std::uint8_t>& too_far) const;
  bool refine(std::span<const std::uint8_t> too_far);

  const Model& model_;
  const ModelKeys& keys_;
  const float error_;
  std::size_t capacity_ = 0;
  bool is_first_ = true;
  std::vector<float> own_reach_;    ///< per bone: to its end, at least one unit
  std::vector<float> reach_;        ///< per bone: to the end of what hangs on it
  std::vector<float> morph_bound_;  ///< per morph: how far a weight may be off; negative: not at all
  std::vector<float> share_;        ///< per bone: how much of the error it may make; negative: it keeps all

  std::vector<std::uint32_t> frames_;
  std::vector<vec3> translation_;  ///< of bones, by at()
  std::vector<quat> rotation_;
  std::vector<float> weight_;                  ///< of morphs, by at()
  std::vector<Affine> wanted_, reached_;       ///< palettes, one after another
  std::vector<std::uint32_t> watched_frames_;  ///< between samples, in order
  std::vector<Affine> watched_;                ///< palettes, one after another
  std::vector<std::vector<std::uint8_t>> kept_bones_, kept_morphs_;
};

}  // namespace mmd
