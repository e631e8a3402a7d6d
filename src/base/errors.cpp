#include "base/errors.h"

#include <exception>
#include <new>

namespace mmd {

Diagnostic error_caught(const char* deed, const char* failure) {
  try {
    throw;
  } catch (const std::bad_alloc&) {
    return make_error(std::string("not enough memory to ") + deed);
  } catch (const std::exception& e) {
    return make_error(std::string(failure) + ": " + e.what());
  } catch (...) {
    return make_error(failure);
  }
}

}  // namespace mmd
