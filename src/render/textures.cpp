#include "render/textures.h"

#include <algorithm>

#include <fmt/format.h>

#include "model/model.h"
#include "render/framebuffer.h"
#include "render/program.h"

namespace mmd {
namespace {

int texture_size_limit() {
  GLint limit = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
  return limit;
}

/// `mips`: levels 1 and up of `image`; empty: only the image. Levels with a side above `limit` are skipped,
/// so that an image that is too large for the driver starts with the first level that fits.
gl::Texture upload(const Image& image, const std::vector<MipLevel>& mips, int limit) {
  struct Level {
    int width, height;
    const std::uint8_t* rgba;
  };
  std::vector<Level> levels;
  const auto add = [&](const auto& picture) {
    if (std::max(picture.width, picture.height) <= limit)
      levels.push_back({picture.width, picture.height, picture.rgba.data()});
  };
  add(image);
  for (const MipLevel& mip : mips) add(mip);
  auto texture = gl::Texture::create();
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture.id());
  if (levels.empty()) return texture;
  // Without glTexStorage2D drivers assume a single level and copy it when more follow.
  const bool at_once = gl::has_texture_storage();
  const auto count = static_cast<GLint>(levels.size());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, count - 1);
  if (at_once) glTexStorage2D(GL_TEXTURE_2D, count, GL_RGBA8, levels[0].width, levels[0].height);
  for (GLint number = 0; number < count; ++number) {
    const Level& level = levels[static_cast<std::size_t>(number)];
    if (at_once)
      glTexSubImage2D(GL_TEXTURE_2D, number, 0, 0, level.width, level.height, GL_RGBA, GL_UNSIGNED_BYTE,
                      level.rgba);
    else
      glTexImage2D(GL_TEXTURE_2D, number, GL_RGBA8, level.width, level.height, 0, GL_RGBA, GL_UNSIGNED_BYTE,
                   level.rgba);
  }
  return texture;
}

bool is_usable(const std::shared_ptr<const Image>& image) {
  return image != nullptr && image->width > 0 && image->height > 0 &&
         image->rgba.size() ==
             static_cast<std::size_t>(image->width) * static_cast<std::size_t>(image->height) * 4;
}

/// Sorted indices of the textures that the materials use with these settings.
std::vector<std::size_t> wanted_textures(const Model& model, std::size_t count,
                                         const RenderSettings& settings) {
  std::vector<std::size_t> wanted;
  const auto want = [&](std::int32_t index) {
    if (index >= 0 && static_cast<std::size_t>(index) < count)
      wanted.push_back(static_cast<std::size_t>(index));
  };
  for (const Material& material : model.materials) {
    want(material.texture);
    if (settings.sphere && material.sphere_mode != SphereMode::off) want(material.sphere_texture);
    if (settings.toon && material.shared_toon == none) want(material.toon_texture);
  }
  std::sort(wanted.begin(), wanted.end());
  wanted.erase(std::unique(wanted.begin(), wanted.end()), wanted.end());
  return wanted;
}

/// The mip levels that came with the image, else levels built now.
std::vector<MipLevel> mips_of(const Image& image) {
  std::vector<MipLevel> levels;
  if (image.spare_mips != nullptr) levels = image.spare_mips->take();
  if (levels.empty()) levels = build_mips(image);
  return levels;
}

/// CPU drivers skip the second level, whose lookup is slow.
GLenum mip_filter() {
  return draws_on_cpu() ? GL_LINEAR_MIPMAP_NEAREST : GL_LINEAR_MIPMAP_LINEAR;
}

Diagnostic too_large(const Model& model, std::size_t texture, const Image& image, int limit) {
  return make_warning(
      fmt::format("texture \"{}\": {}x{} pixels exceed the driver's limit of {}; scaled down, for {}",
                  model.textures[texture], image.width, image.height, limit,
                  materials_text(model, texture_uses(model)[texture])),
      "make the picture smaller");
}

/// The colour of the bottom left pixel. In a toon texture, the bottom row is for unlit places.
vec3 bottom_left_of(const Image& image) {
  const std::size_t row = static_cast<std::size_t>(std::max(image.width, 0)) * 4;
  const std::size_t at = row * static_cast<std::size_t>(std::max(image.height - 1, 0));
  if (row == 0 || image.height < 1 || at + 4 > image.rgba.size()) return vec3(1.0f);
  return vec3(image.rgba[at], image.rgba[at + 1], image.rgba[at + 2]) / 255.0f;
}

}  // namespace

