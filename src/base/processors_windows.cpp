#include <algorithm>
#include <thread>

#include "base/processors.h"

namespace mmd {

std::size_t usable_processors() {
  return std::max(1u, std::thread::hardware_concurrency());
}

}  // namespace mmd
