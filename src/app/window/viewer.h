#pragma once

#include <memory>
#include <optional>
#include <string>

#include <SDL.h>

#include "app/actions/parts.h"
#include "app/actions/unsaved.h"
#include "app/input/mouse.h"
#include "app/panels/ui.h"
#include "app/platform/window.h"
#include "app/stage/screen.h"

namespace mmd {

/// Loads files before they are shown, so that unusable ones change nothing. Empty: no files, or an archive to
/// choose from in the window. Hands of the options become part of the pose.
Result<std::optional<Loaded>> load_ahead(Options& options, const std::filesystem::path& bone_names);
/// Loads files for the window; the first ones are already loaded.
LoadWork load_after(std::optional<Loaded> first);
/// The event that threads with results wake the window by.
Uint32 wake_event();

/// Draws menus, open panels and overlays. Panels add requested actions to `actions`.
void draw_panels(Ui& ui, const Parts& parts, Mouse& mouse, Actions& actions);

/// The window: turns events into actions, performs them, and draws when something changed. Its parts own the
/// state. Switches are those of the options, so each key has a matching option.
class Viewer {
 public:
  /// Starts loading the options' files. `window` must outlive the viewer.
  static Result<std::unique_ptr<Viewer>> create(Window& window, const Options& options, ViewerSetup setup);
  ~Viewer();
  Viewer(const Viewer&) = delete;
  Viewer& operator=(const Viewer&) = delete;

  /// Handles events and draws if something changed. If there is nothing to do, it first waits for an event
  /// for at most `timeout_ms` (-1: without limit).
  void run_once(int timeout_ms = -1);
  bool running() const { return run_.running; }
  /// The error of the files of the command line; the viewer has stopped then.
  const std::optional<Diagnostic>& start_error() const { return run_.start_error; }

  void handle(const SDL_Event& event);
  /// Performs an action, or shows what it requires. Playback follows the clock and is not recorded; the frame
  /// where it pauses is recorded as an action.
  void perform(const Action& action);

  bool loading() const { return parts_.opened.queue.busy(); }
  bool wants_frame() const { return redraw_.wanted(); }
  std::uint64_t frames_drawn() const { return screen_.frames_drawn(); }
  /// Whether something moves, which lowers the drawing quality on a CPU.
  bool moving() const { return screen_.moving(); }
  const Scene& scene() const { return parts_.stage.scene(); }
  const Playback& playback() const { return parts_.stage.playback(); }
  const Stage& stage() const { return parts_.stage; }
  const ComparePanes& compare_panes() const { return parts_.opened.panes; }
  const BonePicker& bone_picker() const { return parts_.opened.picker; }
  const Messages& messages() const { return board_.messages(); }
  const PanelState& panels() const { return panels_; }
  Browser& browser() { return files_.browser; }
  const Inspection& inspection() const { return files_.inspection; }
  const FileChooser& chooser() const { return files_.chooser; }
  const LibraryStore& library() const { return files_.library; }
  /// The backup of an earlier window that is offered; null if there is none.
  const LeftBackup* unsaved_offer() const { return mmd::unsaved_offer(parts_.opened.queue, parts_.run); }
  /// Whether the window asks about a changed scene or an unsaved pose before it closes.
  bool asks_to_save() const {
    return parts_.opened.asks_about_scene || asked_about(parts_.stage, parts_.opened) != nullptr;
  }
  /// Whether the desktop's file dialog is open.
  bool in_dialog() const { return files_.dialog.busy(); }
  const Screen& screen() const { return screen_; }
  Ui& ui() { return ui_; }
  const Parts& parts() const { return parts_; }
  const std::string& title() const { return title_bar_.text(); }
  /// The picture without text and panels, but with the legend of a heat map.
  Result<Image> picture() {
    settle_bodies(parts_);
    return screen_.picture(setup_.font ? &*setup_.font : nullptr);
  }

 private:
  Viewer(Window& window, const Options& options, ViewerSetup setup, std::unique_ptr<Renderer> renderer);

  /// What another scene replaces. Its parts keep their addresses.
  struct Opened {
    explicit Opened(Viewer& viewer);
    Stage stage;
    OpenedScene scene;
    Mouse mouse;
  };

  void begin();
  void open_next_scene();
  bool is_for_dialog(const SDL_Event& event);
  void on_key(const SDL_KeyboardEvent& event);
  void on_drop(const SDL_DropEvent& event);
  void on_window(const SDL_WindowEvent& event);
  void perform_unguarded(const Action& action);
  void perform_all(const Actions& actions);
  void show_title();
  void perform_drags(const Actions& actions);
  void update_panels(const SDL_Event& next);
  void play_on();
  void record_pause();
  void watch_bodies();
  void watch_recording();
  bool draws_thumbnails() const;
  void show_thumbnails();
  bool show_recent_thumbnails();
  void make_room();
  void draw();

  Options start_;  ///< of the command line or the opened scene
  ViewerSetup setup_;
  Ui ui_;
  Redraw redraw_;
  MessageBoard board_;
  std::optional<Opened> opened_;
  Screen screen_;
  Drops drops_;
  FileAccess files_;
  PanelState panels_;
  TitleBar title_bar_;
  Window& window_;
  RunState run_;
  OneShotTimer tiles_;        ///< runs until new thumbnails are shown
  OneShotTimer notes_;        ///< runs until shown notes disappear
  bool panel_drags_ = false;  ///< the user drags a control of a panel: one undo step
  OneShotTimer recording_;    ///< runs until the progress of a recording is shown anew
  OneShotTimer rest_;         ///< runs until no frame was drawn for a while
  OneShotTimer drag_;         ///< runs until the user has dragged nothing for a while; then bodies settle
  const Parts parts_;         ///< references to the parts that actions use
};

}  // namespace mmd
