#pragma once

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

#include "app/panels/docks.h"
#include "app/panels/theme.h"
#include "app/text/ui_strings.h"
#include "app/window.h"
#include "base/math.h"
#include "commands/output/font.h"

namespace mmd {

/// Where the pointer is after an event of the window, in its points, if it was at `before`.
vec2 pointer_after(const SDL_Event& event, const vec2& before);

/// Dear ImGui on a window: one at a time, for as long as the window lives. Panels are functions that draw
/// with ImGui and write text through `text`, so that the font gets the characters they use.
class Ui {
 public:
  /// A font that has characters which the others lack; null: there is none.
  using FindFont = std::function<std::optional<Font>(std::span<const char32_t> characters)>;
  /// `font`: null for ImGui's own, which has Latin letters only. `find_font`: for what it lacks, such as
  /// Chinese names; may be empty.
  Ui(Window& window, std::optional<Font> font, FindFont find_font = {});
  ~Ui();
  Ui(const Ui&) = delete;
  Ui& operator=(const Ui&) = delete;

  void handle(const SDL_Event& event);
  /// Whether a panel is under the pointer, as of the last frame.
  bool wants_mouse() const;
  /// Whether a panel that takes the mouse is at that place of the window, as of the last frame.
  bool over_panel(const vec2& point) const;
  /// Whether the left button was pressed twice since the last frame, by the times of the events: slow frames
  /// do not tear a double click apart.
  bool double_clicked() const { return double_clicked_; }
  /// Whether characters were written that no font has. Once.
  bool take_unshown() { return std::exchange(has_unshown_, false); }
  /// Whether someone is typing into a field, as of the last frame.
  bool wants_text() const;
  /// Whether a field was entered or left in the last frame, which counts from the next on.
  bool typing_changes() const;

  /// Whether a control of a panel is held by the mouse, as of the last frame.
  bool holds_control() const;

  /// Draws `panels` into the framebuffer that is bound, over what is there.
  void draw(const std::function<void()>& panels);

  enum class Wrap { at_edge, never };
  /// Writes UTF-8, on as many lines as the panel's width makes of it.
  void text(std::string_view utf8, Tone tone = Tone::normal, Wrap wrap = Wrap::at_edge);
  void text(const LocalizedText& words, Tone tone = Tone::normal, Wrap wrap = Wrap::at_edge) {
    text(words.in(language_), tone, wrap);
  }
  /// UTF-8 for a control of ImGui's that takes text itself, so that the font gets its characters.
  const char* known(const std::string& utf8);
  /// The same of a name that someone else gave, as the label of a control: whole, where ImGui leaves out what
  /// follows "##" (the second of two # is drawn as ＃). Until the next call.
  const char* name_label(std::string_view utf8);
  /// The same of words in the language that is shown, as the label of a control, which stays the same control
  /// in another language. Until the next call.
  const char* label(const LocalizedText& words);
  /// For the control that was drawn last, while the pointer is on it: what it is, and the option that does
  /// the same.
  void tooltip(const ui_strings::Control& control);

  /// For the same: lines of which the first stands out; empty ones are left out.
  void line_tooltip(const std::vector<std::string>& lines);

  /// For a field: keys go to the next one that is drawn.
  void type_into_next();

  /// What is shown from now on.
  void set_language(Language language) { language_ = language; }
  Language language() const { return language_; }
  std::string_view word(const LocalizedText& words) const { return words.in(language_); }
  void set_theme(Theme theme) { theme_ = theme; }
  /// The size of text and all that goes by it, times the screen's own.
  void set_zoom(float zoom) { zoom_ = zoom; }
  Theme theme() const { return theme_; }
  /// After drawing: keys reach fields as text while one is being typed into, and only then.
  void follow_text_input();
  /// Writes one line in a box over the picture, behind all panels. `align`: which part of the box lies
  /// at `at`, (0, 0) its top left and (1, 1) its bottom right corner; it is moved where it would leave the
  /// picture.
  void tag(std::string_view utf8, const vec2& at, const vec2& align, std::uint32_t colour = 0xffffffff,
           std::uint32_t box = 0xbe0f0f0f);
  /// A box over the picture, to be seen through.
  void draw_box(const vec2& a, const vec2& b);
  /// Where the picture lies, for this frame: what is written over it stays there.
  void set_picture(const Room& room) { picture_ = room; }
  const Room& picture() const { return picture_; }
  /// Where the pointer is: as the window's events say, which some servers send while a button is held to
  /// those who wait for events alone.
  const vec2& pointer() const { return pointer_; }
  /// The height of a line of text, in the window's points.
  float unit() const;
  /// That of the menus' bar, as of the last frame or, before it, as it will be.
  float menu_bar_height() const;
  /// In its points.
  Extent window_size() const { return window_.size(); }
  /// Whether a menu was open.
  bool close_menus();
  /// For this frame: what is under the pointer can be dragged sideways.
  void show_resize_cursor();
  /// The size of such a box.
  vec2 tag_size(std::string_view utf8);

 private:
  struct Glyphs;
  void build(const std::function<void()>& panels);
  void set_scale();
  void build_font();
  bool find_missing_font();

  Window& window_;
  std::optional<Font> font_;
  FindFont find_font_;
  std::deque<Font> more_fonts_;  ///< for what `font_` lacks; ImGui points into them
  bool has_unshown_ = false;
  std::unique_ptr<Glyphs> glyphs_;
  float font_pixels_ = 0.0f;
  Language language_ = Language::english;
  Theme theme_ = Theme::dark, built_theme_ = Theme::light;
  float zoom_ = 1.0f;
  std::string label_;
  Room picture_;
  vec2 pointer_;
  bool double_clicked_ = false;
};

/// The text with line feeds where it has to go on in the next line: not before closing brackets and stops, as
/// Japanese is set, nor within numbers and names of files if there is a space before. `fit`: how many bytes
/// of a text go into a line, at least one character of it.
std::string with_line_breaks(std::string_view text, const std::function<std::size_t(std::string_view)>& fit);

}  // namespace mmd
