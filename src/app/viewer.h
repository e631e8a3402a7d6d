#pragma once

#include <memory>
#include <optional>
#include <string>

#include <SDL.h>

#include "app/actions/parts.h"
#include "app/input/mouse.h"
#include "app/panels/screen.h"
#include "app/panels/ui.h"
#include "app/stage/unsaved.h"
#include "app/window.h"

namespace mmd {

/// The window: makes actions of events, has them carried out, and draws when something changed. The state is
/// that of its parts; switches are those of the options, so that what a key does an option does too.
class Viewer {
 public:
  /// Starts to load the options' files, if there are any. `window` outlives the viewer.
  static Result<std::unique_ptr<Viewer>> create(Window& window, const Options& options, ViewerSetup setup);

  /// Handles what has happened and draws if something changed; with nothing to do, waits for an event first,
  /// at most `timeout_ms` (-1: as long as it takes).
  void run_once(int timeout_ms = -1);
  bool running() const { return run_.running; }
  /// Why the files that the program was started with could not be loaded; then it does not run any longer.
  const std::optional<Diagnostic>& start_error() const { return run_.start_error; }

  void handle(const SDL_Event& event);
  /// Does it if what it needs is there, else says so. What a motion does by itself is the clock's; where it
  /// pauses is recorded as an action.
  void perform(const Action& action);

  bool loading() const { return queue_.busy(); }
  bool wants_frame() const { return redraw_.wanted(); }
  std::uint64_t frames_drawn() const { return screen_.frames_drawn(); }
  /// Whether something moves, so that pictures come in time rather than finely.
  bool moving() const { return screen_.moving(); }
  const Scene& scene() const { return stage_.scene(); }
  const Playback& playback() const { return stage_.playback(); }
  const Stage& stage() const { return stage_; }
  const ComparePanes& compare_panes() const { return panes_; }
  const BonePicker& bone_picker() const { return picker_; }
  const Messages& messages() const { return board_.messages(); }
  const PanelState& panels() const { return panels_; }
  Browser& browser() { return browser_; }
  const Inspection& inspection() const { return inspection_; }
  const FileChooser& chooser() const { return chooser_; }
  const LibraryStore& library() const { return library_; }
  /// What an earlier window left unsaved and is offered; null: nothing.
  const LeftPose* unsaved_offer() const { return mmd::unsaved_offer(parts_); }
  /// Whether the window asks what to do with a pose that is not saved.
  bool asks_to_save() const { return asked_about(parts_) != nullptr; }
  /// Whether the desktop's dialog is open.
  bool in_dialog() const { return dialog_.busy(); }
  const Screen& screen() const { return screen_; }
  const std::string& title() const { return title_bar_.text(); }
  /// What is seen, without text and panels (but with the legend of a heat map).
  Result<Image> picture() {
    settle_bodies(parts_);
    return screen_.picture(setup_.font ? &*setup_.font : nullptr);
  }

 private:
  Viewer(Window& window, const Options& options, ViewerSetup setup, std::unique_ptr<Renderer> renderer);

  void on_key(const SDL_KeyboardEvent& event);
  void on_drop(const SDL_DropEvent& event);
  void on_window(const SDL_WindowEvent& event);
  void perform_unguarded(const Action& action);
  void perform_all(const Actions& actions);
  void show_title();
  void perform_drags(const Actions& actions);
  void play_on();
  void record_pause();
  void watch_bodies();
  bool draws_thumbnails() const;
  void show_thumbnails();
  void make_room();
  void draw();

  const Options start_;
  const ViewerSetup setup_;
  Ui ui_;
  Redraw redraw_;
  MessageBoard board_;
  Stage stage_;
  ComparePanes panes_;
  BonePicker picker_;
  Screen screen_;
  LoadQueue queue_;
  Drops drops_;
  PoseSteps pose_steps_;
  Inspection inspection_;
  LibraryStore library_;
  FileChooser chooser_;
  BackgroundTask<DialogOutcome> dialog_;
  PanelState panels_;
  Browser browser_;
  TitleBar title_bar_;
  Mouse mouse_;
  RunState run_;
  OneShotTimer tiles_;        ///< runs until the browser's new pictures are shown
  bool panel_drags_ = false;  ///< a control of a panel is held, and what it changes is one step
  Autosaves autosaves_;
  OnionSkins onion_skins_;
  HotReload hot_reload_;
  OneShotTimer rest_;  ///< runs until no frame was drawn for a while
  OneShotTimer drag_;  ///< runs until nothing that bodies wait for has been dragged for a while
  const Parts parts_;  ///< all of them but what only events reach
};

}  // namespace mmd
