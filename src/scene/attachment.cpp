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

Similarity placement_on(const Actor& carrier, const Attachment& attachment) {
  if (attachment.bone == none) return attachment.offset;
  return carrier.placement() * similarity_from(carrier.bones().mconv(attachment.bone)) * attachment.offset;
}

bool carries(const Scene& scene, std::size_t actor) {
  return std::any_of(scene.attachments.begin(), scene.attachments.end(),
                     [&](const Attachment& a) { return a.bone != none && a.carrier == actor; });
}

void place_attachments(Scene& scene) {
  for (std::size_t i = 0; i < scene.attachments.size() && i + 1 < scene.actors.size(); ++i) {
    const Attachment& attachment = scene.attachments[i];
    scene.actors[i + 1]->place(placement_on(*scene.actors[attachment.carrier], attachment));
  }
}

}  // namespace mmd
