#include "model/model.h"

#include "base/text.h"
#include "formats/vpd.h"

namespace mmd {
namespace {

std::int32_t find_in(const std::unordered_map<std::string, std::int32_t>& map, std::string_view name) {
  const auto found = map.find(std::string(name));
  return found == map.end() ? none : found->second;
}

/// Poses do not keep blanks behind a name (semantics, "Files", VPD).
template <class Elements>
void index_without_blanks(const Elements& elements, std::unordered_map<std::string, std::int32_t>& map) {
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::string& name = elements[i].name;
    const std::size_t end = name.find_last_not_of(" \t\v\f") + 1;
    if (end > 0 && end < name.size()) map.emplace(name.substr(0, end), static_cast<std::int32_t>(i));
  }
}

/// By the bytes that MMD keeps of a long name, also without the half of a character at their end.
void index_cut_names(const std::vector<Bone>& bones, std::unordered_map<std::string, std::int32_t>& map) {
  for (std::size_t i = 0; i < bones.size(); ++i) {
    if (bones[i].name.size() <= vpd::name_bytes) continue;  // CP932 takes no more bytes than UTF-8
    const auto bytes = cp932_from_utf8(bones[i].name);
    if (!bytes || bytes->size() <= vpd::name_bytes) continue;
    const std::string cut = bytes->substr(0, vpd::name_bytes);
    map.emplace(cut, static_cast<std::int32_t>(i));
    if (!utf8_from_cp932(cut)) map.emplace(cut.substr(0, cut.size() - 1), static_cast<std::int32_t>(i));
  }
}

}  // namespace

std::int32_t Model::find_bone(std::string_view bone_name) const {
  return find_in(bone_by_name_, bone_name);
}

std::int32_t Model::find_morph(std::string_view morph_name) const {
  return find_in(morph_by_name_, morph_name);
}

std::int32_t Model::find_bone_by_cut_name(std::string_view cp932) const {
  return find_in(bone_by_cut_name_, cp932);
}

void Model::index_names() {
  bone_by_name_.clear();
  morph_by_name_.clear();
  bone_by_cut_name_.clear();
  // emplace keeps the first of a duplicated name, and a whole name before one that has lost its blanks.
  for (std::size_t i = 0; i < skeleton.bones.size(); ++i) {
    bone_by_name_.emplace(skeleton.bones[i].name, static_cast<std::int32_t>(i));
  }
  for (std::size_t i = 0; i < morphs.size(); ++i) {
    morph_by_name_.emplace(morphs[i].name, static_cast<std::int32_t>(i));
  }
  index_without_blanks(skeleton.bones, bone_by_name_);
  index_without_blanks(morphs, morph_by_name_);
  index_cut_names(skeleton.bones, bone_by_cut_name_);
}

}  // namespace mmd
