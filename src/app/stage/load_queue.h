#pragma once

#include <atomic>
#include <deque>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <SDL.h>

#include "document/loader.h"
#include "document/watched_files.h"
#include "library/folder_watch.h"

namespace mmd {

/// Collects dropped files: files of one drop open together.
class Drops {
 public:
  /// The files to open, if the drop has ended.
  std::optional<std::vector<std::string>> take(const SDL_DropEvent& event);

 private:
  std::optional<std::vector<std::string>> files_;  ///< files of the current drop
};

/// Loads files in their order, and a model's textures in parallel, so that the user can see and pose the
/// model meanwhile.
class LoadQueue {
 public:
  /// Source of files to load.
  enum class Origin : std::uint8_t { given, beside, step, again, over, instead };
  /// Called just before a request is loaded: fills in what the files are loaded onto.
  using Prepare = std::function<void(LoadRequest&)>;
  /// `wake` is called from the loading threads when there are results.
  LoadQueue(const LoadWork& work, const std::function<void()>& wake, Prepare prepare);

  /// Loads the files of the command line, all of which must be usable.
  void start(std::vector<std::string> files);
  /// Queues files. Of several steps through a folder only the last one is loaded.
  void load(std::vector<std::string> files, Origin origin = Origin::given);
  /// Reloads the files of a figure, if it is still shown then. `repairs`: rules of mend() to repair its model
  /// by; null: those by which it was repaired.
  void load_again(std::uint64_t figure, const std::vector<std::string>* repairs = nullptr);
  bool busy() const { return files_.busy() || textures_.busy(); }
  /// Progress of the current load; files come before textures.
  Loader::Status status() const { return files_.busy() ? files_.status() : textures_.status(); }
  /// Cancels files first, then textures; false if nothing is loading.
  bool cancel();

  struct FilesOutcome : Loader::Outcome {
    bool at_start = false;  ///< files of the command line
  };
  /// The result of loading files, once.
  std::optional<FilesOutcome> take_files();
  bool has_waiting() const { return !waiting_.empty(); }
  /// Loads the next files in the queue. Call only when no files are loading.
  void load_next();

  /// Requests the textures of a shown model, or cancels the request. They come before textures of other
  /// models, whose loading restarts later if still wanted.
  void want_textures(std::shared_ptr<const LoadedFigure> document, bool missing);
  /// The result of loading textures of a shown model, once.
  std::optional<Loader::Outcome> take_textures(const std::vector<std::shared_ptr<const LoadedFigure>>& shown);

 private:
  struct Waiting {
    std::vector<std::string> files;
    Origin origin;
    std::uint64_t figure = 0;
    std::optional<std::vector<std::string>> repairs = {};
  };
  void load_now(Waiting what);
  void load_textures(std::shared_ptr<const LoadedFigure> shown);

  Prepare prepare_;
  Loader files_, textures_;
  std::deque<Waiting> waiting_;                               ///< queue of files
  bool starting_ = false;                                     ///< files of the command line are loading
  std::shared_ptr<const Model> textures_of_;                  ///< the model whose textures are loading
  std::vector<std::shared_ptr<const LoadedFigure>> lacking_;  ///< textures
  bool superseded_ = false;                                   ///< textures_ was cancelled for another model
};

/// Watches shown files for changes on disk, as by a model or image editor.
class HotReload {
 public:
  /// `wake` is called from a thread when take() has a result.
  explicit HotReload(std::function<void()> wake) : wake_(std::move(wake)) {}

  /// Watches the files of these documents.
  void follow(const std::vector<std::shared_ptr<const LoadedFigure>>& shown);
  /// Ignores a change by this program.
  void excuse(const std::string& file) { files_.excuse(file); }
  /// Whether a file changed since the last call.
  bool take() { return changed_.exchange(false) && files_.changed(); }

 private:
  std::function<void()> wake_;
  std::atomic<bool> changed_ = false;
  WatchedFiles files_;
  std::unique_ptr<FolderWatch> watch_;
};

}  // namespace mmd
