#include "base/share_out.h"

#include <algorithm>
#include <atomic>
#include <thread>
#include <vector>

#include "base/beside.h"

namespace mmd {

void share_out(std::size_t count, std::size_t threads, const std::function<void(std::size_t)>& work) {
  std::atomic<std::size_t> next{0};
  const auto do_some = [&] {
    for (std::size_t i = next.fetch_add(1); i < count; i = next.fetch_add(1)) work(i);
  };
  std::vector<Beside> others(std::clamp<std::size_t>(threads, 1, std::max<std::size_t>(count, 1)) - 1);
  for (Beside& other : others) other = Beside(do_some);
  do_some();
  for (Beside& other : others) other.wait();
}

std::size_t threads_for_one_picture() {
  constexpr unsigned most = 4;  // more gain less than a thread costs
  return std::clamp(std::thread::hardware_concurrency(), 1u, most);
}

}  // namespace mmd
