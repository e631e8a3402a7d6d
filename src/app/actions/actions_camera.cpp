// The camera.
#include <algorithm>
#include <iterator>

#include "app/actions/action_rows.h"
#include "app/text/ui_messages.h"
#include "app/text/ui_strings.h"

namespace mmd::handlers {
namespace {

std::string_view name_of(View view, Language language) {
  for (const ViewWords& row : view_words)
    if (row.view == view) return row.name.in(language);
  return {};
}

void set_view(const Parts& parts, View view) {
  parts.stage.choose_view(view);
  frame_camera(parts);
  parts.board.say(ui_messages::view, {std::string(name_of(view, parts.board.language()))});
}

void toggle_face_and_bust(const Parts& parts) {
  const CameraChoice& camera = parts.stage.arrangement().camera;
  set_view(parts, camera.view == View::face && !camera.eye_and_target ? View::bust : View::face);
}

void move_camera(const Parts& parts, const Camera& camera) {
  parts.stage.move_camera(camera);
  parts.screen.note_movement();
  parts.redraw.picture();
}

/// Brings the selected bones close, or the whole figure, seen from the same side.
void frame_selected(const Parts& parts) {
  const Actor& shown = *parts.stage.actor();
  const auto& bones = parts.opened.picker.selection().bones();
  const auto corners = corners_of(shown.posed_bounds());
  const std::vector<vec3> points =
      bones.empty() ? std::vector<vec3>(corners.begin(), corners.end()) : points_around(shown, bones);
  const Tile picture = parts.screen.panes().front().placement.picture;
  if (picture.width < 1 || picture.height < 1) return;
  const float aspect = static_cast<float>(picture.width) / static_cast<float>(picture.height);
  move_camera(parts, fitted_camera(parts.stage.scene().camera, points, aspect));
}

void start_camera(const Parts& parts) {
  parts.stage.choose_start_view();
  frame_camera(parts);
  parts.board.say(ui_messages::camera_reset);
}

void toggle_motion_camera(const Parts& parts) {
  Stage& stage = parts.stage;
  const bool follow = !stage.follows_motion_camera();
  if (follow) {
    stage.follow_motion_camera();
  } else {
    stage.leave_motion_camera();
  }
  say_on_or_off(parts.board, ui_messages::motion_camera, follow);
  frame_camera(parts);
}

void toggle_work_camera(const Parts& parts) {
  parts.stage.switch_camera();
  const Tile picture = parts.screen.panes().front().placement.picture;
  if (picture.width > 0 && picture.height > 0)
    parts.stage.fit_camera(static_cast<float>(picture.width) / static_cast<float>(picture.height),
                           parts.opened.panes.other());
  say_on_or_off(parts.board, ui_messages::work_camera, parts.stage.uses_work_camera());
  parts.redraw.picture();
}

void toggle_follow_bone(const Parts& parts) {
  parts.opened.followed_bone.bone = none;  // centres the bone
  toggle_switch(parts, parts.opened.followed_bone.on, ui_messages::follow_bone, Dirty::nothing);
}

void set_camera(const Parts& parts, const MmdCamera& camera) {
  parts.stage.set_camera(camera);
  parts.screen.note_movement();
  parts.redraw.picture();
}

/// An empty name stands for the first free number.
void keep_camera_as(const Parts& parts, const std::string& wanted) {
  if (wanted.empty()) static_cast<void>(parts.files.library.read());
  const std::string name = wanted.empty() ? parts.files.library.free_camera_name() : wanted;
  const auto kept = parts.files.library.keep_camera(name, mmd_camera_from(parts.stage.scene().camera));
  if (!kept) return parts.board.refuse(kept.error());
  parts.panels.tools.camera_name.clear();
  parts.board.say(ui_messages::camera_kept, {name});
}

void keep_camera(const Parts& parts) {
  keep_camera_as(parts, {});
}

void go_to_camera(const Parts& parts, const std::string& name) {
  const CameraBookmark* kept = parts.files.library.find_camera(name);
  if (kept == nullptr) return parts.board.say(ui_messages::no_such_camera, {name});
  parts.panels.tools.last_camera = name;
  set_camera(parts, kept->camera);
  parts.board.say(ui_messages::camera, {name});
}

void forget_camera(const Parts& parts, const std::string& name) {
  const auto done = parts.files.library.forget_camera(name);
  if (!done) return parts.board.refuse(done.error());
  parts.board.say(ui_messages::camera_forgotten, {name});
}

void next_camera(const Parts& parts) {
  const auto& list = parts.files.library.cameras();
  if (list.empty()) return parts.board.say(ui_messages::no_camera);
  const auto last = std::find_if(list.begin(), list.end(), [&](const CameraBookmark& b) {
    return b.name == parts.panels.tools.last_camera;
  });
  const bool goes_on = last != list.end() && std::next(last) != list.end();
  go_to_camera(parts, goes_on ? std::next(last)->name : std::string(list.front().name));
}

template <View view>
constexpr auto show = call_with<set_view, view>;

}  // namespace

std::span<const ActionRow> camera_actions() {
  static constexpr ActionRow rows[] = {
      action_row(Id::view_fit, {SDLK_1, "1"}, Needs::nothing, {"Whole model", "モデル全体"},
                 {"Whole model from the front", "モデル全体を正面から"}, show<View::fit>),
      action_row(Id::view_mmd, {SDLK_2, "2"}, Needs::nothing,
                 {"MikuMikuDance start camera", "初期化（MikuMikuDanceの初期カメラ）"}, show<View::mmd>),
      action_row(Id::view_front, {SDLK_3, "3"}, Needs::nothing, {"Front", "正面"}, show<View::front>),
      action_row(Id::view_back, {SDLK_4, "4"}, Needs::nothing, {"Back", "背面"}, show<View::back>),
      action_row(Id::view_left, {SDLK_5, "5"}, Needs::nothing, {"Left", "左側"},
                 {"The model's left side", "モデルの左側"}, show<View::left>),
      action_row(Id::view_right, {SDLK_6, "6"}, Needs::nothing, {"Right", "右側"},
                 {"The model's right side", "モデルの右側"}, show<View::right>),
      action_row(Id::view_top, {SDLK_7, "7"}, Needs::nothing, {"Top", "上面"}, show<View::top>),
      action_row(Id::view_three_quarter, {SDLK_8, "8"}, Needs::nothing, {"Three-quarter", "斜め前"},
                 show<View::three_quarter>),
      action_row(Id::view_face_or_bust, {SDLK_9, "9"}, Needs::nothing, {"Face or bust", "顔・胸像"},
                 {"Face; press again for head and shoulders", "顔、もう一度押すと頭と肩"},
                 call<toggle_face_and_bust>),
      action_row(Id::view_left_hand, {}, Needs::model, {"Left hand", "左手"}, show<View::left_hand>),
      action_row(Id::view_right_hand, {}, Needs::model, {"Right hand", "右手"}, show<View::right_hand>),
      action_row(Id::view_feet, {}, Needs::model, {"Feet", "足元"}, show<View::feet>),
      action_row(Id::frame_selected, {SDLK_PERIOD, ".", false, SDLK_KP_PERIOD}, Needs::model,
                 {"Frame selected", "選択ボーンを近くで見る"},
                 {"The selected bones and what hangs on them, or the whole model",
                  "選択ボーンとその先、なければモデル全体"},
                 call<frame_selected>),
      action_row(Id::start_camera, {SDLK_r, "R"}, Needs::nothing, {"Reset camera", "カメラを起動時に戻す"},
                 call<start_camera>),
      action_row(Id::toggle_motion_camera, {SDLK_k, "K"}, Needs::motion_camera,
                 {"Follow motion camera", "モーションのカメラに追従"}, call<toggle_motion_camera>,
                 [](const Parts& parts) { return parts.stage.follows_motion_camera(); }),
      action_row(Id::toggle_work_camera, {SDLK_0, "0"}, Needs::model, {"Work camera", "作業用カメラ"},
                 {"Look from elsewhere; pictures are made with the picture camera",
                  "別の位置から見る（画像は撮影カメラのまま）"},
                 call<toggle_work_camera>, [](const Parts& parts) { return parts.stage.uses_work_camera(); }),
      action_row(Id::toggle_follow_bone, {}, Needs::model, {"Follow active bone", "ボーン追従"},
                 call<toggle_follow_bone>, [](const Parts& parts) { return parts.opened.followed_bone.on; }),
      action_row(
          Id::keep_camera, ctrl(SDLK_b, "Ctrl+B"), Needs::model, {"Bookmark camera", "カメラ登録"},
          {"Bookmark this camera; the Camera panel names it", "現在のカメラを登録（名前はカメラのパネルで）"},
          call<keep_camera>),
      action_row(Id::next_camera, {SDLK_v, "V"}, Needs::model, {"Next camera bookmark", "次の登録カメラ"},
                 call<next_camera>),
      with_value(Id::keep_camera_as, Needs::model, {"Bookmark camera as", "名前を付けてカメラ登録"},
                 call<keep_camera_as>),
      with_value(Id::go_to_camera, Needs::model, {"Go to camera bookmark", "登録カメラに移動"},
                 call<go_to_camera>),
      with_value(Id::forget_camera, Needs::nothing, {"Delete camera bookmark", "登録カメラの削除"},
                 call<forget_camera>),
      with_value(Id::set_view, Needs::nothing, {"View", "視点"}, call<set_view>),
      with_value(Id::set_camera, Needs::nothing, {"Camera values", "カメラの数値"}, call<set_camera>),
      with_value(Id::move_camera, Needs::nothing, {"Mouse camera", "マウスでのカメラ操作"}, call<move_camera>,
                 by_mouse),
  };
  return rows;
}

}  // namespace mmd::handlers
