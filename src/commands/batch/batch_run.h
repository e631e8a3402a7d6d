#pragma once

// The machine of a batch: threads that pose, draw and encode, each ahead of the next by a few pictures.
//
//   jobs ─► pose (n threads) ─► draw (a thread per context) ─► average, encode, write (n threads)
//            a slot each ◄───────────────┘ gives the slot back

#include <chrono>
#include <memory>
#include <vector>

#include "commands/batch/batch_plan.h"
#include "commands/batch/batch_report.h"
#include "commands/batch/batch_video.h"
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
};
/// How many pictures the shard has.
std::size_t pictures_in(const BatchOrder& order);

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

}  // namespace mmd
