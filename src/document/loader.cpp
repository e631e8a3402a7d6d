#include "document/loader.h"

#include <cmath>
#include <exception>
#include <new>

#include "base/parallel_for.h"

namespace mmd {

Loader::Loader(LoadWork work, std::function<void()> wake) : work_(std::move(work)), wake_(std::move(wake)) {}

Loader::~Loader() {
  cancel();
  if (thread_.valid()) thread_.wait();
}

void Loader::start(LoadRequest request) {
  status_ = {};
  cancel_wanted_ = false;
  result_.reset();
  busy_ = true;
  thread_ = run_beside([this, kept = std::move(request)] { run(kept); });
}

void Loader::cancel() {
  const std::lock_guard lock(mutex_);
  cancel_wanted_ = true;
}

Loader::Status Loader::status() const {
  const std::lock_guard lock(mutex_);
  return status_;
}

std::optional<Loader::Outcome> Loader::take() {
  std::optional<Outcome> outcome;
  {
    const std::lock_guard lock(mutex_);
    if (!result_) return outcome;
    const bool cancelled = cancel_wanted_ && !result_->has_value();
    outcome = Outcome{std::move(*result_), cancelled};
    result_.reset();
  }
  thread_.get();
  busy_ = false;
  return outcome;
}

bool Loader::note_progress(float fraction, const std::string& what) {
  bool news = false;
  {
    const std::lock_guard lock(mutex_);
    if (cancel_wanted_) return false;
    // A hundredth is about what one can see of a bar; more would only be drawn for nothing.
    news = std::abs(fraction - status_.fraction) >= 0.01f || what != status_.what;
    if (news) status_ = {fraction, what};
  }
  if (news) wake_();
  return true;
}

void Loader::run(const LoadRequest& request) {
  Result<Loaded> result;
  try {
    result = work_(request,
                   [this](float fraction, const std::string& what) { return note_progress(fraction, what); });
  } catch (const std::bad_alloc&) {
    result = fail("out of memory while loading");
  } catch (const std::exception& e) {
    result = fail(std::string("loading failed: ") + e.what());
  }
  {
    const std::lock_guard lock(mutex_);
    result_ = std::move(result);
  }
  wake_();
}

}  // namespace mmd
