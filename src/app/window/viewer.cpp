#include "app/window/viewer.h"

#include <algorithm>
#include <utility>

#include "app/actions/action_table.h"
#include "app/actions/handlers.h"
#include "app/actions/parts.h"
#include "app/actions/unsaved.h"
#include "app/panels/panels.h"
#include "app/platform/desktop.h"
#include "app/platform/owner_window.h"
#include "app/text/ui_messages.h"
#include "assets/file_set.h"
#include "base/errors.h"

namespace mmd {
namespace {

/// Seconds without dragging until bodies settle.
constexpr double drag_rests_after = 0.2;
/// Seconds that notes are shown over the picture.
constexpr double notes_are_shown_for = 4.0, offers_are_shown_for = 12.0;
/// Seconds between two looks at a recording.
constexpr double recording_is_shown_every = 0.5;
/// Seconds without a frame until freed memory returns to the system.
constexpr double rests_after = 3.0;
/// Seconds per frame for drawing thumbnails, and between two frames with new thumbnails.
constexpr double thumbnails_per_frame = 0.02, tiles_every = 0.1;

}  // namespace

void Viewer::run_once(int timeout_ms) {
  SDL_Event event;
  const double now = setup_.now();
  int wait = parts_.opened.backup.wait(now, timeout_ms);
  parts_.stage.set_clock(now);
  wait = panels_.key_hint.wait(now, panels_.hover.wait(now, screen_.wait(wait)));
  wait = drag_.wait(now, tiles_.wait(now, notes_.wait(now, ui_.rest().wait(now, wait))));
  wait = parts_.run.looks_again.wait(now, wait);
  wait = recording_.wait(now, rest_.wait(now, opened_->mouse.wait(now, wait)));
  if (draws_thumbnails() || parts_.stage.bodies_swing() || handlers::moves_t_pose(parts_)) wait = 0;
  int there = wants_frame() ? SDL_PollEvent(&event) : SDL_WaitEventTimeout(&event, wait);
  for (; there != 0; there = SDL_PollEvent(&event)) {
    handle(event);
    if (event.type == SDL_DROPFILE || event.type == SDL_DROPTEXT) SDL_free(event.drop.file);
  }
  if (files_.hot_reload.take()) perform({ActionId::reload_files});
  const bool hint_ends = panels_.key_hint.ends(setup_.now());
  if (ui_.rest().ends(setup_.now()) || hint_ends) redraw_.panels();
  if (board_.take_news())
    notes_.start(setup_.now(), board_.answer() ? offers_are_shown_for : notes_are_shown_for);
  if (notes_.ends(setup_.now())) board_.hide_notes();
  if (panels_.hover.ends(setup_.now())) perform({ActionId::preview_entry, panels_.tools.hovered_pose});
  if (screen_.comes_to_rest()) redraw_.picture();
  perform_all(opened_->mouse.end_nudge_after_rest(setup_.now()));
  perform_all(opened_->mouse.drag(parts_));
  handlers::go_on_with_t_pose(parts_);
  watch_bodies();
  watch_recording();
  write_unsaved_if_due(parts_);
  if (parts_.run.looks_again.ends(setup_.now())) {
    find_left(parts_.run, parts_.opened.backup);
    redraw_.panels();
  }
  show_thumbnails();
  if (running() && playback().playing()) play_on();
  handlers::follow_sound(parts_);
  if (!running()) return;
  if (wants_frame()) {
    draw();
    rest_.start(setup_.now(), rests_after);
  } else if (rest_.ends(setup_.now())) {
    screen_.free_working_memory();
  }
}

/// Lets the panels take the events before `next`, which may lead to another field or menu.
void Viewer::update_panels(const SDL_Event& next) {
  constexpr int most = 4;  // a field that takes the keyboard has it after three
  for (int i = 0; i < most && running() && frames_drawn() > 0 && ui_.must_update_before(next); ++i) {
    Actions actions;
    ui_.update([&] { draw_panels(ui_, parts_, opened_->mouse, actions); });
    // Switching text input off would drop the characters that are still to come.
    if (ui_.wants_text()) ui_.follow_text_input();
    if (!actions.empty() || ui_.wants_text()) redraw_.panels();
    perform_drags(actions);
  }
}

Viewer::~Viewer() {
  files_.dialog.give_up();
  // A dialog of Windows closes only while the window that owns it handles messages.
  while (files_.dialog.busy()) {
    SDL_PumpEvents();
    if (!files_.dialog.take()) SDL_Delay(1);
  }
}

/// While the desktop's dialog is open, the window takes clicks on its own notice only.
bool Viewer::is_for_dialog(const SDL_Event& event) {
  if (!in_dialog()) return false;
  if (event.type == SDL_MOUSEBUTTONDOWN) {
    raise_dialogs(screen_.window().handle(), *run_.dialog_process);
    update_panels(event);
    ui_.handle(event);
    redraw_.panels();
  }
  return event.type == SDL_KEYDOWN || event.type == SDL_TEXTINPUT || event.type == SDL_TEXTEDITING ||
         event.type == SDL_MOUSEBUTTONDOWN || event.type == SDL_MOUSEWHEEL;
}

void Viewer::handle(const SDL_Event& event) {
  if (is_for_dialog(event)) return;
  update_panels(event);
  ui_.handle(event);
  if (event.type == SDL_MOUSEBUTTONDOWN) panels_.tools.browser_has_keys = false;
  if (event.type == wake_event()) {
    take_arrivals(parts_);
    perform_all(handlers::take_dialog(parts_));
    return show_title();
  }
  switch (event.type) {
    case SDL_QUIT:
      return perform({ActionId::quit});
    case SDL_KEYDOWN:
      return on_key(event.key);
    case SDL_WINDOWEVENT:
      return on_window(event.window);
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
    case SDL_MOUSEMOTION:
    case SDL_MOUSEWHEEL:
      return perform_all(opened_->mouse.handle(event, parts_, ui_));
    case SDL_DROPBEGIN:
    case SDL_DROPFILE:
    case SDL_DROPTEXT:
    case SDL_DROPCOMPLETE:
      return on_drop(event.drop);
    default:
      return;
  }
}

void Viewer::on_key(const SDL_KeyboardEvent& event) {
  perform_all(opened_->mouse.end_nudge());
  if (ui_.wants_text() && is_for_text(event.keysym)) return redraw_.panels();
  if (asks_to_save()) {
    if (event.repeat == 0) perform_all(closing_answers(event.keysym, parts_.opened.asks_about_scene));
    return;
  }
  if (event.keysym.sym == SDLK_ESCAPE && ui_.close_menus()) return redraw_.panels();
  Actions asked;
  if (opened_->mouse.type(event.keysym.sym, parts_, asked)) return perform_all(asked);
  const ActionRow* row = setup_.keys.row_for(event.keysym);
  // Enter elsewhere must not put a pose over the user's own.
  if (row != nullptr && row->id == ActionId::open_at_cursor && !panels_.tools.browser_has_keys) return;
  if (row != nullptr && (event.repeat == 0 || row->key.repeats)) perform({row->id});
}

void Viewer::on_drop(const SDL_DropEvent& event) {
  if (event.type == SDL_DROPTEXT) return board_.say(ui_messages::was_text);
  if (auto files = drops_.take(event))
    perform({shift_is_held() ? ActionId::open_over : ActionId::open_files, std::move(*files)});
}

void Viewer::on_window(const SDL_WindowEvent& event) {
  switch (event.event) {
    case SDL_WINDOWEVENT_FOCUS_LOST:  // perhaps to the dialog
      if (in_dialog()) take_dialogs(screen_.window().handle(), *run_.dialog_process);
      return;
    case SDL_WINDOWEVENT_SHOWN:
    case SDL_WINDOWEVENT_EXPOSED:
    case SDL_WINDOWEVENT_RESTORED:
      return redraw_.picture();
    case SDL_WINDOWEVENT_LEAVE:  // what was under the pointer is not any longer
    case SDL_WINDOWEVENT_SIZE_CHANGED:
      return redraw_.panels();
    case SDL_WINDOWEVENT_CLOSE:
      return perform({ActionId::quit});
    default:
      return;
  }
}

void Viewer::perform(const Action& action) {
  try {
    perform_unguarded(action);
  } catch (...) {
    board_.refuse(error_caught("do that", "that cannot be done"));
  }
}

void Viewer::perform_unguarded(const Action& action) {
  const ActionRow& row = row_of(action.id);
  if (asks_to_save() && !answers_closing(action.id)) return;
  const bool goes_on = handlers::shows_t_pose(panels_) && keeps_t_pose(action.id);
  if (ends_preview(action.id) && !goes_on && is_on(panels_.tools.previewed))
    perform({ActionId::preview_entry, std::string()});
  if (!is_available(row, parts_.stage)) return board_.say(what_to_do(row.needs));
  if (playback().playing() && is_edit(action.id)) perform({ActionId::toggle_playing});
  if (is_edit(action.id) || action.id == ActionId::begin_gesture) panels_.tools.browser_has_keys = false;
  setup_.record(action);
  const bool played = playback().playing();
  row.perform(parts_, action.value);
  redraw_.panels();
  if (parts_.opened.next_scene.is_due) return open_next_scene();
  handlers::keep_looking(parts_);
  if (is_on(panels_.tools.previewed)) return;  // nothing that would be kept has changed
  if (played && !playback().playing()) record_pause();
  parts_.stage.note_look(std::string(row.name.in(panels_.language)));
  follow_unsaved(parts_);
  show_title();
}

/// A previewed pose needs no backup.
void Viewer::show_title() {
  if (!is_on(panels_.tools.previewed))
    title_bar_.show(parts_.stage, scene_words(parts_.start, parts_.opened));
}

void Viewer::perform_all(const Actions& actions) {
  for (const Action& action : actions) perform(action);
}

void Viewer::play_on() {
  parts_.stage.playback().advance(parts_.opened.sound.now(setup_.now()));
  handlers::show_frame(parts_, Pace::play);
  if (playback().playing()) return;
  record_pause();
  show_title();
  redraw_.panels();
}

/// The frame depends on the clock, as do the bodies if pictures were late; the recorded frame resets them.
void Viewer::record_pause() {
  if (!parts_.stage.played_from()) refresh(parts_, Dirty::pose);
  setup_.record({ActionId::go_to_played_frame,
                 PlayedFrames{parts_.stage.played_from().value_or(0.0), playback().frame()}});
}

/// Settles the scene after a drag.
void Viewer::watch_bodies() {
  if (parts_.stage.take_drag()) return drag_.start(setup_.now(), drag_rests_after);
  if (parts_.stage.bodies_swing()) {
    refresh(parts_, Dirty::pose, Pace::swing_on);
    if (!parts_.stage.bodies_swing()) settle_bodies(parts_);
    return;
  }
  if (drag_.ends(setup_.now())) settle_bodies(parts_);
}

/// Shows how far a recording is, and its end.
void Viewer::watch_recording() {
  std::unique_ptr<Recording>& recording = run_.recording;
  if (!recording) return recording_.stop();
  if (recording_.runs() && !recording_.ends(setup_.now())) return;
  redraw_.panels();
  if (!recording->has_ended()) return recording_.start(setup_.now(), recording_is_shown_every);
  handlers::end_recording(parts_);
}

/// Whether thumbnails can be drawn now. Movement has priority.
bool Viewer::draws_thumbnails() const {
  if (screen_.moving()) return false;
  return (panels_.shown(Panel::browser) && files_.browser.has_ready()) || files_.pictures.has_wanted() ||
         (!parts_.stage.document() && files_.recents.has_ready());
}

/// Draws thumbnails of recent models on the start page.
bool Viewer::show_recent_thumbnails() {
  if (parts_.stage.document() || setup_.library.recent().empty()) return false;
  files_.recents.set_side(thumbnail_side(screen_.text_scale()));
  const bool news = files_.recents.take_news();
  const auto draw = [this](const Scene& scene, int side) { return screen_.small_picture(scene, side); };
  return files_.recents.draw_pictures(draw, thumbnails_per_frame, setup_.now) || news;
}

/// Takes results of the browser and draws some thumbnails without delaying the window.
void Viewer::show_thumbnails() {
  files_.browser.set_model(parts_.stage.document());
  files_.browser.set_side(thumbnail_side(screen_.text_scale() * panels_.tools.thumbnail_scale));
  bool news = files_.browser.take_news();
  const auto draw = [this](const Scene& scene, int side) { return screen_.small_picture(scene, side); };
  if (draws_thumbnails()) news |= files_.browser.draw_pictures(draw, thumbnails_per_frame, setup_.now);
  files_.pictures.set_model(parts_.stage.document());
  const bool pictured = draws_thumbnails() && files_.pictures.has_wanted();
  if (pictured)
    files_.pictures.draw(draw, thumbnail_side(screen_.text_scale()), thumbnails_per_frame, setup_.now);
  if (const auto sheet = files_.browser.take_sheet()) handlers::write_contact_sheet(parts_, *sheet);
  const bool shown = pictured || (news && panels_.shown(Panel::browser)) || show_recent_thumbnails();
  if (shown && !tiles_.runs()) tiles_.start(setup_.now(), tiles_every);
  if (tiles_.ends(setup_.now())) redraw_.once();
}

/// The picture gets the space left by menus and docks.
void Viewer::make_room() {
  Room room = plan_docks(room_between_bars(ui_, panels_), ui_.unit(), shown_dock_sizes(parts_, ui_.unit()),
                         open_docks(panels_), folded_dock_size(ui_.unit(), panels_))
                  .picture;
  room.top = std::min(room.top + panels_.offer_height, room.bottom);
  run_.reference_room = room;
  if (run_.reference.is_beside()) {
    run_.reference_room = ReferenceView::beside_of(room);
    room.right = run_.reference_room.left;
  }
  const PictureFile& file = panels_.picture_file;
  const bool changed =
      screen_.set_room(room, file.has_size() ? Extent{file.width, file.height} : Extent(), file.overlays);
  if (changed && parts_.stage.camera_is_fitted()) frame_camera(parts_);
}

void Viewer::draw() {
  window_.note_size();
  make_room();
  if (!screen_.draw(redraw_.begin_frame())) return;
  Actions actions;
  ui_.set_time(setup_.now());
  ui_.draw([&] { draw_panels(ui_, parts_, opened_->mouse, actions); });
  ui_.follow_text_input();
  if (ui_.typing_changes()) redraw_.once();
  if (ui_.take_unshown() && setup_.font) {
    const Diagnostic note = make_warning("no installed font has some of the characters: they appear as \"?\"",
                                         "install a font, for example the package fonts-noto-cjk");
    board_.add(note);
  }
  perform_drags(actions);
  screen_.present();
}

/// Performs actions of panels. Changes during the drag of a control are one undo step.
void Viewer::perform_drags(const Actions& actions) {
  // A typed number is a step of its own, even if a press on another control has ended the typing.
  const bool held = ui_.holds_control() && !ui_.take_typed();
  for (const Action& action : actions) {
    const bool begins = held && !panel_drags_ && parts_.stage.figure() != nullptr && joins_gesture(action.id);
    if (begins) {
      panel_drags_ = true;
      perform({ActionId::begin_gesture});
    }
    // A cancelled drag, or one interrupted by another model, stays over until the control is released.
    const bool goes_on = parts_.stage.in_gesture();
    if (panel_drags_ && !goes_on && joins_gesture(action.id)) continue;
    perform(action);
  }
  if (held || !std::exchange(panel_drags_, false)) return;
  perform({ActionId::end_gesture});
}

}  // namespace mmd
