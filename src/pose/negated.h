#pragma once

namespace mmd {

/// Zero keeps its sign: a mirror does not make the "-0.000000" of a text out of 0, nor other bits of a file.
inline float negated(float value) {
  return value == 0.0f ? value : -value;
}

}  // namespace mmd
