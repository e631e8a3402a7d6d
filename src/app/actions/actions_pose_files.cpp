// Files of poses in a folder: saving parts of the pose, renaming, moving to the trash.
#include <system_error>

#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "app/stage/pose_file.h"
#include "app/stage/screenshot.h"
#include "app/text/messages.h"
#include "app/text/ui_messages.h"
#include "assets/file_set.h"
#include "assets/image.h"
#include "base/byte_io.h"
#include "base/errors.h"
#include "base/text.h"
#include "edit/clipboard.h"
#include "library/trash.h"

namespace mmd::handlers {
namespace {

namespace fs = std::filesystem;

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

/// `names`: the file and its new name.
void rename_entry(const Parts& parts, const std::vector<std::string>& names) {
  if (names.size() != 2 || !is_file_on_disk(names.front())) return;
  const fs::path from = path_from_utf8(names.front());
  const std::string stem = safe_file_part(names.back());
  if (stem.empty()) return parts.board.say(ui_messages::name_is_missing);
  fs::path to = from.parent_path() / path_from_utf8(stem);
  if (fold_name(to_utf8(to.extension())) != fold_name(to_utf8(from.extension()))) to += from.extension();
  if (to == from) return;
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
  if (!is_file_on_disk(file)) return;
  parts.files.hot_reload.excuse(file);
  if (const auto done = move_to_trash(path_from_utf8(file)); !done) return parts.board.refuse(done.error());
  parts.files.browser.list_again();
  parts.board.say(ui_messages::trashed, {file_name(file)});
}

}  // namespace

std::span<const ActionRow> pose_file_actions() {
  constexpr std::string_view by_tile = "a right click on a thumbnail";
  static constexpr ActionRow rows[] = {
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
