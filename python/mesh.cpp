#include "mesh.h"

#include <algorithm>
#include <memory>
#include <string>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "assets/file_set.h"
#include "base/handedness.h"
#include "errors.h"
#include "model.h"

namespace mmd::python {
namespace {

namespace py = pybind11;

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

/// (vertices, 3) of the vertices at rest.
FloatArray in_space(const RawVector<vec3>& values, const std::string& space) {
  const bool mmd = is_mmd_space(space);
  FloatArray out = unset_array({static_cast<py::ssize_t>(values.size()), 3});
  float* to = out.mutable_data();
  for (const vec3& value : values) {
    const vec3 v = mmd ? mirror(value) : value;
    for (glm::length_t c = 0; c < 3; ++c) *to++ = v[c];
  }
  return out;
}

FloatArray skin_weights(const PyModel& m) {
  const auto& weights = m.model().vertices.weights;
  FloatArray out = unset_array({static_cast<py::ssize_t>(weights.size()), 4});
  float* to = out.mutable_data();
  for (const vec4& w : weights)
    for (glm::length_t i = 0; i < 4; ++i) *to++ = w[i];
  return out;
}

py::array_t<std::int32_t> skin_joints(const PyModel& m) {
  const auto& bones = m.model().vertices.bones;
  py::array_t<std::int32_t> out(std::vector<py::ssize_t>{static_cast<py::ssize_t>(bones.size()), 4});
  std::int32_t* to = out.mutable_data();
  for (const auto& four : bones)
    for (const std::uint32_t bone : four) *to++ = static_cast<std::int32_t>(bone);
  return out;
}

py::array_t<std::int32_t> material_textures(const PyModel& m) {
  py::array_t<std::int32_t> out(static_cast<py::ssize_t>(m.model().materials.size()));
  std::int32_t* to = out.mutable_data();
  for (const Material& material : m.model().materials) *to++ = material.texture;
  return out;
}

std::vector<py::str> textures(const PyModel& m) {
  std::vector<py::str> out;
  for (const std::string& texture : m.model().textures) out.push_back(to_python(texture));
  return out;
}

py::list texture_paths(const PyModel& m) {
  const ModelOrigin& origin = m.loaded.origin;
  py::list out;
  for (const std::string& texture : m.model().textures) {
    const auto found = origin.files->resolve(origin.base, texture);
    if (found)
      out.append(to_python(to_utf8(path_from_utf8(origin.files->name()) / path_from_utf8(*found))));
    else
      out.append(py::none());
  }
  return out;
}

}  // namespace

void bind_mesh(py::module_& module) {
  auto model = py::reinterpret_borrow<py::class_<PyModel, std::shared_ptr<PyModel>>>(module.attr("Model"));
  model.def_property_readonly("vertex_count", [](const PyModel& m) { return m.model().vertices.size(); })
      .def(
          "rest_vertices",
          [](const PyModel& m, const std::string& space) {
            return in_space(m.model().vertices.position, space);
          },
          py::arg("space") = "mmd",
          "(vertices, 3) float32: the vertices at rest, without morphs, in model space and MMD units.")
      .def(
          "rest_normals",
          [](const PyModel& m, const std::string& space) {
            return in_space(m.model().vertices.normal, space);
          },
          py::arg("space") = "mmd",
          "(vertices, 3) float32: their normals, of length 1, or 0 where the file has none.")
      .def_property_readonly("skin_weights", &skin_weights,
                             "(vertices, 4) float32: weights of the bones in skin_joints; their sum is 1.")
      .def_property_readonly("skin_joints", &skin_joints,
                             "(vertices, 4) int32: indices of bones; len(bones) for a vertex without bones, "
                             "which stays at rest.")
      .def_property_readonly("faces", &faces,
                             "(faces, 3) int32: indices of vertices, clockwise seen from the front in MMD's "
                             "space, counter-clockwise in 'gl'.")
      .def_property_readonly("uvs", &uvs, "(vertices, 2) float32: texture coordinates, from the top left.")
      .def_property_readonly("face_materials", &face_materials, "(faces,) int32: the material of each face.")
      .def_property_readonly("material_names", &material_names, "The names, a list of str.")
      .def_property_readonly("material_colours", &material_colours,
                             "(materials, 4) float32: red, green, blue and alpha; textures multiply them.")
      .def_property_readonly("material_textures", &material_textures,
                             "(materials,) int32: the index of each material's texture; -1 without one.")
      .def_property_readonly("textures", &textures, "The names of the textures in the file, a list of str.")
      .def_property_readonly("texture_paths", &texture_paths,
                             "Where the textures are, a list of str: on disk, or in an archive "
                             "('models.zip/tex/a.png'). None for a missing one.");
}

}  // namespace mmd::python
