#pragma once

// Two doubles in a register, from SSE4.1 on: for IK groups of one or two chains, which legs are. In an
// unnamed namespace on purpose: every file that includes this is compiled for a processor of its own, and
// none may end up with another's code.

#include <smmintrin.h>

namespace mmd {
namespace {

struct TwoLanes {
  __m128d v;

  static TwoLanes all(double x) { return {_mm_set1_pd(x)}; }
  static TwoLanes load(const double* p) { return {_mm_loadu_pd(p)}; }
  void store(double* p) const { _mm_storeu_pd(p, v); }
  static TwoLanes choose(TwoLanes mask, TwoLanes x, TwoLanes y) { return {_mm_blendv_pd(y.v, x.v, mask.v)}; }
  static TwoLanes with_sign_of(TwoLanes x, TwoLanes sign) {
    const __m128d bit = _mm_set1_pd(-0.0);
    return {_mm_or_pd(_mm_andnot_pd(bit, x.v), _mm_and_pd(bit, sign.v))};
  }
  static TwoLanes min(TwoLanes x, TwoLanes y) { return {_mm_min_pd(x.v, y.v)}; }
  static TwoLanes max(TwoLanes x, TwoLanes y) { return {_mm_max_pd(x.v, y.v)}; }
  TwoLanes sqrt() const { return {_mm_sqrt_pd(v)}; }
  bool any() const { return _mm_movemask_pd(v) != 0; }
  bool every() const { return _mm_movemask_pd(v) == 3; }
  TwoLanes and_not(TwoLanes x) const { return {_mm_andnot_pd(v, x.v)}; }
};

TwoLanes operator+(TwoLanes x, TwoLanes y) {
  return {_mm_add_pd(x.v, y.v)};
}
TwoLanes operator-(TwoLanes x, TwoLanes y) {
  return {_mm_sub_pd(x.v, y.v)};
}
TwoLanes operator*(TwoLanes x, TwoLanes y) {
  return {_mm_mul_pd(x.v, y.v)};
}
TwoLanes operator/(TwoLanes x, TwoLanes y) {
  return {_mm_div_pd(x.v, y.v)};
}
TwoLanes operator&(TwoLanes x, TwoLanes y) {
  return {_mm_and_pd(x.v, y.v)};
}
TwoLanes operator|(TwoLanes x, TwoLanes y) {
  return {_mm_or_pd(x.v, y.v)};
}
TwoLanes operator<(TwoLanes x, TwoLanes y) {
  return {_mm_cmplt_pd(x.v, y.v)};
}
TwoLanes operator<=(TwoLanes x, TwoLanes y) {
  return {_mm_cmple_pd(x.v, y.v)};
}
TwoLanes operator!=(TwoLanes x, TwoLanes y) {
  return {_mm_cmpneq_pd(x.v, y.v)};
}
TwoLanes operator>(TwoLanes x, TwoLanes y) {
  return y < x;
}
TwoLanes operator>=(TwoLanes x, TwoLanes y) {
  return y <= x;
}

}  // namespace
}  // namespace mmd
