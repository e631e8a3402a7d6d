#pragma once

#include <span>
#include <string_view>

namespace mmd {

/// What the environment variable MMDVIEW_SIMD asks for (avx2, sse4.1, portable), for comparing; empty if
/// nothing.
std::string_view simd_asked_for();

/// The first of `found`, which has the fastest first and null for what does not run here; or the one whose
/// name is asked for. The last must be there.
template <class Kernels>
const Kernels& choose_kernels(std::span<const Kernels* const> found) {
  const std::string_view wanted = simd_asked_for();
  for (const Kernels* k : found)
    if (k != nullptr && (wanted.empty() || k->name == wanted)) return *k;
  return *found.back();
}

}  // namespace mmd
