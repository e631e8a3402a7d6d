#include "library/asset_library_thread.h"

#include <algorithm>
#include <exception>

#include "base/errors.h"
#include "document/scene_pose.h"

namespace mmd {
namespace {

/// Requests that wait or are being drawn; enough that drawing never waits.
constexpr std::size_t max_requests = 3;
/// Pictures that are made in advance without a cache on disk.
constexpr std::size_t max_without_cache = 500;

/// Size limit in bytes for files that are read for a thumbnail, by kind.
constexpr std::uint64_t max_file_sizes[asset_library_kinds] = {16u << 20, 256u << 20, std::uint64_t{1} << 30,
                                                               256u << 20};

}  // namespace

AssetLibraryThread::AssetLibraryThread(std::string program, ThumbnailCache cache, std::function<void()> wake)
    : program_(std::move(program)),
      wake_(std::move(wake)),
      cache_(std::move(cache)),
      has_cache_(cache_.works()) {
  try {
    thread_ = std::thread([this] { run(); });
  } catch (const std::exception&) {
    // Without a thread, take_news() does the work.
  }
}

AssetLibraryThread::~AssetLibraryThread() {
  {
    const std::lock_guard lock(mutex_);
    ends_ = true;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void AssetLibraryThread::wake_thread() {
  if (thread_.joinable()) return changed_.notify_all();
  wake_();  // without a thread, the owner's take_news() does the work
}

void AssetLibraryThread::list(std::string place) {
  {
    const std::lock_guard lock(mutex_);
    place_ = std::move(place);
  }
  wake_thread();
}

std::uint64_t AssetLibraryThread::start(AssetLibraryTask task) {
  std::uint64_t number = 0;
  {
    const std::lock_guard lock(mutex_);
    number = ++task_number_;
    const std::size_t count =
        task.asset_library != nullptr ? task.asset_library->entries(task.kind).size() : 0;
    wanted_task_ = std::move(task);
    known_.assign(count, {});
    for (std::size_t i = 0; i < std::min(count, wanted_task_.done.size()); ++i)
      known_[i].was_read = known_[i].pictured = wanted_task_.done[i] != 0;
    first_unread_ = first_unpictured_ = prepared_ = 0;
    wanted_.clear();
    requests_out_ -= requests_.size();
    requests_.clear();
    spare_sessions_.clear();
    news_.reports.clear();
    news_.thumbnails.clear();
  }
  wake_thread();
  return number;
}

void AssetLibraryThread::want(std::vector<std::size_t> entries) {
  {
    const std::lock_guard lock(mutex_);
    wanted_.clear();
    for (const std::size_t entry : entries)
      if (entry < known_.size() && !known_[entry].broken) wanted_.push_back(entry);
  }
  wake_thread();
}

AssetLibraryNews AssetLibraryThread::take_news() {
  std::unique_lock lock(mutex_);
  if (!thread_.joinable() && do_one(lock) != Step::wait) wake_();
  owner_is_awake_ = false;
  return std::exchange(news_, {});
}

std::optional<ThumbnailRequest> AssetLibraryThread::take_sitting() {
  const std::lock_guard lock(mutex_);
  if (requests_.empty()) return std::nullopt;
  std::optional<ThumbnailRequest> out = std::move(requests_.front());
  requests_.pop_front();
  return out;
}

bool AssetLibraryThread::has_sitting() const {
  const std::lock_guard lock(mutex_);
  return !requests_.empty();
}

void AssetLibraryThread::give_back(ThumbnailRequest request, std::shared_ptr<const Image> picture) {
  {
    const std::lock_guard lock(mutex_);
    --requests_out_;
    spare_sessions_.push_back(std::move(request.session));
    if (picture != nullptr && request.key != ContentHash())
      drawn_.push_back({request.key, std::move(picture)});
  }
  wake_thread();
}

bool AssetLibraryThread::idle() {
  const std::lock_guard lock(mutex_);
  return !busy_ && next_job().step == Step::wait && requests_out_ == 0;
}

bool AssetLibraryThread::can_prepare() const {
  const bool has_model = needs_no_model(wanted_task_.kind) || wanted_task_.document != nullptr;
  return has_model && requests_out_ < max_requests;
}

std::optional<std::size_t> AssetLibraryThread::next_unread() {
  if (wanted_task_.kind != AssetLibraryKind::poses || wanted_task_.document == nullptr) return std::nullopt;
  while (first_unread_ < known_.size() && known_[first_unread_].was_read) ++first_unread_;
  return first_unread_ < known_.size() ? std::optional(first_unread_) : std::nullopt;
}

std::optional<std::size_t> AssetLibraryThread::next_unpictured() {
  if (!has_cache_ && prepared_ >= max_without_cache) return std::nullopt;
  const auto done = [](const Known& known) { return known.pictured || known.broken; };
  while (first_unpictured_ < known_.size() && done(known_[first_unpictured_])) ++first_unpictured_;
  return first_unpictured_ < known_.size() ? std::optional(first_unpictured_) : std::nullopt;
}

AssetLibraryThread::Job AssetLibraryThread::next_job() {
  if (ends_) return {Step::end};
  if (place_) return {Step::list};
  if (can_prepare() && !wanted_.empty()) return {Step::prepare, wanted_.front(), task_number_};
  if (!drawn_.empty()) return {Step::keep};
  if (const auto entry = next_unread()) return {Step::read, *entry, task_number_};
  if (can_prepare())
    if (const auto entry = next_unpictured()) return {Step::prepare, *entry, task_number_};
  return {};
}

void AssetLibraryThread::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    const Step done = do_one(lock);
    if (done == Step::end) return;
    if (done == Step::wait) changed_.wait(lock);
  }
}

/// Does the next job and returns its kind.
AssetLibraryThread::Step AssetLibraryThread::do_one(std::unique_lock<std::mutex>& lock) {
  const Job job = next_job();
  if (job.step == Step::end || job.step == Step::wait) return job.step;
  task_ = wanted_task_;
  if (job.step == Step::prepare) {
    if (!wanted_.empty()) wanted_.pop_front();
    known_[job.entry].pictured = true;
  }
  busy_ = true;
  lock.unlock();
  if (job.step == Step::list) {
    do_list();
  } else if (job.step == Step::keep) {
    keep_picture();
  } else {
    work_on(job);
  }
  lock.lock();
  busy_ = false;
  return job.step;
}

void AssetLibraryThread::do_list() {
  std::string place;
  {
    const std::lock_guard lock(mutex_);
    if (!place_) return;
    place = std::move(*place_);
    place_.reset();
  }
  auto asset_library = AssetLibrary::list(place);
  const std::lock_guard lock(mutex_);
  news_.listed = AssetLibraryNews::Listed{std::move(place), std::move(asset_library)};
  wake_owner();
}

void AssetLibraryThread::keep_picture() {
  Drawn drawn;
  {
    const std::lock_guard lock(mutex_);
    drawn = std::move(drawn_.front());
    drawn_.pop_front();
  }
  cache_.put(drawn.key, *drawn.picture);
  const std::lock_guard lock(mutex_);
  has_cache_ = cache_.works();
}

void AssetLibraryThread::identify_model(std::uint64_t task) {
  if (std::exchange(identified_, task) == task) return;
  skin_plan_.reset();
  model_ = {task_.document, {}};
  if (task_.document != nullptr)
    model_.identity = identity_of(task_.document->model_hash, task_.document->loaded);
}

void AssetLibraryThread::work_on(const Job& job) {
  const auto done = [&]() -> Result<void> {
    try {
      identify_model(job.task);
      const AssetLibraryEntry& entry = task_.asset_library->entries(task_.kind)[job.entry];
      const std::uint64_t max_size = max_file_sizes[static_cast<std::size_t>(task_.kind)];
      MMD_TRY(const InputFile input, task_.asset_library->read(entry, max_size));
      if (is_scene_or_project(input.bytes)) return prepare_scene(input, job);
      if (task_.kind == AssetLibraryKind::models) return prepare_model(input, job);
      return prepare_entry(input, job);
    } catch (...) {
      return fail_caught("read it", "cannot be read");
    }
  }();
  if (done) return;
  EntryReport broken;
  broken.problem = done.error();
  report(std::move(broken), job);
}

Result<void> AssetLibraryThread::prepare_entry(const InputFile& input, const Job& job) {
  const bool wants_picture = job.step == Step::prepare;
  ContentHash key;
  if (wants_picture && model_.identity != ContentHash())
    key = thumbnail_key(program_, model_.identity, content_hash(input.bytes), task_.choice);
  const bool is_cached = wants_picture && take_from_cache(key, job);
  MMD_TRY(auto laid, lay_entry(input, model_));
  report(std::move(laid.report), job);
  if (wants_picture && !is_cached) request_thumbnail(std::move(laid.document), key, job);
  return {};
}

Result<void> AssetLibraryThread::prepare_model(const InputFile& input, const Job& job) {
  MMD_TRY(auto laid, load_entry(input));
  report(std::move(laid.report), job);
  const ContentHash content = content_hash(input.bytes);
  const ContentHash key =
      thumbnail_key(program_, identity_of(content, laid.document.loaded), content, task_.choice);
  if (take_from_cache(key, job)) return {};
  MMD_TRY(add_textures(task_.choice, laid.document.loaded));
  request_thumbnail(std::move(laid.document), key, job);
  return {};
}

/// A scene has its picture in the file; without one the tile stays empty.
Result<void> AssetLibraryThread::prepare_scene(const InputFile& input, const Job& job) {
  report({}, job);
  const auto jpeg = picture_of_scene(input.bytes);
  if (!jpeg) return {};
  MMD_TRY(auto picture, decode_image(*jpeg));
  auto image = std::make_shared<const Image>(std::move(picture));
  post(job, [&] { news_.thumbnails.push_back({job.entry, std::move(image)}); });
  return {};
}

bool AssetLibraryThread::take_from_cache(const ContentHash& key, const Job& job) {
  auto found = key == ContentHash() ? std::nullopt : cache_.find(key);
  if (!found) return false;
  auto image = std::make_shared<const Image>(std::move(*found));
  post(job, [&] { news_.thumbnails.push_back({job.entry, std::move(image)}); });
  return true;
}

std::unique_ptr<Session> AssetLibraryThread::session_for(Arrangement arrangement) {
  std::unique_ptr<Session> out;
  {
    const std::lock_guard lock(mutex_);
    if (!spare_sessions_.empty()) {
      out = std::move(spare_sessions_.back());
      spare_sessions_.pop_back();
    }
  }
  if (out != nullptr) {
    out->set(std::move(arrangement));
  } else {
    out = std::make_unique<Session>(std::move(arrangement));
    if (skin_plan_ != nullptr &&
        out->arrangement().subject().loaded->loaded.model == model_.document->loaded.model)
      out->use_skin_plan(skin_plan_);
  }
  show_thumbnail(*out);
  return out;
}

void AssetLibraryThread::request_thumbnail(LoadedFigure document, const ContentHash& key, const Job& job) {
  auto figure = std::make_shared<const LoadedFigure>(std::move(document));
  ThumbnailRequest request{job.task, job.entry, key,
                           session_for(thumbnail_of(std::move(figure), task_.choice))};
  if (task_.kind != AssetLibraryKind::models)
    skin_plan_ = request.session->scene().actors.front()->skin_plan();
  post(job, [&] {
    ++requests_out_;
    ++prepared_;
    requests_.push_back(std::move(request));
  });
}

void AssetLibraryThread::report(EntryReport report, const Job& job) {
  post(job, [&] {
    known_[job.entry].was_read = true;
    known_[job.entry].broken = report.problem.has_value();
    news_.reports.push_back({job.entry, std::move(report)});
  });
}

void AssetLibraryThread::post(const Job& job, const std::function<void()>& update) {
  const std::lock_guard lock(mutex_);
  if (job.task != task_number_) return;
  update();
  wake_owner();
}

void AssetLibraryThread::wake_owner() {
  if (!std::exchange(owner_is_awake_, true)) wake_();
}

}  // namespace mmd
