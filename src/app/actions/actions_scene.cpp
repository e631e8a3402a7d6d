// Scene files: saving, and opening in place of everything that is shown.
#include <algorithm>
#include <filesystem>
#include <system_error>
#include <utility>

#include "app/actions/action_rows.h"
#include "app/actions/scene_state.h"
#include "app/actions/unsaved.h"
#include "app/stage/pose_file.h"
#include "app/text/messages.h"
#include "app/text/ui_messages.h"
#include "assets/file_set.h"
#include "base/errors.h"
#include "library/file_listing.h"
#include "options/command_line.h"
#include "options/output_file.h"
#include "options/scene_file.h"

namespace mmd::handlers {
namespace {

/// Side of the small picture in a scene file, pixels.
constexpr int picture_side = 192;

/// The path for a typed name, which may lack the extension or the folder.
std::filesystem::path typed_scene_file(const std::string& typed, const std::filesystem::path& folder) {
  std::filesystem::path out = path_from_utf8(typed);
  if (out.extension() != ".mmdscene") out += ".mmdscene";
  return out.has_parent_path() ? out : folder / out;
}

/// Writes the scene. Members that a later program wrote into the opened file stay. Error: a file came from
/// standard input, which a scene cannot name.
Result<void> write_scene(const Parts& parts, const std::filesystem::path& path) {
  MMD_TRY(SceneFile scene, scene_of(parts));
  const auto is_piped = [](const SceneFigure& figure) {
    return std::find(figure.files.begin(), figure.files.end(), "-") != figure.files.end();
  };
  if (is_piped(scene) || std::any_of(scene.figures.begin(), scene.figures.end(), is_piped))
    return fail("a scene names files, and one of these came from standard input",
                "open it from a file on disk first");
  PictureFile small{picture_side, picture_side};
  small.overlays = false;
  if (const auto picture = parts.screen.picture(nullptr, small))
    if (auto jpeg = encode_jpeg(*picture)) scene.picture = std::move(*jpeg);
  if (const auto before = read_scene(parts.opened.scene_file)) keep_unknown(*before, scene);
  const std::string text = scene_text(scene, std::filesystem::absolute(path).parent_path());
  return write_file_atomically(path, as_byte_span(text));
}

bool save_scene_to(const Parts& parts, const std::filesystem::path& path) {
  const std::string file = to_utf8(path);
  if (const auto saved = write_scene(parts, path); !saved) {
    parts.board.refuse(in_file(saved.error(), file));
    return false;
  }
  parts.opened.scene_file = file;
  parts.opened.is_restored = false;
  parts.opened.backup.forget();
  parts.opened.saved_in_scene.clear();
  for (const Figure* figure : parts.stage.figures())
    parts.opened.saved_in_scene[figure->number] = parts.stage.history().last_edit_of(figure->number).number;
  note_scene(parts);
  if (const auto kept = parts.files.library.add_recent(file); !kept) parts.board.report(kept.error());
  parts.board.say(ui_messages::saved, {file});
  return true;
}

void save_scene(const Parts& parts) {
  if (parts.opened.scene_file.empty()) return ask_scene_name(parts);
  save_scene_to(parts, path_from_utf8(parts.opened.scene_file));
}

/// Saves under a typed name; shows a message and returns false if that fails.
bool save_scene_called(const Parts& parts, const std::string& name) {
  const auto folder = folder_for_scene(parts);
  if (name.empty()) {
    parts.board.say(ui_messages::name_is_missing);
  } else if (!folder) {
    parts.board.refuse(folder.error());
  } else if (const auto path = typed_scene_file(name, *folder);
             to_utf8(path) == parts.opened.scene_file || may_replace(parts.run, path)) {
    return save_scene_to(parts, path);
  } else {
    parts.board.refuse(
        make_error(to_utf8(path.filename()) + " already exists", "save again to overwrite it"));
  }
  return false;
}

void save_scene_as(const Parts& parts, const std::string& name) {
  save_scene_called(parts, name);
}

void find_missing(const Parts& parts) {
  if (parts.opened.missing.empty()) return;
  const std::string& missing = parts.opened.missing.front();
  ask(parts, {DialogPurpose::find, folder_to_begin_in(parts.start.state), file_name(missing)});
}

void leave_out_missing(const Parts& parts) {
  parts.opened.missing.clear();
  parts.opened.finds_file = false;
}

}  // namespace

bool save_asked_scene(const Parts& parts) {
  if (!parts.opened.asks_new_name && !parts.opened.scene_file.empty())
    return save_scene_to(parts, path_from_utf8(parts.opened.scene_file));
  return save_scene_called(parts, parts.panels.tools.closing_name);
}

bool may_replace(RunState& run, const std::filesystem::path& path) {
  std::error_code error;
  const bool was_asked = std::exchange(run.replaced_file, to_utf8(path)) == to_utf8(path);
  return was_asked || !std::filesystem::exists(path, error);
}

Result<std::filesystem::path> folder_for_scene(const Parts& parts) {
  if (parts.opened.scene_file.empty()) return folder_to_save_in(parts.setup, parts.stage);
  MMD_TRY(const std::filesystem::path current, current_folder());
  return folder_beside(parts.opened.scene_file, current);
}

std::string new_scene_name(const Stage& stage, const OpenedScene& opened,
                           const std::filesystem::path& folder) {
  const std::string& like =
      opened.scene_file.empty() ? stage.figures().front()->loaded->model_file : opened.scene_file;
  return to_utf8(free_file(folder, stem_of(like), ".mmdscene", " ").filename());
}

std::string offered_scene_name(const Stage& stage, const OpenedScene& opened,
                               const std::filesystem::path& folder) {
  return opened.scene_file.empty() ? new_scene_name(stage, opened, folder) : file_name(opened.scene_file);
}

void open_scene(const Parts& parts, const std::string& file) {
  const auto scene = options_of_scene(file, parts.start.window);
  if (!scene) return parts.board.refuse(scene.error());
  parts.opened.next_scene = {file, {}};
  quit(parts);
}

void take_found(const Parts& parts, const std::string& file) {
  namespace fs = std::filesystem;
  OpenedScene& opened = parts.opened;
  opened.finds_file = false;
  if (opened.missing.empty()) return;
  opened.found[opened.missing.front()] = file;
  opened.missing.erase(opened.missing.begin());
  // The others are often in the same folder.
  std::erase_if(opened.missing, [&](const std::string& other) {
    const fs::path beside = path_from_utf8(file).parent_path() / path_from_utf8(other).filename();
    if (!is_file_on_disk(to_utf8(beside))) return false;
    opened.found[other] = to_utf8(beside);
    return true;
  });
  if (!opened.missing.empty()) return;
  opened.next_scene = {parts.start.state, opened.found};
  quit(parts);
}

std::span<const ActionRow> scene_actions() {
  static constexpr ActionRow rows[] = {
      action_row(Id::save_scene, {}, Needs::model, {"Save scene", "シーンを保存"}, call<save_scene>),
      with_value(Id::find_missing, Needs::nothing, {"Find missing file", "見つからないファイルを指定"},
                 call<find_missing>, "a button above the picture"),
      with_value(Id::leave_out_missing, Needs::nothing,
                 {"Leave out missing files", "見つからないファイルを除く"}, call<leave_out_missing>,
                 "a button above the picture"),
      with_value(Id::take_found, Needs::nothing,
                 {"Use file for the missing one", "見つからないファイルの代わり"}, call<take_found>,
                 "the file dialog chooses the file"),
      with_value(Id::save_scene_as, Needs::model, {"Save scene as", "シーンに名前を付けて保存"},
                 call<save_scene_as>, "the file dialog chooses the name"),
  };
  return rows;
}

}  // namespace mmd::handlers
