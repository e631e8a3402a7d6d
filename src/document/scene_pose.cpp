#include "document/scene_pose.h"

#include <cstdint>
#include <filesystem>
#include <string_view>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "base/base64.h"
#include "base/handedness.h"
#include "base/json.h"
#include "base/number_text.h"
#include "formats/pmm.h"

namespace mmd {
namespace {

constexpr std::string_view member = "/pose";
}  // namespace

std::string_view word_of(Shows shows) {
  constexpr std::string_view words[] = {"", "pose", "rest"};  // by Shows
  return words[static_cast<std::size_t>(shows)];
}

std::optional<Shows> shows_called(std::string_view word) {
  for (const Shows shows : {Shows::pose, Shows::rest})
    if (word_of(shows) == word) return shows;
  return std::nullopt;
}

namespace {

/// The bytes as JSON; null unless they are a scene file.
nlohmann::json scene_json(ByteSpan bytes) {
  if (!may_be_scene(bytes)) return nullptr;
  auto json = parse_json<nlohmann::json>(as_text(bytes));
  const bool is_scene = json && json->is_object() &&
                        (json->contains(scene_version_member) || json->contains(state_version_member));
  return is_scene ? std::move(*json) : nlohmann::json(nullptr);
}

/// The index that a list begins with; one that no model has if it is not one.
std::size_t index_in(const nlohmann::json& list) {
  return list.at(0).is_number_unsigned() ? list.at(0).get<std::size_t>() : SIZE_MAX;
}

/// The numbers of a list with that many; throws nlohmann::json::exception otherwise.
std::vector<float> numbers(const nlohmann::json& list, std::size_t from, std::size_t count) {
  std::vector<float> out;
  for (std::size_t i = 0; i < count; ++i) out.push_back(list.at(from + i).get<float>());
  return out;
}

}  // namespace

nlohmann::json json_of_unnamed(const UnnamedPose& unnamed) {
  nlohmann::json out = nlohmann::json::object();
  for (const auto& [index, translation, rotation] : unnamed.bones) {
    const vec3 t = mirror(translation);
    const quat q = mirror(rotation);
    out["bones"].push_back({index, t.x, t.y, t.z, q.x, q.y, q.z, q.w});
  }
  for (const auto& [index, weight] : unnamed.morphs) out["morphs"].push_back({index, weight});
  return out;
}

UnnamedPose unnamed_of_json(const nlohmann::json& figure) try {
  UnnamedPose out;
  const auto unnamed = figure.find(scene_unnamed_member);
  if (unnamed == figure.end() || !unnamed->is_object()) return out;
  for (const auto& bone : unnamed->value("bones", nlohmann::json::array())) {
    const std::vector<float> n = numbers(bone, 1, 7);
    out.bones.push_back(
        {index_in(bone), mirror(vec3(n[0], n[1], n[2])), mirror(quat(n[6], n[3], n[4], n[5]))});
  }
  for (const auto& morph : unnamed->value("morphs", nlohmann::json::array()))
    out.morphs.emplace_back(index_in(morph), morph.at(1).get<float>());
  return out;
} catch (const nlohmann::json::exception&) {
  return {};
}

namespace {

std::optional<ScenePose> pose_of_figure(const nlohmann::json& figure) {
  const auto pose = figure.find("pose");
  if (pose == figure.end() || !pose->is_string()) return std::nullopt;
  ScenePose out;
  out.vpd = bytes_of_text(pose->get_ref<const std::string&>());
  if (const auto shows = figure.find("shows"); shows != figure.end() && shows->is_string())
    out.shows = shows_called(shows->get_ref<const std::string&>()).value_or(Shows::motion);
  const auto read_names = [&](const char* member, std::vector<std::string>& names) {
    if (const auto list = figure.find(member); list != figure.end() && list->is_array())
      for (const auto& bone : *list)
        if (bone.is_string()) names.push_back(bone.get<std::string>());
  };
  read_names("ik-off", out.ik_off);
  read_names("physics-off", out.frozen);
  read_names("pins", out.pins);
  out.unnamed = unnamed_of_json(figure);
  return out;
}

}  // namespace

bool is_scene_or_project(ByteSpan bytes) {
  return pmm::looks_like(bytes) || scene_json(bytes).is_object();
}

std::optional<Bytes> picture_of_scene(ByteSpan bytes) {
  const nlohmann::json json = scene_json(bytes);
  if (!json.is_object() || !json.contains(scene_picture_member)) return std::nullopt;
  const nlohmann::json& picture = json[scene_picture_member];
  const std::string text = picture.is_string() ? picture.get<std::string>() : std::string();
  const std::size_t comma = text.find(',');
  return comma == std::string::npos ? std::nullopt
                                    : bytes_of_base64(std::string_view(text).substr(comma + 1));
}

std::optional<FigurePoses> poses_of_scene(ByteSpan bytes) {
  const nlohmann::json json = scene_json(bytes);
  if (!json.is_object()) return std::nullopt;
  FigurePoses out{pose_of_figure(json)};
  auto figures = json.find("figures");
  if (figures == json.end()) figures = json.find("beside");  // the key's name in older files
  if (figures == json.end() || !figures->is_array()) return out;
  for (const auto& figure : *figures)
    out.push_back(figure.is_object() ? pose_of_figure(figure) : std::nullopt);
  return out;
}

std::optional<ScenePose> pose_of_scene(ByteSpan bytes, std::size_t figure) {
  auto poses = poses_of_scene(bytes);
  if (!poses || figure > poses->size()) return std::nullopt;
  return std::move((*poses)[figure - 1]);
}

std::string name_of_pose(const std::string& scene, std::size_t figure) {
  return fmt::format("{}{}{}", scene, member, figure);
}

std::optional<std::pair<std::string, std::size_t>> pose_named(const std::string& name) {
  const std::size_t at = name.rfind(member);
  if (at == std::string::npos) return std::nullopt;
  std::size_t figure = 0;
  if (!read_whole(std::string_view(name).substr(at + member.size()), figure) || figure == 0)
    return std::nullopt;
  std::error_code error;
  std::string scene = name.substr(0, at);
  if (!std::filesystem::is_regular_file(path_from_utf8(scene), error)) return std::nullopt;
  return std::pair(std::move(scene), figure);
}

}  // namespace mmd
