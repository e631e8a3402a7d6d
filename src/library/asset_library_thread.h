#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "library/asset_library.h"
#include "library/thumbnail.h"

namespace mmd {

/// The entries of one kind in a library, for a thread to read.
struct AssetLibraryTask {
  std::shared_ptr<const AssetLibrary> asset_library;
  AssetLibraryKind kind = AssetLibraryKind::poses;
  /// The model, with textures, that poses and motions are shown on; null: there are no thumbnails of them.
  std::shared_ptr<const LoadedFigure> document;
  ThumbnailChoice choice;
  /// By entry, 1 to skip it, because everything about it is known, unless it is wanted; may be empty.
  std::vector<std::uint8_t> done = {};
};

/// A session whose scene is ready to be drawn as a thumbnail.
struct ThumbnailRequest {
  std::uint64_t task = 0;
  std::size_t entry = 0;
  ContentHash key;  ///< cache key; zero: do not store the picture
  std::unique_ptr<Session> session;
};

/// Results of the thread since the last take_news().
struct AssetLibraryNews {
  struct Listed {
    std::string place;
    Result<std::shared_ptr<const AssetLibrary>> asset_library;
  };
  struct Report {
    std::size_t entry = 0;
    EntryReport report;
  };
  struct Thumbnail {
    std::size_t entry = 0;
    std::shared_ptr<const Image> image;
  };
  std::optional<Listed> listed;
  // For the task that was started last:
  std::vector<Report> reports;
  std::vector<Thumbnail> thumbnails;
};

/// Lists libraries, reads their entries and prepares thumbnails. The owner's thread, which has the OpenGL
/// context, draws them: it takes requests and gives them back with the picture. Existing pictures come from
/// the cache. If no thread can be created, each take_news() does one piece of work and calls `wake` as long
/// as there is more. Only the owning thread may call its functions.
class AssetLibraryThread {
 public:
  /// `program`: the program's version, for cache keys. The thread calls `wake` on news and requests.
  AssetLibraryThread(std::string program, ThumbnailCache cache, std::function<void()> wake);
  ~AssetLibraryThread();
  AssetLibraryThread(const AssetLibraryThread&) = delete;
  AssetLibraryThread& operator=(const AssetLibraryThread&) = delete;

  /// Lists a folder or archive. A later call replaces one that still waits.
  void list(std::string place);
  /// Replaces the current task. Returns the number of the new task.
  std::uint64_t start(AssetLibraryTask task);
  /// Makes pictures of these entries next, in this order, even if they were made before. Then the others
  /// follow: all with a cache, else the first hundreds.
  void want(std::vector<std::size_t> entries);

  AssetLibraryNews take_news();
  /// The next request to draw; nullopt if there is none.
  std::optional<ThumbnailRequest> take_sitting();
  bool has_sitting() const;
  /// Returns a taken request with its picture; null: it could not be drawn.
  void give_back(ThumbnailRequest request, std::shared_ptr<const Image> picture);
  /// Whether all work is done and all requests were given back.
  bool idle();

 private:
  enum class Step : std::uint8_t { wait, list, keep, read, prepare, end };
  struct Job {
    Step step = Step::wait;
    std::size_t entry = 0;
    std::uint64_t task = 0;
  };
  struct Drawn {
    ContentHash key;
    std::shared_ptr<const Image> picture;
  };
  /// State of an entry of the task.
  struct Known {
    bool was_read = false, broken = false, pictured = false;
  };

  void wake_thread();
  void run();
  Step do_one(std::unique_lock<std::mutex>& lock);
  Job next_job();
  std::optional<std::size_t> next_unread();
  std::optional<std::size_t> next_unpictured();
  bool can_prepare() const;
  void do_list();
  void keep_picture();
  void identify_model(std::uint64_t task);
  void work_on(const Job& job);
  /// Reports about a pose or motion; requests its thumbnail if the job prepares it.
  Result<void> prepare_entry(const InputFile& input, const Job& job);
  Result<void> prepare_model(const InputFile& input, const Job& job);
  Result<void> prepare_scene(const InputFile& input, const Job& job);
  bool take_from_cache(const ContentHash& key, const Job& job);
  void request_thumbnail(LoadedFigure document, const ContentHash& key, const Job& job);
  std::unique_ptr<Session> session_for(Arrangement arrangement);
  void report(EntryReport report, const Job& job);
  /// Calls `update` with the mutex locked and wakes the owner, unless the job's task was replaced.
  void post(const Job& job, const std::function<void()>& update);
  /// Requires the locked mutex.
  void wake_owner();

  const std::string program_;
  const std::function<void()> wake_;

  // Only the thread uses these.
  ThumbnailCache cache_;
  AssetLibraryTask task_;         ///< copy of wanted_task_ for the current job
  std::uint64_t identified_ = 0;  ///< the task to which model_ belongs
  ThumbnailModel model_;
  std::shared_ptr<const SkinPlan> skin_plan_;  ///< for model_

  mutable std::mutex mutex_;  ///< guards the members below except thread_
  std::condition_variable changed_;
  bool ends_ = false, busy_ = false, has_cache_ = false, owner_is_awake_ = false;
  std::optional<std::string> place_;
  AssetLibraryTask wanted_task_;
  std::uint64_t task_number_ = 0;
  std::vector<Known> known_;
  std::deque<std::size_t> wanted_;
  std::size_t first_unread_ = 0, first_unpictured_ = 0, prepared_ = 0;
  std::size_t requests_out_ = 0;  ///< prepared and not given back
  std::deque<ThumbnailRequest> requests_;
  std::deque<Drawn> drawn_;
  std::vector<std::unique_ptr<Session>> spare_sessions_;
  AssetLibraryNews news_;

  std::thread thread_;
};

}  // namespace mmd
