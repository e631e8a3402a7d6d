#pragma once

// Texts about saved pictures: the section of the Look panel, and its messages.

#include "app/text/ui_messages.h"
#include "app/text/ui_strings.h"

namespace mmd::ui_strings {

inline constexpr Control picture_name{
    {"Name", "名前"},
    {"file name template with {model}, {pose}, {frame}, {index}; empty: model, pose and time",
     "保存する画像の名前。{model}、{pose}、{frame}、{index}が使える。空ならモデル、ポーズ、時刻"}};
inline constexpr LocalizedText picture_file{"Saved pictures", "画像ファイル"},
    as_window{"window", "ウィンドウと同じ"}, save_picture{"Save (F12)", "保存（F12）"},
    save_picture_as{"Save as…", "別名で保存…"}, copy_it{"Copy", "コピー"}, size_4k{"4K", "4K"},
    own_shape{"own", "自由"}, one_picture{"Picture", "画像"},
    labels{"Labels beside it", "一緒に保存するラベル"}, no_preview{"none", "なし"},
    save_picture_title{"Save picture", "画像ファイルに出力"};
inline constexpr Control picture_path{{"File", "ファイル"},
                                      {"path of a picture; empty: none", "画像のパス。空ならなし"}};
inline constexpr LocalizedText picture_camera{"Picture camera", "撮影カメラ"},
    to_picture_camera{"What is saved; click to look through this camera",
                      "保存される画像。クリックでこのカメラに戻る"};
inline constexpr LocalizedText reference{"Reference picture", "参考画像"}, choose_picture{"Browse…", "参照…"},
    remove_reference{"Remove", "外す"};
inline constexpr Control reference_shown{
    {"Shown", "表示"},
    {"show the reference picture; saved pictures never have it", "参考画像を表示。保存する画像には入らない"}},
    reference_beside{{"Beside the view", "ビューの横"},
                     {"in a part of the window of its own", "ビューの横に別に表示"}},
    reference_locked{{"Locked", "固定"},
                     {"the mouse works on the view behind it", "マウスは後ろのビューを操作"}},
    reference_opacity{{"Opacity", "不透明度"}, {"0: invisible", "0で見えない"}},
    reference_scale{{"Scale", "大きさ"}, {"100: as large as fits", "100で全体が収まる大きさ"}};
inline constexpr Control picture_size{
    {"Size", "サイズ"},
    {"width and height in pixels; 0: window size", "幅と高さ（ピクセル）。0はウィンドウと同じ"}},
    picture_samples{{"Samples", "サンプル数"},
                    {"anti-aliasing samples per pixel", "アンチエイリアスのサンプル数"}},
    transparent{{"Transparent", "背景を透過"}, {"transparent background", "背景を透過して保存"}};
inline constexpr Control picture_shape{
    {"Shape", "縦横比"},
    {"what the frame in the view shows is what is saved", "ビューの枠の中がそのまま保存される"}},
    picture_format{{"Format", "形式"}, {"JPEG has no transparency", "JPEGは背景を透過できない"}},
    picture_folder{{"Folder", "フォルダ"},
                   {"folder of saved pictures; empty: your folder for pictures",
                    "保存先のフォルダ。空ならピクチャのフォルダ"}},
    label_preview{{"Preview", "プレビュー"}, {"a label as it is now", "今のラベルのプレビュー"}},
    label_picture{{"Label", "ラベル"}, {"click to renew it", "クリックで更新"}},
    label_openpose{
        {"OpenPose", "OpenPose"},
        {"skeleton of body, hands and face, as picture and JSON", "体・手・顔の骨格（画像とJSON）"}},
    label_depth{{"Depth", "深度"}, {"16 bits, millimetres", "16ビット、ミリメートル"}},
    label_normals{{"Normals", "法線"}, {"as the camera sees them", "カメラから見た法線"}},
    label_parts{{"Parts", "部位"}, {"parts of the body by number", "体の部位の番号"}},
    label_lines{{"Lines", "線画"}, {"line art, black on white", "白地に黒の線画"}},
    thirds{{"Thirds", "三分割線"}, {"lines at the thirds of the picture", "画面を三分割する線"}};

}  // namespace mmd::ui_strings

namespace mmd::ui_messages {

inline constexpr Toast reference_moves{"Drag moves it, the wheel scales it. Lock: Look panel",
                                       "ドラッグで移動、ホイールで拡大。固定は描画のパネル"};
inline constexpr Toast copied_picture{"Copied the picture", "画像をコピーしました"},
    saved_with_labels{"Saved {} and {} label files", "保存しました：{}（ラベル{}個）"},
    saved_without_labels{"Saved {}. A comparison has no labels", "保存しました：{}（比較中はラベルなし）"};

}  // namespace mmd::ui_messages
