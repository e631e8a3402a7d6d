// For every processor: four vertices at a time in plain loops, which compilers make vectors of where they
// can.

#include <cmath>

#include "skin/skin_lanes.h"

namespace mmd {
namespace {

struct Plain4 {
  static constexpr std::size_t width = 4;
  std::array<float, width> v;

  template <class F>
  static Plain4 each(F f) {
    Plain4 out;
    for (std::size_t i = 0; i < width; ++i) out.v[i] = f(i);
    return out;
  }
  friend Plain4 operator+(const Plain4& a, const Plain4& b) {
    return each([&](std::size_t i) { return a.v[i] + b.v[i]; });
  }
  friend Plain4 operator-(const Plain4& a, const Plain4& b) {
    return each([&](std::size_t i) { return a.v[i] - b.v[i]; });
  }
  friend Plain4 operator*(const Plain4& a, const Plain4& b) {
    return each([&](std::size_t i) { return a.v[i] * b.v[i]; });
  }

  static Plain4 load(const float* p) {
    return each([&](std::size_t i) { return p[i]; });
  }
  static void save(float* p, const Plain4& x) {
    for (std::size_t i = 0; i < width; ++i) p[i] = x.v[i];
  }
  static Plain4 all(const float* p) {
    return each([&](std::size_t) { return *p; });
  }
  static Plain4 fma(const Plain4& a, const Plain4& b, const Plain4& c) {
    return each([&](std::size_t i) { return a.v[i] * b.v[i] + c.v[i]; });
  }
  static Plain4 inverse_root(const Plain4& x) {
    return each([&](std::size_t i) { return 1.0f / std::sqrt(x.v[i]); });
  }
  static Plain4 where_greater(const Plain4& x, float limit, const Plain4& value) {
    return each([&](std::size_t i) { return x.v[i] > limit ? value.v[i] : 0.0f; });
  }
  static bool all_greater(const Plain4& x, float limit) {
    bool all = true;
    for (std::size_t i = 0; i < width; ++i) all = all && x.v[i] > limit;
    return all;
  }

  static void load_row(const float* p, Lanes3<Plain4>& to) {
    to = {each([&](std::size_t i) { return p[3 * i]; }), each([&](std::size_t i) { return p[3 * i + 1]; }),
          each([&](std::size_t i) { return p[3 * i + 2]; })};
  }
  static void store_row(float* p, const Lanes3<Plain4>& from) {
    for (std::size_t i = 0; i < width; ++i) {
      p[3 * i] = from.x.v[i];
      p[3 * i + 1] = from.y.v[i];
      p[3 * i + 2] = from.z.v[i];
    }
  }
  static void load_scattered(const vec3* all, const std::uint32_t* vertex, Lanes3<Plain4>& to) {
    to = {each([&](std::size_t i) { return all[vertex[i]].x; }),
          each([&](std::size_t i) { return all[vertex[i]].y; }),
          each([&](std::size_t i) { return all[vertex[i]].z; })};
  }
  static void store_scattered(vec3* all, const std::uint32_t* vertex, const Lanes3<Plain4>& from) {
    for (std::size_t i = 0; i < width; ++i) all[vertex[i]] = vec3(from.x.v[i], from.y.v[i], from.z.v[i]);
  }

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
