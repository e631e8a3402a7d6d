#include "options/scene_file.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <iterator>
#include <system_error>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "base/base64.h"
#include "base/errors.h"
#include "base/json.h"
#include "base/text.h"
#include "base/words.h"
#include "document/attach_option.h"
#include "document/inputs.h"
#include "document/scene_place.h"
#include "document/scene_pose.h"
#include "formats/pmm.h"
#include "options/option_values.h"
#include "scene/input.h"

namespace mmd {
namespace {

using SceneJson = nlohmann::json;
namespace fs = std::filesystem;

constexpr int version = 1;

constexpr const char *transparent_member = "transparent", *window_size_member = "size-of-window",
                     *reference_member = "reference", *work_camera_member = "work-camera";

using Values = std::vector<std::string>;

const OptionRow* option_called(std::string_view name) {
  for (const OptionRow& row : option_table())
    if (row.name.substr(2) == name && (row.commands & (on_shot | on_view)) != 0) return &row;
  return nullptr;
}

/// The path as written in a scene in `folder`.
std::string path_from(const fs::path& folder, const std::string& file) {
  std::error_code error;
  const fs::path whole = fs::absolute(path_from_utf8(file), error);
  if (error) return file;
  const fs::path relative = whole.lexically_normal().lexically_relative(folder.lexically_normal());
  // Up to two folders up, as from scenes/ to models/: such trees are moved and shared as a whole.
  const bool near = !relative.empty() && std::count(relative.begin(), relative.end(), "..") <= 2;
  return near ? with_slashes(relative) : to_utf8(whole);
}

Diagnostic no_scene(std::string what, const std::string& file) {
  return in_file(make_error(std::move(what), "the window writes such files (File > Save scene)"), file);
}

/// Error for a text with a zero byte, at which the system would cut a file's name.
Result<void> check_text(const std::string& text, std::string_view member, const std::string& file) {
  if (text.find('\0') == std::string::npos) return {};
  return fail(no_scene(fmt::format("{}: the text contains a zero byte", member), file));
}

Result<std::vector<std::string>> strings(const SceneJson& from, const char* member, const std::string& file) {
  std::vector<std::string> out;
  const auto list = from.find(member);
  if (list == from.end()) return out;
  if (!list->is_array()) return fail(no_scene(fmt::format("{}: expected a list", member), file));
  for (const SceneJson& one : *list) {
    if (!one.is_string()) return fail(no_scene(fmt::format("{}: expected a list of strings", member), file));
    MMD_TRY(check_text(out.emplace_back(one.get<std::string>()), member, file));
  }
  return out;
}

/// Values of an option: a string, true for an option without a value, or a list of strings.
Result<Values> values_of(const std::string& name, const SceneJson& value, const std::string& file) {
  if (value.is_string()) return Values{value.get<std::string>()};
  if (value.is_boolean()) return value.get<bool>() ? Values{""} : Values{};
  if (value.is_number()) return Values{json_text(value)};
  Values out;
  if (value.is_array())
    for (const SceneJson& one : value)
      if (one.is_string()) out.push_back(one.get<std::string>());
  if (!value.is_array() || out.size() != value.size())
    return fail(no_scene(
        fmt::format("options: {}: expected a string, a number, true or a list of strings", name), file));
  return out;
}

/// The path of a file named by a scene in `folder`. "-" is a file as well, not standard input.
std::string path_in(const fs::path& folder, const std::string& name) {
  const std::string path = to_utf8((folder / path_from_utf8(name)).lexically_normal());
  return path == "-" ? "./-" : path;
}

/// Whether scenes have the option; else warns.
bool is_known(const std::string& name, const std::string& file, Diagnostics& warnings) {
  const std::vector<std::string> known = scene_option_names();
  if (std::find(known.begin(), known.end(), name) != known.end()) return true;
  Diagnostic warning = make_warning(fmt::format("options: unknown option \"{}\" is ignored", name));
  if (const auto meant = nearest_word(name, known)) warning.hint = fmt::format("did you mean {}?", *meant);
  warnings.push_back(in_file(std::move(warning), file));
  return false;
}

/// Reads a member with options into `to`; returns the unknown ones.
Result<SceneJson> parse_options(const SceneJson& from, const char* member, const std::string& file,
                                std::vector<SceneOption>& to, Diagnostics& warnings) {
  SceneJson unknown = SceneJson::object();
  const auto options = from.find(member);
  if (options == from.end()) return unknown;
  if (!options->is_object())
    return fail(no_scene(fmt::format("{}: expected names with values", member), file));
  for (const auto& [name, value] : options->items()) {
    if (!is_known(name, file, warnings)) {
      unknown[name] = value;
      continue;
    }
    MMD_TRY(const Values values, values_of(name, value, file));
    for (const std::string& one : values) MMD_TRY(check_text(one, "options: " + name, file));
    const fs::path folder = path_from_utf8(file).parent_path();
    const auto path = [&](const std::string& one) { return path_in(folder, one); };
    for (const std::string& one : values)
      to.emplace_back(
          name, with_path(name, one, path, [&](const std::string& model) { return is_input(path(model)); }));
  }
  return unknown;
}

/// The members with other names, as text; empty if there are none.
std::string members_but(const SceneJson& from, std::initializer_list<std::string_view> known) {
  SceneJson out = SceneJson::object();
  for (const auto& [name, value] : from.items())
    if (std::find(known.begin(), known.end(), name) == known.end()) out[name] = value;
  return out.empty() ? std::string() : json_text(out);
}

/// Adds members that members_but() returned.
void add_members(const std::string& members, nlohmann::ordered_json& to) {
  const auto from = parse_json<nlohmann::ordered_json>(members);
  if (!from || !from->is_object()) return;
  for (const auto& [name, value] : from->items()) to[name] = value;
}

Result<void> parse_figure(const SceneJson& from, const std::string& file, SceneFigure& out) {
  MMD_TRY(out.files, strings(from, "files", file));
  const fs::path folder = path_from_utf8(file).parent_path();
  for (std::string& name : out.files) name = path_in(folder, name);
  if (const auto pose = from.find("pose"); pose != from.end()) {
    if (!pose->is_string()) return fail(no_scene("pose: expected the text of a VPD", file));
    out.pose = pose->get<std::string>();
  }
  MMD_TRY(out.ik_off, strings(from, "ik-off", file));
  MMD_TRY(out.frozen, strings(from, "physics-off", file));
  MMD_TRY(out.pins, strings(from, "pins", file));
  out.unnamed = unnamed_of_json(from);
  out.unknown = members_but(
      from, {scene_version_member, state_version_member, "files", "pose", "ik-off", "physics-off", "pins",
             scene_unnamed_member, "shows", "figures", "beside", "active", "options", scene_picture_member,
             transparent_member, window_size_member, reference_member, work_camera_member});
  const auto shows = from.find("shows");
  if (shows == from.end()) return {};
  const auto said = shows->is_string() ? shows_called(shows->get_ref<const std::string&>()) : std::nullopt;
  if (!said) return fail(no_scene("shows: expected pose or rest", file));
  out.shows = *said;
  return {};
}

/// Reads the number of the active figure; `count` is the number of figures.
Result<std::size_t> parse_active(const SceneJson& from, std::size_t count, const std::string& file) {
  const auto active = from.find("active");
  if (active == from.end()) return std::size_t{1};
  if (active->is_number_unsigned() && active->get<std::uint64_t>() >= 1 &&
      active->get<std::uint64_t>() <= count)
    return static_cast<std::size_t>(active->get<std::uint64_t>());
  return fail(no_scene(fmt::format("active: expected the number of a figure, 1 to {}", count), file));
}

Result<bool> flag(const SceneJson& from, const char* member, const std::string& file) {
  const auto value = from.find(member);
  if (value == from.end()) return false;
  if (!value->is_boolean()) return fail(no_scene(fmt::format("{}: expected true or false", member), file));
  return value->get<bool>();
}

/// A member of the reference picture; a wrong type is an error.
template <class T>
Result<void> take_member(const SceneJson& from, const char* name, const std::string& file, T& to) {
  const auto value = from.find(name);
  if (value == from.end()) return {};
  const bool is_right = std::is_same_v<T, bool> ? value->is_boolean() : value->is_number();
  if (!is_right)
    return fail(no_scene(fmt::format("{}: {}: expected {}", reference_member, name,
                                     std::is_same_v<T, bool> ? "true or false" : "a number"),
                         file));
  to = value->get<T>();
  return {};
}

constexpr std::pair<const char*, bool ReferencePicture::*> reference_flags[] = {
    {"shown", &ReferencePicture::shown},
    {"beside", &ReferencePicture::beside},
    {"locked", &ReferencePicture::locked}};
constexpr std::pair<const char*, float ReferencePicture::*> reference_numbers[] = {
    {"opacity", &ReferencePicture::opacity},
    {"x", &ReferencePicture::x},
    {"y", &ReferencePicture::y},
    {"scale", &ReferencePicture::scale}};

Result<ReferencePicture> parse_reference(const SceneJson& all, const std::string& file) {
  ReferencePicture out;
  const auto from = all.find(reference_member);
  if (from == all.end()) return out;
  const auto name = from->is_object() ? from->find("file") : from->end();
  if (!from->is_object() || name == from->end() || !name->is_string())
    return fail(no_scene(fmt::format("{}: expected an object with a file", reference_member), file));
  MMD_TRY(check_text(name->get_ref<const std::string&>(), reference_member, file));
  out.file = path_in(path_from_utf8(file).parent_path(), name->get<std::string>());
  for (const auto& [member, flag] : reference_flags) MMD_TRY(take_member(*from, member, file, out.*flag));
  for (const auto& [member, number] : reference_numbers)
    MMD_TRY(take_member(*from, member, file, out.*number));
  return within_limits(std::move(out));
}

void put_reference(const ReferencePicture& picture, const fs::path& folder, nlohmann::ordered_json& out) {
  if (picture.file.empty()) return;
  nlohmann::ordered_json& to = out[reference_member];
  to["file"] = path_from(folder, picture.file);
  const ReferencePicture usual;
  for (const auto& [member, flag] : reference_flags)
    if (picture.*flag != usual.*flag) to[member] = picture.*flag;
  for (const auto& [member, number] : reference_numbers)
    if (picture.*number != usual.*number)
      to[member] = std::round(1000.0 * static_cast<double>(picture.*number)) / 1000.0;
}

Result<SceneFile> parse_object(const SceneJson& from, const std::string& file) {
  auto number = from.find(scene_version_member);
  if (number == from.end()) number = from.find(state_version_member);
  if (number == from.end() || !number->is_number_integer())
    return fail(no_scene(fmt::format("not a scene: \"{}\" is missing", scene_version_member), file));
  if (number->get<std::int64_t>() != version)
    return fail(no_scene(
        fmt::format("the scene has version {}; this program reads version {}", number->dump(), version),
        file));
  SceneFile out;
  MMD_TRY(parse_figure(from, file, out));
  auto figures = from.find("figures");
  if (figures == from.end()) figures = from.find("beside");  // the key's name in older files
  if (figures != from.end()) {
    if (!figures->is_array()) return fail(no_scene("figures: expected a list", file));
    if (figures->size() >= max_models)
      return fail(no_scene(
          fmt::format("figures: {} with the first; the limit is {}", figures->size() + 1, max_models), file));
    for (const SceneJson& one : *figures) {
      if (!one.is_object()) return fail(no_scene("figures: expected a list of objects", file));
      MMD_TRY(parse_figure(one, file, out.figures.emplace_back()));
    }
  }
  out.number = 1;
  for (std::size_t i = 0; i < out.figures.size(); ++i) out.figures[i].number = i + 2;
  MMD_TRY(out.active, parse_active(from, 1 + out.figures.size(), file));
  MMD_TRY(out.transparent, flag(from, transparent_member, file));
  MMD_TRY(out.size_of_window, flag(from, window_size_member, file));
  MMD_TRY(out.reference, parse_reference(from, file));
  MMD_TRY(parse_options(from, work_camera_member, file, out.work_camera, out.warnings));
  MMD_TRY(const SceneJson unknown, parse_options(from, "options", file, out.options, out.warnings));
  if (!unknown.empty()) out.unknown_options = json_text(unknown);
  return out;
}

void put_figure(const SceneFigure& figure, const fs::path& folder, nlohmann::ordered_json& out) {
  out["files"] = SceneJson::array();
  for (const std::string& file : figure.files) out["files"].push_back(path_from(folder, file));
  if (!figure.pose.empty()) {
    out["pose"] = figure.pose;
    if (figure.shows != Shows::motion) out["shows"] = word_of(figure.shows);
    if (!figure.ik_off.empty()) out["ik-off"] = figure.ik_off;
    if (!figure.frozen.empty()) out["physics-off"] = figure.frozen;
    if (!figure.pins.empty()) out["pins"] = figure.pins;
    if (!figure.unnamed.empty()) out[scene_unnamed_member] = json_of_unnamed(figure.unnamed);
  }
  add_members(figure.unknown, out);
}

nlohmann::ordered_json json_of(const std::vector<SceneOption>& list, const fs::path& folder) {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  const auto path = [&](const std::string& file) { return path_from(folder, file); };
  for (const auto& [name, given] : list) {
    const std::string value = with_path(name, given, path, is_input);
    const OptionRow* row = option_called(name);
    if (row != nullptr && row->repeats) {
      out[name].push_back(value);
    } else if (row != nullptr && row->value.empty()) {
      out[name] = true;
    } else {
      out[name] = value;
    }
  }
  return out;
}

Result<void> apply_options(std::vector<SceneOption> list, const std::string& file, Options& options) {
  // Apply in the table's order, as on a command line; JSON objects have no order.
  std::stable_sort(list.begin(), list.end(), [](const SceneOption& a, const SceneOption& b) {
    return option_called(a.first) < option_called(b.first);
  });
  for (const auto& [name, value] : list) {
    const OptionRow* row = option_called(name);
    if (row == nullptr) continue;
    if (row->value.empty() && !value.empty())
      return fail(no_scene(fmt::format("options: {}: expected true or false", name), file));
    if (const std::string problem = row->apply(options, value); !problem.empty())
      return fail(no_scene(fmt::format("options: {} \"{}\": {}", name, value, problem), file));
  }
  return {};
}

}  // namespace

std::vector<SceneOption> scene_options(const Options& options) {
  std::vector<SceneOption> out;
  for (const OptionRow& row : option_table())
    if (row.shown != nullptr)
      for (std::string& value : row.shown(options)) out.emplace_back(row.name.substr(2), std::move(value));
  return out;
}

std::vector<std::string> scene_option_names() {
  std::vector<std::string> out;
  for (const OptionRow& row : option_table())
    if (row.shown != nullptr) out.emplace_back(row.name.substr(2));
  return out;
}

std::string with_path(const std::string& name, const std::string& value,
                      const std::function<std::string(const std::string&)>& path,
                      const std::function<bool(const std::string&)>& is_there) {
  if (name == "background-picture" || name == "audio") return path(value);
  if (name == "compare")
    return value == "append" || value == "ik" || value == "physics" ? value : path(value);
  AttachOption attached;
  if (name != "attach" || !parse_attachment(value, attached).empty()) return value;
  const std::string model = split_attachment(attached.what, is_there).model;
  return path(model) + value.substr(model.size());
}

std::string scene_text(const SceneFile& scene, const fs::path& folder) {
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  out[scene_version_member] = version;
  put_figure(scene, folder, out);
  for (const SceneFigure& figure : scene.figures) put_figure(figure, folder, out["figures"].emplace_back());
  if (scene.active > 1) out["active"] = scene.active;
  nlohmann::ordered_json options = json_of(scene.options, folder);
  add_members(scene.unknown_options, options);
  if (scene.transparent) out[transparent_member] = true;
  if (scene.size_of_window) out[window_size_member] = true;
  put_reference(scene.reference, folder, out);
  if (!scene.work_camera.empty()) out[work_camera_member] = json_of(scene.work_camera, folder);
  out["options"] = std::move(options);
  if (!scene.picture.empty()) out[scene_picture_member] = "data:image/jpeg;base64," + base64(scene.picture);
  return indented_json(out);
}

Result<SceneFile> parse_scene(std::string_view text, const std::string& file) try {
  auto json = parse_json<SceneJson>(text);
  if (!json) {
    Diagnostic out = no_scene(std::move(json.error().what), file);
    out.line = json.error().line;
    return fail(std::move(out));
  }
  return parse_object(*json, file);
} catch (const SceneJson::exception& error) {
  return fail(no_scene(error.what(), file));
}

Result<SceneFile> read_scene(const std::string& file) {
  MMD_TRY(const auto bytes, in_file(read_file(path_from_utf8(file), max_scene_bytes), file));
  if (pmm::looks_like(bytes)) return scene_of_project(bytes, file);
  return parse_scene(as_text(bytes), file);
}

bool is_scene(const std::string& file) {
  std::error_code error;
  const fs::path path = path_from_utf8(file);
  if (!fs::is_regular_file(path, error)) return false;  // what comes through a pipe can be read only once
  const auto beginning = read_file(path, UINT64_MAX, [](ByteSpan) { return false; });
  if (!beginning) return false;
  const std::string_view text = as_text(*beginning).substr(0, std::size_t{64} << 10);
  if (!may_be_scene(as_byte_span(text))) return false;
  return pmm::looks_like(as_byte_span(text)) ||
         text.find(fmt::format("\"{}\"", scene_version_member)) != std::string_view::npos;
}

void keep_unknown(const SceneFile& from, SceneFile& to) {
  to.unknown = from.unknown;
  to.unknown_options = from.unknown_options;
  for (SceneFigure& figure : to.figures)
    for (const SceneFigure& before : from.figures)
      if (!figure.files.empty() && !before.files.empty() && figure.files.front() == before.files.front())
        figure.unknown = before.unknown;
}

Result<void> apply_scene(const SceneFile& scene, const std::string& file, Options& options) {
  MMD_TRY(apply_options(scene.options, file, options));
  options.window.work_camera.reset();
  if (scene.work_camera.empty()) return {};
  Options seen;
  MMD_TRY(apply_options(scene.work_camera, file, seen));
  options.window.work_camera = seen.camera;
  return {};
}

}  // namespace mmd
