#include "labels.h"

#include <cstdint>
#include <variant>

#include <fmt/format.h>
#include <pybind11/numpy.h>

#include "errors.h"

namespace mmd::python {
namespace {

namespace py = pybind11;

/// A new array (height, width) or (height, width, channels).
template <class T>
py::array_t<T> image_array(int width, int height, int channels) {
  std::vector<py::ssize_t> shape{height, width};
  if (channels > 1) shape.push_back(channels);
  return py::array_t<T>(shape);
}

py::array pixels_array(const PngPixels& pixels) {
  if (pixels.kind == PngKind::rgb8 || pixels.kind == PngKind::indexed) {
    auto out = image_array<std::uint8_t>(pixels.width, pixels.height, pixels.kind == PngKind::rgb8 ? 3 : 1);
    std::copy(pixels.bytes.begin(), pixels.bytes.end(), out.mutable_data());
    return out;
  }
  auto out = image_array<std::uint16_t>(pixels.width, pixels.height, pixels.kind == PngKind::rgb16 ? 3 : 1);
  std::uint16_t* to = out.mutable_data();
  for (std::size_t i = 0; i + 1 < pixels.bytes.size(); i += 2)  // big endian
    *to++ = static_cast<std::uint16_t>(pixels.bytes[i] << 8 | pixels.bytes[i + 1]);
  return out;
}

py::object object_of(const LabelValue& label) {
  if (const auto* image = std::get_if<LabelPixels>(&label.content)) return pixels_array(image->pixels);
  if (const auto* depth = std::get_if<DepthPlane>(&label.content)) {
    auto out = image_array<float>(depth->width, depth->height, 1);
    std::copy(depth->values.begin(), depth->values.end(), out.mutable_data());
    return out;
  }
  const std::string_view json = as_text(std::get<Bytes>(label.content));
  return py::module_::import("json").attr("loads")(py::str(json.data(), json.size()));
}

}  // namespace

LabelChoice label_choice(const py::object& labels) {
  if (labels.is_none()) return {};
  if (!py::isinstance<py::str>(labels))
    throw py::type_error("labels: expected a str, for example 'depth,keypoints'");
  const auto choice = parse_labels(from_python(labels));
  if (!choice) throw py::value_error(fmt::format("labels: {}", choice.error().what));
  return *choice;
}

py::dict labels_dict(std::vector<LabelValue> labels) {
  py::dict out;
  for (const LabelValue& label : labels) out[py::str(label.suffix.substr(1))] = object_of(label);
  return out;
}

std::vector<std::string> label_names_of(const py::object& names, std::size_t count, bool is_one) {
  std::vector<std::string> out;
  out.reserve(count);
  if (names.is_none()) {
    for (std::size_t i = 0; i < count; ++i)
      out.push_back(is_one ? "picture.png" : fmt::format("picture_{:03}.png", i));
    return out;
  }
  if (is_one != py::isinstance<py::str>(names) || (!is_one && !py::isinstance<py::sequence>(names)))
    throw py::type_error(is_one ? "names: expected a str for one picture"
                                : "names: expected a sequence of str");
  if (is_one) return {from_python(names)};
  for (const py::handle& name : names) {
    if (!py::isinstance<py::str>(name)) throw py::type_error("names: expected a sequence of str");
    out.push_back(from_python(name));
  }
  if (out.size() != count)
    throw py::value_error(fmt::format("names: expected {}, got {}", count, out.size()));
  return out;
}

}  // namespace mmd::python
