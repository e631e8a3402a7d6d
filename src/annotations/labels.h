#pragma once

#include <memory>
#include <string>
#include <vector>

#include "annotations/label_choice.h"
#include "annotations/label_source.h"
#include "base/byte_io.h"
#include "render/renderer.h"

namespace mmd {

/// A file that stands beside a picture.
struct LabelFile {
  std::string suffix;  ///< in the place of the picture's extension: ".depth.png"
  Bytes bytes;
};

/// What labels say of the picture that they belong to.
struct PictureFacts {
  std::string file;  ///< its name, as labels are to name it
};

/// Collects what labels of pictures need. Keeps what it finds out about a model as long as the model lives.
class Labeller {
 public:
  explicit Labeller(LabelChoice choice) : choice_(choice) {}

  /// What the labels of a picture of that size need. Must run on the renderer's thread. Errors: out of
  /// memory, shaders that do not compile.
  Result<LabelSource> look(Renderer& renderer, const Scene& scene, int width, int height);

 private:
  struct Known {
    std::weak_ptr<const Model> model;
    std::shared_ptr<const ModelMarks> marks;
  };
  std::shared_ptr<const ModelMarks> marks_of(const std::shared_ptr<const Model>& model);

  LabelChoice choice_;
  std::vector<Known> known_;
};

/// The labels as files, on any thread.
Result<std::vector<LabelFile>> label_files(const LabelSource& source, const PictureFacts& facts);

/// The suffixes of these files.
std::vector<std::string> label_suffixes(const LabelChoice& choice);

/// Where a label of a picture goes: "a.png", ".depth.png" make "a.depth.png".
std::string label_path(const std::string& picture, const std::string& suffix);

}  // namespace mmd
