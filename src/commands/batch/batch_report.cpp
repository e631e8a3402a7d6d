#include "commands/batch/batch_report.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/errors.h"
#include "base/json.h"
#include "base/words.h"
#include "commands/output/progress_line.h"
#include "options/messages.h"

namespace mmd {
namespace {

/// Number of pictures whose warnings are printed. More would hide everything else; `-v` and the manifest have
/// all.
constexpr std::size_t max_warnings = 20;

/// Time between progress lines if they do not overwrite each other.
constexpr std::chrono::seconds between_lines{10}, between_json{1};

ProgressKind kind_for(const Options& options) {
  if (options.batch.progress != ProgressKind::automatic) return options.batch.progress;
  if (options.verbosity < 0) return ProgressKind::silent;
  return errors_go_to_a_terminal() ? ProgressKind::bar : ProgressKind::lines;
}

}  // namespace

std::string progress_json(std::size_t written, std::size_t kept, std::size_t failed, std::size_t all,
                          double seconds) {
  const std::size_t finished = written + kept + failed;
  nlohmann::ordered_json out = nlohmann::ordered_json::object();
  out["written"] = written;
  out["kept"] = kept;
  out["failed"] = failed;
  out["all"] = all;
  out["seconds"] = seconds;
  out["per_second"] = seconds > 0.0 ? static_cast<double>(written) / seconds : 0.0;
  if (finished > 0 && seconds > 0.0)
    out["seconds_left"] = seconds * static_cast<double>(all - finished) / static_cast<double>(finished);
  return json_text(out);
}

BatchReport::BatchReport(const Options& options, std::size_t all)
    : options_(options), all_(all), kind_(kind_for(options)), bar_(options) {}

Result<void> BatchReport::open_manifest() {
  if (options_.batch.manifest.empty()) return {};
  MMD_TRY(manifest_, ManifestFile::open(options_.batch.manifest));
  return {};
}

double BatchReport::seconds() const {
  return std::chrono::duration<double>(Clock::now() - start_).count();
}

void BatchReport::add_to_manifest(const ManifestLine& line) {
  if (!manifest_) return;
  const auto added = manifest_->add(line);
  if (added || manifest_failed_) return;
  manifest_failed_ = true;
  ++broken_;
  bar_.wipe();
  print(added.error(), options_);
}

void BatchReport::done(const ManifestLine& line) {
  const std::lock_guard lock(mutex_);
  ++(line.status == ItemStatus::kept ? kept_ : written_);
  add_to_manifest(line);
  if (options_.verbosity < 1) return;
  bar_.wipe();
  print_verbose(fmt::format("{} ({} of {})", line.name, written_ + kept_ + failed_, all_), options_);
}

void BatchReport::failed(ManifestLine line, const Diagnostic& why, bool tell) {
  const std::lock_guard lock(mutex_);
  ++failed_;
  line.status = ItemStatus::failed;
  line.error = describe(why);
  add_to_manifest(line);
  if (!tell) return;
  bar_.wipe();
  print(why, options_);
}

void BatchReport::broken(const Diagnostic& why) {
  const std::lock_guard lock(mutex_);
  ++broken_;
  bar_.wipe();
  print(why, options_);
}

void BatchReport::warn(const Diagnostics& diagnostics) {
  if (diagnostics.empty()) return;
  const std::lock_guard lock(mutex_);
  for (const Diagnostic& d : diagnostics) {
    if (d.severity == Severity::note && options_.verbosity < 1) continue;
    const bool all = options_.verbosity > 0;
    if (!all && (warnings_ > max_warnings || !told_.insert(describe(d)).second)) continue;
    bar_.wipe();
    if (all || ++warnings_ <= max_warnings) {
      print(d, options_);
    } else {
      print(make_warning("more warnings are not shown", "-v and --manifest show them all"), options_);
    }
  }
}

void BatchReport::say_progress() {
  const std::size_t finished = written_ + kept_ + failed_;
  const double share = static_cast<double>(finished) / static_cast<double>(std::max<std::size_t>(all_, 1));
  std::string what = fmt::format("{} of {} pictures", finished, all_);
  if (failed_ > 0) what += fmt::format(", {} failed", failed_);
  if (seconds() > 1.0 && written_ > 0)
    what += fmt::format(", {:.3g} a second", static_cast<double>(written_) / seconds());
  if (kind_ == ProgressKind::bar) return bar_.show(share, what);
  const auto pause = kind_ == ProgressKind::json ? between_json : between_lines;
  if (Clock::now() - last_line_ < pause) return;
  last_line_ = Clock::now();
  print_line(kind_ == ProgressKind::json ? progress_json(written_, kept_, failed_, all_, seconds())
                                         : progress_text(share, seconds(), what));
}

void BatchReport::tick() {
  if (kind_ == ProgressKind::silent) return;
  const std::lock_guard lock(mutex_);
  say_progress();
}

void BatchReport::end_progress() {
  const std::lock_guard lock(mutex_);
  bar_.wipe();
  if (kind_ == ProgressKind::json) print_line(progress_json(written_, kept_, failed_, all_, seconds()));
}

std::size_t BatchReport::problem_count() const {
  const std::lock_guard lock(mutex_);
  return failed_ + broken_;
}

bool BatchReport::has_incomplete_manifest() const {
  const std::lock_guard lock(mutex_);
  return manifest_failed_;
}

std::string BatchReport::summary() const {
  const std::lock_guard lock(mutex_);
  std::string out = counted(written_, "picture");
  if (kept_ > 0) out += fmt::format(", {} there already", kept_);
  if (failed_ > 0) out += fmt::format(", {} failed", failed_);
  const std::size_t finished = written_ + kept_ + failed_;
  if (finished < all_) out += fmt::format(", {} not made", all_ - finished);
  out += fmt::format(": {:.1f} s", seconds());
  if (written_ > 0) out += fmt::format(", {:.3g} a second", static_cast<double>(written_) / seconds());
  return out;
}

}  // namespace mmd
