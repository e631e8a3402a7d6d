// Exporting the scene, by the command of that name, and how exports and recordings end.
#include <filesystem>
#include <utility>

#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "app/actions/scene_state.h"
#include "app/stage/screenshot.h"
#include "app/text/export_strings.h"
#include "assets/file_set.h"
#include "base/errors.h"
#include "base/text.h"
#include "export/vrm_expression_table.h"

namespace mmd::handlers {
namespace {

namespace fs = std::filesystem;

/// Pixels of a VRM's thumbnail.
constexpr int thumbnail_pixels = 512;

void open_export(const Parts& parts) {
  ExportPanelState& panel = parts.panels.export_panel;
  panel.is_asked = true;
  panel.note = {};
  panel.vrm = {};
  if (is_vrm(panel.choice.format)) check_shown_model(parts);
}

std::string offered_export_name(const Parts& parts, const fs::path& folder) {
  const std::string_view extension = row_of(parts.panels.export_panel.choice.format).extension;
  return to_utf8(free_file(folder, stem_of(parts.stage.document()->model_file), extension).filename());
}

void save_model(const Parts& parts) {
  parts.panels.export_panel.choice.format = ExportFormat::model;
  open_export(parts);
}

/// Repairs the shown model by these rules and no others.
void repair_model(const Parts& parts, const std::vector<std::string>& rules) {
  parts.panels.model_panel.go_to_problems = true;  // when they are checked again
  parts.opened.queue.load_again(parts.stage.figure()->number, &rules);
}

void show_problems(const Parts& parts) {
  parts.panels.model_panel.go_to_problems = true;
  show_panel(parts, static_cast<std::int32_t>(Panel::model));
}

void ask_export_name(const Parts& parts) {
  if (parts.run.recording) return parts.board.say(ui_messages::is_recording);
  const auto folder = folder_to_export_to(parts);
  if (!folder) return parts.board.refuse(folder.error());
  ask(parts, {DialogPurpose::export_file, to_utf8(*folder), offered_export_name(parts, *folder)});
}

/// The present view without overlays; empty if it cannot be drawn.
Bytes thumbnail(const Parts& parts) {
  PictureFile how{thumbnail_pixels, thumbnail_pixels};
  how.overlays = false;
  const auto image = parts.screen.picture(nullptr, how);
  auto png = image ? encode_png(*image) : tl::unexpected(image.error());
  return png ? std::move(*png) : Bytes();
}

Result<std::unique_ptr<Recording>> start_export(const Parts& parts, const fs::path& file) {
  ExportChoice choice = parts.panels.export_panel.choice;
  if (choice.format == ExportFormat::model) {
    const Figure& figure = *parts.stage.figure();
    const edit::EditState shown = shown_state(figure, parts.stage.playback().frame());
    return Recording::start_saving(parts.setup.program, *figure.loaded,
                                   choice.in_pose ? &shown.pose : nullptr, file);
  }
  MMD_TRY(const auto scene, scene_of(parts));
  const ContentHash& model = parts.stage.document()->model_hash;
  const auto kept = [](const fs::path& table) {
    std::error_code error;
    return fs::exists(table, error) ? to_utf8(table) : std::string();
  };
  choice.bone_names = kept(bone_names_file(parts.setup.bone_names, model));
  choice.expressions = kept(expression_morphs_file(parts.setup.bone_names, model));
  return Recording::start_export(parts.setup.program, scene, choice,
                                 is_vrm(choice.format) ? thumbnail(parts) : Bytes(), file);
}

void export_as(const Parts& parts, const std::string& name) {
  if (parts.run.recording) return parts.board.say(ui_messages::is_recording);
  const auto folder = folder_to_export_to(parts);
  if (!folder) return parts.board.refuse(folder.error());
  const ExportChoice& choice = parts.panels.export_panel.choice;
  const std::string_view extension = row_of(choice.format).extension;
  fs::path file = path_from_utf8(name);
  if (fold_name(to_utf8(file.extension())) != extension) file += extension;
  if (file.is_relative()) file = *folder / file;
  if (!may_replace(parts.run, file))
    return parts.board.refuse(
        make_error(to_utf8(file.filename()) + " already exists", "choose it again to overwrite it"));
  if (offer_folder_if_needed(parts.board, parts.run, file.parent_path(), {ActionId::export_as, name})) return;
  auto started = start_export(parts, file);
  if (!started) return parts.board.refuse(in_file(started.error(), to_utf8(file)));
  parts.run.recording = std::move(*started);
}

}  // namespace

Result<fs::path> folder_to_export_to(const Parts& parts) {
  const LoadedModel& loaded = parts.stage.document()->loaded;
  const std::string& file = parts.stage.document()->model_file;
  if (parts.panels.export_panel.choice.format != ExportFormat::model || !loaded.origin.member.empty() ||
      file == "-")
    return folder_to_save_in(parts.setup, parts.stage);
  std::error_code error;
  const fs::path whole = fs::absolute(path_from_utf8(file), error);
  return error ? folder_to_save_in(parts.setup, parts.stage) : Result<fs::path>(whole.parent_path());
}

void export_without_dialog(const Parts& parts) {
  const auto folder = folder_to_export_to(parts);
  if (!folder) return parts.board.refuse(folder.error());
  export_as(parts, offered_export_name(parts, *folder));
}

void end_recording(const Parts& parts) {
  const std::unique_ptr<Recording> ended = std::move(parts.run.recording);
  parts.run.may_end_recording = false;
  const std::string file = to_utf8(ended->output());
  const auto made = ended->finish();
  const bool exports = ended->exports();
  if (ended->is_cancelled())
    return parts.board.say(exports ? ui_messages::export_ended : ui_messages::recording_ended);
  if (!made) return parts.board.refuse(in_file(made.error(), file));
  parts.run.saved_file = file;
  parts.board.say(exports ? ui_messages::exported : ui_messages::recorded, {file});
  if (exports)
    for (const Diagnostic& warning : ended->warnings()) parts.board.add(warning);
  parts.board.offer(ActionId::show_in_folder);
}

std::span<const ActionRow> export_actions() {
  static constexpr ActionRow rows[] = {
      action_row(Id::open_export, ctrl_shift(SDLK_e, "Ctrl+Shift+E"), Needs::model, {"Export…", "書き出し…"},
                 {"Export as VRM, glTF, OBJ, motion or pose", "VRM、glTF、OBJ、モーション、ポーズに書き出す"},
                 call<open_export>),
      action_row(Id::save_model, {}, Needs::model, {"Save model as…", "モデルを保存…"}, call<save_model>),
      action_row(Id::show_problems, {}, Needs::model, {"Problems", "問題点"}, call<show_problems>),
      with_value(Id::repair_model, Needs::model, {"Repair the model", "モデルを修復"}, call<repair_model>),
      with_value(Id::ask_export_name, Needs::model, {"Choose a name for the export", "書き出す名前を選ぶ"},
                 call<ask_export_name>),
      with_value(Id::export_as, Needs::model, {"Export", "書き出し"}, call<export_as>,
                 "the file dialog chooses the name"),
  };
  return rows;
}

}  // namespace mmd::handlers
