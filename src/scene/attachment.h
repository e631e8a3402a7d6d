#pragma once

#include <cstddef>

#include "base/similarity.h"
#include "model/model.h"

namespace mmd {

class Actor;
struct Scene;

/// MMD's settings of an accessory that are not its place; models use them too.
struct AccessorySettings {
  float opacity = 1.0f;           ///< Tr: a factor of all materials' alpha, 0-1
  bool has_ground_shadow = true;  ///< for materials with this flag
  bool has_self_shadow = true;    ///< likewise; without it, the actor neither casts nor receives any
  /// Drawn before the actors without this flag, as a stage is: they are blended over it.
  bool is_drawn_first = false;
  bool is_additive = false;  ///< its colours are added to what is behind it (加算合成)
  bool has_physics = true;   ///< simulated, if physics is on
  bool operator==(const AccessorySettings& other) const = default;
};

/// The settings of a model that was just loaded: MMD draws accessories before the models, without a shadow on
/// the ground.
AccessorySettings initial_settings(const Model& model);

/// The placement of a model in the scene (docs/dev/semantics.md, "Attached models"): its space follows a bone
/// of another model.
struct Attachment {
  std::int32_t bone = none;  ///< the carrier's bone; none: `offset` is relative to the scene
  Similarity offset;         ///< from the attached model's space to the bone's, right-handed
  std::size_t carrier = 0;   ///< the actor with the bone; actors on each other in a circle hang anywhere
};

/// An offset from position (MMD units) and angles (degrees) in MMD's left-handed space; rotates about X
/// first, then Y, then Z (docs/dev/semantics.md, "Attached models").
Similarity offset_from_mmd(const vec3& position, const vec3& degrees, float scale);

/// The same for MMD's accessories, which rotate about Z first, then X, then Y (semantics, "Accessories").
Similarity accessory_offset_from_mmd(const vec3& position, const vec3& degrees, float scale);

/// The transform from the attached model's space to the scene. Precondition: `carrier` is evaluated.
Similarity placement_on(const Actor& carrier, const Attachment& attachment);

/// Whether any model of the scene is attached to a bone of that actor.
bool carries(const Scene& scene, std::size_t actor);

/// Updates the placements of attached models. Call it after each evaluation of their carriers.
void place_attachments(Scene& scene);

}  // namespace mmd
