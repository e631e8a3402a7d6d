#pragma once

// Texts of the section Effects of the Look panel.

#include "app/text/ui_strings.h"

namespace mmd::ui_strings {

inline constexpr LocalizedText effects{"Effects", "効果"}, preset_portrait{"Portrait", "ポートレート"},
    preset_stage{"Stage", "ステージ"}, preset_soft{"Soft", "ソフト"}, preset_line_art{"Line art", "線画"},
    no_effects{"Off", "なし"}, focus_on_face{"Focus on the face", "顔にピント"},
    focus_on_bone{"Focus on the selected bone", "選択ボーンにピント"};
inline constexpr LocalizedText effects_name{"name for these effects", "この効果の名前"},
    save_effects{"Save", "保存"};
inline constexpr Control whole_strength{{"All effects", "全体の強さ"},
                                        {"strength of all effects together", "全ての効果の強さ"}},
    own_effects{{"Own effects", "自分の効果"},
                {"click: use them; right click: move to the trash", "効果を使う。右クリックでゴミ箱に移動"}},
    strength{{"Strength", "強さ"}, {"strength of the effect", "効果の強さ"}},
    depth_of_field{{"Depth of field", "被写界深度"},
                   {"blur what is nearer or farther than the focus", "ピントの前後をぼかす"}},
    f_number{{"F-number", "F値"}, {"small: much blur", "小さいほど大きくぼける"}},
    glow{{"Glow", "グロー"}, {"light around what is bright", "明るい部分をにじませる"}},
    glow_threshold{{"From", "しきい値"}, {"brightness from which on it glows", "光り始める明るさ"}},
    glow_radius{{"Radius", "広がり"}, {"share of the picture's height", "画像の高さに対する割合"}},
    occlusion{{"Occlusion", "隅の陰"}, {"shade in hollows, as of SSAO", "くぼみや隅の陰（SSAO）"}},
    occlusion_radius{{"Reach", "範囲"}, {"in MMD units", "MMDの長さの単位"}},
    rim_light{{"Rim light", "リムライト"},
              {"light along borders that face away from the light", "光と反対側の輪郭を光らせる"}},
    rim_colour{{"Rim colour", "リムの色"}, {"colour of the rim light", "リムライトの色"}},
    fog{{"Fog", "フォグ"}, {"models fade into a colour with their distance", "遠いものほど色に溶け込む"}},
    fog_colour{{"Fog colour", "フォグの色"}, {"the colour", "溶け込む色"}},
    fog_near{{"Near", "開始距離"}, {"distance where fog begins", "フォグが始まる距離"}},
    fog_far{{"Far", "終了距離"}, {"distance where fog hides everything", "完全に隠れる距離"}},
    lines{{"Lines", "線だけ"}, {"the picture's lines on white", "白地に線だけを描く"}},
    exposure{{"Exposure", "露出"}, {"in stops", "段数"}},
    contrast{{"Contrast", "コントラスト"}, {"1: as it is", "1で変化なし"}},
    saturation{{"Saturation", "彩度"}, {"0: grey, 1: as it is", "0で無彩色、1で変化なし"}},
    temperature{{"Temperature", "色温度"}, {"below 0: cold, above: warm", "負で寒色、正で暖色"}};

}  // namespace mmd::ui_strings
