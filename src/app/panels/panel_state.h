#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "app/actions/action_table.h"
#include "app/actions/edit_tools.h"
#include "app/actions/key_map.h"
#include "app/input/mouse_scheme.h"
#include "app/panels/docks.h"
#include "app/panels/theme.h"
#include "app/panels/timeline_view.h"
#include "app/stage/morph_list.h"
#include "app/stage/redraw.h"
#include "app/stage/screenshot.h"
#include "app/stage/timeline.h"
#include "app/text/language.h"

namespace mmd {

/// Panels and windows that can be opened and closed.
enum class Panel : std::uint8_t {
  menu_bar,
  scene,
  morphs,
  help,
  palette,
  bones,
  history,
  browser,
  model,
  files,
  motion,
  figures,
  count
};

/// State of the Model panel.
struct ModelPanelState {
  std::string search;          ///< search text for materials
  std::int32_t material = -1;  ///< material with details; -1: none
  bool go_there = false;       ///< scroll to the material
  bool asks = false;           ///< the model is new: show its terms first
};

/// Open panels, their inputs, and language and theme.
class PanelState {
 public:
  bool shown(Panel panel) const { return shown_[static_cast<std::size_t>(panel)]; }
  /// Shows or hides a panel; a shown one comes to the front of its dock.
  void show(Panel panel, bool shown) {
    shown_[static_cast<std::size_t>(panel)] = shown;
    if (shown) asked_[static_cast<std::size_t>(panel)] = ++last_asked_;
  }
  /// Whether `a` was shown after `b`.
  bool asked_after(Panel a, Panel b) const {
    return asked_[static_cast<std::size_t>(a)] > asked_[static_cast<std::size_t>(b)];
  }

  const DockSizes& dock_sizes() const { return dock_sizes_; }
  void set_dock_sizes(const DockSizes& sizes) { dock_sizes_ = sizes; }

  Language language() const { return language_; }
  void set_language(Language language) { language_ = language; }

  Theme theme() const { return theme_; }
  void set_theme(Theme theme) { theme_ = theme; }
  /// Scale of text and panels, relative to the screen's own.
  float ui_scale() const { return ui_scale_; }
  void set_ui_scale(float scale) { ui_scale_ = scale; }

  MouseScheme mouse_scheme() const { return mouse_scheme_; }
  /// A chosen scheme also answers the question for it.
  void choose_mouse(MouseScheme scheme) {
    mouse_scheme_ = scheme;
    asks_mouse_ = false;
  }
  /// Whether the window asks for the scheme.
  bool asks_mouse() const { return asks_mouse_; }
  void ask_mouse() { asks_mouse_ = true; }

  KeySet key_set() const { return key_set_; }
  void set_key_set(KeySet keys) { key_set_ = keys; }

  Palette& palette() { return palette_; }
  /// Search text of the list of keys.
  std::string& help_search() { return help_search_; }

  MorphPanelState& morphs() { return morphs_; }
  /// Rows and visible frames of the Motion panel.
  Timeline& timeline() { return timeline_; }
  TimelineView& timeline_view() { return timeline_view_; }
  /// Inputs for editing.
  EditTools& tools() { return tools_; }
  const EditTools& tools() const { return tools_; }
  const PictureFile& picture_file() const { return picture_file_; }
  void set_picture_file(const PictureFile& choice) { picture_file_ = choice; }
  ModelPanelState& model_panel() { return model_panel_; }
  const ModelPanelState& model_panel() const { return model_panel_; }
  /// Runs until the pointer has rested on a pose of the browser.
  OneShotTimer& hover() { return hover_; }
  /// The window shows the hint "H: keys" while it runs.
  OneShotTimer& key_hint() { return key_hint_; }
  const OneShotTimer& key_hint() const { return key_hint_; }

 private:
  static constexpr auto panel_count = static_cast<std::size_t>(Panel::count);
  std::array<bool, panel_count> shown_{true};  // the menu bar
  std::array<std::uint32_t, panel_count> asked_{};
  std::uint32_t last_asked_ = 0;
  DockSizes dock_sizes_;
  Language language_ = Language::english;
  Theme theme_ = Theme::dark;
  float ui_scale_ = 1.0f;
  MouseScheme mouse_scheme_ = MouseScheme::mmdview;
  bool asks_mouse_ = false;
  KeySet key_set_ = KeySet::mmdview;
  Palette palette_;
  std::string help_search_;
  MorphPanelState morphs_;
  Timeline timeline_;
  TimelineView timeline_view_;
  EditTools tools_;
  ModelPanelState model_panel_;
  PictureFile picture_file_;
  OneShotTimer key_hint_, hover_;
};

}  // namespace mmd
