#include "app/stage/soundtrack.h"

#include <utility>

#include "base/errors.h"
#include "document/sound_file.h"
#include "pose/motion.h"

namespace mmd {

Soundtrack::Soundtrack(SoundChoice choice, std::function<void()> wake)
    : choice_(std::move(choice)), task_(std::move(wake)) {}

Soundtrack::~Soundtrack() = default;

void Soundtrack::choose(const std::string& file) {
  choice_.file = file;
  choice_.on = true;
  motions_.clear();
}

void Soundtrack::set_volume(float volume) {
  volume_ = volume;
  muted_ = false;
  stream_->set_volume(volume);
}

void Soundtrack::set_muted(bool muted) {
  muted_ = muted;
  stream_->set_volume(muted ? 0.0f : volume_);
}

/// Reads `file_`, unless another one is being read: then when that is done.
void Soundtrack::read() {
  stream_->set_sound(nullptr);
  peaks_.reset();
  if (file_.empty() || task_.busy() || lacks_device_) return;
  if (device_ == nullptr) {
    auto opened = SoundDevice::open(stream_);
    if (!opened) {
      lacks_device_ = true;
      problem_ = std::move(opened.error());
      problem_->severity = Severity::warning;
      return;
    }
    device_ = std::move(*opened);
  }
  reading_ = file_;
  task_.start([file = file_, device = device_.get()](const auto&) -> Result<Heard> {
    MMD_TRY(auto sound, device->read(file));
    auto peaks = std::make_unique<const SoundPeaks>(*sound);
    return Heard{std::move(sound), std::move(peaks)};
  });
}

void Soundtrack::follow(const Stage& stage, double system) {
  std::string motions = "\n", beside;
  for (const Figure* figure : stage.figures())
    for (const MotionLayer& layer : figure->loaded->motions) motions += layer.file + "\n";
  if (motions != motions_) {
    motions_ = std::move(motions);
    if (choice_.on && choice_.file.empty())
      for (const Figure* figure : stage.figures())
        for (const MotionLayer& layer : figure->loaded->motions)
          if (beside.empty()) beside = sound_beside(layer.file);
    const std::string wanted = !choice_.on ? std::string() : choice_.file.empty() ? beside : choice_.file;
    if (wanted != file_) {
      file_ = wanted;
      read();
    }
  }
  if (auto read_now = task_.take()) {
    if (reading_ != file_) {
      read();
    } else if (!*read_now) {
      problem_ = std::move(read_now->error());
      problem_->severity = Severity::warning;
    } else {
      stream_->set_sound(std::move((*read_now)->sound));
      peaks_ = std::move((*read_now)->peaks);
    }
  }
  const Playback& playback = stage.playback();
  stream_->follow((playback.frame() - choice_.offset) / frames_per_second, playback.speed(),
                  stage.has_motion() && playback.playing(), system);
}

std::optional<Diagnostic> Soundtrack::take_problem() {
  return std::exchange(problem_, std::nullopt);
}

}  // namespace mmd
