#include "annotations/keypoints.h"

namespace mmd {
namespace {

glm::dvec3 place_of(const KeypointAnchor& anchor, const LabelledActor& actor) {
  if (anchor.bone != none)
    return glm::dvec3(transform_point(actor.bones[static_cast<std::size_t>(anchor.bone)], anchor.offset));
  glm::dvec3 sum(0.0);
  for (const std::uint32_t v : anchor.vertices) sum += glm::dvec3(actor.positions[v]);
  return sum / static_cast<double>(anchor.vertices.size());
}

}  // namespace

std::vector<Keypoint> keypoints_of(const LabelSource& source, const LabelledActor& actor) {
  std::vector<Keypoint> out(actor.marks->anchors.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const KeypointAnchor& anchor = actor.marks->anchors[i];
    if (!anchor.is_known()) continue;
    const glm::dvec3 in_camera = source.camera.to_camera(place_of(anchor, actor));
    const auto pixel = source.camera.pixel_in_picture(in_camera);
    if (!pixel) continue;
    const double reach = static_cast<double>(actor.marks->anchor_reach[i] * actor.scale);
    out[i] = {*pixel, visibility_of(source, in_camera, reach)};
  }
  return out;
}

std::vector<const LabelledActor*> people_in(const LabelSource& source) {
  std::vector<const LabelledActor*> out;
  for (const LabelledActor& actor : source.actors)
    if (actor.visible && is_person(actor.marks->anchors)) out.push_back(&actor);
  return out;
}

}  // namespace mmd
