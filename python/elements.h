#pragma once

#include <memory>
#include <vector>

#include <pybind11/pybind11.h>

#include "model.h"

namespace mmd::python {

inline const std::vector<Bone>& list_in(const Model& model, const Bone* /*kind*/) {
  return model.skeleton.bones;
}
inline const std::vector<Morph>& list_in(const Model& model, const Morph* /*kind*/) {
  return model.morphs;
}
inline const std::vector<Material>& list_in(const Model& model, const Material* /*kind*/) {
  return model.materials;
}

/// The bones, morphs or materials of a model; keeps it alive.
template <class Item>
struct Elements {
  std::shared_ptr<PyModel> owner;
  const std::vector<Item>& list() const { return list_in(owner->model(), static_cast<const Item*>(nullptr)); }
};

/// One of them.
template <class Item>
struct Element {
  Elements<Item> all;
  std::size_t index = 0;
  const Item& get() const { return all.list()[index]; }
  bool operator==(const Element& other) const { return all.owner == other.all.owner && index == other.index; }
};

/// Binds Bones, Morphs and Materials, and Bone, Morph and Material.
void bind_elements(pybind11::module_& module);

}  // namespace mmd::python
