#pragma once

#include <atomic>
#include <functional>
#include <memory>
#include <optional>

#include "app/stage/t_pose_preview.h"
#include "document/background_task.h"
#include "document/loaded_figure.h"
#include "scene/choices.h"

namespace mmd {

/// The preview of a VRM. Its springs are fitted on a thread; until then hair and clothes are at rest.
class VrmPreview {
 public:
  /// `wake` is called from the thread when there is news.
  explicit VrmPreview(std::function<void()> wake) : wake_(wake), task_(std::move(wake)) {}

  /// `physics`: what the springs imitate.
  void begin(const VrmCheck& check, std::shared_ptr<const LoadedFigure> figure, const PhysicsChoice& physics);
  /// As TPoseFigure. Requires begin().
  edit::EditState state(const TPoseChoice& choice, double now) { return figure_->state(choice, now); }
  bool moves() const { return figure_ && figure_->moves(); }

  /// Takes news of the fit; returns whether there were some.
  bool take();
  /// The finished share of the fit, 0-1; nullopt if there is none.
  std::optional<double> fitted() const;

 private:
  struct Fit {
    std::shared_ptr<const LoadedFigure> figure;
    PhysicsChoice physics;
    VrmSprings springs;
  };
  void start(Fit fit);

  std::optional<TPoseFigure> figure_;
  std::optional<Fit> next_;  ///< waits for the thread
  std::atomic<double> share_ = 0.0;
  double told_ = 0.0;  ///< the share at the last take()
  std::function<void()> wake_;
  BackgroundTask<VrmSprings> task_;  ///< last member: destroyed before the members that it uses
};

}  // namespace mmd
