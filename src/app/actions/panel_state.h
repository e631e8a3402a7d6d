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
  /// Whether the picture fills the window, without bars and docks.
  bool picture_alone() const { return picture_alone_; }
  void show_picture_alone(bool alone) { picture_alone_ = alone; }

  MouseScheme mouse_scheme() const { return mouse_scheme_; }
  /// A chosen scheme also answers the question for it.
  void choose_mouse(MouseScheme scheme) {
    mouse_scheme_ = scheme;
    asks_mouse_ = false;
  }
  /// Whether the window asks for the scheme.
  bool asks_mouse() const { return asks_mouse_; }
  void ask_mouse() { asks_mouse_ = true; }

  float offer_height = 0.0f;  ///< of the offers above the picture in points, as of the last frame
  OfferPlaces offers;
  float hint_height = 0.0f;  ///< of a bottom dock with only a hint in points, as of the last frame
  DockSizes dock_sizes;
  Language language = Language::english;
  Theme theme = Theme::dark;
  float ui_scale = 1.0f;      ///< of text and panels, relative to the screen's own
  float sound_volume = 1.0f;  ///< of the motion's sound, 0-1, for the next window
  KeySet key_set = KeySet::mmdview;
  Palette palette;
  std::string help_search;  ///< search text of the list of keys
  MorphPanelState morphs;
  HandsPanelState hands;
  EffectsPanelState effects;
  ExportPanelState export_panel;
  Timeline timeline;           ///< rows of the Motion panel
  TimelineView timeline_view;  ///< its visible frames
  EditTools tools;             ///< inputs for editing
  ModelPanelState model_panel;
  PictureFile picture_file;
  /// The user's own, while an opened scene has brought another.
  std::optional<PictureShape> shape_before_scene;
  OneShotTimer hover;     ///< runs until the pointer has rested on a pose of the browser
  OneShotTimer key_hint;  ///< the window shows the hint "H: keys" while it runs

  /// How pictures are saved without the opened scene.
  PictureFile picture_file_without_scene() const {
    PictureFile out = picture_file;
    const PictureShape own = shape_before_scene.value_or(out.shape());
    out.width = own.width;
    out.height = own.height;
    out.transparent = own.transparent;
    return out;
  }

 private:
  static constexpr auto panel_count = static_cast<std::size_t>(Panel::count);
  std::array<bool, panel_count> shown_{true, true, true, true};  ///< bars and tabs; false for docked panels
  std::array<std::optional<Panel>, dock_count> fronts_;
  bool picture_alone_ = false;
  MouseScheme mouse_scheme_ = MouseScheme::mmdview;
  bool asks_mouse_ = false;
};

}  // namespace mmd
