// Another folder for pictures, contact sheets and videos if theirs cannot be written to.
#include <system_error>
#include <utility>

#include "app/actions/action_rows.h"
#include "app/actions/action_table.h"
#include "app/actions/parts.h"
#include "app/text/ui_messages.h"
#include "assets/file_set.h"
#include "assets/image.h"
#include "base/errors.h"
#include "library/library_store.h"

namespace mmd::handlers {
namespace {

namespace fs = std::filesystem;

/// Whether a file can be created in the folder.
bool is_writable(const fs::path& folder) {
  if (folder.empty()) return false;
  const fs::path probe = free_file(folder, ".mmdview", ".tmp");
  if (!write_file_atomically(probe, {})) return false;
  std::error_code ignored;
  fs::remove(probe, ignored);
  return true;
}

/// The action in another folder: only the name of a chosen file stays.
Action in_folder(Action action, const fs::path& folder) {
  if (const auto* name = std::get_if<std::string>(&action.value))
    action.value = to_utf8(folder / path_from_utf8(*name).filename());
  return action;
}

/// Offers another folder for what `action` saves.
void offer_folder(MessageBoard& board, RunState& run, const fs::path& folder, Action action) {
  fs::path offered = pictures_folder();
  if (offered == folder || !is_writable(offered)) offered.clear();
  board.refuse(
      in_file(make_error("the folder cannot be written to", "choose another folder"), to_utf8(folder)));
  run.refused_save = RefusedSave{std::move(action), folder, std::move(offered)};
}

/// Saves again in the chosen folder; without one the user has to choose again.
void save_in_folder(const Parts& parts, const std::string& folder) {
  if (folder.empty()) return;
  std::optional<RefusedSave> refused = std::exchange(parts.run.refused_save, std::nullopt);
  if (!refused) return;
  const fs::path path = path_from_utf8(folder);
  if (!is_writable(path)) return offer_folder(parts.board, parts.run, path, std::move(refused->action));
  PictureFile file = parts.panels.picture_file;
  file.folder = folder;
  parts.panels.picture_file = file;
  const Action again = in_folder(std::move(refused->action), path);
  row_of(again.id).perform(parts, again.value);
}

void save_in_pictures(const Parts& parts) {
  if (parts.run.refused_save) save_in_folder(parts, to_utf8(parts.run.refused_save->offered));
}

void do_not_save(const Parts& parts) {
  parts.run.refused_save.reset();
}

void ask_picture_folder(const Parts& parts) {
  if (!parts.run.refused_save) return;
  if (!parts.setup.dialog) return parts.board.say(ui_messages::no_dialog);
  parts.run.asks_picture_folder = true;
  ask_to_open(parts, DialogPurpose::browse);
}

constexpr std::string_view by_notice = "the notice above the picture has buttons";

}  // namespace

Result<fs::path> folder_for_pictures(const ViewerSetup& setup, PanelState& panels) {
  const std::string& chosen = panels.picture_file.folder;
  if (!chosen.empty()) return path_from_utf8(chosen);
  if (!setup.pictures.empty()) return setup.pictures;
  return current_folder();
}

bool offer_folder_if_needed(MessageBoard& board, RunState& run, const fs::path& folder, Action action) {
  if (is_writable(folder)) return false;
  offer_folder(board, run, folder, std::move(action));
  return true;
}

std::span<const ActionRow> folder_actions() {
  static constexpr ActionRow rows[] = {
      with_value(Id::save_in_folder, Needs::nothing, {"Save in another folder", "別のフォルダに保存"},
                 call<save_in_folder>, by_notice),
      with_value(Id::save_in_pictures, Needs::nothing, {"Save in Pictures", "ピクチャに保存"},
                 call<save_in_pictures>, by_notice),
      with_value(Id::do_not_save, Needs::nothing, {"Do not save", "保存しない"}, call<do_not_save>,
                 by_notice),
      with_value(Id::ask_picture_folder, Needs::nothing,
                 {"Choose a folder for pictures", "画像のフォルダを選ぶ"}, call<ask_picture_folder>,
                 by_notice),
  };
  return rows;
}

}  // namespace mmd::handlers
