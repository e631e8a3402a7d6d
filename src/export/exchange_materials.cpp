#include "export/exchange_materials.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <string_view>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/math.h"
#include "base/words.h"
#include "render/toon_ramps.h"

namespace mmd {
namespace {

/// V coordinates in a toon ramp for a face half towards the light, and for one facing away.
constexpr float lit_row = 0.25f, shaded_row = 1.0f;

const Image* texture_of(const Actor& actor, std::int32_t texture) {
  const auto index = static_cast<std::size_t>(texture);
  return texture == none || index >= actor.textures().size() ? nullptr : actor.textures()[index].get();
}

/// Applies material morphs to a texel (semantics, "Morphs").
vec3 with_factor(const MapFactor& factor, const vec3& colour, const vec3& nothing) {
  return glm::mix(nothing, colour * vec3(factor.multiply) + vec3(factor.add),
                  factor.multiply.a + factor.add.a);
}

/// A material's toon ramp; empty if there is none.
Image toon_of(const Actor& actor, const Material& material) {
  if (material.shared_toon != none) return shared_toon_ramp(material.shared_toon);
  const Image* own = texture_of(actor, material.toon_texture);
  return own == nullptr ? Image() : *own;
}

vec3 toon_at(const Image& ramp, const MapFactor& factor, float row) {
  const vec3 white(1.0f);
  if (ramp.height == 0) return white;
  const int y = std::clamp(static_cast<int>(row * static_cast<float>(ramp.height)), 0, ramp.height - 1);
  return with_factor(factor, vec3(texel_at(ramp, 0, y)), white);
}

/// MToon's step where the ramp leaves its lit colour and reaches its dark one. MMD reads the ramp at v = 1/2
/// - N·L/2; MToon is lit where N·L + shift is above 1 - toony, and dark below -1 + toony.
void set_step(const Image& ramp, ExchangeMaterial& out) {
  if (ramp.height == 0) return;
  const auto colour = [&](int y) { return vec3(texel_at(ramp, 0, y)); };
  const vec3 lit = colour(0), dark = colour(ramp.height - 1);
  const float near_enough = 0.05f * glm::length(dark - lit);
  if (!(near_enough > 0.0f)) return;
  int leaves = 0, reaches = 0;
  while (glm::length(colour(leaves) - lit) <= near_enough) ++leaves;
  reaches = leaves;
  while (glm::length(colour(reaches) - dark) > near_enough) ++reaches;
  const auto facing = [&](int y) {
    return 1.0f - 2.0f * static_cast<float>(y) / static_cast<float>(ramp.height);
  };
  const float a = facing(leaves), b = facing(reaches);
  out.shading_shift = -0.5f * (a + b);
  out.shading_toony = std::min(1.0f - 0.5f * (a - b), 0.95f);
}

/// The smallest alpha of the vertex colours.
float min_alpha(const ExchangePart& part) {
  float out = 1.0f;
  for (const vec4& colour : part.colours) out = std::min(out, colour.a);
  return out;
}

/// Names of materials with features that the file cannot store.
struct Unsaid {
  std::vector<std::string_view> multiplied, added, sub_textured, vertex_coloured, pointed;

  void tell(Diagnostics& out) const {
    const auto say = [&](const std::vector<std::string_view>& names, const char* what, const char* hint) {
      if (!names.empty())
        out.push_back(make_warning(fmt::format("{}: {}", what, join_truncated(names)), hint));
    };
    say(multiplied, "the file cannot store sphere maps that multiply",
        "their mean colour is mixed into the materials");
    say(added, "the file cannot store sphere maps that add", "they are not written; .vrm stores them");
    say(vertex_coloured, "the file cannot store vertex colours (additional UV 1)",
        "the materials keep their own colour; .glb stores vertex colours");
    say(pointed, "the file cannot store the size of points", "other programs draw them as small as possible");
    say(sub_textured, "the file cannot store second textures (sub-texture)", "they are not written");
  }
};

/// glTF's roughness for the power of a Blinn-Phong highlight: roughness² = alpha, and alpha² = 2 / (power +
/// 2) gives a highlight of the same width.
float roughness_of(const MaterialState& state) {
  const bool shines = glm::length(vec3(state.specular)) > 0.01f && state.specular_power > 0.0f;
  return shines ? std::pow(2.0f / (state.specular_power + 2.0f), 0.25f) : 1.0f;
}

class MaterialMaker {
 public:
  MaterialMaker(const Actor& actor, MaterialTerms terms, EmbeddedPictures& pictures)
      : actor_(actor), terms_(terms), pictures_(pictures) {}

