#pragma once

#include <cstddef>

#include "base/similarity.h"
#include "model/model.h"

namespace mmd {

class Actor;
struct Scene;

/// The placement of a model in the scene (docs/dev/semantics.md, "Attached models"): its space follows a bone
/// of another model.
struct Attachment {
  std::int32_t bone = none;  ///< the carrier's bone; none: `offset` is relative to the scene
  Similarity offset;         ///< from the attached model's space to the bone's, right-handed
  std::size_t carrier = 0;   ///< the actor with the bone, earlier in the scene than the attached one
};

/// An offset from position (MMD units) and angles (degrees) in MMD's left-handed space; rotates about X
/// first, then Y, then Z (docs/dev/semantics.md, "Attached models").
Similarity offset_from_mmd(const vec3& position, const vec3& degrees, float scale);

/// The transform from the attached model's space to the scene. Precondition: `carrier` is evaluated.
Similarity placement_on(const Actor& carrier, const Attachment& attachment);

/// Whether any model of the scene is attached to a bone of that actor.
bool carries(const Scene& scene, std::size_t actor);

/// Updates the placements of attached models. Call it after each evaluation of their carriers.
void place_attachments(Scene& scene);

}  // namespace mmd
