#pragma once

#include "commands/attach_option.h"
#include "commands/options.h"
#include "commands/session.h"

namespace mmd {

/// Loads what one --attach names and finds its bone in the session's model. The same file is loaded once,
/// also if it is the session's own. Errors: the model cannot be read, the bone is not there.
Result<void> load_attachment(Session& session, const AttachOption& option, bool want_textures,
                             const Progress& progress = {});

/// All that the options name.
Result<void> load_attachments(Session& session, const Options& options, bool want_textures,
                              const Progress& progress = {});

/// Adds an actor for each of the session's attached models to a scene whose first actor is the session's
/// model.
void add_attached_actors(const Session& session, Scene& scene);

/// Brings what is attached up to date after the first actor was evaluated: the evaluation switches of the
/// options, and the places of the bones.
void update_attached_actors(const Options& options, Scene& scene);

}  // namespace mmd
