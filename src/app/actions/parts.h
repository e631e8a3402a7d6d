#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "app/input/bone_picker.h"
#include "app/panels/panel_state.h"
#include "app/panels/screen.h"
#include "app/platform/file_chooser.h"
#include "app/stage/autosave.h"
#include "app/stage/browser.h"
#include "app/stage/compare_panes.h"
#include "app/stage/load_queue.h"
#include "app/stage/message_board.h"
#include "app/stage/model_summary.h"
#include "app/stage/onion_skins.h"
#include "app/stage/pose_file.h"
#include "app/stage/redraw.h"
#include "app/stage/stage.h"
#include "app/stage/viewer_setup.h"
#include "document/background_task.h"
#include "library/library_store.h"

namespace mmd {

/// Whether the window goes on.
struct RunState {
  bool running = true;
  /// Why the files that the program was started with could not be loaded; then it does not go on.
  std::optional<Diagnostic> start_error;
  /// Of these files archives that are browsed rather than loaded.
  std::vector<std::string> start_shelves;
  std::string replaced_pose;             ///< the file of whose replacing a person was asked last
  std::uint64_t saved_figure = 0;        ///< number of the one whose pose the dialog is to save
  std::uint64_t followed = 0;            ///< number of the figure that panels and bones are about
  std::vector<LeftPose> left_poses;      ///< what earlier windows left unsaved, the newest first
  std::filesystem::path restored_later;  ///< of these the one whose model is being opened
  std::uint64_t asks_about = 0;  ///< number of the figure whose pose is to be saved before quitting, or not
  std::vector<std::uint64_t> discarded;  ///< figures whose poses are not to be saved
};

/// The parts of the window, each of which owns its state, for what has to do with several of them: actions,
/// files that arrive, the mouse, panels.
struct Parts {
  const ViewerSetup& setup;
  const Options& start;  ///< as on the command line
  Stage& stage;
  ComparePanes& panes;
  BonePicker& picker;
  Screen& screen;
  LoadQueue& queue;
  PoseSteps& pose_steps;
  Inspection& inspection;
  LibraryStore& library;
  FileChooser& chooser;
  BackgroundTask<DialogOutcome>& dialog;  ///< the desktop's own
  PanelState& panels;
  Browser& browser;
  MessageBoard& board;
  Redraw& redraw;
  RunState& run;
  Autosaves& autosaves;
  OnionSkins& onion_skins;
  HotReload& hot_reload;
};

/// Brings everything up to date after a change of the stage of that level; `pace`: how bodies come along.
void refresh(const Parts& parts, Dirty level, PhysicsUpdate pace = PhysicsUpdate::anew);
/// Lets bodies come to rest that wait for the end of a drag.
void settle_bodies(const Parts& parts);
/// The camera that is chosen, for the picture's size and all that it shows.
void frame_camera(const Parts& parts);
/// "POSE + MOTION"; empty in rest pose.
std::string shown_pose_name(const Stage& stage);

/// Loads files, after those that are being loaded.
void load(const Parts& parts, std::vector<std::string> files,
          LoadQueue::Origin origin = LoadQueue::Origin::given);
/// Fills in what files are loaded on top of.
void prepare(const Parts& parts, LoadRequest& request);
/// Shows what has been loaded since the last time, says what it is, and goes on with what waits.
void take_arrivals(const Parts& parts);
/// Brings what is kept and shown of the figures up to date with which there are and which is active.
void follow_figures(const Parts& parts);
/// Finds out what the panel of the model shows.
void inspect_model(const Parts& parts);
/// Lists what can be opened, where the last file was unless a place was listed before.
void list_files_to_open(const Parts& parts);
/// Lists the poses that one can step through and compare with.
void list_poses(const Parts& parts);

}  // namespace mmd
