#pragma once

// A motion for one model: a VMD's bones, morphs, IK, visibility, camera, light and self shadow, sampled at
// any time. Right-handed, MMD units (docs/dev/layouts.md, "VMD"). `frame` counts 1/30 second and may be
// fractional.

#include <cstdint>
#include <span>
#include <vector>

#include "formats/vmd.h"
#include "model/model.h"
#include "pose/bone_tracks.h"
#include "pose/camera_track.h"
#include "pose/pose.h"

namespace mmd {

/// MMD's frames per second.
inline constexpr double frames_per_second = 30.0;

/// Immutable: several threads may sample it.
class Motion {
 public:
  /// Takes the keys for the model's bones and morphs. Names are compared as bytes cut at 15, in CP932, else
  /// in GBK and UTF-8; of two bones with one name the first gets the keys. A track whose first key is behind
  /// frame 0 starts there at rest. Sorts keys, keeps the last of several at one frame, skips keys that are
  /// not finite, normalises rotations (zero: identity) and projects them on fixed axes. Adds repairs to
  /// `diagnostics`.
  Motion(const vmd::File& file, const Model& model, Diagnostics& diagnostics);

  /// The file's names that the model lacks.
  const UnmatchedNames& unmatched() const { return unmatched_; }
  std::span<const std::int32_t> bones() const { return bones_.bones(); }   ///< bones with keys
  std::span<const std::int32_t> morphs() const { return morph_targets_; }  ///< morphs with keys
  /// The frames of a track's keys, ascending. `track`: an index into bones() or morphs().
  std::span<const std::uint32_t> bone_keys(std::size_t track) const {
    return bones_.frames().frames_of(track);
  }
  std::span<const std::uint32_t> morph_keys(std::size_t track) const {
    return morph_frames_.frames_of(track);
  }
  /// The frames of keys for visibility and IK, ascending.
  std::span<const std::uint32_t> property_keys() const { return visibility_.frames; }
  /// The last frame with a key of any kind, camera included.
  std::uint32_t last_frame() const { return last_frame_; }

  /// Sets the animated bones and morphs of `pose`; others keep their values. Precondition: `pose` fits the
  /// model. After a track's last key its last value stays; NaN is frame 0. Does not allocate.
  void sample(double frame, Pose& pose) const;

  /// Whether the motion has IK keys; if not, all chains are on.
  bool switches_ik() const { return !ik_tracks_.empty(); }
  /// Sets the entries of chains with keys: 0 off, 1 on. `chains`: one entry per IK chain
  /// (EvaluationSwitches::ik_chains).
  void sample_ik(double frame, std::span<std::uint8_t> chains) const;
  /// Whether the motion has visibility keys; if not, the model is visible.
  bool switches_visibility() const { return !visibility_.frames.empty(); }
  /// Whether the model is visible at a frame.
  bool visible(double frame) const;

  /// Whether the motion switches any bone's physics; if not, it is on for all.
  bool switches_physics() const { return !bones_.physics().empty(); }
  /// Sets the entries of bones with physics keys: 0 bodies follow their bone, 1 bodies are simulated.
  /// `bones`: one entry per bone (semantics, "VMD physics keys").
  void sample_physics(double frame, std::span<std::uint8_t> bones) const;

  /// Tracks for the scene; empty() if the file has no such keys.
  const CameraTrack& camera() const { return camera_; }
  const LightTrack& light() const { return light_; }
  const SelfShadowTrack& self_shadow() const { return self_shadow_; }

 private:
  void build_morphs(const vmd::File& file, const Model& model, Repairs& repairs);
  void build_switches(const vmd::File& file, const Model& model, const KeyTargets& bone_names,
                      Repairs& repairs);

  Motion(const vmd::File& file, const Model& model, const KeyTargets& bone_names, Repairs&& repairs,
         Diagnostics& diagnostics);

  UnmatchedNames unmatched_;
  BoneTracks bones_;
  FrameIndex morph_frames_;
  std::vector<std::int32_t> morph_targets_;
  std::vector<float> morph_weights_;  ///< by key of morph_frames_
  StepTrack visibility_;
  std::vector<StepTrack> ik_tracks_;  ///< of chains with keys
  CameraTrack camera_;
  LightTrack light_;
  SelfShadowTrack self_shadow_;
  std::uint32_t last_frame_ = 0;
};

}  // namespace mmd
