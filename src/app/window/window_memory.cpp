#include "app/window/window_memory.h"

#include <system_error>
#include <utility>

#include <nlohmann/json.hpp>

#include "app/actions/action_table.h"
#include "app/panels/panels.h"
#include "assets/file_set.h"
#include "base/json.h"
#include "library/library_store.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;
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

std::string text_of(const Json& from, const char* name) {
  const auto member = from.find(name);
  return member != from.end() && member->is_string() ? member->get<std::string>() : std::string();
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

constexpr const char* dock_members[] = {"left", "right", "bottom"};
constexpr std::pair<const char*, Panel> bar_members[] = {
    {"menus", Panel::menu_bar}, {"tools", Panel::tool_bar}, {"status", Panel::status_bar}};

Json picture_json(const PictureFile& file) {
  return {{"width", file.width},
          {"height", file.height},
          {"samples", file.samples},
          {"transparent", file.transparent},
          {"format", extension_of(file.format)},
          {"name", file.name},
          {"folder", file.folder},
          {"labels", label_list(file.labels)}};
}

void recall_picture(const Json& all, PictureFile& file) {
  const auto found = all.find("picture");
  if (found == all.end() || !found->is_object()) return;
  const Json& from = *found;
  const auto width = number(from, "width", 1, largest_picture_side),
             height = number(from, "height", 1, largest_picture_side);
  if (width && height) {
    file.width = *width;
    file.height = *height;
  }
  file.samples = number(from, "samples", 0, 64).value_or(file.samples);
  if (const auto on = from.find("transparent"); on != from.end() && on->is_boolean())
    file.transparent = on->get<bool>();
  for (const auto format : {PictureFormat::png, PictureFormat::jpeg, PictureFormat::webp})
    if (says(from, "format", extension_of(format))) file.format = format;
  if (std::string name = text_of(from, "name"); NameTemplate::parse(name)) file.name = std::move(name);
  std::error_code error;
  if (const std::string folder = text_of(from, "folder"); fs::is_directory(path_from_utf8(folder), error))
    file.folder = folder;
  if (const auto labels = parse_labels(text_of(from, "labels"))) file.labels = *labels;
}

}  // namespace

std::string memory_text(const PanelState& panels, const Extent& size, bool maximised) {
  Json out = Json::object();
  out["open"] = open_panels(panels);
  for (std::size_t i = 0; i < dock_count; ++i) out[dock_members[i]] = panels.dock_sizes.size[i];
  for (const auto& [name, panel] : bar_members) out[name] = panels.remembers(panel);
  out["language"] = panels.language == Language::japanese ? "ja" : "en";
  out["theme"] = panels.theme == Theme::light ? "light" : "dark";
  out["scale"] = panels.ui_scale;
  out["thumbnails"] = panels.tools.thumbnail_scale;
  out["volume"] = panels.sound_volume;
  out["keys"] = panels.key_set == KeySet::mmd ? "mmd" : "mmdview";
  if (!panels.asks_mouse()) out["mouse"] = row_of(panels.mouse_scheme()).word;
  out["picture"] = picture_json(panels.picture_file_without_scene());
  out["width"] = size.width;
  out["height"] = size.height;
  if (maximised) out["maximised"] = true;
  return indented_json(out);
}

WindowMemory recall(std::string_view text, const PanelState& usual) {
  WindowMemory out{std::nullopt, usual, false};
  const auto parsed = parse_json<Json>(text);
  if (!parsed || !parsed->is_object()) return out;
  const Json& from = *parsed;
  recall_panels(from, out.panels);
  DockSizes sizes = usual.dock_sizes;
  for (std::size_t i = 0; i < dock_count; ++i)
    sizes.size[i] = number(from, dock_members[i], min_dock_size, largest_dock_size).value_or(sizes.size[i]);
  out.panels.dock_sizes = sizes;
  out.panels.tools.thumbnail_scale =
      number(from, "thumbnails", min_thumbnail_scale, max_thumbnail_scale).value_or(1.0f);
  for (const auto& [name, panel] : bar_members)
    if (const auto shown = from.find(name); shown != from.end() && shown->is_boolean())
      out.panels.show(panel, shown->get<bool>());
  if (says(from, "language", "ja")) out.panels.language = Language::japanese;
  if (says(from, "language", "en")) out.panels.language = Language::english;
  if (says(from, "theme", "light")) out.panels.theme = Theme::light;
  if (const auto scale = number(from, "scale", min_ui_scale, largest_ui_scale)) out.panels.ui_scale = *scale;
  out.panels.sound_volume = number(from, "volume", 0.0f, 1.0f).value_or(usual.sound_volume);
  if (says(from, "keys", "mmd")) out.panels.key_set = KeySet::mmd;
  for (const MouseSchemeRow& row : mouse_schemes())
    if (says(from, "mouse", row.word)) out.panels.choose_mouse(*mouse_scheme_called(row.word));
  PictureFile picture = usual.picture_file;
  recall_picture(from, picture);
  out.panels.picture_file = picture;
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
