#pragma once

#include "document/document.h"
#include "scene/choices.h"
#include "scene/scene.h"

namespace mmd {

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
