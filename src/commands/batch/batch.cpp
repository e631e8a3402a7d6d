#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <optional>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "annotations/labels.h"
#include "assets/file_set.h"
#include "assets/temporary_file.h"
#include "base/errors.h"
#include "base/parallel_for.h"
#include "base/text.h"
#include "base/words.h"
#include "commands/batch/batch_overview.h"
#include "commands/batch/batch_poser.h"
#include "commands/batch/batch_run.h"
#include "commands/batch/batch_web.h"
#include "commands/batch/plan.h"
#include "commands/commands.h"
#include "commands/picture/picture_models.h"
#include "options/messages.h"

namespace mmd {
namespace {

/// Creates the output folder if its parent exists. `dry`: only checks whether that would work.
Result<void> make_output_folder(const std::string& output, bool dry) {
  namespace fs = std::filesystem;
  const fs::path folder = path_from_utf8(output);
  std::error_code error;
  if (fs::is_directory(folder, error)) return {};
  if (fs::exists(folder, error)) return fail(in_file(make_error("is a file, not a folder"), output));
  const fs::path whole = fs::absolute(folder / ".", error).lexically_normal();  // ends in a slash
  if (!fs::is_directory(whole.parent_path().parent_path(), error))
    return fail(in_file(make_error("the folder above it does not exist", "create it, or check the spelling"),
                        output));
  error.clear();
  if (!dry) fs::create_directory(folder, error);
  if (!error) return {};
  return fail(in_file(make_error("the folder cannot be created: " + error.message()), output));
}

/// One context per drawing thread; the first decides the number of threads. Error: no context at all.
Result<std::vector<std::unique_ptr<OffscreenContext>>> open_contexts(const Options& options,
                                                                     BatchThreads& threads) {
  auto first = OffscreenContext::create();
  if (!first) return fail(first.error());
  print_verbose((*first)->description(), options);
  threads = batch_threads(options.batch.threads, processor_threads(), draws_on_cpu());
  auto out = contexts_beside(std::move(*first), threads.drawing);
  threads.drawing = out.size();
  return out;
}

/// The part of the batch that this process makes.
Result<Shard> shard_for(const Options& options) {
  if (options.batch.shard_by_environment)
    return shard_of_environment(process_environment(), options.batch.shards);
  if (options.batch.shards > 0)
    return fail(make_error("--shards needs --shard auto", "add --shard auto, or use --shard I/N"));
  return options.batch.shard.value_or(Shard());
}

/// Time for the pictures in progress after a request to stop.
constexpr std::chrono::milliseconds patience{1500}, between_looks{50};

/// Polls for a request to stop.
class StopRequest {
 public:
  /// True once, at the first call after a request.
  bool is_new() {
    if (asked_ || !stop_was_asked()) return false;
    asked_ = std::chrono::steady_clock::now();
    return true;
  }
  bool was_seen() const { return asked_.has_value(); }
  bool waits_no_longer() const { return asked_ && std::chrono::steady_clock::now() - *asked_ > patience; }

