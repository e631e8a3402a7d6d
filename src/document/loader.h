#pragma once

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "document/background_task.h"
#include "document/loaded_figure.h"

namespace mmd {

/// How an opened pose meets the pose of the figure: in its place, or over it (opened_pose.h).
enum class PoseOpening : std::uint8_t { by_rule, step, over, instead };

/// Files to load for one figure of the window.
struct LoadRequest {
  std::vector<std::string> files;         ///< models, poses and motions
  std::vector<AttachOption> attachments;  ///< for a new model
  std::uint64_t figure = 0;               ///< the target's Figure::number; 0: a new figure
  bool adds = false;                      ///< a model among the files becomes a further figure
  /// The figure's document; null for a new figure. Its model stays if the files contain none. Its poses and
  /// motions stay if only the model is new. A new pose replaces both. A new motion replaces the motions, or
  /// joins the motions of the model if it animates only camera and light.
  std::shared_ptr<const LoadedFigure> current;
  std::vector<std::string> forgotten;  ///< pose files of `current` to drop
  std::string names_of;                ///< a table of names of bones for the poses; empty: none
  std::filesystem::path bone_names;  ///< the folder of such tables that were chosen for models; may be empty
  /// Skip unusable files with a warning if at least one file is usable.
  bool pick_usable = false;
  /// Reload: `files` are those of `current`.
  bool again = false;
  /// Rules of mend() whose repairs are made in the reloaded model.
  std::vector<std::string> repairs = {};
  PoseOpening opening = PoseOpening::by_rule;
  /// Decode only the textures of the model in `current`, which was loaded without them.
  bool textures_only = false;
  /// Bytes of texture files above which a model is shown before its textures are decoded. Smaller textures
  /// decode so fast that an untextured model would only flicker.
  std::uint64_t textures_at_once = 2u << 20;
};

struct Loaded {
  LoadedFigure document;
  std::vector<LoadedFigure> more;  ///< further models among the files, with textures
  std::uint64_t figure = 0;        ///< LoadRequest::figure; 0 if `adds`
  bool adds = false;               ///< the document becomes a further figure
  bool textures_missing = false;   ///< request them with LoadRequest::textures_only
  bool textures_only = false;      ///< only document.loaded is new
  bool new_model = false;
  bool again = false;                          ///< LoadRequest::again
  bool new_motions = false;                    ///< the document has motions and all of them are new
  bool new_poses = false;                      ///< the same of poses
  PoseOpening opening = PoseOpening::by_rule;  ///< LoadRequest::opening
};

/// Runs on the loading thread. Fails with any error once `progress` returns false.
using LoadWork = std::function<Result<Loaded>(const LoadRequest&, const Progress& progress)>;

/// Sorts the files by kind, loads them and applies poses and motions to the model; or decodes textures only.
Result<Loaded> load_files(const LoadRequest& request, const Progress& progress);

/// A request that reloads a document with its textures. Poses whose files are gone stay.
LoadRequest request_again(std::shared_ptr<const LoadedFigure> shown);

/// Runs one load at a time on its own thread, or inside start() without a thread. Only for the owning thread.
class Loader {
 public:
  /// The loading thread calls `wake` on progress and at the end.
  Loader(LoadWork work, std::function<void()> wake);
  /// Cancels the running load and waits for its end.
  ~Loader() { cancel(); }

  /// Requires !busy().
  void start(LoadRequest request);
  bool busy() const { return task_.busy(); }
  void cancel() { cancel_wanted_ = true; }

  struct Status {
    float fraction = 0.0f;  ///< 0-1
    std::string what;       ///< the current step, for the progress bar
  };
  Status status() const;

  struct Outcome {
    Result<Loaded> result;
    bool cancelled = false;  ///< cancel() was called and the load failed
  };
  /// Returns the outcome once the load has ended, and then accepts a new load.
  std::optional<Outcome> take();

 private:
  Result<Loaded> run(const LoadRequest& request);
  bool note_progress(float fraction, const std::string& what);

  LoadWork work_;
  std::function<void()> wake_;
  std::atomic<bool> cancel_wanted_ = false;
  mutable std::mutex mutex_;  ///< guards status_
  Status status_;

  BackgroundTask<Result<Loaded>> task_;  ///< last member: destroyed before the members that it uses
};

}  // namespace mmd
