#pragma once

#include "document/document.h"
#include "document/pose_sampler.h"
#include "options/options.h"

namespace mmd {

/// A document and what it shows at the frame that the options name.
struct PosedDocument {
  Document document;
  PosedState state;
  PoseSampler sampler;          ///< which gave the state
  double frame = 0.0;           ///< where
  EvaluationChoice evaluation;  ///< how its model is evaluated

  /// What is sampled and the frame that it is of go together: bodies and further models ask for the frame.
  void show(double at) {
    state = sampler.sample(at);
    frame = at;
  }
};

/// Loads what the options name. The last of the diagnostics may be about --frame. Errors: as load_document; a
/// morph that the model lacks.
Result<PosedDocument> load_posed_document(const Options& options, bool want_textures);

/// The same of every model among the files; --morph and --highlight are for the first.
Result<std::vector<PosedDocument>> load_posed_documents(const Options& options, bool want_textures);

/// What of the options is for further models.
Options options_beside(Options options);

/// What a document that is loaded shows. `number`: of its model, from 1. Errors: a morph or a bone that the
/// model lacks.
Result<PosedDocument> pose_document(Document document, const Options& options, std::size_t number = 1);

/// Bodies that --physics-from lets move only behind the motion's last frame, where it is all that is written.
std::optional<Diagnostic> late_bodies(const Document& document, const Options& options);

/// What `--compare FILE` names, at the same frame; nullopt if it names no file.
Result<std::optional<PosedDocument>> load_compared_document(const Options& options, const Document& document);

}  // namespace mmd
