#pragma once

#include <cstddef>
#include <cstdint>

namespace mmd {

/// An index as files have it, signed with -1 for none, as one of a vector. Not for those that may be none.
constexpr std::size_t at(std::int32_t index) {
  return static_cast<std::size_t>(index);
}

}  // namespace mmd
