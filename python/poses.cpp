#include "poses.h"

#include <algorithm>

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "base/handedness.h"
#include "base/rotations.h"
#include "document/loaded_figure.h"
#include "errors.h"
#include "model/nearest_name.h"
#include "scene/input.h"

namespace mmd::python {
namespace {

namespace py = pybind11;
using ModelRef = std::shared_ptr<PyModel>;

py::ssize_t signed_size(std::size_t size) {
  return static_cast<py::ssize_t>(size);
}

/// Numbers of a model's elements, by which the arrays are sized.
struct Counts {
  explicit Counts(const PyModel& model)
      : bones(signed_size(model.model().bone_count())),
        morphs(signed_size(model.model().morphs.size())),
        chains(signed_size(model.model().skeleton.ik_chains.size())) {}
  py::ssize_t bones, morphs, chains;
};

OnePose load_from(const InputFile& input, const ModelRef& model) {
  OnePose out;
  LoadedFigure document;
  {
    const py::gil_scoped_release released;
    if (input.kind == FileKind::unknown) throw Failure{unknown_file(input)};
    if (input.kind != FileKind::pose)
      throw Failure{
          in_file(make_error("this is not a pose", "Model.load and Motion.load read models and motions"),
                  input.name)};
    document.loaded.model = model->loaded.model;
    Layers layers = value_or_raise(parse_layers({input}, {}));
    value_or_raise(lay(std::move(layers), document).map([] { return true; }));
  }
  out.poses = poses_at_rest(model, 1);
  set_pose(out.poses, 0, document.pose);
  out.diagnostics = std::move(document.diagnostics);
  out.loaded = std::make_shared<const Pose>(std::move(document.pose));
  return out;
}

OnePose load_pose_of(const py::handle& source, const ModelRef& model, const std::string& name) {
  InputFile input = input_from(source, name);
  if (input.kind == FileKind::archive) input = value_or_raise(unwrap_pose(std::move(input)));
  return load_from(input, model);
}

OnePose pose_from_text(const py::str& text, const ModelRef& model) {
  const std::string bytes = "\xEF\xBB\xBF" + from_python(text);  // the byte order mark means UTF-8
  InputFile input;
  input.name = "<text>";
  input.bytes.assign(as_byte_span(bytes).begin(), as_byte_span(bytes).end());
  input.kind = FileKind::pose;
  return load_from(input, model);
}

/// Reads (t, q), or only q, from a dict's value.
void set_from_value(const py::handle& value, const std::string& name, float* translation, float* rotation) {
  const auto copy = [&](const py::handle& from, const char* what, py::ssize_t size, float* to) {
    const FloatArray numbers = float_array(from, fmt::format("bones['{}'], {}", name, what), {size});
    std::copy_n(numbers.data(), size, to);
  };
  if (!py::isinstance<py::tuple>(value) || py::len(value) != 2) return copy(value, "rotation", 4, rotation);
  const auto pair = py::reinterpret_borrow<py::tuple>(value);
  if (!pair[0].is_none()) copy(pair[0], "translation", 3, translation);
  if (!pair[1].is_none()) copy(pair[1], "rotation", 4, rotation);
}

OnePose pose_from_dict(const py::dict& bones, const ModelRef& model, const py::dict& morphs) {
  OnePose out;
  out.poses = poses_at_rest(model, 1);
  const py::object all(py::cast(model).attr("bones")), all_morphs(py::cast(model).attr("morphs"));
  for (const auto& [key, value] : bones) {
    const std::size_t bone = all.attr("index")(key).cast<std::size_t>();
    set_from_value(value, from_python(key), out.poses.translations.mutable_data() + 3 * bone,
                   out.poses.rotations.mutable_data() + 4 * bone);
  }
  for (const auto& [key, value] : morphs) {
    const std::size_t morph = all_morphs.attr("index")(key).cast<std::size_t>();
    const FloatArray weight = float_array(value, fmt::format("morphs['{}']", from_python(key)), {});
    out.poses.morphs.mutable_data()[morph] = *weight.data();
  }
  return out;
}

FloatArray filled(const Shape& shape, float value) {
  FloatArray out = unset_array(shape);
  std::fill_n(out.mutable_data(), out.size(), value);
  return out;
}

FloatArray identities(py::ssize_t count, py::ssize_t bones) {
  FloatArray out = filled({count, bones, 4}, 0.0f);
  float* q = out.mutable_data();
  for (py::ssize_t w = 3; w < out.size(); w += 4) q[w] = 1.0f;
  return out;
}

FlagArray all_on(py::ssize_t count, py::ssize_t chains) {
  FlagArray out({count, chains});
  std::fill_n(out.mutable_data(), out.size(), true);
  return out;
}

FlagArray flag_array(const py::object& value, const Shape& shape) {
  FlagArray flags = FlagArray::ensure(value);
  if (flags && flags.ndim() == 2 && flags.shape(1) == shape[1] &&
      (shape[0] == any_size || flags.shape(0) == shape[0]))
    return flags;
  PyErr_Clear();
  throw py::value_error(fmt::format("ik: expected shape {}", shape_text(shape)));
}

/// A new array object for the same memory, so that a user who reshapes it does not change ours.
template <class Array>
Array view_of(const Array& array) {
  return py::reinterpret_borrow<py::object>(array)[py::ellipsis()].template cast<Array>();
}

/// A slice of the poses, sharing memory if they are adjacent.
template <class Array>
Array part_of(const Array& array, const py::slice& part) {
  return py::reinterpret_borrow<py::object>(array)[py::make_tuple(part)].template cast<Array>();
}

Poses slice_of(const Poses& poses, const py::slice& part) {
  return {poses.model, part_of(poses.translations, part), part_of(poses.rotations, part),
          part_of(poses.morphs, part), part_of(poses.ik, part)};
}

OnePose pose_in(const Poses& poses, py::ssize_t index) {
  const py::ssize_t count = signed_size(poses.size());
  if (index < 0) index += count;
  if (index < 0 || index >= count) throw py::index_error("there is no such pose");
  return {slice_of(poses, py::slice(index, index + 1, 1)), {}, nullptr};
}

/// Raises TypeError if the item is not a pose.
const OnePose& pose_of_list(const py::handle& item) {
  if (!py::isinstance<OnePose>(item))
    throw py::type_error("poses: the sequence contains an object that is not a Pose");
  return item.cast<const OnePose&>();
}

Poses stack(const py::sequence& list) {
  const std::size_t count = list.size();  // read once: a Python sequence can change its length
  if (count == 0) throw py::value_error("stack: expected at least one pose");
  const py::object first = list[0];
  const ModelRef model = pose_of_list(first).poses.model;
  Poses out = poses_at_rest(model, count);
  const auto copy = [](auto& to, const auto& from, std::size_t index) {
    std::copy_n(from.data(), from.size(), to.mutable_data() + signed_size(index) * from.size());
  };
  for (std::size_t i = 0; i < count; ++i) {
    const py::object item = list[i];  // keeps an object alive that the sequence makes on access
    const Poses& one = pose_of_list(item).poses;
    if (one.model != model) throw py::value_error("stack: the poses belong to different models");
    copy(out.translations, one.translations, i);
    copy(out.rotations, one.rotations, i);
    copy(out.morphs, one.morphs, i);
    copy(out.ik, one.ik, i);
  }
  return out;
}

void add_rows(const Poses& poses, const PyModel& model, PoseRows& out) {
  if (poses.model.get() != &model) throw py::value_error("the pose belongs to another model");
  const Counts counts(model);
  for (py::ssize_t i = 0; i < signed_size(poses.size()); ++i)
    out.rows.push_back({poses.translations.data() + i * counts.bones * 3,
                        poses.rotations.data() + i * counts.bones * 4,
                        poses.morphs.data() + i * counts.morphs, poses.ik.data() + i * counts.chains});
  for (const py::object& array :
       std::initializer_list<py::object>{poses.translations, poses.rotations, poses.morphs, poses.ik})
    out.owners.push_back(array);
}

void add_row(const OnePose& pose, const PyModel& model, PoseRows& out) {
  add_rows(pose.poses, model, out);
  out.rows.back().loaded = pose.loaded.get();
  out.loaded.push_back(pose.loaded);
}

/// Restores the digits of a pose that its arrays cannot hold.
void take_digits(const PoseRow& row, Pose& pose) {
  const Pose& loaded = *row.loaded;
  pose.exact = loaded.exact;
  const float *t = row.translations, *q = row.rotations;
  for (std::size_t b = 0; b < pose.translation.size(); ++b, t += 3, q += 4) {
    if (mirror(vec3(t[0], t[1], t[2])) == loaded.translation[b]) pose.translation[b] = loaded.translation[b];
    if (mirror(quat(q[3], q[0], q[1], q[2])) == loaded.rotation[b]) pose.rotation[b] = loaded.rotation[b];
  }
}

/// <Pose of 'figure': 12 of 135 bones, 1 of 30 morphs>
std::string text_of(const OnePose& pose) {
  const Model& model = pose.poses.model->model();
  const float *t = pose.poses.translations.data(), *q = pose.poses.rotations.data();
  std::size_t bones = 0;
  for (std::size_t b = 0; b < model.bone_count(); ++b, t += 3, q += 4)
    if (std::any_of(t, t + 3, [](float v) { return v != 0.0f; }) ||
        std::any_of(q, q + 3, [](float v) { return v != 0.0f; }))
      ++bones;
  const float* const m = pose.poses.morphs.data();
  const auto morphs = std::count_if(m, m + model.morphs.size(), [](float v) { return v != 0.0f; });
  return fmt::format("<Pose of '{}': {} of {} bones, {} of {} morphs>", model.name, bones, model.bone_count(),
                     morphs, model.morphs.size());
}

/// An array without its first axis, sharing memory.
py::object first_of(const py::object& array) {
  return array[py::int_(0)];
}

}  // namespace

Poses poses_at_rest(const ModelRef& model, std::size_t count) {
  const Counts counts(*model);
  const py::ssize_t n = signed_size(count);
  return {model, filled({n, counts.bones, 3}, 0.0f), identities(n, counts.bones),
          filled({n, counts.morphs}, 0.0f), all_on(n, counts.chains)};
}

Poses poses_from_arrays(const ModelRef& model, const py::object& translations, const py::object& rotations,
                        const py::object& morphs, const py::object& ik) {
  const Counts counts(*model);
  py::ssize_t n = any_size;
  const auto take = [&](const py::object& value, const char* name, Shape shape) {
    const FloatArray array = float_array(value, name, shape);
    n = array.shape(0);
    return view_of(array);
  };
  Poses out{model, {}, {}, {}, {}};
  if (!translations.is_none()) out.translations = take(translations, "translations", {n, counts.bones, 3});
  if (!rotations.is_none()) out.rotations = take(rotations, "rotations", {n, counts.bones, 4});
  if (!morphs.is_none()) out.morphs = take(morphs, "morphs", {n, counts.morphs});
  if (!ik.is_none()) {
    out.ik = view_of(flag_array(ik, {n, counts.chains}));
    n = out.ik.shape(0);
  }
  if (n == any_size)
    throw py::value_error("expected translations, rotations or morphs: they set the number of poses");
  if (translations.is_none()) out.translations = filled({n, counts.bones, 3}, 0.0f);
  if (rotations.is_none()) out.rotations = identities(n, counts.bones);
  if (morphs.is_none()) out.morphs = filled({n, counts.morphs}, 0.0f);
  if (ik.is_none()) out.ik = all_on(n, counts.chains);
  return out;
}

void set_pose(Poses& poses, std::size_t index, const Pose& pose) {
  const std::size_t bones = pose.translation.size();
  float* t = poses.translations.mutable_data() + 3 * index * bones;
  float* q = poses.rotations.mutable_data() + 4 * index * bones;
  for (std::size_t b = 0; b < bones; ++b) {
    const vec3 translation = mirror(pose.translation[b]);
    const quat rotation = mirror(pose.rotation[b]);
    for (const float v : {translation.x, translation.y, translation.z}) *t++ = v + 0.0f;  // no -0
    for (const float v : {rotation.x, rotation.y, rotation.z, rotation.w}) *q++ = v + 0.0f;
  }
  std::copy(pose.morph_weights.begin(), pose.morph_weights.end(),
            poses.morphs.mutable_data() + index * pose.morph_weights.size());
}

Pose pose_of(const PoseRow& row, const Model& model) {
  Pose pose(model);
  const float *t = row.translations, *q = row.rotations, *m = row.morphs;
  const auto check = [&](const float* values, std::size_t count, const char* what) {
    if (first_not_finite(values, count) < count)
      throw py::value_error(fmt::format("{}: NaN or infinity", what));
  };
  check(t, 3 * pose.translation.size(), "translations");
  check(q, 4 * pose.rotation.size(), "rotations");
  check(m, pose.morph_weights.size(), "morphs");
  for (std::size_t b = 0; b < pose.translation.size(); ++b, t += 3, q += 4) {
    pose.translation[b] = mirror(vec3(t[0], t[1], t[2]));
    pose.rotation[b] = mirror(rotation_from_file(vec4(q[0], q[1], q[2], q[3])));
  }
  std::copy_n(m, pose.morph_weights.size(), pose.morph_weights.begin());
  if (row.loaded != nullptr) take_digits(row, pose);
  return pose;
}

void set_pose_of(const PoseRow& row, Figure& figure) {
  figure.edited = std::make_shared<const Pose>(pose_of(row, figure.model()));
  figure.ik_chains.assign(row.ik, row.ik + figure.model().skeleton.ik_chains.size());
}

PoseRows rows_of(const py::handle& poses, const PyModel& model) {
  PoseRows out;
  if (py::isinstance<Poses>(poses)) {
    add_rows(poses.cast<const Poses&>(), model, out);
  } else if (py::isinstance<OnePose>(poses)) {
    add_row(poses.cast<const OnePose&>(), model, out);
  } else if (py::isinstance<py::sequence>(poses) && !py::isinstance<py::str>(poses)) {
    for (const auto& one : py::reinterpret_borrow<py::sequence>(poses))
      add_row(pose_of_list(one), model, out);
  } else {
    throw py::type_error(
        "poses: expected a Pose, Poses or a sequence of Pose; Poses.from_arrays takes arrays");
  }
  return out;
}

void bind_poses(py::module_& module) {
  py::class_<OnePose>(module, "Pose",
                      "A pose of a model: writable arrays in MMD's own space (left-handed, MMD units), "
                      "relative to rest, as VPD files have them.")
      .def(py::init([](const ModelRef& model) {
             return OnePose{poses_at_rest(model, 1), {}, nullptr};
           }),
           py::arg("model").none(false), "The rest pose.")
      .def_static(
          "load", &load_pose_of, py::arg("source"), py::arg("model").none(false), py::arg("name") = "<bytes>",
          "Reads a VPD over the rest pose.\n\nsource: a path, also into an archive, or the bytes of a file.\n"
          "Error: it cannot be read. Names that the model lacks are in `diagnostics`.")
      .def_static("from_text", &pose_from_text, py::arg("text"), py::arg("model").none(false),
                  "Reads a pose from the text of a VPD, like load.")
      .def_static("from_dict", &pose_from_dict, py::arg("bones"), py::arg("model").none(false),
                  py::arg("morphs") = py::dict(),
                  "Makes a pose from names.\n\nbones: for each name a rotation (x, y, z, w), or a tuple of a "
                  "translation (x, y, z) "
                  "and a rotation, of which one may be None.\nmorphs: for each name a weight.\nError: a name "
                  "that the "
                  "model lacks.")
      .def_property_readonly("model", [](const OnePose& p) { return p.poses.model; })
      .def_property_readonly(
          "translations", [](const OnePose& p) { return first_of(p.poses.translations); },
          "(bones, 3) float32; writing changes the pose.")
      .def_property_readonly(
          "rotations", [](const OnePose& p) { return first_of(p.poses.rotations); },
          "(bones, 4) float32: x, y, z, w; evaluation normalises them.")
      .def_property_readonly(
          "morphs", [](const OnePose& p) { return first_of(p.poses.morphs); }, "(morphs,) float32: weights.")
      .def_property_readonly(
          "ik", [](const OnePose& p) { return first_of(p.poses.ik); },
          "(chains,) bool: whether each IK chain is solved.")
      .def_readonly("diagnostics", &OnePose::diagnostics, "Problems that were tolerated while it was read.")
      .def("__repr__", [](const OnePose& p) { return to_python(text_of(p)); });
  py::class_<Poses>(module, "Poses", "Many poses of a model: the arrays of Pose with one more axis in front.")
      .def(py::init([](const ModelRef& model, std::size_t count) { return poses_at_rest(model, count); }),
           py::arg("model").none(false), py::arg("count"), "`count` rest poses.")
      .def_static(
          "from_arrays", &poses_from_arrays, py::arg("model").none(false),
          py::arg("translations") = py::none(), py::arg("rotations") = py::none(),
          py::arg("morphs") = py::none(), py::arg("ik") = py::none(),
          "Makes poses from arrays; arrays of float32 (ik: bool) in C order are not copied. None means "
          "at rest.\n\ntranslations: (n, bones, 3). rotations: (n, bones, 4). morphs: (n, morphs). ik: "
          "(n, chains).\n"
          "ValueError: wrong shape. TypeError: no numbers.")
      .def_static("stack", &stack, py::arg("poses"), "A copy of several poses of one model.")
      .def("__len__", &Poses::size)
      .def("__getitem__", &pose_in, py::arg("index"), "One pose; it shares the memory.")
      .def("__getitem__", &slice_of, py::arg("part"),
           "Some poses; they share the memory if they are adjacent.")
      .def_property_readonly("model", [](const Poses& p) { return p.model; })
      .def_property_readonly(
          "translations", [](const Poses& p) { return view_of(p.translations); }, "(n, bones, 3) float32.")
      .def_property_readonly(
          "rotations", [](const Poses& p) { return view_of(p.rotations); },
          "(n, bones, 4) float32: x, y, z, w.")
      .def_property_readonly(
          "morphs", [](const Poses& p) { return view_of(p.morphs); }, "(n, morphs) float32.")
      .def_property_readonly(
          "ik", [](const Poses& p) { return view_of(p.ik); }, "(n, chains) bool.")
      .def("__repr__", [](const Poses& p) {
        return to_python(fmt::format("<{} poses of '{}'>", p.size(), p.model->model().name));
      });
}

}  // namespace mmd::python
