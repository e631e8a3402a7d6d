// llvmpipe lets go of a fence as soon as its flag says that it is reached, while the thread that set the flag
// may still be within the fence's lock: a race of the driver's own, which the thread sanitizer would tell of
// any test that draws. Here the driver waits for that thread. What we destroy is left as it is, so that a
// condition variable of ours that goes too early is seen: a suppression cannot tell the one from the other.
// Only programs that are built with that sanitizer have this file.
#include <cstring>

#include <dlfcn.h>
#include <pthread.h>

extern "C" {
int __interceptor_pthread_mutex_destroy(pthread_mutex_t* mutex);
int __interceptor_pthread_cond_destroy(pthread_cond_t* condition);
void AnnotateIgnoreWritesBegin(const char* file, int line);
void AnnotateIgnoreWritesEnd(const char* file, int line);
}

namespace {

/// Whether that is code of a graphics driver.
bool is_of_driver(const void* caller) {
  Dl_info info;
  if (dladdr(caller, &info) == 0 || info.dli_fname == nullptr) return false;
  return std::strstr(info.dli_fname, "_dri.so") != nullptr ||
         std::strstr(info.dli_fname, "libgallium") != nullptr;
}

}  // namespace

extern "C" int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  if (is_of_driver(__builtin_return_address(0))) {  // who has it is waited for: the driver should have
    pthread_mutex_lock(mutex);
    pthread_mutex_unlock(mutex);
  }
  return __interceptor_pthread_mutex_destroy(mutex);
}

extern "C" int pthread_cond_destroy(pthread_cond_t* condition) {
  if (!is_of_driver(__builtin_return_address(0))) return __interceptor_pthread_cond_destroy(condition);
  AnnotateIgnoreWritesBegin(__FILE__, __LINE__);  // it goes before its mutex, which orders what comes then
  const int out = __interceptor_pthread_cond_destroy(condition);
  AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
  return out;
}
