#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <SDL.h>

#include "app/panels/theme.h"
#include "app/platform/window.h"
#include "app/stage/dock.h"
#include "app/stage/redraw.h"
#include "app/text/ui_strings.h"
#include "base/math.h"
#include "commands/output/font.h"

namespace mmd {

/// The tooltip of an item, in the window's points.
struct Tip {
  std::vector<std::string> lines;
  Room item, panel;  ///< the item, and the window or handles that it belongs to
};

/// Seconds that the pointer rests on an item until its tooltip appears.
inline constexpr double rest_before_tip = 0.5;

/// Places a tooltip of that size within `screen`: beside the panel of its item, else below or above it, and
/// where all that has no space beside the item. `gap`: distance to the panel or item.
Room place_tip(const Room& item, const Room& panel, const vec2& size, const Room& screen, float gap);

/// Position of the pointer after an event, in points; `before`: the previous position.
vec2 pointer_after(const SDL_Event& event, const vec2& before);

/// Dear ImGui on a window; one instance at a time, within the lifetime of the window. Panels write text
/// through `text`, which loads the characters into the font.
class Ui {
 public:
  /// Finds a font with characters that the others lack; nullopt if there is none.
  using FindFont = std::function<std::optional<Font>(std::span<const char32_t> characters)>;
  /// `font`: nullopt for ImGui's own, which has Latin letters only. `find_font`: for missing characters; may
  /// be empty. `icons`: nullopt if buttons have names instead.
  Ui(Window& window, std::optional<Font> font, FindFont find_font = {}, std::optional<Font> icons = {});
  ~Ui();
  Ui(const Ui&) = delete;
  Ui& operator=(const Ui&) = delete;

  void handle(const SDL_Event& event);
  /// Whether the panels must take the events so far before this one: fields and menus that those open or
  /// leave decide about it, and no key or click may get lost between two pictures.
  bool must_update_before(const SDL_Event& event) const;
  /// Lets `panels` take the events so far, without drawing.
  void update(const std::function<void()>& panels);
  /// Whether a panel was under the pointer in the last frame.
  bool wants_mouse() const;
  /// Whether a panel that takes the mouse was at that point in the last frame.
  bool over_panel(const vec2& point) const;
  /// Whether the left button was double clicked since the last frame, by the times of the events, so that
  /// slow frames do not matter.
  bool double_clicked() const { return double_clicked_; }
  /// Whether no font has some written characters. True once.
  bool take_unshown() { return std::exchange(has_unshown_, false); }
  /// Whether a text field has the keyboard.
  bool wants_text() const;
  /// Whether a text field was entered or left in the last frame.
  bool typing_changes() const;

  /// Whether the mouse held a control in the last frame.
  bool holds_control() const;

  /// Call after a control with numbers, with its id and whether it changed them from `before`. A typed number
  /// counts when it is confirmed or its field is left, not digit by digit; until then `numbers` are reset to
  /// `before`. Returns whether the numbers changed.
  bool counts(std::uint32_t control, std::span<float> numbers, std::span<const float> before, bool changed);
  /// Whether a typed number counted since the last call.
  bool take_typed() { return std::exchange(has_typed_, false); }

  /// Draws `panels` over the contents of the bound framebuffer.
  void draw(const std::function<void()>& panels);

  enum class Wrap { at_edge, never };
  /// Writes UTF-8 text, wrapped to the panel's width.
  void text(std::string_view utf8, Tone tone = Tone::normal, Wrap wrap = Wrap::at_edge);
  void text(const LocalizedText& words, Tone tone = Tone::normal, Wrap wrap = Wrap::at_edge) {
    text(words.in(language_), tone, wrap);
  }
  /// Loads the characters of a text for an ImGui control.
  const char* known(const std::string& utf8);
  /// A label with an arbitrary name. ImGui would hide text after "##", so the second # becomes ＃. Valid
  /// until the next call.
  const char* name_label(std::string_view utf8);
  /// A label in the shown language; its id is the same in both languages. Valid until the next call.
  const char* label(const LocalizedText& words);
  /// An icon, and a word if it is not empty, as the label of a button, or the name without an icon font; the
  /// id is the name in English. Valid until the next call.
  const char* icon_label(std::string_view icon, const LocalizedText& name, const LocalizedText& beside = {});
  /// Tooltips of the last item. They appear after the pointer has rested on it, outside its panel.
  void tooltip(const ui_strings::Control& control);
  void tooltip(std::string_view text);
  /// Tooltip with several lines; the first one is highlighted, empty ones are skipped.
  void line_tooltip(const std::vector<std::string>& lines);
  /// Shows a tooltip in the picture that does not cover the tip's panel (may be empty).
  void picture_tip(const Tip& tip);
  /// Whether the pointer has rested on that item; call in each frame with the pointer on it. 0 is no item.
  bool rests_on(std::uint64_t item);
  /// Runs until the pointer has rested on an item.
  OneShotTimer& rest() { return rest_; }
  /// The time of the next frame.
  void set_time(double now) { now_ = now; }
  /// Gets the tooltip of each drawn item, shown or not.
  void watch_tips(std::function<void(const Tip&)> watch) { watch_tips_ = std::move(watch); }
  /// The shown tooltip; empty if there is none.
  const Room& tip_room() const { return tip_room_; }

