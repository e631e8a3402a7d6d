#pragma once

#include "base/late_library.h"

// Defines a function of a library of C's that is loaded late (late_library.h): it calls the one of that name
// in the library. The library's own header, included before, checks the signature.

namespace mmd {

/// Null: the library, or that function of it, is not there.
template <class Function>
Function* late_function(const LateLibrary& library, const char* name) {
  Function* function = nullptr;
  library.find(name, function);
  return function;
}

template <class Type>
Type nothing() {
  return Type();
}

}  // namespace mmd

/// `library`: what gives the LateLibrary; `instead`: the answer where the function is not there. Weak: a
/// benchmark has a function of its own in the place of one.
#define MMD_FORWARD_OR(library, instead, type, name, parameters, arguments)              \
  extern "C" [[gnu::weak]] type name parameters {                                        \
    static auto* const function = mmd::late_function<type parameters>(library(), #name); \
    return function != nullptr ? function arguments : instead;                           \
  }
#define MMD_FORWARD(library, type, name, parameters, arguments) \
  MMD_FORWARD_OR(library, mmd::nothing<type>(), type, name, parameters, arguments)