 private:
  std::optional<std::chrono::steady_clock::time_point> asked_;
};

/// Waits for the run and stops it on request. Returns whether it was stopped.
bool see_through(BatchRun& run, BatchReport& report) {
  StopRequest request;
  while (!run.wait_for(between_looks)) {
    report.tick();
    if (request.is_new()) run.stop();
    // Do not wait longer, for example for a long motion or a slow disk.
    if (request.waits_no_longer()) break;
  }
  return request.was_seen();
}

int end_interrupted(const BatchReport& report) {
  print_line("mmdview: interrupted: " + report.summary());
  std::fflush(nullptr);
  std::_Exit(exit_interrupted);  // threads may still be at work
}

/// Writes contact sheet and index. Error: these, or the manifest, cannot be written or read.
Result<void> write_what_is_beside(const BatchOrder& order) {
  const BatchChoice& choice = order.options.batch;
  Manifest manifest;
  if (!choice.index.empty() && !choice.manifest.empty()) MMD_TRY(read_manifest(choice.manifest, manifest));
  MMD_TRY(write_overviews(order, manifest));
  return write_web(order);
}

/// Starts the video; null if none is requested. Errors: see VideoFile::start().
Result<std::unique_ptr<VideoFrames>> start_video(const BatchOrder& order) {
  const Options& options = order.options;
  if (options.batch.video.empty()) return nullptr;
  if (!options.sound.file.empty())
    MMD_TRY(read_file(path_from_utf8(options.sound.file), UINT64_MAX, [](ByteSpan) { return false; }));
  MMD_TRY(auto file, VideoFile::start(video_choice(options, order.plan)));
  return std::make_unique<VideoFrames>(std::move(file), options);
}

/// Checks and creates the output. Error: it cannot or must not be written.
Result<std::unique_ptr<VideoFrames>> open_output(const BatchOrder& order, BatchReport& report) {
  const Options& options = order.options;
  const bool to_files = options.batch.video.empty();
  if (to_files) MMD_TRY(make_output_folder(options.output, false));
  if (auto refused = refused_output(order)) return fail(std::move(*refused));
  MMD_TRY(report.open_manifest());
  note_stop_signals();
  if (to_files) remove_leftovers(path_from_utf8(options.output));
  return start_video(order);
}

/// The steps after the last picture. Errors: a file cannot be written, ffmpeg failed.
Result<void> close_output(const BatchOrder& order, VideoFrames* video, bool is_whole) {
  if (video == nullptr) return write_what_is_beside(order);
  if (!is_whole) return {};
  StopRequest request;
  return video->finish([&] {
    request.is_new();
    return !request.waits_no_longer();
  });
}

/// Error: the system cannot start threads.
Result<std::unique_ptr<BatchRun>> begin_run(const BatchOrder& order, const BatchThreads& threads,
                                            std::vector<std::unique_ptr<OffscreenContext>>& contexts,
                                            BatchReport& report, VideoFrames* video) try {
  return std::make_unique<BatchRun>(order, threads, contexts, report, video);
} catch (const std::system_error&) {
  return fail("cannot start a thread", "close other programs; the system's limit of processes is reached");
}

int make_pictures(const Options& options, const BatchOrder& order, bool had_problems) {
  BatchReport report(options, order.items().size());
  const auto video = open_output(order, report);
  if (!video) return stop_with(video.error(), options);
  BatchThreads threads;
  auto contexts = open_contexts(options, threads);
  if (!contexts) return stop_with(contexts.error(), options, status_without_context());
  bool stopped = false, lacks_renderer = false;
  {
    const auto run = begin_run(order, threads, *contexts, report, video->get());
    if (!run) return stop_with(run.error(), options);
    const bool interrupted = see_through(**run, report);
    report.end_progress();
    if (interrupted) return end_interrupted(report);
    stopped = (*run)->is_stopped();
    lacks_renderer = (*run)->lacks_renderer();
  }
  const bool is_whole = report.problem_count() == 0;
  const auto closed = close_output(order, video->get(), is_whole);
  // Keep old contact sheet and index; a video may already be complete.
  if ((*video == nullptr || !closed) && stop_was_asked()) return end_interrupted(report);
  if (!closed) report.broken(closed.error());
  if (options.verbosity >= 0) print_line("mmdview: " + report.summary());
  for (auto& context : *contexts) static_cast<void>(context.release());  // the process ends next
  if (lacks_renderer)                                                    // shaders of one's own are an input
    return options.shader_dir.empty() ? exit_no_context : exit_bad_input;
  if (report.has_incomplete_manifest()) return exit_bad_input;
  return stopped || had_problems || report.problem_count() > 0 ? exit_some_failed : exit_done;
}

std::string reason_of(const Diagnostic& error) {
  const Diagnostic said = in_words(error);
  return said.hint.empty() ? describe(said) : fmt::format("{} ({})", describe(said), said.hint);
}

/// Prints a line for each picture of the shard: "make", "skip" (up to date) or "fail", the name, and the
/// reason of a failure, separated by tabs. Reads models, poses and motions and draws nothing.
class DryRun {
 public:
  explicit DryRun(const BatchOrder& order)
      : order_(order), poser_(order), models_(order.plan.models, order.options, poser_.models_wanted()) {}

  /// Returns the exit status.
  int run() {
    for (std::size_t i = 0; i < order_.plan.job_count() && status_ == exit_done; ++i) {
      prefetch_job(order_.plan, i);
      list(order_.plan.job(i));
      if (text_.size() >= (std::size_t{1} << 16)) flush();
    }
    flush();
    if (status_ != exit_done) return status_;
    if (order_.options.verbosity >= 0)
      print_line(fmt::format("mmdview: {} to make, {} up to date, {} cannot be made",
                             counted(to_make_, "picture"), up_to_date_, failed_));
    return failed_ > 0 ? exit_some_failed : exit_done;
  }

