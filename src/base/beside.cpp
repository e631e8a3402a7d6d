#include "base/beside.h"

#include <exception>
#include <memory>
#include <utility>

namespace mmd {

Beside::Beside(const std::function<void()>& work) {
  failure_ = std::make_unique<std::exception_ptr>();
  const auto guarded = [work, failure = failure_.get()] {
    try {
      work();
    } catch (...) {
      *failure = std::current_exception();
    }
  };
  try {
    thread_ = std::thread(guarded);
    has_thread_ = true;
  } catch (const std::exception&) {
    guarded();
  }
}

void Beside::wait() {
  join();
  if (failure_ && *failure_) std::rethrow_exception(std::exchange(*failure_, nullptr));
}

}  // namespace mmd
