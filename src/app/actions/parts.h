#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "annotations/label_choice.h"
#include "app/actions/file_chooser.h"
#include "app/actions/panel_state.h"
#include "app/actions/scene_state.h"
#include "app/actions/viewer_setup.h"
#include "app/platform/file_dialog.h"
#include "app/stage/backup.h"
#include "app/stage/bone_picker.h"
#include "app/stage/browser.h"
#include "app/stage/compare_panes.h"
#include "app/stage/light_pictures.h"
#include "app/stage/load_queue.h"
#include "app/stage/message_board.h"
#include "app/stage/model_summary.h"
#include "app/stage/onion_skins.h"
#include "app/stage/penetration_view.h"
#include "app/stage/pose_file.h"
#include "app/stage/pose_pictures.h"
#include "app/stage/recording.h"
#include "app/stage/redraw.h"
#include "app/stage/reference_view.h"
#include "app/stage/screen.h"
#include "app/stage/soundtrack.h"
#include "app/stage/stage.h"
#include "app/stage/vrm_preview.h"
#include "document/background_task.h"
#include "library/library_store.h"
#include "options/scene_file.h"
#include "render/window_canvas.h"

namespace mmd {

/// The scene to open, and files of it that the user found elsewhere.
struct NextScene {
  std::string file;  ///< empty: none
  FoundFiles found;
  bool is_due = false;  ///< the questions about what is unsaved are answered
};

/// The answer of the closing dialog about a changed scene that is not saved.
enum class SceneAnswer : std::uint8_t { none, discard, poses_only };

/// A picture, contact sheet or video that could not be saved.
struct RefusedSave {
  Action action;                  ///< saves it
  std::filesystem::path folder;   ///< cannot be written to
  std::filesystem::path offered;  ///< the user's folder for pictures; empty: it cannot be written to either
};

/// The pose that was opened last, which can be opened the other way instead.
struct OpenedPose {
  std::vector<std::string> files;
  std::uint64_t step = 0;  ///< its step in the history; 0: it changed nothing
};

/// A pose that was fitted to its model, shown beside the one before until the user keeps or undoes it.
struct FitOffer {
  std::uint64_t step = 0;               ///< of the history
  std::string text;                     ///< what changed
  CompareMode mode = CompareMode::off;  ///< of the comparison before
  std::string compared;                 ///< likewise
};

/// A label of the picture that the Look panel shows.
struct LabelPreview {
  Label label = Label::count;  ///< count: none
  PanelTexture texture;
  float aspect = 1.0f;  ///< width by height
};

/// The camera keeps its place relative to the active bone.
struct FollowedBone {
  bool on = false;
  std::int32_t bone = none;  ///< when the camera last followed
  vec3 at{0.0f};             ///< its joint in the scene then
};

/// What another scene replaces, besides the stage.
struct OpenedScene {
  /// For the options of the window or the scene. `wake`: called from threads that have results. `prepare`:
  /// fills in a request of `queue`.
  OpenedScene(const Options& start, const ViewerSetup& setup, const std::function<void()>& wake,
              LoadQueue::Prepare prepare);

  ComparePanes panes;
  BonePicker picker;
  LoadQueue queue;
  PoseSteps pose_steps;
  OnionSkins onion_skins;
  PenetrationView penetration;
  VrmPreview vrm_preview;
  Soundtrack sound;
  Backup backup;
  std::uint64_t saved_figure = 0;        ///< number of the figure whose pose the dialog saves
  std::uint64_t followed = 0;            ///< number of the figure that panels and bone selection show
  std::uint64_t asks_about = 0;          ///< number of the figure that the closing dialog asks about
  std::vector<std::uint64_t> discarded;  ///< figures whose poses the user discards
  OpenedPose opened_pose;
  std::string scene_file;  ///< the opened or saved scene; may be empty
  NextScene next_scene;
  /// Files of the shown scene that are missing: the window asks for the first one.
  std::vector<std::string> missing;
  FoundFiles found;                  ///< those that the user found so far
  bool finds_file = false;           ///< an opened file of its kind is the missing one
  bool has_guides = false;           ///< grid and axes are shown though the options do not ask for them
  bool is_restored = false;          ///< the shown scene is a backup with changes, until it is saved
  SceneContents kept_scene;          ///< the scene in its file, or as it was opened
  bool scene_is_changed = false;     ///< closing the window would lose changes of the scene
  std::uint64_t scene_revision = 0;  ///< changes with the settings of the scene
  bool asks_about_scene = false;     ///< the closing dialog asks about the scene
  bool asks_new_name = false;        ///< the closing dialog asks for a name, instead of overwriting a file
  SceneAnswer scene_answer = SceneAnswer::none;
  /// Per figure, its last step when the scene was saved: closing then loses nothing.
  std::map<std::uint64_t, std::uint64_t> saved_in_scene;
  std::optional<FitOffer> fit_offer;
  std::optional<RenderSettings> hidden_overlays;  ///< the look whose overlays "picture only" hides
  FollowedBone followed_bone;                     ///< by the camera
  KeptLook kept_look;
  LabelPreview label_preview;
};

/// What finds, lists and watches files.
struct FileAccess {
  /// `wake`: called from threads that have results.
  FileAccess(const ViewerSetup& setup, const std::function<void()>& wake);

