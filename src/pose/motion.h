#pragma once

// A motion for one model: what a VMD says about its bones, morphs, IK and visibility, and about camera, light
// and self shadow, ready to be sampled at any time. Right-handed (docs/dev/semantics.md, "Files", VMD).

#include <cstdint>
#include <span>
#include <vector>

#include "formats/vmd.h"
#include "model/model.h"
#include "pose/bone_tracks.h"
#include "pose/camera_track.h"
#include "pose/pose.h"
#include "pose/step_track.h"

namespace mmd {

/// MMD's frames per second.
inline constexpr double frames_per_second = 30.0;

/// Where a playback stands: only makes sampling fast, never changes what it gives. One per motion and thread.
struct MotionCursor {
  std::vector<std::uint32_t> bones, morphs;
};

/// Immutable after building; may be sampled by several threads, each with a cursor of its own.
class Motion {
 public:
  /// Takes from the file what the model has bones and morphs for. Names are compared as bytes cut at 15, in
  /// CP932, else in GBK and UTF-8; of two bones of one name the first gets the keys. A track whose first key
  /// is late begins at rest at frame 0. Keys are put in order, of several at one frame the last counts, keys
  /// that are not numbers are left out; rotations are normalised (zero: identity) and, for bones with a fixed
  /// axis, brought onto it. What was done about the file is added to `diagnostics`.
  Motion(const vmd::File& file, const Model& model, Diagnostics& diagnostics);

  /// Names in the file that the model lacks: the first thousand of each kind.
  const UnmatchedNames& unmatched() const { return unmatched_; }
  std::span<const std::int32_t> bones() const { return bones_.bones(); }   ///< that have keys
  std::span<const std::int32_t> morphs() const { return morph_targets_; }  ///< that have keys
  /// The frames of their keys, ascending. `track`: an index into bones() or morphs().
  std::span<const std::uint32_t> bone_keys(std::size_t track) const {
    return bones_.frames().frames_of(track);
  }
  std::span<const std::uint32_t> morph_keys(std::size_t track) const {
    return morph_frames_.frames_of(track);
  }
  /// Of those that show and hide the model and switch its IK.
  std::span<const std::uint32_t> property_keys() const { return visibility_.frames; }
  /// The last frame with a key of any kind, camera included.
  std::uint32_t last_frame() const { return last_frame_; }

  /// A cursor at the beginning.
  MotionCursor make_cursor() const;

  /// Sets the animated bones and morphs of `pose`, which fits the model; others keep what they have. `frame`
  /// may be fractional; after the last key of a track its last counts (NaN is
  /// frame 0). Allocates nothing.
  void sample(double frame, Pose& pose, MotionCursor& cursor) const;
  /// The same for a single picture.
  void sample(double frame, Pose& pose) const;

  /// Whether IK is switched at all; if not, all chains are on.
  bool switches_ik() const { return !ik_tracks_.empty(); }
  /// Sets the entries of the chains that have keys: 0 off, 1 on. `chains` has an entry per IK chain of the
  /// model (EvaluationSwitches::ik_chains).
  void sample_ik(double frame, std::span<std::uint8_t> chains) const;
  /// Whether showing and hiding is switched at all; if not, the model is shown.
  bool switches_visibility() const { return !visibility_.frames.empty(); }
  /// Whether the model is shown.
  bool visible(double frame) const;

  /// Whether physics is switched for any bone; if not, it is on for all.
  bool switches_physics() const { return !bones_.physics().empty(); }
  /// Sets the entries of the bones whose bodies are switched: 0 they follow their bone, 1 they are simulated.
  /// An entry per bone of the model (semantics, "VMD physics keys").
  void sample_physics(double frame, std::span<std::uint8_t> bones) const;

  /// Tracks for the scene; empty() if the file has no such keys.
  const CameraTrack& camera() const { return camera_; }
  const LightTrack& light() const { return light_; }
  const SelfShadowTrack& self_shadow() const { return self_shadow_; }

 private:
  void build_morphs(const vmd::File& file, const Model& model, Repairs& repairs);
  void build_switches(const vmd::File& file, const Model& model, const KeyTargets& bone_names,
                      Repairs& repairs);
  void sample_morphs(double frame, std::span<std::uint32_t> cursors, std::span<float> weights) const;

  Motion(const vmd::File& file, const Model& model, const KeyTargets& bone_names, Repairs&& repairs,
         Diagnostics& diagnostics);

  UnmatchedNames unmatched_;
  BoneTracks bones_;
  FrameIndex morph_frames_;
  std::vector<std::int32_t> morph_targets_;
  std::vector<float> morph_weights_;  ///< by key of morph_frames_
  StepTrack visibility_;
  std::vector<StepTrack> ik_tracks_;  ///< by chain, those that have keys
  CameraTrack camera_;
  LightTrack light_;
  SelfShadowTrack self_shadow_;
  std::uint32_t last_frame_ = 0;
};

}  // namespace mmd
