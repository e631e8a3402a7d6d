// Look, overlays, the reference picture over the view, and comparisons.
#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "app/stage/bone_list.h"
#include "app/stage/model_summary.h"
#include "app/stage/own_effects.h"
#include "app/text/picture_strings.h"
#include "app/text/ui_messages.h"
#include "assets/file_set.h"
#include "document/framing.h"
#include "library/trash.h"

namespace mmd::handlers {
namespace {

template <bool RenderSettings::*member>
bool is_in_look(const Parts& parts) {
  return parts.stage.arrangement().look.*member;
}

/// A switch of the look. `message`: what its message calls it.
template <bool RenderSettings::*member, const Toast& message>
constexpr ActionRow look_row(ActionId id, Key key, LocalizedText name) {
  return action_row(
      id, key, Needs::nothing, name,
      [](const Parts& parts, const ActionValue&) {
        toggle_switch(parts, parts.stage.arrangement().look.*member, message, Dirty::look);
      },
      is_in_look<member>);
}

void next_bones(const Parts& parts) {
  RenderSettings& look = parts.stage.arrangement().look;
  show_next_bones(look, parts.stage.model());
  refresh(parts, Dirty::look);
  const std::ptrdiff_t others = bones_not_operable(parts.stage.model());
  if (!look.skeleton || others == 0) return say_on_or_off(parts.board, ui_messages::bones, look.skeleton);
  if (!look.operable_bones) return parts.board.say(ui_messages::all_bones);
  parts.board.say(ui_messages::posable_bones, {std::to_string(others)});
}

/// Shows posable bones, or hides all.
void toggle_bones(const Parts& parts) {
  RenderSettings& look = parts.stage.arrangement().look;
  look.skeleton = look.operable_bones = !look.skeleton;
  refresh(parts, Dirty::look);
  say_on_or_off(parts.board, ui_messages::bones, look.skeleton);
}

void toggle_bone_names(const Parts& parts) {
  const bool shown = !parts.opened.picker.names_shown();
  parts.opened.picker.show_names(shown);
  RenderSettings& look = parts.stage.arrangement().look;
  if (shown && !look.skeleton) {
    look.skeleton = look.operable_bones = true;
    refresh(parts, Dirty::look);
  }
  say_on_or_off(parts.board, ui_messages::bone_names, shown);
}

void toggle_grid(const Parts& parts) {
  RenderSettings& look = parts.stage.arrangement().look;
  look.axes = !look.grid;
  toggle_switch(parts, look.grid, ui_messages::grid, Dirty::look);
}

void save_effects(const Parts& parts, const std::string& name) {
  EffectsPanelState& panel = parts.panels.effects;
  const auto saved = mmd::save_effects(parts.stage.arrangement().look.effects, parts.setup.effects, name);
  if (!saved) return parts.board.refuse(saved.error());
  panel.own = own_effects_in(parts.setup.effects);
  panel.name.clear();
  parts.board.say(ui_messages::saved, {to_utf8(*saved)});
}

void remove_effects(const Parts& parts, const std::string& file) {
  EffectsPanelState& panel = parts.panels.effects;
  panel.own = own_effects_in(parts.setup.effects);
  const auto found = std::find_if(panel.own.begin(), panel.own.end(),
                                  [&](const OwnEffects& own) { return own.file == file; });
  if (found == panel.own.end()) return;
  if (const auto done = move_to_trash(path_from_utf8(file)); !done) return parts.board.refuse(done.error());
  panel.own.erase(found);
  parts.board.say(ui_messages::trashed, {file_name(file)});
}

void set_look(const Parts& parts, const RenderSettings& look) {
  parts.stage.arrangement().look = look;
  chosen_by_hand(parts, Dirty::look);
}

void set_light(const Parts& parts, const LightChoice& light) {
  parts.stage.arrangement().light = light;
  chosen_by_hand(parts, Dirty::look);
}

void hide_materials(const Parts& parts, const std::vector<std::int32_t>& materials) {
  parts.stage.hide_materials(in_model(materials, *parts.stage.model()));
  chosen_by_hand(parts, Dirty::pose, Pace::stay);
}

void next_comparison(const Parts& parts) {
  const auto modes = compare_modes();
  const auto next = (static_cast<std::size_t>(parts.opened.panes.mode()) + 1) % modes.size();
  set_compare_mode(parts, modes[next].mode);
}

void set_compared(const Parts& parts, const std::string& what) {
  parts.opened.panes.set_compared(what);
  const CompareMode mode = parts.opened.panes.mode();
  set_compare_mode(parts, mode == CompareMode::off ? CompareMode::side_by_side : mode);
}

void move_divider(const Parts& parts, double to) {
  parts.opened.panes.move_divider(static_cast<float>(to));
  parts.screen.note_movement();
  parts.redraw.picture();
}

void set_reference(const Parts& parts, const ReferencePicture& chosen) {
  ReferenceView& view = parts.run.reference;
  ReferencePicture picture = chosen;
  std::error_code error;
  const auto whole = std::filesystem::absolute(path_from_utf8(picture.file), error);
  if (!picture.file.empty() && !error) picture.file = to_utf8(whole);
  const bool is_new = !picture.file.empty() && picture.file != view.picture().file;
  if (const auto shown = view.show(picture); !shown) return parts.board.refuse(shown.error());
  parts.redraw.picture();  // its room may have changed
  if (is_new && !picture.locked) parts.board.say(ui_messages::reference_moves);
}

/// Shows or hides it; without one the user chooses one.
void toggle_reference(const Parts& parts) {
  ReferencePicture picture = parts.run.reference.picture();
  if (picture.file.empty()) return ask_to_open(parts, DialogPurpose::reference);
  picture.shown = !picture.shown;
  set_reference(parts, picture);
}

}  // namespace

void set_background_picture(const Parts& parts, const std::string& file) {
  RenderSettings look = parts.stage.arrangement().look;
  look.background_picture = nullptr;
  if (!file.empty()) {
    std::error_code error;
    const auto whole = std::filesystem::absolute(path_from_utf8(file), error);
    auto picture = load_background_picture(error ? file : to_utf8(whole));
    if (!picture) return parts.board.refuse(picture.error());
    parts.board.report((*picture)->diagnostics);
    look.background_picture = std::move(*picture);
  }
  set_look(parts, look);
}

void set_compare_mode(const Parts& parts, CompareMode mode) {
  ComparePanes& panes = parts.opened.panes;
  const bool begins = panes.set_mode(mode);
  // The bodies of both states start at the same frame of a motion.
  refresh(parts, begins && parts.stage.has_motion() && parts.stage.physics() != nullptr ? Dirty::pose
                                                                                        : Dirty::nothing);
  if (parts.stage.camera_is_fitted()) frame_camera(parts);
  if (panes.mode() != mode) return;  // could not be, and said so
  if (mode == CompareMode::off) return parts.board.say(ui_messages::no_comparison);
  const Language language = parts.board.language();
  const StateNames names = compared_names(parts);
  parts.board.say(ui_messages::comparison,
                  {std::string(compare_modes()[static_cast<std::size_t>(mode)].name.in(language)),
                   names.first, names.other});
}

std::span<const ActionRow> look_actions() {
  static constexpr ActionRow rows[] = {
      look_row<&RenderSettings::edge, ui_messages::edges>(Id::toggle_edges, {SDLK_e, "E"},
                                                          {"Edges", "エッジ（輪郭線）"}),
      look_row<&RenderSettings::self_shadow, ui_messages::self_shadow>(Id::toggle_self_shadow, {},
                                                                       {"Self shadow", "セルフ影"}),
      look_row<&RenderSettings::ground_shadow, ui_messages::ground_shadow>(Id::toggle_ground_shadow, {},
                                                                           {"Ground shadow", "地面影"}),
      action_row(Id::next_bones, {SDLK_b, "B"}, Needs::nothing,
                 {"Show bones: posable, all, none", "ボーン表示：操作可能、全て、なし"}, call<next_bones>,
                 is_in_look<&RenderSettings::skeleton>),
      action_row(Id::toggle_bones, {}, Needs::nothing, {"Bones on or off", "ボーン表示・非表示"},
                 call<toggle_bones>, is_in_look<&RenderSettings::skeleton>),
      action_row(Id::toggle_bone_names, {SDLK_n, "N"}, Needs::nothing, {"Bone names", "ボーン名"},
                 call<toggle_bone_names>,
                 [](const Parts& parts) { return parts.opened.picker.names_shown(); }),
      look_row<&RenderSettings::bodies, ui_messages::bodies>(Id::toggle_bodies, {SDLK_j, "J"},
                                                             {"Rigid bodies and joints", "剛体とJoint"}),
      action_row(Id::toggle_grid, {SDLK_g, "G"}, Needs::nothing, {"Grid and axes", "グリッドと座標軸"},
                 call<toggle_grid>, is_in_look<&RenderSettings::grid>),
      look_row<&RenderSettings::axes, ui_messages::axes>(Id::toggle_axes, {}, {"Axes", "座標軸"}),
      action_row(Id::next_comparison, {SDLK_c, "C"}, Needs::model,
                 {"Compare: side by side, wipe, heat map, off", "比較：左右、ワイプ、差の色分け、なし"},
                 {"Compare with append off: side by side, wipe, heat map, off",
                  "付与なしとの比較：左右、ワイプ、差の色分け、なし"},
                 call<next_comparison>,
                 [](const Parts& parts) { return parts.opened.panes.mode() != CompareMode::off; }),
      with_value(Id::set_look, Needs::nothing, {"Look settings", "表示の設定"}, call<set_look>),
      with_value(Id::set_background_picture, Needs::nothing, {"Background picture", "背景画像"},
                 call<set_background_picture>),
      with_value(Id::save_effects, Needs::nothing, {"Save effects", "効果を保存"}, call<save_effects>),
      with_value(Id::remove_effects, Needs::nothing, {"Remove saved effects", "保存した効果を削除"},
                 call<remove_effects>),
      with_value(Id::set_light, Needs::nothing, {"Light", "照明"}, call<set_light>),
      with_value(Id::set_compare_mode, Needs::nothing, {"Comparison mode", "比較の表示"},
                 call<set_compare_mode>),
      with_value(Id::set_compared, Needs::nothing, {"Compared state", "比較の対象"}, call<set_compared>),
      with_value(Id::move_divider, Needs::nothing, {"Wipe divider", "ワイプの境界"}, call<move_divider>,
                 by_mouse),
      with_value(Id::hide_materials, Needs::model, {"Hidden materials", "非表示の材質"},
                 call<hide_materials>),
      action_row(Id::toggle_reference, {}, Needs::nothing, {"Show reference picture", "参考画像を表示"},
                 call<toggle_reference>, [](const Parts& parts) { return parts.run.reference.is_seen(); }),
      with_value(Id::set_reference, Needs::nothing, {"Reference picture settings", "参考画像の設定"},
                 call<set_reference>),
  };
  return rows;
}

}  // namespace mmd::handlers
