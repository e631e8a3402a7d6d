#include "scene/attachment.h"

#include <algorithm>

#include "base/handedness.h"
#include "scene/scene.h"

namespace mmd {

Similarity offset_from_mmd(const vec3& position, const vec3& degrees, float scale) {
  const vec3 angles = glm::radians(degrees);
  const quat turned = glm::angleAxis(angles.z, vec3(0, 0, 1)) * glm::angleAxis(angles.y, vec3(0, 1, 0)) *
                      glm::angleAxis(angles.x, vec3(1, 0, 0));
  return {glm::normalize(mirror(turned)), mirror(position), scale};
}

Similarity accessory_offset_from_mmd(const vec3& position, const vec3& degrees, float scale) {
  const vec3 angles = glm::radians(degrees);
  const quat turned = glm::angleAxis(angles.y, vec3(0, 1, 0)) * glm::angleAxis(angles.x, vec3(1, 0, 0)) *
                      glm::angleAxis(angles.z, vec3(0, 0, 1));
  return {glm::normalize(mirror(turned)), mirror(position), scale};
}

AccessorySettings initial_settings(const Model& model) {
  AccessorySettings out;
  if (!model.is_accessory) return out;
  out.has_ground_shadow = false;
  out.is_drawn_first = true;
  return out;
}

Similarity placement_on(const Actor& carrier, const Attachment& attachment) {
  if (attachment.bone == none) return attachment.offset;
  return carrier.placement() * similarity_from(carrier.bones().mconv(attachment.bone)) * attachment.offset;
}

bool carries(const Scene& scene, std::size_t actor) {
  return std::any_of(scene.attachments.begin(), scene.attachments.end(),
                     [&](const Attachment& a) { return a.bone != none && a.carrier == actor; });
}

namespace {

/// Places an actor after its carriers. `depth`: of the chain of carriers, which may be a circle.
void place_actor(Scene& scene, std::size_t actor, std::size_t depth) {
  if (actor == 0 || actor > scene.attachments.size() || actor >= scene.actors.size()) return;
  const Attachment& attachment = scene.attachments[actor - 1];
  if (attachment.bone != none && depth < scene.actors.size())
    place_actor(scene, attachment.carrier, depth + 1);
  scene.actors[actor]->place(placement_on(*scene.actors[attachment.carrier], attachment));
}

}  // namespace

void place_attachments(Scene& scene) {
  for (std::size_t actor = 1; actor < scene.actors.size(); ++actor) place_actor(scene, actor, 0);
}

}  // namespace mmd
