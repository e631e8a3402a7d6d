#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "model/finding.h"
#include "scene/load.h"
#include "skeleton/bone_manager.h"

namespace mmd::python {

/// Bone managers of evaluations that are over, for those to come: making one takes longer than evaluating a
/// few poses.
class EvaluatorPool {
 public:
  /// One that is not in use, or a new one.
  BoneManager take(std::shared_ptr<const Skeleton> skeleton) {
    {
      const std::lock_guard lock(mutex_);
      if (!free_.empty()) {
        BoneManager out = std::move(free_.back());
        free_.pop_back();
        return out;
      }
    }
    return BoneManager(std::move(skeleton));
  }
  void give_back(BoneManager bones) {
    const std::lock_guard lock(mutex_);
    free_.push_back(std::move(bones));
  }

 private:
  std::mutex mutex_;
  std::vector<BoneManager> free_;
};

/// A model with what its evaluation needs. Immutable but for the pool, which locks itself, and the textures,
/// which are decoded for the first picture: without the GIL, under the mutex of the drawing (drawing.cpp).
class PyModel {
 public:
  PyModel(LoadedModel loaded, InputFile source);

  const Model& model() const { return *loaded.model; }

  LoadedModel loaded;
  InputFile source;  ///< where it came from; with bytes only if it was loaded of some
  EvaluatorPool evaluators;
  bool has_textures = false;  ///< whether they are decoded; theirs who draws (drawing.cpp)
};

/// Whether a space is MMD's own; ValueError: it is none.
bool is_mmd_space(const std::string& space);
/// Whether a kind of matrices is what moves vertices from rest; ValueError: it is none.
bool is_skinning(const std::string& kind);

/// A file by its path, which may lead into an archive, or as bytes. `name` of bytes is for messages.
InputFile input_from(const pybind11::handle& source, const std::string& name);

/// Model, Bones, Morphs, Finding.
void bind_model(pybind11::module_& module);

}  // namespace mmd::python
