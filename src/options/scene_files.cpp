// The files that a scene names, and those of them that do not exist.
#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <iterator>
#include <set>
#include <system_error>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/errors.h"
#include "document/scene_place.h"
#include "options/scene_file.h"
#include "scene/input.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

const SceneFigure& figure_numbered(const SceneFile& scene, std::size_t number) {
  return number <= 1 ? scene : scene.figures[number - 2];
}

bool is_missing(const std::string& file) {
  return !is_input(file);
}

/// A warning for each missing file, which is removed from the figure. False: the model is missing.
bool drop_missing_files(SceneFigure& figure, const std::string& scene, Diagnostics& out) {
  const auto warn = [&](const std::string& file) {
    std::error_code error;
    const bool is_folder = fs::is_directory(path_from_utf8(file), error);
    out.push_back(in_file(make_warning(fmt::format("\"{}\" {} and is left out", file,
                                                   is_folder ? "is a folder" : "does not exist"),
                                       is_folder ? "name a file in it" : "put it there, or correct its path"),
                          scene));
  };
  if (!figure.files.empty() && is_missing(figure.files.front())) {
    warn(figure.files.front());
    return false;
  }
  std::erase_if(figure.files, [&](const std::string& file) {
    const bool missing = is_missing(file);
    if (missing) warn(file);
    return missing;
  });
  return true;
}

/// The numbers that figures have after some were removed; 0 for those.
using NewNumbers = std::vector<std::size_t>;

/// The place of a figure with the new number of its carrier.
std::string renumbered_place(const std::string& text, const NewNumbers& numbers) {
  ScenePlace place;
  if (!parse_place(text, place).empty() || place.carrier == 0 || place.carrier >= numbers.size()) return text;
  place.carrier = numbers[place.carrier];
  if (place.carrier == 0) place.bone.clear();
  return place_text(place);
}

/// "2:NAME" with the new number; empty for a removed figure.
std::string renumbered_material(const std::string& text, const NewNumbers& numbers) {
  std::size_t number = 0;
  const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
  const auto length = static_cast<std::size_t>(read.ptr - text.data());
  if (read.ec != std::errc() || text.substr(length, 1) != ":") return text;
  if (number >= numbers.size() || numbers[number] == 0) return {};
  return std::to_string(numbers[number]) + text.substr(length);
}

/// Whether an option names something of the first figure.
bool is_about_first(const SceneOption& option) {
  const auto& [name, value] = option;
  if (name == "depth-of-field") return value.find_first_of("0123456789.") != 0;  // else a distance
  return name == "attach" || name == "compare" || name == "highlight" || name == "morph";
}

/// Options that refer to figures by their order, after some were removed.
void renumber(const NewNumbers& numbers, std::vector<SceneOption>& options) {
  std::size_t place = 0;
  std::vector<SceneOption> out;
  for (SceneOption& option : options) {
    if (numbers[1] != 1 && is_about_first(option)) continue;
    if (option.first == "place") {
      if (++place < numbers.size() && numbers[place] == 0) continue;
      option.second = renumbered_place(option.second, numbers);
    } else if (option.first == "hide") {
      option.second = renumbered_material(option.second, numbers);
      if (option.second.empty()) continue;
    }
    out.push_back(std::move(option));
  }
  options = std::move(out);
}

/// Calls `use` for each file of the scene and replaces it by the result.
void for_each_file(SceneFile& scene, const std::function<std::string(const std::string&)>& use) {
  const auto in_figure = [&](SceneFigure& figure) {
    for (std::string& file : figure.files) file = use(file);
  };
  in_figure(scene);
  for (SceneFigure& figure : scene.figures) in_figure(figure);
  for (auto& [name, value] : scene.options) value = with_path(name, value, use, is_input);
}

bool names_missing_file(const SceneOption& option) {
  bool out = false;
  const auto look_at = [&](const std::string& file) {
    out |= is_missing(file);
    return file;
  };
  with_path(option.first, option.second, look_at, is_input);
  return out;
}

}  // namespace

std::vector<std::string> files_of_figure(const SceneFile& scene, const std::string& file,
                                         std::size_t figure) {
  const SceneFigure& own = figure_numbered(scene, figure);
  std::vector<std::string> out = own.files;
  if (!own.pose.empty()) out.push_back(name_of_pose(file, own.number > 0 ? own.number : figure));
  return out;
}

std::vector<std::string> files_of_scene(const SceneFile& scene, const std::string& file) {
  std::vector<std::string> out = files_of_figure(scene, file, 1);
  for (std::string& name : files_beside(scene, file)) out.push_back(std::move(name));
  return out;
}

std::vector<std::string> files_beside(const SceneFile& scene, const std::string& file) {
  std::vector<std::string> out;
  for (std::size_t number = 2; number < scene.figures.size() + 2; ++number)
    for (std::string& name : files_of_figure(scene, file, number)) out.push_back(std::move(name));
  return out;
}

Result<std::vector<std::string>> files_beside_in_scene(const Options& options, const std::string& file) {
  if (options.state.empty()) return {};
  MMD_TRY(const SceneFile scene, read_scene(options.state));
  const auto& own = scene.files;
  if (std::find(own.begin(), own.end(), file) == own.end()) return {};
  return files_beside(scene, options.state);
}

std::vector<std::string> missing_files(const SceneFile& scene) {
  std::vector<std::string> out;
  std::set<std::string> seen;
  SceneFile copy = scene;
  for_each_file(copy, [&](const std::string& file) {
    if (seen.insert(file).second && is_missing(file)) out.push_back(file);
    return file;
  });
  return out;
}

void replace_files(const FoundFiles& found, SceneFile& scene) {
  for_each_file(scene, [&](const std::string& file) {
    const auto at = found.find(file);
    return at == found.end() ? file : at->second;
  });
}

void keep_active(SceneFile& scene) {
  NewNumbers numbers(scene.figures.size() + 2, 0);
  numbers[scene.active] = 1;
  renumber(numbers, scene.options);
  std::erase_if(scene.options, [](const SceneOption& option) { return option.first == "place"; });
  if (scene.active > 1) static_cast<SceneFigure&>(scene) = SceneFigure(scene.figures[scene.active - 2]);
  scene.figures.clear();
  scene.active = 1;
}

Diagnostics drop_missing(SceneFile& scene, const std::string& file) {
  Diagnostics out;
  std::vector<SceneFigure> figures{std::move(static_cast<SceneFigure&>(scene))};
  for (SceneFigure& figure : scene.figures) figures.push_back(std::move(figure));
  NewNumbers numbers{0};
  std::vector<SceneFigure> left;
  for (SceneFigure& figure : figures) {
    const bool stays = drop_missing_files(figure, file, out);
    if (stays) left.push_back(std::move(figure));
    numbers.push_back(stays ? left.size() : 0);
  }
  renumber(numbers, scene.options);
  std::erase_if(scene.options, [&](const SceneOption& option) {
    if (!names_missing_file(option)) return false;
    out.push_back(
        in_file(make_warning(fmt::format("\"{}\" does not exist and is left out", option.second)), file));
    return true;
  });
  scene.active = scene.active < numbers.size() ? std::max<std::size_t>(numbers[scene.active], 1) : 1;
  static_cast<SceneFigure&>(scene) = left.empty() ? SceneFigure() : std::move(left.front());
  scene.figures.assign(std::make_move_iterator(left.begin() + (left.empty() ? 0 : 1)),
                       std::make_move_iterator(left.end()));
  return out;
}

}  // namespace mmd
