#include <algorithm>
#include <cmath>
#include <span>
#include <variant>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/math.h"
#include "export/make_exchange.h"
#include "model/model.h"
#include "skin/skinning.h"

namespace mmd {
namespace {

constexpr std::uint32_t unused = 0xffffffff;

/// Limit for offsets of vertex morphs in all parts. Each takes 28 bytes of memory and 16 in the file.
constexpr std::size_t max_offsets = 50'000'000;

FaceKind kind_of_faces(const Material& material) {
  if (material.has(pmx::material_points)) return FaceKind::points;
  return material.has(pmx::material_lines) ? FaceKind::lines : FaceKind::triangles;
}

/// The indices of the drawn primitives: corners of triangles, ends of lines, points.
std::vector<std::uint32_t> drawn_indices(std::span<const std::uint32_t> triangles, FaceKind kind) {
  if (kind == FaceKind::lines) return triangle_sides(triangles);
  std::vector<std::uint32_t> out;
  if (kind == FaceKind::points) {
    out.assign(triangles.begin(), triangles.end());
    std::sort(out.begin(), out.end());
    out.erase(std::unique(out.begin(), out.end()), out.end());
    return out;
  }
  out.reserve(triangles.size());
  for (std::size_t i = 0; i + 2 < triangles.size(); i += 3) {
    const std::uint32_t a = triangles[i], b = triangles[i + 1], c = triangles[i + 2];
    if (a != b && b != c && c != a) out.insert(out.end(), {a, b, c});
  }
  return out;
}

/// Numbers the vertices by first use. `of_part`: by vertex of the model, `unused` before and after.
void number_vertices(ExchangePart& part, std::vector<std::uint32_t>& of_part) {
  for (std::uint32_t& index : part.indices) {
    std::uint32_t& number = of_part[index];
    if (number == unused) {
      number = static_cast<std::uint32_t>(part.vertices.size());
      part.vertices.push_back(index);
    }
    index = number;
  }
  for (const std::uint32_t vertex : part.vertices) of_part[vertex] = unused;
}

/// Replaces unusable vertex normals by those of the surrounding faces.
void mend_normals(ExchangePart& part) {
  const auto is_usable = [](const vec3& normal) { return glm::dot(normal, normal) > 0.5f; };
  if (std::all_of(part.normals.begin(), part.normals.end(), is_usable)) return;
  std::vector<vec3> sums(part.normals.size(), vec3(0.0f));
  for (std::size_t i = 0; part.kind == FaceKind::triangles && i + 2 < part.indices.size(); i += 3) {
    const std::uint32_t* corner = &part.indices[i];
    const vec3 normal = glm::cross(part.positions[corner[1]] - part.positions[corner[0]],
                                   part.positions[corner[2]] - part.positions[corner[0]]);
    for (std::size_t k = 0; k < 3; ++k) sums[corner[k]] += normal;
  }
  for (std::size_t v = 0; v < part.normals.size(); ++v) {
    vec3& normal = part.normals[v];
    if (is_usable(normal)) continue;
    const float length = glm::length(sums[v]);
    normal = length > 1e-12f && std::isfinite(length) ? sums[v] / length : vec3(0.0f, 1.0f, 0.0f);
  }
}

/// Adds an influence. Skips weights of 0 and joins equal bones, as glTF validators require.
void add_joint(std::array<std::uint16_t, 4>& joints, std::array<double, 4>& weights, std::size_t& count,
               std::uint32_t bone, float weight) {
  if (!(weight > 0.0f)) return;
  const auto joint = static_cast<std::uint16_t>(bone);
  for (std::size_t i = 0; i < count; ++i) {
    if (joints[i] != joint) continue;
    weights[i] += static_cast<double>(weight);
    return;
  }
  joints[count] = joint;
  weights[count++] = static_cast<double>(weight);
}

/// Adds four influences per vertex with a sum of exactly 1 in floats.
void add_influences(const VertexStreams& streams, ExchangePart& part) {
  for (const std::uint32_t v : part.vertices) {
    const VertexWeights from = weights_at(streams, v, SkinLevel::linear);
    std::array<std::uint16_t, 4> joints{};
    std::array<double, 4> weights{};
    std::size_t count = 0;
    for (int i = 0; i < 4; ++i)
      add_joint(joints, weights, count, from.bones[static_cast<std::size_t>(i)], from.weights[i]);
    const double sum = weights[0] + weights[1] + weights[2] + weights[3];
    std::array<float, 4> out{};
    for (std::size_t i = 0; i < 4; ++i) out[i] = static_cast<float>(weights[i] / sum);
    const auto largest = std::max_element(out.begin(), out.end());
    *largest += 1.0f - (out[0] + out[1] + out[2] + out[3]);
    part.joints.push_back(joints);
    part.weights.push_back(out);
  }
}

/// Adds vertex colours (additional UV 1) if the material uses them.
void add_colours(const Actor& actor, const Material& material, ExchangePart& part) {
  if (!material.has(pmx::material_vertex_colour) || actor.uv1().empty()) return;
  for (const std::uint32_t v : part.vertices) part.colours.push_back(glm::clamp(actor.uv1()[v], 0.0f, 1.0f));
}

void add_streams(const Actor& actor, ExchangeShape shape, ExchangePart& part) {
  const VertexStreams& streams = actor.model().vertices;
  const bool posed = shape == ExchangeShape::posed;
  const std::span<const vec3> positions = posed ? actor.posed_positions() : std::span(streams.position);
  const std::span<const vec3> normals = posed ? actor.posed_normals() : std::span(streams.normal);
  for (const std::uint32_t v : part.vertices) {
    part.positions.push_back(in_metres(positions[v]));
    part.normals.push_back(normals[v]);
    part.uv.push_back(actor.uv()[v]);
  }
  mend_normals(part);
  if (!posed) add_influences(streams, part);
}

/// A morph's offsets for the vertices of a part; several offsets of one vertex are added.
std::vector<ExchangeMorph::Offset> offsets_of(const VertexMorph& morph,
                                              const std::vector<std::uint32_t>& of_part) {
  std::vector<ExchangeMorph::Offset> out;
  for (std::size_t i = 0; i < morph.vertices.size(); ++i)
    if (of_part[morph.vertices[i]] != unused)
      out.push_back({of_part[morph.vertices[i]], in_metres(morph.offsets[i])});
  std::stable_sort(out.begin(), out.end(), [](const auto& a, const auto& b) { return a.vertex < b.vertex; });
  std::size_t kept = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (kept > 0 && out[kept - 1].vertex == out[i].vertex) {
      out[kept - 1].offset += out[i].offset;
    } else {
      out[kept++] = out[i];
    }
  }
  out.resize(kept);
  return out;
}

}  // namespace

