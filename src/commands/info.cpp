#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/text.h"
#include "commands/commands.h"
#include "commands/messages.h"
#include "commands/text_table.h"
#include "document/inputs.h"
#include "pose/motion.h"
#include "scene/load.h"

namespace mmd {
namespace {

using Json = nlohmann::ordered_json;

std::string_view kind_of(const Morph& morph) {
  static constexpr std::string_view names[] = {"group", "vertex", "bone", "uv", "material", "impulse"};
  const auto* group = std::get_if<GroupMorph>(&morph.data);
  return group != nullptr && group->flip ? "flip" : names[morph.data.index()];
}

Json weight_types(const Model& model) {
  static constexpr std::string_view names[] = {"bdef1", "bdef2", "bdef4", "sdef", "qdef"};
  std::array<std::size_t, 5> counts{};
  for (const WeightType type : model.vertices.type) ++counts[static_cast<std::size_t>(type)];
  Json out = Json::object();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) out[std::string(names[i])] = counts[i];
  }
  return out;
}

/// Of the bodies that physics takes.
Json body_modes(const Model& model) {
  static constexpr std::string_view names[] = {"follows_bone", "dynamic", "dynamic_rotation"};
  std::array<std::size_t, 3> counts{};
  for (const RigidBody& body : model.bodies) ++counts[static_cast<std::size_t>(body.mode)];
  Json out = Json::object();
  for (std::size_t i = 0; i < counts.size(); ++i) {
    if (counts[i] > 0) out[std::string(names[i])] = counts[i];
  }
  return out;
}

Json model_summary(const Model& model, const std::string& file) {
  const auto& bones = model.skeleton.bones;
  const vec3 a = mirror(model.bounds_min), b = mirror(model.bounds_max);
  const vec3 zero(0.0f);  // adding it turns -0 into 0
  const vec3 low = glm::min(a, b) + zero, high = glm::max(a, b) + zero;
  Json out = Json::object();
  out["file"] = file;
  out["kind"] = "model";
  out["name"] = model.name;
  out["name_english"] = model.name_english;
  out["version"] = fmt::format("{:.1f}", model.format_version);
  out["comment"] = model.comment;
  out["comment_english"] = model.comment_english;
  out["vertices"] = model.vertices.size();
  out["weight_types"] = weight_types(model);
  out["triangles"] = model.indices.size() / 3;
  out["bones"] = bones.size();
  out["append_bones"] =
      std::count_if(bones.begin(), bones.end(), [](const Bone& x) { return x.append.source != none; });
  out["ik_chains"] = model.skeleton.ik_chains.size();
  out["rigid_bodies"] = model.rigid_body_count;
  out["rigid_body_modes"] = body_modes(model);
  out["joints"] = model.joint_count;
  out["soft_bodies"] = model.soft_body_count;
  out["display_frames"] = model.display_frames.size();
  out["bounds"] = {{"min", {low.x, low.y, low.z}}, {"max", {high.x, high.y, high.z}}};
  out["textures"] = model.textures;
  out["materials"] = Json::array();
  for (const Material& m : model.materials) {
    out["materials"].push_back({{"name", m.name}, {"triangles", m.index_count / 3}});
  }
  out["morphs"] = Json::array();
  for (const Morph& m : model.morphs) {
    out["morphs"].push_back({{"name", m.name}, {"panel", m.panel}, {"kind", kind_of(m)}});
  }
  return out;
}

Json pose_summary(const vpd::File& pose, const std::string& file) {
  static constexpr std::string_view encodings[] = {"CP932", "UTF-8", "UTF-8 with BOM", "UTF-16LE",
                                                   "UTF-16BE"};
  Json out = Json::object();
  out["file"] = file;
  out["kind"] = "pose";
  out["name"] = pose.model_name;
  out["encoding"] = encodings[static_cast<std::size_t>(pose.encoding)];
  out["bones"] = Json::array();
  for (const vpd::Bone& b : pose.bones) out["bones"].push_back(b.name);
  out["morphs"] = Json::array();
  for (const vpd::Morph& m : pose.morphs)
    out["morphs"].push_back({{"name", m.name}, {"weight", m.weight + 0.0f}});
  return out;
}

