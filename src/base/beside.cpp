#include "base/beside.h"

#include <exception>

namespace mmd {

Beside::Beside(const std::function<void()>& work) {
  try {
    thread_ = std::thread(work);
    has_thread_ = true;
  } catch (const std::exception&) {
    work();
  }
}

}  // namespace mmd
