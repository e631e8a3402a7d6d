#pragma once

// Undoing PNG's row filters (third edition, section 9.2) over types of bytes (base/simd). B holds the
// channels of a pixel of `bytes` bytes, side by side: each pixel waits for its left neighbour. Included by
// one file per instruction set only. See PngKernels::Unfilter for what the functions take.

#include <cstddef>
#include <cstdint>

namespace mmd {
namespace {  // NOLINT(google-build-namespaces): see base/simd/plain.h

/// The one filter without a neighbour to wait for: B is as wide as there is.
template <class B>
void up(const std::uint8_t* in, const std::uint8_t* prior, std::uint8_t* out, std::size_t size) {
  std::size_t i = 0;
  for (; i + B::width <= size; i += B::width) (B::load(in + i) + B::load(prior + i)).store(out + i);
  for (; i < size; ++i) out[i] = static_cast<std::uint8_t>(in[i] + prior[i]);
}

template <class B, std::size_t bytes>
void sub(const std::uint8_t* in, const std::uint8_t*, std::uint8_t* out, std::size_t size) {
  B left = B::zero();
  for (std::size_t i = 0; i < size; i += bytes) {
    left = left + B::load(in + i);
    left.store(out + i);
  }
}

template <class B, std::size_t bytes>
void average(const std::uint8_t* in, const std::uint8_t* prior, std::uint8_t* out, std::size_t size) {
  B left = B::zero();
  for (std::size_t i = 0; i < size; i += bytes) {
    left = B::load(in + i) + B::half_sum(left, B::load(prior + i));
    left.store(out + i);
  }
}

/// The filter's choice among the three neighbours, as a comparison with one threshold: the same results (a
/// test tries all), but `left`, which is what a pixel waits for, goes through five steps instead of eight.
template <class B, std::size_t bytes>
void paeth(const std::uint8_t* in, const std::uint8_t* prior, std::uint8_t* out, std::size_t size) {
  using Words = typename B::Words;
  Words left = Words::zero(), corner = Words::zero();
  for (std::size_t i = 0; i < size; i += bytes) {
    const Words above = B::load(prior + i).widened(), x = B::load(in + i).widened();
    const auto rest = (corner + (corner + corner)) - above;
    const auto threshold = rest - left;
    const auto low = Words::min(left, above), high = Words::max(left, above);
    const auto low_or_corner = Words::choose(high > threshold, corner, low);
    const auto nearest = Words::choose(threshold > low, low_or_corner, high);
    left = Words::sum_of_bytes(x, nearest);
    corner = above;
    left.narrowed().store(out + i);
  }
}

}  // namespace
}  // namespace mmd
