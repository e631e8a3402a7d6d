#pragma once

#include <string>

#include "app/panels/ui.h"
#include "app/text/ui_strings.h"
#include "base/math.h"

namespace mmd {

// How controls are laid out in panels of any width. What is measured is in points.

/// Goes on in this line if there is room for what comes, which is that wide, and for `after` at the end.
void flow(float width, float after = 0.0f);
/// How wide a control with its name beside it is, or the name alone.
float with_name(Ui& ui, float control, const LocalizedText& name);

/// As flow(), for a button of that name.
void flow_button(Ui& ui, const LocalizedText& name);

/// How three numbers in a row are laid out.
struct ThreeFields {
  float width = 0.0f;       ///< of the three together
  bool name_beside = true;  ///< else above them
};
/// `beside`: what is left for the fields if their name stands beside them; `room`: without it; `digits`: how
/// wide the longest number is in its field; `gap`: between fields.
ThreeFields plan_three_fields(float beside, float room, float digits, float gap);

/// Three numbers that are dragged, or typed after a double click; with the control's tooltip. They have the
/// width that other items have here if their digits can be read in it, else that of the panel. Whether they
/// changed.
bool drag_three(Ui& ui, const ui_strings::Control& control, vec3& numbers, float step, const char* format);
/// The same as sliders between two ends.
bool slide_three(Ui& ui, const ui_strings::Control& control, vec3& numbers, float low, float high,
                 const char* format);

/// A box to tick, with the control's tooltip. Whether it changed.
bool tick(Ui& ui, const ui_strings::Control& control, bool& on);
/// A slider between two ends, with the control's tooltip. Whether the value changed.
bool slide(Ui& ui, const ui_strings::Control& control, float& value, float low, float high,
           const char* format);
/// A field for text, with a hint while it is empty. Whether the text changed or, by `flags` of ImGui, Enter
/// was pressed.
bool text_field(Ui& ui, const char* label, std::string_view hint, std::string& value, int flags = 0);

/// A star around a point of the window, filled or as an outline.
void draw_star(const vec2& middle, float radius, std::uint32_t colour, bool filled);

/// A colour, with the control's tooltip: by its three parts where their digits can be read, else by a field
/// of that colour alone, which a click opens. Whether it changed.
bool edit_colour(Ui& ui, const ui_strings::Control& control, vec3& colour);

/// A field to type what is searched for. `focused`: takes the keyboard. `width`: in points; negative: as much
/// as there is room for. Whether the text changed.
bool draw_search_field(Ui& ui, std::string& search, bool focused = false, float width = -1.0f);

}  // namespace mmd
