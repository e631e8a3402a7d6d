#pragma once

#include <memory>

#include "scene/scene.h"

namespace mmd::bench {

/// Four opaque pictures of 512x512, for dressed_body().
std::shared_ptr<const TextureSet> noise_textures();

}  // namespace mmd::bench
