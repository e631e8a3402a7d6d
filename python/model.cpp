#include "model.h"

#include <algorithm>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "base/handedness.h"
#include "base/math.h"
#include "document/inputs.h"
#include "errors.h"
#include "model/check_model.h"
#include "model/nearest_name.h"

namespace mmd::python {
namespace {

namespace py = pybind11;
using ModelRef = std::shared_ptr<PyModel>;

/// The bones of a model; keeps the model alive.
struct Bones {
  ModelRef owner;
  const std::vector<Bone>& list() const { return owner->model().skeleton.bones; }
};
struct Morphs {
  ModelRef owner;
  const std::vector<Morph>& list() const { return owner->model().morphs; }
};

InputFile model_input(InputFile input) {
  if (input.kind == FileKind::model || input.kind == FileKind::archive) return input;
  if (input.kind == FileKind::unknown) throw Failure{unknown_file(input)};
  const char* kind = input.kind == FileKind::pose ? "a pose" : "a motion";
  throw Failure{in_file(
      make_error(std::string("this is ") + kind + ", not a model", "Pose.load and Motion.load read these"),
      input.name)};
}

ModelRef load(const py::handle& source, const std::string& name) {
  InputFile input = model_input(input_from(source, name));
  const bool on_disk = !py::isinstance<py::buffer>(source);
  const py::gil_scoped_release released;
  LoadedModel loaded = value_or_raise(in_file(load_model(input, false), input.name));
  if (on_disk) input.bytes = {};
  return std::make_shared<PyModel>(std::move(loaded), std::move(input));
}

std::vector<Finding> find(const PyModel& model) {
  const py::gil_scoped_release released;
  InputFile input = model.source;
  if (input.bytes.empty()) input = value_or_raise(read_input(model.source.name));
  RawModel raw = value_or_raise(in_file(read_raw_model(input), input.name));
  CheckedModel checked = check_model(
      std::move(raw.file), [&](const std::string& texture) { return texture_problem(raw, texture); });
  for (const Diagnostic& d : raw.diagnostics) checked.findings.add(d);
  checked.findings.locate(raw.places);
  return checked.findings.list();
}

template <class Elements, class Get>
py::list texts(const Elements& elements, Get get) {
  py::list out(elements.size());
  for (std::size_t i = 0; i < elements.size(); ++i) out[i] = to_python(get(elements[i]));
  return out;
}

/// Returns `found`, or raises mmdview.Error with similar names if it is none.
std::int32_t index_or_raise(std::int32_t found, const std::string& name, const char* what,
                            const PyModel& model, const NearestNames& nearest) {
  if (found != none) return found;
  std::string hint;
  for (const std::string& near : nearest.near(name)) hint += (hint.empty() ? "did you mean " : " or ") + near;
  throw Failure{in_file(make_error("the model has no " + std::string(what) + " named " + name,
                                   hint.empty() ? hint : hint + "?"),
                        model.source.name)};
}

py::array_t<float> positions(const Bones& bones, const std::string& space) {
  const bool mmd = is_mmd_space(space);
  py::array_t<float> out({static_cast<py::ssize_t>(bones.list().size()), py::ssize_t{3}});
  float* to = out.mutable_data();
  for (const Bone& bone : bones.list()) {
    const vec3 p = mmd ? mirror(bone.rest) : bone.rest;
    for (glm::length_t c = 0; c < 3; ++c) *to++ = p[c];
  }
  return out;
}

py::array_t<std::int32_t> parents(const Bones& bones) {
  py::array_t<std::int32_t> out(static_cast<py::ssize_t>(bones.list().size()));
  std::int32_t* to = out.mutable_data();
  for (const Bone& bone : bones.list()) *to++ = bone.parent;
  return out;
}

py::array_t<std::int32_t> ik_bones(const Bones& bones) {
  const auto& chains = bones.owner->model().skeleton.ik_chains;
  py::array_t<std::int32_t> out(static_cast<py::ssize_t>(chains.size()));
  std::int32_t* to = out.mutable_data();
  for (const IkChain& chain : chains) *to++ = chain.bone;
  return out;
}

void bind_bones(py::module_& module) {
  py::class_<Bones>(module, "Bones", "The bones of a model, in the order of its file.")
      .def("__len__", [](const Bones& b) { return b.list().size(); })
      .def_property_readonly(
          "names", [](const Bones& b) { return texts(b.list(), [](const Bone& x) { return x.name; }); },
          "The names, a list of str.")
      .def_property_readonly(
          "names_english",
          [](const Bones& b) { return texts(b.list(), [](const Bone& x) { return x.name_english; }); },
          "The English names, a list of str; many are empty.")
      .def_property_readonly("parents", &parents,
                             "(bones,) int32: the index of each bone's parent; -1 for roots.")
      .def("positions", &positions, py::arg("space") = "mmd",
           "(bones, 3) float32: positions of the bones at rest, in model space and MMD units.")
      .def_property_readonly("ik", &ik_bones,
                             "(chains,) int32: the IK bones; chains are numbered in this order.")
      .def(
          "index",
          [](const Bones& b, const py::str& name) {
            const std::string text = from_python(name);
            const Model& model = b.owner->model();
            return index_or_raise(model.find_bone(text), text, "bone", *b.owner, nearest_bone_names(model));
          },
          py::arg("name"), "The index of the first bone of that name. mmdview.Error: there is none.")
      .def("__contains__", [](const Bones& b, const py::str& name) {
        return b.owner->model().find_bone(from_python(name)) != none;
      });
}

void bind_morphs(py::module_& module) {
  static constexpr const char* kinds[] = {"group", "vertex", "bone", "uv", "material", "impulse"};
  py::class_<Morphs>(module, "Morphs", "The morphs of a model, in the order of its file.")
      .def("__len__", [](const Morphs& m) { return m.list().size(); })
      .def_property_readonly(
          "names", [](const Morphs& m) { return texts(m.list(), [](const Morph& x) { return x.name; }); },
          "The names, a list of str.")
      .def_property_readonly(
          "names_english",
          [](const Morphs& m) { return texts(m.list(), [](const Morph& x) { return x.name_english; }); },
          "The English names, a list of str; many are empty.")
      .def_property_readonly(
          "kinds",
          [](const Morphs& m) {
            return texts(m.list(), [](const Morph& x) { return std::string(kinds[x.data.index()]); });
          },
          "The type of each morph: 'group', 'vertex', 'bone', 'uv', 'material' or 'impulse'.")
      .def(
          "index",
          [](const Morphs& m, const py::str& name) {
            const std::string text = from_python(name);
            const Model& model = m.owner->model();
            return index_or_raise(model.find_morph(text), text, "morph", *m.owner,
                                  nearest_morph_names(model));
          },
          py::arg("name"), "The index of the first morph of that name. mmdview.Error: there is none.")
      .def("__contains__", [](const Morphs& m, const py::str& name) {
        return m.owner->model().find_morph(from_python(name)) != none;
      });
}

void bind_finding(py::module_& module) {
  py::class_<Finding>(module, "Finding", "A problem that the checker found in a model (`mmdview check`).")
      .def_property_readonly(
          "severity",
          [](const Finding& f) {
            constexpr std::string_view words[] = {"note", "warning", "error"};
            return words[static_cast<std::size_t>(f.severity)];
          },
          "'note', 'warning' or 'error'.")
      .def_property_readonly(
          "rule", [](const Finding& f) { return std::string(f.rule); },
          "The rule's identifier, for example 'bone-order'; it never changes.")
      .def_property_readonly(
          "section", [](const Finding& f) { return std::string(f.section); },
          "'bones', 'vertices' …; empty for the whole file.")
      .def_readonly("element", &Finding::element, "Index within the section, or None.")
      .def_property_readonly(
          "name", [](const Finding& f) { return to_python(f.name); }, "Name of the element; may be empty.")
      .def_readonly("offset", &Finding::offset, "Byte offset into the file, or None.")
      .def_property_readonly("what", [](const Finding& f) { return to_python(f.what); })
      .def_property_readonly("hint", [](const Finding& f) { return to_python(f.hint); })
      .def_readonly("count", &Finding::count, "Number of equal findings; the place is that of the first.")
      .def("__repr__", [](const Finding& f) {
        return to_python("<Finding " + std::string(f.rule) + ": " + f.what + ">");
      });
}

}  // namespace

PyModel::PyModel(LoadedModel loaded_model, InputFile from)
    : loaded(std::move(loaded_model)), source(std::move(from)) {}

bool is_mmd_space(const std::string& space) {
  if (space == "mmd" || space == "gl") return space == "mmd";
  throw py::value_error("space: expected 'mmd' (left-handed) or 'gl' (right-handed), got '" + space + "'");
}

bool is_skinning(const std::string& kind) {
  if (kind == "bone" || kind == "skinning") return kind == "skinning";
  throw py::value_error("kind: expected 'bone' or 'skinning', got '" + kind + "'");
}

InputFile input_from(const py::handle& source, const std::string& name) {
  if (py::isinstance<py::buffer>(source)) {
    const py::buffer_info info = py::reinterpret_borrow<py::buffer>(source).request();
    if (info.ndim != 1 || info.itemsize != 1 || (info.size > 0 && info.strides[0] != 1))
      throw py::type_error("source: expected contiguous bytes");
    const auto* bytes = static_cast<const std::byte*>(info.ptr);
    InputFile input;
    input.name = name;
    input.bytes.assign(bytes, bytes + info.size);
    input.kind = recognise(input.bytes);
    return input;
  }
  const py::bytes path = py::module_::import("os").attr("fsencode")(source);
  const std::string text = path;
  const py::gil_scoped_release released;
  return value_or_raise(read_input(text));
}

namespace {

py::array_t<std::int32_t> faces(const PyModel& m) {
  const auto& indices = m.model().indices;
  py::array_t<std::int32_t> out(std::vector<py::ssize_t>{static_cast<py::ssize_t>(indices.size() / 3), 3});
  std::transform(indices.begin(), indices.end(), out.mutable_data(),
                 [](std::uint32_t i) { return static_cast<std::int32_t>(i); });
  return out;
}

FloatArray uvs(const PyModel& m) {
  const auto& uv = m.model().vertices.uv;
  FloatArray out = unset_array({static_cast<py::ssize_t>(uv.size()), 2});
  float* to = out.mutable_data();
  for (const vec2& one : uv) {
    *to++ = one.x;
    *to++ = one.y;
  }
  return out;
}

py::array_t<std::int32_t> face_materials(const PyModel& m) {
  py::array_t<std::int32_t> out(static_cast<py::ssize_t>(m.model().indices.size() / 3));
  std::int32_t* to = out.mutable_data();
  std::fill_n(to, out.size(), none);
  for (std::size_t i = 0; i < m.model().materials.size(); ++i) {
    const Material& material = m.model().materials[i];
    std::fill_n(to + material.first_index / 3, material.index_count / 3, static_cast<std::int32_t>(i));
  }
  return out;
}

FloatArray material_colours(const PyModel& m) {
  const auto& materials = m.model().materials;
  FloatArray out = unset_array({static_cast<py::ssize_t>(materials.size()), 4});
  float* to = out.mutable_data();
  for (const Material& material : materials)
    for (glm::length_t c = 0; c < 4; ++c) *to++ = material.diffuse[c];
  return out;
}

std::vector<py::str> material_names(const PyModel& m) {
  std::vector<py::str> out;
  out.reserve(m.model().materials.size());
  for (const Material& material : m.model().materials) out.push_back(to_python(material.name));
  return out;
}

}  // namespace

void bind_model(py::module_& module) {
  py::class_<PyModel, ModelRef> model(module, "Model",
                                      "A model (PMX or PMD), repaired and ready for evaluation.");
  bind_bones(module);
  bind_morphs(module);
  bind_finding(module);
  model
      .def_static("load", &load, py::arg("source"), py::arg("name") = "<bytes>",
                  "Loads a model.\n\nsource: a path, also into an archive ('models.zip/a.pmx') or of an "
                  "archive with one "
                  "model; or the bytes of a file.\nname: name for messages if source is bytes.\nError: the "
                  "model cannot be read.")
      .def_property_readonly("file", [](const PyModel& m) { return to_python(m.source.name); })
      .def_property_readonly("name", [](const PyModel& m) { return to_python(m.model().name); })
      .def_property_readonly("name_english",
                             [](const PyModel& m) { return to_python(m.model().name_english); })
      .def_property_readonly(
          "comment", [](const PyModel& m) { return to_python(m.model().comment); },
          "The author's comment, including terms of use.")
      .def_property_readonly("bones", [](const ModelRef& m) { return Bones{m}; })
      .def_property_readonly("morphs", [](const ModelRef& m) { return Morphs{m}; })
      .def_property_readonly("vertex_count", [](const PyModel& m) { return m.model().vertices.size(); })
      .def_property_readonly("faces", &faces,
                             "(faces, 3) int32: indices of vertices, clockwise seen from the front in MMD's "
                             "space, counter-clockwise in 'gl'.")
      .def_property_readonly("uvs", &uvs, "(vertices, 2) float32: texture coordinates, from the top left.")
      .def_property_readonly("face_materials", &face_materials, "(faces,) int32: the material of each face.")
      .def_property_readonly("material_names", &material_names)
      .def_property_readonly("material_colours", &material_colours,
                             "(materials, 4) float32: red, green, blue and alpha; textures multiply them.")
      .def_property_readonly(
          "diagnostics", [](const PyModel& m) { return m.loaded.diagnostics; },
          "Problems that were repaired or tolerated while it was read, a list of Diagnostic.")
      .def_property_readonly(
          "findings", &find,
          "The checker's findings, a list of Finding. Reads the file again, with its textures.")
      .def("__repr__", [](const PyModel& m) {
        return to_python("<Model '" + m.model().name + "', " + std::to_string(m.model().bone_count()) +
                         " bones>");
      });
}

}  // namespace mmd::python
