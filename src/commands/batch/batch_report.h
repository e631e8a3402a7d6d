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

/// Counts the results of a batch, writes the manifest and prints the progress. Thread-safe.
class BatchReport {
 public:
  /// `all` is the number of requested pictures.
  BatchReport(const Options& options, std::size_t all);

  /// Opens the manifest, if requested. Error: it cannot be written.
  Result<void> open_manifest();

  /// Records a picture that is on disk.
  void done(const ManifestLine& line);
  /// Records a failed picture; sets status and error of `line`. `tell`: print the error; false for pictures
  /// after the first with the same cause.
  void failed(ManifestLine line, const Diagnostic& why, bool tell = true);
  /// Reports an error that ends the batch.
  void broken(const Diagnostic& why);
  /// Prints warnings about a picture or a model: each one once, and only the first of many.
  void warn(const Diagnostics& diagnostics);

  /// Prints the progress if the last time is long enough ago.
  void tick();

  /// Number of failed pictures and other errors.
  std::size_t problem_count() const;
  /// Whether the manifest lacks lines because they could not be written.
  bool has_incomplete_manifest() const;
  /// "118 pictures, 2 failed: 3.2 s, 37 a second"
  std::string summary() const;
  /// Clears the progress line on the terminal.
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

  mutable std::mutex mutex_;  ///< guards the members below and standard error
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
