// Questions by the desktop's file dialog, or by a panel without one.
#include <cmath>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "app/actions/action_rows.h"
#include "app/actions/handlers.h"
#include "app/platform/owner_window.h"
#include "app/stage/pose_file.h"
#include "app/stage/screenshot.h"
#include "app/text/messages.h"
#include "app/text/ui_messages.h"
#include "assets/file_set.h"
#include "base/errors.h"
#include "library/file_listing.h"

namespace mmd::handlers {
namespace {

/// "dance frame 12.vpd", or "MODEL rest.vpd"; free in the folder.
std::string offered_frame_name(const Stage& stage, const std::filesystem::path& folder) {
  const LoadedFigure& document = *stage.document();
  const std::string stem = stage.shows() == Shows::motion && stage.figure()->moves()
                               ? fmt::format("{} frame {:.0f}", stem_of(document.motions.front().file),
                                             std::floor(stage.playback().frame()))
                               : stem_of(document.model_file) + (stage.rest_pose() ? " rest" : " pose");
  return to_utf8(new_pose_file(folder, stem).filename());
}

/// The typed name, the name of the pose's own file, or a free one.
std::string proposed_name(const Parts& parts, DialogPurpose purpose, const std::filesystem::path& folder) {
  const EditTools& tools = parts.panels.tools;
  const bool frame = purpose == DialogPurpose::save_frame;
  if (!tools.save_name.empty() && tools.saves_frame == frame) return tools.save_name;
  if (frame) return offered_frame_name(parts.stage, folder);
  const std::string own = own_pose_file(parts.setup, parts.stage);
  return own.empty() ? offered_pose_name(parts.stage, folder) : file_name(own);
}

void ask_name_in_panel(const Parts& parts, DialogPurpose purpose) {
  const auto folder = folder_to_save_in(parts.setup, parts.stage);
  if (!folder) return parts.board.refuse(folder.error());
  EditTools& tools = parts.panels.tools;
  tools.save_name = proposed_name(parts, purpose, *folder);
  tools.saves_frame = purpose == DialogPurpose::save_frame;
  tools.wants_name = true;
  show_panel(parts, static_cast<std::int32_t>(Panel::history));
}

/// Saves the scene under a free name.
void save_scene_without_dialog(const Parts& parts) {
  const auto folder = folder_for_scene(parts);
  if (!folder) return parts.board.refuse(folder.error());
  const ActionRow& row = row_of(ActionId::save_scene_as);
  row.perform(parts, new_scene_name(parts.stage, parts.opened, *folder));
}

/// "dance.mp4", free in the folder.
std::string offered_recording_name(const Stage& stage, const std::filesystem::path& folder) {
  std::string file = stage.document()->model_file;
  for (const Figure* figure : stage.figures())
    if (figure->moves()) file = figure->loaded->motions.front().file;
  return to_utf8(free_file(folder, stem_of(file), ".mp4").filename());
}

void record_without_dialog(const Parts& parts) {
  const auto folder = folder_to_save_in(parts.setup, parts.stage);
  if (!folder) return parts.board.refuse(folder.error());
  row_of(ActionId::record_motion).perform(parts, offered_recording_name(parts.stage, *folder));
}

void ask_in_panel(const Parts& parts, DialogPurpose purpose) {
  const auto show = [&](Panel panel) { show_panel(parts, static_cast<std::int32_t>(panel)); };
  switch (purpose) {
    case DialogPurpose::browse:
      show(Panel::files);
      return parts.board.say(ui_messages::choose_folder);
    case DialogPurpose::save_pose:
    case DialogPurpose::save_frame:
      return ask_name_in_panel(parts, purpose);
    case DialogPurpose::save_scene:
      return save_scene_without_dialog(parts);
    case DialogPurpose::record:
      return record_without_dialog(parts);
    case DialogPurpose::find:
      parts.opened.finds_file = true;
      show(Panel::files);
      return parts.board.say(ui_messages::choose_missing);
    case DialogPurpose::export_file:
      return export_without_dialog(parts);
    case DialogPurpose::save_picture:
      return row_of(ActionId::save_picture).perform(parts, {});
    case DialogPurpose::reference:
      parts.panels.tools.wants_reference = true;
      return show(Panel::look);
    case DialogPurpose::made_for:
    case DialogPurpose::background:
    case DialogPurpose::sound:
      return parts.board.say(ui_messages::no_dialog);
    case DialogPurpose::add:  // the panel opens as it always does: the switch says where models go
      parts.panels.tools.beside = true;
      [[fallthrough]];
    default:
      return show(Panel::files);
  }
}

/// Whether the file exists but the dialog did not ask, because the typed name had no extension.
bool would_replace_unasked(const std::string& chosen) {
  std::error_code error;
  const std::filesystem::path whole = typed_pose_file(chosen, {});
  return whole != path_from_utf8(chosen) && std::filesystem::exists(whole, error);
}

Actions save_in(const Parts& parts, const std::string& file, ActionId save) {
  if (would_replace_unasked(file)) {
    parts.board.refuse(make_error(to_utf8(typed_pose_file(file, {}).filename()) + " already exists",
                                  "choose it by its full name to overwrite it"));
    return {};
  }
  Actions out;
  const auto list = parts.stage.figures();
  std::size_t index = 0;
  while (index < list.size() && list[index]->number != parts.opened.saved_figure) ++index;
  if (index == list.size()) {
    parts.board.say(ui_messages::figure_is_gone);
    return out;
  }
  if (list[index] != parts.stage.figure())
    out.push_back({ActionId::activate_figure, static_cast<std::int32_t>(index)});
  parts.run.replaced_file = to_utf8(typed_pose_file(file, {}));  // the dialog asked
  out.push_back({save, file});
  return out;
}

/// Another reference picture at the place of the present one.
ReferencePicture chosen_reference(RunState& run, const std::string& file) {
  ReferencePicture out = run.reference.picture();
  out.file = file;
  out.shown = true;
  return out;
}

void ask_recording_name(const Parts& parts) {
  if (parts.run.recording) return parts.board.say(ui_messages::is_recording);
  const auto folder = folder_to_save_in(parts.setup, parts.stage);
  if (!folder) return parts.board.refuse(folder.error());
  ask(parts, {DialogPurpose::record, to_utf8(*folder), offered_recording_name(parts.stage, *folder)});
}

void cancel_dialog(const Parts& parts) {
  parts.files.dialog.give_up();
}

}  // namespace

void ask(const Parts& parts, DialogQuestion question) {
  if (!parts.setup.dialog) return ask_in_panel(parts, question.purpose);
  if (parts.files.dialog.busy()) return parts.board.say(ui_messages::dialog_is_open);
  question.language = parts.panels.language;
  question.owner = window_number(parts.screen.window().handle());
  question.process = parts.run.dialog_process = std::make_shared<std::atomic<int>>(0);
  parts.files.dialog.start([ask = parts.setup.dialog, question = std::move(question)](
                               const std::atomic<bool>& wanted) { return ask(question, wanted); });
}

void ask_to_open(const Parts& parts, DialogPurpose purpose) {
  ask(parts, {purpose, folder_to_open_from(parts), {}});
}

void ask_name(const Parts& parts, DialogPurpose purpose) {
  const auto folder = folder_to_save_in(parts.setup, parts.stage);
  if (!folder) return parts.board.refuse(folder.error());
  if (!parts.files.dialog.busy()) parts.opened.saved_figure = parts.stage.figure()->number;
  const std::string name = to_utf8(typed_pose_file(proposed_name(parts, purpose, *folder), {}).filename());
  ask(parts, {purpose, to_utf8(*folder), name});
}

void ask_scene_name(const Parts& parts) {
  const auto folder = folder_for_scene(parts);
  if (!folder) return parts.board.refuse(folder.error());
  ask(parts,
      {DialogPurpose::save_scene, to_utf8(*folder), offered_scene_name(parts.stage, parts.opened, *folder)});
}

Actions take_dialog(const Parts& parts) {
  const bool was_open = parts.files.dialog.busy();
  const auto outcome = parts.files.dialog.take();
  if (was_open && !parts.files.dialog.busy()) parts.redraw.panels();
  if (!outcome) return {};
  if (!outcome->shown) {
    parts.run.lacks_dialog = true;
    if (std::exchange(parts.run.asks_picture_folder, false)) {
      parts.board.say(ui_messages::no_dialog);  // the offer stays, with its other answers
    } else {
      ask_in_panel(parts, outcome->purpose);
    }
    return {};
  }
  if (outcome->files.empty()) {
    parts.run.asks_picture_folder = false;
    return {};
  }
  const std::string& file = outcome->files.front();
  const auto replace = [&](ActionId save) {
    parts.run.replaced_file = file;  // the dialog asked
    return Actions{{save, file}};
  };
  switch (outcome->purpose) {
    case DialogPurpose::browse:
      if (std::exchange(parts.run.asks_picture_folder, false)) return {{ActionId::save_in_folder, file}};
      return {{ActionId::browse, file}};
    case DialogPurpose::save_pose:
      return save_in(parts, file, ActionId::save_pose_as);
    case DialogPurpose::save_frame:
      return save_in(parts, file, ActionId::save_frame_as);
    case DialogPurpose::save_scene:
      return replace(ActionId::save_scene_as);
    case DialogPurpose::record:
      return replace(ActionId::record_motion);
    case DialogPurpose::export_file:
      return replace(ActionId::export_as);
    case DialogPurpose::save_picture:
      return replace(ActionId::save_picture_as);
    case DialogPurpose::find:
      return {{ActionId::take_found, file}};
    case DialogPurpose::made_for:
      return {{ActionId::fit_made_for, file}};
    case DialogPurpose::reference:
      return {{ActionId::set_reference, chosen_reference(parts.run, file)}};
    case DialogPurpose::sound:
      return {{ActionId::open_sound, file}};
    case DialogPurpose::background:
      return {{ActionId::set_background_picture, file}};
    case DialogPurpose::add:
      return {{ActionId::add_files, outcome->files}};
    case DialogPurpose::open_over:
      return {{ActionId::open_over, outcome->files}};
    default:
      return {{ActionId::open_files, outcome->files}};
  }
}

std::span<const ActionRow> dialog_actions() {
  static constexpr ActionRow rows[] = {
      action_row(Id::open_dialog, ctrl(SDLK_o, "Ctrl+O"), Needs::nothing, {"Open…", "開く…"},
                 {"Open files", "ファイルを開く"}, call_with<ask_to_open, DialogPurpose::open>),
      action_row(Id::open_pose_dialog, {}, Needs::model, {"Load pose…", "ポーズデータ読込…"},
                 call_with<ask_to_open, DialogPurpose::open>),
      action_row(Id::open_motion_dialog, {}, Needs::model, {"Load motion…", "モーションデータ読込…"},
                 call_with<ask_to_open, DialogPurpose::open>),
      action_row(Id::browse_dialog, ctrl_shift(SDLK_f, "Ctrl+Shift+F"), Needs::nothing,
                 {"Browse folder…", "フォルダを一覧表示…"},
                 {"Choose a folder for the browser", "ブラウザに表示するフォルダを選ぶ"},
                 call_with<ask_to_open, DialogPurpose::browse>),
      action_row(Id::add_model, ctrl_shift(SDLK_o, "Ctrl+Shift+O"), Needs::nothing,
                 {"Add model…", "モデルを追加…"}, {"Add a model to the scene", "シーンにモデルを追加"},
                 call_with<ask_to_open, DialogPurpose::add>),
      action_row(Id::open_over_dialog, {}, Needs::model,
                 {"Add pose to this one…", "ポーズデータを重ねて読込…"},
                 call_with<ask_to_open, DialogPurpose::open_over>),
      action_row(Id::ask_made_for, {}, Needs::model, {"Fit pose made for…", "元のモデルを選んで合わせる…"},
                 call_with<ask_to_open, DialogPurpose::made_for>),
      action_row(Id::ask_reference, {}, Needs::nothing, {"Reference picture…", "参考画像…"},
                 call_with<ask_to_open, DialogPurpose::reference>),
      with_value(Id::ask_background, Needs::nothing, {"Choose a background picture", "背景画像を選ぶ"},
                 call_with<ask_to_open, DialogPurpose::background>),
      action_row(Id::ask_sound, {}, Needs::motion, {"Open sound…", "音声を読込…"},
                 call_with<ask_to_open, DialogPurpose::sound>),
      action_row(Id::ask_pose_name, ctrl_shift(SDLK_s, "Ctrl+Shift+S"), Needs::model,
                 {"Save pose as…", "ポーズデータを別名で保存…"},
                 call_with<ask_name, DialogPurpose::save_pose>),
      action_row(Id::ask_frame_name, {}, Needs::model,
                 {"Save frame as pose…", "フレームをポーズデータに保存…"},
                 call_with<ask_name, DialogPurpose::save_frame>),
      action_row(Id::ask_recording_name, {}, Needs::motion, {"Record motion…", "モーションを録画…"},
                 call<ask_recording_name>),
      action_row(Id::ask_scene_name, {}, Needs::model, {"Save scene as…", "シーンに名前を付けて保存…"},
                 call<ask_scene_name>),
      with_value(Id::cancel_dialog, Needs::nothing, {"Close file dialog", "ファイルダイアログを閉じる"},
                 call<cancel_dialog>, "the box that names the dialog has a button"),
  };
  return rows;
}

}  // namespace mmd::handlers
