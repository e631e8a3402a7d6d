#include "commands/output/progress_line.h"

#include <algorithm>
#include <cstdio>

#include <fmt/format.h>

#include "options/messages.h"

namespace mmd {
namespace {

constexpr std::chrono::milliseconds between_updates{100};
/// Time before the first estimate of the remaining time, seconds.
constexpr double first_guess = 2.0;

std::string duration_text(double seconds) {
  if (seconds < 90.0) return fmt::format("{:.0f} s", seconds);
  if (seconds < 90.0 * 60.0) return fmt::format("{:.0f} min", seconds / 60.0);
  return fmt::format("{:.1f} h", seconds / 3600.0);
}

}  // namespace

std::string progress_text(double share, double seconds, const std::string& what) {
  std::string out = fmt::format("mmdview: {}: {:.0f} %", what, 100.0 * share);
  if (share > 0.0 && seconds >= first_guess)
    out += fmt::format(", about {} left", duration_text(seconds * (1.0 - share) / share));
  return out;
}

ProgressLine::ProgressLine(const Options& options)
    : shown_to_someone_(options.verbosity >= 0 && errors_go_to_a_terminal()), start_(Clock::now()) {}

void ProgressLine::show(double share, const std::string& what) {
  if (!shown_to_someone_) return;
  const auto now = Clock::now();
  if (width_ > 0 && now - last_ < between_updates) return;
  last_ = now;
  write(progress_text(share, std::chrono::duration<double>(now - start_).count(), what));
}

void ProgressLine::say(const std::string& what) {
  if (width_ > 0) write(fmt::format("mmdview: {}", what));
}

void ProgressLine::write(const std::string& text) {
  const std::size_t width = display_width(text);
  const std::string rest(width_ > width ? width_ - width : 0, ' ');
  std::fprintf(stderr, "\r%s%s", text.c_str(), rest.c_str());
  std::fflush(stderr);
  width_ = std::max(width, width_);
}

void ProgressLine::wipe() {
  if (width_ == 0) return;
  std::fprintf(stderr, "\r%s\r", std::string(width_, ' ').c_str());
  std::fflush(stderr);
  width_ = 0;
}

}  // namespace mmd
