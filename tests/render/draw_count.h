#pragma once

#include <cstddef>

namespace mmd::test {

/// How often this program has asked OpenGL to draw indexed faces.
std::size_t draws_so_far();
/// And of how many indices in all.
std::size_t indices_drawn_so_far();

}  // namespace mmd::test
