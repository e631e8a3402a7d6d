// Opening a pose over the present one, or in its place.
#include <algorithm>

#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "assets/file_set.h"
#include "base/text.h"

namespace mmd::handlers {
namespace {

/// Files other than poses open as without Shift.
void open_over(const Parts& parts, const std::vector<std::string>& files) {
  const bool poses = std::all_of(files.begin(), files.end(), [](const std::string& file) {
    return fold_name(to_utf8(path_from_utf8(file).extension())) == ".vpd";
  });
  if (!poses) return open_files(parts, files);
  parts.opened.queue.load(files, LoadQueue::Origin::over);
}

/// Opens the last opened pose the other way, in the same step of the history.
void open_again(const Parts& parts, LoadQueue::Origin how) {
  const OpenedPose opened = std::exchange(parts.opened.opened_pose, {});
  if (opened.files.empty()) return;
  const History& history = parts.stage.history();
  if (opened.step != 0 && history.can_undo() && history[history.position() - 1].number == opened.step)
    parts.stage.undo();
  parts.opened.queue.load(opened.files, how);
}

}  // namespace

std::span<const ActionRow> opening_actions() {
  constexpr std::string_view by_message = "the message about the opened pose has a button";
  static constexpr ActionRow rows[] = {
      with_value(Id::open_over, Needs::nothing, {"Add pose to this one", "ポーズデータを重ねて読込"},
                 call<open_over>, "files are dropped with Shift onto the window"),
      with_value(Id::add_instead, Needs::model, {"Add instead", "重ねて読み込む"},
                 call_with<open_again, LoadQueue::Origin::over>, by_message),
      with_value(Id::replace_instead, Needs::model, {"Replace instead", "置き換える"},
                 call_with<open_again, LoadQueue::Origin::instead>, by_message),
  };
  return rows;
}

}  // namespace mmd::handlers
