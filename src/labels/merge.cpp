#include "labels/merge.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <set>

#include <fmt/format.h>

#include "base/errors.h"
#include "labels/label_json.h"

namespace mmd {
namespace {

Result<Json> parsed(const LabelText& file, std::string_view member) {
  Json json = Json::parse(file.text, nullptr, false);
  if (json.is_object() && json.contains(std::string(member)) && json[std::string(member)].is_array())
    return json;
  return fail(in_file(make_error(fmt::format("no labels: there is no list \"{}\"", member)), file.name));
}

/// Things by the name of their picture; of two with one name they must be the same.
Result<void> put(const std::string& name, Json thing, const LabelText& file,
                 std::map<std::string, Json>& to) {
  const auto [at, is_new] = to.emplace(name, thing);
  // Whatever the order of their members.
  if (is_new || nlohmann::json(at->second) == nlohmann::json(thing)) return {};
  return fail(in_file(make_error(fmt::format("\"{}\" has other labels in another file", name),
                                 "merge labels of one run, or give pictures names of their own"),
                      file.name));
}

Result<std::string> text_of(const Json& thing, const char* member, const LabelText& file) {
  if (thing.is_object() && thing.contains(member) && thing[member].is_string())
    return thing[member].get<std::string>();
  return fail(in_file(make_error(fmt::format("no labels: something has no \"{}\"", member)), file.name));
}

Result<std::uint64_t> id_of(const Json& thing, const char* member, const LabelText& file) {
  if (thing.is_object() && thing.contains(member) && thing[member].is_number_unsigned())
    return thing[member].get<std::uint64_t>();
  return fail(in_file(make_error(fmt::format("no labels: something has no \"{}\"", member)), file.name));
}

/// An image with its annotations.
struct Pictures {
  std::map<std::string, Json> by_name;
  Json categories = Json::array();
};

Result<void> take_coco(const LabelText& file, Pictures& to) {
  MMD_TRY(const Json json, parsed(file, "images"));
  MMD_TRY(parsed(file, "annotations"));
  MMD_TRY(parsed(file, "categories"));
  std::map<std::uint64_t, Json> annotations;
  for (const Json& annotation : json["annotations"]) {
    MMD_TRY(const std::uint64_t image, id_of(annotation, "image_id", file));
    auto& of_image = annotations[image];
    if (of_image.is_null()) of_image = Json::array();
    of_image.push_back(annotation);
  }
  for (const Json& image : json["images"]) {
    MMD_TRY(const std::string name, text_of(image, "file_name", file));
    MMD_TRY(const std::uint64_t id, id_of(image, "id", file));
    Json own = annotations.count(id) > 0 ? annotations[id] : Json::array();
    MMD_TRY(put(name, {{"image", image}, {"annotations", std::move(own)}}, file, to.by_name));
  }
  if (to.categories.empty()) to.categories = json["categories"];
  return {};
}

/// Ids are hashes of names: two may meet, if hardly ever.
Result<void> check_ids(const Json& things) {
  std::set<std::uint64_t> met;
  for (const Json& thing : things)
    if (!met.insert(thing["id"].get<std::uint64_t>()).second)
      return fail(fmt::format("two things have the id {}", thing["id"].get<std::uint64_t>()),
                  "give one of the pictures another name");
  return {};
}

}  // namespace

Result<Bytes> merge_coco(std::span<const LabelText> files) try {
  Pictures pictures;
  for (const LabelText& file : files) MMD_TRY(take_coco(file, pictures));
  Json images = Json::array(), annotations = Json::array();
  for (const auto& [name, picture] : pictures.by_name) {
    images.push_back(picture["image"]);
    for (const Json& annotation : picture["annotations"]) annotations.push_back(annotation);
  }
  MMD_TRY(check_ids(images));
  for (const Json& annotation : annotations) MMD_TRY(id_of(annotation, "id", {"annotations", {}}));
  MMD_TRY(check_ids(annotations));
  return file_of({{"images", std::move(images)},
                  {"annotations", std::move(annotations)},
                  {"categories", std::move(pictures.categories)}});
} catch (...) {
  return fail_caught("merge labels", "the labels cannot be merged");
}

Result<Bytes> merge_cameras(std::span<const LabelText> files) try {
  std::map<std::string, Json> frames;
  std::set<std::string> models;
  for (const LabelText& file : files) {
    MMD_TRY(const Json json, parsed(file, "frames"));
    const std::string shared = json.value("camera_model", std::string());
    for (Json frame : json["frames"]) {
      MMD_TRY(const std::string name, text_of(frame, "file_path", file));
      if (!frame.contains("camera_model")) frame["camera_model"] = shared;
      MMD_TRY(const std::string model, text_of(frame, "camera_model", file));
      models.insert(model);
      MMD_TRY(put(name, std::move(frame), file, frames));
    }
  }
  Json out = Json::object(), list = Json::array();
  if (models.size() == 1) out["camera_model"] = *models.begin();
  for (auto& [name, frame] : frames) {
    if (models.size() == 1) frame.erase("camera_model");
    list.push_back(std::move(frame));
  }
  out["metres_per_unit"] = metres_per_unit;
  out["frames"] = std::move(list);
  return file_of(out);
} catch (...) {
  return fail_caught("merge labels", "the labels cannot be merged");
}

}  // namespace mmd
