#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>

#include "app/panels/ui.h"
#include "app/text/ui_strings.h"
#include "base/math.h"

namespace mmd {

// Layout of controls in panels of any width. Lengths are in points.

/// Stays on the line if an item of that width and `after` fit.
void flow(float width, float after = 0.0f);
/// Width of a control with its name, or of the name alone.
float with_name(Ui& ui, float control, const LocalizedText& name);

/// flow() for a button of that name.
void flow_button(Ui& ui, const LocalizedText& name);

/// Layout of three number fields in a row.
struct ThreeFields {
  float width = 0.0f;       ///< total width
  bool name_beside = true;  ///< name beside the fields, else above them
};
/// `beside`: width for the fields next to their name; `room`: width without the name; `digits`: width of the
/// longest number; `gap`: between fields.
ThreeFields plan_three_fields(float beside, float room, float digits, float gap);

/// Three number fields to drag, or to type into after a double click, with a tooltip. They use the width of
/// other items if the digits fit, else that of the panel. Ctrl+wheel over a number changes it by `nudge`.
/// Returns whether a number changed.
bool drag_three(Ui& ui, const ui_strings::Control& control, vec3& numbers, float step, const char* format,
                float nudge = 1.0f);
/// Three sliders.
bool slide_three(Ui& ui, const ui_strings::Control& control, vec3& numbers, float low, float high,
                 const char* format);

/// Colours of a button that is a switch or a tab: shades of the accent while it is on. `off`: its colour
/// else.
void push_switch_colours(bool on, std::uint32_t off);
/// The number of colours to pop.
inline constexpr int switch_colours = 3;

/// A check box with a tooltip. Returns whether it changed.
bool tick(Ui& ui, const ui_strings::Control& control, bool& on);
/// A slider with a tooltip. Returns whether the value changed.
bool slide(Ui& ui, const ui_strings::Control& control, float& value, float low, float high,
           const char* format);
/// A slider without a tooltip; `flags` are ImGui's.
bool slide(Ui& ui, const char* label, float& value, float low, float high, const char* format, int flags = 0);
/// A text field with a hint. Returns whether the text changed or, with ImGui's `flags`, Enter was pressed.
bool text_field(Ui& ui, const char* label, std::string_view hint, std::string& value, int flags = 0);

/// A text field with a hint and a tooltip. Its text becomes the value when it is confirmed, by Enter or by
/// leaving the field; returns whether it was.
bool confirmed_text(Ui& ui, const ui_strings::Control& control, std::string_view hint, std::string& value);

/// A window without background over a part of the picture, which takes the mouse there.
void begin_clear_window(const char* name, const Room& room);
void end_clear_window();

/// The folder that something is saved in.
void draw_goes_to(Ui& ui, const std::filesystem::path& folder);

/// The text, shortened where it is wider than that.
std::string caption_within(Ui& ui, const std::string& text, float width);
/// A star, filled or outlined.
void draw_star(const vec2& middle, float radius, std::uint32_t colour, bool filled);

/// A colour field with a tooltip: three numbers if the digits fit, else a colour button that opens a picker.
/// Returns whether the colour changed.
bool edit_colour(Ui& ui, const ui_strings::Control& control, vec3& colour);

/// What a user did in a search field.
struct SearchInput {
  bool changed = false;  ///< the text
  bool entered = false;  ///< Enter was pressed
};
/// A search field. `focused`: takes the keyboard. `width`: in points; negative: the remaining width.
SearchInput draw_search_field(Ui& ui, std::string& search, bool focused = false, float width = -1.0f);

/// Pictures with their names in rows, as wide as the panel.
class PictureGrid {
 public:
  PictureGrid(const Ui& ui, int columns);
  /// Draws picture `number` (0: none yet). Returns whether it was clicked.
  bool draw(Ui& ui, std::size_t number, std::uintptr_t picture, const std::string& name, bool chosen) const;

 private:
  float gap_, side_;
  std::size_t columns_;
};

}  // namespace mmd
