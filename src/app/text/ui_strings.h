#pragma once

// What the window's panels say, in both languages; menus and keys have their words in the table of actions.
// Japanese is MikuMikuDance's where it has the word.

#include <string_view>

#include "app/text/language.h"
#include "scene/camera.h"

namespace mmd::ui_strings {

/// Something that can be set: its name, what it is (in its tooltip), and the option that does the same;
/// empty: none.
struct Control {
  LocalizedText name, tip;
  std::string_view option = {};
};

// Everywhere.
inline constexpr LocalizedText search{"search", "検索"},
    nothing_found{"Nothing is called that.", "見つかりません。"},
    no_model{"No model yet: drop one here (.pmx, .pmd, or an archive that holds one).",
             "モデルがありません。ここにドロップしてください（.pmx、.pmd、書庫）。"};

// Over the picture.
inline constexpr LocalizedText keys_hint{"H: keys", "H：キー一覧"}, loading{"Loading", "読み込み中"},
    escape_cancels{"Escape cancels", "Escで中止"},
    welcome_model{"Drop a model here: a .pmx or .pmd file, or an archive that holds one.",
                  "ここにモデルをドロップ（.pmx、.pmd、またはそれを含む書庫）。"},
    welcome_pose{"Then drop a pose (.vpd) or a motion (.vmd) onto it.",
                 "続いてポーズ（.vpd）やモーション（.vmd）をドロップ。"},
    welcome_start{"Or start with both:  mmdview MODEL POSE", "コマンドラインから：  mmdview MODEL POSE"},
    welcome_keys{"H shows the keys.", "Hキーでキー一覧。"},
    model_hidden{"The motion hides the model here", "ここではモデルが非表示です"}, frame{"Frame", "フレーム"},
    paused{"paused", "一時停止"}, repeats{"repeats", "繰り返し"}, also_here{"Also here", "ここには他に"},
    no_vertex_moves{"no vertex moves", "動く頂点はありません"},
    largest_difference{"largest difference", "最大の差"}, vertices_differ{"vertices differ", "頂点が異なる"};

// Morphs.
inline constexpr LocalizedText brows{"Brows", "まゆ"}, eyes{"Eyes", "目"}, mouth{"Mouth", "リップ"},
    other{"Other", "その他"}, system{"System", "システム"},
    no_morphs{"This model has no morphs.", "このモデルには表情（モーフ）がありません。"},
    all_morphs{"All", "全て"}, morphs_in_use{"In use", "使用中"},
    favourite_morphs{"Favourites", "お気に入り"},
    no_morph_listed{"None of that kind.", "該当する表情はありません。"},
    expressions{"Expressions", "表情ファイル"}, expression_name{"name", "名前"},
    save_expression{"Save", "保存"},
    no_expressions{"Type a name and save what you see; it is listed here then.",
                   "名前を入力して今の表情を保存すると、ここに並びます。"},
    type_weight{"double click: type a number; right click: as the pose has it",
                "ダブルクリックで数値入力、右クリックで元に戻す"},
    reset_morphs{"As the pose has them", "ポーズに戻す"};

// Bones.
inline constexpr LocalizedText bone_tree{"As a tree", "ツリー表示"},
    bones_in_no_frame{"In no frame", "表示枠なし"},
    no_bone_here{"No bone has such a name.", "該当するボーンがありません。"},
    no_bone_selected{"Click a bone in the list, or in the picture (B shows them).",
                     "一覧か画面（Bキーで表示）でボーンをクリックしてください。"},
    bone_parent{"Parent", "親"}, appends_turn{"Turns with", "回転付与"},
    appends_move{"Moves with", "移動付与"}, appends_both{"Turns and moves with", "回転・移動付与"},
    may_turn{"turns", "回転"}, may_move{"moves", "移動"}, has_fixed_axis{"fixed axis", "軸固定"},
    after_physics{"after physics", "物理後"}, is_hidden{"hidden", "非表示"}, residual{"off by", "残差"},
    iterations{"iterations", "ループ"}, reset_selected{"Reset selected", "選択を初期化"},
    reset_pose{"Reset all", "全て初期化"}, select_names{"Select", "選択"},
    quaternion{"Quaternion", "クォータニオン"};
inline constexpr Control bone_rotation{{"Rotation", "回転"},
                                       {"degrees about X, Y and Z; drag, or double click to type",
                                        "X・Y・Z軸の角度。ドラッグ、またはダブルクリックで入力"}},
    bone_position{{"Position", "位置"},
                  {"from where the bone rests, in MMD units; drag, or double click to type",
                   "初期位置からの移動量。ドラッグ、またはダブルクリックで入力"}},
    bone_ik{{"IK", "IK"}, {"whether this bone's chain follows it", "このIKのオン・オフ"}},
    bone_pattern{{"Names", "名前"},
                 {"select bones by name: * stands for anything, ? for one character",
                  "名前でボーンを選択。*は任意の文字列、?は任意の1文字"}};

// History, and saving poses.
inline constexpr LocalizedText history_start{"As opened", "開いた状態"}, save{"Save", "保存"},
    saved{"saved", "保存済み"}, unsaved{"not saved", "未保存"},
    saves_frame{"This frame as pose:", "このフレームをポーズデータに："},
    other_pose{"Another pose", "他のポーズ"},
    no_other_poses{"No poses (.vpd) in the folder of the pose.", "フォルダにポーズ（.vpd）がありません。"},
    upper_body{"Upper body", "上半身"}, lower_body{"Lower body", "下半身"}, hands{"Hands", "手"},
    face{"Face", "顔"};
inline constexpr Control pose_name{
    {"Name", "名前"},
    {"file name; goes beside the pose that was opened, else into the current folder",
     "ファイル名。開いたポーズと同じフォルダ、なければ現在のフォルダに保存"}},
    only_changed{
        {"Only what is posed", "初期位置以外のみ"},
        {"else every bone and morph stands in the file, and goes to rest where it is opened over another",
         "オフにすると全てのボーンと表情を保存"}},
    blend{{"Blend", "混合"}, {"how far to go towards that pose", "そのポーズに近づける割合"}};

// What is not saved.
inline constexpr LocalizedText unsaved_found{"Unsaved pose found: {}, {}, {}",
                                             "未保存のポーズがあります：{}、{}、{}"},
    restore{"Restore", "復元"}, discard{"Discard", "破棄"}, new_pose{"new pose", "新しいポーズ"},
    save_before_closing{"Save {} of {} before closing?", "閉じる前に{1}の{0}を保存しますか？"},
    goes_to_folder{"in {}", "保存先：{}"}, save_it{"Save (Enter)", "保存（Enter）"},
    discard_it{"Discard (D)", "破棄（D）"}, cancel_it{"Cancel (Esc)", "キャンセル（Esc）"};

// Model.
inline constexpr LocalizedText terms{"Comment and terms of use", "コメント・利用規約"},
    no_terms{"The model has no comment. Its readme may have terms.",
             "コメントはありません。readmeを確認してください。"},
    terms_first{"This model is new here. Please read what its maker says:",
                "初めてのモデルです。作者のコメントをお読みください："},
    terms_read{"I have read it", "読みました"}, counts{"Contents", "構成"},
    count_vertices{"Vertices", "頂点"}, count_faces{"Faces", "面"}, count_materials{"Materials", "材質"},
    count_bones{"Bones", "ボーン"}, count_morphs{"Morphs", "モーフ"}, count_bodies{"Rigid bodies", "剛体"},
    count_joints{"Joints", "Joint"}, display_frames{"Display frames", "表示枠"},
    textures{"Textures", "テクスチャ"},
    no_textures{"The model names no textures.", "テクスチャはありません。"},
    show_every_material{"Show all", "全て表示"}, show_only{"Only this one", "これだけ表示"},
    no_such_material{"No material of that name.", "その名前の材質はありません。"},
    hidden_count{"hidden", "非表示"}, checking{"Being checked …", "検査中…"}, check{"Check", "検査"},
    no_findings{"Nothing to complain about.", "問題はありません。"},
    and_more{"… and so many more like it:", "…ほか同様のもの："},
    texture_missing{"not found", "見つかりません"}, texture_unused{"not used", "未使用"},
    texture_other_name{"found as", "実際の名前："},
    texture_of_mmd{"one of MikuMikuDance's own", "MikuMikuDance付属"};
inline constexpr Control material_shown{
    {"Shown", "表示"}, {"whether the material is drawn, in saved pictures too", "材質の表示。画像にも反映"}};

// Opening.
inline constexpr LocalizedText open_title{"Open", "開く"}, add_title{"Add models", "モデルを追加"},
    browse_title{"Browse a folder", "フォルダの一覧"}, save_pose_title{"Save the pose", "ポーズデータ保存"},
    save_frame_title{"Save this frame as pose", "このフレームをポーズデータとして保存"},
    pose_files{"Poses", "ポーズ"}, files_to_open{"Models, poses, motions", "モデル・ポーズ・モーション"},
    all_files{"All files", "全てのファイル"}, recent{"Recent models", "最近のモデル"},
    search_files{"search; Up, Down, Enter", "検索（上下キーで選択、Enterで開く）"},
    no_files{"Nothing here to open.", "開けるファイルはありません。"};
inline constexpr Control folder_up{
    {"Up", "上へ"}, {"the folder that this one is in (Backspace)", "上のフォルダ（Backspace）"}};
inline constexpr Control favourite{{"Favourite", "お気に入り"},
                                   {"favourite, or not", "お気に入りの切り替え"}};

// Figures.
inline constexpr LocalizedText step_added{"Add", "追加"}, step_removed{"Remove", "取り除き"},
    step_placed{"Place", "配置"}, step_shown{"Show or hide", "表示切り替え"};
inline constexpr Control figure_shown{{"Shown", "表示"}, {"whether it is seen", "表示の切り替え"}},
    figure_active{
        {"Figure", "モデル"},
        {"work on this one: panels, keys and what is opened are about it", "このモデルを操作対象にする"}},
    figure_place{{"Place", "位置"},
                 {"where it stands, in MMD units: X to the right, Y up, Z to the back; drag or double click "
                  "to type",
                  "立ち位置（MMDの単位）。ドラッグ、またはダブルクリックで入力"}},
    add_model{{"Add …", "追加…"}, {"open a model beside those that are there", "モデルを追加して並べる"}},
    remove_model{{"Remove", "取り除く"},
                 {"take the model that is worked on away; undo brings it back",
                  "操作中のモデルを取り除く。元に戻すことができます"}},
    open_beside{{"Open beside", "開いたら並べる"},
                {"models that are dropped or opened stand beside the others, instead of taking the place of "
                 "the one that is worked on",
                 "ドロップしたり開いたりしたモデルを、入れ替えずに並べる"}};

// Motion.
inline constexpr LocalizedText no_motion{"No motion yet: drop one here (.vmd).",
                                         "モーションがありません。ここにドロップしてください（.vmd）。"},
    other_tracks{"In no frame", "その他"}, camera_keys{"Camera", "カメラ"}, light_keys{"Light", "照明"},
    shadow_keys{"Self shadow", "セルフ影"}, take_frame{"Take this pose", "ポーズを取り込む"},
    whole{"All", "全体"}, property_keys{"Shown, IK", "表示・IK"}, seconds{"s", "秒"};
inline constexpr Control repeat{{"Repeat", "繰り返し"},
                                {"play the frames between in and out over and over", "範囲を繰り返し再生"}},
    speed{{"Speed", "速さ"},
          {"how fast it plays; right click: as it is meant", "再生の速さ。右クリックで元の速さ"}},
    frame_field{{"Frame", "フレーム"}, {"type a number to go there", "番号を入力して移動"}},
    listed_bones{{"All bones", "全てのボーン"},
                 {"bones and morphs without keys too", "キーのないボーンと表情も並べる"}},
    range{{"Range", "範囲"},
          {"the first and the last frame that play; type a number, or set this frame by [ and ]",
           "再生する最初と最後のフレーム。番号を入力、または[と]で現在のフレーム"}},
    onion_skins{{"Onion skins", "オニオンスキン"},
                {"frames before (red) and after (blue) as ghosts, while the motion rests",
                 "前（赤）と後（青）のフレームの残像。停止中に表示"}},
    onion_before{{"before", "前"}, {"how many ghosts of frames before", "前の残像の数"}},
    onion_after{{"after", "後"}, {"how many ghosts of frames after", "後の残像の数"}},
    onion_every{{"apart", "間隔"}, {"frames from one ghost to the next", "残像の間隔（フレーム）"}},
    ruler{{"Frames", "フレーム"},
          {"drag to go there; Ctrl and the wheel show more or less, Shift and the wheel what lies beside",
           "ドラッグで移動。Ctrl+ホイールで拡大縮小、Shift+ホイールで左右に"}};

// Camera.
inline constexpr LocalizedText camera{"Camera", "カメラ"}, view_fit{"Whole", "全身"}, view_mmd{"MMD", "MMD"},
    view_front{"Front", "正面"}, view_back{"Back", "背面"}, view_left{"Left", "左"},
    view_right{"Right", "右"}, view_top{"Top", "上面"}, view_three_quarter{"3/4", "斜め"},
    view_bust{"Bust", "胸像"}, view_face{"Face", "顔"}, camera_start{"As at the start", "起動時に戻す"},
    keep_camera{"Keep", "登録"}, camera_name{"name of this camera", "カメラの名前"};
inline constexpr Control view{{"View", "視点"}, {"look from this side", "この方向から見る"}, "--view"},
    distance{{"Distance", "距離"},
             {"from the camera to what it turns about, in MMD units", "カメラから注視点までの距離"},
             "--camera"},
    target{{"Target", "中心"}, {"the point that the camera turns about", "カメラの注視点"}, "--camera"},
    raised{{"Raised", "角度X"}, {"how far one looks from above or below", "上下の角度"}, "--camera"},
    turned{{"Turned", "角度Y"}, {"how far one has walked around the model", "左右の角度"}, "--camera"},
    rolled{{"Rolled", "角度Z"}, {"the camera turned about its line of sight", "視線まわりの回転"}, "--roll"},
    field_of_view{{"View angle", "視野角"},
                  {"how much is seen from top to bottom; MikuMikuDance starts with 30 degrees",
                   "上から下まで見える角度。MikuMikuDanceの初期値は30度"},
                  "--fov"},
    orthographic{{"Orthographic", "遠近法なし"},
                 {"without perspective: what is far is as large as what is near", "パースペクティブを切る"},
                 "--ortho"},
    kept_camera{{"Kept camera", "登録したカメラ"},
                {"go to this camera; the right button forgets it", "このカメラに移動。右クリックで削除"}};

// Light.
inline constexpr LocalizedText light{"Light", "照明"}, light_reset{"As MikuMikuDance has it", "初期化"};
inline constexpr Control light_direction{
    {"Direction", "照明方向"},
    {"where the light shines to; its length does not count", "光の向き。長さは関係ない"},
    "--light-direction"},
    light_ball{
        {"Light", "照明"},
        {"drag to where the light comes from: the middle is where you stand, the ring is the side, the "
         "edge is behind",
         "光源の位置をドラッグ。中央は手前、内側の円は真横、縁は背後"},
        "--light-direction"},
    light_colour{{"Colour", "照明色"}, {"the colour of the light", "光の色"}, "--light-colour"};

// Picture.
inline constexpr LocalizedText picture{"Picture", "表示"}, shadow_off{"off", "なし"},
    shadow_soft{"1: soft", "mode1"}, shadow_sharp{"2: sharp", "mode2"}, automatic{"automatic", "自動"};
inline constexpr Control edges{
    {"Edges", "エッジ"}, {"outlines of the materials that have them", "材質の輪郭線"}, "--no-edge"},
    toon{{"Toon", "トゥーン"}, {"shading by the materials' toon ramps", "トゥーンによる陰影"}, "--no-toon"},
    sphere_maps{
        {"Sphere maps", "スフィア"}, {"gloss of hair, metal and eyes", "髪や金属や目の艶"}, "--no-sphere"},
    ground_shadow{{"Ground shadow", "地面影"},
                  {"the flat shadow on the ground", "地面に落ちる影"},
                  "--no-ground-shadow"},
    morphs{{"Morphs", "表情（モーフ）"}, {"whether morphs take effect", "モーフの有無"}, "--no-morphs"},
    bones{{"Bones", "ボーン"}, {"draws the bones over the mesh", "ボーンを表示"}, "--skeleton"},
    operable_bones{
        {"Operable ones", "操作可能のみ"},
        {"only the bones that one moves by hand, without those of physics", "手で操作できるボーンだけ"},
        "--operable-bones"},
    grid{{"Grid", "グリッド"},
         {"a grid on the ground, a line every 5 units", "地面に5ごとの格子線を表示"},
         "--grid"},
    axes{{"Axes", "座標軸"},
         {"X red, Y green, Z blue, from the origin", "原点からの座標軸。Xは赤、Yは緑、Zは青"},
         "--axes"},
    bodies{{"Rigid bodies", "剛体"},
           {"draws rigid bodies and joints over the mesh", "剛体とジョイントを表示"},
           "--bodies"},
    append{
        {"Append", "付与"},
        {"bones that take part of another's turn or move: D-bones, twist, eyes", "足D、捩り、目などの付与"},
        "--no-append"},
    ik{{"IK", "IK"},
       {"inverse kinematics: feet and hands go to their goals", "インバースキネマティクス"},
       "--no-ik"},
    self_shadow{{"Self shadow", "セルフ影"},
                {"shadows of the model on itself, in MikuMikuDance's modes", "モデル自身に落ちる影"},
                "--self-shadow-mode"},
    shading{{"Shading", "シェーディング"},
            {"MikuMikuDance's look, or what a model maker wants to see: normals, weights …",
             "通常、または法線やウェイトなどの検査用表示"},
            "--shading"},
    skinning{{"Skinning", "スキニング"},
             {"who turns the vertices, and with how much of their weights", "頂点変形の方法"},
             "--skinning"},
    background{{"Background", "背景色"}, {"the colour behind the model", "モデルの後ろの色"}, "--background"},
    background_picture{{"Picture", "背景画像"},
                       {"a picture behind the model, cut to fill the view: type its name, or drop or open it",
                        "モデルの後ろの画像。ビューいっぱいに切り抜く。名前を入力するか、開くかドロップする"},
                       "--background-picture"};
inline constexpr LocalizedText no_background_picture{"none", "なし"};

// Saved pictures.
inline constexpr Control picture_name{
    {"Name", "名前"},
    {"how saved pictures are called, with {model}, {pose}, {frame}, {index}; empty: model, pose and time",
     "保存する画像の名前。{model}、{pose}、{frame}、{index}が使える。空ならモデル、ポーズ、時刻"},
    "--picture-name"};
inline constexpr LocalizedText picture_file{"Saved pictures", "画像ファイル"},
    as_window{"as the window", "ウィンドウと同じ"}, save_picture{"Save (F12)", "保存（F12）"},
    size_square{"1024²", "1024²"}, size_hd{"Full HD", "Full HD"}, size_4k{"4K", "4K"};
inline constexpr Control picture_size{
    {"Size", "サイズ"},
    {"width and height in pixels; 0: as the window shows it", "幅と高さ（ピクセル）。0はウィンドウと同じ"},
    "--size"},
    picture_samples{{"Samples", "サンプル数"},
                    {"per pixel: more make finer outlines", "1ピクセルあたり。多いほど輪郭が滑らか"},
                    "--samples"},
    transparent{{"Transparent", "背景を透過"},
                {"nothing behind the model, for laying it over something else", "背景を透過して保存"},
                "--background"};

// Physics.
inline constexpr LocalizedText physics{"Physics", "物理演算"}, physics_anew{"Begin anew", "リセット"},
    physics_usual{"As MikuMikuDance", "初期化"};
inline constexpr Control physics_on{
    {"On", "オン"}, {"whether hair and clothes swing", "髪や服の揺れ"}, "--no-physics"},
    ground{{"Ground", "地面"},
           {"a floor that bodies of group 16 fall onto", "グループ16の剛体が当たる床"},
           "--ground"},
    gravity{{"Gravity", "重力加速度"},
            {"MikuMikuDance's number: 9.8 is 98 units per second squared", "MikuMikuDanceの数値（9.8）"},
            "--gravity"},
    gravity_direction{{"Direction", "方向"}, {"where things fall to", "落ちる方向"}, "--gravity"},
    wind{{"Wind", "風"},
         {"an acceleration beside gravity, in the same numbers; MikuMikuDance has none",
          "重力に加わる加速度。MikuMikuDanceにはない"},
         "--gravity"};

// Comparison.
inline constexpr LocalizedText comparison{"Comparison", "比較"},
    compare_append{"append on and off", "付与の有無"}, compare_ik{"IK on and off", "IKの有無"},
    compare_physics{"physics on and off", "物理演算の有無"}, compare_off{"off", "なし"},
    compare_side{"side by side", "左右"}, compare_wipe{"wipe", "ワイプ"},
    compare_heat{"heat map", "差の色分け"}, append_on{"Append on", "付与あり"},
    append_off{"Append off", "付与なし"}, ik_on{"IK on", "IKあり"}, ik_off{"IK off", "IKなし"},
    physics_are_on{"Physics on", "物理演算あり"}, physics_are_off{"Physics off", "物理演算なし"};
inline constexpr Control compare_mode{
    {"Shown", "表示"}, {"how two states of the model are shown", "二つの状態の見せ方"}, "--compare"},
    compared{{"Compared", "相手"},
             {"what the other state is: a switch turned, or another pose", "比較する状態またはポーズ"},
             "--compare"};

// Browser.
inline constexpr LocalizedText poses{"Poses", "ポーズ"}, motions{"Motions", "モーション"},
    models{"Models", "モデル"}, sort_name{"by name", "名前順"}, sort_newest{"newest first", "新しい順"},
    sort_coverage{"best fit first", "一致率順"}, sort_favourites{"favourites first", "お気に入り順"},
    thumbnails_auto{"automatic", "自動"},
    nothing_on_asset_library{
        "Drop a folder or an archive here: its poses, motions and "
        "models are shown as pictures.",
        "フォルダや書庫をここにドロップすると、ポーズ、モーション、"
        "モデルが画像で並びます。"},
    asset_library_start{"Or start with it:  mmdview MODEL FOLDER",
                        "コマンドラインから：  mmdview MODEL FOLDER"},
    listing{"Looking what is there …", "読み込み中…"},
    asset_library_is_empty{"There are no poses, motions or models in it.",
                           "ポーズもモーションもモデルもありません。"},
    none_of_kind{"None here: choose another kind above.", "この種類のファイルはありません。"},
    asset_library_needs_model{"Drop a model: then its poses and motions are shown as pictures.",
                              "モデルをドロップすると、画像が表示されます。"},
    show_all{"Show all", "すべて表示"}, for_model{"made for", "対象モデル"},
    fits_model{"of its bones and morphs are in this model", "のボーンと表情がこのモデルにあります"},
    lacks{"not in this model", "このモデルにないもの"}, cannot_be_used{"cannot be used", "使用できません"};
inline constexpr Control sort_entries{
    {"Sort", "並び順"},
    {"what comes first; what is made for another model comes last", "並び順。他のモデル用のものは最後"}},
    favourites_only{{"Favourites", "お気に入り"},
                    {"only what has a star: click the star on a picture to give it one",
                     "星を付けたものだけ。画像の星をクリックして付ける"}},
    contact_sheet{{"Contact sheet", "一覧を保存"},
                  {"saves the pictures that are shown here as one, with their names",
                   "ここに並ぶ画像を名前付きの一枚にして保存"}},
    thumbnails{{"Pictures", "画像"}, {"how much of the model the pictures show", "画像に写る範囲"}};

}  // namespace mmd::ui_strings

namespace mmd {

/// What the sides are called from which a figure is looked at.
struct ViewWords {
  View view;
  LocalizedText name;
};
inline constexpr ViewWords view_words[] = {
    {View::fit, ui_strings::view_fit},     {View::mmd, ui_strings::view_mmd},
    {View::front, ui_strings::view_front}, {View::back, ui_strings::view_back},
    {View::left, ui_strings::view_left},   {View::right, ui_strings::view_right},
    {View::top, ui_strings::view_top},     {View::three_quarter, ui_strings::view_three_quarter},
    {View::bust, ui_strings::view_bust},   {View::face, ui_strings::view_face}};

}  // namespace mmd
