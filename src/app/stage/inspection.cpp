#include "app/stage/inspection.h"

#include <utility>

namespace mmd {

void Inspection::start(std::shared_ptr<const Document> document) {
  at_ = document->loaded.model;
  task_.start([document = std::move(document)](const std::atomic<bool>& wanted) {
    return report_on(*document, wanted);
  });
}

void Inspection::begin(std::shared_ptr<const Document> document) {
  const auto& model = document->loaded.model;
  if (model == at_) return;
  if (model == known_) {  // what is being looked at would take its place
    next_.reset();
    at_.reset();
    return task_.give_up();
  }
  if (!task_.busy()) return start(std::move(document));
  task_.give_up();
  at_.reset();
  next_ = std::move(document);
}

void Inspection::forget() {
  known_.reset();
  next_.reset();
  at_.reset();
  task_.give_up();
}

bool Inspection::take() {
  if (!task_.busy()) return false;
  auto found = task_.take();
  const bool news = found && at_;
  if (news) {
    report_ = std::move(*found);
    known_ = std::exchange(at_, nullptr);
  }
  if (!task_.busy() && next_) start(std::exchange(next_, nullptr));
  return news;
}

const ModelReport* Inspection::report(const Model& model) const {
  return known_.get() == &model ? &report_ : nullptr;
}

}  // namespace mmd
