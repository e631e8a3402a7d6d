#include <algorithm>

#include "base/processors.h"
#include "scene/input.h"

namespace mmd {
namespace {

std::uint64_t half_of_the_memory() {
  constexpr std::uint64_t min_memory = std::uint64_t{512} << 20;
  return std::max(physical_memory() / 2, min_memory);
}

LoadLimits& limits() {
  static LoadLimits of_the_program{half_of_the_memory(), false};
  return of_the_program;
}

}  // namespace

const LoadLimits& load_limits() {
  return limits();
}

void set_load_limits(const LoadLimits& wanted) {
  limits() = wanted;
  if (wanted.texture_memory == 0) limits().texture_memory = half_of_the_memory();
}

}  // namespace mmd
