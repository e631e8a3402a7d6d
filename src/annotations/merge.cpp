#include "annotations/merge.h"

#include <algorithm>
#include <cstdint>
#include <initializer_list>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "annotations/label_json.h"
#include "annotations/label_makers.h"
#include "base/errors.h"
#include "base/json.h"
#include "base/text.h"

namespace mmd {
namespace {

tl::unexpected<Diagnostic> no_labels(const LabelText& file, Diagnostic why) {
  why.what = "no labels: " + why.what;
  return fail(in_file(std::move(why), file.name));
}
tl::unexpected<Diagnostic> no_labels(const LabelText& file, std::string what) {
  return no_labels(file, make_error(std::move(what)));
}

/// Parses the file; error if one of the lists is missing.
Result<Json> parsed(const LabelText& file, std::initializer_list<const char*> lists) {
  auto json = parse_json<Json>(file.text);
  if (!json) return no_labels(file, std::move(json.error()));
  for (const char* list : lists)
    if (!json->is_object() || !json->contains(list) || !(*json)[list].is_array())
      return no_labels(file, fmt::format("there is no list \"{}\"", list));
  return json;
}

/// The only element of a list, because a label file is for one picture.
Result<Json> only_one(const Json& json, const char* list, const LabelText& file) {
  if (json[list].size() != 1 || !json[list][0].is_object())
    return no_labels(file, fmt::format("\"{}\" must contain one picture", list));
  return json[list][0];
}

/// Writes a JSON list element by element, one per line.
class ListWriter {
 public:
  /// `before`: text before the list.
  ListWriter(TextSink sink, std::string before) : sink_(std::move(sink)), before_(std::move(before)) {}
  Result<void> add(const Json& element) {
    const std::string text = before_ + json_text(element);
    before_ = between;
    return sink_(text);
  }
  /// `after`: text after the list.
  Result<void> end(const std::string& after) {
    return sink_((before_ == between ? std::string() : before_) + after);
  }

 private:
  static constexpr std::string_view between = ",\n";
  TextSink sink_;
  std::string before_;
};

class CocoMerge : public LabelMerge {
 public:
  explicit CocoMerge(TextSink sink) : annotations_(std::move(sink), "{\"annotations\":[\n") {}

  Result<void> add(const LabelText& label, const std::string& picture) override try {
    MMD_TRY(const Json json, parsed(label, {"images", "annotations", "categories"}));
    MMD_TRY(Json image, only_one(json, "images", label));
    MMD_TRY(image["id"], fresh_id(picture, 0));
    image["file_name"] = picture;
    std::size_t person = 0;
    for (Json annotation : json["annotations"]) {
      if (!annotation.is_object()) return no_labels(label, "an annotation is not an object");
      MMD_TRY(annotation["id"], fresh_id(picture, ++person));
      annotation["image_id"] = image["id"];
      MMD_TRY(annotations_.add(annotation));
    }
    images_ += (images_.empty() ? "" : ",\n") + json_text(image);
    if (categories_.empty()) categories_ = json_text(json["categories"]);
    return {};
  } catch (...) {
    return fail_caught("merge labels", "the labels cannot be merged");
  }

  Result<void> end() override {
    return annotations_.end(fmt::format("],\n\"images\":[\n{}],\n\"categories\":{}}}\n", images_,
                                        categories_.empty() ? "[]" : categories_));
  }

 private:
  /// Error for a repeated id: ids are hashes of names, so two may be equal, though hardly ever.
  Result<std::uint64_t> fresh_id(const std::string& picture, std::size_t person) {
    const std::uint64_t id = coco_id(picture, person);
    if (ids_.insert(id).second) return id;
    return fail(in_file(
        make_error(fmt::format("another picture has the same id, {}", id), "rename this picture"), picture));
  }

  ListWriter annotations_;
  std::string images_, categories_;
  std::set<std::uint64_t> ids_;
};

class CameraMerge : public LabelMerge {
 public:
  explicit CameraMerge(TextSink sink) : frames_(std::move(sink), "{\"frames\":[\n") {}

  Result<void> add(const LabelText& label, const std::string& picture) override try {
    MMD_TRY(const Json json, parsed(label, {"frames"}));
    MMD_TRY(Json frame, only_one(json, "frames", label));
    if (!json.contains("camera_model") || !json["camera_model"].is_string())
      return no_labels(label, "there is no \"camera_model\"");
    const std::string model = json["camera_model"].get<std::string>();
    if (model_.empty()) model_ = model;
    if (model != model_) frame["camera_model"] = model;
    frame["file_path"] = picture;
    share(json, frame);
    return frames_.add(frame);
  } catch (...) {
    return fail_caught("merge labels", "the labels cannot be merged");
  }

  Result<void> end() override {
    Json rest = shared_;
    if (!model_.empty()) rest["camera_model"] = model_;
    rest["metres_per_unit"] = metres_per_unit;
    return frames_.end("],\n" + json_text(rest).substr(1) + "\n");
  }

 private:
  /// Collects the keys that all frames share, and the largest box.
  void share(const Json& file, const Json& frame) {
    const bool is_first = shared_.empty();
    for (const char* key : shared_camera_keys) {
      if (is_first && frame.contains(key)) shared_[key] = frame[key];
      if (!frame.contains(key) || (shared_.contains(key) && shared_[key] != frame[key])) shared_.erase(key);
    }
    const bool has_scale = file.contains("aabb_scale") && file["aabb_scale"].is_number_integer();
    const int scale = has_scale ? file["aabb_scale"].get<int>() : 1;
    shared_["aabb_scale"] = is_first ? scale : std::max(shared_["aabb_scale"].get<int>(), scale);
    if (file.contains("applied_transform")) shared_["applied_transform"] = file["applied_transform"];
  }

  ListWriter frames_;
  Json shared_ = Json::object();
  std::string model_;
};

constexpr MergedLabel rows[] = {{Label::keypoints, ".coco.json", "annotations.json", merge_coco},
                                {Label::camera, ".camera.json", "transforms.json", merge_cameras}};

}  // namespace

std::unique_ptr<LabelMerge> merge_coco(TextSink sink) {
  return std::make_unique<CocoMerge>(std::move(sink));
}

std::unique_ptr<LabelMerge> merge_cameras(TextSink sink) {
  return std::make_unique<CameraMerge>(std::move(sink));
}

std::span<const MergedLabel> merged_labels() {
  return rows;
}

}  // namespace mmd
