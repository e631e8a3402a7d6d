#include <atomic>
#include <cerrno>

#include <pthread.h>

#include "tests/support/no_threads.h"

namespace {
std::atomic<bool> none{false};
}  // namespace

// The C++ library's threads are those of winpthreads, which is linked statically: the linker turns calls of
// pthread_create into calls of __wrap_pthread_create (mmdview_let_threads_fail() in MmdviewTargets.cmake).
extern "C" int __real_pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                     void* (*work)(void*), void* argument);
extern "C" int __wrap_pthread_create(pthread_t* thread, const pthread_attr_t* attributes,
                                     void* (*work)(void*), void* argument) {
  return none ? EAGAIN : __real_pthread_create(thread, attributes, work, argument);
}

namespace mmd::test {

NoThreads::NoThreads() {
  none = true;
}
NoThreads::~NoThreads() {
  none = false;
}

}  // namespace mmd::test
