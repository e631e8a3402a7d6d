#include "assets/image.h"

namespace mmd {

void Image::give_up_colours() {
  if (has_alpha && !rgba.empty()) {
    alpha.resize(rgba.size() / 4);
    for (std::size_t i = 0; i < alpha.size(); ++i) alpha[i] = rgba[4 * i + 3];
  }
  rgba = RawVector<std::uint8_t>();
}

}  // namespace mmd
