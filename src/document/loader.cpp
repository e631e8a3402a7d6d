#include "document/loader.h"

#include <cmath>
#include <exception>
#include <new>

namespace mmd {

Loader::Loader(LoadWork work, std::function<void()> wake)
    : work_(std::move(work)), wake_(std::move(wake)), task_(wake_) {}

void Loader::start(LoadRequest request) {
  status_ = {};
  cancel_wanted_ = false;
  task_.start([this, kept = std::move(request)](const auto& /*wanted*/) { return run(kept); });
}

Loader::Status Loader::status() const {
  const std::lock_guard lock(mutex_);
  return status_;
}

std::optional<Loader::Outcome> Loader::take() {
  auto result = task_.take();
  if (!result) return std::nullopt;
  const bool cancelled = cancel_wanted_ && !result->has_value();
  return Outcome{std::move(*result), cancelled};
}

bool Loader::note_progress(float fraction, const std::string& what) {
  if (cancel_wanted_) return false;
  bool news = false;
  {
    const std::lock_guard lock(mutex_);
    // A progress bar cannot show smaller steps than about 1 %.
    news = std::abs(fraction - status_.fraction) >= 0.01f || what != status_.what;
    if (news) status_ = {fraction, what};
  }
  if (news) wake_();
  return true;
}

Result<Loaded> Loader::run(const LoadRequest& request) {
  try {
    return work_(request,
                 [this](float fraction, const std::string& what) { return note_progress(fraction, what); });
  } catch (const std::bad_alloc&) {
    return fail("out of memory while loading");
  } catch (const std::exception& e) {
    return fail(std::string("loading failed: ") + e.what());
  }
}

}  // namespace mmd
