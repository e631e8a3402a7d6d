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

/// What was made on the GPU for a shared value, as long as the value lives.
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

/// Pictures on the GPU, shared by all models for as long as one of them uses them.
class TextureCache {
 public:
  /// `size_limit`: the driver's; a larger picture is uploaded from the first mip level that fits.
  explicit TextureCache(int size_limit) : limit_(size_limit) {}
  TextureCache();  ///< with the limit of the current driver

  using Shared = std::shared_ptr<const gl::Texture>;
  /// The texture of `image` if it is there.
  Shared find(const std::shared_ptr<const Image>& image) const;
  /// The texture of `image`, uploaded unless it is there; null if there are no pixels.
  Shared add(const std::shared_ptr<const Image>& image);
  /// Keeps the texture of an uploaded picture as long as the picture lives, which gives up its colours.
  void take_colours(const std::shared_ptr<Image>& image);
  /// The colour of an uploaded picture's bottom left pixel; white for others.
  vec3 bottom_left(const std::shared_ptr<const Image>& image) const;
  bool fits(const Image& image) const { return std::max(image.width, image.height) <= limit_; }
  int limit() const { return limit_; }
  void drop_expired();
  /// Forgets all but the textures of pictures that gave up their colours.
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

/// The textures of one texture set, uploaded when a material first wants them.
class GpuTextures {
 public:
  explicit GpuTextures(const TextureSet& set) : textures_(set.size()) {}

  /// Uploads what the materials of `model` use and `cache` does not have yet. `warnings` gets a line for
  /// each picture that is too large for the driver.
  void prepare(const Model& model, const TextureSet& set, const RenderSettings& settings, TextureCache& cache,
               Diagnostics& warnings);
  /// 0 if there is no such texture or its picture is missing.
  GLuint get(std::int32_t index) const;
  /// Whether what get() names may be translucent somewhere.
  bool has_alpha(std::int32_t index) const;
  /// The colour of its bottom left pixel; white if there is no such texture.
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

/// What every scene shares: white, the shared toon ramps, and how each texture unit samples.
class CommonTextures {
 public:
  CommonTextures();
  GLuint white() const { return white_.id(); }
  /// `index` 0-9; uploaded when first wanted.
  GLuint shared_toon(std::int32_t index);
  /// They are uploaded again.
  void forget_shared_toons() { toons_ = {}; }
  /// Its bottom row's colour.
  vec3 shared_toon_shade(std::int32_t index);
  /// Base textures repeat, sphere and toon textures clamp.
  void bind_samplers() const;
  /// For passes that want no more than a base texture's alpha; drivers on the CPU feel mipmaps.
  void bind_alpha_sampler() const { glBindSampler(unit_base, alpha_.id()); }
  /// A sub-texture repeats like a base texture, though it takes the place of the sphere map.
  void bind_sphere_sampler(bool is_sub_texture) const;

 private:
  gl::Texture white_;
  std::array<gl::Texture, shared_toon_count> toons_;
  std::array<std::optional<vec3>, shared_toon_count> toon_shades_;
  gl::Sampler base_, sphere_, toon_, alpha_;
};

}  // namespace mmd
