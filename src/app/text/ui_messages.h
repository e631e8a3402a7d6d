#pragma once

// Toasts: the short texts at the bottom of the window, in both languages. {} stands for a name or a number,
// {1} for the second one. Diagnostics about files are in English only, as in the terminal.

#include "app/text/language.h"

namespace mmd::ui_messages {

inline constexpr Toast on{"{}: on", "{}：オン"}, off{"{}: off", "{}：オフ"},
    saved{"Saved {}", "保存しました：{}"},
    saved_without{"Saved {}. VPD cannot store: {}", "保存しました：{}（VPDに書けない名前：{}）"},
    recorded{"Recorded {}", "録画しました：{}"}, recording_ended{"Recording cancelled", "録画を中止しました"},
    is_recording{"Already recording. Cancel it above the picture first", "録画中です：先に中止してください"},
    quit_ends_recording{"Still recording. Close again to cancel it",
                        "録画中です：もう一度閉じると中止します"},
    choose_missing{"Choose the missing file", "見つからないファイルを選んでください"},
    name_is_missing{"Type a name first", "名前を入力してください"},
    only_looked_at{"No edits to save. Use Motion > Save frame as pose…",
                   "編集はありません：モーション > フレームをポーズデータに保存…"};

// What an action needs.
inline constexpr Toast needs_model{"No model yet. Drop one here", "モデルがありません：ここにドロップ"},
    needs_something_to_save{"Nothing to save yet. Drop a model here",
                            "保存するものがありません：モデルをドロップ"},
    needs_motion{"No motion yet. Drop one (.vmd) here", "モーションがありません：.vmdをドロップ"},
    needs_own_motion{"No motion loaded for this model", "このモデルにはモーションがありません"},
    needs_camera_motion{"No camera motion yet. Drop one (.vmd) here",
                        "カメラモーションがありません：.vmdをドロップ"};

// Loading.
inline constexpr Toast cancelled{"Loading cancelled", "読み込みを中止しました"},
    dialog_is_open{"The dialog is already open. F6 shows the file list",
                   "ダイアログは既に開いています（F6：ファイル一覧）"},
    no_dialog{"No file dialog found. On Linux, install zenity or kdialog",
              "ファイルダイアログがありません（Linux：zenityかkdialogを導入）"},
    choose_folder{"Go to a folder in Files, then click Thumbnails",
                  "ファイル一覧でフォルダを開き、「サムネイル」をクリック"},
    cancelled_without_textures{"Loading cancelled. Model shown without textures",
                               "読み込みを中止しました：テクスチャなしで表示"},
    figure_is_gone{"The model for this file is no longer open", "対象のモデルはもうありません"},
    pose_on{"{} on {}", "{1}に{0}"}, textures{"Textures", "テクスチャ"},
    reloaded{"Reloaded {}", "再読み込みしました：{}"},
    space_plays{"Press Space to play the motion", "スペースキーでモーションを再生"},
    motion_has_ended{"Motion removed", "モーションを外しました"},
    edits_stay{"Pose file changed. Keeping your unsaved edits",
               "ポーズのファイルが変更されました。未保存の編集を保持します"},
    was_text{"That was text. Drop a file instead", "テキストです。ファイルをドロップしてください"},
    sample_is_shown{"This is the sample model. Drop your own here",
                    "サンプルモデルです。自分のモデルをドロップしてください"},
    sample_takes_poses{"Then drop a pose (.vpd) or a motion (.vmd)",
                       "続けてポーズ（.vpd）かモーション（.vmd）をドロップ"},
    sample_has_keys{"Left/Right: other poses. H: all keys", "左右キー：他のポーズ、H：キー一覧"};

// Models in the scene.
inline constexpr Toast adds_to_scene{"Opened models are added to the scene",
                                     "開いたモデルをシーンに追加します"},
    replaces_active{"Opened models replace the active one", "開いたモデルは操作中のモデルと入れ替わります"},
    is_only_model{"The only model cannot be removed", "最後のモデルは削除できません"},
    removed{"Removed {}", "削除しました：{}"};

// The look.
inline constexpr Toast edges{"Edges", "エッジ（輪郭線）"}, bodies{"Rigid bodies", "剛体"},
    grid{"Grid", "グリッド"}, axes{"Axes", "座標軸"}, bone_names{"Bone names", "ボーン名"},
    bones{"Bones", "ボーン"}, all_bones{"All bones shown", "ボーン：全て"},
    posable_bones{"Posable bones shown. Press B for {} more", "ボーン：操作可能のみ（Bであと{}個）"},
    no_comparison{"Comparison: off", "比較：なし"}, comparison{"Comparison: {}, {} | {}", "比較：{}、{}｜{}"},
    append{"Append (付与)", "付与"}, ik{"Inverse kinematics", "IK"},
    overwrites{"Ctrl+S again overwrites {}. New name: Ctrl+Shift+S",
               "{}を上書きするにはもう一度Ctrl+S（別名はCtrl+Shift+S）"},
    follow_bone{"Camera follows bone", "ボーン追従"}, self_shadow{"Self shadow", "セルフ影"},
    ground_shadow{"Ground shadow", "地面影"},
    picture_alone{"Press Tab to show bars and panels", "Tabでバーとパネルを表示"},
    menus_again{"Press F10 to show the menu bar", "F10でメニューバーを表示"},
    no_japanese_font{"No Japanese font found", "日本語フォントが見つかりません"};

// Camera.
inline constexpr Toast view{"View: {}", "視点：{}"},
    camera_reset{"Camera reset", "カメラを起動時に戻しました"},
    motion_camera{"Follow motion camera", "モーションのカメラに追従"},
    work_camera{"Work camera", "作業用カメラ"},
    camera_kept{"Bookmarked camera {}. V: next bookmark", "カメラ「{}」を登録しました（V：次の登録カメラ）"},
    no_such_camera{"No camera bookmark named {}", "登録カメラ「{}」はありません"},
    camera{"Camera: {}", "カメラ：{}"},
    camera_forgotten{"Deleted camera bookmark {}", "登録カメラ「{}」を削除しました"},
    no_camera{"No camera bookmarks. Ctrl+B adds one", "登録カメラがありません（Ctrl+Bで登録）"};

// Mouse.
inline constexpr Toast mouse_scheme{"Mouse: {}. H: all keys", "マウス：{}（H：キー一覧）"},
    mouse_is_mmd{"Mouse: MMD. The Tools menu has MMD's keys, too",
                 "マウス：MMD（ツールメニューにMMDのキー配置もあります）"},
    mmd_keys{"Keys of MMD. H: all keys", "MMDのキー配置（H：キー一覧）"},
    own_keys{"Keys of mmdview. H: all keys", "mmdviewのキー配置（H：キー一覧）"};

// Selection.
inline constexpr Toast no_bone{"No bone selected", "ボーン未選択"}, selected{"Selected: {}", "選択：{}"},
    selected_many{"{} bones selected (active: {})", "{}個のボーンを選択（操作中：{}）"},
    fitted{"Fitted {0} bones: up to {1}°, {2} units", "{0}個のボーンを調整：最大{1}°、{2}"},
    fits_already{"The pose fits this model already", "ポーズはこのモデルに合っています"},
    needs_bone{"No bone selected. Click one (B shows bones)", "ボーン未選択：クリックして選択（Bで表示）"},
    no_frame_of{"{} is in no display frame", "{}は表示枠にありません"},
    no_mirrored{"No matching bones on the other side", "選択ボーンの反対側がありません"},
    symmetry{"Symmetry", "左右対称"}, pinned{"Pinned: {}", "固定：{}"},
    unpinned{"No longer pinned: {}", "固定を解除：{}"},
    needs_hand_or_foot{"Select a hand or a foot", "手か足を選択してください"},
    no_bone_like{"No bone name matches \"{}\"", "「{}」に合うボーンはありません"},
    local_axes{"Axes: local", "軸：ローカル"}, parent_axes{"Axes: parent", "軸：親"},
    world_axes{"Axes: world", "軸：グローバル"}, tool_all{"Rotate and move", "回転と移動"},
    tool_select{"Select only", "選択のみ"}, tool_rotate{"Rotate", "回転"}, tool_move{"Move", "移動"};

// Tooltip of a bone or a body; kinds, modes and shapes are in the order of BoneKind, BodyMode and BodyShape.
inline constexpr Toast bone_kinds[] = {{"IK goal", "IK"},           {"moved by physics", "物理演算"},
                                       {"fixed axis", "軸固定"},    {"append", "付与"},
                                       {"not posable", "操作不可"}, {"rotates and moves", "回転・移動"},
                                       {"rotates", "回転"}};
inline constexpr Toast body_modes[] = {{"follows its bone", "ボーン追従"},
                                       {"physics", "物理演算"},
                                       {"physics, placed by its bone", "物理演算＋ボーン位置合わせ"}};
inline constexpr Toast body_shapes[] = {{"sphere", "球"}, {"box", "箱"}, {"capsule", "カプセル"}};
inline constexpr Toast parent{"Parent: {}", "親：{}"}, bone_of_body{"Bone: {}", "関連ボーン：{}"},
    body_number{"Body #{}, {}", "剛体 #{}、{}"}, shape_and_group{"{}, group {}", "{}、グループ{}"},
    append_rotation{"Append: {}× rotation of {}", "回転付与：{1} × {0}"},
    append_move{"Append: {}× translation of {}", "移動付与：{1} × {0}"},
    append_both{"Append: {}× rotation and translation of {}", "回転・移動付与：{1} × {0}"},
    local{"{} (local)", "{}（ローカル）"}, ik_without_links{"IK: no links", "IK：リンクなし"},
    ik_chain{"IK: target {}, {} links", "IK：ターゲット{}、リンク{}個"}, layer{"Layer {}", "変形階層{}"},
    after_physics{"{}, after physics", "{}、物理後"};

// Poses.
inline constexpr Toast rest_pose{"Rest pose", "初期ポーズ"}, pose{"Pose", "ポーズ"},
    added_to_pose{"Added {}. Other bones stay", "{}を重ねました（他のボーンはそのまま）"},
    no_poses_by_model{"No poses (.vpd) next to the model. Drop one here",
                      "モデルのフォルダにポーズ（.vpd）がありません"},
    no_poses_by_pose{"No other poses (.vpd) in this folder. Drop one here",
                     "フォルダに他のポーズ（.vpd）がありません"},
    saves_changed{"Saving changed bones and morphs only", "変更したボーンと表情だけを保存します"},
    saves_all{"Saving all bones and morphs", "全てのボーンと表情を保存します"},
    clipboard_refuses{"Could not copy to the clipboard", "クリップボードにコピーできませんでした"},
    copied{"Copied the pose", "ポーズをコピーしました"},
    copied_bones{"Bones copied: {}", "ボーン{}個をコピーしました"},
    pasted{"Pasted the pose", "ポーズをペーストしました"},
    pasted_mirrored{"Pasted mirrored", "反転ペーストしました"},
    no_such_part{"This model lacks the standard bones of that part",
                 "このモデルにはその部分の標準ボーンがありません"},
    nothing_unsaved{"Nothing unsaved found", "未保存のデータはありません"},
    taken_elsewhere{"Another window already restored it", "別のウィンドウが先に復元しました"},
    not_in_model{"Not in this model: {}", "このモデルにないもの：{}"},
    nothing_to_undo{"Nothing to undo", "元に戻す操作はありません"},
    undone{"Undone: {}", "元に戻しました：{}"},
    nothing_to_redo{"Nothing to redo", "やり直す操作はありません"},
    redone{"Redone: {}", "やり直しました：{}"}, motion_shown{"Motion shown", "モーションを表示"},
    pose_shown{"Pose shown", "ポーズを表示"};

// Morphs.
inline constexpr Toast no_morph_of{"This model has no morph of {}", "{}の表情はこのモデルにありません"},
    morphs_of{"{}: {} of {} morphs", "{0}：{2}個中{1}個の表情"};

// Files of poses.
inline constexpr Toast renamed{"Renamed to {}", "名前を変更しました：{}"},
    trashed{"Moved {} to the trash", "ゴミ箱に移動しました：{}"};

// Looking.
inline constexpr Toast looks_at_camera{"Looks at the camera. Pose panel: keep following it",
                                       "カメラの方を見ています。見続けるにはポーズパネル"},
    keeps_looking{"Keep looking at camera", "カメラ目線を保つ"},
    look_needs_bone{"There is no such bone to look at", "見るボーンがありません"},
    no_eyes{"This model has no eye bones (両目, 左目, 右目)", "目のボーン（両目、左目、右目）がありません"};

// Motions.
inline constexpr Toast frame{"Frame {} of {}", "フレーム{}／{}"}, playing{"Playing", "再生"},
    paused{"Paused", "一時停止"}, repeat{"Repeat", "繰り返し"},
    no_key_after{"No keyframe after this frame", "このフレームより後にキーはありません"},
    no_key_before{"No keyframe before this frame", "このフレームより前にキーはありません"},
    speed{"Speed: {}×", "速度：{}倍"}, range{"Range: frames {} to {}", "再生範囲：{}～{}フレーム"},
    sound{"Sound", "音"}, sound_opened{"Sound: {}", "音：{}"},
    credits_copied{"Credits copied", "クレジットをコピーしました"},
    taken{"Pose copied from {}", "ポーズを取り込みました：{}"}, onion_skins{"Onion skins", "オニオンスキン"};

// Physics.
inline constexpr Toast physics_frozen{"Physics of {} bones is now part of the pose",
                                      "{}個のボーンの物理演算をポーズに固定しました"},
    physics_goes_on{"Physics of {} bones is on again", "{}個のボーンを物理演算に戻しました"},
    nothing_to_freeze{"Physics moves none of these bones", "物理演算で動くボーンがありません"},
    physics_is_off{"Physics is off. S switches it on", "物理演算がオフです（Sでオン）"};
inline constexpr Toast physics{"Physics", "物理演算"}, ground{"Ground", "地面"},
    physics_reset{"Physics reset", "物理演算をリセットしました"},
    nothing_simulated{"No physics to reset", "物理演算で動くものがありません"};

// The browser.
inline constexpr Toast makes_sheet{"Making the contact sheet…", "一覧画像を作成中…"},
    no_pictures{"No thumbnails shown. Browse a folder first",
                "画像がありません：先にフォルダを開いてください"},
    nothing_browsed{"No folder open in the browser. Drop one here",
                    "フォルダが開かれていません：ここにドロップ"};

}  // namespace mmd::ui_messages
