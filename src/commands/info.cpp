#include <algorithm>
#include <unordered_map>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/json.h"
#include "base/text.h"
#include "commands/commands.h"
#include "document/inputs.h"
#include "options/messages.h"
#include "options/scene_file.h"
#include "pose/motion.h"
#include "scene/load.h"

namespace mmd {
namespace {

using Report = nlohmann::ordered_json;

std::string_view kind_of(const Morph& morph) {
  static constexpr std::string_view names[] = {"group", "vertex", "bone", "uv", "material", "impulse"};
  const auto* group = std::get_if<GroupMorph>(&morph.data);
  return group != nullptr && group->flip ? "flip" : names[morph.data.index()];
}

template <class Items, class ValueOf>
Report list_of(const Items& items, const ValueOf& value_of) {
  Report out = Report::array();
  for (const auto& item : items) out.push_back(value_of(item));
  return out;
}

Report numbers(const vec3& v) {
  return {v.x, v.y, v.z};
}

/// The number of elements of each kind; kinds without elements are left out.
template <std::size_t N, class Items, class KindOf>
Report counts(const std::string_view (&names)[N], const Items& items, const KindOf& kind_of_item) {
  std::array<std::size_t, N> found{};
  for (const auto& item : items) ++found[static_cast<std::size_t>(kind_of_item(item))];
  Report out = Report::object();
  for (std::size_t i = 0; i < N; ++i)
    if (found[i] > 0) out[std::string(names[i])] = found[i];
  return out;
}

constexpr std::string_view weight_types[] = {"bdef1", "bdef2", "bdef4", "sdef", "qdef"},
                           body_modes[] = {"follows_bone", "dynamic", "dynamic_rotation"};

Report model_summary(const Model& model, const std::string& file) {
  const auto& bones = model.skeleton.bones;
  const vec3 a = mirror(model.bounds_min), b = mirror(model.bounds_max);
  const vec3 zero(0.0f);  // adding it turns -0 into 0
  const vec3 low = glm::min(a, b) + zero, high = glm::max(a, b) + zero;
  Report out = Report::object();
  out["file"] = file;
  out["kind"] = "model";
  out["name"] = model.name;
  out["name_english"] = model.name_english;
  out["version"] = fmt::format("{:.1f}", model.format_version);
  out["comment"] = model.comment;
  out["comment_english"] = model.comment_english;
  out["vertices"] = model.vertices.size();
  out["weight_types"] = counts(weight_types, model.vertices.type, [](WeightType type) { return type; });
  out["triangles"] = model.indices.size() / 3;
  out["bones"] = bones.size();
  out["append_bones"] =
      std::count_if(bones.begin(), bones.end(), [](const Bone& x) { return x.append.source != none; });
  out["ik_chains"] = model.skeleton.ik_chains.size();
  out["rigid_bodies"] = model.rigid_body_count;
  out["rigid_body_modes"] = counts(body_modes, model.bodies, [](const RigidBody& body) { return body.mode; });
  out["joints"] = model.joint_count;
  out["soft_bodies"] = model.soft_body_count;
  out["display_frames"] = model.display_frames.size();
  out["bounds"] = Report({{"min", numbers(low)}, {"max", numbers(high)}});
  out["textures"] = model.textures;
  out["materials"] = list_of(model.materials, [](const Material& m) {
    return Report({{"name", m.name}, {"triangles", m.index_count / 3}});
  });
  out["morphs"] = list_of(model.morphs, [](const Morph& m) {
    return Report({{"name", m.name}, {"panel", m.panel}, {"kind", kind_of(m)}});
  });
  return out;
}

Report pose_summary(const vpd::File& pose, const std::string& file) {
  static constexpr std::string_view encodings[] = {"CP932", "UTF-8", "UTF-8 with BOM", "UTF-16LE",
                                                   "UTF-16BE"};
  Report out = Report::object();
  out["file"] = file;
  out["kind"] = "pose";
  out["name"] = pose.model_name;
  out["encoding"] = encodings[static_cast<std::size_t>(pose.encoding)];
  out["bones"] = list_of(pose.bones, [](const vpd::Bone& b) { return Report(b.name); });
  out["morphs"] = list_of(pose.morphs, [](const vpd::Morph& m) {
    return Report({{"name", m.name}, {"weight", m.weight + 0.0f}});
  });
  return out;
}

/// The names with keys, in order of appearance, and their number of keys.
template <class Keys>
Report keyed_names(const Keys& keys) {
  std::vector<std::pair<std::string, std::size_t>> counts;
  std::unordered_map<std::string_view, std::size_t> index_of;
  for (const auto& key : keys) {
    const std::string_view name = vmd::bytes_of(key.name);
    const auto [index, is_new] = index_of.try_emplace(name, counts.size());
    if (is_new) counts.emplace_back(utf8_from_cp932_lossy(name), 0);
    ++counts[index->second].second;
  }
  Report out = Report::array();
  for (const auto& [name, count] : counts) out.push_back({{"name", name}, {"keys", count}});
  return out;
}

Report motion_summary(const vmd::File& motion, const std::string& file) {
  Report out = Report::object();
  out["file"] = file;
  out["kind"] = "motion";
  out["name"] = utf8_from_cp932_lossy(vmd::bytes_of(motion.model_name));
  const std::uint32_t last = vmd::last_frame(motion);
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

std::string one_line(const Report& value) {
  if (value.is_string()) return on_one_line(value.get<std::string>());
  if (value.is_number_float()) return fixed(value.get<double>(), 3);
  if (!value.is_structured()) return json_text(value);
  std::string out;
  for (const auto& [name, item] : value.items())
    out += fmt::format("{}{}{}{}", out.empty() ? "" : ", ", value.is_object() ? name : "",
                       value.is_object() ? " " : "", one_line(item));
  return value.is_array() ? fmt::format("[{}]", out) : out;
}

/// Scalars as rows, lists as indented blocks below.
std::string as_table(const Report& summary) {
  std::string out;
  for (const auto& [name, value] : summary.items())
    if (!value.is_array()) out += fmt::format("{:<18}{}\n", name, one_line(value));
  for (const auto& [name, value] : summary.items()) {
    if (!value.is_array()) continue;
    out += fmt::format("\n{} ({}):\n", name, value.size());
    for (const Report& item : value) out += fmt::format("  {}\n", one_line(item));
  }
  return out;
}

Result<Report> scene_summary(const std::string& file) {
  MMD_TRY(const SceneFile scene, read_scene(file));
  Report out = Report::object();
  out["file"] = file;
  out["kind"] = "scene";
  Report models = Report::array();
  const auto add = [&](const SceneFigure& figure) {
    models.push_back({{"files", figure.files}, {"edited_pose", figure.pose.empty() ? 0 : 1}});
  };
  add(scene);
  for (const SceneFigure& figure : scene.figures) add(figure);
  out["active"] = scene.active;
  out["models"] = std::move(models);
  out["options"] = list_of(scene.options, [](const SceneOption& option) {
    return Report(option.second.empty() ? option.first : option.first + " " + option.second);
  });
  return out;
}

Result<Report> summarise(const Options& options) {
  if (is_scene(options.files.front())) return scene_summary(options.files.front());
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
  if (!summary) return stop_with(summary.error(), options);
  const std::string text =
      options.format == OutputFormat::json ? indented_json(*summary) : as_table(*summary);
  return print_result(text, options);
}

}  // namespace mmd
