#pragma once

namespace mmd {

/// Some seconds that go by, after which something is to be done. Times are those of a clock that only goes
/// forward.
class Lapse {
 public:
  void start(double now, double seconds) {
    end_ = now + seconds;
    runs_ = true;
  }
  void stop() { runs_ = false; }
  bool runs() const { return runs_; }
  /// Whether it has come to its end: once.
  bool ends(double now) {
    if (!runs_ || now < end_) return false;
    runs_ = false;
    return true;
  }
  /// How long to wait for events, in milliseconds, when otherwise it were `timeout_ms` (-1: for ever).
  int wait(double now, int timeout_ms) const;

 private:
  double end_ = 0.0;
  bool runs_ = false;
};

}  // namespace mmd
