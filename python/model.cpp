#include "model.h"

#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>
#include <pybind11/stl.h>

#include "assets/file_set.h"
#include "document/inputs.h"
#include "elements.h"
#include "errors.h"
#include "mesh.h"
#include "model/check_model.h"

namespace mmd::python {
namespace {

namespace py = pybind11;
using ModelRef = std::shared_ptr<PyModel>;

InputFile model_input(InputFile input) {
  if (input.kind == FileKind::model || input.kind == FileKind::archive) return input;
  if (input.kind == FileKind::unknown) throw Failure{unknown_file(input)};
  const char* kind = input.kind == FileKind::pose ? "a pose" : "a motion";
  throw Failure{in_file(
      make_error(std::string("this is ") + kind + ", not a model", "Pose.load and Motion.load read these"),
      input.name)};
}

}  // namespace

ModelRef load_model_of(const py::handle& source, const std::string& name) {
  InputFile input = model_input(input_from(source, name));
  const bool on_disk = !py::isinstance<py::buffer>(source);
  const py::gil_scoped_release released;
  LoadedModel loaded = value_or_raise(in_file(load_model(input, false), input.name));
  std::string path;
  if (on_disk) {
    input.bytes = {};
    std::error_code error;
    path = to_utf8(std::filesystem::absolute(path_from_utf8(input.name), error));
  }
  return std::make_shared<PyModel>(std::move(loaded), std::move(input), std::move(path));
}

namespace {

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

PyModel::PyModel(LoadedModel loaded_model, InputFile from, std::string where)
    : loaded(std::move(loaded_model)), source(std::move(from)), path(std::move(where)) {}

Figure PyModel::figure() const {
  auto at_rest = std::make_shared<LoadedFigure>();
  at_rest->loaded = loaded;
  at_rest->pose = Pose(model());
  Figure out;
  out.number = 1;
  out.loaded = std::move(at_rest);
  return out;
}

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

void bind_model(py::module_& module) {
  py::class_<PyModel, ModelRef> model(module, "Model",
                                      "A model (PMX or PMD), repaired and ready for evaluation.");
  bind_elements(module);
  bind_finding(module);
  model
      .def_static("load", &load_model_of, py::arg("source"), py::arg("name") = "<bytes>",
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
      .def_property_readonly("bones", [](const ModelRef& m) { return Elements<Bone>{m}; })
      .def_property_readonly("morphs", [](const ModelRef& m) { return Elements<Morph>{m}; })
      .def_property_readonly("materials", [](const ModelRef& m) { return Elements<Material>{m}; })
      .def_property_readonly(
          "diagnostics", [](const PyModel& m) { return m.loaded.diagnostics; },
          "Problems that were repaired or tolerated while it was read, a list of Diagnostic.")
      .def_property_readonly(
          "findings", &find,
          "The checker's findings, a list of Finding. Reads the file again, with its textures.")
      .def("__repr__", [](const PyModel& m) {
        return to_python(fmt::format("<Model '{}': {} bones, {} morphs, {} materials, {} vertices>",
                                     m.model().name, m.model().bone_count(), m.model().morphs.size(),
                                     m.model().materials.size(), m.model().vertices.size()));
      });
  bind_mesh(module);
}

}  // namespace mmd::python
