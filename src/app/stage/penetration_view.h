#pragma once

#include <cstdint>
#include <functional>
#include <memory>

#include "app/stage/stage.h"
#include "document/background_task.h"
#include "scene/penetration.h"

namespace mmd {

/// Parts of the active figure's body that lie inside others: found on a thread while it is on.
class PenetrationView {
 public:
  /// `wake` is called from the thread when a search is done.
  explicit PenetrationView(std::function<void()> wake) : task_(std::move(wake)) {}

  bool is_on() const { return on_; }
  void toggle() { on_ = !on_; }
  /// Searches again if the figure is posed otherwise than when it was searched last.
  void update(const Stage& stage);
  /// Takes a result; returns whether there was one.
  bool take();
  /// The last result for that model; null if it is off or not known yet.
  const Penetrations* found(const Model& model) const;
  bool busy() const { return task_.busy(); }

 private:
  struct Result {
    std::shared_ptr<const Model> model;
    Penetrations found;
  };

  bool on_ = false;
  std::uint64_t searched_ = 0;  ///< Actor::pose_version()
  std::shared_ptr<const Model> model_;
  Penetrations found_;
  BackgroundTask<Result> task_;
};

}  // namespace mmd
