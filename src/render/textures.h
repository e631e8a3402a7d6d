#pragma once

#include <array>
#include <vector>

#include "assets/image.h"
#include "render/gl_objects.h"
#include "render/toon_ramps.h"
#include "scene/scene.h"

namespace mmd {

/// One level of a texture: 8-bit RGBA, rows from the top.
struct MipLevel {
  int width = 0, height = 0;
  RawVector<std::uint8_t> rgba;
};
/// Levels 1 to the last of `image`, each half of the one before (box filter in gamma space; colours are
/// weighted by alpha, so that what is transparent does not bleed in).
std::vector<MipLevel> build_mips(const Image& image);

/// The textures of one texture set, uploaded when a material first wants them.
class GpuTextures {
 public:
  explicit GpuTextures(const TextureSet& set) : textures_(set.size()) {}

  /// Uploads what the materials of `model` use and is not there yet.
  void prepare(const Model& model, const TextureSet& set, const RenderSettings& settings);
  /// 0 if there is no such texture or its picture is missing.
  GLuint get(std::int32_t index) const;

 private:
  struct Entry {
    gl::Texture texture;
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
  /// Base textures repeat, sphere and toon textures clamp.
  void bind_samplers() const;

 private:
  gl::Texture white_;
  std::array<gl::Texture, shared_toon_count> toons_;
  gl::Sampler base_, sphere_, toon_;
};

}  // namespace mmd
