// Opening files, also a pose over the present one or in its place; panels, mouse schemes, key sets and the
// window itself.
#include <algorithm>
#include <utility>

#include "app/actions/action_rows.h"
#include "app/actions/parts.h"
#include "app/actions/scene_state.h"
#include "app/stage/screenshot.h"
#include "app/text/messages.h"
#include "app/text/ui_messages.h"
#include "assets/file_set.h"
#include "base/errors.h"
#include "base/text.h"
#include "document/framing.h"
#include "document/sound_file.h"
#include "library/asset_library.h"
#include "options/scene_file.h"

namespace mmd::handlers {
namespace {

/// Accessories join the scene; they never replace a model.
bool has_accessory_extension(const std::string& file) {
  const std::string extension = fold_name(to_utf8(path_from_utf8(file).extension()));
  return extension == ".x" || extension == ".vac";
}

/// Opens the folder or archive of the pose, or of the model, in an empty browser.
void browse_beside(const Parts& parts) {
  if (!parts.stage.document()) return;
  if (!parts.files.browser.place().empty() &&
      parts.files.browser.place() != parts.panels.tools.auto_browsed_folder)
    return;
  const std::string& file = parts.opened.pose_steps.place(parts.stage.document()->model_file);
  const auto in_archive = archive_path(file);
  const std::string place = in_archive ? in_archive->archive : to_utf8(folder_on_disk(file));
  EditTools& tools = parts.panels.tools;
  tools.auto_browsed_folder = place.empty() ? "." : place;
  if (parts.files.browser.place() != tools.auto_browsed_folder)
    browse(parts, std::string(tools.auto_browsed_folder));
}

void confirm_terms(const Parts& parts) {
  parts.panels.model_panel.asks = false;
  const auto& document = parts.stage.document();
  if (!document) return;
  if (const auto kept = parts.files.library.add_seen(document->model_hash); !kept)
    parts.board.report(kept.error());
}

/// Hides bones, rigid bodies, grid and axes while the picture is alone.
void hide_overlays(const Parts& parts) {
  std::optional<RenderSettings>& hidden = parts.opened.hidden_overlays;
  RenderSettings& look = parts.stage.arrangement().look;
  const bool alone = parts.panels.picture_alone();
  if (alone == hidden.has_value()) return;
  const RenderSettings before = hidden.value_or(RenderSettings());
  if (alone) hidden = look;
  if (!alone) hidden.reset();
  copy_overlays(before, look);
  refresh(parts, Dirty::look);
}

/// Shows or hides a panel with its side effects.
void show_or_hide(const Parts& parts, Panel panel, bool shown) {
  parts.panels.show(panel, shown);
  hide_overlays(parts);
  if (panel == Panel::help) parts.panels.key_hint.stop();
  if ((panel == Panel::look || panel == Panel::history) && shown)
    list_poses(parts.stage, parts.opened.pose_steps);
  if (panel == Panel::model && shown) inspect_model(parts.stage, parts.files.inspection);
  if (panel == Panel::files && shown) list_files_to_open(parts);
  if (panel == Panel::browser && shown) browse_beside(parts);
  if (panel == Panel::menu_bar && !shown) parts.board.say(ui_messages::menus_again);
}

void toggle_picture_alone(const Parts& parts) {
  parts.panels.show_picture_alone(!parts.panels.picture_alone());
  hide_overlays(parts);
  if (parts.panels.picture_alone()) parts.board.say(ui_messages::picture_alone);
}

void dismiss_messages(const Parts& parts) {
  parts.board.dismiss();
}

void reload_files(const Parts& parts) {
  for (const Figure* figure : parts.stage.figures()) parts.opened.queue.load_again(figure->number);
}

void list_files(const Parts& parts, const std::string& place) {
  parts.files.chooser.list(place);
}

void set_dock_sizes(const Parts& parts, const DockSizes& sizes) {
  parts.panels.dock_sizes = sizes;
  parts.screen.note_movement();
}

void toggle_language(const Parts& parts) {
  const bool to_japanese = parts.panels.language == Language::english;
  if (to_japanese && !(parts.setup.font && parts.setup.font->japanese))
    return parts.board.say(ui_messages::no_japanese_font);
  parts.panels.language = to_japanese ? Language::japanese : Language::english;
}

void toggle_theme(const Parts& parts) {
  parts.panels.theme = parts.panels.theme == Theme::dark ? Theme::light : Theme::dark;
}

void scale_text(const Parts& parts, int step) {
  constexpr float factor = 1.1f;
  const float wanted = step == 0 ? 1.0f : parts.panels.ui_scale * (step > 0 ? factor : 1.0f / factor);
  parts.panels.ui_scale = std::clamp(wanted, min_ui_scale, largest_ui_scale);
}

/// Goes one step back; never quits.
void escape(const Parts& parts) {
  PanelState& panels = parts.panels;
  if (panels.shown(Panel::palette)) return toggle_panel(parts, Panel::palette);
  if (panels.shown(Panel::help)) return toggle_panel(parts, Panel::help);
  if (parts.opened.queue.cancel()) return;
  if (end_picking(parts) || end_t_pose(parts)) return;
  if (parts.stage.in_gesture()) return cancel_gesture(parts);
  if (panels.tools.tool != EditTool::all) {
    panels.tools.tool = EditTool::all;
    return;
  }
  if (!parts.opened.picker.selection().empty()) return select_bones(parts, {});
  if (parts.opened.panes.mode() != CompareMode::off) return set_compare_mode(parts, CompareMode::off);
  if (panels.picture_alone()) toggle_picture_alone(parts);
}

/// Whether the file is of the kind that the user was asked to find.
bool may_be_missing(const OpenedScene& opened, const std::string& file) {
  const auto kind = [](const std::string& name) {
    return fold_name(to_utf8(path_from_utf8(name).extension()));
  };
  return !opened.missing.empty() && kind(file) == kind(opened.missing.front());
}

void choose_mouse(const Parts& parts, MouseScheme scheme) {
  parts.panels.choose_mouse(scheme);
  parts.setup.remember(parts.panels);  // the question is not asked again, however the window ends
  if (scheme == MouseScheme::mmd && parts.setup.keys.used() != KeySet::mmd)
    return parts.board.say(ui_messages::mouse_is_mmd);
  parts.board.say(ui_messages::mouse_scheme, {parts.board.text_of(row_of(scheme).name)});
}

void toggle_mmd_keys(const Parts& parts) {
  const bool mmd = parts.setup.keys.used() != KeySet::mmd;
  const KeySet keys = mmd ? KeySet::mmd : KeySet::mmdview;
  parts.setup.keys.use(keys);
  parts.panels.key_set = keys;
  parts.board.say(mmd ? ui_messages::mmd_keys : ui_messages::own_keys);
}

template <MouseScheme scheme>
constexpr ActionRow mouse_row(ActionId id, LocalizedText name) {
  return action_row(id, {}, Needs::nothing, name, call_with<choose_mouse, scheme>,
                    [](const Parts& parts) { return parts.panels.mouse_scheme() == scheme; });
}

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

void open_files(const Parts& parts, const std::vector<std::string>& files) {
  if (parts.opened.finds_file && files.size() == 1 && may_be_missing(parts.opened, files.front()))
    return take_found(parts, files.front());
  std::vector<std::string> others, accessories;
  for (const std::string& file : files) {
    if (is_folder(file)) {
      browse(parts, file);
    } else if (is_scene(file)) {
      return open_scene(parts, file);
    } else if (path_from_utf8(file).extension() == ".json") {
      preview_entry(parts, {});  // cancelling the preview later would also undo the new pose
      take_landmarks(parts, file);
    } else if (is_sound(file)) {
      row_of(ActionId::open_sound).perform(parts, file);
    } else if (has_picture_extension(file)) {
      preview_entry(parts, {});  // cancelling the preview later would also undo the new background
      set_background_picture(parts, file);
    } else {
      (has_accessory_extension(file) ? accessories : others).push_back(file);
    }
  }
  const bool first_model = !others.empty() || parts.stage.figure() != nullptr;
  if (!others.empty())
    parts.opened.queue.load(std::move(others),
                            parts.panels.tools.beside ? LoadQueue::Origin::beside : LoadQueue::Origin::given);
  if (!accessories.empty())
    parts.opened.queue.load(std::move(accessories),
                            first_model ? LoadQueue::Origin::beside : LoadQueue::Origin::given);
}

void toggle_panel(const Parts& parts, Panel panel) {
  show_or_hide(parts, panel, !parts.panels.shown(panel));
}

void show_panel(const Parts& parts, std::int32_t panel) {
  if (panel < 0 || panel >= static_cast<std::int32_t>(Panel::count)) return;
  show_or_hide(parts, static_cast<Panel>(panel), true);
}

std::span<const ActionRow> window_actions() {
  constexpr std::string_view by_message = "the message about the opened pose has a button";
  static constexpr ActionRow rows[] = {
      action_row(Id::toggle_picture_alone, {SDLK_TAB, "Tab"}, Needs::nothing, {"Picture only", "画面のみ"},
                 {"Hide or show all bars and panels", "全てのバーとパネルを隠す・表示する"},
                 call<toggle_picture_alone>, [](const Parts& parts) { return parts.panels.picture_alone(); }),
      panel_row<Panel::camera>(Id::toggle_camera_panel, {}, {"Camera", "カメラ"}),
      panel_row<Panel::light>(Id::toggle_light_panel, {}, {"Light", "照明"}),
      panel_row<Panel::look>(Id::toggle_scene_panel, {SDLK_F9, "F9"}, {"Look", "描画"},
                             {"Look panel: picture, physics, comparison, saved pictures",
                              "描画のパネル：描画、物理演算、比較、画像の保存設定"}),
      panel_row<Panel::morphs>(Id::toggle_morph_panel, {SDLK_m, "M"}, {"Morphs", "表情（モーフ）"},
                               {"Morphs panel", "表情（モーフ）のパネル"}),
      panel_row<Panel::hands>(Id::toggle_hands_panel, {SDLK_F11, "F11"}, {"Hands", "手"},
                              {"Hands panel: hand poses", "手のパネル：手の形"}),
      panel_row<Panel::model>(Id::toggle_model_panel, {SDLK_F2, "F2"}, {"Model", "モデル"},
                              {"Model panel: terms of use, materials, textures, problems",
                               "モデルのパネル：利用規約、材質、テクスチャ、問題点"}),
      panel_row<Panel::files>(Id::toggle_file_panel, {SDLK_F6, "F6"}, {"File list", "ファイル一覧"},
                              {"File list with recent models", "ファイル一覧（最近のモデルも）"}),
      action_row(
          Id::reload_files, {SDLK_F5, "F5"}, Needs::model, {"Reload", "再読み込み"},
          {"Reload all files from disk (automatic when they change)", "ファイルを再読み込み（変更時は自動）"},
          call<reload_files>),
      panel_row<Panel::motion>(
          Id::toggle_motion_panel, {SDLK_t, "T"}, {"Motion", "モーション"},
          {"Motion panel: timeline and playback", "モーションのパネル：タイムラインと再生"}),
      panel_row<Panel::menu_bar>(Id::toggle_menu_bar, {SDLK_F10, "F10"}, {"Menu bar", "メニューバー"}),
      panel_row<Panel::tool_bar>(Id::toggle_tool_bar, {}, {"Tool bar", "ツールバー"}),
      panel_row<Panel::status_bar>(Id::toggle_status_bar, {}, {"Status bar", "ステータスバー"}),
      panel_row<Panel::help>(Id::toggle_help, {SDLK_h, "H, F1", false, SDLK_F1},
                             {"Keys and mouse", "キーとマウスの一覧"}),
      action_row(Id::toggle_language, {}, Needs::nothing, {"Japanese (日本語)", "English mode"},
                 call<toggle_language>),
      action_row(Id::toggle_theme, {}, Needs::nothing, {"Light theme", "ライトテーマ"}, call<toggle_theme>,
                 [](const Parts& parts) { return parts.panels.theme == Theme::light; }),
      action_row(Id::toggle_palette, ctrl(SDLK_p, "Ctrl+P"), Needs::nothing, {"Find action…", "機能を探す…"},
                 {"Find an action, a bone or a morph by name", "機能、ボーン、表情を名前で探す"},
                 call_with<toggle_panel, Panel::palette>),
      action_row(Id::larger_text, ctrl(SDLK_PLUS, "Ctrl++", true), Needs::nothing,
                 {"Larger text", "文字を大きく"}, call_with<scale_text, 1>),
      action_row(Id::smaller_text, ctrl(SDLK_MINUS, "Ctrl+-", true), Needs::nothing,
                 {"Smaller text", "文字を小さく"}, call_with<scale_text, -1>),
      action_row(Id::usual_text, ctrl(SDLK_0, "Ctrl+0"), Needs::nothing,
                 {"Default text size", "文字を標準の大きさに"}, call_with<scale_text, 0>),
      action_row(Id::escape, {SDLK_ESCAPE, "Escape"}, Needs::nothing, {"Close", "閉じる"},
                 {"One step back: help, loading, drag, tool, selection, comparison, picture only",
                  "一つ戻る：キー一覧、読み込み、ドラッグ、ツール、選択、比較、画面のみ"},
                 call<escape>, nullptr, "it closes menus"),
      action_row(Id::confirm_terms, {}, Needs::model, {"Confirm terms of use", "利用規約を確認"},
                 call<confirm_terms>, nullptr, "the line above the picture has a button for it"),
      with_value(Id::open_files, Needs::nothing, {"Open files", "ファイルを開く"}, call<open_files>,
                 "files are dropped onto the window"),
      with_value(Id::list_files, Needs::nothing, {"List folder", "フォルダの一覧"}, call<list_files>),
      with_value(Id::show_panel, Needs::nothing, {"Show panel", "パネルの表示"}, call<show_panel>,
                 "a value from a tab"),
      with_value(Id::dismiss_messages, Needs::nothing, {"Close message", "メッセージを閉じる"},
                 call<dismiss_messages>, "a click on the message"),
      with_value(Id::set_dock_sizes, Needs::nothing, {"Dock sizes", "ドックの大きさ"}, call<set_dock_sizes>,
                 by_mouse),
      mouse_row<MouseScheme::mmd>(Id::mouse_mmd, {"Mouse: MMD", "マウス：MMD"}),
      mouse_row<MouseScheme::blender>(Id::mouse_blender, {"Mouse: Blender", "マウス：Blender"}),
      mouse_row<MouseScheme::mmdview>(Id::mouse_mmdview, {"Mouse: mmdview", "マウス：mmdview"}),
      action_row(Id::toggle_mmd_keys, {}, Needs::nothing, {"MMD keys", "MMDのキー配置"},
                 call<toggle_mmd_keys>,
                 [](const Parts& parts) { return parts.panels.key_set == KeySet::mmd; }),
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
