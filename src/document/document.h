#pragma once

// What a person works on: a model with the poses and motions that lie over it and what hangs on its bones,
// all loaded and checked. A plain value that nothing changes once it is built, so that a thread can build on
// the one that is shown. What it shows at a frame is PoseSampler's (pose_sampler.h).

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "base/content_hash.h"
#include "document/attach_option.h"
#include "document/inputs.h"
#include "pose/motion.h"
#include "pose/pose.h"
#include "scene/attachment.h"
#include "scene/load.h"

namespace mmd {

struct EvaluationChoice;
struct Scene;

/// A pose as its file says it.
struct PoseLayer {
  std::string file;
  std::shared_ptr<const LoadedPose> source;
  ContentHash hash = {};  ///< of the file's bytes
  // Of a state's pose:
  Shows shows = Shows::motion;           ///< as Document::shows
  std::vector<std::string> ik_off = {};  ///< the IK bones of chains that it switches off
};

/// A motion as its file says it, and for the document's model.
struct MotionLayer {
  std::string file;
  /// Kept for the next model; null where there will be none.
  std::shared_ptr<const LoadedMotion> source;
  std::shared_ptr<const Motion> motion;
  ContentHash hash = {};  ///< of the file's bytes
};

/// A model that hangs on the document's.
struct AttachedModel {
  std::string file;
  LoadedModel loaded;
  Attachment attachment;  ///< on the document's model
};

struct Document {
  std::string model_file;  ///< as it was given
  ContentHash model_hash;  ///< of that file's bytes; zero: not known
  LoadedModel loaded;
  std::vector<AttachedModel> attached;
  std::vector<PoseLayer> poses;      ///< in the order given: of several each lies over the one before
  std::vector<MotionLayer> motions;  ///< in the order given; they lie over the poses
  Pose pose;                         ///< the poses over the rest pose, without motions
  std::vector<std::uint8_t>
      ik_chains;                ///< as the poses switch them: EvaluationSwitches::ik_chains; empty: all on
  Shows shows = Shows::motion;  ///< as the last pose says, while nobody chooses
  UnmatchedNames unmatched;     ///< of all poses and motions
  Diagnostics diagnostics;      ///< of everything that was loaded, each naming its file

  const Model& model() const { return *loaded.model; }
  /// The last frame with a key in any of the motions.
  std::uint32_t last_frame() const;
};

/// What the layers of a document are made of.
struct Layers {
  std::vector<PoseLayer> poses;
  std::vector<MotionLayer> motions;
};

/// Parses poses and motions. Errors: one that cannot be read.
Result<Layers> parse_layers(const std::vector<InputFile>& poses, const std::vector<InputFile>& motions);

/// The same of files that were read, with what states say.
Result<Layers> parse_layers(const Inputs& inputs);

/// Lays them over the document's model, which is loaded: sets `poses`, `motions` and what follows, adds to
/// `unmatched` and `diagnostics`. Error: out of memory.
Result<void> lay(Layers layers, Document& document);

/// Loads every model among the files with the poses and motions that are its (read_all_inputs); attachments
/// hang on the first. At least one document. Otherwise as load_document.
Result<std::vector<Document>> load_documents(const std::vector<std::string>& files,
                                             const std::vector<AttachOption>& attachments, bool want_textures,
                                             const Progress& progress = {});

/// Loads the model among the files, what is attached to it, and the poses and motions. `want_textures`:
/// decode them too. Errors: no model among the files, anything that cannot be read, a bone that the model
/// lacks.
Result<Document> load_document(const std::vector<std::string>& files,
                               const std::vector<AttachOption>& attachments, bool want_textures,
                               const Progress& progress = {});

/// Loads what an option names and finds its bone in the document's model. The same file is loaded once,
/// also if it is the document's own. Errors: the model cannot be read, the bone is not there.
Result<void> load_attachment(const AttachOption& option, Document& document, bool want_textures,
                             const Progress& progress = {});

/// All of them.
Result<void> load_attachments(const std::vector<AttachOption>& options, Document& document,
                              bool want_textures, const Progress& progress = {});

/// Adds an actor for each of the document's attached models to a scene whose last actor is the document's
/// model.
void add_attached_actors(const Document& document, Scene& scene);

/// Brings what is attached up to date after the actors that carry it were evaluated: the evaluation switches
/// that are chosen, and the places of the bones.
void update_attached_actors(const EvaluationChoice& choice, Scene& scene);

}  // namespace mmd
