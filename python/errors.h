#pragma once

// Converts the program's errors to Python exceptions.

#include <string>
#include <string_view>

#include <pybind11/pybind11.h>

#include "base/errors.h"

namespace mmd::python {

/// An exception that Python gets as mmdview.Error, with the attributes file, offset, line, what and hint.
struct Failure {
  Diagnostic diagnostic;
};

/// Returns the value; raises mmdview.Error for an error.
template <class T>
T value_or_raise(Result<T> result) {
  if (!result) throw Failure{std::move(result).error()};
  return std::move(*result);
}

/// The hint in terms of this module; may be empty.
std::string hint_of(const Diagnostic& diagnostic);

/// Converts text to a str and back. Bytes that are not UTF-8 become lone surrogates, as in Python's file
/// names.
pybind11::str to_python(std::string_view text);
std::string from_python(const pybind11::handle& text);

/// Binds Error and Diagnostic.
void bind_errors(pybind11::module_& module);

}  // namespace mmd::python
