#pragma once

#include <array>
#include <chrono>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <SDL.h>

#include "app/action.h"
#include "app/bone_picker.h"
#include "app/camera_control.h"
#include "app/compare_panes.h"
#include "app/lapse.h"
#include "app/load_queue.h"
#include "app/message_board.h"
#include "app/morph_panel.h"
#include "app/panels.h"
#include "app/pose_folder.h"
#include "app/redraw.h"
#include "app/scene_panel.h"
#include "app/stage.h"
#include "app/ui.h"
#include "app/window.h"
#include "document/loader.h"
#include "render/renderer.h"
#include "render/window_canvas.h"

namespace mmd {

/// What stands around the viewer and is swapped in tests.
struct ViewerSetup {
  LoadWork load = load_files;
  std::optional<Font> font;  ///< null: ImGui's own, with a note that Japanese cannot be shown
  std::function<void(const Diagnostic&)> report = [](const Diagnostic&) {};  ///< for the terminal
  std::function<void(const Action&)> record = [](const Action&) {};          ///< what was performed
  std::vector<std::string> sample;  ///< shown if the options name no files; may be empty
  /// Seconds, for playing motions.
  std::function<double()> now = [] {
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
  };
};

/// The window's state and what its events do to it: changes the scene and asks the renderer to draw it. The
/// switches are those of the options, so that what a key does an option does too.
class Viewer {
 public:
  /// Starts to load the options' files, if there are any. `window` outlives the viewer.
  static Result<std::unique_ptr<Viewer>> create(Window& window, const Options& options, ViewerSetup setup);

  void handle(const SDL_Event& event);
  /// Handles what has happened and draws if something changed; with nothing to do, waits for an event first,
  /// at most `timeout_ms` (-1: as long as it takes).
  void turn(int timeout_ms = -1);
  bool running() const { return running_; }
  /// Why the files that the program was started with could not be loaded; then it does not run any longer.
  const std::optional<Diagnostic>& start_error() const { return start_error_; }

  bool loading() const { return queue_.busy(); }
  bool wants_frame() const { return redraw_.wanted(); }
  std::uint64_t frames_drawn() const { return frames_drawn_; }
  const Scene& scene() const { return stage_.scene(); }
  const Messages& messages() const { return board_.messages(); }
  bool scene_panel_shown() const { return scene_panel_; }
  bool morph_panel_shown() const { return morph_panel_; }
  bool help_shown() const { return help_shown_; }
  /// Whether something moves, so that pictures come in time rather than finely.
  bool moving() const { return playback().playing() || movement_.runs(); }
  bool key_hint_shown() const { return key_hint_.runs(); }
  const ComparePanes& compare_panes() const { return panes_; }
  /// What the window shows side by side, with the place of each in the framebuffer.
  std::vector<Pane> panes() const;
  /// The bones whose joint is under the pointer, the uppermost first, while bones are shown.
  const std::vector<std::int32_t>& hovered_bones() const { return picker_.hovered(); }
  bool bone_names_shown() const { return picker_.names_shown(); }
  /// The joints that are seen in a pane, in the window's points; none unless bones are shown.
  std::vector<BonePlace> bone_places(const Pane& pane) const;
  const std::string& title() const { return title_; }
  const Playback& playback() const { return stage_.playback(); }
  /// What is seen, without text and panels (but with the legend of a heat map), in the window's size.
  Result<Image> picture();

  /// Does it if what it needs is there, else says so. What a motion does by itself is the clock's; where it
  /// pauses is recorded as an action.
  void perform(const Action& action);
  SceneView scene_view() const;

