// Single-precision functions of the C library, computed in double precision and rounded to float. C libraries round
// sinf, asinf and atan2f differently, and physics amplifies the difference; these functions give the same bits on all
// systems. Linked only where Bullet is a static library (docs/dev/semantics.md, Physics): elsewhere these definitions
// would replace those of other libraries.

#include <math.h>

float sinf(float x) {
  return (float)sin(x);
}
float cosf(float x) {
  return (float)cos(x);
}
float tanf(float x) {
  return (float)tan(x);
}
// GCC calls sincosf for the sine and cosine of one angle. mingw-w64 has sincos in the same object file, so both must
// be defined.
void sincos(double x, double* sine, double* cosine) {
  *sine = sin(x);
  *cosine = cos(x);
}
void sincosf(float x, float* sine, float* cosine) {
  *sine = (float)sin(x);
  *cosine = (float)cos(x);
}
float asinf(float x) {
  return (float)asin(x);
}
float acosf(float x) {
  return (float)acos(x);
}
float atanf(float x) {
  return (float)atan(x);
}
float atan2f(float y, float x) {
  return (float)atan2(y, x);
}
float powf(float x, float y) {
  return (float)pow(x, y);
}
float expf(float x) {
  return (float)exp(x);
}
float logf(float x) {
  return (float)log(x);
}
