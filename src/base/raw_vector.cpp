#include "base/raw_vector.h"

template class std::vector<std::uint8_t, mmd::DefaultInitAllocator<std::uint8_t>>;
template class std::vector<std::uint32_t, mmd::DefaultInitAllocator<std::uint32_t>>;
