#include "app/platform/window_state.h"

#include <algorithm>
#include <system_error>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "app/actions/action_table.h"
#include "app/panels/panels.h"
#include "assets/file_set.h"
#include "base/errors.h"
#include "base/handedness.h"
#include "base/json.h"
#include "base/text.h"
#include "document/scene_pose.h"
#include "edit/clipboard.h"
#include "edit/edit_state.h"
#include "library/library_store.h"
#include "options/options.h"
#include "scene/input.h"

namespace mmd {
namespace {

/// Whether the first figure is active: options about one figure mean the first one.
bool works_on_first(const Stage& stage) {
  return stage.figure() == stage.figures().list().front().get();
}

/// The current camera; or the view alone if it is fitted, or that the motion's camera is followed.
CameraChoice camera_of(const Stage& stage) {
  CameraChoice out = stage.choices().camera;
  if (stage.follows_motion_camera() || (stage.camera_is_fitted() && works_on_first(stage))) return out;
  const Camera& camera = stage.scene().camera;
  const vec3 eye = mirror(camera.eye), target = mirror(camera.target);
  out.view.reset();
  out.eye_and_target = {eye.x, eye.y, eye.z, target.x, target.y, target.z};
  out.fov_degrees = camera.fov_degrees;
  out.orthographic = camera.orthographic;
  out.roll_degrees.reset();
  if (camera.up) out.roll_degrees = mmd_camera_from(camera).angles.z;
  return out;
}

/// A material for --hide: by its name if that is unique.
std::string name_to_hide(const Model& model, std::int32_t index) {
  const auto has_name = [&](const Material& m) {
    return m.name == model.materials[static_cast<std::size_t>(index)].name;
  };
  const std::string& name = model.materials[static_cast<std::size_t>(index)].name;
  const bool plain = !name.empty() && !is_pattern(name) && name.front() != '#' &&
                     name.find(':') == std::string::npos &&
                     std::count_if(model.materials.begin(), model.materials.end(), has_name) == 1;
  return plain ? name : fmt::format("#{}", index);
}

/// The place of a figure with that number in the list, from 1; 0 if it is not there.
std::size_t place_in_list(const std::vector<std::shared_ptr<FigureEditor>>& list, std::uint64_t number) {
  for (std::size_t i = 0; i < list.size(); ++i)
    if (list[i]->number() == number) return i + 1;
  return 0;
}

/// Hidden materials of each figure, and positions that are not the default.
void put_figures(const Stage& stage, Options& out) {
  const auto& list = stage.figures().list();
  out.places.clear();
  out.hidden.clear();
  for (std::size_t i = 0; i < list.size(); ++i) {
    out.places.push_back(list[i]->scene_place());
    out.places.back().carrier = place_in_list(list, list[i]->scene_place().carrier);
    const std::string model = list.size() > 1 ? fmt::format("{}:", i + 1) : std::string();
    if (!list[i]->is_shown()) out.hidden.push_back(model + "*");
    for (const std::int32_t material : stage.hidden_materials_of(*list[i]))
      out.hidden.push_back(model + name_to_hide(list[i]->model(), material));
  }
  if (list.size() == 1 && list.front()->scene_place() == ScenePlace()) out.places.clear();
}

/// Whether the pose equals the opened files; it may have been saved elsewhere since.
bool is_pose_of_files(const FigureEditor& figure) {
  if (!figure.is_saved() || !figure.option_morphs().empty()) return false;
  // A pose in a scene would be lost with it: saving replaces the file, and a backup is removed.
  const auto stays = [](const PoseLayer& layer) { return is_input(layer.file) && !pose_named(layer.file); };
  const auto& layers = figure.document()->poses;
  if (!std::all_of(layers.begin(), layers.end(), stays)) return false;
  Pose opened = figure.document()->pose;
  edit::settle_changed(Pose(figure.model()), opened);
  const Pose& pose = figure.editor().pose();
  return pose.translation == opened.translation && pose.rotation == opened.rotation &&
         pose.morph_weights == opened.morph_weights;
}

/// IK bones of disabled chains. A file refers to the first of several equal names.
std::vector<std::string> ik_off(const FigureEditor& figure) {
  const Model& model = figure.model();
  const std::vector<std::uint8_t>& on = figure.editor().state().ik_chains;
  std::vector<std::string> out;
  for (std::size_t i = 0; i < on.size(); ++i) {
    const std::int32_t bone = model.skeleton.ik_chains[i].bone;
    const std::string& name = model.skeleton.bones[static_cast<std::size_t>(bone)].name;
    if (on[i] == 0 && model.find_bone(name) == bone) out.push_back(name);
  }
  return out;
}

/// The files of a figure, and its pose as text if no file has the complete pose.
Result<SceneFigure> state_of(const FigureEditor& figure) {
  const LoadedFigure& document = *figure.document();
  SceneFigure out;
  out.files.push_back(document.model_file);
  out.ik_off = ik_off(figure);
  if (figure.shows() == Shows::rest || figure.has_motions()) out.shows = figure.shows();
  if (is_pose_of_files(figure) && out.ik_off.empty() && out.shows == Shows::motion) {
    for (const PoseLayer& layer : document.poses) out.files.push_back(layer.file);
  } else {
    const Pose& pose = figure.editor().pose();
    MMD_TRY(const auto file, edit::copied(pose, document.model(), edit::whole_pose(), edit::Mentions::posed));
    MMD_TRY(out.pose, edit::text_of(file));
  }
  for (const MotionLayer& layer : document.motions) out.files.push_back(layer.file);
  return out;
}

using Json = nlohmann::json;

/// A panel has the name of the action that opens it.
std::string name_of(const PanelRow& row) {
  return std::string(word_of(row.toggle));
}

/// The member if it is a number within these limits.
template <class T>
std::optional<T> number(const Json& from, const char* name, T low, T high) {
  const auto member = from.find(name);
  if (member == from.end() || !member->is_number()) return std::nullopt;
  const double value = member->get<double>();
  if (!(value >= static_cast<double>(low) && value <= static_cast<double>(high))) return std::nullopt;
  return static_cast<T>(value);
}

bool says(const Json& from, const char* name, std::string_view word) {
  const auto member = from.find(name);
  return member != from.end() && member->is_string() && member->get_ref<const std::string&>() == word;
}

void recall_panels(const Json& from, PanelState& panels) {
  const auto open = from.find("open");
  if (open == from.end() || !open->is_array()) return;
  for (const PanelRow& row : panel_table()) panels.show(row.panel, false);
  for (const Json& name : *open)
    for (const PanelRow& row : panel_table())
      if (name.is_string() && name.get_ref<const std::string&>() == name_of(row))
        panels.show(row.panel, true);
}

Json open_panels(const PanelState& panels) {
  Json out = Json::array();
  for (const PanelRow& row : panel_table())
    if (panels.remembers(row.panel)) out.push_back(name_of(row));
  return out;
}

/// Member of a scene's backup.
constexpr const char* scene_file_member = "scene-file";
constexpr const char* dock_members[] = {"left", "right", "bottom"};
constexpr std::pair<const char*, Panel> bar_members[] = {
    {"menus", Panel::menu_bar}, {"tools", Panel::tool_bar}, {"status", Panel::status_bar}};

}  // namespace

Options options_of(const Parts& parts) {
  const Stage& stage = parts.stage;
  const Choices& choices = stage.choices();
  Options out = parts.start;
  out.evaluation = choices.evaluation;
  out.morphs.clear();  // they are part of the pose
  put_figures(stage, out);
  out.camera = camera_of(stage);
  out.light = choices.light;
  out.physics = choices.physics;
  if (!choices.controls.on) out.physics.on = false;
  out.look = choices.look;
  if (parts.setup.guides) {
    out.look.grid = parts.start.look.grid;
    out.look.axes = parts.start.look.axes;
  }
  out.highlight = works_on_first(stage) ? choices.highlight : std::string();
  out.frame.reset();
  if (stage.has_motion()) out.frame = stage.playback().frame();
  out.compare = parts.panes.mode() == CompareMode::off ? std::string() : parts.panes.compared();
  const Extent size = parts.screen.size();
  const PictureFile& file = parts.panels.picture_file();
  out.size = file.has_size() ? PictureSize{file.width, file.height} : PictureSize{size.width, size.height};
  if (file.samples > 0) out.samples = file.samples;
  return out;
}

Result<SceneFile> scene_of(const Parts& parts) {
  SceneFile out;
  for (const auto& figure : parts.stage.figures().list()) {
    MMD_TRY(auto state, state_of(*figure));
    const bool first = figure == parts.stage.figures().list().front();
    (first ? static_cast<SceneFigure&>(out) : out.figures.emplace_back()) = std::move(state);
    if (figure.get() == parts.stage.figure()) out.active = 1 + out.figures.size();
  }
  out.options = scene_options(options_of(parts));
  out.transparent = parts.panels.picture_file().transparent;
  out.size_of_window = !parts.panels.picture_file().has_size();
  return out;
}

void note_scene_file(const std::string& file, SceneFile& backup) {
  std::error_code error;
  const std::filesystem::path whole = std::filesystem::absolute(path_from_utf8(file), error);
  if (!file.empty() && !error) backup.unknown = Json{{scene_file_member, to_utf8(whole)}}.dump();
}

std::string noted_scene_file(const SceneFile& backup) {
  const auto from = parse_json<Json>(backup.unknown);
  return from && from->is_object() ? from->value(scene_file_member, std::string()) : std::string();
}

std::string memory_text(const PanelState& panels, const Extent& size, bool maximised) {
  Json out = Json::object();
  out["open"] = open_panels(panels);
  for (std::size_t i = 0; i < dock_count; ++i) out[dock_members[i]] = panels.dock_sizes().size[i];
  for (const auto& [name, panel] : bar_members) out[name] = panels.remembers(panel);
  out["language"] = panels.language() == Language::japanese ? "ja" : "en";
  out["theme"] = panels.theme() == Theme::light ? "light" : "dark";
  out["scale"] = panels.ui_scale();
  out["keys"] = panels.key_set() == KeySet::mmd ? "mmd" : "mmdview";
  if (!panels.asks_mouse()) out["mouse"] = row_of(panels.mouse_scheme()).word;
  out["width"] = size.width;
  out["height"] = size.height;
  if (maximised) out["maximised"] = true;
  return out.dump(1) + "\n";
}

WindowMemory recall(std::string_view text, const PanelState& usual) {
  WindowMemory out{std::nullopt, usual, false};
  const auto parsed = parse_json<Json>(text);
  if (!parsed || !parsed->is_object()) return out;
  const Json& from = *parsed;
  recall_panels(from, out.panels);
  DockSizes sizes = usual.dock_sizes();
  for (std::size_t i = 0; i < dock_count; ++i)
    sizes.size[i] = number(from, dock_members[i], min_dock_size, largest_dock_size).value_or(sizes.size[i]);
  out.panels.set_dock_sizes(sizes);
  for (const auto& [name, panel] : bar_members)
    if (const auto shown = from.find(name); shown != from.end() && shown->is_boolean())
      out.panels.show(panel, shown->get<bool>());
  if (says(from, "language", "ja")) out.panels.set_language(Language::japanese);
  if (says(from, "language", "en")) out.panels.set_language(Language::english);
  if (says(from, "theme", "light")) out.panels.set_theme(Theme::light);
  if (const auto scale = number(from, "scale", min_ui_scale, largest_ui_scale))
    out.panels.set_ui_scale(*scale);
  if (says(from, "keys", "mmd")) out.panels.set_key_set(KeySet::mmd);
  for (const MouseSchemeRow& row : mouse_schemes())
    if (says(from, "mouse", row.word)) out.panels.choose_mouse(*mouse_scheme_called(row.word));
  const auto width = number(from, "width", 100, 32767), height = number(from, "height", 100, 32767);
  if (width && height) out.size = Extent{*width, *height};
  if (const auto maximised = from.find("maximised"); maximised != from.end() && maximised->is_boolean())
    out.maximised = maximised->get<bool>();
  return out;
}

std::filesystem::path window_memory_file() {
  const auto folder = user_folder(UserFolder::state);
  return folder.empty() ? folder : folder / "window.json";
}

}  // namespace mmd
