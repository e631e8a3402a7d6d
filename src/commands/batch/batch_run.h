#pragma once

// The machine of a batch: threads that pose, draw and encode, each ahead of the next by a few pictures.
//
//   jobs ─► pose (n threads) ─► draw (a thread per context) ─► average, encode, write (n threads)
//            a slot each ◄───────────────┘ gives the slot back

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "commands/batch/batch_report.h"
#include "commands/batch/batch_video.h"
#include "commands/batch/plan.h"
#include "render/context.h"

namespace mmd {

/// How many threads do what.
struct BatchThreads {
  std::size_t posing = 1, drawing = 1, encoding = 1;
};
/// `asked`: of the command line, 0: not. `on_cpu`: the driver draws on the processors that pose and encode.
BatchThreads batch_threads(int asked, std::size_t processors, bool on_cpu);

/// What all threads go by.
struct BatchOrder {
  const Options& options;
  const Plan& plan;
  const std::vector<BatchView>& views;
  Shard shard;

  /// Whether the picture is the shard's.
  bool has(std::size_t item) const { return shard_of(plan, plan.item(item), shard.count) == shard.index; }
  /// The shard's pictures.
  std::vector<std::size_t> items() const;
};

/// Makes the pictures of a shard.
class BatchRun {
 public:
  /// `contexts`: one for each thread that draws; none is current anywhere. `video`: where the pictures go;
  /// null: to files.
  BatchRun(const BatchOrder& order, const BatchThreads& threads,
           std::vector<std::unique_ptr<OffscreenContext>>& contexts, BatchReport& report, VideoFrames* video);
  /// Waits for its threads.
  ~BatchRun();
  BatchRun(const BatchRun&) = delete;
  BatchRun& operator=(const BatchRun&) = delete;

  /// Waits for the end, but no longer than that. Whether it has come.
  bool wait_for(std::chrono::milliseconds time);
  /// Ends after the pictures that are being made.
  void stop();
  /// Whether it was stopped, or stopped itself at a failure.
  bool is_stopped() const;
  /// Whether it was stopped because nothing can be drawn.
  bool lacks_renderer() const;

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

/// Joins what a batch's shards made: their manifests into one, in the plan's order, and the labels that can
/// be (merged_labels()). Says which pictures or labels are missing (in no manifest, failed, or not on disk)
/// and which several shards made; makes contact sheet and index of all. The exit status.
int merge_shards(const BatchOrder& order);

/// Why the batch must not be made: one of its pictures, or a file besides them, would replace a texture or
/// something else that it is made of. Looks at models only where that can be. `merged`: manifests to join.
std::optional<Diagnostic> refused_output(const BatchOrder& order,
                                         const std::vector<std::string>& merged = {});

/// From now on the first interrupt or request to end (SIGINT, SIGTERM, or SIGHUP: the terminal is gone; on
/// Windows Ctrl-C, Ctrl-Break, or the console closes, which leaves a few seconds) is only noted; a second
/// one, but for SIGHUP, ends the process at once, with status 130. What the process was told to ignore at its
/// start stays ignored.
void note_stop_signals();
/// Whether there was one.
bool stop_was_asked();

}  // namespace mmd
