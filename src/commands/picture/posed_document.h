#pragma once

#include "document/document.h"
#include "document/pose_sampler.h"
#include "options/options.h"

namespace mmd {

/// A document and its state at the frame of the options.
struct PosedDocument {
  Document document;
  PosedState state;
  PoseSampler sampler;          ///< source of the state
  double frame = 0.0;           ///< frame of the state
  EvaluationChoice evaluation;  ///< evaluation of its model

  /// Sets sample and frame together, because bodies and further models use the frame.
  void show(double at) {
    state = sampler.sample(at);
    frame = at;
  }
};

/// Loads the files of the options. The last diagnostic may be about --frame. Errors: as load_document(), or
/// an unknown morph.
Result<PosedDocument> load_posed_document(const Options& options, bool want_textures);

/// The same for every model among the files; --morph and --highlight apply to the first.
Result<std::vector<PosedDocument>> load_posed_documents(const Options& options, bool want_textures);

/// The options that apply to further models.
Options options_beside(Options options);

/// The state of a loaded document. `number`: number of its model, from 1. Error: an unknown morph or bone.
Result<PosedDocument> pose_document(Document document, const Options& options, std::size_t number = 1);

/// The warning that --physics-from is past the motion's last frame, for an export of all frames.
std::optional<Diagnostic> late_bodies(const Document& document, const Options& options);

/// The document of `--compare FILE` at the same frame; nullopt if it names no file.
Result<std::optional<PosedDocument>> load_compared_document(const Options& options, const Document& document);

}  // namespace mmd
