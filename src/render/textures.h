#pragma once

#include <algorithm>
#include <array>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "assets/image.h"
#include "base/diagnostic.h"
#include "render/gl_objects.h"
#include "render/program.h"
#include "render/toon_ramps.h"
#include "scene/scene.h"

namespace mmd {

/// GPU data for shared values, kept as long as the value lives.
template <class Key, class Value>
class WeakCache {
 public:
  Value& get(const std::shared_ptr<const Key>& key) {
    Entry& entry = entries_[key.get()];
    if (entry.value == nullptr || entry.owner.lock() != key) entry = {key, std::make_unique<Value>(*key)};
    return *entry.value;
  }
  void drop_expired() {
    for (auto i = entries_.begin(); i != entries_.end();)
      i = i->second.owner.expired() ? entries_.erase(i) : ++i;
  }

 private:
  struct Entry {
    std::weak_ptr<const Key> owner;
    std::unique_ptr<Value> value;
  };
  std::unordered_map<const Key*, Entry> entries_;
};

/// Textures of images, shared by all models as long as one of them uses them.
class TextureCache {
 public:
  /// `size_limit`: the driver's largest texture side; larger images start with a smaller mip level.
  explicit TextureCache(int size_limit) : limit_(size_limit) {}
  TextureCache();  ///< with the limit of the current driver

  using Shared = std::shared_ptr<const gl::Texture>;
  /// The texture of `image` if it was uploaded; else null.
  Shared find(const std::shared_ptr<const Image>& image) const;
  /// The texture of `image`, uploaded if necessary; null for an image without pixels.
  Shared add(const std::shared_ptr<const Image>& image);
  /// Drops the colours of an uploaded image and keeps its texture as long as the image lives.
  void take_colours(const std::shared_ptr<Image>& image);
  /// The colour of an uploaded image's bottom left pixel; white for other images.
  vec3 bottom_left(const std::shared_ptr<const Image>& image) const;
  bool fits(const Image& image) const { return std::max(image.width, image.height) <= limit_; }
  int limit() const { return limit_; }
  void drop_expired();
  /// Forgets all textures except those of images without colours (take_colours).
  void forget();

 private:
  struct Entry {
    std::weak_ptr<const Image> image;
    std::weak_ptr<const gl::Texture> texture;
    vec3 bottom_left{1.0f};
    Shared instead_of_pixels;
  };
  const Entry* entry_of(const std::shared_ptr<const Image>& image) const;
  std::unordered_map<const Image*, Entry> entries_;
  int limit_;
};

/// The textures of one texture set, uploaded when a material first needs them.
class GpuTextures {
 public:
  explicit GpuTextures(const TextureSet& set) : textures_(set.size()) {}

  /// Uploads the textures that the materials of `model` use and `cache` lacks. Appends a warning for each
  /// image that is too large for the driver.
  void prepare(const Model& model, const TextureSet& set, const RenderSettings& settings, TextureCache& cache,
               Diagnostics& warnings);
  /// The OpenGL name; 0 if there is no such texture or its image is missing.
  GLuint get(std::int32_t index) const;
  /// Whether the texture may be translucent somewhere.
  bool has_alpha(std::int32_t index) const;
  /// The colour of the bottom left pixel; white if there is no such texture.
  vec3 bottom_left(std::int32_t index) const;

 private:
  struct Entry {
    TextureCache::Shared texture;
    vec3 bottom_left{1.0f};
    bool has_alpha = false;
    bool tried = false;
  };
  std::vector<Entry> textures_;
};

/// A sampler with linear magnification.
gl::Sampler make_sampler(GLenum wrap, GLenum min_filter);

/// Textures and samplers that all scenes share: a white texture, the shared toon ramps, a sampler per unit.
class CommonTextures {
 public:
  CommonTextures();
  GLuint white() const { return white_.id(); }
  /// The texture of a shared toon ramp, `index` 0-9; uploaded when first needed.
  GLuint shared_toon(std::int32_t index);
  /// Forgets the toon textures, so that they are uploaded again.
  void forget_shared_toons() { toons_ = {}; }
  /// The colour of the ramp's bottom row.
  vec3 shared_toon_shade(std::int32_t index);
  /// Binds samplers: base textures repeat, sphere and toon textures clamp.
  void bind_samplers() const;
  /// Binds a sampler for passes that read only the base texture's alpha, without mipmaps, for speed.
  void bind_alpha_sampler() const { glBindSampler(unit_base, alpha_.id()); }
  /// A sub-texture uses the sphere map's unit, but repeats like a base texture.
  void bind_sphere_sampler(bool is_sub_texture) const;

 private:
  gl::Texture white_;
  std::array<gl::Texture, shared_toon_count> toons_;
  std::array<std::optional<vec3>, shared_toon_count> toon_shades_;
  gl::Sampler base_, sphere_, toon_, alpha_;
};

}  // namespace mmd
