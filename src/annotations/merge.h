#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "annotations/label_choice.h"
#include "base/result.h"

namespace mmd {

/// The label file of a picture.
struct LabelText {
  std::string name;  ///< file name for messages
  std::string_view text;
};

/// Receives the text of a file piece by piece.
using TextSink = std::function<Result<void>(std::string_view)>;

/// Joins the labels of many pictures into one file, and writes them as they come.
class LabelMerge {
 public:
  virtual ~LabelMerge() = default;
  /// Adds the label of a picture. `picture`: its path relative to the joined file, different at each call.
  /// Errors: the text is no such label; two equal ids; an error of the sink.
  virtual Result<void> add(const LabelText& label, const std::string& picture) = 0;
  virtual Result<void> end() = 0;
};

/// Joins COCO files, with the categories of the first one. Images are named by their pictures' paths, which
/// also give the ids.
std::unique_ptr<LabelMerge> merge_coco(TextSink sink);

/// Joins `.camera.json` files into a transforms.json with the first file's `camera_model`; frames with
/// another model have a `camera_model` of their own.
std::unique_ptr<LabelMerge> merge_cameras(TextSink sink);

/// A kind of label that can be joined.
struct MergedLabel {
  Label label;
  const char* suffix;  ///< of a single picture's file: ".coco.json"
  const char* file;    ///< the usual name of the joined file
  std::unique_ptr<LabelMerge> (*begin)(TextSink sink);
};
std::span<const MergedLabel> merged_labels();

}  // namespace mmd
