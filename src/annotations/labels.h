#pragma once

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "annotations/label_choice.h"
#include "annotations/label_source.h"
#include "assets/image.h"
#include "base/byte_io.h"
#include "base/diagnostic.h"
#include "render/renderer.h"

namespace mmd {

/// A label file of a picture.
struct LabelFile {
  std::string suffix;  ///< replaces the picture's extension: ".depth.png"
  Bytes bytes;
};

/// A label that is an image, with the text that its PNG stores.
struct LabelPixels {
  PngPixels pixels;
  ImageMetadata metadata;
};

/// Depth along the view direction, MMD units; rows from the top.
struct DepthPlane {
  int width = 0, height = 0;
  std::vector<float> values;
};

/// A label before it is encoded as a file.
struct LabelValue {
  std::string suffix;                                    ///< of its file, as in LabelFile
  std::variant<LabelPixels, DepthPlane, Bytes> content;  ///< Bytes: JSON on one line
};

/// Collects the data for labels. Keeps facts about a model as long as the model lives.
class Labeller {
 public:
  /// Collects the data for a picture, on the renderer's thread. Errors: out of memory, a faulty shader.
  Result<LabelSource> look(Renderer& renderer, const Scene& scene, LabelChoice choice, int width, int height);

 private:
  struct Known {
    std::weak_ptr<const Model> model;
    std::shared_ptr<const ModelMarks> marks;
  };
  std::shared_ptr<const ModelMarks> marks_of(const std::shared_ptr<const Model>& model);

  std::vector<Known> known_;
};

/// Makes the labels without encoding them; may run on any thread. `file`: the picture's name in the labels.
std::vector<LabelValue> label_values(const LabelSource& source, const std::string& file);
/// The same as files.
Result<std::vector<LabelFile>> label_files(const LabelSource& source, const std::string& file);

/// Notes about faces of persons that lack points, if the choice has labels with such points.
Diagnostics face_notes(const LabelSource& source);

/// The suffixes of the files that label_files() makes.
std::vector<std::string> label_suffixes(const LabelChoice& choice);

/// The path of a label: "a.png" and ".depth.png" give "a.depth.png".
std::string label_path(const std::string& picture, const std::string& suffix);

}  // namespace mmd
