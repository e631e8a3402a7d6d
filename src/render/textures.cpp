#include "render/textures.h"

#include <algorithm>
#include <atomic>
#include <system_error>
#include <thread>

#include <fmt/format.h>

#include "model/texture_uses.h"
#include "render/framebuffer.h"
#include "render/program.h"

namespace mmd {
namespace {

struct LevelView {
  int width, height;
  const std::uint8_t* rgba;
};

/// The average of four opaque or equally transparent pixels.
void average(const std::uint8_t* const pixels[4], std::uint8_t* out) {
  for (int c = 0; c < 4; ++c)
    out[c] = static_cast<std::uint8_t>((pixels[0][c] + pixels[1][c] + pixels[2][c] + pixels[3][c] + 2) >> 2);
}

void average_by_alpha(const std::uint8_t* const pixels[4], std::uint8_t* out) {
  const int total = pixels[0][3] + pixels[1][3] + pixels[2][3] + pixels[3][3];
  if (total == 0 || total == 4 * 255) {
    average(pixels, out);
    return;
  }
  for (int c = 0; c < 3; ++c) {
    int sum = total / 2;
    for (int i = 0; i < 4; ++i) sum += pixels[i][c] * pixels[i][3];
    out[c] = static_cast<std::uint8_t>(sum / total);
  }
  out[3] = static_cast<std::uint8_t>((total + 2) >> 2);
}

void halve_opaque_row(const std::uint8_t* top, const std::uint8_t* bottom, int width, std::uint8_t* out) {
  for (int x = 0; x < width; ++x)
    for (int c = 0; c < 4; ++c)
      out[4 * x + c] = static_cast<std::uint8_t>(
          (top[8 * x + c] + top[8 * x + 4 + c] + bottom[8 * x + c] + bottom[8 * x + 4 + c] + 2) >> 2);
}

MipLevel halve(const LevelView& from, bool has_alpha) {
  MipLevel level{std::max(from.width / 2, 1), std::max(from.height / 2, 1), {}};
  level.rgba.resize(static_cast<std::size_t>(level.width) * static_cast<std::size_t>(level.height) * 4);
  const std::size_t row_bytes = static_cast<std::size_t>(from.width) * 4;
  for (int y = 0; y < level.height; ++y) {
    const std::uint8_t* top = from.rgba + static_cast<std::size_t>(2 * y) * row_bytes;
    const std::uint8_t* bottom = 2 * y + 1 < from.height ? top + row_bytes : top;
    std::uint8_t* out =
        level.rgba.data() + static_cast<std::size_t>(y) * static_cast<std::size_t>(level.width) * 4;
    if (!has_alpha && from.width > 1) {
      halve_opaque_row(top, bottom, level.width, out);
      continue;
    }
    for (int x = 0; x < level.width; ++x) {
      const int left = 8 * x, right = 2 * x + 1 < from.width ? left + 4 : left;
      const std::uint8_t* const pixels[4] = {top + left, top + right, bottom + left, bottom + right};
      average_by_alpha(pixels, out + 4 * x);
    }
  }
  return level;
}

void upload_level(GLint level, int width, int height, const std::uint8_t* rgba) {
  glTexImage2D(GL_TEXTURE_2D, level, GL_RGBA8, width, height, 0, GL_RGBA, GL_UNSIGNED_BYTE, rgba);
}

int texture_size_limit() {
  GLint limit = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &limit);
  return limit;
}

/// `mips`: levels 1 and on of `image`; empty: only the picture itself. What is larger than `limit` is left
/// out, so that a picture too large for the driver starts with the first level that fits.
gl::Texture upload(const Image& image, const std::vector<MipLevel>& mips, int limit) {
  auto texture = gl::Texture::create();
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture.id());
  GLint level = 0;
  if (std::max(image.width, image.height) <= limit)
    upload_level(level++, image.width, image.height, image.rgba.data());
  for (const MipLevel& mip : mips)
    if (std::max(mip.width, mip.height) <= limit)
      upload_level(level++, mip.width, mip.height, mip.rgba.data());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, std::max(level - 1, 0));
  return texture;
}

bool is_usable(const std::shared_ptr<const Image>& image) {
  return image != nullptr && image->width > 0 && image->height > 0 &&
         image->rgba.size() ==
             static_cast<std::size_t>(image->width) * static_cast<std::size_t>(image->height) * 4;
}

/// Indices into the set that the materials draw with.
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

/// Mips of several pictures at once: the largest part of a first picture's time where textures are large.
std::vector<std::vector<MipLevel>> build_all_mips(const std::vector<const Image*>& images) {
  std::vector<std::vector<MipLevel>> mips(images.size());
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  const auto work = [&] {
    for (std::size_t i = next++; i < images.size(); i = next++) {
      try {
        mips[i] = build_mips(*images[i]);
      } catch (const std::bad_alloc&) {
        failed = true;
      }
    }
  };
  std::vector<std::thread> helpers;
  const std::size_t count =
      std::min<std::size_t>(std::max(std::thread::hardware_concurrency(), 1u), images.size());
  try {
    for (std::size_t i = 1; i < count; ++i) helpers.emplace_back(work);
  } catch (const std::system_error&) {
    // Fewer threads than wished for do the same work.
  }
  work();
  for (std::thread& helper : helpers) helper.join();
  if (failed) throw std::bad_alloc();
  return mips;
}

