#pragma once

#include <cstddef>
#include <functional>

namespace mmd {

/// Does `work(i)`, which must not throw, for each i below `count`: on up to `threads` threads, of which the
/// caller's is one, in no particular order. Returns when all is done. Where no thread can be started, the
/// caller's does everything.
void share_out(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work);

/// How many threads one picture is worth while nothing else is to be done: those of the processor, up to a
/// few.
std::size_t threads_for_one_picture();

}  // namespace mmd
