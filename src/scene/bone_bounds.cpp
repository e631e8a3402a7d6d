#include "scene/bone_bounds.h"

#include <algorithm>
#include <limits>

#include "model/body_parts.h"

namespace mmd {
namespace {

constexpr float max_float = std::numeric_limits<float>::max();

Bounds nothing() {
  return {vec3(max_float), vec3(-max_float)};
}

void add(Bounds& box, const vec3& low, const vec3& high) {
  if (!is_finite(low) || !is_finite(high)) return;
  box = {glm::min(box.min, low), glm::max(box.max, high)};
}

/// Adds the bounds of an SDEF vertex: SDEF rotates it about C, whose place is between CR0 moved by one bone
/// and CR1 moved by the other (semantics, "Skinning"), so each box gets a ball. Linear skinning uses the
/// position itself.
void add_sdef(const VertexStreams& v, std::uint32_t vertex, const vec3& position, std::span<Bounds> boxes) {
  const auto found = std::lower_bound(v.sdef_vertices.begin(), v.sdef_vertices.end(), vertex);
  const SdefConstants& sdef = v.sdef[static_cast<std::size_t>(found - v.sdef_vertices.begin())];
  const vec3 reach(glm::length(position - sdef.c));
  add(boxes[v.bones[vertex][0]], sdef.cr0 - reach, sdef.cr0 + reach);
  add(boxes[v.bones[vertex][1]], sdef.cr1 - reach, sdef.cr1 + reach);
  for (const std::size_t i : {0u, 1u}) add(boxes[v.bones[vertex][i]], position, position);
}

void add_vertex(const VertexStreams& v, std::uint32_t vertex, const vec3& position, std::span<Bounds> boxes) {
  if (v.type[vertex] == WeightType::sdef) {
    add_sdef(v, vertex, position, boxes);
    return;
  }
  for (int i = 0; i < 4; ++i)
    if (v.weights[vertex][i] > 0.0f)
      add(boxes[v.bones[vertex][static_cast<std::size_t>(i)]], position, position);
}

std::vector<bool> moved_by_morphs(const Model& model) {
  std::vector<bool> moved(model.vertices.size(), false);
  for (const Morph& morph : model.morphs)
    if (const auto* offsets = std::get_if<VertexMorph>(&morph.data))
      for (const std::uint32_t vertex : offsets->vertices) moved[vertex] = true;
  return moved;
}

/// The box around the parts of the boxes inside `within`.
Bounds union_of(std::span<const Bounds> boxes, const Bounds& within) {
  Bounds all = nothing();
  for (const Bounds& box : boxes) {
    const vec3 low = glm::max(box.min, within.min), high = glm::min(box.max, within.max);
    if (low.x <= high.x && low.y <= high.y && low.z <= high.z) add(all, low, high);
  }
  return all;
}

}  // namespace

Bounds bounds_around(const Affine& transform, const Bounds& box) {
  const vec3 centre = transform_point(transform, box.centre()), half = (box.max - box.min) * 0.5f;
  vec3 reach;
  for (int row = 0; row < 3; ++row)
    reach[row] = glm::dot(glm::abs(vec3(transform.row[static_cast<std::size_t>(row)])), half);
  return {centre - reach, centre + reach};
}

BoneBounds::BoneBounds(const Model& model) : sample_(model), boxes_(model.palette_size(), nothing()) {
  const VertexStreams& v = model.vertices;
  std::vector<bool> is_drawn(v.size(), false);
  for (const std::uint32_t index : model.indices) is_drawn[index] = true;
  for (const std::uint32_t vertex : model.strays) is_drawn[vertex] = false;
  const std::vector<bool> moves = moved_by_morphs(model);
  for (std::uint32_t vertex = 0; vertex < v.size(); ++vertex) {
    if (!is_drawn[vertex]) continue;
    if (v.type[vertex] == WeightType::qdef) {
      has_qdef_ = true;
    } else if (moves[vertex]) {
      moving_.push_back(vertex);
    } else {
      add_vertex(v, vertex, v.position[vertex], boxes_);
    }
  }
}

std::optional<Bounds> BoneBounds::enclosing(const Model& model, std::span<const vec3> positions,
                                            std::span<const Affine> palette) const {
  if (has_qdef_) return std::nullopt;
  std::vector<Bounds> boxes = boxes_;
  for (const std::uint32_t vertex : moving_) add_vertex(model.vertices, vertex, positions[vertex], boxes);
  std::vector<Bounds> moved;
  for (std::size_t bone = 0; bone < boxes.size(); ++bone)
    if (boxes[bone].min.x <= boxes[bone].max.x) moved.push_back(bounds_around(palette[bone], boxes[bone]));
  const Bounds all = union_of(moved, {vec3(-max_float), vec3(max_float)});
  if (all.min.x > all.max.x || !may_stray(all)) return all;
  const Bulk at = bulk(model, positions, palette);
  const Bounds there = union_of(moved, {at.far_min, at.far_max});
  return there.min.x > there.max.x ? all : there;
}

Bulk BoneBounds::bulk(const Model& model, std::span<const vec3> positions,
                      std::span<const Affine> palette) const {
  std::vector<vec3> posed;
  for (const std::uint32_t vertex : sample_.vertices())
    posed.push_back(transform_point(palette[strongest_bone(model, vertex)], positions[vertex]));
  return VertexSample::bulk_of(posed);
}

bool BoneBounds::may_stray(const Bounds& box) const {
  const vec3 sides = box.max - box.min;
  return sample_.may_stray(std::max({sides.x, sides.y, sides.z}));
}

}  // namespace mmd
