#include "export/exchange_materials.h"

#include <algorithm>
#include <string_view>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/math.h"
#include "base/words.h"
#include "export/alpha_mode.h"
#include "export/sphere_means.h"
#include "render/toon_ramps.h"

namespace mmd {
namespace {

/// Where a toon ramp is looked up: by a face that turns half to the light, and by one that turns away.
constexpr float lit_row = 0.25f, shaded_row = 1.0f;

const Image* texture_of(const Actor& actor, std::int32_t texture) {
  const auto index = static_cast<std::size_t>(texture);
  return texture == none || index >= actor.textures().size() ? nullptr : actor.textures()[index].get();
}

/// What morphs make of a texel (semantics, "Morphs").
vec3 with_factor(const MapFactor& factor, const vec3& colour, const vec3& nothing) {
  return glm::mix(nothing, colour * vec3(factor.multiply) + vec3(factor.add),
                  factor.multiply.a + factor.add.a);
}

vec3 toon_at(const Actor& actor, const Material& material, const MapFactor& factor, float row) {
  const vec3 white(1.0f);
  const Image shared = material.shared_toon != none ? shared_toon_ramp(material.shared_toon) : Image();
  const Image* ramp = material.shared_toon != none ? &shared : texture_of(actor, material.toon_texture);
  if (ramp == nullptr) return white;
  const int y = std::clamp(static_cast<int>(row * static_cast<float>(ramp->height)), 0, ramp->height - 1);
  return with_factor(factor, vec3(texel_at(*ramp, 0, y)), white);
}

/// Of the vertices' own colours.
float least_alpha(const ExchangePart& part) {
  float out = 1.0f;
  for (const vec4& colour : part.colours) out = std::min(out, colour.a);
  return out;
}

/// Materials about which something cannot be said.
struct Unsaid {
  std::vector<std::string_view> multiplied, added, sub_textured, vertex_coloured, pointed;

  void tell(Diagnostics& out) const {
    const auto say = [&](const std::vector<std::string_view>& names, const char* what, const char* hint) {
      if (!names.empty()) out.push_back(make_warning(fmt::format("{}: {}", what, some_of(names)), hint));
    };
    say(multiplied, "sphere maps that multiply have no place in the file",
        "their mean colour is worked into the materials");
    say(added, "sphere maps that add have no place in the file", "they are left out; a .vrm has them");
    say(vertex_coloured, "colours of vertices (additional UV 1) have no place in the file",
        "the materials have their own colour everywhere; a .glb has them");
    say(pointed, "points have no size in the file", "other programs draw them as small as they can");
    say(sub_textured, "second textures (sub-texture) have no place in the file", "they are left out");
  }
};

class MaterialMaker {
 public:
  MaterialMaker(const Actor& actor, MaterialTerms terms, EmbeddedPictures& pictures)
      : actor_(actor), terms_(terms), pictures_(pictures) {}

  Result<ExchangeMaterial> make(const ExchangePart& part, std::size_t material);
  const Unsaid& unsaid() const { return unsaid_; }

 private:
  Result<void> add_sphere(const Material& material, const MaterialState& state, vec4& colour,
                          ExchangeMaterial& out);

  const Actor& actor_;
  MaterialTerms terms_;
  EmbeddedPictures& pictures_;
  Unsaid unsaid_;
  SphereMeans spheres_;
  double texels_left_ = most_texels_looked_at;
};

/// Multiplies `colour` by a sphere map's mean; one that adds is named where there is a place for it.
Result<void> MaterialMaker::add_sphere(const Material& material, const MaterialState& state, vec4& colour,
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

Result<ExchangeMaterial> MaterialMaker::make(const ExchangePart& part, std::size_t index) {
  const Material& material = actor_.model().materials[index];
  const MaterialState& state = actor_.materials()[index];
  ExchangeMaterial out;
  out.name = material.name;
  const Image* texture = texture_of(actor_, material.texture);
  vec4 colour(vec3(state.diffuse) * Light().colour + state.ambient, state.diffuse.a);
  colour = glm::clamp(colour, 0.0f, 1.0f);
  // Morphs have no hold on a map that is not there.
  if (texture != nullptr) colour *= vec4(with_factor(state.texture, vec3(1.0f), vec3(1.0f)), 1.0f);
  MMD_TRY(out.image, pictures_.add(material.texture));
  MMD_TRY(add_sphere(material, state, colour, out));
  const auto under = [&](float row) {
    return glm::clamp(vec3(colour) * toon_at(actor_, material, state.toon, row), 0.0f, 1.0f);
  };
  out.lit = vec4(under(lit_row), colour.a);
  out.shade = under(shaded_row);
  const float of_vertices = terms_ == MaterialTerms::vertex_coloured ? least_alpha(part) : 1.0f;
  const BlendOrder order = terms_ == MaterialTerms::mtoon ? BlendOrder::by_material : BlendOrder::by_distance;
  out.alpha = alpha_mode(part, colour.a * of_vertices, texture, order, texels_left_);
  out.double_sided = material.has(pmx::material_double_sided);
  if (part.kind == FaceKind::points) unsaid_.pointed.push_back(material.name);
  if (material.has(pmx::material_vertex_colour) && terms_ != MaterialTerms::vertex_coloured)
    unsaid_.vertex_coloured.push_back(material.name);
  if (material.has(pmx::material_edge) && part.kind == FaceKind::triangles && state.edge_size > 0.0f) {
    // As wide as at the distance from which MMD looks to begin with (semantics, "The MMD look").
    constexpr double units_per_size = double{edge_width_per_distance} * 45.0;
    out.edge_colour = glm::clamp(state.edge_colour, 0.0f, 1.0f);
    out.edge_width =
        static_cast<float>(static_cast<double>(state.edge_size) * units_per_size * metres_per_unit);
  }
  return out;
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

}  // namespace mmd
