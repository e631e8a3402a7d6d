#pragma once

#include <memory>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "model/finding.h"
#include "scene/load.h"
#include "skeleton/pose_lanes.h"

namespace mmd::python {

/// A model with what its evaluation needs. Immutable but for textures and the plan of its skinning, which are
/// made when they are first wanted, under the GIL.
class PyModel {
 public:
  PyModel(LoadedModel loaded, InputFile source);

  const Model& model() const { return *loaded.model; }

  LoadedModel loaded;
  InputFile source;  ///< where it came from; with bytes only if it was loaded of some
  PoseLanes lanes;
  bool has_textures = false;  ///< whether they are decoded; theirs who draws (render.cpp)
};

/// Whether a space is MMD's own; ValueError: it is none.
bool is_mmd_space(const std::string& space);

/// A file by its path, which may lead into an archive, or as bytes. `name` of bytes is for messages.
InputFile input_from(const pybind11::handle& source, const std::string& name);

/// Model, Bones, Morphs, Finding.
void bind_model(pybind11::module_& module);

}  // namespace mmd::python
