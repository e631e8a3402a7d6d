#include "model/body_parts.h"

#include <algorithm>
#include <iterator>
#include <string>
#include <utility>

#include "base/text.h"
#include "model/nearest_name.h"

namespace mmd {
namespace {

/// Left parts have warm colours, right parts cold ones.
constexpr BodyPart parts[] = {
    {"nothing", {0, 0, 0}},
    {"head", {250, 220, 190}},
    {"hair", {120, 90, 200}},
    {"neck", {200, 160, 120}},
    {"torso", {90, 190, 90}},
    {"hips", {40, 130, 60}},
    {"left upper arm", {255, 90, 60}},
    {"right upper arm", {60, 140, 255}},
    {"left forearm", {255, 150, 60}},
    {"right forearm", {60, 190, 255}},
    {"left hand", {255, 210, 60}},
    {"right hand", {90, 235, 255}},
    {"left thigh", {200, 30, 60}},
    {"right thigh", {30, 60, 200}},
    {"left shin", {235, 60, 150}},
    {"right shin", {90, 90, 235}},
    {"left foot", {150, 20, 100}},
    {"right foot", {20, 20, 130}},
    {"clothes", {150, 150, 90}},
    {"other", {128, 128, 128}},
};

constexpr BodyPartBone part_bones[] = {
    {"頭", "head"},
    {"首", "neck"},
    {"上半身", "torso"},
    {"左肩", "torso"},
    {"下半身", "hips"},
    {"腰", "hips"},
    {"左腕", "left upper arm"},
    {"左腕捩", "left upper arm"},
    {"左ひじ", "left forearm"},
    {"左手捩", "left forearm"},
    {"左手首", "left hand"},
    {"左足", "left thigh"},
    {"左足D", "left thigh"},
    {"左ひざ", "left shin"},
    {"左ひざD", "left shin"},
    {"左足首", "left foot"},
    {"左足首D", "left foot"},
    {"左つま先", "left foot"},
    {"左足先EX", "left foot"},
};

/// Parts for results of accessory_of(), for bones outside of the table. Others take their parent's part.
struct AccessoryPart {
  std::string_view accessory, part;
};
constexpr AccessoryPart accessory_parts[] = {
    {"hair", "hair"},    {"skirt", "clothes"},   {"sleeves", "clothes"},
    {"tie", "clothes"},  {"ribbons", "clothes"}, {"clothes", "clothes"},
    {"gear", "clothes"}, {"wings", "other"},     {"tail", "other"}};

/// Words in a material's name that exclude hair: lashes, brows, ornaments.
constexpr std::string_view no_hair[] = {"まつ", "睫", "眉", "飾", "lash", "brow", "acc"};

constexpr std::uint8_t unknown = 0;

/// The parts of bones in the table; `unknown` for others.
std::vector<std::uint8_t> named_parts(const Model& model) {
  std::vector<std::uint8_t> out(model.bone_count(), unknown);
  const StandardBones standard(model);
  const auto set = [&](std::int32_t bone, std::string_view part) {
    if (bone != none) out[static_cast<std::size_t>(bone)] = body_part(part);
  };
  for (const BodyPartBone& row : part_bones) {
    set(standard.find(row.bone), row.part);
    const std::string other = right_of(row.bone);
    if (other != row.bone) set(standard.find(other), right_of(row.part));
  }
  return out;
}

std::uint8_t part_by_name(const Bone& bone) {
  if (is_standard_bone(bone.name)) return unknown;
  std::string_view accessory = accessory_of(bone.name);
  if (accessory.empty()) accessory = accessory_of(bone.name_english);
  for (const AccessoryPart& row : accessory_parts)
    if (row.accessory == accessory) return body_part(row.part);
  return unknown;
}

}  // namespace

std::string right_of(std::string_view left) {
  std::string out(left);
  for (const auto& [from, to] : {std::pair<std::string_view, const char*>{"左", "右"}, {"left", "right"}})
    if (const std::size_t at = out.find(from); at != std::string::npos) out.replace(at, from.size(), to);
  return out;
}

StandardBones::StandardBones(const Model& model) {
  const auto& bones = model.skeleton.bones;
  for (const auto& [name, bone] : model.given_names)
    by_name_.emplace(fold_name(standard_japanese_name(name).value_or(name)), bone);
  for (std::size_t i = 0; i < bones.size(); ++i)
    by_name_.emplace(fold_name(bones[i].name), static_cast<std::int32_t>(i));
  for (std::size_t i = 0; i < bones.size(); ++i)
    for (const std::string& name : {bones[i].name, bones[i].name_english})
      by_name_.emplace(fold_name(standard_japanese_name(name).value_or(name)), static_cast<std::int32_t>(i));
}

std::int32_t StandardBones::find(std::string_view japanese) const {
  const auto found = by_name_.find(fold_name(japanese));
  return found == by_name_.end() ? none : found->second;
}

std::span<const BodyPart> body_parts() {
  return parts;
}

std::span<const BodyPartBone> body_part_bones() {
  return part_bones;
}

std::uint8_t body_part(std::string_view name) {
  const auto found =
      std::find_if(std::begin(parts), std::end(parts), [&](const BodyPart& p) { return p.name == name; });
  return static_cast<std::uint8_t>(found - std::begin(parts));
}

std::uint32_t strongest_bone(const Model& model, std::uint32_t vertex) {
  const vec4& weights = model.vertices.weights[vertex];
  int most = 0;
  for (int i = 1; i < 4; ++i)
    if (weights[i] > weights[most]) most = i;
  return model.vertices.bones[vertex][static_cast<std::size_t>(most)];
}

std::vector<bool> hair_materials(const Model& model) {
  std::vector<bool> out;
  for (const Material& material : model.materials) {
    const bool is_hair =
        accessory_of(material.name) == "hair" || accessory_of(material.name_english) == "hair";
    const std::string both = fold_name(material.name) + " " + fold_name(material.name_english);
    out.push_back(is_hair && std::none_of(std::begin(no_hair), std::end(no_hair), [&](std::string_view word) {
                    return both.find(word) != std::string::npos;
                  }));
  }
  return out;
}

std::vector<std::uint8_t> parts_of_bones(const Model& model) {
  const auto& all = model.skeleton.bones;
  std::vector<std::uint8_t> out = named_parts(model);
  for (std::size_t i = 0; i < all.size(); ++i)
    if (out[i] == unknown) out[i] = part_by_name(all[i]);
  const std::vector<std::uint8_t> own = out;
  for (std::size_t i = 0; i < all.size(); ++i) {
    // A parent may have a higher index than its child; a model has no cycles.
    auto bone = static_cast<std::int32_t>(i);
    while (bone != none && own[static_cast<std::size_t>(bone)] == unknown)
      bone = all[static_cast<std::size_t>(bone)].parent;
    out[i] = bone == none ? body_part("other") : own[static_cast<std::size_t>(bone)];
  }
  out.resize(model.palette_size(), body_part("other"));
  return out;
}

}  // namespace mmd
