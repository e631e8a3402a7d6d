#include "elements.h"

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>
#include <pybind11/numpy.h>
#include <pybind11/stl.h>

#include "arrays.h"
#include "base/handedness.h"
#include "errors.h"
#include "model/nearest_name.h"
#include "pose/morphs.h"

namespace mmd::python {
namespace {

namespace py = pybind11;

/// What differs between bones, morphs and materials.
template <class Item>
struct Kind;
template <>
struct Kind<Bone> {
  static constexpr const char *word = "bone", *one = "Bone", *all = "Bones";
  static std::int32_t find(const Model& model, const std::string& name) { return model.find_bone(name); }
  static NearestNames nearest(const Model& model) { return nearest_bone_names(model); }
};
template <>
struct Kind<Morph> {
  static constexpr const char *word = "morph", *one = "Morph", *all = "Morphs";
  static std::int32_t find(const Model& model, const std::string& name) { return model.find_morph(name); }
  static NearestNames nearest(const Model& model) { return nearest_morph_names(model); }
};
template <>
struct Kind<Material> {
  static constexpr const char *word = "material", *one = "Material", *all = "Materials";
  static std::int32_t find(const Model& model, const std::string& name) {
    const auto found = std::find_if(model.materials.begin(), model.materials.end(),
                                    [&](const Material& material) { return material.name == name; });
    return found == model.materials.end() ? none : static_cast<std::int32_t>(found - model.materials.begin());
  }
  static NearestNames nearest(const Model& model) {
    std::vector<std::string> names;
    for (const Material& material : model.materials) names.push_back(material.name);
    return NearestNames(std::move(names));
  }
};

template <class Item, class Get>
py::list texts(const Elements<Item>& elements, Get get) {
  py::list out(elements.list().size());
  for (std::size_t i = 0; i < elements.list().size(); ++i) out[i] = to_python(get(elements.list()[i]));
  return out;
}

/// The index of the first one of that name. Raises mmdview.Error with similar names if there is none.
template <class Item>
std::size_t index_of(const Elements<Item>& elements, const py::str& name) {
  const std::string text = from_python(name);
  const Model& model = elements.owner->model();
  const std::int32_t found = Kind<Item>::find(model, text);
  if (found != none) return static_cast<std::size_t>(found);
  std::string hint;
  for (const std::string& near : Kind<Item>::nearest(model).suggestions(text))
    hint += (hint.empty() ? "did you mean " : " or ") + near;
  throw Failure{in_file(make_error(fmt::format("the model has no {} named {}", Kind<Item>::word, text),
                                   hint.empty() ? hint : hint + "?"),
                        elements.owner->source.name)};
}

template <class Item>
Element<Item> element_at(const Elements<Item>& elements, py::ssize_t index) {
  const auto count = static_cast<py::ssize_t>(elements.list().size());
  if (index < -count || index >= count)
    throw py::index_error(fmt::format("there is no {} {}: the model has {}", Kind<Item>::word, index, count));
  return {elements, static_cast<std::size_t>(index < 0 ? index + count : index)};
}

template <class Item>
py::list part_of(const Elements<Item>& elements, const py::slice& part) {
  py::list all, out;
  for (std::size_t i = 0; i < elements.list().size(); ++i) all.append(Element<Item>{elements, i});
  return all[part];
}

/// <135 bones: '全ての親', 'センター', 'グルーブ', …>
template <class Item>
std::string text_of(const Elements<Item>& elements) {
  constexpr std::size_t shown = 3;
  const auto& list = elements.list();
  std::string out = fmt::format("<{} {}{}", list.size(), Kind<Item>::word, list.size() == 1 ? "" : "s");
  for (std::size_t i = 0; i < std::min(shown, list.size()); ++i)
    out += fmt::format("{} '{}'", i == 0 ? ":" : ",", list[i].name);
  return out + (list.size() > shown ? ", …>" : ">");
}

/// Binds what all kinds have.
template <class Item>
std::pair<py::class_<Elements<Item>>, py::class_<Element<Item>>> bind_kind(py::module_& module,
                                                                           const char* help) {
  using All = Elements<Item>;
  using One = Element<Item>;
  static const std::string one_help = fmt::format("A {} of a model.", Kind<Item>::word);
  py::class_<One> one(module, Kind<Item>::one, one_help.c_str());
  py::class_<All> all(module, Kind<Item>::all, help);
  one.def_readonly("index", &One::index, "Its place in the file.")
      .def_property_readonly("name", [](const One& o) { return to_python(o.get().name); })
      .def_property_readonly(
          "name_english", [](const One& o) { return to_python(o.get().name_english); }, "Often empty.")
      .def("__eq__",
           [](const One& a, const py::object& b) { return py::isinstance<One>(b) && a == b.cast<One>(); })
      .def("__hash__", [](const One& o) { return py::hash(py::make_tuple(py::cast(o.all.owner), o.index)); });
  all.def("__len__", [](const All& a) { return a.list().size(); })
      .def_property_readonly(
          "names", [](const All& a) { return texts(a, [](const Item& x) { return x.name; }); },
          "The names, a list of str.")
      .def_property_readonly(
          "names_english",
          [](const All& a) { return texts(a, [](const Item& x) { return x.name_english; }); },
          "The English names, a list of str; many are empty.")
      .def("index", &index_of<Item>, py::arg("name"),
           "The index of the first one of that name. mmdview.Error: there is none.")
      .def("__contains__",
           [](const All& a, const py::str& name) {
             return Kind<Item>::find(a.owner->model(), from_python(name)) != none;
           })
      .def("__getitem__", &element_at<Item>, py::arg("index"))
      .def("__getitem__",
           [](const All& a, const py::str& name) {
             return One{a, index_of(a, name)};
           })
      .def("__getitem__", &part_of<Item>)
      .def("__iter__", [](const All& a) { return py::iter(part_of(a, py::slice(0, PY_SSIZE_T_MAX, 1))); })
      .def("__repr__", [](const All& a) { return to_python(text_of(a)); });
  return {all, one};
}

py::array_t<float> positions(const Elements<Bone>& bones, const std::string& space) {
  const bool mmd = is_mmd_space(space);
  py::array_t<float> out({static_cast<py::ssize_t>(bones.list().size()), py::ssize_t{3}});
  float* to = out.mutable_data();
  for (const Bone& bone : bones.list()) {
    const vec3 p = mmd ? mirror(bone.rest) : bone.rest;
    for (glm::length_t c = 0; c < 3; ++c) *to++ = p[c];
  }
  return out;
}

py::array_t<std::int32_t> parents(const Elements<Bone>& bones) {
  py::array_t<std::int32_t> out(static_cast<py::ssize_t>(bones.list().size()));
  std::int32_t* to = out.mutable_data();
  for (const Bone& bone : bones.list()) *to++ = bone.parent;
  return out;
}

py::array_t<std::int32_t> ik_bones(const Elements<Bone>& bones) {
  const auto& chains = bones.owner->model().skeleton.ik_chains;
  py::array_t<std::int32_t> out(static_cast<py::ssize_t>(chains.size()));
  std::int32_t* to = out.mutable_data();
  for (const IkChain& chain : chains) *to++ = chain.bone;
  return out;
}

void bind_bones(py::module_& module) {
  auto [all, one] = bind_kind<Bone>(module, "The bones of a model, in the order of its file.");
  one.def_property_readonly(
         "parent", [](const Element<Bone>& b) { return b.get().parent; },
         "The index of its parent; -1 for a root.")
      .def_property_readonly(
          "position",
          [](const Element<Bone>& b) {
            const vec3 p = mirror(b.get().rest);
            return std::array<float, 3>{p.x, p.y, p.z};
          },
          "At rest: x, y, z in MMD's own space, MMD units.")
      .def("__repr__", [](const Element<Bone>& b) {
        const std::int32_t parent = b.get().parent;
        const std::string below =
            parent == none ? "a root"
                           : "parent '" + b.all.list()[static_cast<std::size_t>(parent)].name + "'";
        return to_python(fmt::format("<Bone {} '{}', {}>", b.index, b.get().name, below));
      });
  all.def_property_readonly("parents", &parents,
                            "(bones,) int32: the index of each bone's parent; -1 for roots.")
      .def("positions", &positions, py::arg("space") = "mmd",
           "(bones, 3) float32: positions of the bones at rest, in model space and MMD units.")
      .def_property_readonly("ik", &ik_bones,
                             "(chains,) int32: the IK bones; chains are numbered in this order.");
}

std::string kind_of(const Morph& morph) {
  static constexpr const char* kinds[] = {"group", "vertex", "bone", "uv", "material", "impulse"};
  return kinds[morph.data.index()];
}

std::string panel_of(const Morph& morph) {
  static constexpr const char* panels[] = {"system", "brows", "eyes", "mouth", "other"};
  return panels[std::min<std::size_t>(morph.panel, 4)];
}

FloatArray vertex_offsets(const Element<Morph>& morph, const std::string& space) {
  const bool mmd = is_mmd_space(space);
  const Model& model = morph.all.owner->model();
  std::vector<float> weights(model.morphs.size(), 0.0f);
  weights[morph.index] = 1.0f;
  MorphState state(model);
  state.update(model, weights);
  FloatArray out = unset_array({static_cast<py::ssize_t>(model.vertices.size()), 3});
  const std::span<vec3> offsets(reinterpret_cast<vec3*>(out.mutable_data()), model.vertices.size());
  std::fill(offsets.begin(), offsets.end(), vec3(0.0f));
  for (std::size_t m = 0; m < weights.size(); ++m) {
    const auto* moved = std::get_if<VertexMorph>(&model.morphs[m].data);
    const float weight = state.effective()[m];
    if (moved == nullptr || weight == 0.0f) continue;
    for (std::size_t i = 0; i < moved->vertices.size(); ++i)
      offsets[moved->vertices[i]] += weight * moved->offsets[i];
  }
  if (mmd)
    for (vec3& offset : offsets) offset = mirror(offset) + 0.0f;  // no -0
  return out;
}

void bind_morphs(py::module_& module) {
  auto [all, one] = bind_kind<Morph>(module, "The morphs of a model, in the order of its file.");
  one.def_property_readonly(
         "kind", [](const Element<Morph>& m) { return kind_of(m.get()); },
         "'group', 'vertex', 'bone', 'uv', 'material' or 'impulse'.")
      .def_property_readonly(
          "panel", [](const Element<Morph>& m) { return panel_of(m.get()); },
          "Where MMD lists it: 'system', 'brows', 'eyes', 'mouth' or 'other'.")
      .def("vertex_offsets", &vertex_offsets, py::arg("space") = "mmd",
           "(vertices, 3) float32: how far the morph moves each vertex at weight 1, before skinning, MMD "
           "units; with the vertex morphs of a group. 0 for morphs of other kinds.")
      .def("__repr__", [](const Element<Morph>& m) {
        return to_python(fmt::format("<Morph {} '{}', {}, {}>", m.index, m.get().name, kind_of(m.get()),
                                     panel_of(m.get())));
      });
  all.def_property_readonly(
      "kinds", [](const Elements<Morph>& m) { return texts(m, kind_of); },
      "The type of each morph: 'group', 'vertex', 'bone', 'uv', 'material' or 'impulse'.");
}

void bind_materials(py::module_& module) {
  auto [all, one] =
      bind_kind<Material>(module, "The materials of a model, in the order in which they are drawn.");
  one.def_property_readonly(
         "colour",
         [](const Element<Material>& m) {
           const vec4& c = m.get().diffuse;
           return std::array<float, 4>{c.r, c.g, c.b, c.a};
         },
         "Red, green, blue and alpha, 0 to 1; the texture multiplies them.")
      .def_property_readonly(
          "texture", [](const Element<Material>& m) { return m.get().texture; },
          "Index into Model.textures and Model.texture_paths; -1 without one.")
      .def_property_readonly(
          "double_sided", [](const Element<Material>& m) { return m.get().has(pmx::material_double_sided); })
      .def_property_readonly(
          "faces",
          [](const Element<Material>& m) {
            const std::uint32_t first = m.get().first_index / 3;
            return py::module_::import("builtins").attr("range")(first, first + m.get().index_count / 3);
          },
          "The range of its faces in Model.faces.")
      .def("__repr__", [](const Element<Material>& m) {
        const Model& model = m.all.owner->model();
        const std::int32_t texture = m.get().texture;
        return to_python(fmt::format(
            "<Material {} '{}', {} faces, {}>", m.index, m.get().name, m.get().index_count / 3,
            texture == none ? "no texture" : "'" + model.textures[static_cast<std::size_t>(texture)] + "'"));
      });
}

}  // namespace

void bind_elements(py::module_& module) {
  bind_bones(module);
  bind_morphs(module);
  bind_materials(module);
}

}  // namespace mmd::python
