#include "app/input/camera_control.h"

#include <cmath>

namespace mmd {
namespace {

constexpr float radians_per_window_height = pi;
constexpr float zoom_per_notch = 0.88f;

constexpr MouseRow rows[] = {
    {{"Left drag", "左ドラッグ"}, {"turn around the model", "モデルの周りを回る"}},
    {{"Right, middle or Shift drag", "右・中・Shift+ドラッグ"}, {"move the picture", "カメラの平行移動"}},
    {{"Wheel", "ホイール"},
     {"nearer to what is under the pointer, farther", "ポインタの位置に近づく、遠ざかる"}},
    {{"Click", "クリック"},
     {"select the bone under the pointer while bones are shown; elsewhere: none",
      "ボーン表示中：ボーンの選択、他の場所で解除"}},
    {{"Ctrl+Click", "Ctrl+クリック"}, {"select one bone more, or one less", "ボーンの選択の追加、解除"}},
    {{"Shift drag over bones", "ボーン表示中Shift+ドラッグ"},
     {"select the bones in a box", "枠内のボーンを選択"}},
    {{"Drag a ring or arrow", "リング・矢印をドラッグ"},
     {"turn or move the selected bones; Ctrl: in steps of 15° or 0.5; digits: that much; Escape: not at all",
      "選択ボーンの回転・移動。Ctrl：15°・0.5刻み、数字：その値、Esc：取り消し"}},
    {{"Drag the bar", "バーをドラッグ"}, {"go to another frame of the motion", "フレームの移動"}},
    {{"Drag the divider", "境界をドラッグ"},
     {"see more of one state in a comparison by wipe", "ワイプでの比較の境界を動かす"}},
    {{"Drop a file", "ファイルをドロップ"},
     {"open a model (.pmx, .pmd, an archive, a folder), a pose (.vpd) or a motion (.vmd)",
      "モデル（.pmx、.pmd、書庫、フォルダ）、ポーズ（.vpd）、モーション（.vmd）を開く"}},
};

}  // namespace

std::span<const MouseRow> mouse_table() {
  return rows;
}

bool CameraControl::handle(const SDL_Event& event, Camera& camera, int window_height, const vec2& pointer) {
  switch (event.type) {
    case SDL_MOUSEBUTTONDOWN: {
      if (drag_ != Drag::idle || event.button.button > SDL_BUTTON_RIGHT) return false;
      const bool turns = event.button.button == SDL_BUTTON_LEFT && (SDL_GetModState() & KMOD_SHIFT) == 0;
      drag_ = turns ? Drag::orbit : Drag::pan;
      button_ = event.button.button;
      return false;
    }
    case SDL_MOUSEBUTTONUP:
      if (event.button.button == button_) drag_ = Drag::idle;
      return false;
    case SDL_MOUSEMOTION: {
      if (drag_ == Drag::idle || window_height < 1) return false;
      // What is under the pointer goes with it, so the camera goes the other way.
      const vec2 moved = vec2(static_cast<float>(event.motion.xrel), static_cast<float>(event.motion.yrel)) /
                         static_cast<float>(window_height);
      if (drag_ == Drag::orbit) {
        orbit(camera, -moved.x * radians_per_window_height, moved.y * radians_per_window_height);
      } else {
        pan(camera, vec2(-moved.x, moved.y));
      }
      return true;
    }
    case SDL_MOUSEWHEEL: {
      const float turned =
          event.wheel.direction == SDL_MOUSEWHEEL_FLIPPED ? -event.wheel.preciseY : event.wheel.preciseY;
      if (turned == 0.0f) return false;
      zoom(camera, std::pow(zoom_per_notch, turned), pointer);
      return true;
    }
    default:
      return false;
  }
}

}  // namespace mmd