/// The names that keys are for, in order of appearance, with the number of keys.
template <class Keys>
Json keyed_names(const Keys& keys) {
  std::vector<std::pair<std::string, std::size_t>> counts;
  std::unordered_map<std::string_view, std::size_t> index_of;
  for (const auto& key : keys) {
    const std::string_view name = vmd::bytes_of(key.name);
    const auto [index, is_new] = index_of.try_emplace(name, counts.size());
    if (is_new) counts.emplace_back(utf8_from_cp932_lossy(name), 0);
    ++counts[index->second].second;
  }
  Json out = Json::array();
  for (const auto& [name, count] : counts) out.push_back({{"name", name}, {"keys", count}});
  return out;
}

template <class Keys>
std::uint32_t last_frame_of(const Keys& keys) {
  std::uint32_t last = 0;
  for (const auto& key : keys) last = std::max(last, key.frame);
  return last;
}

Json motion_summary(const vmd::File& motion, const std::string& file) {
  Json out = Json::object();
  out["file"] = file;
  out["kind"] = "motion";
  out["name"] = utf8_from_cp932_lossy(vmd::bytes_of(motion.model_name));
  const std::uint32_t last = std::max({last_frame_of(motion.bones), last_frame_of(motion.morphs),
                                       last_frame_of(motion.cameras), last_frame_of(motion.lights),
                                       last_frame_of(motion.self_shadows), last_frame_of(motion.properties)});
  out["last_frame"] = last;
  out["seconds"] = static_cast<double>(last) / frames_per_second;
  out["bone_keys"] = motion.bones.size();
  out["morph_keys"] = motion.morphs.size();
  out["camera_keys"] = motion.cameras.size();
  out["light_keys"] = motion.lights.size();
  out["self_shadow_keys"] = motion.self_shadows.size();
  out["property_keys"] = motion.properties.size();
  out["bones"] = keyed_names(motion.bones);
  out["morphs"] = keyed_names(motion.morphs);
  return out;
}

std::string one_line(const Json& value) {
  std::string out;
  if (value.is_string()) return on_one_line(value.get<std::string>());
  if (value.is_object()) {
    for (const auto& [key, item] : value.items())
      out += fmt::format("{}{} {}", out.empty() ? "" : ", ", key, one_line(item));
    return out;
  }
  if (value.is_array()) {
    for (const Json& item : value) out += fmt::format("{}{}", out.empty() ? "" : ", ", one_line(item));
    return fmt::format("[{}]", out);
  }
  return value.is_number_float() ? fixed(value.get<double>(), 3) : value.dump();
}

/// Scalars as rows, lists as indented blocks below.
std::string as_table(const Json& summary) {
  std::vector<std::vector<std::string>> rows;
  std::string lists;
  for (const auto& [key, value] : summary.items()) {
    if (!value.is_array()) {
      rows.push_back({key, one_line(value)});
      continue;
    }
    lists += fmt::format("\n{} ({}):\n", key, value.size());
    for (const Json& item : value) lists += fmt::format("  {}\n", one_line(item));
  }
  std::string out;
  for (const auto& row : rows) out += fmt::format("{:<18}{}\n", row[0], row[1]);
  return out + lists;
}

Result<Json> summarise(const Options& options) {
  MMD_TRY(const auto inputs, read_inputs(options.files));
  if (!inputs.poses.empty()) {
    const InputFile& input = inputs.poses.front();
    MMD_TRY(auto pose, load_pose(input.bytes, path_from_utf8(input.name)));
    print(pose.diagnostics, options);
    return pose_summary(pose.file, input.name);
  }
  if (!inputs.motions.empty()) {
    const InputFile& input = inputs.motions.front();
    MMD_TRY(auto motion, load_motion(input.bytes, path_from_utf8(input.name)));
    print(motion.diagnostics, options);
    return motion_summary(motion.file, input.name);
  }
  MMD_TRY(const auto loaded, load_model(*inputs.model, false));
  print(loaded.diagnostics, options);
  return model_summary(*loaded.model, inputs.model->name);
}

}  // namespace

int run_info(const Options& options) {
  const auto summary = summarise(options);
  if (!summary) {
    print(summary.error(), options);
    return exit_bad_input;
  }
  const std::string text = options.format == OutputFormat::json
                               ? summary->dump(1, ' ', false, Json::error_handler_t::replace) + "\n"
                               : as_table(*summary);
  return print_result(text, options);
}

}  // namespace mmd
