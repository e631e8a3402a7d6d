#pragma once

#include <vector>

#include "base/similarity.h"
#include "model/model.h"

namespace mmd {

class Actor;
struct Scene;

/// How a model hangs in the scene (docs/dev/semantics.md, "Attached models"): its own space is put where the
/// bone of another model is, moved and turned with it.
struct Attachment {
  std::int32_t bone = none;  ///< of the model that carries it; none: it stands in the scene by itself
  Similarity offset;         ///< from the attached model's space to the bone's, right-handed
};

/// An offset as people give it: position in MMD units and degrees in MMD's left-handed space. Turned about X
/// first, then Y, then Z (docs/dev/semantics.md, "Attached models").
Similarity offset_from_mmd(const vec3& position, const vec3& degrees, float scale);

/// From a model's own space to the scene's, if it hangs like that on the evaluated `carrier`.
Similarity placement_on(const Actor& carrier, const Attachment& attachment);

/// Brings what is attached to where its bones are; after every evaluation of the first actor.
void place_attachments(Scene& scene);

}  // namespace mmd
