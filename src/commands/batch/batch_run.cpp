#include "commands/batch/batch_run.h"

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <deque>
#include <exception>
#include <iterator>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include "annotations/labels.h"
#include "assets/temporary_file.h"
#include "base/errors.h"
#include "commands/batch/batch_poser.h"
#include "commands/batch/plan.h"
#include "commands/batch/slot_pool.h"
#include "commands/picture/bounded_queue.h"
#include "commands/picture/shot_scene.h"
#include "document/framing.h"
#include "options/opened.h"
#include "options/output_file.h"

namespace mmd {
namespace {

using Clock = std::chrono::steady_clock;
using Stages = SlotPool<BatchStage>;

/// The pictures of a posed scene.
struct PosedShots {
  Stages::Slot stage;
  std::vector<BatchShot> shots;
};
/// Returns a stage on every path: the thread that posed it may wait for it.
struct GivenBack {
  Stages& stages;
  Stages::Slot stage;
  GivenBack(Stages& all, Stages::Slot own) : stages(all), stage(own) {}
  ~GivenBack() { stages.give_back(stage); }
  GivenBack(const GivenBack&) = delete;
  GivenBack& operator=(const GivenBack&) = delete;
};
/// A picture to write.
struct DrawnShot {
  BatchShot shot;
  DrawnPicture drawn;
};

/// Number of pictures that the driver draws at a time.
constexpr std::size_t max_started = 3;

double milliseconds_since(Clock::time_point then) {
  return std::chrono::duration<double, std::milli>(Clock::now() - then).count();
}

}  // namespace

struct BatchRun::Impl {
  Impl(const BatchOrder& what, const BatchThreads& threads, BatchReport& reports, VideoFrames* frames)
      : order(what),
        video(frames),
        poser(what),
        format(picture_format(what.plan.name(0)).value_or(PictureFormat::png)),
        report(reports),
        models(what.plan.models, what.options, poser.models_wanted()),
        stages(2 * threads.posing + threads.drawing),
        posed(threads.drawing),
        drawn(2 * threads.encoding) {}

  void start(const BatchThreads& threads, std::vector<std::unique_ptr<OffscreenContext>>& contexts) try {
    for (auto& context : contexts) drawing.push_back(guarded([this, c = context.get()] { draw_all(*c); }));
    for (std::size_t i = 0; i < threads.encoding; ++i) encoding.push_back(guarded([this] { encode_all(); }));
    for (std::size_t i = 0; i < threads.posing; ++i) posing.push_back(guarded([this] { pose_all(); }));
    finishing = std::thread([this] { finish(); });
  } catch (...) {  // the system cannot start a thread
    halt();
    join_all();
    throw;
  }

  std::optional<BatchJob> next_job() {
    const std::lock_guard lock(jobs_mutex);
    const Plan& plan = order.plan;
    while (!stop && next < plan.job_count()) {
      prefetch_job(plan, next);
      const Job job = plan.job(next++);
      std::vector<std::size_t> items = poser.wanted(job);
      if (items.empty()) continue;
      const auto& model = models.at(job.model);
      if (!model) {
        if (told_model != job.model) report.broken(model.error());
        told_model = job.model;
        for (const std::size_t item : items) fail_item(poser.line_of(item), model.error(), false);
        continue;
      }
      if (told_model != job.model) report.warn((*model)->diagnostics);
      told_model = job.model;
      return BatchJob{job, *model, std::move(items)};
    }
    return std::nullopt;
  }

  void pose_all() {
    while (const auto job = next_job()) pose_job(*job);
  }

  void pose_job(const BatchJob& job) {
    auto stage = stages.take([&](const BatchStage& s) { return s.model == job.model; });
    const auto begun = Clock::now();
    const auto load = [&] { return poser.load(job, *stage); };
    if (auto done = caught("load the poses", "the poses cannot be loaded", load); !done) {
      stages.give_back(stage);
      return fail_items(job.items, done.error());
    }
    std::vector<BatchShot> shots;
    for (const std::size_t item : job.items) {
      BatchShot shot = poser.shot_of(item, *stage);
      shot.begun = begun;
      if (order.options.batch.skip_existing && poser.is_there(shot)) {
        shot.line.status = ItemStatus::kept;
        shot.line.milliseconds = milliseconds_since(begun);
        report.done(shot.line);
      } else {
        shots.push_back(std::move(shot));
      }
    }
    if (shots.empty()) return stages.give_back(stage);
    for (BatchShot& shot : shots) warn(shot, stage->said);
    if (video != nullptr) poser.hold_cameras(*stage, shots);
    pose_frames(job, stage, std::move(shots));
  }

