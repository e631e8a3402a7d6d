#include "errors.h"

#include <exception>

#include <fmt/format.h>
#include <pybind11/stl.h>

namespace mmd::python {
namespace {

namespace py = pybind11;

PyObject* error_class = nullptr;  // owned by the module

std::string joined_names(const Diagnostic& d) {
  constexpr std::size_t most = 8;
  std::string out;
  for (std::size_t i = 0; i < d.names.size() && i < most; ++i) out += (i > 0 ? ", " : "") + d.names[i];
  return d.names.size() > most ? fmt::format("{} and {} more", out, d.names.size() - most) : out;
}

void raise(const Diagnostic& d) {
  const std::string hint = hint_of(d);
  const std::string text = hint.empty() ? describe(d) : fmt::format("{} ({})", describe(d), hint);
  py::object error = py::reinterpret_borrow<py::object>(error_class)(to_python(text));
  error.attr("file") = to_python(d.file);
  error.attr("offset") = d.offset;
  error.attr("line") = d.line;
  error.attr("what") = to_python(d.what);
  error.attr("hint") = to_python(hint);
  PyErr_SetObject(error_class, error.ptr());
}

constexpr std::string_view severity_word(Severity severity) {
  constexpr std::string_view words[] = {"note", "warning", "error"};
  return words[static_cast<std::size_t>(severity)];
}

}  // namespace

std::string hint_of(const Diagnostic& d) {
  switch (d.advice) {
    case Advice::nothing:
      return d.hint;
    case Advice::name_one:
      return fmt::format("load one of them by its path in the archive, '{}/NAME': {}", d.file,
                         joined_names(d));
    case Advice::see_members:
      return fmt::format("the archive contains: {}", joined_names(d));
    case Advice::other_file:
      return fmt::format("did you mean '{}'?", d.names.empty() ? std::string() : d.names.front());
    case Advice::list_bones:
      return "Model.bones.names has the model's bones";
    case Advice::list_morphs:
      return "Model.morphs.names has the model's morphs";
    case Advice::see_notes:
      return "Model.findings gives details";
  }
  return d.hint;
}

py::str to_python(std::string_view text) {
  PyObject* decoded =
      PyUnicode_DecodeUTF8(text.data(), static_cast<Py_ssize_t>(text.size()), "surrogateescape");
  if (decoded == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(decoded);
}

std::string from_python(const py::handle& text) {
  if (!PyUnicode_Check(text.ptr())) throw py::type_error("expected a str");
  const auto bytes =
      py::reinterpret_steal<py::object>(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "surrogateescape"));
  if (!bytes) throw py::error_already_set();
  return {PyBytes_AS_STRING(bytes.ptr()), static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.ptr()))};
}

void bind_errors(py::module_& module) {
  error_class = PyErr_NewExceptionWithDoc(
      "mmdview.Error",
      "A file that cannot be read, a name that is unknown, or an operation that failed.\n\n"
      "file: the file as it was given, or empty. offset: byte offset into it, or None. "
      "line: from 1, "
      "or None.\nwhat: the problem. hint: a remedy; may be empty.",
      PyExc_Exception, nullptr);
  if (error_class == nullptr) throw py::error_already_set();
  module.attr("Error") = py::reinterpret_borrow<py::object>(error_class);
  py::register_exception_translator([](std::exception_ptr thrown) {
    try {
      if (thrown) std::rethrow_exception(thrown);
    } catch (const Failure& failure) {
      raise(failure.diagnostic);
    }
  });
  py::class_<Diagnostic>(module, "Diagnostic",
                         "A problem that was tolerated or repaired while a file was read.")
      .def_property_readonly(
          "severity", [](const Diagnostic& d) { return severity_word(d.severity); },
          "'note', 'warning' or 'error'.")
      .def_property_readonly("file", [](const Diagnostic& d) { return to_python(d.file); })
      .def_readonly("offset", &Diagnostic::offset, "Byte offset into the file, or None.")
      .def_readonly("line", &Diagnostic::line, "From 1, or None.")
      .def_property_readonly("what", [](const Diagnostic& d) { return to_python(d.what); })
      .def_property_readonly("hint", [](const Diagnostic& d) { return to_python(hint_of(d)); })
      .def("__str__", [](const Diagnostic& d) { return to_python(describe(d)); })
      .def("__repr__",
           [](const Diagnostic& d) { return to_python(fmt::format("<Diagnostic {}>", describe(d))); });
}

}  // namespace mmd::python
