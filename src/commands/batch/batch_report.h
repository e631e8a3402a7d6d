#pragma once

#include <chrono>
#include <cstddef>
#include <mutex>
#include <optional>
#include <set>
#include <string>

#include "commands/batch/manifest.h"
#include "commands/output/progress_line.h"
#include "options/options.h"

namespace mmd {

/// What came of the pictures of a batch: counts them, writes the manifest, and says how far things are. From
/// any thread.
class BatchReport {
 public:
  /// `all`: pictures that are wanted.
  BatchReport(const Options& options, std::size_t all);

  /// Opens the manifest, if one is asked for. Error: it cannot be written.
  Result<void> open_manifest();

  /// A picture is on disk.
  void done(const ManifestLine& line);
  /// It is not; `line` gets its status and error. `tell`: where one reason goes for many, the first time.
  void failed(ManifestLine line, const Diagnostic& why, bool tell = true);
  /// The batch as a whole cannot go on.
  void broken(const Diagnostic& why);
  /// About a picture, or a model. Of many, the first are told; the same once.
  void warn(const Diagnostics& diagnostics);

  /// Says how far things are, if it is time for that.
  void tick();

  /// Pictures that failed, and whatever else went wrong.
  std::size_t problem_count() const;
  /// "118 pictures, 2 failed: 3.2 s, 37 a second"
  std::string summary() const;
  /// Takes what stands on the terminal's line away.
  void end_progress();

 private:
  using Clock = std::chrono::steady_clock;
  double seconds() const;
  void add_to_manifest(const ManifestLine& line);
  void say_progress();

  const Options& options_;
  const std::size_t all_;
  const ProgressKind kind_;
  const Clock::time_point start_ = Clock::now();

  mutable std::mutex mutex_;  ///< guards what follows, and standard error
  std::optional<ManifestFile> manifest_;
  bool manifest_failed_ = false;
  std::size_t written_ = 0, kept_ = 0, failed_ = 0, broken_ = 0, warnings_ = 0;
  std::set<std::string> told_;
  ProgressLine bar_;
  Clock::time_point last_line_ = start_;
};

/// A line of `--progress json`.
std::string progress_json(std::size_t written, std::size_t kept, std::size_t failed, std::size_t all,
                          double seconds);

}  // namespace mmd
