#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "document/background_task.h"
#include "document/document.h"

namespace mmd {

/// What to load on top of what is there.
struct LoadRequest {
  std::vector<std::string> files;         ///< models, poses and motions, or all of them
  std::vector<AttachOption> attachments;  ///< what hangs on a new model
  /// Which of those that are shown it is for (Figure::number); 0: none yet, or another one.
  std::uint64_t figure = 0;
  bool adds = false;  ///< another one beside those that are shown
  /// What is shown of it; null at first. Its model stays if the files hold none. Its poses and motions stay
  /// with a new model alone; a new pose ends them; a new motion lies over the poses, and one that moves
  /// nothing but camera and light goes beside the motion that is there.
  std::shared_ptr<const Document> current;
  std::vector<std::string> forgotten;  ///< files of poses in `current` that do not stay
  /// Of several files, those that cannot be used are left out with a warning if at least one can.
  bool pick_usable = false;
  /// What is shown once more, from its files as they are now; `files` are those of `current`.
  bool again = false;
  /// Only the textures of the model in `current`, which was loaded without them.
  bool textures_only = false;
  /// A model with larger texture files than this, in bytes, is there before its textures. (With small ones
  /// they come so soon that a white model in between would be a flicker.)
  std::uint64_t textures_at_once = 2u << 20;
};

struct Loaded {
  Document document;
  std::vector<Document> more;     ///< of further models among the files, with their textures
  std::uint64_t figure = 0;       ///< as it was asked for
  bool adds = false;              ///< likewise
  bool textures_missing = false;  ///< they are to be asked for with LoadRequest::textures_only
  bool textures_only = false;     ///< nothing but document.loaded is new
  bool new_model = false;
  bool again = false;        ///< as it was asked for
  bool new_motions = false;  ///< there are motions, and none of them was there before
};

/// Runs on the loading thread. Fails with any error if `progress` returns false.
using LoadWork = std::function<Result<Loaded>(const LoadRequest&, const Progress& progress)>;

/// Sorts the files by what they are, loads them, and applies poses and motions to the model; or decodes the
/// textures of a model.
Result<Loaded> load_files(const LoadRequest& request, const Progress& progress);

/// To load what is shown once more, textures included.
LoadRequest request_again(std::shared_ptr<const Document> shown);

/// Does one load at a time on a thread of its own, or within `start` where none can be had. All functions are
/// for the thread that owns the loader.
class Loader {
 public:
  /// `wake` is called from the loading thread when there is news: progress to show or the end.
  Loader(LoadWork work, std::function<void()> wake);
  /// Cancels what is running and waits for it.
  ~Loader() { cancel(); }

  /// Only when not busy.
  void start(LoadRequest request);
  bool busy() const { return task_.busy(); }
  void cancel() { cancel_wanted_ = true; }

  struct Status {
    float fraction = 0.0f;  ///< 0-1
    std::string what;
  };
  Status status() const;

  struct Outcome {
    Result<Loaded> result;
    bool cancelled = false;  ///< it failed because `cancel` was called
  };
  /// The outcome, once, when the load has ended; then the loader is free again.
  std::optional<Outcome> take();

 private:
  Result<Loaded> run(const LoadRequest& request);
  bool note_progress(float fraction, const std::string& what);

  LoadWork work_;
  std::function<void()> wake_;
  std::atomic<bool> cancel_wanted_ = false;
  mutable std::mutex mutex_;  ///< guards what follows
  Status status_;

  BackgroundTask<Result<Loaded>> task_;  ///< last: it ends before what it uses
};

}  // namespace mmd
