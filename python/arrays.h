#pragma once

// Checks numpy arrays from Python, and wraps our memory as numpy arrays without a copy.

#include <cstddef>
#include <string>
#include <vector>

#include <pybind11/numpy.h>

#include "base/raw_vector.h"

namespace mmd::python {

/// Native floats, in C order and aligned. Arrays of this form are not copied.
using FloatArray = pybind11::array_t<float, pybind11::array::c_style | pybind11::array::forcecast |
                                                pybind11::detail::npy_api::NPY_ARRAY_ALIGNED_>;

using Shape = std::vector<pybind11::ssize_t>;
inline constexpr pybind11::ssize_t any_size = -1;

/// `value` as floats of this shape; any_size matches any size. Raises TypeError if it has no numbers and
/// ValueError if the shape differs. `name` begins the message.
FloatArray float_array(const pybind11::handle& value, const std::string& name, const Shape& shape);

/// The user's array for results. Raises ValueError unless it is float32, in C order, writable and of this
/// shape.
FloatArray result_array(const pybind11::handle& value, const std::string& name, const Shape& shape);

/// A new uninitialised array.
FloatArray unset_array(const Shape& shape);

/// A shape as numpy prints it: "(5, 4)".
std::string shape_text(const Shape& shape);

/// The index of the first number that is NaN or infinite; `count` if there is none.
std::size_t first_not_finite(const float* values, std::size_t count);

}  // namespace mmd::python
