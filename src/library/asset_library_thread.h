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

/// What a thread reads for a browser: the entries of a library of one kind.
struct AssetLibraryTask {
  std::shared_ptr<const AssetLibrary> asset_library;
  AssetLibraryKind kind = AssetLibraryKind::poses;
  /// What poses and motions are shown on; null: they are read by themselves when there is one. With its
  /// textures.
  std::shared_ptr<const Document> document;
  ThumbnailChoice choice;
  /// Entries (1; by index, or none) about which everything is known: they are left alone unless they are
  /// wanted.
  std::vector<std::uint8_t> done = {};
};

/// Someone in front of the camera, ready to be drawn.
struct ThumbnailRequest {
  std::uint64_t task = 0;
  std::size_t entry = 0;
  ContentHash key;  ///< zero: the picture is not to be kept
  std::unique_ptr<Scene> scene;
};

/// What the thread has found out since it was asked last.
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
  // Of the task that was started last:
  std::vector<Report> reports;
  std::vector<Thumbnail> thumbnails;
};

/// Lists shelves, reads their entries, and makes thumbnails up to where they have to be drawn: that is done
/// by the thread with the OpenGL context, which takes sittings and gives them back with the picture. Where no
/// thread can be had, `take_news` does one piece of work a call and wakes as long as there is more. Pictures
/// that were made before come from the cache. All functions are for the thread that owns it.
class AssetLibraryThread {
 public:
  /// `program`: which version draws. `wake` is called from the thread when there is news or a sitting.
  AssetLibraryThread(std::string program, ThumbnailCache cache, std::function<void()> wake);
  ~AssetLibraryThread();
  AssetLibraryThread(const AssetLibraryThread&) = delete;
  AssetLibraryThread& operator=(const AssetLibraryThread&) = delete;

  /// Lists a place; of several that wait only the last.
  void list(std::string place);
  /// Forgets what was begun and begins with this. Returns the number of the task.
  std::uint64_t start(AssetLibraryTask task);
  /// These entries first, in this order, and again if their pictures were made before. The others follow: all
  /// of them where there is a cache, else the first hundreds.
  void want(std::vector<std::size_t> entries);

  AssetLibraryNews take_news();
  std::optional<ThumbnailRequest> take_sitting();
  bool has_sitting() const;
  /// A sitting that was taken comes back; null: it could not be drawn.
  void give_back(ThumbnailRequest sitting, std::shared_ptr<const Image> picture);
  /// Whether nothing is left to do but to draw what was taken.
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
  /// About an entry of the task.
  struct Known {
    bool was_read = false, broken = false, pictured = false;
  };

  void call();
  void run();
  Step do_one(std::unique_lock<std::mutex>& lock);
  Job next_job();
  std::optional<std::size_t> next_unread();
  std::optional<std::size_t> next_unpictured();
  bool can_prepare() const;
  void do_job(const Job& job);
  void do_list();
  void keep_picture();
  void identify_model(std::uint64_t task);
  void work_on(const Job& job);
  Result<void> read_entry(const InputFile& input, const Job& job);
  Result<void> prepare_entry(const InputFile& input, const Job& job);
  Result<void> prepare_model(const InputFile& input, const Job& job);
  bool take_from_cache(const ContentHash& key, const Job& job);
  void seat(const Document& document, const ContentHash& key, const Job& job);
  std::unique_ptr<Scene> take_scene(const LoadedModel& loaded);
  void report(EntryReport report, const Job& job);
  void show(std::shared_ptr<const Image> image, const Job& job);
  /// The mutex is held.
  void tell();

  const std::string program_;
  const std::function<void()> wake_;

  // The thread's own.
  ThumbnailCache cache_;
  AssetLibraryTask task_;         ///< as it was when the job began
  std::uint64_t identified_ = 0;  ///< the task that `model_` is of
  ThumbnailModel model_;
  std::shared_ptr<const SkinPlan> skin_plan_;  ///< of that model

  mutable std::mutex mutex_;  ///< guards what follows
  std::condition_variable changed_;
  bool ends_ = false, busy_ = false, has_cache_ = false, told_ = false;
  std::optional<std::string> place_;
  AssetLibraryTask wanted_task_;
  std::uint64_t task_number_ = 0;
  std::vector<Known> known_;
  std::deque<std::size_t> wanted_;
  std::size_t first_unread_ = 0, first_unpictured_ = 0, prepared_ = 0;
  std::size_t sittings_out_ = 0;  ///< prepared and not given back
  std::deque<ThumbnailRequest> seated_;
  std::deque<Drawn> drawn_;
  std::vector<std::unique_ptr<Scene>> spare_scenes_;
  AssetLibraryNews news_;

  std::thread thread_;
};

}  // namespace mmd
