#include <algorithm>

#include "annotations/label_json.h"
#include "annotations/label_makers.h"
#include "annotations/seen_point.h"

namespace mmd {
namespace {

Affine unscaled(Affine transform, float scale) {
  for (vec4& row : transform.row) row = vec4(vec3(row) / scale, row.w);
  return transform;
}

Json bone_json(const LabelSource& source, const LabelledActor& actor, std::size_t index) {
  const Bone& bone = actor.model->skeleton.bones[index];
  const glm::dvec3 position(translation_of(actor.bones[index]));
  const quat q = rotation_of(unscaled(actor.bones[index], actor.scale));
  const glm::dvec3 in_camera = source.camera.to_camera(position);
  const double reach = static_cast<double>(actor.marks->reach[index] * actor.scale);
  const auto pixel = source.camera.pixel_of(in_camera);
  const Visibility of_place = visibility_of(source, in_camera, reach);
  const Visibility v = actor.visible ? of_place : std::min(of_place, Visibility::hidden);
  return {{"index", index},
          {"name", bone.name},
          {"name_english", bone.name_english},
          {"parent", bone.parent},
          {"position", json_of(position)},
          {"rotation", {q.x, q.y, q.z, q.w}},
          {"camera", json_of(in_camera)},
          {"pixel", pixel ? json_of(glm::dvec2(thousandths(pixel->x), thousandths(pixel->y))) : Json()},
          {"visibility", static_cast<int>(v)}};
}

}  // namespace

Bytes bones_label(const LabelSource& source) {
  Json actors = Json::array();
  for (const LabelledActor& actor : source.actors) {
    Json bones = Json::array();
    for (std::size_t i = 0; i < actor.bones.size(); ++i) bones.push_back(bone_json(source, actor, i));
    actors.push_back({{"model", actor.model->name},
                      {"model_english", actor.model->name_english},
                      {"bones", std::move(bones)}});
  }
  return file_of({{"width", source.camera.width},
                  {"height", source.camera.height},
                  {"metres_per_unit", metres_per_unit},
                  {"actors", std::move(actors)}});
}

}  // namespace mmd
