#include "app/stage/load_queue.h"

#include <algorithm>
#include <utility>

namespace mmd {
namespace {

PoseOpening opening_of(LoadQueue::Origin origin) {
  switch (origin) {
    case LoadQueue::Origin::step:
      return PoseOpening::step;
    case LoadQueue::Origin::over:
      return PoseOpening::over;
    case LoadQueue::Origin::instead:
      return PoseOpening::instead;
    default:
      return PoseOpening::by_rule;
  }
}

}  // namespace

std::optional<std::vector<std::string>> Drops::take(const SDL_DropEvent& event) {
  switch (event.type) {
    case SDL_DROPBEGIN:
      files_.emplace();
      return std::nullopt;
    case SDL_DROPFILE:
      if (event.file == nullptr) return std::nullopt;
      if (!files_) return std::vector<std::string>{event.file};
      files_->emplace_back(event.file);
      return std::nullopt;
    case SDL_DROPCOMPLETE: {
      auto ended = std::exchange(files_, std::nullopt);
      return ended && !ended->empty() ? std::move(ended) : std::nullopt;
    }
    default:
      return std::nullopt;
  }
}

LoadQueue::LoadQueue(const LoadWork& work, const std::function<void()>& wake, Prepare prepare)
    : prepare_(std::move(prepare)), files_(work, wake), textures_(work, wake) {}

void LoadQueue::start(std::vector<std::string> files) {
  starting_ = true;
  load_now({std::move(files), Origin::given, 0});
}

void LoadQueue::load(std::vector<std::string> files, Origin origin) {
  if (!files_.busy()) return load_now({std::move(files), origin, 0});
  // Only the last of several steps through a folder is loaded.
  if (origin == Origin::step && has_waiting() && waiting_.back().origin == origin) waiting_.pop_back();
  waiting_.push_back({std::move(files), origin, 0});
}

void LoadQueue::load_again(std::uint64_t figure, const std::vector<std::string>* repairs) {
  Waiting what{{}, Origin::again, figure};
  if (repairs != nullptr) what.repairs = *repairs;
  if (!files_.busy()) return load_now(std::move(what));
  const auto same = std::find_if(waiting_.begin(), waiting_.end(), [&](const Waiting& w) {
    return w.origin == Origin::again && w.figure == figure;
  });
  if (same == waiting_.end()) return waiting_.push_back(std::move(what));
  if (what.repairs) same->repairs = std::move(what.repairs);
}

void LoadQueue::load_now(Waiting what) {
  LoadRequest request;
  request.files = std::move(what.files);
  request.pick_usable = !starting_;
  request.figure = what.figure;
  request.adds = what.origin == Origin::beside;
  request.opening = opening_of(what.origin);
  prepare_(request);
  if (what.origin == Origin::again) {
    if (!request.current) return;
    LoadRequest again = request_again(std::move(request.current));
    again.attachments = std::move(request.attachments);
    again.figure = request.figure;
    if (what.repairs) again.repairs = std::move(*what.repairs);
    request = std::move(again);
  }
  files_.start(std::move(request));
}

void LoadQueue::load_next() {
  // The figure to reload may have been removed.
  while (has_waiting() && !files_.busy()) {
    Waiting next = std::move(waiting_.front());
    waiting_.pop_front();
    load_now(std::move(next));
  }
}

std::optional<LoadQueue::FilesOutcome> LoadQueue::take_files() {
  auto outcome = files_.take();
  if (!outcome) return std::nullopt;
  FilesOutcome out;
  static_cast<Loader::Outcome&>(out) = std::move(*outcome);
  out.at_start = std::exchange(starting_, false);
  return out;
}

void LoadQueue::want_textures(std::shared_ptr<const LoadedFigure> document, bool missing) {
  if (missing) lacking_.insert(lacking_.begin(), document);
  if (textures_.busy()) {
    superseded_ = true;
    return textures_.cancel();
  }
  if (missing) load_textures(std::move(document));
}

void LoadQueue::load_textures(std::shared_ptr<const LoadedFigure> shown) {
  textures_of_ = shown->loaded.model;
  LoadRequest request;
  request.textures_only = true;
  request.current = std::move(shown);
  textures_.start(std::move(request));
}

std::optional<Loader::Outcome> LoadQueue::take_textures(
    const std::vector<std::shared_ptr<const LoadedFigure>>& shown) {
  auto outcome = textures_.take();
  if (!outcome) return std::nullopt;
  const std::shared_ptr<const Model> of = std::exchange(textures_of_, nullptr);
  const bool again = std::exchange(superseded_, false) && !outcome->result;
  const auto is_shown = [&](const std::shared_ptr<const Model>& model) {
    return std::any_of(shown.begin(), shown.end(),
                       [&](const auto& document) { return document->loaded.model == model; });
  };
  std::erase_if(lacking_, [&](const auto& document) {
    return (document->loaded.model == of && !again) || !is_shown(document->loaded.model);
  });
  if (!lacking_.empty()) load_textures(lacking_.front());
  return is_shown(of) && !again ? std::move(outcome) : std::nullopt;
}

bool LoadQueue::cancel() {
  if (files_.busy()) {
    waiting_.clear();
    files_.cancel();
    return true;
  }
  lacking_.clear();
  superseded_ = false;
  if (textures_.busy()) textures_.cancel();
  return textures_.busy();
}

void HotReload::follow(const std::vector<std::shared_ptr<const LoadedFigure>>& shown) {
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