gl::Sampler make_sampler(GLenum wrap, GLenum min_filter) {
  auto sampler = gl::Sampler::create();
  glSamplerParameteri(sampler.id(), GL_TEXTURE_WRAP_S, static_cast<GLint>(wrap));
  glSamplerParameteri(sampler.id(), GL_TEXTURE_WRAP_T, static_cast<GLint>(wrap));
  glSamplerParameteri(sampler.id(), GL_TEXTURE_MIN_FILTER, static_cast<GLint>(min_filter));
  glSamplerParameteri(sampler.id(), GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  return sampler;
}

TextureCache::TextureCache() : TextureCache(texture_size_limit()) {}

const TextureCache::Entry* TextureCache::entry_of(const std::shared_ptr<const Image>& image) const {
  const auto found = entries_.find(image.get());
  // A new image may have the address of a destroyed one.
  return found != entries_.end() && found->second.image.lock() == image ? &found->second : nullptr;
}

TextureCache::Shared TextureCache::find(const std::shared_ptr<const Image>& image) const {
  const Entry* entry = entry_of(image);
  return entry != nullptr ? entry->texture.lock() : nullptr;
}

TextureCache::Shared TextureCache::add(const std::shared_ptr<const Image>& image) {
  if (auto there = find(image)) return there;
  if (!is_usable(image)) return nullptr;
  auto texture = std::make_shared<const gl::Texture>(upload(*image, mips_of(*image), limit_));
  entries_[image.get()] = {image, texture, bottom_left_of(*image), nullptr};
  return texture;
}

void TextureCache::take_colours(const std::shared_ptr<Image>& image) {
  auto texture = find(image);
  if (texture == nullptr) return;
  entries_[image.get()].instead_of_pixels = std::move(texture);
  image->give_up_colours();
}

vec3 TextureCache::bottom_left(const std::shared_ptr<const Image>& image) const {
  const Entry* entry = entry_of(image);
  return entry != nullptr ? entry->bottom_left : vec3(1.0f);
}

void TextureCache::drop_expired() {
  for (auto i = entries_.begin(); i != entries_.end();)
    i = i->second.texture.expired() || i->second.image.expired() ? entries_.erase(i) : ++i;
}

void TextureCache::forget() {
  std::erase_if(entries_, [](const auto& entry) { return entry.second.instead_of_pixels == nullptr; });
}

void GpuTextures::prepare(const Model& model, const TextureSet& set, const RenderSettings& settings,
                          TextureCache& cache, Diagnostics& warnings) {
  for (const std::size_t index : wanted_textures(model, std::min(set.size(), textures_.size()), settings)) {
    Entry& entry = textures_[index];
    if (entry.tried) continue;
    entry.tried = true;
    entry.texture = cache.add(set[index]);
    if (entry.texture == nullptr) continue;
    entry.has_alpha = set[index]->has_alpha;
    entry.bottom_left = cache.bottom_left(set[index]);
    if (!cache.fits(*set[index])) warnings.push_back(too_large(model, index, *set[index], cache.limit()));
  }
}

GLuint GpuTextures::get(std::int32_t index) const {
  if (index < 0 || static_cast<std::size_t>(index) >= textures_.size()) return 0;
  const auto& texture = textures_[static_cast<std::size_t>(index)].texture;
  return texture != nullptr ? texture->id() : 0;
}

bool GpuTextures::has_alpha(std::int32_t index) const {
  return get(index) != 0 && textures_[static_cast<std::size_t>(index)].has_alpha;
}

vec3 GpuTextures::bottom_left(std::int32_t index) const {
  return get(index) != 0 ? textures_[static_cast<std::size_t>(index)].bottom_left : vec3(1.0f);
}

CommonTextures::CommonTextures()
    : base_(make_sampler(GL_REPEAT, mip_filter())),
      sphere_(make_sampler(GL_CLAMP_TO_EDGE, mip_filter())),
      toon_(make_sampler(GL_CLAMP_TO_EDGE, GL_LINEAR)),
      alpha_(make_sampler(GL_REPEAT, GL_LINEAR)) {
  Image image;
  // Two mip levels, like the textures it replaces: CPU drivers compile separate code for a single level.
  image.width = image.height = 2;
  image.rgba.assign(std::size_t{4} * 4, 255);
  white_ = upload(image, build_mips(image), 2);
}

GLuint CommonTextures::shared_toon(std::int32_t index) {
  auto& texture = toons_.at(static_cast<std::size_t>(index));
  if (!texture) texture = upload(shared_toon_ramp(index), {}, texture_size_limit());
  return texture.id();
}

vec3 CommonTextures::shared_toon_shade(std::int32_t index) {
  auto& shade = toon_shades_.at(static_cast<std::size_t>(index));
  if (!shade) shade = bottom_left_of(shared_toon_ramp(index));
  return *shade;
}

void CommonTextures::bind_sphere_sampler(bool is_sub_texture) const {
  glBindSampler(unit_sphere, is_sub_texture ? base_.id() : sphere_.id());
}

void CommonTextures::bind_samplers() const {
  glBindSampler(unit_base, base_.id());
  glBindSampler(unit_sphere, sphere_.id());
  glBindSampler(unit_toon, toon_.id());
  glBindSampler(unit_palette, 0);
  glBindSampler(unit_shadow, 0);
}

}  // namespace mmd
