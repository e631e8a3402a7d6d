#include "app/stage/hot_reload.h"

namespace mmd {

void HotReload::follow(const std::vector<std::shared_ptr<const Document>>& shown) {
  if (watch_ == nullptr)
    watch_ = std::make_unique<FolderWatch>([this] {
      changed_ = true;
      wake_();
    });
  std::vector<std::string> files;
  for (const auto& document : shown)
    for (std::string& file : files_of(*document)) files.push_back(std::move(file));
  files_.follow(files);
  watch_->watch(files_.folders());
}

}  // namespace mmd
