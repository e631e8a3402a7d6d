#include "model/model.h"

namespace mmd {
namespace {

std::int32_t find_in(const std::unordered_map<std::string, std::int32_t>& map, std::string_view name) {
  const auto found = map.find(std::string(name));
  return found == map.end() ? none : found->second;
}

}  // namespace

std::int32_t Model::find_bone(std::string_view bone_name) const {
  return find_in(bone_by_name_, bone_name);
}

std::int32_t Model::find_morph(std::string_view morph_name) const {
  return find_in(morph_by_name_, morph_name);
}

void Model::index_names() {
  bone_by_name_.clear();
  morph_by_name_.clear();
  // emplace keeps the first of a duplicated name.
  for (std::size_t i = 0; i < skeleton.bones.size(); ++i) {
    bone_by_name_.emplace(skeleton.bones[i].name, static_cast<std::int32_t>(i));
  }
  for (std::size_t i = 0; i < morphs.size(); ++i) {
    morph_by_name_.emplace(morphs[i].name, static_cast<std::int32_t>(i));
  }
}

}  // namespace mmd
