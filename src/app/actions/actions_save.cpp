// Saving poses and parts of them, copying and pasting, taking parts of other poses; files of poses in a
// folder: renaming, moving to the trash.
#include <algorithm>
#include <memory>
#include <optional>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <SDL.h>
#include <fmt/format.h>

#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "app/actions/unsaved.h"
#include "app/stage/pose_file.h"
#include "app/stage/screenshot.h"
#include "app/text/messages.h"
#include "app/text/ui_messages.h"
#include "assets/file_set.h"
#include "assets/image.h"
#include "base/byte_io.h"
#include "base/errors.h"
#include "base/text.h"
#include "base/words.h"
#include "document/inputs.h"
#include "document/sample.h"
#include "edit/clipboard.h"
#include "formats/vpd.h"
#include "library/trash.h"
#include "options/scene_file.h"
#include "pose/pose_to_vpd.h"
#include "pose/tools.h"

namespace mmd::handlers {
namespace {

namespace fs = std::filesystem;

/// Ends a drag as an undo step.
void end_drag(const Parts& parts) {
  if (parts.stage.in_gesture()) end_gesture(parts);
}

/// Open files of all figures, and those that the scene has beside them.
std::vector<OpenFile> all_open_files(const Parts& parts) {
  std::vector<OpenFile> out;
  const Figure* active = parts.stage.figure();
  if (active != nullptr) out = open_files(*active->loaded);
  for (const Figure* figure : parts.stage.figures()) {
    if (figure == active) continue;
    for (OpenFile& one : open_files(*figure->loaded))
      out.push_back({std::move(one.file), "a file of another open model", one.is_pose});
    out.push_back({figure->origin->file, "the pose of another model", true});
  }
  out.push_back({parts.opened.scene_file, "the open scene"});
  out.push_back({parts.opened.sound.file(), "the sound"});
  out.push_back({parts.run.reference.picture().file, "the reference picture"});
  if (const auto& background = parts.stage.arrangement().look.background_picture)
    out.push_back({background->file, "the background picture"});
  return out;
}

/// Shows a message about the saved pose.
void say_saved(const Parts& parts, const fs::path& path, const SavedPose& saved,
               const std::optional<Diagnostic>& lacks) {
  parts.panels.tools.save_name.clear();
  parts.panels.tools.saves_frame = false;
  if (const auto lost = left_out_of_vpd(saved.pose, saved.model); lost.empty())
    parts.board.say(ui_messages::saved, {to_utf8(path)});
  else
    parts.board.say(ui_messages::saved_without, {to_utf8(path), join_truncated(lost)});
  if (!lacks) return;
  parts.board.report(in_file(*lacks, to_utf8(path)));
  parts.board.add(*lacks);
}

/// Saves the edited pose, even while a motion or the rest pose is shown.
void save_to(const Parts& parts, const fs::path& path) {
  const Figure& figure = *parts.stage.figure();
  std::error_code error;
  if (figure.origin->has_more && fs::equivalent(path, path_from_utf8(figure.origin->file), error))
    return parts.board.refuse(make_error(
        to_utf8(path.filename()) + " has bones or morphs that the model lacks; it is not overwritten",
        "choose another name"));
  const SavedPose saved{figure.model(), *figure.edited, parts.panels.tools.only_changed};
  const auto done = save_pose(path, saved, all_open_files(parts), own_pose_file(parts.setup, parts.stage));
  if (!done) return parts.board.refuse(done.error());
  parts.stage.note_saved(to_utf8(path));
  parts.run.written_poses.insert(to_utf8(path));
  parts.files.hot_reload.excuse(to_utf8(path));
  say_saved(parts, path, saved, *done);
}

/// Whether the path is free, is the pose's own file, or the user asked a second time to overwrite it.
bool may_write(const Parts& parts, const fs::path& path) {
  const bool was_asked = std::exchange(parts.run.replaced_file, to_utf8(path)) == to_utf8(path);
  std::error_code error;
  if (was_asked || !fs::exists(path, error)) return true;
  const auto is_it = [&](const std::string& file) {
    return !file.empty() && fs::equivalent(path, path_from_utf8(file), error) && !error;
  };
  // Open files get their own error message later.
  const std::vector<OpenFile> open = all_open_files(parts);
  return is_it(own_pose_file(parts.setup, parts.stage)) ||
         std::any_of(open.begin(), open.end(), [&](const OpenFile& one) { return is_it(one.file); });
}

/// The path for a typed or chosen name. If the pose may not be saved there, shows the reason and returns
/// nullopt.
std::optional<fs::path> chosen_file(const Parts& parts, const std::string& name) {
  const auto folder = folder_to_save_in(parts.setup, parts.stage);
  if (name.empty()) {
    parts.board.say(ui_messages::name_is_missing);
  } else if (!folder) {
    parts.board.refuse(folder.error());
  } else if (fs::path path = typed_pose_file(name, *folder); may_write(parts, path)) {
    return path;
  } else {
    parts.board.refuse(
        make_error(to_utf8(path.filename()) + " already exists", "save again to overwrite it"));
  }
  return std::nullopt;
}

/// The selected bones, or everything without a selection.
edit::Parts chosen_parts(const BonePicker& picker) {
  const std::vector<std::int32_t>& bones = picker.selection().bones();
  return bones.empty() ? edit::whole_pose() : edit::Parts{false, bones, {}};
}

void toggle_only_changed(const Parts& parts) {
  bool& only = parts.panels.tools.only_changed;
  only = !only;
  parts.board.say(only ? ui_messages::saves_changed : ui_messages::saves_all);
}

void copy_pose(const Parts& parts) {
  const Actor& shown = *parts.stage.actor();
  const auto file =
      edit::copied(shown.pose, shown.model(), chosen_parts(parts.opened.picker), edit::Mentions::all);
  const auto text = file ? edit::text_of(*file) : tl::unexpected(file.error());
  if (!text) return parts.board.refuse(text.error());
  if (SDL_SetClipboardText(text->c_str()) != 0) return parts.board.say(ui_messages::clipboard_refuses);
  const std::size_t bones = parts.opened.picker.selection().bones().size();
  if (bones == 0) return parts.board.say(ui_messages::copied);
  parts.board.say(ui_messages::copied_bones, {std::to_string(bones)});
}

void paste(const Parts& parts, const std::string& text, bool mirrors) {
  auto pasted = edit::paste_of(text, true);
  if (!pasted) return parts.board.refuse(pasted.error());
  if (mirrors) pasted->command.file = mirrored(pasted->command.file);
  pasted->command.source = "clipboard";
  parts.board.report(pasted->diagnostics);
  parts.board.say(mirrors ? ui_messages::pasted_mirrored : ui_messages::pasted);
  edit_pose(parts, std::move(pasted->command));
}

void paste_text(const Parts& parts, const std::string& text) {
  paste(parts, text, false);
}

std::string clipboard_text() {
  const std::unique_ptr<char, void (*)(void*)> text(SDL_GetClipboardText(), SDL_free);
  return text ? text.get() : "";
}

void paste_pose(const Parts& parts) {
  paste(parts, clipboard_text(), false);
}

void paste_mirrored(const Parts& parts) {
  paste(parts, clipboard_text(), true);
}

void blend_with(const Parts& parts, const BlendWith& other) {
  auto pose = pose_in_file(other.file, *parts.stage.model());
  if (!pose) return parts.board.refuse(pose.error());
  parts.panels.tools.blend_weight = other.weight;
  edit_pose(parts, edit::Blend{std::move(*pose), other.weight, chosen_parts(parts.opened.picker),
                               file_name(other.file)});
}

void take_part(const Parts& parts, const PartOfPose& part) {
  const Model& model = *parts.stage.model();
  auto pose = pose_in_file(part.file, model);
  if (!pose) return parts.board.refuse(pose.error());
  edit::Parts taken = edit::parts_of(model, part.part);
  if (taken.bones.empty() && taken.morphs.empty()) return parts.board.say(ui_messages::no_such_part);
  edit_pose(parts, edit::TakeParts{std::move(*pose), std::move(taken), file_name(part.file)});
}

/// The folder of the browser, or the one for saving a pose.
Result<fs::path> open_folder(const Parts& parts) {
  const fs::path browsed = path_from_utf8(parts.files.browser.place());
  std::error_code error;
  const bool poses = parts.files.browser.view().kind == AssetLibraryKind::poses;
  if (poses && !browsed.empty() && fs::is_directory(browsed, error)) return browsed;
  return folder_to_save_in(parts.setup, parts.stage);
}

/// Saves bones and morphs of the shown pose under a free name. The browser shows it and lets the user rename
/// it.
void save_parts(const Parts& parts, const edit::Parts& what, const std::string& name) {
  if (parts.stage.in_gesture()) end_gesture(parts);
  const Actor& shown = *parts.stage.actor();
  const auto folder = open_folder(parts);
  if (!folder) return parts.board.refuse(folder.error());
  auto file = edit::copied(shown.pose, shown.model(), what, edit::Mentions::all);
  if (!file) return parts.board.refuse(file.error());
  const auto written = vpd::write_for_mmd(std::move(*file), vpd::Encoding::utf8, vpd::Digits::exact);
  if (!written) return parts.board.refuse(written.error());
  const fs::path path = new_pose_file(*folder, name);
  if (const auto done = write_file_atomically(path, as_byte_span(written->bytes)); !done)
    return parts.board.refuse(done.error());
  if (path_from_utf8(parts.files.browser.place()) == *folder)
    parts.files.browser.list_again();
  else
    browse(parts, to_utf8(*folder));
  parts.files.browser.put_cursor_on(to_utf8(path));
  parts.panels.show(Panel::browser, true);
  parts.panels.tools.renamed = {to_utf8(path), to_utf8(path.stem()), true};
  parts.board.say(ui_messages::saved, {to_utf8(path)});
}

void save_selected(const Parts& parts) {
  const std::vector<std::int32_t>& bones = parts.opened.picker.selection().bones();
  if (bones.empty()) return parts.board.say(ui_messages::needs_bone);
  std::string name = safe_file_part(parts.opened.picker.active_name(*parts.stage.model()));
  if (bones.size() > 1) name.append(" +").append(std::to_string(bones.size() - 1));
  save_parts(parts, {false, bones, {}}, name);
}

/// Saves a part of the body: the fingers with their wrists, or the face.
void save_body_part(const Parts& parts, edit::BodyPart part, const LocalizedText& name) {
  const edit::Parts what = edit::parts_of(*parts.stage.model(), part);
  if (what.bones.empty() && what.morphs.empty()) return parts.board.say(ui_messages::no_such_part);
  save_parts(parts, what, std::string(name.in(parts.board.language())));
}

void save_hands(const Parts& parts) {
  save_body_part(parts, edit::BodyPart::hands, {"hands", "手"});
}

void save_face(const Parts& parts) {
  save_body_part(parts, edit::BodyPart::face, {"face", "顔"});
}

/// Whether a file is open that is no pose; says that it keeps its place. Scenes would not find it elsewhere.
bool is_refused_as_open(const Parts& parts, const fs::path& path) {
  const auto open = open_file_at(parts, path);
  if (!open || open->is_pose) return false;
  parts.board.refuse(
      make_error(fmt::format("{} is {}; it is not renamed or moved", to_utf8(path.filename()), open->what),
                 "open something else first"));
  return true;
}

/// `names`: the file and its new name.
void rename_entry(const Parts& parts, const std::vector<std::string>& names) {
  if (names.size() != 2 || !is_file_on_disk(names.front())) return;
  const fs::path from = path_from_utf8(names.front());
  const std::string stem = safe_file_part(names.back());
  if (stem.empty()) return parts.board.say(ui_messages::name_is_missing);
  fs::path to = from.parent_path() / path_from_utf8(stem);
  if (fold_name(to_utf8(to.extension())) != fold_name(to_utf8(from.extension()))) to += from.extension();
  if (to == from || is_refused_as_open(parts, from)) return;
  std::error_code error;
  if (fs::exists(to, error) && !fs::equivalent(from, to, error))  // the same one: other capitals on Windows
    return parts.board.refuse(make_error(to_utf8(to.filename()) + " already exists"));
  fs::rename(from, to, error);
  if (error) return parts.board.refuse(in_file(make_error(error.message()), names.front()));
  parts.stage.note_renamed(names.front(), to_utf8(to));
  if (parts.files.library.is_favourite(names.front())) {
    static_cast<void>(parts.files.library.set_favourite(names.front(), false));
    static_cast<void>(parts.files.library.set_favourite(to_utf8(to), true));
  }
  if (parts.run.written_poses.erase(names.front()) > 0) parts.run.written_poses.insert(to_utf8(to));
  follow_figures(parts);
  parts.files.browser.list_again();
  parts.files.browser.put_cursor_on(to_utf8(to));
  parts.board.say(ui_messages::renamed, {to_utf8(to.filename())});
}

void trash_entry(const Parts& parts, const std::string& file) {
  if (!is_file_on_disk(file) || is_refused_as_open(parts, path_from_utf8(file))) return;
  parts.files.hot_reload.excuse(file);
  if (const auto done = move_to_trash(path_from_utf8(file)); !done) return parts.board.refuse(done.error());
  parts.files.browser.list_again();
  parts.board.say(ui_messages::trashed, {file_name(file)});
}

}  // namespace

std::optional<OpenFile> open_file_at(const Parts& parts, const fs::path& path) {
  std::error_code error;
  for (OpenFile& one : all_open_files(parts))
    if (!one.file.empty() && fs::equivalent(path, path_from_utf8(one.file), error) && !error)
      return std::move(one);
  return std::nullopt;
}

Result<std::vector<PoseLayer>> poses_in_file(const std::string& file) {
  MMD_TRY(auto inputs, read_inputs({file}));
  MMD_TRY(auto layers, parse_layers(inputs));
  if (layers.poses.empty()) return fail(file_name(file) + " is not a pose", "use a .vpd file");
  return std::move(layers.poses);
}

Result<Pose> pose_in_file(const std::string& file, const Model& model) {
  MMD_TRY(const auto poses, poses_in_file(file));
  Pose pose(model);
  apply_layer(poses.front(), model, pose);
  return pose;
}

std::string own_pose_file(const ViewerSetup& setup, const Stage& stage) {
  const PoseOrigin& origin = *stage.figure()->origin;
  const std::string& file = origin.file;
  if (origin.has_more) return {};
  return is_file_on_disk(file) && !is_sample(file, setup.sample) ? file : std::string();
}

Result<fs::path> folder_to_save_in(const ViewerSetup& setup, const Stage& stage) {
  MMD_TRY(const fs::path current, current_folder());
  const std::string& file = stage.figure()->origin->file;
  return folder_beside(is_sample(file, setup.sample) ? std::string() : file, current);
}

std::string offered_pose_name(const Stage& stage, const fs::path& folder) {
  const Figure& figure = *stage.figure();
  const std::string& own = figure.origin->file;
  const std::string stem = own.empty() ? stem_of(figure.loaded->model_file) + " pose" : stem_of(own);
  return to_utf8(new_pose_file(folder, stem).filename());
}

void save_pose(const Parts& parts) {
  end_drag(parts);
  const Figure& figure = *parts.stage.figure();
  if (const std::string own = own_pose_file(parts.setup, parts.stage); !own.empty()) {
    RunState& run = parts.run;
    // Ask before overwriting a file that this window has only opened: it may belong to a collection.
    if (run.written_poses.count(own) == 0 && std::exchange(run.replaced_file, own) != own)
      return parts.board.say(ui_messages::overwrites, {file_name(own)});
    return save_to(parts, path_from_utf8(own));
  }
  if (is_saved(figure) && !is_shown_as_edited(figure)) return parts.board.say(ui_messages::only_looked_at);
  ask_name(parts, DialogPurpose::save_pose);
}

void save_pose_as(const Parts& parts, const std::string& name) {
  end_drag(parts);
  if (const auto path = chosen_file(parts, name)) save_to(parts, *path);
}

void overwrite_pose(const Parts& parts) {
  end_drag(parts);
  save_to(parts, path_from_utf8(own_pose_file(parts.setup, parts.stage)));
}

void save_frame_as(const Parts& parts, const std::string& name) {
  end_drag(parts);
  const auto path = chosen_file(parts, name);
  if (!path) return;
  std::vector<OpenFile> open = all_open_files(parts);
  if (const std::string own = parts.stage.figure()->origin->file; !own.empty())
    open.push_back({own, "the edited pose"});
  const Actor& shown = *parts.stage.actor();
  const SavedPose saved{shown.model(), shown.pose, parts.panels.tools.only_changed};
  const auto done = save_pose(*path, saved, open, {});
  if (!done) return parts.board.refuse(done.error());
  say_saved(parts, *path, saved, *done);
}

std::span<const ActionRow> save_actions() {
  constexpr std::string_view by_tile = "a right click on a thumbnail";
  static constexpr ActionRow rows[] = {
      action_row(Id::save_pose, ctrl(SDLK_s, "Ctrl+S"), Needs::model, {"Save pose", "ポーズデータ保存"},
                 {"Save the pose to its file; asks before it overwrites an opened file", "ポーズデータ保存"},
                 call<save_pose>),
      action_row(Id::toggle_only_changed, {}, Needs::model,
                 {"Save changed bones and morphs only", "変更したボーンと表情だけ保存"},
                 call<toggle_only_changed>,
                 [](const Parts& parts) { return parts.panels.tools.only_changed; }),
      action_row(
          Id::copy_pose, ctrl(SDLK_c, "Ctrl+C"), Needs::model, {"Copy", "コピー"},
          {"Copy the selected bones, or the whole pose, as VPD text", "選択ボーンまたはポーズ全体をコピー"},
          call<copy_pose>),
      action_row(Id::paste_pose, ctrl(SDLK_v, "Ctrl+V"), Needs::model, {"Paste", "ペースト"},
                 {"Paste a copied pose or VPD text", "ポーズをペースト（VPDのテキストも）"},
                 call<paste_pose>),
      action_row(Id::paste_mirrored, ctrl_shift(SDLK_v, "Ctrl+Shift+V"), Needs::model,
                 {"Paste mirrored", "反転ペースト"},
                 {"Paste a copied pose onto the other side", "コピーしたポーズを反対側にペースト"},
                 call<paste_mirrored>),
      with_value(Id::save_pose_as, Needs::model, {"Save pose as", "ポーズデータの保存"}, call<save_pose_as>),
      with_value(Id::paste_text, Needs::model, {"Paste text", "ポーズのテキスト"}, call<paste_text>,
                 "a value from the clipboard"),
      with_value(Id::blend_with, Needs::model, {"Blend with another pose", "他のポーズとのブレンド"},
                 call<blend_with>),
      with_value(Id::take_part, Needs::model, {"Part of another pose", "他のポーズの一部"}, call<take_part>),
      action_row(Id::save_selected, ctrl(SDLK_k, "Ctrl+K"), Needs::model,
                 {"Save selected bones", "選択ボーンを保存"},
                 {"Save the selected bones as a pose in the open folder",
                  "選択ボーンを開いているフォルダにポーズとして保存"},
                 call<save_selected>),
      action_row(Id::save_hands, {}, Needs::model, {"Save hands", "手を保存"}, call<save_hands>),
      action_row(Id::save_face, {}, Needs::model, {"Save face", "顔を保存"}, call<save_face>),
      with_value(Id::rename_entry, Needs::nothing, {"Rename", "名前を変更"}, call<rename_entry>, by_tile),
      with_value(Id::trash_entry, Needs::nothing, {"Move to trash", "ゴミ箱に移動"}, call<trash_entry>,
                 by_tile),
  };
  return rows;
}

}  // namespace mmd::handlers