  void pose_frames(const BatchJob& job, Stages::Slot stage, std::vector<BatchShot> shots) {
    const double most = order.options.batch.max_seconds;
    bool is_mine = true;
    for (std::size_t begin = 0, end = 0; begin < shots.size() && !stop; begin = end) {
      while (end < shots.size() && shots[end].frame == shots[begin].frame) ++end;
      if (video != nullptr && !video->wait_for(shots[begin].item, shots[end - 1].item)) break;
      if (!is_mine) stage = stages.take_again(stage);
      is_mine = true;
      const auto begun = begin == 0 ? shots.front().begun : Clock::now();
      const auto too_late = [&] { return most > 0.0 && milliseconds_since(begun) > 1e3 * most; };
      poser.pose(*stage, shots[begin].frame, [&] { return !stop && !too_late(); });
      std::vector<BatchShot> now(std::make_move_iterator(shots.begin() + static_cast<std::ptrdiff_t>(begin)),
                                 std::make_move_iterator(shots.begin() + static_cast<std::ptrdiff_t>(end)));
      if (too_late()) {
        const Diagnostic why = make_error(fmt::format("timeout: posing took longer than {:.10g} s", most));
        for (BatchShot& shot : now)
          fail_item(std::move(shot.line), in_file(why, poser.file_of(job)), &shot == now.data());
        continue;
      }
      for (BatchShot& shot : now) {
        shot.begun = begun;
        warn(shot, physics_notes(stage->shown->session));
      }
      if (end < shots.size()) stages.keep(stage);
      is_mine = false;
      send(stage, std::move(now));
    }
    if (is_mine) stages.give_back(stage);
  }

  void send(Stages::Slot stage, std::vector<BatchShot> shots) {
    // A single picture: set the camera here, because this thread has time.
    if (shots.size() == 1) poser.aim(*stage->shown, shots.front());
    if (!posed.push({stage, std::move(shots)})) stages.give_back(stage);
  }

  void draw_all(OffscreenContext& context) {
    auto renderer = context.enter_thread() ? Renderer::create(order.options.shader_dir)
                                           : fail("cannot create an OpenGL context for a thread");
    if (!renderer) {
      report.broken(renderer.error());
      lacks_renderer = true;
      halt();
    }
    Labeller labeller;
    std::deque<BatchShot> started;
    for (;;) {
      std::optional<PosedShots> what = started.empty() ? posed.pop() : posed.try_pop();
      if (!what && started.empty()) break;
      if (!what) {
        take_drawn(**renderer, started);
      } else if (stop || !renderer) {
        stages.give_back(what->stage);
      } else {
        draw(**renderer, labeller, std::move(*what), started);
      }
    }
    static_cast<void>(renderer ? renderer->release() : nullptr);  // as in `shot`: the process ends next
  }

  void draw(Renderer& renderer, Labeller& labeller, PosedShots what, std::deque<BatchShot>& started) {
    const GivenBack given_back(stages, what.stage);
    ShotScene& shown = *what.stage->shown;
    const std::size_t ahead = draws_on_cpu() ? 1 : max_started;
    for (BatchShot& shot : what.shots) {
      if (stop) break;
      if (video != nullptr) {
        if (!video->has_room_for(shot.item,
                                 shot.item))  // free room: the video waits for one of these
          while (!started.empty()) take_drawn(renderer, started);
        if (!video->wait_for(shot.item, shot.item)) break;
      }
      if (what.shots.size() > 1) poser.aim(shown, shot);
      warn(shot, scene_notes(shown.session));
      const auto start = [&] { return start_picture(renderer, labeller, shown, shot); };
      const auto done = caught("draw the picture", "the picture cannot be drawn", start);
      warn(shot, renderer.take_warnings());
      if (done) {
        started.push_back(std::move(shot));
      } else {
        std::string name = shot.line.name;
        fail_item(std::move(shot.line), in_file(done.error(), name));
      }
      while (started.size() >= ahead) take_drawn(renderer, started);
    }
  }

  Result<void> start_picture(Renderer& renderer, Labeller& labeller, ShotScene& shown, BatchShot& shot) {
    const Options& options = order.options;
    const auto [width, height] = options.size.value_or(PictureSize());
    if (!options.labels.is_empty()) {
      MMD_TRY(auto source, labeller.look(renderer, shown.session.scene(), options.labels, width, height));
      warn(shot, face_notes(source));
      shot.labels = std::make_shared<const LabelSource>(std::move(source));
    }
    if (!shown.other) return renderer.start_picture(shown.session.scene(), width, height, options.samples);
    MMD_TRY(Image image, shown.draw(renderer, options));
    renderer.add_picture(std::move(image));
    return {};
  }

  void take_drawn(Renderer& renderer, std::deque<BatchShot>& started) {
    BatchShot shot = std::move(started.front());
    started.pop_front();
    auto picture = renderer.take_picture();
    if (!picture) return fail_item(std::move(shot.line), picture.error());
    drawn.push({std::move(shot), std::move(*picture)});
  }

  void encode_all() {
    while (auto got = drawn.pop()) {
      BatchShot& shot = got->shot;
      const auto write_it = [&] { return write(shot, std::move(got->drawn)); };
      const auto done = caught("write the picture", "the picture cannot be written", write_it);
      shot.line.milliseconds = milliseconds_since(shot.begun);
      if (done) {
        report.done(shot.line);
      } else {
        fail_item(std::move(shot.line), done.error());
      }
    }
  }