  Result<ExchangeMaterial> make(const ExchangePart& part, std::size_t index) {
    const Material& material = actor_.model().materials[index];
    const MaterialState& state = actor_.materials()[index];
    ExchangeMaterial out;
    out.name = material.name;
    const Image* texture = texture_of(actor_, material.texture);
    // Light on an accessory depends on the way a face points (semantics, "Accessories"): half towards it.
    constexpr float unshaded = 0.3f, half_lit = 0.5f;
    const vec3 light = actor_.model().is_accessory ? Light().colour - unshaded + half_lit : Light().colour;
    vec4 colour(vec3(state.diffuse) * light + state.ambient, state.diffuse.a);
    colour = glm::clamp(colour, 0.0f, 1.0f);
    // Morphs do not change a missing texture.
    if (texture != nullptr) colour *= vec4(with_factor(state.texture, vec3(1.0f), vec3(1.0f)), 1.0f);
    MMD_TRY(out.image, pictures_.add(material.texture));
    MMD_TRY(add_sphere(material, state, colour, out));
    const Image ramp = toon_of(actor_, material);
    const auto under = [&](float row) {
      return glm::clamp(vec3(colour) * toon_at(ramp, state.toon, row), 0.0f, 1.0f);
    };
    out.lit = vec4(under(lit_row), colour.a);
    out.shade = under(shaded_row);
    set_step(ramp, out);
    const float of_vertices = terms_ == MaterialTerms::vertex_coloured ? min_alpha(part) : 1.0f;
    const BlendOrder order =
        terms_ == MaterialTerms::mtoon ? BlendOrder::by_material : BlendOrder::by_distance;
    out.alpha = alpha_mode(part, colour.a * of_vertices, texture, order, texels_left_);
    out.double_sided = material.has(pmx::material_double_sided);
    out.roughness = roughness_of(state);
    if (part.kind == FaceKind::points) unsaid_.pointed.push_back(material.name);
    if (material.has(pmx::material_vertex_colour) && terms_ != MaterialTerms::vertex_coloured)
      unsaid_.vertex_coloured.push_back(material.name);
    if (material.has(pmx::material_edge) && part.kind == FaceKind::triangles && state.edge_size > 0.0f) {
      // The width at the distance of MMD's default camera (semantics, "The MMD look").
      constexpr double units_per_size = double{edge_width_per_distance} * 45.0;
      out.edge_colour = glm::clamp(state.edge_colour, 0.0f, 1.0f);
      out.edge_width =
          static_cast<float>(static_cast<double>(state.edge_size) * units_per_size * metres_per_unit);
    }
    return out;
  }

  const Unsaid& unsaid() const { return unsaid_; }

