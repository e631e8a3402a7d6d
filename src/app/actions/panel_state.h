#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "app/actions/action_table.h"
#include "app/actions/key_map.h"
#include "app/actions/mouse_scheme.h"
#include "app/actions/offer_places.h"
#include "app/actions/timeline_view.h"
#include "app/stage/dock.h"
#include "app/stage/edit_tools.h"
#include "app/stage/export_choice.h"
#include "app/stage/morph_list.h"
#include "app/stage/own_effects.h"
#include "app/stage/own_hands.h"
#include "app/stage/redraw.h"
#include "app/stage/screenshot.h"
#include "app/stage/timeline.h"
#include "app/stage/vrm_check.h"
#include "app/text/language.h"

namespace mmd {

/// Colour themes.
enum class Theme : std::uint8_t { dark, light };

/// State of the Model panel.
struct ModelPanelState {
  std::string search;           ///< search text for materials
  std::int32_t material = -1;   ///< material with details; -1: none
  bool go_there = false;        ///< scroll to the material
  bool go_to_problems = false;  ///< scroll to the findings
  bool asks = false;            ///< the model is new: offer its terms
};

/// State of the Hands panel.
struct HandsPanelState {
  Hands hands = Hands::both;
  std::string chosen;                ///< HandPose::name that was clicked last
  float weight = 1.0f;               ///< of the hand pose, 0-1
  float curl = 0.0f, spread = 0.0f;  ///< while a slider is dragged, -1 to 1
  std::string name;                  ///< typed name for an own hand pose
  std::vector<OwnHand> own;          ///< of the last listing
  bool is_listed = false;
};

/// State of the effects in the Look panel.
struct EffectsPanelState {
  Effects whole;                ///< what the strength scales
  float strength = 1.0f;        ///< 0-1
  std::string name;             ///< typed name for own effects
  std::vector<OwnEffects> own;  ///< of the last listing
  bool is_listed = false;
};

/// What the user must know about the choice of a bone for a VRM.
struct HumanBoneNote {
  LocalizedText text;              ///< empty: nothing
  std::vector<std::string> names;  ///< in its placeholders
  bool is_refusal = false;         ///< the choice is impossible
};

/// State of the Export panel.
struct ExportPanelState {
  bool is_asked = false;         ///< open it
  float contents_height = 1.0f;  ///< points, as of the last frame
  bool closes = false;           ///< close it
  ExportChoice choice;
  VrmCheck vrm;              ///< of the active model
  std::string human;         ///< VRM's name of the highlighted bone; empty: none
  bool go_to_human = false;  ///< scroll to its row
  std::string picks;         ///< the same of the bone that the user is to click on; empty: none
  HumanBoneNote note;        ///< about the last choice of a bone
  bool shows_bones = false;  ///< bones are shown for that alone
};

/// Open panels, their inputs, and language and theme.
class PanelState {
 public:
  /// A panel in a dock is shown if it is the dock's front panel.
  bool shown(Panel panel) const {
    const Dock dock = dock_of(panel);
    if (dock != Dock::count) return front(dock) == panel;
    const bool over_picture = panel == Panel::help || panel == Panel::palette;
    return shown_[static_cast<std::size_t>(panel)] && (over_picture || !picture_alone_);
  }
  /// Whether the panel is shown when the picture is not alone.
  bool remembers(Panel panel) const {
    const Dock dock = dock_of(panel);
    if (dock == Dock::count) return shown_[static_cast<std::size_t>(panel)];
    return fronts_[static_cast<std::size_t>(dock)] == panel;
  }
  /// Shows or hides a panel. A shown one replaces the front panel of its dock; a dock without one is folded.
  void show(Panel panel, bool shown) {
    const Dock dock = dock_of(panel);
    if (dock == Dock::count) {
      shown_[static_cast<std::size_t>(panel)] = shown;
      return;
    }
    std::optional<Panel>& front = fronts_[static_cast<std::size_t>(dock)];
    if (shown) picture_alone_ = false;
    if (shown) front = panel;
    if (!shown && front == panel) front.reset();
  }
  /// The visible panel of a dock; nullopt if the dock is folded.
  std::optional<Panel> front(Dock dock) const {
    return picture_alone_ ? std::nullopt : fronts_[static_cast<std::size_t>(dock)];
  }
  /// Height of the offers above the picture in points, as of the last frame.
  float offer_height() const { return offer_height_; }
  void set_offer_height(float height) { offer_height_ = height; }
  OfferPlaces& offers() { return offers_; }
  /// Height of a bottom dock with only a hint in points, as of the last frame.
  float hint_height() const { return hint_height_; }
  void set_hint_height(float height) { hint_height_ = height; }
  /// Whether the picture fills the window, without bars and docks.
  bool picture_alone() const { return picture_alone_; }
  void show_picture_alone(bool alone) { picture_alone_ = alone; }

  const DockSizes& dock_sizes() const { return dock_sizes_; }
  void set_dock_sizes(const DockSizes& sizes) { dock_sizes_ = sizes; }

  Language language() const { return language_; }
  void set_language(Language language) { language_ = language; }

  Theme theme() const { return theme_; }
  void set_theme(Theme theme) { theme_ = theme; }
  /// Scale of text and panels, relative to the screen's own.
  float ui_scale() const { return ui_scale_; }
  void set_ui_scale(float scale) { ui_scale_ = scale; }

  /// Volume of the motion's sound, 0-1, for the next window.
  float sound_volume() const { return sound_volume_; }
  void set_sound_volume(float volume) { sound_volume_ = volume; }

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
  HandsPanelState& hands() { return hands_; }
  EffectsPanelState& effects() { return effects_; }
  ExportPanelState& export_panel() { return export_; }
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
  std::array<bool, panel_count> shown_{true, true, true, true};  ///< bars and tabs; false for docked panels
  std::array<std::optional<Panel>, dock_count> fronts_;
  bool picture_alone_ = false;
  float offer_height_ = 0.0f, hint_height_ = 0.0f;
  OfferPlaces offers_;
  DockSizes dock_sizes_;
  Language language_ = Language::english;
  Theme theme_ = Theme::dark;
  float ui_scale_ = 1.0f, sound_volume_ = 1.0f;
  MouseScheme mouse_scheme_ = MouseScheme::mmdview;
  bool asks_mouse_ = false;
  KeySet key_set_ = KeySet::mmdview;
  Palette palette_;
  std::string help_search_;
  MorphPanelState morphs_;
  HandsPanelState hands_;
  EffectsPanelState effects_;
  ExportPanelState export_;
  Timeline timeline_;
  TimelineView timeline_view_;
  EditTools tools_;
  ModelPanelState model_panel_;
  PictureFile picture_file_;
  OneShotTimer key_hint_, hover_;
};

}  // namespace mmd
