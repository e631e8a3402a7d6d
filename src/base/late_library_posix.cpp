#include <dlfcn.h>

#include "base/late_library.h"

namespace mmd {

LateLibrary::LateLibrary(const char* name) : library_(dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
  if (library_ != nullptr) return;
  if (const char* why = dlerror()) error_ = why;
}

void* LateLibrary::find(const char* name) const {
  return library_ != nullptr ? dlsym(library_, name) : nullptr;
}

}  // namespace mmd