 private:
  void list(const Job& job) {
    const std::vector<std::size_t> items = poser_.wanted(job);
    if (items.empty()) return;
    const auto& model = models_.at(job.model);
    const Result<void> loaded = model ? poser_.load({job, *model, items}, stage_) : fail(model.error());
    for (const std::size_t item : items) {
      const std::string name = escaped_utf8(order_.plan.name(item));
      if (!loaded) {
        ++failed_;
        add(fmt::format("fail\t{}\t{}", name, escaped_utf8(reason_of(loaded.error()))));
      } else if (order_.options.batch.skip_existing && poser_.is_there(poser_.shot_of(item, stage_))) {
        ++up_to_date_;
        add("skip\t" + name);
      } else {
        ++to_make_;
        add("make\t" + name);
      }
    }
  }

  void add(const std::string& line) { text_ += line + '\n'; }

  void flush() {
    if (status_ == exit_done && !text_.empty()) status_ = print_result(text_, order_.options);
    text_.clear();
  }

  const BatchOrder& order_;
  const BatchPoser poser_;
  BatchModels models_;
  BatchStage stage_;
  std::string text_;  ///< lines to print
  std::size_t to_make_ = 0, up_to_date_ = 0, failed_ = 0;
  int status_ = exit_done;  ///< exit status of printing
};

int dry_run(const BatchOrder& order) {
  const Options& options = order.options;
  if (options.batch.video.empty())
    if (const auto made = make_output_folder(options.output, true); !made)
      return stop_with(made.error(), options);
  std::error_code error;
  // A new folder has no files to overwrite.
  if (std::filesystem::is_directory(path_from_utf8(options.output), error))
    if (const auto refused = refused_output(order)) return stop_with(*refused, options);
  return DryRun(order).run();
}

/// A file that is read or written several times, or in parts, so it cannot be a stream.
std::optional<Diagnostic> stream_for_a_file(const Options& options) {
  const BatchChoice& choice = options.batch;
  const auto named = [](const std::vector<std::string>& files) {
    return std::find(files.begin(), files.end(), "-") != files.end();
  };
  const std::pair<const char*, bool> given[] = {
      {"a file", named(options.files)},     {"--poses", named(choice.poses)},
      {"--motions", named(choice.motions)}, {"--manifest", choice.manifest == "-"},
      {"--index", choice.index == "-"},     {"--sheet", choice.sheet == "-"},
      {"--video", choice.video == "-"}};
  for (const auto& [what, is_stream] : given)
    if (is_stream)
      return make_error(fmt::format("batch: {} cannot be standard input or output", what),
                        "give a file name (./- is a file named -)");
  return std::nullopt;
}

}  // namespace

int run_batch(const Options& options) {
  if (options.output == "-")
    return stop_with(
        make_error("batch cannot write its pictures to standard output", "give -o the name of a folder"),
        options, exit_wrong_usage);
  if (const auto stream = stream_for_a_file(options)) return stop_with(*stream, options, exit_wrong_usage);
  if (options.batch.dry_run && !options.batch.merge.empty())
    return stop_with(make_error("--dry-run and --merge cannot be used together",
                                "remove --dry-run; --merge draws nothing"),
                     options, exit_wrong_usage);
  if (const auto slip = video_slip(options)) return stop_with(*slip, options, exit_wrong_usage);
  if (const auto problem = web_problem(options)) return stop_with(*problem, options, exit_wrong_usage);
  Diagnostics problems;
  const std::vector<BatchView> views = batch_views(options);
  const auto plan = plan_batch(options, views, problems);
  if (!plan) return stop_with(plan.error(), options);
  print(problems, options);
  if (const auto idle = idle_frames(options, *plan)) print(*idle, options);
  if (plan->size() == 0) return exit_bad_input;
  if (const auto collision = find_collision(*plan)) return stop_with(*collision, options, exit_wrong_usage);
  if (const auto collision = find_label_collision(*plan, label_suffixes(options.labels)))
    return stop_with(*collision, options, exit_wrong_usage);
  if (!options.batch.video.empty())
    if (const auto problem = video_problem(video_choice(options, *plan)))
      return stop_with(*problem, options, exit_wrong_usage);
  const auto shard = shard_for(options);
  if (!shard) return stop_with(shard.error(), options, exit_wrong_usage);
  const BatchOrder order{options, *plan, views, *shard};
  if (!options.batch.merge.empty()) return merge_shards(order);
  if (!options.batch.dry_run) return make_pictures(options, order, !problems.empty());
  const int status = dry_run(order);
  return status == exit_done && !problems.empty() ? exit_some_failed : status;
}

}  // namespace mmd
