#include "motion.h"

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "document/loaded_figure.h"
#include "document/pose_sampler.h"
#include "errors.h"
#include "poses.h"
#include "scene/input.h"

namespace mmd::python {
namespace {

namespace py = pybind11;

PyMotion load_motion_of(const py::handle& source, const std::shared_ptr<PyModel>& model,
                        const std::string& name) {
  InputFile input = input_from(source, name);
  const py::gil_scoped_release released;
  if (input.kind == FileKind::archive) input = value_or_raise(unwrap_pose(std::move(input)));
  if (input.kind == FileKind::unknown) throw Failure{unknown_file(input)};
  if (input.kind != FileKind::motion)
    throw Failure{in_file(
        make_error("this is not a motion", "Model.load and Pose.load read models and poses"), input.name)};
  PyMotion out;
  out.model = model;
  auto loaded = std::make_shared<LoadedFigure>();
  loaded->loaded.model = model->loaded.model;
  Layers layers = value_or_raise(parse_layers({}, {input}));
  value_or_raise(lay(std::move(layers), *loaded).map([] { return true; }));
  out.loaded = std::move(loaded);
  return out;
}

Poses sample(const PyMotion& motion, const py::object& frames, const py::object& over) {
  const FloatArray times = frame_array(frames);
  const auto count = static_cast<std::size_t>(times.size());
  Poses out = poses_at_rest(motion.model, count);
  const Figure figure = figure_of(motion, over);
  PoseSampler sampler(figure.loaded);
  if (figure.edited) sampler.set_pose(figure.edited, figure.ik_chains);
  Pose pose;
  const auto chains = static_cast<std::size_t>(out.ik.shape(1));
  for (std::size_t i = 0; i < count; ++i) {
    const PosedState& state = sampler.sample(static_cast<double>(times.data()[i]), pose);
    set_pose(out, i, pose);
    for (std::size_t c = 0; c < state.ik_chains.size(); ++c)
      out.ik.mutable_data()[i * chains + c] = state.ik_chains[c] != 0;
  }
  return out;
}

}  // namespace

FloatArray frame_array(const py::handle& frames) {
  FloatArray times = float_array(frames, "frames", {any_size});
  const auto count = static_cast<std::size_t>(times.size());
  if (const std::size_t bad = first_not_finite(times.data(), count); bad < count)
    throw py::value_error(fmt::format("frames[{}]: NaN or infinity", bad));
  return times;
}

Figure figure_of(const PyMotion& motion, const py::object& over) {
  Figure out;
  out.number = 1;
  out.loaded = motion.loaded;
  if (over.is_none()) return out;
  if (!py::isinstance<OnePose>(over)) throw py::type_error("over: expected a Pose");
  set_pose_of(rows_of(over, *motion.model).rows.front(), out);
  return out;
}

void bind_motion(py::module_& module) {
  py::class_<PyMotion>(module, "Motion", "A motion (VMD) for a model.")
      .def_static("load", &load_motion_of, py::arg("source"), py::arg("model").none(false),
                  py::arg("name") = "<bytes>",
                  "Reads a VMD.\n\nsource: a path, also into an archive, or the bytes of a file.\nError: it "
                  "cannot be "
                  "read. Names that the model lacks are in `diagnostics`.")
      .def_property_readonly(
          "last_frame", [](const PyMotion& m) { return m.loaded->last_frame(); },
          "The last frame with a key; 30 frames per second.")
      .def_property_readonly(
          "diagnostics", [](const PyMotion& m) { return m.loaded->diagnostics; },
          "Problems that were tolerated while it was read, a list of Diagnostic.")
      .def("sample", &sample, py::arg("frames"), py::arg("over") = py::none(),
           "The poses at these frames.\n\nframes: (n,) numbers, which may be fractions.\nover: the Pose that "
           "the motion "
           "overrides; None: the rest pose.\n\nReturns n Poses, with IK switched as in the motion.");
}

}  // namespace mmd::python
