#include "arrays.h"

#include <cstdint>
#include <cstring>
#include <memory>

#include <fmt/format.h>

namespace mmd::python {
namespace {

namespace py = pybind11;

Shape shape_of(const py::array& array) {
  return {array.shape(), array.shape() + array.ndim()};
}

bool fits(const Shape& shape, const Shape& wanted) {
  if (shape.size() != wanted.size()) return false;
  for (std::size_t i = 0; i < shape.size(); ++i)
    if (wanted[i] != any_size && shape[i] != wanted[i]) return false;
  return true;
}

std::string dtype_text(const py::array& array) {
  return py::str(array.dtype());
}

bool is_finite_bits(const float* value) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, value, sizeof bits);
  return (bits & 0x7F800000u) != 0x7F800000u;
}

}  // namespace

std::string shape_text(const Shape& shape) {
  std::string out;
  for (const py::ssize_t size : shape)
    out += (out.empty() ? "" : ", ") + (size == any_size ? "n" : fmt::format("{}", size));
  return fmt::format("({}{})", out, shape.size() == 1 ? "," : "");
}

FloatArray float_array(const py::handle& value, const std::string& name, const Shape& shape) {
  const py::array array = py::array::ensure(value);
  if (!array) {
    PyErr_Clear();
    throw py::type_error(fmt::format("{}: expected an array of numbers", name));
  }
  const char kind = array.dtype().kind();
  if (kind != 'f' && kind != 'i' && kind != 'u')
    throw py::type_error(
        fmt::format("{}: expected numbers (float32), got dtype {}", name, dtype_text(array)));
  if (!fits(shape_of(array), shape))
    throw py::value_error(fmt::format("{0}: expected shape {2}, got {1}", name, shape_text(shape_of(array)),
                                      shape_text(shape)));
  FloatArray floats = FloatArray::ensure(array);
  if (!floats) {
    PyErr_Clear();
    throw py::value_error(fmt::format("{}: cannot be converted to float32", name));
  }
  return floats;
}

FloatArray result_array(const py::handle& value, const std::string& name, const Shape& shape) {
  if (!py::isinstance<py::array>(value))
    throw py::type_error(fmt::format("{}: expected a numpy array", name));
  const auto array = py::reinterpret_borrow<py::array>(value);
  if (!fits(shape_of(array), shape))
    throw py::value_error(fmt::format("{0}: expected shape {2}, got {1}", name, shape_text(shape_of(array)),
                                      shape_text(shape)));
  if (!FloatArray::check_(array) || !array.writeable())
    throw py::value_error(fmt::format("{}: expected a writable array of float32 in C order", name));
  return py::reinterpret_borrow<FloatArray>(value);
}

FloatArray unset_array(const Shape& shape) {
  std::size_t size = 1;
  for (const py::ssize_t s : shape) size *= static_cast<std::size_t>(s);
  auto owned = std::make_unique<RawVector<float>>(size);
  RawVector<float>* numbers = owned.get();
  const py::capsule keeper(owned.release(), [](void* p) { delete static_cast<RawVector<float>*>(p); });
  return FloatArray(shape, numbers->data(), keeper);
}

std::size_t first_not_finite(const float* values, std::size_t count) {
  // Pieces without a branch inside, so that compilers vectorise the loop.
  constexpr std::size_t piece = 256;
  for (std::size_t first = 0; first < count; first += piece) {
    const std::size_t last = first + piece < count ? first + piece : count;
    bool finite = true;
    for (std::size_t i = first; i < last; ++i) finite &= is_finite_bits(values + i);
    if (finite) continue;
    for (std::size_t i = first; i < last; ++i)
      if (!is_finite_bits(values + i)) return i;
  }
  return count;
}

}  // namespace mmd::python
