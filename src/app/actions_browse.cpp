// Choosing from a folder or an archive.
#include "app/action_rows.h"
#include "app/perform.h"

namespace mmd {
namespace {

namespace p = perform;
using Id = ActionId;

constexpr ActionRow browse_rows[] = {
    {Id::toggle_browser_panel,
     {SDLK_f, "F"},
     Needs::nothing,
     Menu::view,
     {"Browser: poses, motions, models", "ブラウザ：ポーズ、モーション、モデル"},
     {"a folder's poses, motions and models as pictures", "フォルダのポーズ、モーション、モデルの一覧"},
     toggle<Panel::browser>,
     is_shown<Panel::browser>},
    {Id::row_above,
     {SDLK_UP, "Up", true},
     Needs::nothing,
     Menu::nowhere,
     {"Browser: row above", "ブラウザ：上の段"},
     {"in the browser: the row above", "ブラウザで上の段へ"},
     call_with<p::move_between_rows, -1>,
     nullptr,
     "it is for going through pictures"},
    {Id::row_below,
     {SDLK_DOWN, "Down", true},
     Needs::nothing,
     Menu::nowhere,
     {"Browser: row below", "ブラウザ：下の段"},
     {"in the browser: the row below", "ブラウザで下の段へ"},
     call_with<p::move_between_rows, 1>,
     nullptr,
     "it is for going through pictures"},
    {Id::open_at_cursor,
     {SDLK_RETURN, "Enter", false, SDLK_KP_ENTER},
     Needs::nothing,
     Menu::nowhere,
     {"Browser: open", "ブラウザ：開く"},
     {"in the browser: open what the cursor is at", "ブラウザで選んだものを開く"},
     call<p::open_at_cursor>,
     nullptr,
     "it is for going through pictures"},
    {Id::save_contact_sheet,
     {},
     Needs::nothing,
     Menu::file,
     {"Save a contact sheet of the browser", "ブラウザの一覧を画像で保存"},
     no_help,
     call<p::save_contact_sheet>},
    with_value(Id::browse, Needs::nothing, "folders are dropped onto the window",
               {"Browse a folder or archive", "フォルダや書庫の一覧"}, call<p::browse>),
    with_value(Id::set_shelf_view, Needs::nothing, by_panel, {"What the browser shows", "ブラウザの表示"},
               call<p::set_shelf_view>),
    with_value(Id::preview_entry, Needs::model, by_mouse, {"Try a pose", "ポーズのプレビュー"},
               call<p::preview_entry>),
    with_value(Id::open_entry, Needs::nothing, by_panel, {"Open from the browser", "ブラウザから開く"},
               call<p::open_entry>),
    with_value(Id::toggle_favourite, Needs::nothing, by_panel, {"Favourite", "お気に入り"},
               call<p::toggle_favourite>),
};

}  // namespace

std::span<const ActionRow> browse_actions() {
  return browse_rows;
}

}  // namespace mmd
