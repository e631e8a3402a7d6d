// The reference picture over the view.
#include <filesystem>
#include <system_error>

#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "app/text/picture_strings.h"
#include "assets/file_set.h"

namespace mmd::handlers {
namespace {

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

std::span<const ActionRow> reference_actions() {
  static constexpr ActionRow rows[] = {
      action_row(Id::toggle_reference, {}, Needs::nothing, {"Show reference picture", "参考画像を表示"},
                 call<toggle_reference>, [](const Parts& parts) { return parts.run.reference.is_seen(); }),
      with_value(Id::set_reference, Needs::nothing, {"Reference picture settings", "参考画像の設定"},
                 call<set_reference>),
  };
  return rows;
}

}  // namespace mmd::handlers