vec3 in_metres(const vec3& position) {
  return vec3(glm::dvec3(position) * metres_per_unit);
}

std::vector<ExchangePart> make_parts(const Actor& actor, ExchangeShape shape,
                                     std::vector<std::size_t>& materials) {
  const Model& model = actor.model();
  std::vector<ExchangePart> out;
  std::vector<std::uint32_t> of_part(model.vertices.size(), unused);
  materials.clear();
  for (std::size_t m = 0; m < model.materials.size(); ++m) {
    if (is_hidden(actor.materials()[m])) continue;
    ExchangePart part;
    part.kind = kind_of_faces(model.materials[m]);
    part.indices = drawn_indices(model.triangles_of(m), part.kind);
    if (part.indices.empty()) continue;
    number_vertices(part, of_part);
    add_streams(actor, shape, part);
    add_colours(actor, model.materials[m], part);
    out.push_back(std::move(part));
    materials.push_back(m);
  }
  return out;
}

Result<std::vector<ExchangeMorph>> make_morphs(const Actor& actor, const std::vector<ExchangePart>& parts) {
  const Model& model = actor.model();
  std::vector<ExchangeMorph> all;
  for (std::size_t m = 0; m < model.morphs.size(); ++m) {
    if (!std::holds_alternative<VertexMorph>(model.morphs[m].data)) continue;
    ExchangeMorph& morph = all.emplace_back();
    morph.morph = m;
    morph.name = model.morphs[m].name;
    morph.weight = actor.morph_weights()[m];
    morph.parts.resize(parts.size());
  }
  std::vector<std::uint32_t> of_part(model.vertices.size(), unused);
  std::size_t left = max_offsets;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const auto& vertices = parts[p].vertices;
    for (std::size_t v = 0; v < vertices.size(); ++v) of_part[vertices[v]] = static_cast<std::uint32_t>(v);
    for (ExchangeMorph& morph : all) {
      auto& offsets = morph.parts[p];
      offsets = offsets_of(std::get<VertexMorph>(model.morphs[morph.morph].data), of_part);
      if (offsets.size() > left)
        return fail(
            fmt::format("the morphs move more than {} vertices in {} materials", max_offsets, parts.size()),
            "use --no-skin to write the posed vertices without morphs, or hide materials with --hide");
      left -= offsets.size();
      offsets.shrink_to_fit();
    }
    for (const std::uint32_t v : vertices) of_part[v] = unused;
  }
  std::erase_if(all, [](const ExchangeMorph& morph) {
    return std::all_of(morph.parts.begin(), morph.parts.end(),
                       [](const auto& offsets) { return offsets.empty(); });
  });
  return all;
}

float linear_skinning_error(const Actor& actor) {
  const VertexStreams& streams = actor.model().vertices;
  const auto bends = [](WeightType type) { return type == WeightType::sdef || type == WeightType::qdef; };
  if (std::none_of(streams.type.begin(), streams.type.end(), bends)) return 0.0f;
  const std::span<const vec3> wanted = actor.posed_positions();
  float largest = 0.0f;
  for (std::size_t v = 0; v < streams.size(); ++v) {
    if (!bends(streams.type[v])) continue;
    const VertexWeights from = weights_at(streams, v, SkinLevel::linear);
    vec3 moved(0.0f);
    for (int i = 0; i < 4; ++i)
      moved += from.weights[i] * transform_point(actor.palette()[from.bones[static_cast<std::size_t>(i)]],
                                                 actor.positions()[v]);
    largest = std::max(largest, glm::length(moved - wanted[v]));
  }
  return largest;
}

}  // namespace mmd
