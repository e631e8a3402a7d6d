#include "app/hot_reload.h"

namespace mmd {

void HotReload::follow(const Document& document) {
  if (watch_ == nullptr)
    watch_ = std::make_unique<FolderWatch>([this] {
      changed_ = true;
      wake_();
    });
  files_.follow(files_of(document));
  watch_->watch(files_.folders());
}

}  // namespace mmd