  // What actions do (action_table.cpp).
  void set_view(View view);
  void toggle_face_and_bust();
  void reset_camera();
  void step_pose(int step);
  void toggle_rest_pose();
  void toggle_playing();
  void toggle_repeat();
  void step_frame(int step);
  void go_to_start();
  void go_to_end();
  void toggle_motion_camera();
  void toggle_append();
  void toggle_ik();
  void toggle_edges();
  void toggle_bones();
  void toggle_bone_names();
  void cycle_compare();
  void toggle_scene_panel();
  void toggle_morph_panel();
  void toggle_help();
  void save_picture();
  void escape();
  void open_files(const std::vector<std::string>& files) { load(files); }
  void set_camera(const MmdCamera& camera);
  void move_camera(const Camera& camera);
  void set_look(const RenderSettings& look);
  void set_light(const LightChoice& light);
  void set_evaluation(const EvaluationChoice& evaluation);
  void set_compare_mode(CompareMode mode);
  /// As --compare has it; starts to compare if need be.
  void set_compared(const std::string& what);
  void move_divider(double to);
  void set_morph(const MorphWeight& morph);
  void reset_morphs();
  void go_to_frame(double frame);
  void select_bone(std::int32_t bone);
  void quit() { running_ = false; }

 private:
  Viewer(Window& window, const Options& options, ViewerSetup setup);

  void on_key(const SDL_KeyboardEvent& event);
  void on_mouse(const SDL_Event& event);
  void note_pointer(const SDL_Event& event);
  bool panels_take(const SDL_Event& event);
  bool near_divider(const vec2& pointer) const;
  bool drag_divider(const SDL_Event& event);
  bool ends_click(const SDL_Event& event);
  void click();
  void update_cursor();
  void update_hovered();
  float pixels_per_point() const;
  std::vector<std::int32_t> bones_under(const vec2& point) const;
  void draw_bone_texts();
  void on_drop(const SDL_DropEvent& event);
  void on_window(const SDL_WindowEvent& event);

  using Origin = LoadQueue::Origin;
  void load(std::vector<std::string> files, Origin origin = Origin::given);
  void prepare(LoadRequest& request) const;
  void poll_loaders();
  void poll_files();
  void poll_textures();
  void show(Loaded&& loaded);
  void show_textures(Loaded&& loaded);
  Result<void> find_named(bool first_model);
  Messages news_of(const Loaded& loaded) const;
  void say(std::string text) { board_.say(std::move(text)); }
  /// `option` is one of the stage's choices; `level`: what it reaches.
  void toggle(bool& option, const char* name, Dirty level);
  /// Brings what is shown up to date after a change of that level.
  void changed(Dirty level);
  const Document* document() const { return stage_.document().get(); }
  /// "POSE + MOTION"; empty in rest pose.
  std::string shown_pose_name() const;
  void frame_camera();
  void show_frame();
  /// The frame that the user has chosen.
  void show_chosen_frame();
  void play_on();
  void record_pause();
  void chosen_by_hand(Dirty level);
  int wait_while_playing() const;
  bool is_sample(const std::string& file) const;
  void update_title();
  void draw();
  void draw_scene();
  /// The camera or the model was moved by hand.
  void note_movement();
  void draw_over_picture();
  /// All but those at the sides, for which it returns the room.
  Room draw_panels(Actions& actions);
  void list_poses_to_compare();
  void panels_changed() { redraw_.panels(); }
  void scene_changed() { redraw_.picture(); }

  Window& window_;
  const Options start_;  ///< as on the command line
  ViewerSetup setup_;
  std::unique_ptr<Renderer> renderer_;
  WindowCanvas canvas_;
  const bool drawn_by_cpu_;
  Ui ui_;
  Redraw redraw_;
  MessageBoard board_;
  LoadQueue queue_;
  Drops drops_;
  Uint32 wake_event_;
  CameraControl camera_control_;
  vec2 pointer_{-1.0f};     ///< where the mouse was last, in the window's points
  vec2 pressed_at_{-1.0f};  ///< where the left button went down
  BonePicker picker_;
  bool over_panel_ = false, over_divider_ = false, dragging_divider_ = false;

  Stage stage_;
  ComparePanes panes_;
  double drawn_at_ = 0.0;  ///< the last picture, by setup_.now
  PoseSteps pose_steps_;

  Lapse movement_;  ///< by hand, where the CPU draws: runs until it has rested for a while
  Lapse key_hint_;  ///< while it runs, the window says how to learn the keys
  std::string title_;
  bool help_shown_ = false, scene_panel_ = false, morph_panel_ = false;
  std::vector<std::string> poses_to_compare_;
  std::string morph_search_;
  bool running_ = true;
  std::optional<Diagnostic> start_error_;
  std::uint64_t frames_drawn_ = 0;
};

}  // namespace mmd
