#include "commands/sandbox/thumbnail_colours.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

#include "annotations/body_parts.h"
#include "base/text.h"

namespace mmd {
namespace {

using Rgb = std::array<std::uint8_t, 3>;
constexpr Rgb skin{255, 233, 218}, hair{118, 104, 108}, cloth{178, 190, 208}, other_thing{206, 206, 206},
    tooth{250, 250, 250}, iris{96, 118, 150}, lash{74, 64, 68}, mouth{222, 140, 140}, leather{92, 88, 96},
    skirt{120, 132, 160};

/// Words in the names of materials, Japanese and English, and what they are; the first that fits counts.
struct ThingRow {
  std::string_view word;
  Rgb colour;
};
constexpr ThingRow things[] = {
    {"白目", tooth},   {"eye white", tooth}, {"瞳", iris},        {"睫", lash},     {"まつ", lash},
    {"眉", lash},      {"brow", lash},       {"lash", lash},      {"目", iris},     {"eye", iris},
    {"歯", tooth},     {"teeth", tooth},     {"口", mouth},       {"舌", mouth},    {"mouth", mouth},
    {"tongue", mouth}, {"肌", skin},         {"顔", skin},        {"体", skin},     {"skin", skin},
    {"face", skin},    {"body", skin},       {"髪", hair},        {"hair", hair},   {"靴下", cloth},
    {"靴", leather},   {"shoe", leather},    {"スカート", skirt}, {"skirt", skirt}, {"服", cloth},
    {"cloth", cloth},
};

/// The part of the body that most corners of the material's faces belong to.
std::uint8_t part_of_material(const Model& model, std::size_t material,
                              const std::vector<std::uint8_t>& parts) {
  std::vector<std::size_t> votes(body_parts().size(), 0);
  for (const std::uint32_t vertex : model.triangles_of(material)) {
    const auto& weights = model.vertices.weights[vertex];
    std::size_t strongest = 0;
    for (std::size_t i = 1; i < 4; ++i)
      if (weights[static_cast<int>(i)] > weights[static_cast<int>(strongest)]) strongest = i;
    ++votes[parts[model.vertices.bones[vertex][strongest]]];
  }
  return static_cast<std::uint8_t>(std::max_element(votes.begin(), votes.end()) - votes.begin());
}

Rgb colour_of_part(std::uint8_t part) {
  const std::string_view name = body_parts()[part].name;
  if (name == "hair") return hair;
  if (name == "head" || name == "neck" || name.find("hand") != std::string_view::npos) return skin;
  return name == "other" || name == "nothing" ? other_thing : cloth;
}

Rgb colour_of(const Model& model, std::size_t material, const std::vector<std::uint8_t>& parts) {
  const Material& m = model.materials[material];
  const std::string japanese = fold_name(m.name), english = fold_name(m.name_english);
  for (const ThingRow& row : things) {
    const std::string word = fold_name(row.word);
    if (japanese.find(word) != std::string::npos || english.find(word) != std::string::npos)
      return row.colour;
  }
  return colour_of_part(part_of_material(model, material, parts));
}

/// In the place of a texture: a texture of one colour would do, but costs drivers that draw on the CPU a
/// program of its own.
void paint(const Rgb& colour, Material& material) {
  const vec3 texel = vec3(colour[0], colour[1], colour[2]) / 255.0f;
  const vec3 base = glm::clamp(vec3(material.diffuse) * Light().colour + material.ambient, 0.0f, 1.0f);
  material.ambient = base * texel;
  material.diffuse = vec4(0.0f, 0.0f, 0.0f, material.diffuse.a);
  material.texture = none;
}

}  // namespace

void add_stand_in_colours(LoadedModel& loaded) {
  const auto is_missing = [&](const Material& material) {
    const auto texture = static_cast<std::size_t>(material.texture);
    return material.texture != none &&
           (loaded.textures == nullptr || texture >= loaded.textures->size() || !(*loaded.textures)[texture]);
  };
  const auto& materials = loaded.model->materials;
  if (std::none_of(materials.begin(), materials.end(), is_missing)) return;
  auto model = std::make_shared<Model>(*loaded.model);
  const std::vector<std::uint8_t> parts = parts_of_bones(*model);
  for (std::size_t m = 0; m < model->materials.size(); ++m)
    if (is_missing(model->materials[m])) paint(colour_of(*model, m, parts), model->materials[m]);
  loaded.model = std::move(model);
}

}  // namespace mmd
