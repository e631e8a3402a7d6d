#pragma once

#include <cstddef>

namespace mmd::test {

/// How often this program has asked OpenGL to draw indexed faces.
std::size_t draws_so_far();

}  // namespace mmd::test
