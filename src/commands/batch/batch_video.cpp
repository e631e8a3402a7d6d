#include "commands/batch/batch_video.h"

#include <algorithm>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "document/sound_file.h"
#include "options/output_file.h"
#include "pose/motion.h"

namespace mmd {
namespace {

/// Number of pictures that may be finished ahead of the next one of the video.
constexpr std::size_t max_ahead = 16;

void lay_over(const vec3& matte, Image& image) {
  for (std::size_t i = 0; i + 3 < image.rgba.size(); i += 4) {
    const int alpha = image.rgba[i + 3];
    for (int c = 0; c < 3; ++c) {
      std::uint8_t& value = image.rgba[i + static_cast<std::size_t>(c)];
      value =
          static_cast<std::uint8_t>((value * alpha + static_cast<int>(matte[c]) * (255 - alpha) + 127) / 255);
    }
    image.rgba[i + 3] = 255;
  }
}

}  // namespace

std::optional<Diagnostic> video_slip(const Options& options) {
  const BatchChoice& choice = options.batch;
  if (choice.video.empty()) {
    if (!choice.frame_rate) return std::nullopt;
    return make_error("--frame-rate needs --video", "add --video FILE");
  }
  const std::pair<const char*, bool> others[] = {
      {"--output", !options.output.empty()},    {"--name", !choice.names.empty()},
      {"--labels", !options.labels.is_empty()}, {"--sheet", !choice.sheet.empty()},
      {"--index", !choice.index.empty()},       {"--skip-existing", choice.skip_existing},
      {"--merge", !choice.merge.empty()},       {"--shard", choice.shard || choice.shard_by_environment}};
  for (const auto& [name, given] : others)
    if (given)
      return make_error(fmt::format("--video and {} cannot be used together", name),
                        "to write pictures, run batch without --video");
  return std::nullopt;
}

VideoChoice video_choice(const Options& options, const Plan& plan) {
  const auto [width, height] = options.size.value_or(PictureSize());
  VideoChoice out;
  out.file = options.batch.video;
  const Source& source = plan.sources.front();
  const bool is_motion = source.kind == FileKind::motion;
  if (options.sound.on) out.audio = options.sound.file;
  if (options.sound.on && out.audio.empty() && is_motion && source.archive == nullptr)
    out.audio = sound_beside(source.file);
  const double first = is_motion ? plan.frames.front().front() : 0.0;
  out.audio_begin = (first - options.sound.offset) / frames_per_second;
  out.width = width;
  out.height = height;
  out.frame_rate = options.batch.frame_rate.value_or(usual_frame_rate);
  out.pictures = plan.size();
  out.has_alpha = !options.look.has_opaque_background();
  return out;
}

VideoFrames::VideoFrames(VideoFile file, const Options& options) : file_(std::move(file)) {
  if (video_kind(options.batch.video) == VideoKind::webm) return;
  const auto [red, green, blue] = matte_for(options.look.background);
  matte_ = vec3(red, green, blue);
}

bool VideoFrames::is_near(std::size_t first, std::size_t last) const {
  return is_over() || first <= next_ || last < next_ + max_ahead;
}

bool VideoFrames::has_room_for(std::size_t first, std::size_t last) {
  const std::lock_guard lock(mutex_);
  return is_near(first, last);
}

bool VideoFrames::wait_for(std::size_t first, std::size_t last) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return is_near(first, last); });
  return !is_over();
}

bool VideoFrames::add(std::size_t index, Image image) {
  if (matte_) lay_over(*matte_, image);
  std::unique_lock lock(mutex_);
  waiting_.emplace(index, std::move(image));
  if (is_writing_) return !is_over();
  is_writing_ = true;
  while (!is_over() && !waiting_.empty() && waiting_.begin()->first == next_) {
    const Image picture = std::move(waiting_.begin()->second);
    waiting_.erase(waiting_.begin());
    lock.unlock();
    auto added = file_.add(std::as_bytes(std::span(picture.rgba.data(), picture.rgba.size())));
    lock.lock();
    if (!added && !given_up_) problem_ = std::move(added.error());
    ++next_;
    changed_.notify_all();
  }
  is_writing_ = false;
  return !is_over();
}

Result<void> VideoFrames::finish(const std::function<bool()>& may_go_on) {
  const std::lock_guard lock(mutex_);
  if (problem_) return fail(*problem_);
  return file_.finish(may_go_on);
}

void VideoFrames::give_up() {
  file_.give_up();
  const std::lock_guard lock(mutex_);
  given_up_ = true;
  changed_.notify_all();
}

}  // namespace mmd
