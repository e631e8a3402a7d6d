#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "app/actions/action_table.h"
#include "app/actions/edit_tools.h"
#include "app/panels/docks.h"
#include "app/panels/theme.h"
#include "app/panels/timeline_view.h"
#include "app/stage/morph_list.h"
#include "app/stage/redraw.h"
#include "app/stage/screenshot.h"
#include "app/stage/timeline.h"
#include "app/text/language.h"

namespace mmd {

/// What can be opened and closed.
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

/// What is chosen in the panel of the model.
struct ModelPanelState {
  std::string search;          ///< for materials
  std::int32_t material = -1;  ///< whose details are shown; -1: none
  bool go_there = false;       ///< it is to be scrolled to
  bool asks = false;           ///< the model is new: its terms are shown before all else
};

/// Which panels are open, what is typed into them and in which language they are.
class PanelState {
 public:
  bool shown(Panel panel) const { return shown_[static_cast<std::size_t>(panel)]; }
  /// One that is shown comes to the front of its dock.
  void show(Panel panel, bool shown) {
    shown_[static_cast<std::size_t>(panel)] = shown;
    if (shown) asked_[static_cast<std::size_t>(panel)] = ++last_asked_;
  }
  /// Whether `a` was shown, or asked for again, after `b`.
  bool asked_after(Panel a, Panel b) const {
    return asked_[static_cast<std::size_t>(a)] > asked_[static_cast<std::size_t>(b)];
  }

  const DockSizes& dock_sizes() const { return dock_sizes_; }
  void set_dock_sizes(const DockSizes& sizes) { dock_sizes_ = sizes; }

  Language language() const { return language_; }
  void set_language(Language language) { language_ = language; }

  Theme theme() const { return theme_; }
  void set_theme(Theme theme) { theme_ = theme; }
  /// The size of text and panels, times the screen's own.
  float ui_scale() const { return ui_scale_; }
  void set_ui_scale(float scale) { ui_scale_ = scale; }

  Palette& palette() { return palette_; }
  /// What the keys are searched for.
  std::string& help_search() { return help_search_; }

  MorphPanelState& morphs() { return morphs_; }
  /// What the motion panel lists, and which frames it shows.
  Timeline& timeline() { return timeline_; }
  TimelineView& timeline_view() { return timeline_view_; }
  /// What is chosen and typed for working on a pose.
  EditTools& tools() { return tools_; }
  const EditTools& tools() const { return tools_; }
  const PictureFile& picture_file() const { return picture_file_; }
  void set_picture_file(const PictureFile& choice) { picture_file_ = choice; }
  ModelPanelState& model_panel() { return model_panel_; }
  const ModelPanelState& model_panel() const { return model_panel_; }
  /// Runs until the pointer has rested on a pose of the browser.
  OneShotTimer& hover() { return hover_; }
  /// While it runs, the window says how to learn the keys.
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
