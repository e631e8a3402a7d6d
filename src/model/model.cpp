#include "model/model.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/text.h"
#include "formats/vpd.h"

namespace mmd {

namespace {

std::int32_t find_in(const std::unordered_map<std::string, std::int32_t>& map, std::string_view name) {
  const auto found = map.find(std::string(name));
  return found == map.end() ? none : found->second;
}

/// Poses drop blanks behind a name (layouts, "VPD").
template <class Elements>
void index_without_blanks(const Elements& elements, std::unordered_map<std::string, std::int32_t>& map) {
  for (std::size_t i = 0; i < elements.size(); ++i) {
    const std::string& name = elements[i].name;
    const std::size_t end = name.find_last_not_of(" \t\v\f") + 1;
    if (end > 0 && end < name.size()) map.emplace(name.substr(0, end), static_cast<std::int32_t>(i));
  }
}

/// Indexes long names by the bytes that MMD keeps, with and without half a character at their end.
void index_cut_names(const std::vector<Bone>& bones, std::unordered_map<std::string, std::int32_t>& map) {
  for (std::size_t i = 0; i < bones.size(); ++i) {
    if (bones[i].name.size() <= vpd::name_bytes) continue;  // CP932 has no more bytes than UTF-8
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
  // emplace keeps the first of duplicate names, and a full name before one without its blanks.
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

std::vector<std::uint32_t> triangle_sides(std::span<const std::uint32_t> triangles) {
  std::vector<std::pair<std::uint32_t, std::uint32_t>> sides;
  for (std::size_t i = 0; i + 2 < triangles.size(); i += 3)
    for (std::size_t k = 0; k < 3; ++k) {
      const std::uint32_t a = triangles[i + k], b = triangles[i + (k + 1) % 3];
      if (a != b) sides.emplace_back(std::min(a, b), std::max(a, b));
    }
  std::sort(sides.begin(), sides.end());
  sides.erase(std::unique(sides.begin(), sides.end()), sides.end());
  std::vector<std::uint32_t> indices;
  for (const auto& side : sides) indices.insert(indices.end(), {side.first, side.second});
  return indices;
}

namespace {

class UseCounter {
 public:
  explicit UseCounter(std::size_t textures) : uses_(textures), last_(textures, none) {}

  void add_base(std::int32_t material, std::int32_t texture) {
    if (is_there(texture)) uses_[static_cast<std::size_t>(texture)].is_base = true;
    add(material, texture);
  }
  void add(std::int32_t material, std::int32_t texture) {
    if (!is_there(texture)) return;
    const auto at = static_cast<std::size_t>(texture);
    if (last_[at] == material) return;
    last_[at] = material;
    if (uses_[at].count++ == 0) uses_[at].first = material;
  }
  std::vector<TextureUse> take() { return std::move(uses_); }

 private:
  bool is_there(std::int32_t texture) const { return is_index(texture, uses_.size()); }

  std::vector<TextureUse> uses_;
  std::vector<std::int32_t> last_;  // by texture: the last material that used it
};

std::string text_of(const TextureUse& use, std::string_view name) {
  std::string out = fmt::format("material {} \"{}\"", use.first, name);
  if (use.count > 1) out += fmt::format(" (and {} more)", use.count - 1);
  return out;
}

}  // namespace

std::vector<TextureUse> texture_uses(const Model& model) {
  UseCounter counter(model.textures.size());
  for (std::size_t i = 0; i < model.materials.size(); ++i) {
    const Material& m = model.materials[i];
    const auto index = static_cast<std::int32_t>(i);
    counter.add_base(index, m.texture);
    if (m.sphere_mode != SphereMode::off) counter.add(index, m.sphere_texture);
    counter.add(index, m.toon_texture);
  }
  return counter.take();
}

std::vector<TextureUse> texture_uses(const pmx::File& file) {
  UseCounter counter(file.textures.size());
  for (std::size_t i = 0; i < file.materials.size(); ++i) {
    const pmx::Material& m = file.materials[i];
    const auto index = static_cast<std::int32_t>(i);
    counter.add_base(index, m.texture);
    counter.add(index, m.sphere_texture);
    if (m.toon_flag == 0) counter.add(index, m.toon);
  }
  return counter.take();
}

std::string materials_text(const Model& model, const TextureUse& use) {
  return text_of(use, model.materials[static_cast<std::size_t>(use.first)].name);
}

std::string materials_text(const pmx::File& file, const TextureUse& use) {
  return text_of(use, file.utf8(file.materials[static_cast<std::size_t>(use.first)].name));
}

}  // namespace mmd