gl::Sampler make_sampler(GLenum wrap, GLenum min_filter) {
  auto sampler = gl::Sampler::create();
  glSamplerParameteri(sampler.id(), GL_TEXTURE_WRAP_S, static_cast<GLint>(wrap));
  glSamplerParameteri(sampler.id(), GL_TEXTURE_WRAP_T, static_cast<GLint>(wrap));
  glSamplerParameteri(sampler.id(), GL_TEXTURE_MIN_FILTER, static_cast<GLint>(min_filter));
  glSamplerParameteri(sampler.id(), GL_TEXTURE_MAG_FILTER, GL_LINEAR);
  return sampler;
}

/// Drivers on the CPU feel the second lookup.
GLenum mip_filter() {
  return draws_on_cpu() ? GL_LINEAR_MIPMAP_NEAREST : GL_LINEAR_MIPMAP_LINEAR;
}

/// Textures seen at a slant stay sharp where the driver can do that at little cost, which those on the CPU
/// cannot.
void sharpen_slants(const gl::Sampler& sampler) {
  if (!GLEW_EXT_texture_filter_anisotropic || draws_on_cpu()) return;
  GLfloat most = 1.0f;
  glGetFloatv(GL_MAX_TEXTURE_MAX_ANISOTROPY_EXT, &most);
  glSamplerParameterf(sampler.id(), GL_TEXTURE_MAX_ANISOTROPY_EXT, std::min(most, 8.0f));
}

Diagnostic too_large(const Model& model, std::size_t texture, const Image& image, int limit) {
  return make_warning(fmt::format("texture \"{}\": {}x{} pixels, the driver takes {}: drawn smaller, for {}",
                                  model.textures[texture], image.width, image.height, limit,
                                  materials_text(model, texture_uses(model)[texture])),
                      "make the picture smaller");
}

}  // namespace

std::vector<MipLevel> build_mips(const Image& image) {
  std::vector<MipLevel> levels;
  LevelView from{image.width, image.height, image.rgba.data()};
  while (from.width > 1 || from.height > 1) {
    levels.push_back(halve(from, image.has_alpha));
    from = {levels.back().width, levels.back().height, levels.back().rgba.data()};
  }
  return levels;
}

vec3 bottom_left(const Image& image) {
  const std::size_t row = static_cast<std::size_t>(std::max(image.width, 0)) * 4;
  const std::size_t at = row * static_cast<std::size_t>(std::max(image.height - 1, 0));
  if (row == 0 || image.height < 1 || at + 4 > image.rgba.size()) return vec3(1.0f);
  return vec3(image.rgba[at], image.rgba[at + 1], image.rgba[at + 2]) / 255.0f;
}

TextureCache::TextureCache() : TextureCache(texture_size_limit()) {}

TextureCache::Shared TextureCache::find(const std::shared_ptr<const Image>& image) const {
  const auto found = entries_.find(image.get());
  // Another picture may have got the address of one that is gone.
  if (found == entries_.end() || found->second.image.lock() != image) return nullptr;
  return found->second.texture.lock();
}

TextureCache::Shared TextureCache::add(const std::shared_ptr<const Image>& image,
                                       const std::vector<MipLevel>& mips) {
  auto texture = std::make_shared<const gl::Texture>(upload(*image, mips, limit_));
  entries_[image.get()] = {image, texture};
  return texture;
}

void TextureCache::drop_expired() {
  for (auto i = entries_.begin(); i != entries_.end();)
    i = i->second.texture.expired() ? entries_.erase(i) : ++i;
}

void GpuTextures::prepare(const Model& model, const TextureSet& set, const RenderSettings& settings,
                          TextureCache& cache, Diagnostics& warnings) {
  std::vector<std::size_t> indices;
  std::vector<const Image*> images;
  for (const std::size_t index : wanted_textures(model, std::min(set.size(), textures_.size()), settings)) {
    Entry& entry = textures_[index];
    if (entry.tried) continue;
    entry.tried = true;
    if (!is_usable(set[index])) continue;
    entry.has_alpha = set[index]->has_alpha;
    entry.texture = cache.find(set[index]);
    if (entry.texture != nullptr) continue;
    indices.push_back(index);
    images.push_back(set[index].get());
    if (!cache.fits(*set[index])) warnings.push_back(too_large(model, index, *set[index], cache.limit()));
  }
  if (images.empty()) return;
  const auto mips = build_all_mips(images);
  for (std::size_t i = 0; i < images.size(); ++i) {
    const std::size_t index = indices[i];
    textures_[index].texture = cache.find(set[index]);  // twice in one set
    if (textures_[index].texture == nullptr) textures_[index].texture = cache.add(set[index], mips[i]);
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

CommonTextures::CommonTextures()
    : base_(make_sampler(GL_REPEAT, mip_filter())),
      sphere_(make_sampler(GL_CLAMP_TO_EDGE, mip_filter())),
      toon_(make_sampler(GL_CLAMP_TO_EDGE, GL_LINEAR)),
      alpha_(make_sampler(GL_REPEAT, GL_LINEAR)) {
  Image image;
  // With a second level, like the textures it stands in for: drivers on the CPU compile drawing anew for
  // others.
  image.width = image.height = 2;
  image.rgba.assign(std::size_t{4} * 4, 255);
  white_ = upload(image, build_mips(image), 2);
  sharpen_slants(base_);
}

GLuint CommonTextures::shared_toon(std::int32_t index) {
  auto& texture = toons_.at(static_cast<std::size_t>(index));
  if (!texture) texture = upload(shared_toon_ramp(index), {}, texture_size_limit());
  return texture.id();
}

vec3 CommonTextures::shared_toon_shade(std::int32_t index) {
  auto& shade = toon_shades_.at(static_cast<std::size_t>(index));
  if (!shade) shade = bottom_left(shared_toon_ramp(index));
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
