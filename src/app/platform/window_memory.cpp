#include "app/platform/window_memory.h"

#include <algorithm>

#include <nlohmann/json.hpp>

#include "app/actions/action_words.h"
#include "app/panels/panels.h"
#include "library/library_store.h"
#include "options/options.h"

namespace mmd {
namespace {

using Json = nlohmann::json;

/// A panel's name is that of the action that opens it.
std::string name_of(const PanelRow& row) {
  return std::string(word_of(row.toggle));
}

/// The member, if it is there and a number between these.
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

/// Those that are open, those in front last.
Json open_panels(const PanelState& panels) {
  std::vector<const PanelRow*> open;
  for (const PanelRow& row : panel_table())
    if (panels.shown(row.panel)) open.push_back(&row);
  std::stable_sort(open.begin(), open.end(), [&](const PanelRow* a, const PanelRow* b) {
    return panels.asked_after(b->panel, a->panel);
  });
  Json out = Json::array();
  for (const PanelRow* row : open) out.push_back(name_of(*row));
  return out;
}

constexpr const char* dock_members[] = {"left", "right", "bottom"};

}  // namespace

std::string memory_text(const PanelState& panels, const Extent& size) {
  Json out = Json::object();
  out["open"] = open_panels(panels);
  for (std::size_t i = 0; i < dock_count; ++i) out[dock_members[i]] = panels.dock_sizes().size[i];
  out["menus"] = panels.shown(Panel::menu_bar);
  out["language"] = panels.language() == Language::japanese ? "ja" : "en";
  out["theme"] = panels.theme() == Theme::light ? "light" : "dark";
  out["scale"] = panels.ui_scale();
  out["width"] = size.width;
  out["height"] = size.height;
  return out.dump(1) + "\n";
}

WindowMemory recall(std::string_view text, const PanelState& usual) {
  WindowMemory out{std::nullopt, usual};
  const Json from = Json::parse(text.begin(), text.end(), nullptr, false);
  if (!from.is_object()) return out;
  recall_panels(from, out.panels);
  DockSizes sizes = usual.dock_sizes();
  for (std::size_t i = 0; i < dock_count; ++i)
    sizes.size[i] = number(from, dock_members[i], least_dock_size, largest_dock_size).value_or(sizes.size[i]);
  out.panels.set_dock_sizes(sizes);
  if (const auto menus = from.find("menus"); menus != from.end() && menus->is_boolean())
    out.panels.show(Panel::menu_bar, menus->get<bool>());
  if (says(from, "language", "ja")) out.panels.set_language(Language::japanese);
  if (says(from, "language", "en")) out.panels.set_language(Language::english);
  if (says(from, "theme", "light")) out.panels.set_theme(Theme::light);
  if (const auto scale = number(from, "scale", least_ui_scale, largest_ui_scale))
    out.panels.set_ui_scale(*scale);
  const auto width = number(from, "width", 100, 32767), height = number(from, "height", 100, 32767);
  if (width && height) out.size = Extent{*width, *height};
  return out;
}

std::filesystem::path window_memory_file() {
  const auto folder = user_folder(UserFolder::state);
  return folder.empty() ? folder : folder / "window.json";
}

}  // namespace mmd
