#pragma once

// How the program's errors become Python's.

#include <string>
#include <string_view>

#include <pybind11/pybind11.h>

#include "base/errors.h"

namespace mmd::python {

/// On its way to Python, where it is mmdview.Error with the attributes file, offset, line and hint.
struct Failure {
  Diagnostic diagnostic;
};

/// The value, or mmdview.Error.
template <class T>
T value_or_raise(Result<T> result) {
  if (!result) throw Failure{std::move(result).error()};
  return std::move(*result);
}

/// What can be done about it, in words of this module; may be empty.
std::string hint_of(const Diagnostic& diagnostic);

/// Text of the program's as a str, and back. Bytes that are no UTF-8 become lone surrogates, as in file
/// names.
pybind11::str to_python(std::string_view text);
std::string from_python(const pybind11::handle& text);

/// Error, Diagnostic.
void bind_errors(pybind11::module_& module);

}  // namespace mmd::python