  LibraryStore library;
  FileChooser chooser;
  BackgroundTask<DialogOutcome> dialog;  ///< the desktop's file dialog
  Browser browser;
  Browser recents;  ///< recent models, on the start page
  PosePictures pictures;
  HotReload hot_reload;
  Inspection inspection;  ///< of the active model, for the Model panel
};

/// State of the window's run.
struct RunState {
  bool running = true;
  /// The error of files on the command line; the window then closes.
  std::optional<Diagnostic> start_error;
  /// Archives of the command line that are browsed instead of loaded.
  std::vector<std::string> start_shelves;
  std::string replaced_file;                         ///< the file that the user was last asked to overwrite
  std::string replaced_label;                        ///< likewise, a label without its picture
  std::set<std::string> written_poses;               ///< pose files that this window wrote
  std::shared_ptr<std::atomic<int>> dialog_process;  ///< process group of the file dialog; 0: none
  std::vector<LeftBackup> left;                      ///< backups of earlier windows, newest first
  OneShotTimer looks_again;                          ///< for backups, some seconds after the start
  DiscardedBackups discarded_backups;
  bool says_discarded = false;  ///< the window offers to undo that
  LightPictures light_pictures;
  ReferenceView reference;
  Room reference_room;     ///< where it is beside the view, or over it, in the window's points
  std::string saved_file;  ///< the picture that was saved last; empty: none
  std::optional<RefusedSave> refused_save;  ///< the window offers another folder
  bool asks_picture_folder = false;         ///< the folder dialog is for that
  bool lacks_dialog = false;                ///< no program for it is installed
  std::unique_ptr<Recording> recording;     ///< null: none
  bool may_end_recording = false;           ///< the user was told that closing ends it
};

/// References to the parts of the window. Each part owns its state; actions, loading, mouse and panels use
/// several parts.
struct Parts {
  ViewerSetup& setup;
  const Options& start;  ///< options of the command line, or of the opened scene
  Stage& stage;          ///< replaced with `opened`
  OpenedScene& opened;
  FileAccess& files;
  Screen& screen;
  PanelState& panels;
  MessageBoard& board;
  Redraw& redraw;
  RunState& run;
};

/// Updates everything after a change of the stage. `pace`: how rigid bodies follow the change.
void refresh(const Parts& parts, Dirty level, Pace pace = Pace::anew);
/// Settles bodies that wait for the end of a drag.
void settle_bodies(const Parts& parts);
/// Sets the chosen camera for the picture's size and contents.
void frame_camera(const Parts& parts);
/// "POSE + MOTION"; empty in rest pose.
std::string shown_pose_name(const Stage& stage);
/// The names of both states of the comparison.
StateNames compared_names(const Parts& parts);

/// Fills in the figure, its document and the attachments for a load request.
void prepare(const Parts& parts, LoadRequest& request);
/// Shows loaded files with a message and continues the queue.
void take_arrivals(const Parts& parts);
/// Updates backups, panels and selection after a figure is added, removed or made active.
void follow_figures(const Parts& parts);
/// Starts the inspection for the Model panel.
void inspect_model(const Stage& stage, Inspection& inspection);
/// The folder of the shown model, or of the last opened one.
std::string folder_to_open_from(const Parts& parts);
/// Opens the file list: the place that the user went to, or else the folder of the model.
void list_files_to_open(const Parts& parts);
/// Lists the poses for stepping and comparing.
void list_poses(const Stage& stage, PoseSteps& pose_steps);

}  // namespace mmd
