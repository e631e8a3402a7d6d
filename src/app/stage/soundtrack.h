#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "app/stage/playback.h"
#include "app/stage/stage.h"
#include "document/background_task.h"
#include "options/options.h"
#include "sound/sound_device.h"
#include "sound/sound_peaks.h"

namespace mmd {

/// The sound of the window's motions: the chosen file, or one of a motion's name beside it. The device is
/// opened with the first sound, which is read on a thread.
class Soundtrack {
 public:
  /// `wake` is called from the thread when a sound is read.
  Soundtrack(SoundChoice choice, std::function<void()> wake);
  ~Soundtrack();

  /// The file that plays; empty: none.
  const std::string& file() const { return file_; }
  const SoundChoice& choice() const { return choice_; }
  /// Plays another file; empty: what lies beside the motions.
  void choose(const std::string& file);
  /// The frame of the motion at which the sound begins.
  void set_offset(double frames) { choice_.offset = frames; }
  float volume() const { return volume_; }
  /// 0 to 1.
  void set_volume(float volume);
  bool is_muted() const { return muted_; }
  void set_muted(bool muted);
  /// The sound in memory; null while there is none.
  std::shared_ptr<const Sound> sound() const { return stream_->sound(); }
  /// How loud it is where; null while there is none.
  const SoundPeaks* peaks() const { return peaks_.get(); }

  /// The clock of playback: that of the sound device while sound plays.
  double now(double system) { return clock_.now(*stream_, system); }
  /// Looks for the sound of the stage's motions, and keeps it with the playback.
  void follow(const Stage& stage, double system);
  /// What went wrong since the last call.
  std::optional<Diagnostic> take_problem();

 private:
  /// A sound that was read, with its peaks.
  struct Heard {
    std::shared_ptr<const Sound> sound;
    std::unique_ptr<const SoundPeaks> peaks;
  };

  void read();

  SoundChoice choice_;
  std::string motions_, file_, reading_;
  float volume_ = 1.0f;
  bool muted_ = false;
  std::shared_ptr<SoundStream> stream_ = std::make_shared<SoundStream>();
  SoundClock clock_;
  std::unique_ptr<SoundDevice> device_;
  bool lacks_device_ = false;
  std::optional<Diagnostic> problem_;
  std::unique_ptr<const SoundPeaks> peaks_;
  BackgroundTask<Result<Heard>> task_;
};

}  // namespace mmd
