#include "app/stage/penetration_view.h"

#include <utility>
#include <vector>

namespace mmd {

void PenetrationView::update(const Stage& stage) {
  const Actor* actor = stage.actor();
  if (!on_ || actor == nullptr || task_.busy() || actor->pose_version() == searched_) return;
  searched_ = actor->pose_version();
  const auto of = stage.simulates() ? PenetrationOf::skin_and_loose : PenetrationOf::skin;
  const auto positions = actor->posed_positions();
  task_.start([model = actor->shared_model(), posed = std::vector<vec3>(positions.begin(), positions.end()),
               of](const std::atomic<bool>& wanted) {
    return Result{model, find_penetrations(*model, posed, of, wanted)};
  });
}

bool PenetrationView::take() {
  auto result = task_.take();
  if (!result) return false;
  model_ = std::move(result->model);
  found_ = std::move(result->found);
  return true;
}

const Penetrations* PenetrationView::found(const Model& model) const {
  return on_ && model_.get() == &model ? &found_ : nullptr;
}

}  // namespace mmd
