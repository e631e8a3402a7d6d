// llvmpipe destroys a fence as soon as its flag is set, while the thread that set it may still hold the
// fence's lock: a race in the driver, which the thread sanitizer would report in every test that draws. Here
// the driver waits for that thread. Our own condition variables are not affected, so that destroying one too
// early is still reported; a suppression could not distinguish the two. Only builds with that sanitizer
// contain this file.
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

/// Whether the address is in a graphics driver.
bool is_of_driver(const void* caller) {
  Dl_info info;
  if (dladdr(caller, &info) == 0 || info.dli_fname == nullptr) return false;
  return std::strstr(info.dli_fname, "_dri.so") != nullptr ||
         std::strstr(info.dli_fname, "libgallium") != nullptr;
}

}  // namespace

extern "C" int pthread_mutex_destroy(pthread_mutex_t* mutex) {
  if (is_of_driver(__builtin_return_address(0))) {  // wait for its owner, as the driver should have
    pthread_mutex_lock(mutex);
    pthread_mutex_unlock(mutex);
  }
  return __interceptor_pthread_mutex_destroy(mutex);
}

extern "C" int pthread_cond_destroy(pthread_cond_t* condition) {
  if (!is_of_driver(__builtin_return_address(0))) return __interceptor_pthread_cond_destroy(condition);
  AnnotateIgnoreWritesBegin(__FILE__, __LINE__);  // destroyed before its mutex, which orders later accesses
  const int out = __interceptor_pthread_cond_destroy(condition);
  AnnotateIgnoreWritesEnd(__FILE__, __LINE__);
  return out;
}
