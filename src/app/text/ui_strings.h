#pragma once

// Texts of the panels in both languages; the action table has those of menus and keys. Japanese uses
// MikuMikuDance's terms where it has them.

#include <string_view>

#include "app/text/language.h"
#include "scene/camera.h"

namespace mmd::ui_strings {

/// A setting: its name and its tooltip.
struct Control {
  LocalizedText name, tip;
};

// Everywhere.
inline constexpr LocalizedText search{"search", "検索"},
    nothing_found{"No matching action", "一致する機能がありません"},
    no_model{"No model yet. Drop one here (.pmx, .pmd or an archive).",
             "モデルがありません。ここにドロップしてください（.pmx、.pmd、圧縮ファイル）。"};

inline constexpr Control fold_dock{{"Fold", "たたむ"}, {"fold these panels", "パネルをたたむ"}},
    more_tools{{"More", "その他"}, {"more tools", "他のツール"}};

// Over the picture.
inline constexpr LocalizedText keys_hint{"H: keys", "H：キー一覧"}, loading{"Loading", "読み込み中"},
    escape_cancels{"Esc: cancel", "Esc：中止"},
    welcome_model{"Drop a model, a ZIP or a folder here", "モデル、ZIP、フォルダをここにドロップ"},
    welcome_pose{"then a pose (.vpd) or a motion (.vmd)", "続いてポーズ（.vpd）やモーション（.vmd）"},
    open_model{"Open…", "開く…"}, open_sample{"Sample figure", "サンプルモデル"},
    recent_models{"Recent models", "最近使ったモデル"}, more_messages{"(and {} more)", "（ほか{}件）"},
    paused_motion{"Motion paused", "モーション一時停止中"}, triangles{"{} triangles", "{}面"},
    frames_a_second{"{} fps", "{} fps"}, no_model_short{"no model", "モデルなし"},
    bones_selected{"{} bones", "{}ボーン"},
    model_hidden{"The motion hides the model in this frame", "このフレームではモデルが非表示です"},
    frame{"Frame", "フレーム"}, paused{"paused", "一時停止"}, repeats{"repeat", "繰り返し"},
    also_here{"Also here", "同じ位置"}, no_vertex_moves{"no difference", "差はありません"},
    largest_difference{"largest difference", "最大の差"}, vertices_differ{"vertices differ", "頂点が異なる"};

// Mouse.
inline constexpr LocalizedText which_mouse{"Which mouse do you know?", "マウスの操作を選んでください"};

// Morphs.
inline constexpr LocalizedText brows{"Brows", "まゆ"}, eyes{"Eyes", "目"}, mouth{"Mouth", "リップ"},
    other{"Other", "その他"}, system{"System", "システム"},
    no_morphs{"This model has no morphs.", "このモデルには表情（モーフ）がありません。"},
    all_morphs{"All", "全て"}, morphs_in_use{"In use", "使用中"},
    favourite_morphs{"Favourites", "お気に入り"},
    no_morph_listed{"No matching morphs.", "該当する表情はありません。"}, expressions{"Expressions", "表情"},
    expression_name{"name", "名前"}, save_expression{"Save", "保存"},
    no_expressions{"Type a name and save the current expression.",
                   "名前を入力すると、今の表情を保存できます。"},
    type_weight{"double click: type a number; right click: reset to pose",
                "ダブルクリックで数値入力、右クリックでポーズに戻す"},
    reset_morphs{"Reset to pose", "ポーズに戻す"};

// Hands.
inline constexpr LocalizedText both_hands{"Both", "両手"}, own_hands{"Own hand poses", "保存した手"},
    no_own_hands{"Type a name and save the fingers of the pose.",
                 "名前を入力すると、今の指の形を保存できます。"},
    no_fingers{"This model lacks the usual finger bones.", "このモデルには標準の指ボーンがありません。"};
inline constexpr Control hand_weight{
    {"How much", "強さ"},
    {"0: fingers at rest, 1: the whole hand pose", "0は指の初期状態、1は手の形そのまま"}},
    curl{{"Curl", "曲げる"}, {"bends all fingers from where they are", "全ての指を今の形から曲げる"}},
    spread{{"Spread", "開く"}, {"spreads all fingers from where they are", "全ての指を今の形から開く"}};

// Files of poses.
inline constexpr LocalizedText rename{"Rename…", "名前を変更…"},
    add_to_pose{"Add to this pose", "重ねて読込"}, move_to_trash{"Move to trash", "ゴミ箱に移動"};
inline constexpr Control thumbnail_size{{"Size", "大きさ"}, {"size of the thumbnails", "サムネイルの大きさ"}};

// Looking at the camera.
inline constexpr LocalizedText camera_look{"Look at camera", "カメラ目線"},
    where_to_look{"Where to look", "目線"}, bone_look{"Look at {} of {}", "{1}の{0}を見る"},
    look_camera{"Camera", "カメラ"}, look_now{"Look there", "向ける"};
inline constexpr Control look_target{
    {"At", "対象"}, {"the camera, or a model and one of its bones", "カメラ、またはモデルとそのボーン"}},
    look_bone{{"Bone", "ボーン"}, {"the bone to look at", "見るボーン"}};
inline constexpr Control keep_looking{
    {"Keep", "保つ"}, {"turn them again when camera or pose change", "カメラやポーズが変わっても目線を保つ"}},
    head_share{{"Head", "頭"}, {"share of the whole angle that the head turns", "頭が向く割合"}},
    neck_share{{"Neck", "首"}, {"share of the whole angle that the neck turns", "首が向く割合"}},
    eyes_limit{{"Eyes", "目"},
               {"how far the eyes turn at most, in degrees; the lids may stop them before",
                "目が動く最大の角度（度）。まぶたに隠れる前に止まる"}};

// Camera.
inline constexpr Control with_overlays{
    {"With bones and grid", "ボーンとグリッドも"},
    {"saved pictures show bones, rigid bodies, grid and axes as the window does",
     "ボーン、剛体、グリッド、座標軸も画像に出力"}};
inline constexpr Control as_thumbnails{{"Thumbnails", "サムネイル"},
                                       {"show the poses, motions and models of this folder as thumbnails",
                                        "このフォルダのポーズ、モーション、モデルをサムネイルで表示"}};
inline constexpr Control follow_bone{
    {"Follow active bone", "ボーン追従"},
    {"the camera moves with the active bone", "選択中のボーンにカメラが追従"}};

// Bones.
inline constexpr LocalizedText bone_tree{"Tree", "ツリー表示"},
    bones_in_no_frame{"No display frame", "表示枠なし"},
    no_bone_here{"No matching bones.", "該当するボーンがありません。"},
    no_bone_selected{"Click a bone in the list or in the picture (B shows bones).",
                     "一覧か画面（Bキーで表示）でボーンをクリックしてください。"},
    applies_to_bones{"Rotation and position apply to {} bones.", "回転と位置は{}個のボーンに適用されます。"},
    bone_parent{"Parent", "親"}, append_rotation{"Append rotation", "回転付与"},
    append_move{"Append translation", "移動付与"},
    append_both{"Append rotation and translation", "回転・移動付与"}, may_turn{"rotates", "回転"},
    may_move{"moves", "移動"}, has_fixed_axis{"fixed axis", "軸固定"},
    after_physics{"after physics", "物理後"}, is_hidden{"hidden", "非表示"}, residual{"error", "残差"},
    iterations{"iterations", "ループ"}, reset_selected{"Reset selected", "選択ボーンを初期化"},
    reset_pose{"Reset all", "全て初期化"}, select_names{"Select", "選択"},
    quaternion{"Quaternion", "クォータニオン"};
inline constexpr Control bone_rotation{
    {"Rotation", "回転"},
    {"degrees around X, Y and Z; drag, Ctrl+wheel, or double click to type",
     "X・Y・Z軸の角度。ドラッグ、Ctrl+ホイール、ダブルクリックで入力"}},
    bone_position{{"Position", "位置"},
                  {"offset from the rest position in MMD units; drag, Ctrl+wheel, or double click to type",
                   "初期位置からの移動量。ドラッグ、Ctrl+ホイール、ダブルクリックで入力"}},
    bone_twist{
        {"Twist", "捩り"},
        {"turn of the twist bone of this part of the arm, in degrees", "腕のこの部分の捩りボーンの角度"}},
    bone_ik{{"IK", "IK"}, {"IK chain of this bone on or off", "このIKのオン・オフ"}},
    bone_pattern{{"Names", "名前"},
                 {"select bones by name: * matches any text, ? one character",
                  "名前でボーンを選択。*は任意の文字列、?は任意の1文字"}};

// History, and saving poses.
inline constexpr LocalizedText history_start{"Opened", "開いた状態"}, save{"Save", "保存"},
    saved{"saved", "保存済み"}, unsaved{"unsaved", "未保存"},
    saves_frame{"Save frame as pose:", "フレームをポーズデータに："},
    other_pose{"Another pose", "他のポーズ"},
    no_other_poses{"No poses (.vpd) in the folder of the pose.", "フォルダにポーズ（.vpd）がありません。"},
    upper_body{"Upper body", "上半身"}, lower_body{"Lower body", "下半身"}, hands{"Hands", "手"},
    face{"Face", "顔"};
inline constexpr Control pose_name{{"Name", "名前"},
                                   {"file name; saved next to the opened pose, or in the current folder",
                                    "ファイル名。開いたポーズと同じフォルダ、なければ現在のフォルダに保存"}},
    only_changed{
        {"Changed only", "変更したものだけ保存"},
        {"off: also writes unchanged bones and morphs; combined with another pose, the file resets them",
         "オフにすると全てのボーンと表情を保存"}},
    blend{{"Blend", "ブレンド"}, {"share of the other pose", "そのポーズに近づける割合"}};

// Recording a motion.
inline constexpr LocalizedText recording{"Recording {}", "録画中：{}"},
    recording_pictures{"Recording {}: {} of {} frames", "録画中：{}（{}／{}フレーム）"},
    recording_left{", {} left", "、残り{}"}, cancel_recording{"Cancel", "中止"};

// Missing files of a scene.
inline constexpr LocalizedText file_is_missing{"Missing in this scene: {}",
                                               "シーンのファイルがありません：{}"},
    files_are_missing{"Missing in this scene: {} and {} more", "シーンのファイルがありません：{}ほか{}個"},
    find_it{"Find…", "指定…"}, leave_it_out{"Leave out", "除く"};

// Unsaved poses.
inline constexpr LocalizedText unsaved_scene{"Unsaved scene found: {}, {}",
                                             "未保存のシーンがあります：{}、{}"},
    unnamed_scene{"unnamed", "名称未設定"},
    unsaved_found{"Unsaved pose found: {}, {}, {}", "未保存のポーズがあります：{}、{}、{}"},
    restore{"Restore", "復元"}, discard{"Discard", "破棄"}, new_pose{"new pose", "新しいポーズ"},
    cannot_write_to{"Cannot save in {}", "保存できません：{}"},
    save_in_pictures{"Save in Pictures", "ピクチャに保存"}, other_folder{"Other folder…", "別のフォルダ…"},
    do_not_save{"Do not save", "保存しない"}, new_scene{"new scene", "新しいシーン"},
    undo_it{"Undo", "元に戻す"}, keep_it{"Keep", "確定"}, penetration{"Penetration", "めり込み"},
    penetrating{"Penetration: {0} places, {1} vertices", "めり込み：{0}か所、{1}頂点"},
    searching_penetration{"Penetration: searching…", "めり込み：計算中…"},
    fit_to_model{"Fit to model", "モデルに合わせる"}, before_fitting{"Before fitting", "合わせる前"},
    after_fitting{"After fitting", "合わせた後"}, close_notice{"OK", "OK"},
    backup_discarded{"Unsaved work discarded", "未保存のデータを破棄しました"},
    save_scene_before_closing{"Save {} before closing?", "閉じる前に{}を保存しますか？"},
    with_poses_of{"With the unsaved poses of: {}", "未保存のポーズも含みます：{}"},
    save_only_poses{"Save only the poses… (P)", "ポーズだけを保存…（P）"},
    save_before_closing{"Save {} of {} before closing?", "閉じる前に{1}の{0}を保存しますか？"},
    goes_to_folder{"Folder: {}", "保存先：{}"}, save_it{"Save (Enter)", "保存（Enter）"},
    overwrite_it{"Overwrite {} (Enter)", "{}を上書き（Enter）"}, save_as_it{"Save as…", "別名で保存…"},
    discard_it{"Discard (D)", "破棄（D）"}, cancel_it{"Cancel (Esc)", "キャンセル（Esc）"};

// Model.
inline constexpr LocalizedText terms{"Comment and terms of use", "コメント・利用規約"},
    no_terms{"No comment in this model. See its readme for terms.",
             "コメントはありません。readmeを確認してください。"},
    new_terms{"New model with terms of use:", "初めて開くモデルの利用規約："}, terms_read{"Read", "読む"},
    terms_done{"Got it", "確認しました"}, counts{"Contents", "構成"}, count_vertices{"Vertices", "頂点"},
    count_faces{"Faces", "面"}, count_materials{"Materials", "材質"}, count_bones{"Bones", "ボーン"},
    count_morphs{"Morphs", "モーフ"}, count_bodies{"Rigid bodies", "剛体"}, count_joints{"Joints", "Joint"},
    display_frames{"Display frames", "表示枠"}, textures{"Textures", "テクスチャ"},
    no_textures{"This model has no textures.", "テクスチャはありません。"},
    show_every_material{"Show all", "全て表示"}, show_only{"Only this one", "これだけ表示"},
    no_such_material{"No matching materials.", "該当する材質はありません。"},
    hidden_count{"hidden", "非表示"}, checking{"Checking…", "検査中…"}, problems{"Problems", "問題点"},
    no_findings{"No problems found", "問題はありません"}, and_more{"more like this:", "ほか同様のもの："},
    texture_missing{"not found", "見つかりません"}, texture_unused{"not used", "未使用"},
    texture_other_name{"found as", "実際の名前："},
    texture_of_mmd{"included in MikuMikuDance", "MikuMikuDance付属"};
inline constexpr Control material_shown{
    {"Visible", "表示"}, {"draw the material, also in saved pictures", "材質の表示。保存する画像にも反映"}};

// Opening.
inline constexpr LocalizedText file_dialog_is_open{"A file dialog is open",
                                                   "ファイルダイアログを開いています"},
    close_dialog{"Cancel", "キャンセル"};
inline constexpr LocalizedText sound_title{"Open sound", "音声を読込"}, sound_files{"Sound", "音声"};
inline constexpr LocalizedText open_title{"Open", "開く"}, add_title{"Add models", "モデルを追加"},
    open_over_title{"Add pose to this one", "ポーズデータを重ねて読込"},
    browse_title{"Browse folder", "フォルダを一覧表示"}, save_pose_title{"Save pose", "ポーズデータ保存"},
    save_frame_title{"Save frame as pose", "フレームをポーズデータに保存"},
    save_scene_title{"Save scene", "シーンを保存"}, pose_files{"Poses", "ポーズ"},
    scene_files{"Scenes", "シーン"}, record_title{"Record motion", "モーションを録画"},
    made_for_title{"Model that the pose was made for", "ポーズの元のモデル"}, find_title{"Find ", "指定："},
    video_files{"Video", "動画"}, picture_files{"One picture per frame", "連番画像"},
    files_to_open{"Models, poses, motions, scenes", "モデル・ポーズ・モーション・シーン"},
    all_files{"All files", "全てのファイル"}, recent{"Recent models", "最近のモデル"},
    search_files{"search (Up, Down, Enter)", "検索（上下キーで選択、Enterで開く）"},
    no_files{"No files to open here.", "開けるファイルはありません。"};
inline constexpr Control folder_up{{"Up", "上へ"},
                                   {"parent folder (Backspace)", "上のフォルダ（Backspace）"}};
inline constexpr Control favourite{{"Favourite", "お気に入り"},
                                   {"favourite on or off", "お気に入りの切り替え"}};

// Figures.
inline constexpr LocalizedText step_added{"Add", "追加"}, step_removed{"Remove", "削除"},
    step_placed{"Move", "移動"}, step_shown{"Show or hide", "表示切り替え"},
    step_look{"Change", "表示の変更"};
inline constexpr LocalizedText no_carrier{"the ground", "地面"};
inline constexpr Control figure_shown{{"Visible", "表示"}, {"show or hide the model", "表示の切り替え"}},
    figure_active{
        {"Model", "モデル"},
        {"make this model active: panels, keys and opened files apply to it", "このモデルを操作対象にする"}},
    figure_place{{"Position", "位置"},
                 {"position in MMD units: X right, Y up, Z back; drag, or double click to type",
                  "位置（MMDの単位）。ドラッグ、またはダブルクリックで入力"}},
    figure_angles{
        {"Angles", "角度"},
        {"rotation in degrees about X, Y and Z (MMD's Rx, Ry, Rz)", "X・Y・Z軸の回転角（Rx, Ry, Rz）"}},
    figure_size{{"Size", "大きさ"}, {"factor of the size (MMD's Si)", "大きさの倍率（Si）"}},
    figure_opacity{{"Opacity", "不透明度"},
                   {"1: solid, 0: invisible (MMD's Tr)", "1で不透明、0で透明（Tr）"}},
    carrier{{"Hangs on", "親モデル"}, {"the model that carries this one", "このモデルを取り付ける親モデル"}},
    carrying_bone{{"Bone", "親ボーン"}, {"the bone that carries it", "取り付けるボーン"}},
    figure_shadow{{"Ground shadow", "地面影"}, {"throws a shadow on the ground", "地面に影を落とす"}},
    figure_first{{"Drawn first", "先に描画"},
                 {"draw before the models, as MMD draws stages", "モデルより先に描画（ステージなど）"}},
    figure_additive{{"Additive", "加算合成"}, {"add its colours to what is behind it", "背後の色に加算する"}},
    figure_self_shadow{{"Self shadow", "セルフ影"},
                       {"casts and receives self shadow", "セルフ影を落とし、受ける"}},
    figure_physics{{"Physics", "物理演算"}, {"simulate its rigid bodies", "剛体の物理演算を行う"}},
    figure_locked{{"Locked", "ロック"},
                  {"clicks in the picture do not choose it", "画面のクリックでは選択されない"}},
    add_model{{"Add…", "追加…"}, {"add a model to the scene", "シーンにモデルを追加"}},
    remove_model{{"Remove", "削除"},
                 {"remove the active model; can be undone", "操作中のモデルを削除。元に戻せます"}},
    open_beside{{"Add opened models", "開いたら追加"},
                {"add opened models to the scene instead of replacing the active one",
                 "開いたモデルを、操作中のモデルと入れ替えずに追加"}};

// Motion.
inline constexpr LocalizedText no_motion{"No motion yet. Drop one here (.vmd).",
                                         "モーションがありません。ここにドロップしてください（.vmd）。"},
    other_tracks{"No display frame", "表示枠なし"}, camera_keys{"Camera", "カメラ"},
    light_keys{"Light", "照明"}, shadow_keys{"Self shadow", "セルフ影"},
    take_frame{"Copy to pose", "ポーズを取り込む"}, whole{"All", "全体"},
    property_keys{"Visibility, IK", "表示・IK"}, seconds{"s", "秒"};
inline constexpr Control repeat{{"Repeat", "繰り返し"}, {"repeat the playback range", "範囲を繰り返し再生"}},
    speed{{"Speed", "速度"}, {"playback speed; right click: normal", "再生の速度。右クリックで標準"}},
    volume{{"Volume", "音量"}, {"volume of the motion's sound", "モーションの音の大きさ"}},
    mute{{"Mute", "ミュート"}, {"mute the sound", "音を消す"}},
    sound_offset{{"Sound at", "音の開始"},
                 {"the frame of the motion at which the sound begins", "音が始まるフレーム"}},
    frame_field{{"Frame", "フレーム"}, {"type a frame number", "番号を入力して移動"}},
    listed_bones{{"All bones", "全てのボーン"},
                 {"also list bones and morphs without keyframes", "キーのないボーンと表情も並べる"}},
    range{{"Range", "範囲"},
          {"first and last frame of playback; type a number, or press [ and ]",
           "再生する最初と最後のフレーム。番号を入力、または[と]で現在のフレーム"}},
    onion_skins{{"Onion skins", "オニオンスキン"},
                {"previous (red) and next (blue) frames, while paused",
                 "前（赤）と後（青）のフレームの残像。停止中に表示"}},
    onion_before{{"before", "前"}, {"number of previous frames", "前の残像の数"}},
    onion_after{{"after", "後"}, {"number of next frames", "後の残像の数"}},
    onion_every{{"step", "間隔"}, {"frames from one onion skin to the next", "残像の間隔（フレーム）"}},
    ruler{{"Frames", "フレーム"},
          {"drag: go to frame; Ctrl+wheel: zoom; Shift+wheel: scroll",
           "ドラッグで移動。Ctrl+ホイールで拡大縮小、Shift+ホイールで左右に"}};

// Camera.
inline constexpr LocalizedText camera{"Camera", "カメラ"}, view_fit{"Whole", "全身"}, view_mmd{"MMD", "MMD"},
    view_front{"Front", "正面"}, view_back{"Back", "背面"}, view_left{"Left", "左"},
    view_right{"Right", "右"}, view_top{"Top", "上面"}, view_three_quarter{"3/4", "斜め"},
    view_bust{"Bust", "胸像"}, view_face{"Face", "顔"}, view_left_hand{"Left hand", "左手"},
    view_right_hand{"Right hand", "右手"}, view_feet{"Feet", "足元"}, camera_start{"Reset", "起動時に戻す"},
    keep_camera{"Bookmark", "登録"}, camera_name{"bookmark name", "カメラの名前"};
inline constexpr Control view{{"View", "視点"}, {"view from this side", "この方向から見る"}},
    distance{{"Distance", "距離"},
             {"from the camera to its target, in MMD units", "カメラから注視点までの距離"}},
    target{{"Target", "中心"}, {"the point that the camera orbits", "カメラの注視点"}},
    pitch{{"Pitch", "角度X"}, {"camera angle up or down", "上下の角度"}},
    yaw{{"Yaw", "角度Y"}, {"camera angle around the model", "左右の角度"}},
    roll{{"Roll", "角度Z"}, {"camera rotation around the view direction", "視線まわりの回転"}},
    field_of_view{{"Field of view", "視野角"},
                  {"vertical field of view; MikuMikuDance starts with 30 degrees",
                   "垂直方向の視野角。MikuMikuDanceの初期値は30度"}},
    orthographic{{"Orthographic", "パースなし"}, {"no perspective", "パースペクティブを切る"}},
    kept_camera{{"Camera bookmark", "登録カメラ"},
                {"click: go to this camera; right click: delete", "このカメラに移動。右クリックで削除"}};

// Light.
inline constexpr LocalizedText light{"Light", "照明"}, light_reset{"MikuMikuDance default", "初期化"},
    light_mmd{"MMD", "MMD"}, light_side{"Side", "横"};
inline constexpr Control light_direction{
    {"Direction", "照明方向"},
    {"direction of the light; the length does not matter", "光の向き。長さは関係ない"}},
    light_ball{
        {"Light", "照明"},
        {"drag the light source: middle = from the viewer, inner ring = from the side, edge = from behind",
         "光源の位置をドラッグ。中央は手前、内側の円は真横、縁は背後"}},
    light_follows{
        {"Follows the camera", "カメラに追従"},
        {"the light turns with the camera, about the vertical axis", "カメラと一緒に光が水平に回る"}},
    light_colour{{"Colour", "照明色"}, {"light colour", "光の色"}};

// Picture.
inline constexpr LocalizedText picture{"Picture", "表示"}, shadow_off{"off", "なし"},
    shadow_soft{"1: soft", "mode1"}, shadow_sharp{"2: sharp", "mode2"}, automatic{"automatic", "自動"};
inline constexpr Control edges{{"Edges", "エッジ"}, {"outlines of materials", "材質の輪郭線"}},
    toon{{"Toon", "トゥーン"}, {"toon shading", "トゥーンによる陰影"}},
    sphere_maps{{"Sphere maps", "スフィア"}, {"gloss of hair, metal and eyes", "髪、金属、目の艶"}},
    ground_shadow{{"Ground shadow", "地面影"}, {"flat shadow on the ground", "地面に落ちる影"}},
    morphs{{"Morphs", "表情（モーフ）"}, {"apply morphs", "モーフの有無"}},
    bones{{"Bones", "ボーン"}, {"draw bones over the mesh", "ボーンを表示"}},
    posable_bones{{"Posable only", "操作可能のみ"},
                  {"posable bones only, without physics bones", "操作できるボーンだけ"}},
    grid{{"Grid", "グリッド"}, {"ground grid, one line every 5 units", "地面に5ごとの格子線を表示"}},
    axes{{"Axes", "座標軸"},
         {"axes at the origin: X red, Y green, Z blue", "原点の座標軸。Xは赤、Yは緑、Zは青"}},
    bodies{{"Rigid bodies", "剛体"}, {"draw rigid bodies and joints over the mesh", "剛体とJointを表示"}},
    append{
        {"Append", "付与"},
        {"bones that copy part of another bone's motion: D-bones, twist, eyes", "足D、捩り、目などの付与"}},
    ik{{"IK", "IK"}, {"inverse kinematics of feet and hands", "インバースキネマティクス"}},
    self_shadow{{"Self shadow", "セルフ影"},
                {"shadows of the model on itself, MikuMikuDance modes", "モデル自身に落ちる影"}},
    shading{{"Shading", "シェーディング"},
            {"MikuMikuDance's look, or a debug view: normals, weights, …",
             "通常、または法線やウェイトなどの検査用表示"}},
    skinning{{"Skinning", "スキニング"},
             {"how bones deform the mesh (GPU or CPU, number of weights)",
              "頂点変形の方法（GPUかCPU、ウェイト数）"}},
    background{{"Background", "背景色"}, {"background colour", "背景の色"}},
    background_picture{{"Picture", "背景画像"},
                       {"background picture, cropped to fill the view; type a file name, or drop a picture",
                        "背景画像。ビューいっぱいに切り抜く。ファイル名を入力、または画像をドロップ"}};
inline constexpr LocalizedText no_background_picture{"none", "なし"};

// Physics.
inline constexpr LocalizedText physics{"Physics", "物理演算"}, physics_reset{"Reset physics", "リセット"},
    physics_usual{"MikuMikuDance default", "初期化"};
inline constexpr Control physics_on{{"On", "オン"}, {"physics of hair and clothes", "髪や服の物理演算"}},
    ground{{"Ground", "地面"}, {"ground plane that bodies collide with", "剛体が当たる床"}},
    gravity{{"Gravity", "重力加速度"},
            {"MikuMikuDance's value: 9.8 is 98 units per second squared", "MikuMikuDanceの数値（9.8）"}},
    gravity_direction{{"Direction", "方向"}, {"direction of gravity", "重力の方向"}},
    wind{{"Wind", "風"},
         {"acceleration added to gravity, in the same units; not in MikuMikuDance",
          "重力に加わる加速度。MikuMikuDanceにはない"}};

// Comparison.
inline constexpr LocalizedText comparison{"Comparison", "比較"},
    compare_append{"append on and off", "付与の有無"}, compare_ik{"IK on and off", "IKの有無"},
    compare_physics{"physics on and off", "物理演算の有無"}, compare_off{"off", "なし"},
    compare_side{"side by side", "左右"}, compare_wipe{"wipe", "ワイプ"},
    compare_heat{"heat map", "差の色分け"}, append_on{"Append on", "付与あり"},
    append_off{"Append off", "付与オフ"}, ik_on{"IK on", "IKあり"}, ik_off{"IK off", "IKオフ"},
    physics_are_on{"Physics on", "物理演算あり"}, physics_are_off{"Physics off", "物理演算オフ"};
inline constexpr Control compare_mode{{"Mode", "表示"},
                                      {"how the two states are shown", "二つの状態の見せ方"}},
    compared{{"Compare with", "対象"},
             {"the other state: append, IK or physics off, or another pose", "比較する状態またはポーズ"}};

// Browser.
inline constexpr LocalizedText poses{"Poses", "ポーズ"}, motions{"Motions", "モーション"},
    models{"Models", "モデル"}, scenes{"Scenes", "シーン"}, sort_name{"by name", "名前順"},
    sort_newest{"newest first", "新しい順"}, sort_coverage{"best fit first", "一致率順"},
    sort_favourites{"favourites first", "お気に入り順"}, thumbnails_auto{"automatic", "自動"},
    nothing_on_asset_library{
        "Drop a folder or an archive here to browse its poses, motions and models.",
        "フォルダや圧縮ファイルをドロップすると、ポーズ、モーション、モデルを一覧表示します。"},
    choose_folder{"Folder…", "フォルダ…"}, listing{"Scanning folder…", "読み込み中…"},
    asset_library_is_empty{"No poses, motions or models found.", "ポーズもモーションもモデルもありません。"},
    none_of_kind{"No files of this kind.", "この種類のファイルはありません。"},
    asset_library_needs_model{"Drop a model to see thumbnails of poses and motions.",
                              "モデルをドロップすると、サムネイルを表示します。"},
    show_all{"Show all", "全て表示"}, for_model{"made for", "対象モデル"},
    fits_model{"of its bones and morphs are in this model", "のボーンと表情がこのモデルにあります"},
    lacks{"not in this model", "このモデルにないもの"}, cannot_be_used{"cannot be used", "使用できません"};
inline constexpr Control sort_entries{
    {"Sort", "並び順"}, {"sort order; files for other models come last", "並び順。他のモデル用のものは最後"}},
    favourites_only{{"Favourites", "お気に入り"},
                    {"favourites only; click the star of a thumbnail to add one",
                     "お気に入りだけ。サムネイルの星をクリックして追加"}},
    contact_sheet{
        {"Contact sheet", "一覧を保存"},
        {"save the thumbnails shown here as one picture", "ここに並ぶサムネイルを一枚の画像に保存"}},
    thumbnails{{"Thumbnails", "サムネイル"}, {"part of the model shown", "サムネイルに写る範囲"}};

}  // namespace mmd::ui_strings

namespace mmd {

/// Names of views.
struct ViewWords {
  View view;
  LocalizedText name;
};
inline constexpr ViewWords view_words[] = {{View::fit, ui_strings::view_fit},
                                           {View::mmd, ui_strings::view_mmd},
                                           {View::front, ui_strings::view_front},
                                           {View::back, ui_strings::view_back},
                                           {View::left, ui_strings::view_left},
                                           {View::right, ui_strings::view_right},
                                           {View::top, ui_strings::view_top},
                                           {View::three_quarter, ui_strings::view_three_quarter},
                                           {View::bust, ui_strings::view_bust},
                                           {View::face, ui_strings::view_face},
                                           {View::left_hand, ui_strings::view_left_hand},
                                           {View::right_hand, ui_strings::view_right_hand},
                                           {View::feet, ui_strings::view_feet}};

}  // namespace mmd
