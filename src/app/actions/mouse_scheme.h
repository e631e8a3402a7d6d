#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include <SDL.h>

#include "app/text/language.h"

namespace mmd {

/// Meanings of mouse buttons: this program's own, MikuMikuDance's or Blender's.
enum class MouseScheme : std::uint8_t { mmdview, mmd, blender, count };

struct MouseSchemeRow {
  std::string_view word;  ///< in the remembered window state
  LocalizedText name;
};
/// In the order of MouseScheme.
std::span<const MouseSchemeRow> mouse_schemes();
const MouseSchemeRow& row_of(MouseScheme scheme);
/// nullopt: unknown word.
std::optional<MouseScheme> mouse_scheme_called(std::string_view word);

/// What a drag over the picture does.
enum class MouseDrag : std::uint8_t { nothing, orbit, pan, zoom, box };
struct DragStart {
  MouseDrag what = MouseDrag::nothing;
  SDL_Keymod chosen_by = KMOD_NONE;  ///< the modifier that chose the drag; it does not change the speed
};
/// The drag that a button starts. `modifiers`: held at the press; `bones`: bones are shown, so a box can
/// select some.
DragStart drag_of(MouseScheme scheme, Uint8 button, int modifiers, bool bones);

/// Whether a click or box with these modifiers extends the selection.
bool extends_selection(MouseScheme scheme, int modifiers);

/// How a drag follows the pointer while modifiers are held.
struct DragPace {
  double factor = 1.0;
  bool snaps = false;  ///< to steps of 15° or 0.5 units
  bool fine = false;   ///< of 5° then
};
/// For a handle of a bone.
DragPace handle_pace(MouseScheme scheme, int modifiers);
/// For the camera, with the modifiers that did not choose the drag.
double camera_pace(MouseScheme scheme, int modifiers);

/// What the mouse does, and with which gesture in each scheme; an empty gesture: not in that scheme.
struct MouseHelp {
  LocalizedText help;
  std::array<LocalizedText, static_cast<std::size_t>(MouseScheme::count)> gestures;
};
std::span<const MouseHelp> mouse_help();

/// Mouse gestures of a scheme, for the help.
struct MouseRow {
  LocalizedText gesture, help;
};
std::vector<MouseRow> mouse_table(MouseScheme scheme);

}  // namespace mmd
