#include <utility>

#include "formats/pmx_records.h"
#include "model/builders.h"

namespace mmd {
namespace {

/// The layout of a weight type; BDEF1's for an unknown type.
const pmx::WeightLayout& layout_of(WeightType type) {
  const auto i = static_cast<std::size_t>(type);
  return pmx::weight_layouts[i < pmx::weight_layouts.size() ? i : 0];
}

constexpr std::string_view vertices_section = "vertices";

/// The file's weights as four numbers, before repairs.
vec4 raw_weights(WeightType type, const std::array<float, 4>& w) {
  switch (layout_of(type).weights) {
    case 0:
      return {1.0f, 0.0f, 0.0f, 0.0f};
    case 1:
      return {w[0], 1.0f - w[0], 0.0f, 0.0f};
    default:
      return {w[0], w[1], w[2], w[3]};
  }
}

/// Repairs bones and weights of one vertex: valid indices, weights in [0, 1] with sum 1. A vertex without
/// bones gets the palette's identity entry.
void settle_weights(WeightType type, std::array<std::int32_t, 4>& bones, vec4& w, std::size_t bone_count,
                    std::size_t vertex, Repairs& repairs) {
  const std::size_t used = layout_of(type).bones;
  const float limit = layout_of(type).weights == 4 ? max_weight : 1.0f;
  float sum = 0.0f;
  for (std::size_t i = 0; i < 4; ++i) {
    float& weight = w[static_cast<glm::length_t>(i)];
    if (i >= used) {
      weight = 0.0f;
    } else if (!is_index(bones[i], bone_count)) {
      if (bones[i] != none) repairs.add(vertices_section, repair_kind::bone_index, vertex);
      weight = 0.0f;
    } else if (!(weight >= 0.0f && weight <= limit)) {
      repairs.add(vertices_section, repair_kind::weight_range, vertex);
      weight = weight > 1.0f ? 1.0f : 0.0f;  // NaN: 0
    }
    if (weight == 0.0f) bones[i] = 0;  // a valid index without effect
    sum += weight;
  }
  if (!(sum > 0.0f)) {
    repairs.add(vertices_section, repair_kind::no_weights, vertex, {}, Severity::note);
    bones.fill(static_cast<std::int32_t>(bone_count));
    w = vec4(1.0f, 0.0f, 0.0f, 0.0f);
    return;
  }
  if (std::abs(sum - 1.0f) > 1e-3f) {
    repairs.add(vertices_section, repair_kind::weight_sum, vertex, {}, Severity::note);
  }
  if (sum != 1.0f) w /= sum;
}

void settle_geometry(VertexStreams& out, std::size_t v, Repairs& repairs,
                     std::vector<std::uint32_t>& misplaced) {
  vec3& position = out.position[v];
  if (!usable_position(position)) {
    repairs.add(vertices_section, repair_kind::vertex_position, v);
    misplaced.push_back(static_cast<std::uint32_t>(v));
    position = vec3(0.0f);
  }
  position = mirror(position);
  vec3& normal = out.normal[v];
  const float length = glm::length(normal);
  if (length > 1e-12f && std::isfinite(length)) {
    normal = mirror(normal / length);
  } else {
    if (is_finite(normal)) {
      repairs.add(vertices_section, repair_kind::zero_normal, v, {}, Severity::note);
    } else {
      repairs.add(vertices_section, repair_kind::normal_number, v);
    }
    normal = vec3(0.0f);
  }
  if (!is_finite(out.uv[v])) {
    repairs.add(vertices_section, repair_kind::uv_number, v);
    out.uv[v] = vec2(0.0f);
  }
  if (!std::isfinite(out.edge_scale[v])) {
    repairs.add(vertices_section, repair_kind::edge_scale_number, v);
    out.edge_scale[v] = 1.0f;
  }
}

}  // namespace

vec4 settled_weights(const pmx::File& file, std::size_t vertex) {
  const WeightType type = file.vertices.type[vertex];
  vec4 weights = raw_weights(type, file.vertices.weights[vertex]);
  std::array<std::int32_t, 4> bones = file.vertices.bones[vertex];
  Repairs ignored;
  settle_weights(type, bones, weights, file.bones.size(), vertex, ignored);
  return weights;
}

bool sdef_constants(const pmx::Sdef& raw, const vec4& weights, SdefConstants& out) {
  const vec3 c = mirror(raw.c), r0 = mirror(raw.r0), r1 = mirror(raw.r1);
  const vec3 rw = weights.x * r0 + weights.y * r1;
  out = {c, c + (r0 - rw) * 0.5f, c + (r1 - rw) * 0.5f};
  return usable_position(out.c) && usable_position(out.cr0) && usable_position(out.cr1);
}

VertexStreams build_vertices(pmx::File& file, Repairs& repairs, std::vector<std::uint32_t>& misplaced) {
  pmx::Vertices& raw = file.vertices;
  const std::size_t count = raw.size();
  const std::size_t bone_count = file.bones.size();
  VertexStreams out;
  out.position = std::move(raw.position);
  out.normal = std::move(raw.normal);
  out.uv = std::move(raw.uv);
  out.type = std::move(raw.type);
  out.edge_scale = std::move(raw.edge_scale);
  out.bones.resize(count);
  out.weights.resize(count);
  const std::size_t uv_sets = file.header.additional_uv_count;
  if (uv_sets > 0) {
    out.uv1.resize(count);
    for (std::size_t v = 0; v < count; ++v) {
      out.uv1[v] = finite_or(raw.additional_uv[v * uv_sets], vec4(0.0f), repairs, vertices_section,
                             repair_kind::additional_uv_number, v);
    }
  }
  out.sdef.reserve(raw.sdef.size());
  out.sdef_vertices.reserve(raw.sdef.size());
  std::size_t next_sdef = 0;
  for (std::size_t v = 0; v < count; ++v) {
    settle_geometry(out, v, repairs, misplaced);
    vec4 w = raw_weights(out.type[v], raw.weights[v]);
    std::array<std::int32_t, 4> bones = raw.bones[v];
    settle_weights(out.type[v], bones, w, bone_count, v, repairs);
    for (std::size_t i = 0; i < 4; ++i) out.bones[v][i] = static_cast<std::uint32_t>(bones[i]);
    out.weights[v] = w;
    if (out.type[v] != WeightType::sdef) continue;
    SdefConstants constants;
    if (sdef_constants(raw.sdef[next_sdef++], w, constants)) {
      out.sdef.push_back(constants);
      out.sdef_vertices.push_back(static_cast<std::uint32_t>(v));
    } else {
      repairs.add(vertices_section, repair_kind::sdef_number, v);
      out.type[v] = WeightType::bdef2;
    }
  }
  raw = {};
  return out;
}

}  // namespace mmd
