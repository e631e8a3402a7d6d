#include "pickling.h"

#include <cstring>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "base/content_hash.h"
#include "errors.h"
#include "model.h"
#include "poses.h"

namespace mmd::python {
namespace {

namespace py = pybind11;
using ModelRef = std::shared_ptr<PyModel>;

/// The models of this process that were pickled or unpickled, by path and content, so that poses that are
/// unpickled one by one share their model. Guarded by the GIL.
std::map<std::pair<std::string, std::string>, std::weak_ptr<PyModel>>& known_models() {
  static std::map<std::pair<std::string, std::string>, std::weak_ptr<PyModel>> models;
  return models;
}

void remember(const ModelRef& model, const std::string& digest) {
  auto& known = known_models();
  std::erase_if(known, [](const auto& entry) { return entry.second.expired(); });
  known[{model->path, digest}] = model;
}

py::tuple reduce_model(const ModelRef& model) {
  if (model->path.empty()) {
    const std::string text = model->source.name +
                             ": the model was loaded from bytes, and another process cannot load it again; "
                             "write the bytes to a file and load that";
    const py::object error = py::module_::import("pickle").attr("PicklingError");
    PyErr_SetObject(error.ptr(), to_python(text).ptr());
    throw py::error_already_set();
  }
  const std::string digest = to_hex(model->loaded.hash);
  remember(model, digest);
  return py::make_tuple(py::module_::import("mmdview").attr("_reload_model"),
                        py::make_tuple(to_python(model->path), digest));
}

ModelRef reload_model(const py::str& path, const std::string& digest) {
  const auto found = known_models().find({from_python(path), digest});
  if (found != known_models().end())
    if (ModelRef known = found->second.lock()) return known;
  const ModelRef model = load_model_of(path, {});
  if (to_hex(model->loaded.hash) != digest)
    throw Failure{in_file(make_error("the file has changed since the model was pickled",
                                     "load the model and its poses again, and pickle these"),
                          from_python(path))};
  remember(model, digest);
  return model;
}

template <class T>
py::bytes bytes_of(const std::vector<T>& values) {
  static_assert(std::is_trivially_copyable_v<T>);
  return py::bytes(reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T));
}

/// As many values as a model has bones. Raises ValueError for other numbers of bytes.
template <class T>
std::vector<T> values_of(const py::handle& state, std::size_t count) {
  const std::string bytes = state.cast<std::string>();
  if (bytes.size() != count * sizeof(T)) throw py::value_error("this is not a pickled pose of the model");
  std::vector<T> out(count);
  std::memcpy(out.data(), bytes.data(), bytes.size());
  return out;
}

py::tuple state_of(const Poses& poses) {
  return py::make_tuple(poses.model, poses.translations, poses.rotations, poses.morphs, poses.ik);
}

Poses poses_from(const py::tuple& state) {
  if (state.size() != 5) throw py::value_error("this is not a pickled pose");
  // Arrays in out-of-band buffers can be read-only.
  const auto writeable = [](const py::object& array) {
    return array.attr("flags").attr("writeable").cast<bool>() ? array : py::object(array.attr("copy")());
  };
  return poses_from_arrays(state[0].cast<ModelRef>(), writeable(state[1]), writeable(state[2]),
                           writeable(state[3]), writeable(state[4]));
}

/// With the digits that the arrays cannot hold.
py::tuple state_of_pose(const OnePose& pose) {
  py::object digits = py::none();
  if (pose.loaded)
    digits = py::make_tuple(bytes_of(pose.loaded->translation), bytes_of(pose.loaded->rotation),
                            bytes_of(pose.loaded->exact));
  return py::make_tuple(state_of(pose.poses), pose.diagnostics, digits);
}

OnePose pose_from(const py::tuple& state) {
  if (state.size() != 3) throw py::value_error("this is not a pickled pose");
  OnePose out{poses_from(state[0].cast<py::tuple>()), state[1].cast<Diagnostics>(), nullptr};
  if (out.poses.size() != 1) throw py::value_error("this is not a pickled pose");
  if (state[2].is_none()) return out;
  const auto digits = state[2].cast<py::tuple>();
  const Model& model = out.poses.model->model();
  Pose loaded(model);
  loaded.translation = values_of<vec3>(digits[0], model.bone_count());
  loaded.rotation = values_of<quat>(digits[1], model.bone_count());
  if (py::len(digits[2]) > 0) loaded.exact = values_of<ExactTransform>(digits[2], model.bone_count());
  out.loaded = std::make_shared<const Pose>(std::move(loaded));
  return out;
}

py::tuple state_of_diagnostic(const Diagnostic& d) {
  py::list names;
  for (const std::string& name : d.names) names.append(py::bytes(name));
  return py::make_tuple(static_cast<int>(d.severity), py::bytes(d.file), d.offset, d.line, py::bytes(d.what),
                        py::bytes(d.hint), static_cast<int>(d.advice), names);
}

Diagnostic diagnostic_from(const py::tuple& state) {
  if (state.size() != 8) throw py::value_error("this is not a pickled diagnostic");
  return {static_cast<Severity>(state[0].cast<int>()),
          state[1].cast<std::string>(),
          state[2].cast<std::optional<std::uint64_t>>(),
          state[3].cast<std::optional<std::uint32_t>>(),
          state[4].cast<std::string>(),
          state[5].cast<std::string>(),
          static_cast<Advice>(state[6].cast<int>()),
          state[7].cast<std::vector<std::string>>()};
}

template <class T, class... Holder>
py::class_<T, Holder...> class_of(const py::module_& module, const char* name) {
  return py::reinterpret_borrow<py::class_<T, Holder...>>(module.attr(name));
}

}  // namespace

void bind_pickling(py::module_& module) {
  class_of<PyModel, ModelRef>(module, "Model")
      .def("__reduce__", &reduce_model)
      .def_static("_reload", &reload_model);
  class_of<Diagnostic>(module, "Diagnostic").def(py::pickle(&state_of_diagnostic, &diagnostic_from));
  class_of<OnePose>(module, "Pose").def(py::pickle(&state_of_pose, &pose_from));
  class_of<Poses>(module, "Poses").def(py::pickle(&state_of, &poses_from));
}

}  // namespace mmd::python
