#pragma once

// What the window says of itself, in both languages; {} stands for names and numbers, {1} for the second of
// them. (Faults of files come as they are for the terminal, in English.)

#include "app/text/language.h"

namespace mmd::ui_messages {

inline constexpr LocalizedText on{"{}: on", "{}：オン"}, off{"{}: off", "{}：オフ"},
    saved{"Saved {}", "保存：{}"},
    saved_without{"Saved {} without names that no pose can say: {}",
                  "保存：{}（ポーズに書けない名前を除く：{}）"},
    name_is_missing{"A name is missing: type one", "名前がない：入力する"},
    only_looked_at{"Nothing edited: use Motion > Save this frame as pose",
                   "編集なし：モーション > このフレームをポーズデータとして保存"};

// What has to be there before something can be done.
inline constexpr LocalizedText needs_model{"No model yet: drop one here", "モデルがない：ここにドロップ"},
    needs_something_to_save{"Nothing to save yet: drop a model here", "保存するものがない：モデルをドロップ"},
    needs_motion{"No motion yet: drop one (.vmd) here", "モーションがない：.vmdをドロップ"},
    needs_own_motion{"This model has no motion: what is seen is its pose",
                     "このモデルにはモーションがない：見えているのはポーズ"},
    needs_camera_motion{"There is no camera motion yet: drop one (.vmd) here",
                        "カメラモーションがない：.vmdをドロップ"};

// Loading.
inline constexpr LocalizedText cancelled{"Loading was cancelled", "読み込みを中止した"},
    dialog_is_open{"The dialog is open already; F6 lists files here",
                   "ダイアログは既に開いている（F6でここに一覧）"},
    drop_folder{"Drop a folder or an archive here", "フォルダか書庫をここにドロップ"},
    cancelled_without_textures{"Loading was cancelled: the model is shown without textures",
                               "読み込みを中止した：テクスチャなしで表示"},
    figure_is_gone{"The model that this was for is gone", "対象のモデルはもうない"},
    pose_on{"{} on {}", "{1}に{0}"}, textures{"Textures", "テクスチャ"},
    space_plays{"Space plays the motion", "スペースキーでモーションを再生"},
    motion_has_ended{"The motion has ended", "モーションは終わった"},
    edits_stay{"Its pose changed on disk; yours is not saved and stays",
               "ポーズのファイルが変わったが、編集中のポーズを保つ（未保存）"},
    was_text{"That was text: drop a file (.pmx, .pmd, an archive, .vpd or .vmd)",
             "テキストではなくファイル（.pmx、.pmd、書庫、.vpd、.vmd）をドロップ"},
    sample_is_shown{
        "This is the sample. Drop a model of your own here: a .pmx or .pmd file, or an archive that "
        "holds one;",
        "これはサンプル。自分のモデル（.pmx、.pmd、書庫）をここにドロップ、"},
    sample_takes_poses{"then a pose (.vpd) or a motion (.vmd). Or start with them:  mmdview MODEL POSE",
                       "続けてポーズ（.vpd）かモーション（.vmd）。起動時の指定は  mmdview モデル ポーズ"},
    sample_has_keys{"Right and Left show more poses, H shows the keys", "左右キーで他のポーズ、Hでキー一覧"};

// Figures.
inline constexpr LocalizedText opens_beside{"Models that are opened stand beside those that are there",
                                            "開いたモデルを並べて追加する"},
    opens_in_place{"A model that is opened takes the place of the one that is worked on",
                   "開いたモデルは操作中のモデルと入れ替わる"},
    is_only_model{"It is the only model", "モデルは一つだけ"}, removed{"Removed: {}", "外した：{}"};

// The look.
inline constexpr LocalizedText edges{"Edges", "輪郭線"}, bodies{"Rigid bodies", "剛体"},
    grid{"Grid", "グリッド"}, axes{"Axes", "座標軸"}, names_of_bones{"Names of the bones", "ボーン名"},
    bones{"Bones", "ボーン"}, all_bones{"Bones: all", "ボーン：すべて"},
    operable_bones{"Bones: those that one moves; B again: {} more",
                   "ボーン：操作するものだけ（Bであと{}個）"},
    no_comparison{"Comparison: off", "比較：なし"}, comparison{"Comparison: {}, {} | {}", "比較：{}、{}｜{}"},
    append{"Append (付与)", "付与"}, ik{"Inverse kinematics", "IK"},
    menus_again{"F10 shows the menus again", "F10でメニューを再表示"},
    no_japanese_font{"No Japanese font was found", "日本語フォントが見つからない"},
    saved_state{"Saved {}: --state takes it, for the window and for pictures",
                "保存：{}（--stateでウィンドウにも画像にも使える）"};

// Camera.
inline constexpr LocalizedText view{"View: {}", "視点：{}"},
    start_camera{"Camera as at the start", "カメラを起動時に戻した"},
    motion_camera{"Motion's camera", "モーションのカメラ"},
    camera_kept{"Kept as camera {}: V goes from one to the next",
                "カメラ「{}」を登録した（Vで順に切り替え）"},
    no_such_camera{"No camera is called {}", "「{}」というカメラはない"}, camera{"Camera: {}", "カメラ：{}"},
    camera_forgotten{"Forgot camera {}", "カメラ「{}」を消した"},
    no_camera{"No camera is kept: Ctrl+B keeps this one", "登録したカメラがない：Ctrl+Bで登録"};

// Selecting.
inline constexpr LocalizedText no_bone{"No bone selected", "ボーン未選択"},
    selected{"Selected: {}", "選択：{}"},
    selected_many{"Selected: {} bones, {} last", "選択：{}個のボーン、最後は{}"},
    needs_bone{"No bone selected: click one (B shows them)", "ボーン未選択：クリックで選ぶ（Bで表示）"},
    no_bone_like{"No bone has a name like \"{}\"", "「{}」に合う名前のボーンはない"},
    own_axes{"Axes: the bone's own", "軸：ローカル"}, parents_axes{"Axes: its parent's", "軸：親"},
    worlds_axes{"Axes: the world's", "軸：グローバル"};

// What a bone or body under the pointer is; kinds, modes and shapes in the order of BoneKind, BodyMode and
// BodyShape.
inline constexpr LocalizedText bone_kinds[] = {
    {"IK goal", "IK"},  {"moved by physics", "物理演算"}, {"turns about one axis", "軸固定"},
    {"append", "付与"}, {"not operable", "操作不可"},     {"moves and turns", "移動・回転"},
    {"turns", "回転"}};
inline constexpr LocalizedText body_modes[] = {
    {"follows its bone", "ボーン追従"},
    {"moved by physics", "物理演算"},
    {"turned by physics, placed by its bone", "物理演算＋ボーン位置合わせ"}};
inline constexpr LocalizedText body_shapes[] = {{"sphere", "球"}, {"box", "箱"}, {"capsule", "カプセル"}};
inline constexpr LocalizedText parent{"Parent: {}", "親：{}"}, bone_of_body{"Bone: {}", "関連ボーン：{}"},
    body_number{"Body #{}, {}", "剛体 #{}、{}"}, shape_and_group{"{}, group {}", "{}、グループ{}"},
    turns_as{"Append: turns {} times as {}", "回転付与：{1} × {0}"},
    moves_as{"Append: moves {} times as {}", "移動付与：{1} × {0}"},
    turns_and_moves_as{"Append: turns and moves {} times as {}", "回転・移動付与：{1} × {0}"},
    local{"{} (local)", "{}（ローカル）"}, ik_without_links{"IK: without links", "IK：リンクなし"},
    ik_brings{"IK: brings {} here, {} links", "IK：{}を引く、リンク{}個"}, layer{"Layer {}", "変形階層{}"},
    after_physics{"{}, after physics", "{}、物理後"};

// Poses.
inline constexpr LocalizedText rest_pose{"Rest pose", "初期ポーズ"}, pose{"Pose", "ポーズ"},
    no_poses_by_model{"No poses (.vpd) in the folder of the model: drop one here",
                      "モデルのフォルダにポーズ（.vpd）がない：ここにドロップ"},
    no_poses_by_pose{"No poses (.vpd) in the folder of the pose: drop one here",
                     "ポーズのフォルダにポーズ（.vpd）がない：ここにドロップ"},
    saves_changed{"Saved poses hold what is not at rest", "保存するポーズ：変えたボーンとモーフだけ"},
    saves_all{"Saved poses hold every bone and morph", "保存するポーズ：すべてのボーンとモーフ"},
    clipboard_refuses{"The clipboard does not take the pose", "クリップボードにコピーできない"},
    copied{"Copied the pose", "ポーズをコピーした"},
    copied_bones{"Copied {} of its bones", "ボーン{}個をコピーした"},
    pasted{"Pasted the pose", "ポーズを貼り付けた"},
    no_such_part{"This model has no bones with the standard names of that part",
                 "このモデルにはその部分の標準ボーンがない"},
    nothing_unsaved{"No unsaved pose found", "未保存のポーズはない"},
    discarded{"Unsaved pose discarded", "未保存のポーズを破棄した"},
    taken_elsewhere{"Another window has just taken it", "別のウィンドウが先に復元した"},
    restored{"Restored the pose that was not saved", "未保存だったポーズを復元した"},
    not_in_model{"Not in this model: {}", "このモデルにない：{}"},
    nothing_to_undo{"Nothing to undo", "元に戻す操作はない"}, undone{"Undone: {}", "元に戻した：{}"},
    nothing_to_redo{"Nothing to do again", "やり直す操作はない"}, redone{"Done again: {}", "やり直した：{}"},
    motion_over_pose{"The motion over the pose", "ポーズの上にモーション"},
    pose_alone{"The pose alone", "ポーズだけ"};

// Morphs.
inline constexpr LocalizedText no_morph_of{"Not in this model: any morph of {}",
                                           "{}のモーフはこのモデルに一つもない"},
    morphs_of{"{}: {} of {} morphs", "{0}：{2}個中{1}個のモーフ"};

// Motions.
inline constexpr LocalizedText frame{"Frame {} of {}", "フレーム{}／{}"}, playing{"Playing", "再生"},
    paused{"Paused", "一時停止"}, repeats{"The motion repeats", "モーションを繰り返す"},
    ends{"The motion stops at its end", "モーションは最後で止まる"},
    no_key_after{"No key after this frame", "このフレームより後にキーはない"},
    no_key_before{"No key before this frame", "このフレームより前にキーはない"},
    speed{"Speed: {}", "速度：{}"}, range{"Plays from frame {} to {}", "再生範囲：{}～{}フレーム"},
    taken{"Taken: {}", "ポーズにした：{}"}, onion_skins{"Onion skins", "オニオンスキン"};

// Physics.
inline constexpr LocalizedText physics{"Physics", "物理演算"}, ground{"Ground", "地面"},
    no_engine{"This program was built without physics", "このプログラムは物理演算なしで作られている"},
    physics_anew{"Physics: begun anew", "物理演算：リセットした"},
    nothing_simulated{"Nothing here is moved by physics", "物理演算で動くものがない"};

// The browser.
inline constexpr LocalizedText makes_sheet{"Making a contact sheet …", "一覧画像を作成中…"},
    no_pictures{"No pictures are shown: browse a folder first", "画像がない：先にフォルダを開く"},
    nothing_browsed{"Nothing is being browsed: drop a folder here",
                    "何も開いていない：フォルダをここにドロップ"};

}  // namespace mmd::ui_messages
