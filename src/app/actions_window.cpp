// Files, panels and the window itself.
#include "app/action_rows.h"
#include "app/perform.h"

namespace mmd {
namespace {

namespace p = perform;
using Id = ActionId;

template <Panel panel>
constexpr auto toggle = call_with<p::toggle_panel, panel>;
template <Panel panel>
bool is_shown(const Parts& parts) {
  return parts.panels.shown(panel);
}

constexpr ActionRow rows[] = {
    {Id::toggle_scene_panel,
     {SDLK_TAB, "Tab"},
     Needs::nothing,
     Menu::view,
     {"Camera, light, picture, physics, comparison", "カメラ、照明、表示、物理、比較"},
     {"camera, light, picture, physics and comparison in a panel", "カメラ、照明、表示、物理、比較のパネル"},
     toggle<Panel::scene>,
     is_shown<Panel::scene>},
    {Id::toggle_morph_panel,
     {SDLK_m, "M"},
     Needs::nothing,
     Menu::view,
     {"Morphs", "表情（モーフ）"},
     {"morphs in a panel", "表情（モーフ）のパネル"},
     toggle<Panel::morphs>,
     is_shown<Panel::morphs>},
    {Id::toggle_menu_bar,
     {SDLK_F10, "F10"},
     Needs::nothing,
     Menu::view,
     {"Menu bar", "メニューバー"},
     {"the menus on and off", "メニューバー"},
     toggle<Panel::menu_bar>,
     is_shown<Panel::menu_bar>},
    {Id::save_picture,
     {SDLK_F12, "F12"},
     Needs::picture,
     Menu::file,
     {"Save the picture", "画像ファイルに出力"},
     {"save the picture into the current folder", "画像ファイルに出力（現在のフォルダ）"},
     call<p::save_picture>},
    {Id::toggle_help,
     {SDLK_h, "H, F1", false, SDLK_F1},
     Needs::nothing,
     Menu::help,
     {"Keys and mouse", "キーとマウスの一覧"},
     {"these keys", "このキー一覧"},
     toggle<Panel::help>,
     is_shown<Panel::help>},
    {Id::toggle_language,
     {},
     Needs::nothing,
     Menu::help,
     {"Japanese (日本語)", "English mode"},
     no_help,
     call<p::toggle_language>},
    {Id::toggle_theme,
     {},
     Needs::nothing,
     Menu::view,
     {"Light panels", "明るいパネル"},
     no_help,
     call<p::toggle_theme>,
     [](const Parts& parts) { return parts.panels.theme() == Theme::light; }},
    {Id::toggle_palette,
     {SDLK_p, "Ctrl+P", false, SDLK_UNKNOWN, Held::control},
     Needs::nothing,
     Menu::help,
     {"Find an action", "機能を探す"},
     {"find an action by its name", "機能を名前で探す"},
     toggle<Panel::palette>},
    {Id::larger_text,
     {SDLK_EQUALS, "Ctrl++", true, SDLK_PLUS, Held::control},
     Needs::nothing,
     Menu::view,
     {"Larger text", "文字を大きく"},
     {"larger text and panels", "文字とパネルを大きく"},
     call_with<p::scale_text, 1>},
    {Id::smaller_text,
     {SDLK_MINUS, "Ctrl+-", true, SDLK_UNKNOWN, Held::control},
     Needs::nothing,
     Menu::view,
     {"Smaller text", "文字を小さく"},
     {"smaller text and panels", "文字とパネルを小さく"},
     call_with<p::scale_text, -1>},
    {Id::usual_text,
     {SDLK_0, "Ctrl+0", false, SDLK_UNKNOWN, Held::control},
     Needs::nothing,
     Menu::view,
     {"Text as the screen has it", "文字を標準の大きさに"},
     {"text and panels as the screen has them", "文字とパネルを標準の大きさに"},
     call_with<p::scale_text, 0>},
    {Id::escape,
     {SDLK_ESCAPE, "Escape"},
     Needs::nothing,
     Menu::nowhere,
     {"Close", "閉じる"},
     {"close a menu or the help; cancel loading; close panels; end the comparison; quit",
      "メニューやキー一覧を閉じる、読み込みの中止、パネルを閉じる、比較の終了、終了"},
     call<p::escape>,
     nullptr,
     "it is for what is open, menus too"},
    {Id::quit, {SDLK_q, "Q"}, Needs::nothing, Menu::file, {"Quit", "終了"}, {"quit", "終了"}, call<p::quit>},
    with_value(Id::open_files, Needs::nothing, "files are dropped onto the window",
               {"Open files", "ファイルを開く"}, call<p::open_files>),
    with_value(Id::show_panel, Needs::nothing, "a value, which a tab chooses", {"Panel", "パネル"},
               call<p::show_panel>),
    with_value(Id::set_dock_sizes, Needs::nothing, by_mouse, {"Size of the docks", "パネルの大きさ"},
               call<p::set_dock_sizes>),
};

}  // namespace

std::span<const ActionRow> window_actions() {
  return rows;
}

}  // namespace mmd
