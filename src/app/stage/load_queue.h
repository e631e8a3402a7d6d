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

/// The files of drops: those that come together are opened together.
class Drops {
 public:
  /// The files that are to be opened, when a drop has ended.
  std::optional<std::vector<std::string>> take(const SDL_DropEvent& event);

 private:
  std::optional<std::vector<std::string>> files_;  ///< of a drop that has not ended
};

/// What is loaded when: files in the order in which they come, and a model's textures beside them, so that it
/// can be seen and posed meanwhile.
class LoadQueue {
 public:
  /// Where files to load come from.
  enum class Origin : std::uint8_t { given, beside, step, again };
  /// Fills in, just before the files of a request are loaded, what they are loaded on top of.
  using Prepare = std::function<void(LoadRequest&)>;
  /// `wake` is called from the loading threads when there is news.
  LoadQueue(const LoadWork& work, const std::function<void()>& wake, Prepare prepare);

  /// Loads the files of the command line: all of them must be of use.
  void start(std::vector<std::string> files);
  /// Files that come while others are loaded wait; only of the steps through a folder the last one counts.
  void load(std::vector<std::string> files, Origin origin = Origin::given);
  /// A figure that is shown then once more, from its files as they are then.
  void load_again(std::uint64_t figure);
  bool busy() const { return files_.busy() || textures_.busy(); }
  /// Of the load that is under way; files go before textures.
  Loader::Status status() const { return files_.busy() ? files_.status() : textures_.status(); }
  /// Files before textures; false if nothing is being loaded.
  bool cancel();

  struct FilesOutcome : Loader::Outcome {
    bool at_start = false;  ///< of the command line
  };
  /// How loading files has ended, once.
  std::optional<FilesOutcome> take_files();
  bool has_waiting() const { return !waiting_.empty(); }
  /// Goes on with what waits. Only when no files are being loaded.
  void load_next();

  /// Whether the model of `document`, which is shown now, lacks its textures. They go before those of others
  /// that are under way, which are begun anew if they are still wanted. Kept until they are there.
  void want_textures(std::shared_ptr<const Document> document, bool missing);
  /// How loading the textures of one of the models that are shown has ended, once.
  std::optional<Loader::Outcome> take_textures(const std::vector<std::shared_ptr<const Document>>& shown);

 private:
  struct Waiting {
    std::vector<std::string> files;
    Origin origin;
    std::uint64_t figure = 0;
  };
  void load_now(Waiting what);
  void load_textures(std::shared_ptr<const Document> shown);

  Prepare prepare_;
  Loader files_, textures_;
  std::deque<Waiting> waiting_;                           ///< to be loaded when files_ is free, in this order
  bool starting_ = false;                                 ///< the files of the command line are being loaded
  std::shared_ptr<const Model> textures_of_;              ///< the model that textures_ is at
  std::vector<std::shared_ptr<const Document>> lacking_;  ///< textures
  bool superseded_ = false;                               ///< textures_ was cancelled for others
};

/// Tells when files that are shown were written on disk: an editor of models or pictures is at work on them.
class HotReload {
 public:
  /// `wake` is called from a thread of its own when it is time for `take`.
  explicit HotReload(std::function<void()> wake) : wake_(std::move(wake)) {}

  /// From now on those of these documents.
  void follow(const std::vector<std::shared_ptr<const Document>>& shown);
  /// We have written that one ourselves.
  void excuse(const std::string& file) { files_.excuse(file); }
  /// Whether one has been written since. Once.
  bool take() { return changed_.exchange(false) && files_.changed(); }

 private:
  std::function<void()> wake_;
  std::atomic<bool> changed_ = false;
  WatchedFiles files_;
  std::unique_ptr<FolderWatch> watch_;
};

}  // namespace mmd
