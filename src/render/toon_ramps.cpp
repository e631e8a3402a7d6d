#include "render/toon_ramps.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "base/math.h"

namespace mmd {
namespace {

struct Ramp {
  vec3 shade;        ///< 0-255; the lit side is white
  float begin, end;  ///< where the shade begins and is complete, 0 top, 1 bottom; 1/2 faces across the light
};

/// Two tones (cool, rosy, dark, skin), soft ones (warm, yellow), and plain white for materials that want no
/// shade.
constexpr std::array<Ramp, shared_toon_count> ramps = {{
    {{205, 204, 212}, 0.46f, 0.56f},
    {{245, 225, 225}, 0.46f, 0.56f},
    {{154, 152, 160}, 0.46f, 0.56f},
    {{248, 239, 235}, 0.46f, 0.56f},
    {{236, 216, 208}, 0.25f, 0.75f},
    {{255, 242, 196}, 0.25f, 0.75f},
    {{255, 255, 255}, 0.0f, 1.0f},
    {{255, 255, 255}, 0.0f, 1.0f},
    {{255, 255, 255}, 0.0f, 1.0f},
    {{255, 255, 255}, 0.0f, 1.0f},
}};

}  // namespace

Image shared_toon_ramp(int index) {
  constexpr int size = 32;
  const Ramp& ramp = ramps[static_cast<std::size_t>(std::clamp(index, 0, shared_toon_count - 1))];
  Image image;
  image.width = image.height = size;
  image.rgba.resize(size * size * 4);
  for (int y = 0; y < size; ++y) {
    const float v = (static_cast<float>(y) + 0.5f) / size;
    const float t = std::clamp((v - ramp.begin) / (ramp.end - ramp.begin), 0.0f, 1.0f);
    const vec3 colour = glm::mix(vec3(255.0f), ramp.shade, t * t * (3.0f - 2.0f * t));
    std::uint8_t* row = image.rgba.data() + y * size * 4;
    for (int x = 0; x < size; ++x) {
      for (int c = 0; c < 3; ++c) row[x * 4 + c] = static_cast<std::uint8_t>(std::lround(colour[c]));
      row[x * 4 + 3] = 255;
    }
  }
  return image;
}

}  // namespace mmd
