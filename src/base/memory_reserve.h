#pragma once

namespace mmd {

/// Puts memory aside for when there is no more: the allocation that fails first gets it. What fails after
/// that throws bad_alloc as usual, and there is enough to clean up and to say so: libraries allocate while
/// they clean up, where a failure would end the program.
void keep_memory_reserve();

}  // namespace mmd
