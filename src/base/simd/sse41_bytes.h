#pragma once

// Lanes of bytes in registers of 16 bytes; see plain_bytes.h. For files that are compiled for SSE4.1 or more.

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <smmintrin.h>

namespace mmd {
namespace {  // NOLINT(google-build-namespaces): see plain.h

struct Bytes16 {
  static constexpr std::size_t width = 16;
  __m128i v;

  static Bytes16 load(const std::uint8_t* p) {
    return {_mm_loadu_si128(reinterpret_cast<const __m128i*>(p))};
  }
  void store(std::uint8_t* p) const { _mm_storeu_si128(reinterpret_cast<__m128i*>(p), v); }
  friend Bytes16 operator+(Bytes16 a, Bytes16 b) { return {_mm_add_epi8(a.v, b.v)}; }
};

/// A pixel. Four bytes are loaded and stored even if it has three: in a row the next pixel overwrites the
/// last.
struct Bytes4 {
  static constexpr std::size_t width = 4;
  __m128i v;

  struct Words {
    __m128i v;

    static Words zero() { return {_mm_setzero_si128()}; }
    friend Words operator+(Words a, Words b) { return {_mm_add_epi16(a.v, b.v)}; }
    friend Words operator-(Words a, Words b) { return {_mm_sub_epi16(a.v, b.v)}; }
    friend Words operator>(Words a, Words b) { return {_mm_cmpgt_epi16(a.v, b.v)}; }
    static Words min(Words a, Words b) { return {_mm_min_epi16(a.v, b.v)}; }
    static Words max(Words a, Words b) { return {_mm_max_epi16(a.v, b.v)}; }
    static Words choose(Words mask, Words a, Words b) { return {_mm_blendv_epi8(b.v, a.v, mask.v)}; }
    static Words sum_of_bytes(Words a, Words b) { return {_mm_add_epi8(a.v, b.v)}; }
    Bytes4 narrowed() const { return {_mm_packus_epi16(v, v)}; }
  };

  static Bytes4 zero() { return {_mm_setzero_si128()}; }
  static Bytes4 load(const std::uint8_t* p) {
    int value = 0;
    std::memcpy(&value, p, sizeof value);
    return {_mm_cvtsi32_si128(value)};
  }
  void store(std::uint8_t* p) const {
    const int value = _mm_cvtsi128_si32(v);
    std::memcpy(p, &value, sizeof value);
  }
  friend Bytes4 operator+(Bytes4 a, Bytes4 b) { return {_mm_add_epi8(a.v, b.v)}; }
  static Bytes4 half_sum(Bytes4 a, Bytes4 b) {
    // pavgb rounds up.
    const __m128i odd = _mm_and_si128(_mm_xor_si128(a.v, b.v), _mm_set1_epi8(1));
    return {_mm_sub_epi8(_mm_avg_epu8(a.v, b.v), odd)};
  }
  Words widened() const { return {_mm_cvtepu8_epi16(v)}; }
};

}  // namespace
}  // namespace mmd