  Result<void> write(const BatchShot& shot, DrawnPicture picture) {
    Image image = finished(std::move(picture));
    if (video != nullptr) {
      if (!video->add(shot.item, std::move(image))) halt();
      return {};
    }
    MMD_TRY(const auto bytes, encode_picture(image, format, shot.metadata, order.options.look.background));
    const auto path = path_from_utf8(order.options.output) / path_from_utf8(shot.line.name);
    std::vector<LabelFile> labels;
    if (shot.labels != nullptr) {
      MMD_TRY(labels, label_files(*shot.labels, to_utf8(path.filename())));
    }
    std::error_code error;
    std::filesystem::create_directories(path.parent_path(), error);
    std::vector<OutputBytes> out;
    for (const OutputFile& file : picture_files(to_utf8(path), bytes, labels))
      out.push_back({own_target(path_from_utf8(file.name)), file.bytes});
    return write_files(out, Lasting::no);
  }

  /// Stops after the pictures in progress; removes an incomplete video.
  void halt() {
    stop = true;
    if (video != nullptr) video->give_up();
  }

  void fail_item(ManifestLine line, const Diagnostic& why, bool tell = true) {
    report.failed(std::move(line), why, tell);
    if (order.options.batch.fail_fast || video != nullptr) halt();
  }

  /// Fails all of them for one reason, which is printed once.
  void fail_items(const std::vector<std::size_t>& items, const Diagnostic& why) {
    for (std::size_t i = 0; i < items.size(); ++i) fail_item(poser.line_of(items[i]), why, i == 0);
  }

  void warn(BatchShot& shot, const Diagnostics& diagnostics) {
    report.warn(diagnostics);
    for (const Diagnostic& d : diagnostics)
      if (d.severity == Severity::warning) shot.line.warnings.push_back(describe(d));
  }

  /// A thread whose exceptions, for example out of memory, end the batch and not the process.
  template <class Work>
  std::thread guarded(Work work) {
    return std::thread([this, work] {
      try {
        work();
      } catch (const std::exception&) {
        halt();
        // Other threads may wait for items or slots of this one.
        posed.close();
        drawn.close();
        while (const auto left = posed.try_pop()) stages.give_back(left->stage);
        try {
          report.broken(error_caught("go on with the batch", "the batch ends"));
        } catch (const std::bad_alloc&) {
          // The last line gives the number of missing pictures.
        }
      }
    });
  }

  void join_all() {
    const auto join = [](std::vector<std::thread>& threads) {
      for (std::thread& t : threads) t.join();
    };
    join(posing);
    posed.close();
    join(drawing);
    drawn.close();
    join(encoding);
  }

  void finish() {
    join_all();
    const std::lock_guard lock(end_mutex);
    has_ended = true;
    ended.notify_all();
  }

  const BatchOrder order;
  VideoFrames* const video;
  const BatchPoser poser;
  const PictureFormat format;
  BatchReport& report;
  std::atomic<bool> stop{false}, lacks_renderer{false};

  std::mutex jobs_mutex;  ///< guards the next three members
  std::size_t next = 0;
  BatchModels models;
  std::optional<std::size_t> told_model;

  Stages stages;
  BoundedQueue<PosedShots> posed;
  BoundedQueue<DrawnShot> drawn;

  std::vector<std::thread> posing, drawing, encoding;
  std::thread finishing;
  std::mutex end_mutex;
  std::condition_variable ended;
  bool has_ended = false;
};

BatchRun::BatchRun(const BatchOrder& order, const BatchThreads& threads,
                   std::vector<std::unique_ptr<OffscreenContext>>& contexts, BatchReport& report,
                   VideoFrames* video)
    : impl_(std::make_unique<Impl>(order, threads, report, video)) {
  impl_->start(threads, contexts);
}

BatchRun::~BatchRun() {
  impl_->finishing.join();
}

bool BatchRun::wait_for(std::chrono::milliseconds time) {
  std::unique_lock lock(impl_->end_mutex);
  return impl_->ended.wait_for(lock, time, [this] { return impl_->has_ended; });
}

void BatchRun::stop() {
  impl_->halt();
}

bool BatchRun::is_stopped() const {
  return impl_->stop;
}

bool BatchRun::lacks_renderer() const {
  return impl_->lacks_renderer;
}

std::vector<std::size_t> BatchOrder::items() const {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < plan.size(); ++i)
    if (has(i)) out.push_back(i);
  return out;
}

BatchThreads batch_threads(int asked, std::size_t processors, bool on_cpu) {
  const std::size_t all = asked > 0 ? static_cast<std::size_t>(asked) : std::max<std::size_t>(processors, 1);
  if (!on_cpu) return {all, 1, all};
  constexpr std::size_t max_contexts = 4;
  return {std::max<std::size_t>(all / 2, 1), std::min(all, max_contexts), std::max<std::size_t>(all / 2, 1)};
}

}  // namespace mmd
