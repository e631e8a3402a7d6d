#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "annotations/label_choice.h"
#include "base/result.h"

namespace mmd {

/// A label of a picture.
struct LabelText {
  std::string name;  ///< its file, for messages
  std::string_view text;
};

/// Takes the text of a file, piece by piece.
using TextSink = std::function<Result<void>(std::string_view)>;

/// Joins the labels of many pictures into one file, which is written as they come; keeps only their names.
class LabelMerge {
 public:
  virtual ~LabelMerge() = default;
  /// `picture`: its path as seen from the joined file, the same at no other call. Errors: no such label, two
  /// things with one id, whatever the sink says.
  virtual Result<void> add(const LabelText& label, const std::string& picture) = 0;
  virtual Result<void> end() = 0;
};

/// A COCO file of many: images have their pictures' paths, and ids are made of these. Categories are the
/// first one's.
std::unique_ptr<LabelMerge> merge_coco(TextSink sink);

/// A transforms.json of many `.camera.json`. `camera_model` is the first one's; frames with another state it.
std::unique_ptr<LabelMerge> merge_cameras(TextSink sink);

/// A label whose files of many pictures can be one.
struct MergedLabel {
  Label label;
  const char* suffix;  ///< of a picture's own: ".coco.json"
  const char* file;    ///< the usual name of the joined one
  std::unique_ptr<LabelMerge> (*begin)(TextSink sink);
};
std::span<const MergedLabel> merged_labels();

}  // namespace mmd
