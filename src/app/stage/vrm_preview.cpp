#include "app/stage/vrm_preview.h"

#include <utility>

#include "commands/output/fitted_springs.h"

namespace mmd {

void VrmPreview::begin(const VrmCheck& check, std::shared_ptr<const LoadedFigure> figure,
                       const PhysicsChoice& physics) {
  figure_.emplace(check);
  next_.reset();
  task_.give_up();
  VrmSprings springs = figure_->find_chains();
  if (springs.chains.empty()) return;
  Fit fit{std::move(figure), physics, std::move(springs)};
  if (task_.busy())
    next_ = std::move(fit);
  else
    start(std::move(fit));
}

void VrmPreview::start(Fit fit) {
  share_ = told_ = 0.0;
  task_.start([this, fit = std::move(fit)](const std::atomic<bool>& wanted) mutable {
    fit_springs_once(*fit.figure, fit.physics, fit.springs.chains, [&](double share) {
      share_ = share;
      wake_();
      return wanted.load();
    });
    take_rigid(fit.springs.chains);
    return std::move(fit.springs);
  });
}

bool VrmPreview::take() {
  auto springs = task_.take();
  if (next_ && !task_.busy()) start(*std::exchange(next_, std::nullopt));
  if (springs && figure_) {
    figure_->set_springs(std::move(*springs));
    return true;
  }
  const double told = std::exchange(told_, share_.load());
  return told != told_;
}

std::optional<double> VrmPreview::fitted() const {
  if (next_) return 0.0;
  return task_.busy() ? std::optional(share_.load()) : std::nullopt;
}

}  // namespace mmd
