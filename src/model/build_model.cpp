#include <algorithm>
#include <limits>
#include <utility>

#include "model/builders.h"
#include "model/stray_vertices.h"

namespace mmd {
namespace {

std::vector<DisplayFrame> build_display_frames(const pmx::File& file, Repairs& repairs) {
  std::vector<DisplayFrame> out(file.display_frames.size());
  for (std::size_t i = 0; i < out.size(); ++i) {
    const pmx::DisplayFrame& raw = file.display_frames[i];
    out[i].name = file.utf8(raw.name);
    out[i].name_english = file.utf8(raw.name_english);
    for (const pmx::DisplayItem& item : raw.items) {
      const bool is_morph = item.kind == 1;
      const std::size_t size = is_morph ? file.morphs.size() : file.bones.size();
      const std::int32_t index =
          checked_index(item.index, size, repairs, "display frames", repair_kind::item_index, i);
      if (index != none) out[i].items.push_back({is_morph, index});
    }
  }
  return out;
}

/// Bounds of the vertices that faces use, except those for which `left_out` is true.
template <class LeftOut>
void compute_bounds(Model& model, LeftOut&& left_out) {
  vec3 low(std::numeric_limits<float>::max()), high(-std::numeric_limits<float>::max());
  for (const std::uint32_t index : model.indices) {
    if (left_out(index)) continue;
    low = glm::min(low, model.vertices.position[index]);
    high = glm::max(high, model.vertices.position[index]);
  }
  model.bounds_min = low;
  model.bounds_max = high;
}

void compute_bounds(Model& model, Repairs& repairs) {
  if (model.indices.empty()) return;
  compute_bounds(model, [](std::uint32_t) { return false; });
  const VertexSample sample(model);
  const vec3 sides = model.bounds_max - model.bounds_min;
  if (!sample.may_stray(std::max({sides.x, sides.y, sides.z}))) return;
  const RawVector<vec3>& position = model.vertices.position;
  std::vector<vec3> sampled;
  for (const std::uint32_t vertex : sample.vertices()) sampled.push_back(position[vertex]);
  const std::vector<bool> astray = stray_vertices(model.indices, position, VertexSample::bulk_of(sampled));
  for (std::uint32_t vertex = 0; vertex < astray.size(); ++vertex) {
    if (!astray[vertex]) continue;
    model.strays.push_back(vertex);
    repairs.add("vertices", repair_kind::stray, vertex);
  }
  if (!model.strays.empty()) compute_bounds(model, [&](std::uint32_t vertex) { return astray[vertex]; });
}

}  // namespace

std::int32_t checked_index(std::int32_t index, std::size_t size, Repairs& repairs, std::string_view section,
                           std::string_view kind, std::size_t element, std::string_view name) {
  if (is_index(index, size)) return index;
  if (index != none) repairs.add(section, kind, element, name);
  return none;
}

BuiltModel build_model(pmx::File&& file) {
  Repairs repairs;
  auto model = build_model(std::move(file), repairs);
  return {std::move(model), repairs.diagnostics()};
}

std::shared_ptr<const Model> build_model(pmx::File&& file, Repairs& repairs) {
  auto model = std::make_shared<Model>();
  model->name = file.utf8(file.name);
  model->name_english = file.utf8(file.name_english);
  model->comment = file.utf8(file.comment);
  model->comment_english = file.utf8(file.comment_english);
  model->format_version = file.header.version;
  model->is_accessory = file.is_accessory;
  model->textures.reserve(file.textures.size());
  for (const pmx::Text& texture : file.textures) model->textures.push_back(file.utf8(texture));
  model->rigid_body_count = file.rigid_bodies.size();
  model->joint_count = file.joints.size();
  model->soft_body_count = file.soft_bodies.size();

  // Faces and morphs read the number of vertices, so the vertices are moved last.
  model->materials = build_materials(file, model->indices, repairs);
  Physics physics = build_physics(file, repairs);
  model->bodies = std::move(physics.bodies);
  model->joints = std::move(physics.joints);
  model->skeleton = build_skeleton(file, model->bodies, repairs);
  model->display_frames = build_display_frames(file, repairs);
  model->morphs = build_morphs(file, model->bodies.size(), repairs);
  std::vector<std::uint32_t> misplaced;
  model->vertices = build_vertices(file, repairs, misplaced);
  drop_triangles_at(misplaced, model->vertices.size(), model->materials, model->indices);
  compute_bounds(*model, repairs);
  model->index_names();
  return model;
}

}  // namespace mmd
