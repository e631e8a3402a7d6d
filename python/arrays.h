#pragma once

// numpy arrays that come in, checked; memory of ours that goes out as such, without a copy.

#include <cstddef>
#include <string>
#include <vector>

#include <pybind11/numpy.h>

#include "base/raw_vector.h"

namespace mmd::python {

/// Native floats, in C order and aligned. What comes in so is not copied.
using FloatArray = pybind11::array_t<float, pybind11::array::c_style | pybind11::array::forcecast |
                                                pybind11::detail::npy_api::NPY_ARRAY_ALIGNED_>;

using Shape = std::vector<pybind11::ssize_t>;
inline constexpr pybind11::ssize_t any_size = -1;

/// `value` as floats of this shape, in which any_size stands for any size. TypeError: no numbers; ValueError:
/// another shape. `name` begins the message.
FloatArray float_array(const pybind11::handle& value, const std::string& name, const Shape& shape);

/// An array that was made for results: float32, C order, writable and of just this shape, else ValueError.
FloatArray result_array(const pybind11::handle& value, const std::string& name, const Shape& shape);

/// A new array whose numbers are not set.
FloatArray unset_array(const Shape& shape);

/// As numpy prints it.
std::string shape_text(const Shape& shape);

/// The index of the first number that is none or infinite, or `count`.
std::size_t first_not_finite(const float* values, std::size_t count);

}  // namespace mmd::python