 private:
  /// Multiplies `colour` by the mean of a multiplied sphere map; stores an added one if the format supports
  /// it.
  Result<void> add_sphere(const Material& material, const MaterialState& state, vec4& colour,
                          ExchangeMaterial& out) {
    if (material.sphere_mode == SphereMode::sub_texture && material.sphere_texture != none)
      unsaid_.sub_textured.push_back(material.name);
    const Image* sphere = texture_of(actor_, material.sphere_texture);
    if (sphere == nullptr) return {};
    if (material.sphere_mode == SphereMode::multiply) {
      unsaid_.multiplied.push_back(material.name);
      const vec4& mean = spheres_.of(*sphere);
      colour *= vec4(with_factor(state.sphere, vec3(mean), vec3(1.0f)), mean.a);
    } else if (material.sphere_mode == SphereMode::add && terms_ == MaterialTerms::mtoon) {
      MMD_TRY(out.sphere_image, pictures_.add(material.sphere_texture));
      out.sphere_factor = glm::clamp(with_factor(state.sphere, vec3(1.0f), vec3(0.0f)), 0.0f, 1.0f);
    } else if (material.sphere_mode == SphereMode::add) {
      unsaid_.added.push_back(material.name);
    }
    return {};
  }

  const Actor& actor_;
  MaterialTerms terms_;
  EmbeddedPictures& pictures_;
  Unsaid unsaid_;
  SphereMeans spheres_;
  double texels_left_ = max_texels_looked_at;
};

struct TexelCounts {
  std::size_t opaque = 0, clear = 0, between = 0;
};

/// The coordinate within a repeated image.
std::size_t repeated(long at, int size) {
  return static_cast<std::size_t>((at % size + size) % size);
}

/// The row at an integer coordinate.
std::span<const std::uint8_t> row_at(const Image& image, long y) {
  const std::size_t length = 4 * static_cast<std::size_t>(image.width);
  return std::span(image.rgba).subspan(repeated(y, image.height) * length, length);
}
/// The index of the alpha at an integer coordinate in a row.
std::size_t alpha_at(const Image& image, long x) {
  return 4 * repeated(x, image.width) + 3;
}

constexpr std::uint8_t nearly_opaque = 250, nearly_clear = 5;

void count_texel(std::uint8_t alpha, TexelCounts& counts) {
  if (alpha >= nearly_opaque) {
    ++counts.opaque;
  } else if (alpha <= nearly_clear) {
    ++counts.clear;
  } else {
    ++counts.between;
  }
}

/// Positive if p is on the left of the line from a to b in a coordinate system with Y up, else negative.
float side(const vec2& a, const vec2& b, const vec2& p) {
  return (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
}

/// Calls `visit` with the alpha of each texel whose centre is inside a triangle, or at most `margin` texels
/// outside.
template <class Visit>
void for_each_texel(const Image& image, const std::array<vec2, 3>& corner, float margin, const Visit& visit) {
  const auto& [a, b, c] = corner;
  const vec2 low = glm::min(a, glm::min(b, c)) - margin;
  const vec2 high = glm::max(a, glm::max(b, c)) + margin;
  const auto whole = [](float v) { return std::lround(std::floor(v)); };
  const float turn = side(a, b, c) < 0.0f ? -1.0f : 1.0f;
  const auto is_inside = [&](const vec2& from, const vec2& to, const vec2& centre) {
    return turn * side(from, to, centre) >= -margin * glm::length(to - from);
  };
  const long first = whole(low.x), last = whole(high.x), lowest = whole(high.y);
  for (long y = whole(low.y); y <= lowest; ++y) {
    const std::span<const std::uint8_t> row = row_at(image, y);
    std::size_t alpha = alpha_at(image, first);
    for (long x = first; x <= last; ++x, alpha += 4) {
      if (alpha >= row.size()) alpha = alpha_at(image, 0);
      const vec2 centre(static_cast<float>(x) + 0.5f, static_cast<float>(y) + 0.5f);
      if (is_inside(a, b, centre) && is_inside(b, c, centre) && is_inside(c, a, centre)) visit(row[alpha]);
    }
  }
}

/// Counts the texels whose centres are inside a triangle, and the texel at its first corner.
void count_triangle(const Image& image, const std::array<vec2, 3>& corner, TexelCounts& counts) {
  const auto whole = [](float v) { return std::lround(std::floor(v)); };
  const vec2& a = corner.front();
  count_texel(row_at(image, whole(a.y))[alpha_at(image, whole(a.x))], counts);
  for_each_texel(image, corner, 0.0f, [&](std::uint8_t alpha) { count_texel(alpha, counts); });
}

/// Counts all texels, or a regular selection from a large image.
TexelCounts count_whole(const Image& image, double& work_left) {
  constexpr std::size_t enough = std::size_t{1} << 20;
  TexelCounts out;
  const std::size_t texels = image.rgba.size() / 4, step = texels / enough + 1;
  for (std::size_t i = 0; i < texels; i += step) count_texel(image.rgba[4 * i + 3], out);
  const std::size_t looked_at = texels / step;
  work_left -= static_cast<double>(looked_at);
  return out;
}

/// Visits the triangles of a part in texels while `work`, the texels of their bounding boxes, is within
/// `max_work`. False if it stopped before the end, because of this, of far coordinates or of `visit`.
template <class Visit>
bool visit_triangles(const ExchangePart& part, const Image& image, double max_work, double& work,
                     const Visit& visit) {
  const vec2 size(static_cast<float>(image.width), static_cast<float>(image.height));
  for (std::size_t i = 0; i + 2 < part.indices.size(); i += 3) {
    std::array<vec2, 3> corner;
    for (std::size_t k = 0; k < 3; ++k) corner[k] = part.uv[part.indices[i + k]] * size;
    const vec2 extent = glm::max(corner[0], glm::max(corner[1], corner[2])) -
                        glm::min(corner[0], glm::min(corner[1], corner[2]));
    work += (static_cast<double>(extent.x) + 1.0) * (static_cast<double>(extent.y) + 1.0);
    const bool near_zero = std::abs(corner[0].x) < 1e6f && std::abs(corner[0].y) < 1e6f;
    if (!(work <= max_work) || !near_zero || !visit(corner)) return false;
  }
  return true;
}

/// Limit for the texels of a part's triangles: they may show each texel of an image several times.
double max_work_of(const Image& image) {
  return 16.0 * static_cast<double>(image.width) * static_cast<double>(image.height);
}

/// Counts the texels that the faces show, or all texels if the faces show them many times.
TexelCounts count_shown(const ExchangePart& part, const Image& image, double& work_left) {
  if (part.kind != FaceKind::triangles) return count_whole(image, work_left);
  TexelCounts out;
  double work = 0.0;
  const bool is_whole =
      visit_triangles(part, image, std::min(max_work_of(image), work_left), work, [&](const auto& corner) {
        count_triangle(image, corner, out);
        return true;
      });
  if (!is_whole) return count_whole(image, work_left);
  work_left -= work;
  return out;
}

/// The soft edge of a cut-out is a few texels wide. Hair that fades out has wider soft areas but no clear
/// texels; drawn lashes and glass are soft everywhere.
bool is_mask(const TexelCounts& counts, BlendOrder order) {
  const std::size_t all = counts.opaque + counts.clear + counts.between;
  const bool fades_out = counts.clear * 50 <= all;
  const std::size_t soft_parts = !fades_out                         ? 10
                                 : order == BlendOrder::by_distance ? 4
                                                                    : 100;  // hardly visible
  return counts.opaque > counts.between && counts.between * soft_parts <= all;
}

/// The mean colour of the inscribed disc, from a regular selection of texels in a large map.
vec4 mean_of_disc(const Image& image) {
  const int step = std::max(std::max(image.width, image.height) / 512, 1);
  glm::dvec4 sum(0.0);
  double count = 0.0;
  for (int y = 0; y < image.height; y += step)
    for (int x = 0; x < image.width; x += step) {
      const float u = (static_cast<float>(x) + 0.5f) / static_cast<float>(image.width) * 2.0f - 1.0f;
      const float v = (static_cast<float>(y) + 0.5f) / static_cast<float>(image.height) * 2.0f - 1.0f;
      if (u * u + v * v > 1.0f) continue;
      sum += glm::dvec4(texel_at(image, x, y));
      count += 1.0;
    }
  return count > 0.0 ? vec4(sum / count) : texel_at(image, 0, 0);
}

}  // namespace

Result<std::vector<ExchangeMaterial>> make_materials(const Actor& actor,
                                                     const std::vector<ExchangePart>& parts,
                                                     const std::vector<std::size_t>& materials,
                                                     MaterialTerms terms, EmbeddedPictures& pictures,
                                                     Diagnostics& diagnostics) {
  MaterialMaker maker(actor, terms, pictures);
  std::vector<ExchangeMaterial> out;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    MMD_TRY(auto material, maker.make(parts[p], materials[p]));
    out.push_back(std::move(material));
  }
  maker.unsaid().tell(diagnostics);
  return out;
}

void drop_clear_parts(const Actor& actor, std::vector<ExchangePart>& parts,
                      std::vector<std::size_t>& materials, Diagnostics& diagnostics) {
  std::vector<std::string_view> names;
  std::size_t kept = 0;
  for (std::size_t p = 0; p < parts.size(); ++p) {
    const Material& material = actor.model().materials[materials[p]];
    if (is_clear(parts[p], actor.materials()[materials[p]].diffuse.a, texture_of(actor, material.texture))) {
      names.push_back(material.name);
      continue;
    }
    if (kept != p) {
      parts[kept] = std::move(parts[p]);
      materials[kept] = materials[p];
    }
    ++kept;
  }
  parts.resize(kept);
  materials.resize(kept);
  if (names.empty()) return;
  diagnostics.push_back(
      make_note(fmt::format("transparent materials are not written: {}", join_truncated(names)),
                "their faces show only transparent parts of their textures"));
}

AlphaMode alpha_mode(const ExchangePart& part, float material_alpha, const Image* texture, BlendOrder order,
                     double& work_left) {
  constexpr float opaque = 0.998f;
  if (material_alpha < opaque) return AlphaMode::blend;
  if (texture == nullptr || !texture->has_alpha) return AlphaMode::opaque;
  if (!(work_left > 0.0)) return AlphaMode::mask;
  const TexelCounts counts = count_shown(part, *texture, work_left);
  if (counts.clear + counts.between == 0) return AlphaMode::opaque;
  return is_mask(counts, order) ? AlphaMode::mask : AlphaMode::blend;
}

bool is_clear(const ExchangePart& part, float material_alpha, const Image* texture) {
  const auto is_unseen = [&](std::uint8_t alpha) {
    return material_alpha * static_cast<float>(alpha) <= static_cast<float>(nearly_clear);
  };
  if (is_unseen(255)) return true;
  if (texture == nullptr || !texture->has_alpha) return false;
  bool is_whole_clear = true;
  for (std::size_t i = 3; i < texture->rgba.size() && is_whole_clear; i += 4)
    is_whole_clear = is_unseen(texture->rgba[i]);
  if (is_whole_clear || part.kind != FaceKind::triangles) return is_whole_clear;
  constexpr float reach_of_filter = 1.0f;  // texels
  double work = 0.0;
  return visit_triangles(part, *texture, max_work_of(*texture), work, [&](const auto& corner) {
    bool out = true;
    for_each_texel(*texture, corner, reach_of_filter, [&](std::uint8_t alpha) { out &= is_unseen(alpha); });
    return out;
  });
}

vec4 texel_at(const Image& image, int x, int y) {
  const std::uint8_t* at = &image.rgba[static_cast<std::size_t>(y * image.width + x) * 4];
  return vec4(at[0], at[1], at[2], at[3]) / 255.0f;
}

const vec4& SphereMeans::of(const Image& image) {
  const auto [found, is_new] = means_.try_emplace(&image);
  if (is_new) found->second = mean_of_disc(image);
  return found->second;
}

}  // namespace mmd
