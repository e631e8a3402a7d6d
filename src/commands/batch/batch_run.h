#pragma once

// The pipeline of a batch: threads that pose, draw and encode, each a few pictures ahead of the next.
//
//   jobs ─► pose (n threads) ─► draw (a thread per context) ─► average, encode, write (n threads)
//            one slot each ◄─────────────┘ returns the slot

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "commands/batch/batch_report.h"
#include "commands/batch/batch_video.h"
#include "commands/batch/plan.h"
#include "render/context.h"

namespace mmd {

/// Number of threads per stage.
struct BatchThreads {
  std::size_t posing = 1, drawing = 1, encoding = 1;
};
/// `asked`: --threads, 0 if not given. `on_cpu`: the driver draws on the CPU, too.
BatchThreads batch_threads(int asked, std::size_t processors, bool on_cpu);

/// Data that all threads share.
struct BatchOrder {
  const Options& options;
  const Plan& plan;
  const std::vector<BatchView>& views;
  Shard shard;

  /// Whether the picture belongs to the shard.
  bool has(std::size_t item) const { return shard_of(plan, plan.item(item), shard.count) == shard.index; }
  /// The pictures of the shard.
  std::vector<std::size_t> items() const;
};

/// Makes the pictures of a shard.
class BatchRun {
 public:
  /// `contexts`: one per drawing thread; none may be current. `video` gets the pictures; null: write files.
  BatchRun(const BatchOrder& order, const BatchThreads& threads,
           std::vector<std::unique_ptr<OffscreenContext>>& contexts, BatchReport& report, VideoFrames* video);
  /// Waits for all threads.
  ~BatchRun();
  BatchRun(const BatchRun&) = delete;
  BatchRun& operator=(const BatchRun&) = delete;

  /// Waits for the end, up to this time. Returns whether the batch has ended.
  bool wait_for(std::chrono::milliseconds time);
  /// Stops after the pictures in progress.
  void stop();
  /// Whether the batch was stopped, by stop() or by a failure.
  bool is_stopped() const;
  /// Whether drawing is impossible, which stops the batch.
  bool lacks_renderer() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Merges the results of shards: the manifests, in the plan's order, and the labels that allow it
/// (merged_labels()). Reports missing pictures and labels (in no manifest, failed, or not on disk) and
/// pictures that several shards made. Writes contact sheet and index. Returns the exit status.
int merge_shards(const BatchOrder& order);

/// Returns an error if a picture or another output would overwrite a texture or another input. Reads models
/// only if their textures can be affected. `merged`: manifests to merge.
std::optional<Diagnostic> refused_output(const BatchOrder& order,
                                         const std::vector<std::string>& merged = {});

/// Makes the first SIGINT, SIGTERM or SIGHUP (on Windows Ctrl-C, Ctrl-Break or a closed console, which leaves
/// a few seconds) only set a flag. A second SIGINT or SIGTERM ends the process at once with status 130.
/// Signals that are ignored at the start stay ignored.
void note_stop_signals();
/// Whether a signal came.
bool stop_was_asked();

}  // namespace mmd
