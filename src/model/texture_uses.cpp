#include "model/texture_uses.h"

#include <string_view>

#include <fmt/format.h>

namespace mmd {
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
  bool is_there(std::int32_t texture) const {
    return texture >= 0 && static_cast<std::size_t>(texture) < uses_.size();
  }

  std::vector<TextureUse> uses_;
  std::vector<std::int32_t> last_;  // the material that used it last
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
