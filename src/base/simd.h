#pragma once

#include <span>
#include <string_view>

namespace mmd {

/// What the environment variable MMDVIEW_SIMD asks for (avx2, sse4.1, portable), for comparing; empty if
/// nothing.
std::string_view simd_asked_for();

/// 2 for avx2, 1 for sse4.1, 0 for portable and what is unknown.
int simd_rank(std::string_view name);

/// The first of `found`, which has the fastest first and null for what does not run here; none that is faster
/// than what is asked for. The last must be there.
template <class Kernels>
const Kernels& choose_kernels(std::span<const Kernels* const> found) {
  const std::string_view wanted = simd_asked_for();
  for (const Kernels* k : found)
    if (k != nullptr && (wanted.empty() || simd_rank(k->name) <= simd_rank(wanted))) return *k;
  return *found.back();
}

}  // namespace mmd
