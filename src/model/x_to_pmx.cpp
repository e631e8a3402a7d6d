#include "model/x_to_pmx.h"

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>

#include "skeleton/skeleton.h"

namespace mmd {
namespace {

/// MMD draws a tenth of the file's specular colour.
constexpr float specular_share = 0.1f;
/// Brightness of a surface with MMD's last picture, which a viewer does not have.
constexpr float screen_grey = 0.5f;
/// MMD does not draw materials of exactly this alpha into its shadow map.
constexpr float alpha_without_shadow = 0.98f;

/// Texture names, each once.
class TextureNames {
 public:
  explicit TextureNames(std::vector<pmx::Text>& out) : out_(out) {}
  std::int32_t index_of(const std::string& name) {
    if (name.empty()) return none;
    const auto [at, is_new] = index_.try_emplace(name, static_cast<std::int32_t>(out_.size()));
    if (is_new) out_.push_back({name});
    return at->second;
  }

 private:
  std::vector<pmx::Text>& out_;
  std::unordered_map<std::string, std::int32_t> index_;
};

pmx::Material accessory_material(const x::AccessoryMaterial& from, TextureNames& textures) {
  pmx::Material out;
  out.name = {from.name};
  const float brightness = from.is_screen ? screen_grey : 1.0f;
  out.diffuse = vec4(vec3(from.diffuse) * brightness, from.diffuse.a);
  out.ambient = from.emissive * brightness;
  out.specular = from.specular * specular_share;
  out.specular_power = std::max(from.power, 1.0f);
  out.flags = pmx::material_double_sided | pmx::material_ground_shadow | pmx::material_receives_self_shadow;
  if (from.diffuse.a != alpha_without_shadow) out.flags |= pmx::material_casts_self_shadow;
  out.edge_size = 0.0f;
  if (!from.is_screen) out.texture = textures.index_of(from.texture);
  out.sphere_texture = textures.index_of(from.sphere);
  out.sphere_mode = static_cast<std::uint8_t>(from.sphere_mode);
  out.index_count = static_cast<std::int32_t>(from.index_count);
  return out;
}

void set_vertices(x::Accessory& from, pmx::Vertices& out) {
  const std::size_t count = from.positions.size();
  out.position = std::move(from.positions);
  out.normal = std::move(from.normals);
  out.uv = std::move(from.uvs);
  out.type.assign(count, WeightType::bdef1);
  out.bones.assign(count, {0, -1, -1, -1});
  out.weights.assign(count, {1.0f, 0.0f, 0.0f, 0.0f});
  out.edge_scale.assign(count, 0.0f);
}

}  // namespace

pmx::File pmx_from_x(x::Accessory&& accessory, std::string_view name) {
  pmx::File out;
  out.header.encoding = pmx::TextEncoding::utf8;
  out.name = {std::string(name)};
  out.is_accessory = true;
  TextureNames textures(out.textures);
  for (const x::AccessoryMaterial& material : accessory.materials)
    out.materials.push_back(accessory_material(material, textures));
  set_vertices(accessory, out.vertices);
  out.indices = std::move(accessory.indices);
  pmx::Bone root;
  root.name = {std::string(name)};
  root.flags = pmx::bone_rotatable | pmx::bone_movable | pmx::bone_visible | pmx::bone_operable;
  out.bones.push_back(std::move(root));
  return out;
}

}  // namespace mmd
