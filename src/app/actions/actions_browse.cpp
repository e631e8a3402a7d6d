// The browser.
#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "app/stage/opened_pose.h"
#include "app/stage/screenshot.h"
#include "app/text/messages.h"
#include "app/text/ui_messages.h"
#include "assets/file_set.h"

namespace mmd::handlers {
namespace {

/// Opens a file chosen in the browser. `step`: with keys that go through the poses.
void open_from_asset_library(const Parts& parts, const std::string& file, bool step) {
  if (file.empty()) return;
  if (parts.files.browser.view().kind == AssetLibraryKind::poses)
    return parts.opened.queue.load({file}, step ? LoadQueue::Origin::step : LoadQueue::Origin::given);
  open_files(parts, {file});
}

void set_asset_library_view(const Parts& parts, const AssetLibraryView& view) {
  parts.files.browser.set_view(view);
}

void open_entry(const Parts& parts, const std::string& file) {
  const std::vector<std::size_t>& shown = parts.files.browser.shown();
  for (std::size_t place = 0; place < shown.size(); ++place)
    if (parts.files.browser.entry(shown[place]).file == file) parts.files.browser.put_cursor(place);
  parts.panels.tools.browser_has_keys = true;
  open_from_asset_library(parts, file, false);
}

void open_at_cursor(const Parts& parts) {
  open_from_asset_library(parts, parts.files.browser.file_at_cursor(), false);
}

void toggle_favourite(const Parts& parts, const std::string& file) {
  if (auto written = parts.files.browser.toggle_favourite(file); !written)
    parts.board.refuse(written.error());
}

void save_contact_sheet(const Parts& parts) {
  const bool begun = parts.files.browser.begin_sheet();
  parts.board.say(begun ? ui_messages::makes_sheet : ui_messages::no_pictures);
}

void move_between_rows(const Parts& parts, int rows) {
  if (!move_on_asset_library(parts, 0, rows)) parts.board.say(ui_messages::nothing_browsed);
}

}  // namespace

void browse(const Parts& parts, const std::string& place) {
  parts.files.browser.set_model(parts.stage.document());
  parts.files.browser.open(place);
  parts.panels.show(Panel::browser, true);
}

void preview_entry(const Parts& parts, const std::string& file) {
  Preview& previewed = parts.panels.tools.previewed;
  Stage& stage = parts.stage;
  const Preview next = file.empty() ? Preview() : Preview(file);
  if (stage.figure() == nullptr || next == previewed || stage.playback().playing()) return;
  if (file.empty()) {
    cancel_gesture(parts);
  } else {
    const auto poses = poses_in_file(file);
    if (!poses) return;  // its tile says why
    if (!is_on(previewed)) begin_gesture(parts);
    const bool adds =
        is_added(*poses, PoseOpening::by_rule, *stage.figure(), stage.kept_pose(), parts.opened.kept_look.on);
    edit_pose(parts, edit::Paste{as_one(*poses), adds, file_name(file)});
  }
  previewed = next;
  if (stage.camera_is_fitted()) frame_camera(parts);
}

void follow_shown_pose(const Stage& stage, Browser& browser) {
  const Figure* figure = stage.figure();
  if (figure == nullptr || browser.view().kind != AssetLibraryKind::poses) return;
  browser.put_cursor_on(figure->origin->file);
}

void write_contact_sheet(const Parts& parts, const std::vector<SheetTile>& tiles) {
  const std::optional<Font>& font = parts.setup.font;
  const Image sheet = contact_sheet(tiles, parts.files.browser.side(), font ? &*font : nullptr);
  const auto folder = folder_for_pictures(parts.setup, parts.panels);
  if (!folder) return parts.board.refuse(folder.error());
  if (offer_folder_if_needed(parts.board, parts.run, *folder, {ActionId::save_contact_sheet})) return;
  auto png = encode_png(sheet);
  if (!png) return parts.board.refuse(png.error());
  const auto saved = save_picture({std::move(*png)}, *folder,
                                  picture_stem(stem_of(parts.files.browser.place()), "sheet", local_time()));
  if (!saved) return parts.board.refuse(saved.error());
  parts.board.say(ui_messages::saved, {to_utf8(*saved)});
}

bool move_on_asset_library(const Parts& parts, int columns, int rows) {
  Browser& browser = parts.files.browser;
  const bool poses = browser.view().kind == AssetLibraryKind::poses;
  if (!parts.panels.shown(Panel::browser) || browser.shown().empty() || (!poses && rows == 0)) return false;
  browser.move_cursor(columns, rows);
  parts.panels.tools.browser_has_keys = true;
  // A model or scene takes time to load, so only Enter opens it.
  if (!needs_no_model(browser.view().kind)) open_from_asset_library(parts, browser.file_at_cursor(), true);
  return true;
}

std::span<const ActionRow> browse_actions() {
  static constexpr ActionRow rows[] = {
      panel_row<Panel::browser>(Id::toggle_browser_panel, {SDLK_f, "F"}, {"Browser", "ブラウザ"},
                                {"Browser: thumbnails of poses, motions, models and scenes",
                                 "ブラウザ：ポーズ、モーション、モデル、シーンの一覧"}),
      action_row(Id::row_above, {SDLK_UP, "Up", true}, Needs::nothing,
                 {"Browser: row above", "ブラウザ：上の段"}, call_with<move_between_rows, -1>, nullptr,
                 "it moves the cursor of the browser"),
      action_row(Id::row_below, {SDLK_DOWN, "Down", true}, Needs::nothing,
                 {"Browser: row below", "ブラウザ：下の段"}, call_with<move_between_rows, 1>, nullptr,
                 "it moves the cursor of the browser"),
      action_row(Id::open_at_cursor, {SDLK_RETURN, "Enter", false, SDLK_KP_ENTER}, Needs::nothing,
                 {"Browser: open", "ブラウザ：開く"}, call<open_at_cursor>, nullptr,
                 "it acts on the cursor of the browser"),
      action_row(Id::save_contact_sheet, {}, Needs::nothing,
                 {"Save contact sheet", "ブラウザの一覧を画像で保存"}, call<save_contact_sheet>),
      with_value(Id::browse, Needs::nothing, {"Browse folder or archive", "フォルダや圧縮ファイルの一覧"},
                 call<browse>, "folders are dropped onto the window"),
      with_value(Id::set_asset_library_view, Needs::nothing, {"Browser view", "ブラウザの表示"},
                 call<set_asset_library_view>),
      with_value(Id::preview_entry, Needs::model, {"Preview pose", "ポーズのプレビュー"}, call<preview_entry>,
                 by_mouse),
      with_value(Id::open_entry, Needs::nothing, {"Open from the browser", "ブラウザから開く"},
                 call<open_entry>),
      with_value(Id::toggle_favourite, Needs::nothing, {"Favourite", "お気に入り"}, call<toggle_favourite>),
  };
  return rows;
}

}  // namespace mmd::handlers
