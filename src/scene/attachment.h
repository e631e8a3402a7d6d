#pragma once

#include <cstddef>

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
  std::size_t carrier = 0;   ///< the actor with that bone, one before it in the scene
};

/// An offset as people give it: position in MMD units and degrees in MMD's left-handed space. Turned about X
/// first, then Y, then Z (docs/dev/semantics.md, "Attached models").
Similarity offset_from_mmd(const vec3& position, const vec3& degrees, float scale);

/// From a model's own space to the scene's, if it hangs like that on the evaluated `carrier`.
Similarity placement_on(const Actor& carrier, const Attachment& attachment);

/// Whether any model of the scene hangs on a bone of that actor.
bool carries(const Scene& scene, std::size_t actor);

/// Brings what hangs on the scene's actors to where its bones are; after every evaluation of those.
void place_attachments(Scene& scene);

}  // namespace mmd
