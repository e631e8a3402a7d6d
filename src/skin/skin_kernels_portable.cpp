// For every processor: four vertices at a time in plain loops, which compilers make vectors of where they
// can.

#include "base/simd/plain.h"
#include "skin/skin_lanes.h"

namespace mmd {
namespace {

using Plain4 = PlainLanes<float, 4>;

template <>
struct Blend<Plain4> {
  static constexpr std::size_t width = Plain4::width;

  template <int N>
  static void blend(const float* palette, const std::array<std::uint32_t, 4>* bones,
                    const std::array<float, 4>* weights, Plain4* out) {
    for (std::size_t i = 0; i < width; ++i) {
      std::array<float, 12> sum{};
      for (std::size_t k = 0; k < N; ++k) {
        const float* m = palette + bones[i][k];
        for (std::size_t e = 0; e < 12; ++e) sum[e] += weights[i][k] * m[e];
      }
      for (std::size_t e = 0; e < 12; ++e) out[e].v[i] = sum[e];
    }
  }
  static void blend_dual(const float* all, const std::array<std::uint32_t, 4>* bones,
                         const std::array<float, 4>* weights, Plain4* out) {
    for (std::size_t i = 0; i < width; ++i) {
      std::array<float, 8> sum{};
      const float* first = all + bones[i][0];
      for (std::size_t k = 0; k < 4; ++k) {
        const float* d = all + bones[i][k];
        float dot = 0.0f;
        for (std::size_t e = 0; e < 4; ++e) dot += first[e] * d[e];
        const float w = dot < 0.0f ? -weights[i][k] : weights[i][k];
        for (std::size_t e = 0; e < 8; ++e) sum[e] += w * d[e];
      }
      for (std::size_t e = 0; e < 8; ++e) out[e].v[i] = sum[e];
    }
  }
};

constexpr SkinKernels kernels{"portable", skin_all<Plain4>};

}  // namespace

const SkinKernels& portable_skin_kernels() {
  return kernels;
}

}  // namespace mmd
