#pragma once

// Lanes of bytes without any instruction set, as plain.h has them of numbers. In all types of bytes:
//   zero(), load(p), x.store(p)
//   a + b, half_sum(a, b)      modulo 256; (a + b) / 2, rounded down
// and, of those that hold a pixel's channels, Words with sixteen bits or more per lane:
//   Words::zero(), x.widened(), words.narrowed()
//   + - min max choose >       signed
//   sum_of_bytes(a, b)         of two widened bytes, modulo 256

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "base/simd/plain.h"

namespace mmd {
namespace {  // NOLINT(google-build-namespaces): see plain.h

template <std::size_t N>
struct PlainBytes {
  static constexpr std::size_t width = N;
  std::array<std::uint8_t, N> v;

  struct Words : PlainLanes<int, N> {
    using Lanes = PlainLanes<int, N>;
    static Words zero() { return {Lanes::all(0)}; }
    static Words sum_of_bytes(const Lanes& a, const Lanes& b) {
      return {Lanes::each([&](std::size_t i) { return (a.v[i] + b.v[i]) & 255; })};
    }
    PlainBytes narrowed() const {
      return each([&](std::size_t i) { return this->v[i]; });
    }
  };

  template <class F>
  static PlainBytes each(F f) {
    PlainBytes out;
    for (std::size_t i = 0; i < N; ++i) out.v[i] = static_cast<std::uint8_t>(f(i));
    return out;
  }
  static PlainBytes zero() {
    return each([](std::size_t) { return 0; });
  }
  static PlainBytes load(const std::uint8_t* p) {
    return each([&](std::size_t i) { return p[i]; });
  }
  void store(std::uint8_t* p) const { std::copy(v.begin(), v.end(), p); }
  friend PlainBytes operator+(const PlainBytes& a, const PlainBytes& b) {
    return each([&](std::size_t i) { return a.v[i] + b.v[i]; });
  }
  static PlainBytes half_sum(const PlainBytes& a, const PlainBytes& b) {
    return each([&](std::size_t i) { return (a.v[i] + b.v[i]) / 2; });
  }
  Words widened() const {
    return {Words::each([&](std::size_t i) { return v[i]; })};
  }
};

}  // namespace
}  // namespace mmd
