// Editing, undo and redo.
#include <algorithm>

#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "app/stage/step_text.h"
#include "app/text/ui_messages.h"
#include "base/words.h"
#include "edit/limb_drag.h"

namespace mmd::handlers {
namespace {

/// "2 bones, 1 morph" of a pose that the model lacks.
std::string lacking_text(const UnmatchedNames& lacking) {
  std::string out;
  const auto add = [&out](std::size_t count, std::string_view what) {
    if (count > 0) out += (out.empty() ? "" : ", ") + counted(count, what);
  };
  add(lacking.bone_count(), "bone");
  add(lacking.morph_count(), "morph");
  return out;
}

/// Updates after steps of the history. `frames`: see Stage::undo.
void follow_step(const Parts& parts, bool frames) {
  follow_figures(parts);
  follow_shown_pose(parts.stage, parts.files.browser);
  chosen_by_hand(parts);
  if (frames && parts.stage.camera_is_fitted()) frame_camera(parts);
}

void undo(const Parts& parts) {
  const History& history = parts.stage.history();
  if (!history.can_undo() || parts.stage.in_gesture()) return parts.board.say(ui_messages::nothing_to_undo);
  const std::string step = step_text(parts.stage, history.position() - 1, parts.board.language());
  follow_step(parts, parts.stage.undo());
  parts.board.say(ui_messages::undone, {step});
}

void redo(const Parts& parts) {
  const History& history = parts.stage.history();
  if (!history.can_redo() || parts.stage.in_gesture()) return parts.board.say(ui_messages::nothing_to_redo);
  const std::string step = step_text(parts.stage, history.position(), parts.board.language());
  follow_step(parts, parts.stage.redo());
  parts.board.say(ui_messages::redone, {step});
}

void go_to_step(const Parts& parts, std::int32_t step) {
  const auto done = parts.stage.go_to_step(static_cast<std::size_t>(std::max(step, 0)));
  if (!done) return parts.board.refuse(done.error());
  follow_step(parts, *done);
}

void toggle_motion(const Parts& parts) {
  const bool shown = parts.stage.shows() != Shows::motion;
  if (!shown) parts.stage.playback().pause();
  parts.stage.show(shown ? Shows::motion : Shows::pose);
  chosen_by_hand(parts);
  parts.board.say(shown ? ui_messages::motion_shown : ui_messages::pose_shown);
}

/// Highlights the active bone and shows the selection.
void show_selection(const Parts& parts) {
  const Model& model = *parts.stage.model();
  parts.stage.arrangement().highlight = parts.opened.picker.active_name(model);
  refresh(parts, Dirty::look);
  const edit::Selection& selection = parts.opened.picker.selection();
  const std::string& name = parts.stage.arrangement().highlight;
  if (selection.empty()) return parts.board.say(ui_messages::no_bone);
  if (selection.bones().size() == 1) return parts.board.say(ui_messages::selected, {name});
  parts.board.say(ui_messages::selected_many, {std::to_string(selection.bones().size()), name});
}

/// The selected bones; null with a message if there are none.
const std::vector<std::int32_t>* selected(const Parts& parts) {
  const std::vector<std::int32_t>& bones = parts.opened.picker.selection().bones();
  if (!bones.empty()) return &bones;
  parts.board.say(ui_messages::needs_bone);
  return nullptr;
}

std::vector<std::int32_t> known(const std::vector<std::int32_t>& bones, const Model& model) {
  std::vector<std::int32_t> out;
  for (const std::int32_t bone : bones)
    if (bone >= 0 && static_cast<std::size_t>(bone) < model.bone_count()) out.push_back(bone);
  return out;
}

void select_bone(const Parts& parts, std::int32_t bone) {
  select_bones(parts, bone == none ? std::vector<std::int32_t>() : std::vector<std::int32_t>{bone});
}

void select_matching(const Parts& parts, const std::string& pattern) {
  const auto bones = edit::bones_matching(*parts.stage.model(), pattern);
  if (bones.empty()) return parts.board.say(ui_messages::no_bone_like, {pattern});
  select_bones(parts, bones);
}

void select_all(const Parts& parts) {
  const std::vector<Bone>& bones = parts.stage.model()->skeleton.bones;
  std::vector<std::int32_t> all;
  for (std::size_t i = 0; i < bones.size(); ++i)
    if (bones[i].visible && is_operable(bones[i])) all.push_back(static_cast<std::int32_t>(i));
  select_bones(parts, all);
}

void select_frame(const Parts& parts) {
  if (selected(parts) == nullptr) return;
  const Model& model = *parts.stage.model();
  const auto bones = edit::bones_of_frame(model, parts.opened.picker.selection().active());
  if (bones.empty())
    return parts.board.say(ui_messages::no_frame_of, {parts.opened.picker.active_name(model)});
  select_bones(parts, bones);
}

void select_mirrored(const Parts& parts) {
  const auto* bones = selected(parts);
  if (bones == nullptr) return;
  const auto others = edit::mirrored_bones(*parts.stage.model(), *bones);
  if (others.empty() || others == *bones) return parts.board.say(ui_messages::no_mirrored);
  select_bones(parts, others);
}

void reset_selected(const Parts& parts) {
  if (const auto* bones = selected(parts)) edit_pose(parts, edit::Reset{{false, *bones, {}}});
}

void reset_pose(const Parts& parts) {
  edit_pose(parts, edit::Reset{edit::whole_pose()});
}

void mirror_pose(const Parts& parts) {
  edit_pose(parts, edit::Mirror{edit::whole_pose()});
}

/// The selected bones that have another side; of both sides the active bone's.
std::vector<std::int32_t> selected_side(const Stage& stage, const BonePicker& picker) {
  const Model& model = *stage.model();
  const auto& bones = picker.selection().bones();
  const auto other = [&](std::int32_t bone) {
    const auto found = edit::mirrored_bones(model, {&bone, 1});
    return found.empty() || found.front() == bone ? none : found.front();
  };
  const auto name = [&](std::int32_t bone) { return std::string_view(model.skeleton.bones[at(bone)].name); };
  const bool is_left = name(picker.selection().active()).find("左") != std::string_view::npos;
  std::vector<std::int32_t> out;
  for (const std::int32_t bone : bones) {
    const std::int32_t twin = other(bone);
    const bool both = std::find(bones.begin(), bones.end(), twin) != bones.end();
    if (twin != none && (!both || (name(bone).find("左") != std::string_view::npos) == is_left))
      out.push_back(bone);
  }
  return out;
}

void copy_from_other_side(const Parts& parts) {
  if (selected(parts) == nullptr) return;
  auto bones = selected_side(parts.stage, parts.opened.picker);
  if (bones.empty()) return parts.board.say(ui_messages::no_mirrored);
  edit_pose(parts, edit::Mirror{{false, std::move(bones), {}}});
}

void copy_to_other_side(const Parts& parts) {
  if (selected(parts) == nullptr) return;
  const auto bones = selected_side(parts.stage, parts.opened.picker);
  if (bones.empty()) return parts.board.say(ui_messages::no_mirrored);
  edit_pose(parts, edit::Mirror{{false, edit::mirrored_bones(*parts.stage.model(), bones), {}}});
}

void toggle_symmetry(const Parts& parts) {
  parts.stage.set_symmetry(!parts.stage.symmetry());
  say_on_or_off(parts.board, ui_messages::symmetry, parts.stage.symmetry());
}

/// The hands and feet of the selected bones.
std::vector<std::int32_t> pinnable_parts(const Stage& stage, const BonePicker& picker) {
  std::vector<std::int32_t> out;
  for (const std::int32_t bone : picker.selection().bones())
    if (const std::int32_t part = edit::pinnable(*stage.model(), bone);
        part != none && std::find(out.begin(), out.end(), part) == out.end())
      out.push_back(part);
  return out;
}

bool is_pinned(const Stage& stage, std::int32_t bone) {
  const auto& pins = stage.figure()->pins;
  return std::find(pins.begin(), pins.end(), bone) != pins.end();
}

/// Pins the hands and feet of the selected bones, or unpins them if all are pinned.
void pin(const Parts& parts) {
  if (selected(parts) == nullptr) return;
  const auto chosen = pinnable_parts(parts.stage, parts.opened.picker);
  if (chosen.empty()) return parts.board.say(ui_messages::needs_hand_or_foot);
  const bool unpin = std::all_of(chosen.begin(), chosen.end(),
                                 [&](std::int32_t bone) { return is_pinned(parts.stage, bone); });
  std::vector<std::int32_t> pins = parts.stage.figure()->pins;
  std::erase_if(
      pins, [&](std::int32_t bone) { return std::find(chosen.begin(), chosen.end(), bone) != chosen.end(); });
  if (!unpin) pins.insert(pins.end(), chosen.begin(), chosen.end());
  parts.stage.set_pins(std::move(pins));
  const std::string& name = parts.stage.model()->skeleton.bones[at(chosen.front())].name;
  parts.board.say(unpin ? ui_messages::unpinned : ui_messages::pinned, {name});
}

void next_gizmo_axes(const Parts& parts) {
  constexpr LocalizedText names[] = {ui_messages::local_axes, ui_messages::parent_axes,
                                     ui_messages::world_axes};
  edit::GizmoAxes& axes = parts.panels.tools.axes;
  const auto next = (static_cast<std::size_t>(axes) + 1) % static_cast<std::size_t>(edit::GizmoAxes::count);
  axes = static_cast<edit::GizmoAxes>(next);
  parts.board.say(names[next]);
}

void toggle_gizmo_axes(const Parts& parts) {
  edit::GizmoAxes& axes = parts.panels.tools.axes;
  const bool to_world = axes != edit::GizmoAxes::world;
  axes = to_world ? edit::GizmoAxes::world : edit::GizmoAxes::local;
  parts.board.say(to_world ? ui_messages::world_axes : ui_messages::local_axes);
}

/// Shows the handles of a tool; the same tool again shows all of them.
void choose_tool(const Parts& parts, EditTool tool) {
  EditTool& current = parts.panels.tools.tool;
  current = current == tool ? EditTool::all : tool;
  if (parts.opened.picker.selection().empty() && (current == EditTool::rotate || current == EditTool::move))
    return parts.board.say(ui_messages::needs_bone);
  constexpr LocalizedText names[] = {ui_messages::tool_all, ui_messages::tool_select,
                                     ui_messages::tool_rotate, ui_messages::tool_move};
  parts.board.say(names[static_cast<std::size_t>(current)]);
}

}  // namespace

void select_bones(const Parts& parts, const std::vector<std::int32_t>& bones) {
  parts.opened.picker.select(known(bones, *parts.stage.model()));
  show_selection(parts);
}

void edit_pose(const Parts& parts, const edit::Command& command) {
  const auto change = parts.stage.edit(command);
  if (!change) return parts.board.refuse(change.error());
  chosen_by_hand(parts);
  const std::string lacking = lacking_text(change->lacking);
  if (!lacking.empty()) parts.board.say(ui_messages::not_in_model, {lacking});
}

void begin_gesture(const Parts& parts) {
  parts.stage.begin_gesture();
}

void end_gesture(const Parts& parts) {
  parts.stage.end_gesture();
  chosen_by_hand(parts);
}

void cancel_gesture(const Parts& parts) {
  parts.stage.cancel_gesture();
  chosen_by_hand(parts);
}

namespace {

template <EditTool tool>
bool is_tool(const Parts& parts) {
  return parts.panels.tools.tool == tool;
}

constexpr std::string_view by_drag = "the mouse sends it while it drags";

}  // namespace

std::span<const ActionRow> edit_actions() {
  static constexpr ActionRow rows[] = {
      action_row(Id::undo, ctrl(SDLK_z, "Ctrl+Z", true), Needs::done_step, {"Undo", "元に戻す"}, call<undo>),
      action_row(Id::redo, {SDLK_y, "Ctrl+Y, Ctrl+Shift+Z", true, SDLK_z, Held::control, Held::control_shift},
                 Needs::undone_step, {"Redo", "やり直し"}, call<redo>),
      action_row(Id::toggle_motion, {SDLK_o, "O"}, Needs::motion, {"Show motion", "モーションを表示"},
                 {"Switch between the motion and the pose", "モーションとポーズの切り替え"},
                 call<toggle_motion>,
                 [](const Parts& parts) { return parts.stage.shows() == Shows::motion; }),
      action_row(Id::select_all, ctrl(SDLK_a, "Ctrl+A"), Needs::model, {"Select all bones", "全ボーンを選択"},
                 {"Select all posable bones", "操作可能な全ボーンを選択"}, call<select_all>),
      action_row(
          Id::select_frame, ctrl_shift(SDLK_a, "Ctrl+Shift+A"), Needs::model,
          {"Select display frame", "表示枠のボーンを選択"},
          {"Select the bones of the active bone's display frame", "操作中のボーンと同じ表示枠のボーンを選択"},
          call<select_frame>),
      action_row(Id::select_mirrored, {SDLK_d, "D"}, Needs::model,
                 {"Select other side", "反対側のボーンを選択"},
                 {"Select the bones of the other side", "選択ボーンの反対側を選択"}, call<select_mirrored>),
      action_row(Id::reset_selected, {SDLK_DELETE, "Delete"}, Needs::model,
                 {"Reset selected bones", "選択ボーンの初期化"}, call<reset_selected>),
      action_row(Id::reset_pose, {}, Needs::model, {"Reset pose", "ポーズの初期化"}, call<reset_pose>),
      action_row(Id::mirror_pose, ctrl(SDLK_m, "Ctrl+M"), Needs::model, {"Mirror pose", "ポーズの左右反転"},
                 call<mirror_pose>),
      action_row(Id::mirror_selected, ctrl_shift(SDLK_m, "Ctrl+Shift+M"), Needs::model,
                 {"Copy from other side", "反対側から写す"},
                 {"The selected bones get the other side's pose, mirrored",
                  "選択ボーンに反対側のポーズを左右反転して写す"},
                 call<copy_from_other_side>),
      action_row(Id::copy_to_other_side, ctrl(SDLK_d, "Ctrl+D"), Needs::model,
                 {"Copy to other side", "反対側に写す"},
                 {"The other side gets the selected bones' pose, mirrored",
                  "選択ボーンのポーズを反対側に左右反転して写す"},
                 call<copy_to_other_side>),
      action_row(Id::toggle_symmetry, {SDLK_y, "Y"}, Needs::model, {"Symmetry", "左右対称"},
                 {"Each change is made on the other side, too, mirrored", "変更を反対側にも左右反転して行う"},
                 call<toggle_symmetry>, [](const Parts& parts) { return parts.stage.symmetry(); }),
      action_row(Id::pin, {SDLK_u, "U"}, Needs::model, {"Pin", "固定"},
                 {"The selected hand or foot stays where it is; again: let it go",
                  "選択した手・足をその場に固定、もう一度押すと解除"},
                 call<pin>),
      action_row(Id::next_gizmo_axes, {SDLK_w, "W"}, Needs::model,
                 {"Axes: local, parent, world", "軸：ローカル、親、グローバル"},
                 {"Axes for rotation and translation: local, parent, world",
                  "回転と移動の軸：ローカル、親、グローバル"},
                 call<next_gizmo_axes>),
      action_row(Id::toggle_gizmo_axes, {}, Needs::nothing, {"Global axes", "グローバル軸"},
                 call<toggle_gizmo_axes>,
                 [](const Parts& parts) { return parts.panels.tools.axes == edit::GizmoAxes::world; }),
      action_row(Id::tool_select, {SDLK_q, "Q"}, Needs::nothing, {"Select tool", "選択"},
                 {"Drag parts of the body, select bones; again: all handles",
                  "体の部分のドラッグとボーンの選択、もう一度押すと全ハンドル"},
                 call_with<choose_tool, EditTool::select>, is_tool<EditTool::select>),
      action_row(Id::tool_rotate, {SDLK_x, "X"}, Needs::nothing, {"Rotate tool", "回転"},
                 {"Rotation rings; again: all handles", "回転ハンドル、もう一度押すと全ハンドル"},
                 call_with<choose_tool, EditTool::rotate>, is_tool<EditTool::rotate>),
      action_row(Id::tool_move, {SDLK_z, "Z"}, Needs::nothing, {"Move tool", "移動"},
                 {"Move arrows; again: all handles", "移動ハンドル、もう一度押すと全ハンドル"},
                 call_with<choose_tool, EditTool::move>, is_tool<EditTool::move>),
      action_row(Id::tool_all, {}, Needs::nothing, {"All handles", "全ハンドル"},
                 call_with<choose_tool, EditTool::all>, is_tool<EditTool::all>),
      panel_row<Panel::bones>(Id::toggle_bones_panel, {SDLK_F3, "F3"}, {"Bones", "ボーン"},
                              {"Bones panel", "ボーンのパネル"}),
      panel_row<Panel::history>(
          Id::toggle_history_panel, {SDLK_F4, "F4"}, {"Pose", "ポーズ"},
          {"Pose panel: saving, history, blending", "ポーズのパネル：保存、操作の履歴、ブレンド"}),
      with_value(Id::begin_gesture, Needs::model, {"Drag start", "ドラッグの開始"}, call<begin_gesture>,
                 by_drag),
      with_value(Id::end_gesture, Needs::model, {"Drag end", "ドラッグの終了"}, call<end_gesture>, by_drag),
      with_value(Id::cancel_gesture, Needs::model, {"Cancel drag", "ドラッグの取り消し"},
                 call<cancel_gesture>, by_drag),
      with_value(Id::edit_pose, Needs::model, {"Change the pose", "ポーズの変更"}, call<edit_pose>),
      with_value(Id::go_to_step, Needs::model, {"Go to history step", "履歴の移動"}, call<go_to_step>),
      with_value(Id::select_bone, Needs::model, {"Select bone", "ボーンの選択"}, call<select_bone>, by_mouse),
      with_value(Id::select_bones, Needs::model, {"Select bones", "ボーンの選択"}, call<select_bones>,
                 by_mouse),
      with_value(Id::select_matching, Needs::model, {"Select bones by name", "名前でボーンを選択"},
                 call<select_matching>),
  };
  return rows;
}

}  // namespace mmd::handlers
