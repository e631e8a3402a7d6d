#include "app/actions/mouse_scheme.h"

namespace mmd {
namespace {

constexpr std::size_t scheme_count = static_cast<std::size_t>(MouseScheme::count);
constexpr std::array<MouseSchemeRow, scheme_count> scheme_rows{
    {{"mmdview", {"mmdview", "mmdview"}}, {"mmd", {"MMD", "MMD"}}, {"blender", {"Blender", "Blender"}}}};

/// A drag with exactly one modifier, or with none.
struct DragRow {
  MouseScheme scheme;
  int button;
  SDL_Keymod modifier;
  MouseDrag what;
};
/// The first row that fits counts. A press with other modifiers starts the drag without modifiers.
constexpr DragRow drag_rows[] = {
    {MouseScheme::mmdview, SDL_BUTTON_LEFT, KMOD_SHIFT, MouseDrag::box},
    {MouseScheme::mmdview, SDL_BUTTON_LEFT, KMOD_SHIFT, MouseDrag::pan},
    {MouseScheme::mmdview, SDL_BUTTON_LEFT, KMOD_NONE, MouseDrag::orbit},
    {MouseScheme::mmdview, SDL_BUTTON_MIDDLE, KMOD_NONE, MouseDrag::pan},
    {MouseScheme::mmdview, SDL_BUTTON_RIGHT, KMOD_NONE, MouseDrag::pan},
    {MouseScheme::mmd, SDL_BUTTON_LEFT, KMOD_NONE, MouseDrag::box},
    {MouseScheme::mmd, SDL_BUTTON_MIDDLE, KMOD_NONE, MouseDrag::pan},
    {MouseScheme::mmd, SDL_BUTTON_RIGHT, KMOD_SHIFT, MouseDrag::pan},
    {MouseScheme::mmd, SDL_BUTTON_RIGHT, KMOD_CTRL, MouseDrag::zoom},
    {MouseScheme::mmd, SDL_BUTTON_RIGHT, KMOD_NONE, MouseDrag::orbit},
    {MouseScheme::blender, SDL_BUTTON_LEFT, KMOD_NONE, MouseDrag::box},
    {MouseScheme::blender, SDL_BUTTON_MIDDLE, KMOD_SHIFT, MouseDrag::pan},
    {MouseScheme::blender, SDL_BUTTON_MIDDLE, KMOD_CTRL, MouseDrag::zoom},
    {MouseScheme::blender, SDL_BUTTON_MIDDLE, KMOD_NONE, MouseDrag::orbit},
};

constexpr double slow_drag = 0.1, fast_drag = 10.0;

constexpr std::array<LocalizedText, scheme_count> in_all(LocalizedText gesture) {
  return {gesture, gesture, gesture};
}
constexpr MouseHelp help_rows[] = {
    {{"Orbit the camera", "カメラの回転"},
     {{{"Left drag", "左ドラッグ"}, {"Right drag", "右ドラッグ"}, {"Middle drag", "中ドラッグ"}}}},
    {{"Pan the camera", "カメラの平行移動"},
     {{{"Right, middle or Shift drag", "右・中・Shift+ドラッグ"},
       {"Middle or Shift+right drag", "中・Shift+右ドラッグ"},
       {"Shift+middle drag", "Shift+中ドラッグ"}}}},
    {{"Zoom, the wheel at the pointer; forward comes nearer",
      "拡大・縮小（ホイールはポインターの位置が中心、前に回すと近づく）"},
     {{{"Wheel", "ホイール"},
       {"Wheel or Ctrl+right drag", "ホイール・Ctrl+右ドラッグ"},
       {"Wheel or Ctrl+middle drag", "ホイール・Ctrl+中ドラッグ"}}}},
    {{"Select a bone while bones are shown; click elsewhere to deselect",
      "ボーン表示中：ボーンの選択、他の場所で解除"},
     in_all({"Click", "クリック"})},
    {{"Add a bone to the selection, or remove it", "ボーンの選択の追加、解除"},
     {{{"Ctrl+Click", "Ctrl+クリック"},
       {"Shift+Click, Ctrl+Click", "Shift+クリック、Ctrl+クリック"},
       {"Shift+Click, Ctrl+Click", "Shift+クリック、Ctrl+クリック"}}}},
    {{"Select the bones in a box", "範囲選択（囲んだボーンを選択）"},
     {{{"Shift drag over bones", "ボーン表示中Shift+ドラッグ"},
       {"Left drag over bones", "ボーン表示中左ドラッグ"},
       {"Left drag over bones", "ボーン表示中左ドラッグ"}}}},
    {{"Rotate or move the selected bones. Digits: exact value. Escape: cancel",
      "選択ボーンの回転・移動。数字キー：値を入力、Esc：取り消し"},
     in_all({"Drag a ring or arrow", "リング・矢印をドラッグ"})},
    {{"Select tool: move that part of the body by IK", "選択ツール：ドラッグした部分をIKで動かす"},
     in_all({"Drag a bone or the body", "ボーンか体をドラッグ"})},
    {{"Steps of 15° or 0.5", "15°・0.5刻み"},
     {{{"Ctrl while dragging", "ドラッグ中にCtrl"}, {}, {"Ctrl while dragging", "ドラッグ中にCtrl"}}}},
    {{"Steps of 5° or 0.5", "5°・0.5刻み"}, {{{"Shift while dragging", "ドラッグ中にShift"}, {}, {}}}},
    {{"A tenth of the speed", "10分の1の速さ"},
     {{{}, {"Ctrl while dragging", "ドラッグ中にCtrl"}, {"Shift while dragging", "ドラッグ中にShift"}}}},
    {{"Ten times the speed", "10倍の速さ"}, {{{}, {"Shift while dragging", "ドラッグ中にShift"}, {}}}},
    {{"Rotate by 1° or move by 0.1", "1°ずつ回転・0.1ずつ移動"},
     in_all({"Ctrl+Wheel over a ring, arrow or number", "リング・矢印・数値の上でCtrl+ホイール"})},
    {{"Show or hide bones", "ボーンの表示・非表示"}, {{{}, {"Right double click", "右ダブルクリック"}, {}}}},
    {{"Go to a frame", "フレームの移動"}, in_all({"Drag the bar", "バーをドラッグ"})},
    {{"Move the wipe of a comparison", "ワイプでの比較の境界を動かす"},
     in_all({"Drag the divider", "境界をドラッグ"})},
    {{"Open a model (.pmx, .pmd, archive, folder), a pose (.vpd) or a motion (.vmd)",
      "モデル（.pmx、.pmd、圧縮ファイル、フォルダ）、ポーズ（.vpd）、モーション（.vmd）を開く"},
     in_all({"Drop a file", "ファイルをドロップ"})},
};

}  // namespace

std::span<const MouseSchemeRow> mouse_schemes() {
  return scheme_rows;
}

const MouseSchemeRow& row_of(MouseScheme scheme) {
  return scheme_rows[static_cast<std::size_t>(scheme)];
}

std::optional<MouseScheme> mouse_scheme_called(std::string_view word) {
  for (std::size_t i = 0; i < scheme_count; ++i)
    if (scheme_rows[i].word == word) return static_cast<MouseScheme>(i);
  return std::nullopt;
}

DragStart drag_of(MouseScheme scheme, Uint8 button, int modifiers, bool bones) {
  for (const DragRow& row : drag_rows) {
    if (row.scheme != scheme || row.button != button) continue;
    if (row.modifier != KMOD_NONE && (modifiers & row.modifier) == 0) continue;
    if (row.what == MouseDrag::box && !bones) continue;
    return {row.what, row.modifier};
  }
  return {};
}

bool extends_selection(MouseScheme scheme, int modifiers) {
  // Shift starts a box in this program's own scheme.
  const int extending = scheme == MouseScheme::mmdview ? KMOD_CTRL : KMOD_CTRL | KMOD_SHIFT;
  return (modifiers & extending) != 0;
}

DragPace handle_pace(MouseScheme scheme, int modifiers) {
  const bool control = (modifiers & KMOD_CTRL) != 0, shift = (modifiers & KMOD_SHIFT) != 0;
  DragPace out;
  if (scheme == MouseScheme::mmd) {
    out.factor = (control ? slow_drag : 1.0) * (shift ? fast_drag : 1.0);
  } else {
    out.fine = scheme == MouseScheme::mmdview && shift && !control;
    out.snaps = control || out.fine;
    if (scheme == MouseScheme::blender && shift) out.factor = slow_drag;
  }
  return out;
}

double camera_pace(MouseScheme scheme, int modifiers) {
  return scheme == MouseScheme::mmd ? handle_pace(scheme, modifiers).factor : 1.0;
}

std::span<const MouseHelp> mouse_help() {
  return help_rows;
}

std::vector<MouseRow> mouse_table(MouseScheme scheme) {
  std::vector<MouseRow> out;
  for (const MouseHelp& row : help_rows)
    if (const LocalizedText& gesture = row.gestures[static_cast<std::size_t>(scheme)];
        !gesture.english.empty())
      out.push_back({gesture, row.help});
  return out;
}

}  // namespace mmd
