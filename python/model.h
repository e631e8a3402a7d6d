#pragma once

#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "model/finding.h"
#include "scene/load.h"
#include "session/arrangement.h"
#include "skeleton/bone_manager.h"

namespace mmd::python {

/// Keeps bone managers for the next evaluation: making one takes longer than evaluating a few poses.
class EvaluatorPool {
 public:
  /// Returns an unused bone manager or makes one.
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

/// A model and the data for its evaluation. Immutable except for the pool, which locks itself, and the
/// textures, which are decoded for the first picture, without the GIL and under the mutex of Drawing
/// (drawing.cpp).
class PyModel {
 public:
  PyModel(LoadedModel loaded, InputFile source, std::string path);

  const Model& model() const { return *loaded.model; }
  /// The model at rest, for an arrangement.
  Figure figure() const;

  LoadedModel loaded;
  InputFile source;  ///< has bytes only if the model was loaded from bytes
  std::string path;  ///< absolute; empty if the model was loaded from bytes
  EvaluatorPool evaluators;
  std::optional<DecodedTextures> textures;  ///< for the first picture; guarded by the mutex of Drawing
};

/// Whether a space is MMD's own. Raises ValueError for an unknown space.
bool is_mmd_space(const std::string& space);
/// Whether a kind of matrices is "skinning", not "bone". Raises ValueError for an unknown kind.
bool is_skinning(const std::string& kind);

/// Reads a file from a path, which may lead into an archive, or from bytes. Messages call bytes `name`.
InputFile input_from(const pybind11::handle& source, const std::string& name);

/// Model.load.
std::shared_ptr<PyModel> load_model_of(const pybind11::handle& source, const std::string& name);

/// Binds Model and what it has.
void bind_model(pybind11::module_& module);

}  // namespace mmd::python
