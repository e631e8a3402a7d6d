#include "bench/noise_textures.h"

namespace mmd::bench {

std::shared_ptr<const TextureSet> noise_textures() {
  auto set = std::make_shared<TextureSet>();
  for (int i = 0; i < 4; ++i) {
    auto image = std::make_shared<Image>();
    image->width = image->height = 512;
    image->rgba.resize(std::size_t{512} * 512 * 4);
    for (std::size_t k = 0; k < image->rgba.size(); ++k)
      image->rgba[k] = k % 4 == 3 ? 255 : static_cast<std::uint8_t>(160 + k * 2654435761u % 96);
    set->push_back(std::move(image));
  }
  return set;
}

}  // namespace mmd::bench
