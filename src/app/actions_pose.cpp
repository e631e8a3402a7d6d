// Poses, morphs, and how they are evaluated.
#include "app/action_rows.h"
#include "app/perform.h"

namespace mmd {
namespace {

namespace p = perform;
using Id = ActionId;

constexpr ActionRow pose_rows[] = {
    {Id::next_pose,
     {SDLK_RIGHT, "Right", true},
     Needs::model,
     Menu::pose,
     {"Next pose of the folder", "フォルダの次のポーズ"},
     {"next pose of the pose's folder", "フォルダの次のポーズ"},
     call_with<p::step_pose, 1>},
    {Id::previous_pose,
     {SDLK_LEFT, "Left", true},
     Needs::model,
     Menu::pose,
     {"Previous pose of the folder", "フォルダの前のポーズ"},
     {"previous pose of the pose's folder", "フォルダの前のポーズ"},
     call_with<p::step_pose, -1>},
    {Id::toggle_rest_pose,
     {SDLK_p, "P"},
     Needs::model,
     Menu::pose,
     {"Rest pose", "初期ポーズ"},
     {"rest pose and back", "初期ポーズと元のポーズ"},
     call<p::toggle_rest_pose>,
     [](const Parts& parts) { return parts.stage.rest_pose(); }},
    {Id::toggle_append,
     {SDLK_a, "A"},
     Needs::nothing,
     Menu::pose,
     {"Append", "付与"},
     {"append parents (D-bones, twist, eyes) on and off", "付与（足D、捩り、目）"},
     call<p::toggle_append>,
     [](const Parts& parts) { return parts.stage.choices().evaluation.append; }},
    {Id::toggle_ik,
     {SDLK_i, "I"},
     Needs::nothing,
     Menu::pose,
     {"Inverse kinematics", "IK"},
     {"inverse kinematics on and off", "IK"},
     call<p::toggle_ik>,
     [](const Parts& parts) { return parts.stage.choices().evaluation.ik; }},
    {Id::reset_morphs,
     {},
     Needs::model,
     Menu::pose,
     {"Morphs as the pose has them", "表情をポーズに戻す"},
     no_help,
     call<p::reset_morphs>},
    with_value(Id::set_evaluation, Needs::nothing, by_panel,
               {"What of the pose is evaluated", "ポーズの計算"}, call<p::set_evaluation>),
    with_value(Id::set_morph, Needs::model, by_panel, {"Morph", "表情（モーフ）"}, call<p::set_morph>),
    with_value(Id::reset_morph, Needs::model, by_panel, {"Morph as the pose has it", "表情を一つ戻す"},
               call<p::reset_morph>),
    with_value(Id::mark_morph, Needs::model, by_panel, {"Favourite morph", "お気に入りの表情"},
               call<p::mark_morph>),
    with_value(Id::save_expression, Needs::model, by_panel, {"Save the expression", "表情を保存"},
               call<p::save_expression>),
    with_value(Id::load_expression, Needs::model, by_panel, {"Load an expression", "表情を読み込む"},
               call<p::load_expression>),
};

}  // namespace

std::span<const ActionRow> pose_actions() {
  return pose_rows;
}

}  // namespace mmd
