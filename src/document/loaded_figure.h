#pragma once

// A model with its poses, motions and attached models, loaded and checked. It does not change after it is
// built, so a loading thread can read it. PoseSampler (pose_sampler.h) evaluates it at a frame.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/content_hash.h"
#include "document/attach_option.h"
#include "document/inputs.h"
#include "pose/motion.h"
#include "pose/pose.h"
#include "scene/load.h"

namespace mmd {

/// A pose as its file describes it.
struct PoseLayer {
  std::string file;
  std::shared_ptr<const LoadedPose> source;
  ContentHash hash = {};    ///< of the file's bytes
  bool is_renamed = false;  ///< `source` has other names of bones than the file (bone_names.h)
  // Only poses from saved scene states set these:
  Shows shows = Shows::motion;           ///< as LoadedFigure::shows
  std::vector<std::string> ik_off = {};  ///< IK bones whose chains are switched off
  std::vector<std::string> frozen = {};  ///< bones that physics leaves to the pose
  std::vector<std::string> pins = {};    ///< hands and feet that the window holds in place
  UnnamedPose unnamed = {};              ///< what a VPD cannot name
};

/// Applies the pose's bones and morphs, and returns the names that the model lacks.
UnmatchedNames apply_layer(const PoseLayer& layer, const Model& model, Pose& pose);

/// A motion as its file describes it, and converted for the document's model.
struct MotionLayer {
  std::string file;
  /// The file's content, for converting to the next model; null if the model is never replaced.
  std::shared_ptr<const LoadedMotion> source;
  std::shared_ptr<const Motion> motion;
  ContentHash hash = {};  ///< of the file's bytes
};

/// A model attached to a bone of the document's model, or standing beside it.
struct AttachedModel {
  std::string file;
  LoadedModel loaded;
  ScenePlace place;  ///< its bone is the document's; the carrier is unset
};

struct LoadedFigure {
  std::string model_file;  ///< the name that the user gave
  ContentHash model_hash;  ///< of that file's bytes
  LoadedModel loaded;
  std::vector<AttachedModel> attached;
  std::vector<PoseLayer> poses;         ///< in the order given; each is applied over the one before
  std::vector<MotionLayer> motions;     ///< in the order given; applied over the poses
  Pose pose;                            ///< the rest pose with all poses applied, without motions
  std::vector<std::uint8_t> ik_chains;  ///< set by the poses, as EvaluationSwitches::ik_chains; empty: all on
  std::vector<std::int32_t> frozen;     ///< ascending: bones that physics leaves to the poses
  std::vector<std::int32_t> pins;       ///< hands and feet that the window holds in place
  Shows shows = Shows::motion;          ///< from the last pose; the user's choice overrides it
  UnmatchedNames unmatched;             ///< from all poses and motions
  Diagnostics diagnostics;              ///< from all loaded files; each names its file

  const Model& model() const { return *loaded.model; }
  /// The last frame with a key in any of the motions.
  std::uint32_t last_frame() const;
};

/// The layers that are applied to a document's model.
struct Layers {
  std::vector<PoseLayer> poses;
  std::vector<MotionLayer> motions;
};

/// Parses poses and motions. Error: a file that is damaged.
Result<Layers> parse_layers(const std::vector<InputFile>& poses, const std::vector<InputFile>& motions);

/// The same for read files, with the settings of saved scene states.
Result<Layers> parse_layers(const Inputs& inputs);

/// Applies the layers to the document's loaded model: replaces poses, motions, pose, ik_chains and shows, and
/// appends to `unmatched` and `diagnostics`. Error: out of memory.
Result<void> lay(Layers layers, LoadedFigure& document);

/// Loads each model among the files with its own poses and motions (read_all_inputs), and attaches the
/// attachments to the first model. Returns at least one document. Otherwise as load_document().
Result<std::vector<LoadedFigure>> load_documents(const std::vector<std::string>& files,
                                                 const std::vector<AttachOption>& attachments,
                                                 bool want_textures, const Progress& progress = {});

/// Loads the model among the files, its attachments, poses and motions. `want_textures`: decode textures,
/// too. Errors: no model among the files; a file that cannot be read; an attachment to a missing bone.
Result<LoadedFigure> load_document(const std::vector<std::string>& files,
                                   const std::vector<AttachOption>& attachments, bool want_textures,
                                   const Progress& progress = {});

/// Loads an attached model and finds its bone in the document's model. A file that the document already
/// contains is not read again. Errors: the file cannot be read; the model lacks the bone.
Result<void> load_attachment(const AttachOption& option, LoadedFigure& document, bool want_textures,
                             const Progress& progress = {});

/// The same for each option.
Result<void> load_attachments(const std::vector<AttachOption>& options, LoadedFigure& document,
                              bool want_textures, const Progress& progress = {});

}  // namespace mmd
