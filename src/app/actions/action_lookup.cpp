// What is asked of the table of actions.
#include <algorithm>
#include <iterator>

#include "app/actions/action_table.h"
#include "app/stage/stage.h"
#include "app/text/said.h"

namespace mmd {
namespace {

constexpr MenuRow menus[] = {
    {Menu::file, {"File", "ファイル"}},       {Menu::edit, {"Edit", "編集"}},
    {Menu::view, {"View", "表示"}},           {Menu::camera, {"Camera", "カメラ"}},
    {Menu::pose, {"Pose", "ポーズ"}},         {Menu::motion, {"Motion", "モーション"}},
    {Menu::physics, {"Physics", "物理演算"}}, {Menu::help, {"Help", "ヘルプ"}},
};

}  // namespace

bool is_edit(ActionId id) {
  constexpr ActionId edits[] = {ActionId::set_morph,
                                ActionId::reset_morphs,
                                ActionId::edit_pose,
                                ActionId::undo,
                                ActionId::redo,
                                ActionId::go_to_step,
                                ActionId::ask_frame_name,
                                ActionId::paste_pose,
                                ActionId::paste_text,
                                ActionId::reset_selected,
                                ActionId::reset_pose,
                                ActionId::mirror_pose,
                                ActionId::mirror_selected,
                                ActionId::restore_unsaved,
                                ActionId::blend_with,
                                ActionId::take_part,
                                ActionId::reset_morph,
                                ActionId::load_expression,
                                ActionId::take_frame};
  return std::find(std::begin(edits), std::end(edits), id) != std::end(edits);
}

bool ends_preview(ActionId id) {
  // What is opened comes in the place of what is tried.
  return id != ActionId::preview_entry && id != ActionId::open_entry && id != ActionId::open_files &&
         id != ActionId::add_files;
}

bool answers_closing(ActionId id) {
  return id == ActionId::save_and_quit || id == ActionId::discard_and_quit || id == ActionId::cancel_quit ||
         id == ActionId::quit;
}

bool joins_gesture(ActionId id) {
  constexpr ActionId dragged[] = {ActionId::set_morph,   ActionId::edit_pose,      ActionId::set_look,
                                  ActionId::set_light,   ActionId::set_evaluation, ActionId::blend_with,
                                  ActionId::set_physics, ActionId::place_figure};
  return std::find(std::begin(dragged), std::end(dragged), id) != std::end(dragged);
}

std::span<const MenuRow> menu_table() {
  return menus;
}

bool is_available(const ActionRow& row, const Stage& stage) {
  const bool model = stage.document() != nullptr;
  const bool own_motion = model && stage.figure()->has_motions();
  const Figures& history = stage.figures();
  const bool there[] = {true,
                        model,
                        model,
                        stage.has_motion(),
                        own_motion,
                        stage.has_motion_camera(),
                        history.can_undo(),
                        history.can_redo()};
  return there[static_cast<std::size_t>(row.needs)];
}

Words what_to_do(Needs needs) {
  constexpr Words texts[] = {{},
                             said::needs_model,
                             said::needs_something_to_save,
                             said::needs_motion,
                             said::needs_own_motion,
                             said::needs_camera_motion,
                             said::nothing_to_undo,
                             said::nothing_to_redo};
  return texts[static_cast<std::size_t>(needs)];
}

}  // namespace mmd
