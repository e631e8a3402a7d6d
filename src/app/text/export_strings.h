#pragma once

// Texts of the Export panel, and its messages.

#include "app/text/ui_messages.h"
#include "app/text/ui_strings.h"

namespace mmd::ui_strings {

inline constexpr LocalizedText exporting{"Export", "書き出し"},
    exporting_file{"Exporting {}", "書き出し中：{}"}, export_it{"Export…", "書き出す…"},
    export_terms{"Terms of use", "利用条件"},
    author_is_missing{"A VRM needs its author.", "VRMには作者の名前が必要です。"},
    terms_are_yours{"State only terms that the model's own readme allows.",
                    "モデルの規約（readme）で許されている範囲で選んでください。"},
    vrm_is_t_pose{"Written in T pose. The thumbnail is the present view.",
                  "Tポーズで書き出します。サムネイルは今のビューです。"},
    vmd_is_baked{"Keys of all bones, with IK, append and physics.",
                 "IK、付与、物理演算を含む全てのボーンのキーです。"},
    vrma_needs_motion{"Needs a motion.", "モーションが必要です。"},
    model_is_saved{
        "The model as its file has it, with the repairs of the Model panel. In another folder, "
        "textures and texts are copied along.",
        "モデルパネルでの修復を含めて保存します。別のフォルダにはテクスチャとreadmeもコピーします。"},
    human_bones{"Bones of the body", "人体ボーン"}, bone_is_missing{"missing", "なし"},
    bone_is_required{"missing; required", "なし（必須）"},
    bone_is_optional{"missing; optional", "なし（任意）"},
    human_bone_is_elsewhere{"{} cannot be {}: it is not below {}",
                            "{}は{}にできません：{}の子孫ではありません"},
    human_bone_lacks_other{"{} cannot be {} yet: choose {} first",
                           "{}はまだ{}にできません：先に{}を選んでください"},
    hips_are_elsewhere{"{} cannot be {}: it is not directly above the spine and both legs",
                       "{}は{}にできません：上半身と両足のすぐ上のボーンではありません"},
    human_bone_ends_hips{"{} cannot be {}: no bone is directly above the spine and both legs then",
                         "{}は{}にできません：上半身と両足のすぐ上のボーンがなくなります"},
    human_bone_was_other{"{} was {} before", "{}は{}から外しました"},
    click_on_bone{"Click on the model's bone for {}", "{}にするボーンをクリックしてください"},
    back_to_export{"Back", "戻る"}, t_pose_preview{"VRM preview", "VRMプレビュー"},
    fitting_springs{"VRM preview, fitting springs: {} %", "VRMプレビュー、揺れものを計算中：{} %"},
    t_pose_still{"T pose", "Tポーズ"}, t_pose_turn{"Turn", "回る"}, t_pose_nod{"Nod", "うなずく"},
    t_pose_arms{"Raise arms", "腕を上げる"}, t_pose_walk{"Walk", "歩く"},
    look_ahead{"Look ahead", "正面を見る"}, look_up{"Look up", "上を見る"},
    look_down{"Look down", "下を見る"}, look_left{"Look left", "左を見る"},
    look_right{"Look right", "右を見る"}, vrm_expressions{"Expressions", "表情"},
    found_by_name{"Automatic", "自動"}, no_morph{"none", "なし"},
    what_is_lost{"What gets lost", "失われるもの"}, save_model{"Save model as…", "モデルを保存…"},
    repair_all{"Repair all", "全て修復"}, take_repair_back{"Undo", "元に戻す"},
    repaired_rule{"Repaired: {} ({})", "修復済み：{}（{}）"};
inline constexpr Control export_format{
    {"Format", "形式"},
    {"what is written; the file's name gets its extension", "書き出す形式。拡張子は自動で付く"}},
    english_names{{"English names", "英語名"},
                  {"names of bones, morphs and materials in English, for programs that need them",
                   "ボーン、表情、材質の英語名を使う"}},
    pick_bone{{"Pick", "選択"},
              {"click on the bone in the picture or in the Bones panel",
               "画面またはボーンパネルでボーンをクリックする"}},
    preview_vrm{{"Preview…", "プレビュー…"},
                {"show the model in T pose, moving, with gaze and expressions; your pose stays as it is",
                 "モデルをTポーズで表示し、動き、視線、表情を確認する。今のポーズは変わらない"}},
    arkit_shapes{{"ARKit expressions", "ARKitの表情（パーフェクトシンク）"},
                 {"also write the shapes that face tracking uses (eyeBlinkLeft, jawOpen …), as far as the "
                  "model's morphs make them",
                  "フェイストラッキング用の表情（eyeBlinkLeft、jawOpenなど）も、モデルの表情から作れる範囲で"
                  "書き出す"}},
    bake_all{{"Bake", "焼き込み"},
             {"write physics, IK and append as keys of all bones",
              "物理演算、IK、付与を全てのボーンのキーとして書き出す"}},
    lit_materials{
        {"Lit materials", "照明あり"},
        {"ordinary materials that lamps light, instead of unlit ones", "光の当たる普通の材質にする"}},
    posed_vertices{{"Without bones", "ボーンなし"},
                   {"the posed model without bones and morphs", "今のポーズの形だけを書き出す"}},
    in_this_pose{
        {"In this pose", "今のポーズで"},
        {"the shown pose becomes the rest pose of the saved model", "表示中のポーズを初期ポーズにする"}},
    repair_it{{"Repair", "修復"},
              {"repair all of this kind in the shown model; save the model to keep it",
               "表示中のモデルの同じ種類の問題を全て修復する。保存するとファイルに残る"}},
    term_author{{"Author", "作者"}, {"who made the model; required", "モデルの作者。必須"}},
    term_contact{{"Contact", "連絡先"}, {"an address; may be empty", "連絡先。空でもよい"}},
    term_license{{"Terms at", "規約のURL"},
                 {"address of further terms; may be empty", "規約のあるページ。空でもよい"}};
inline constexpr LocalizedText may_wear{"Who may use it as an avatar", "アバターとして使ってよい人"},
    commercial_use{"Commercial use", "商用利用"}, modification{"Modification", "改変"},
    redistribution{"Redistribution", "再配布"}, violent_use{"Violent use", "暴力表現"},
    sexual_use{"Sexual use", "性的表現"}, political_use{"Political or religious use", "政治・宗教目的"},
    antisocial_use{"Antisocial or hateful use", "反社会的・憎悪表現"};
inline constexpr LocalizedText who_may_wear[] = {
    {"the author", "作者のみ"}, {"people with permission", "許可された人"}, {"everyone", "誰でも"}};
inline constexpr LocalizedText commercial_uses[] = {
    {"not allowed", "禁止"}, {"by individuals", "個人のみ可"}, {"by companies, too", "法人も可"}};
inline constexpr LocalizedText modifications[] = {
    {"not allowed", "禁止"}, {"allowed", "可"}, {"allowed, also to share", "改変物の再配布も可"}};

}  // namespace mmd::ui_strings

namespace mmd::ui_messages {

inline constexpr Toast exported{"Exported {}", "書き出しました：{}"},
    export_ended{"Export cancelled", "書き出しを中止しました"},
    repaired{"Repairs in the shown model: {}. Save the model to keep them",
             "表示中のモデルを{}か所修復しました。保存するとファイルに残ります"};

}  // namespace mmd::ui_messages
