// Motions.
#include "app/action_rows.h"
#include "app/perform.h"

namespace mmd {
namespace {

namespace p = perform;
using Id = ActionId;

constexpr ActionRow rows[] = {
    {Id::toggle_playing,
     {SDLK_SPACE, "Space"},
     Needs::motion,
     Menu::motion,
     {"Play", "再生"},
     {"play the motion, pause", "モーションの再生、一時停止"},
     call<p::toggle_playing>,
     [](const Parts& parts) { return parts.stage.playback().playing(); }},
    {Id::next_frame,
     {SDLK_PERIOD, ".", true},
     Needs::motion,
     Menu::motion,
     {"Next frame", "次のフレーム"},
     {"one frame forward", "1フレーム進む"},
     call_with<p::step_frame, 1>},
    {Id::previous_frame,
     {SDLK_COMMA, ",", true},
     Needs::motion,
     Menu::motion,
     {"Previous frame", "前のフレーム"},
     {"one frame back", "1フレーム戻る"},
     call_with<p::step_frame, -1>},
    {Id::first_frame,
     {SDLK_HOME, "Home"},
     Needs::motion,
     Menu::motion,
     {"First frame", "最初のフレーム"},
     {"to the start of the motion", "モーションの最初のフレームへ"},
     call<p::go_to_start>},
    {Id::last_frame,
     {SDLK_END, "End"},
     Needs::motion,
     Menu::motion,
     {"Last frame", "最後のフレーム"},
     {"to the end of the motion", "モーションの最後のフレームへ"},
     call<p::go_to_end>},
    {Id::toggle_repeat,
     {SDLK_l, "L"},
     Needs::motion,
     Menu::motion,
     {"Repeat", "繰り返し"},
     {"repeat the motion, or stop at its end", "モーションの繰り返し"},
     call<p::toggle_repeat>,
     [](const Parts& parts) { return parts.stage.playback().repeats(); }},
    with_value(Id::go_to_frame, Needs::motion, by_panel, {"Frame of the motion", "フレーム"},
               call<p::go_to_frame>),
    with_value(Id::go_to_played_frame, Needs::motion, "a value, where a motion was paused",
               {"Frame where the motion was paused", "一時停止したフレーム"}, call<p::go_to_played_frame>),
};

}  // namespace

std::span<const ActionRow> motion_actions() {
  return rows;
}

}  // namespace mmd
