#include <atomic>
#include <cerrno>

#include <dlfcn.h>
#include <pthread.h>

#include "tests/support/no_threads.h"

namespace {
#ifdef MMDVIEW_NO_THREADS_EVER  // for whole programs, which load it first
std::atomic<bool> none{true};
#else
std::atomic<bool> none{false};
#endif
}  // namespace

// The pthread_create of clang's sanitizers. They are part of the program, so dlsym does not find theirs, and
// the thread sanitizer fails on threads that it did not see start.
extern "C" __attribute__((weak)) int __interceptor_pthread_create(pthread_t* thread,
                                                                  const pthread_attr_t* attributes,
                                                                  void* (*work)(void*), void* argument);

extern "C" int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*),
                              void* argument) noexcept {
  using Create = int (*)(pthread_t*, const pthread_attr_t*, void* (*)(void*), void*);
  static const auto create = __interceptor_pthread_create != nullptr
                                 ? &__interceptor_pthread_create
                                 : reinterpret_cast<Create>(dlsym(RTLD_NEXT, "pthread_create"));
  return none ? EAGAIN : create(thread, attributes, work, argument);
}

namespace mmd::test {

NoThreads::NoThreads() {
  none = true;
}
NoThreads::~NoThreads() {
  none = false;
}

}  // namespace mmd::test