  /// Gives the keyboard to the next field.
  void type_into_next();

  /// Sets language and theme.
  void set_language(Language language) { language_ = language; }
  Language language() const { return language_; }
  std::string_view word(const LocalizedText& words) const { return words.in(language_); }
  void set_theme(Theme theme) { theme_ = theme; }
  /// Scale of text and lengths, relative to the screen's own.
  void set_zoom(float zoom) { zoom_ = zoom; }
  Theme theme() const { return theme_; }
  /// Call after drawing: switches text input on while a field is active.
  void follow_text_input();
  /// Writes one line in a box over the picture, behind all panels. `align`: the point of the box at `at`,
  /// from (0, 0) top left to (1, 1) bottom right. The box stays within the picture.
  void tag(std::string_view utf8, const vec2& at, const vec2& align, std::uint32_t colour = 0xffffffff,
           std::uint32_t box = 0xbe0f0f0f);
  /// A translucent box over the picture.
  void draw_box(const vec2& a, const vec2& b);
  /// Sets the rectangle of the picture for this frame; overlays stay within it.
  void set_picture(const Room& room) { picture_ = room; }
  const Room& picture() const { return picture_; }
  /// Position of the pointer by the window's events; some servers do not report it otherwise while a button
  /// is held.
  const vec2& pointer() const { return pointer_; }
  /// Height of a text line in points.
  float unit() const;
  /// Height of the menu bar, as of the last frame or as planned before the first.
  float menu_bar_height() const;
  /// Size of the window in points.
  Extent window_size() const { return window_.size(); }
  /// Closes an open menu; returns whether there was one.
  bool close_menus();
  /// Shows the cursor for dragging sideways in this frame.
  void show_resize_cursor();
  /// Size of a box with that text.
  vec2 tag_size(std::string_view utf8);

 private:
  struct Glyphs;
  /// Events since the panels were last built.
  struct Batch {
    bool keys = false, text = false, buttons = false, drags = false;
    std::array<bool, 3> pressed{};         ///< left, right and middle button
    std::array<std::uint8_t, 3> clicks{};  ///< SDL_MouseButtonEvent::clicks of the last press
  };
  /// A number that is being typed.
  struct Typed {
    std::uint32_t control = 0, field = 0;  ///< ids; a control may have several fields
    std::vector<float> numbers;
    std::uint64_t build = 0;  ///< when it was last seen
  };
  void build(const std::function<void()>& panels, bool shown);
  void note(const SDL_Event& event);
  void note(const SDL_MouseButtonEvent& event);
  void put_pointer() const;
  void put_buttons(bool shown) const;
  void put_clicks() const;
  void item_tip(std::vector<std::string> lines, float widest);
  void draw_tip(const std::vector<std::string>& texts, const Room& at);
  void forget_rest();
  void set_scale();
  void build_font();
  bool find_missing_font();

  Window& window_;
  std::optional<Font> font_, icons_;
  FindFont find_font_;
  std::deque<Font> more_fonts_;  ///< further fonts; ImGui points into them
  bool has_unshown_ = false;
  std::unique_ptr<Glyphs> glyphs_;
  float font_pixels_ = 0.0f;
  Language language_ = Language::english;
  Theme theme_ = Theme::dark, built_theme_ = Theme::light;
  float zoom_ = 1.0f;
  std::string label_;
  Room picture_;
  vec2 pointer_;
  bool pointer_left_ = false;  ///< the window
  Batch batch_;
  std::array<bool, 3> held_{};  ///< mouse buttons, by the events
  Typed typed_;
  bool has_typed_ = false;
  std::uint64_t builds_ = 0;
  int awaited_builds_ = 0;  ///< until the field that takes the keyboard has it
  bool double_clicked_ = false;
  double now_ = 0.0;
  OneShotTimer rest_;
  std::uint64_t rest_item_ = 0;
  bool rested_ = false;  ///< in this frame
  std::function<void(const Tip&)> watch_tips_;
  Room tip_room_;
};

/// Breaks a text into lines by the rules of Japanese typesetting: not before closing marks, not after opening
/// ones, and not within numbers and file names after a space. `fit`: number of bytes that fit into a line, at
/// least one character.
std::string with_line_breaks(std::string_view text, const std::function<std::size_t(std::string_view)>& fit);
/// The same for a width in points.
std::string lines_within(std::string_view text, float width);

}  // namespace mmd
