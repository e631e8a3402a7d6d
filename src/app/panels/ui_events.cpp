// Events for Dear ImGui, in their order: versions before 1.87 read the state of keys and buttons once a
// picture.
#include <imgui.h>
#include <imgui_internal.h>  // the active field
#if __has_include(<imgui_impl_sdl2.h>)
#include <imgui_impl_sdl2.h>  // since 1.89
#else
#include <imgui_impl_sdl.h>
#endif

#include <algorithm>

#include "app/panels/ui.h"

namespace mmd {
namespace {

/// The number of a mouse button in Dear ImGui; 3 for others.
std::size_t button_of(const SDL_MouseButtonEvent& event) {
  constexpr std::array<Uint8, 3> buttons = {SDL_BUTTON_LEFT, SDL_BUTTON_RIGHT, SDL_BUTTON_MIDDLE};
  const auto* at = std::find(buttons.begin(), buttons.end(), event.button);
  return static_cast<std::size_t>(at - buttons.begin());
}

/// Whether a key only types a character, which comes as an event of its own.
bool is_character(const SDL_Keysym& key) {
  const bool held = (key.mod & (KMOD_CTRL | KMOD_GUI)) != 0 && (key.mod & KMOD_ALT) == 0;
  return !held && key.sym >= SDLK_SPACE && key.sym != SDLK_DELETE && (key.sym & SDLK_SCANCODE_MASK) == 0;
}

/// Whether a text field is active.
bool is_typing() {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  return context.ActiveId != 0 && context.ActiveId == context.InputTextState.ID;
}

/// The SDL backend reads the modifiers of now, not those of the event.
void put_modifiers(const SDL_KeyboardEvent& key) {
#if IMGUI_VERSION_NUM < 18700
  ImGuiIO& io = ImGui::GetIO();
  io.KeyCtrl = (key.keysym.mod & KMOD_CTRL) != 0;
  io.KeyShift = (key.keysym.mod & KMOD_SHIFT) != 0;
  io.KeyAlt = (key.keysym.mod & KMOD_ALT) != 0;
#else
  static_cast<void>(key);
#endif
}

/// Whether the pointer is outside the window after an event. A control that the mouse holds still follows it.
bool is_outside_after(const SDL_Event& event, bool before, bool held) {
  switch (event.type) {
    case SDL_MOUSEMOTION:
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
      return false;
    case SDL_WINDOWEVENT:
      if (event.window.event == SDL_WINDOWEVENT_LEAVE) return !held;
      return before && event.window.event != SDL_WINDOWEVENT_ENTER;
    default:
      return before;
  }
}

}  // namespace

void Ui::handle(const SDL_Event& event) {
  ImGui_ImplSDL2_ProcessEvent(&event);
  if (event.type == SDL_KEYDOWN || event.type == SDL_KEYUP) put_modifiers(event.key);
  pointer_ = pointer_after(event, pointer_);
  const bool held = std::find(held_.begin(), held_.end(), true) != held_.end();
  pointer_left_ = is_outside_after(event, pointer_left_, held);
  note(event);
}

void Ui::note(const SDL_Event& event) {
  switch (event.type) {
    case SDL_KEYDOWN:
      batch_.keys |= !wants_text() || !is_character(event.key.keysym);
      return;
    case SDL_KEYUP:  // so that the next press is another one
      batch_.keys |= wants_text() && !is_character(event.key.keysym);
      return;
    case SDL_TEXTINPUT:
      batch_.text = true;
      return;
    case SDL_MOUSEMOTION:
      batch_.drags |= std::find(held_.begin(), held_.end(), true) != held_.end();
      return;
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
      return note(event.button);
    case SDL_WINDOWEVENT:
      if (event.window.event == SDL_WINDOWEVENT_FOCUS_LOST) held_ = {};
      return;
    default:
      return;
  }
}

void Ui::note(const SDL_MouseButtonEvent& event) {
  batch_.buttons = true;
  const std::size_t button = button_of(event);
  if (button >= held_.size()) return;
  held_[button] = event.type == SDL_MOUSEBUTTONDOWN;
  if (!held_[button]) return;
  batch_.pressed[button] = true;
  batch_.clicks[button] = event.clicks;
  double_clicked_ |= button == 0 && event.clicks == 2;
}

bool Ui::must_update_before(const SDL_Event& event) const {
  const bool awaits = awaited_builds_ > 0 && !wants_text();
  switch (event.type) {
    case SDL_KEYDOWN:
      return batch_.buttons || batch_.keys || awaits || (batch_.text && !is_character(event.key.keysym));
    case SDL_TEXTINPUT:
      return batch_.buttons || batch_.keys || awaits;
    case SDL_KEYUP:
      return batch_.keys && wants_text();
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
      return batch_.buttons || batch_.keys || batch_.text || batch_.drags;
    case SDL_MOUSEMOTION:
    case SDL_MOUSEWHEEL:
      return batch_.buttons;
    default:
      return false;
  }
}

/// Sets the buttons by the events. What the display says is of now: in the last build before a picture it
/// also tells of a release whose event was lost.
void Ui::put_buttons(bool shown) const {
#if IMGUI_VERSION_NUM < 18700
  ImGuiIO& io = ImGui::GetIO();
  for (std::size_t i = 0; i < held_.size(); ++i)
    io.MouseDown[i] = batch_.pressed[i] || (held_[i] && (io.MouseDown[i] || !shown));
#else
  static_cast<void>(shown);
#endif
}

/// Dear ImGui measures double clicks by the times of pictures, SDL by those of the events.
void Ui::put_clicks() const {
  ImGuiIO& io = ImGui::GetIO();
  for (std::size_t i = 0; i < batch_.clicks.size(); ++i) {
    const std::uint8_t clicks = batch_.clicks[i];
    if (!io.MouseClicked[i] || clicks == 0) continue;
    io.MouseClickedCount[i] = io.MouseClickedLastCount[i] = clicks;
    io.MouseDoubleClicked[i] = clicks == 2;
  }
}

bool Ui::wants_text() const {
  return is_typing();
}

bool Ui::typing_changes() const {
  return is_typing() != ImGui::GetIO().WantTextInput;
}

bool Ui::counts(std::uint32_t control, std::span<float> numbers, std::span<const float> before,
                bool changed) {
  const std::uint32_t field = is_typing() ? ImGui::GetCurrentContext()->ActiveId : 0;
  if (changed && field != 0) {
    typed_ = {control, field, {numbers.begin(), numbers.end()}, builds_};
    std::copy(before.begin(), before.end(), numbers.begin());
    return false;
  }
  if (typed_.control != control) return changed;
  const Typed left = std::exchange(typed_, {});
  const bool cancelled = ImGui::IsKeyPressed(ImGui::GetKeyIndex(ImGuiKey_Escape));
  const bool was_left = field != left.field && builds_ - left.build <= 1 && !cancelled;
  if (!changed && !was_left) return false;
  // Enter gives the numbers in the same build.
  if (!changed) std::copy(left.numbers.begin(), left.numbers.end(), numbers.begin());
  has_typed_ = true;
  return true;
}

}  // namespace mmd
