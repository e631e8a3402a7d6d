#include "app/stage/pose_pictures.h"

#include "library/thumbnail.h"

namespace mmd {

void PosePictures::set_model(const std::shared_ptr<const LoadedFigure>& document) {
  const bool ready = document != nullptr && document->loaded.textures_hash != ContentHash{};
  const std::shared_ptr<const Model> model = ready ? document->loaded.model : nullptr;
  if (model == model_) return;
  model_ = model;
  pictures_.clear();
  wanted_.clear();
  session_.reset();
  document_.reset();
  if (!ready) return;
  auto bare = std::make_shared<LoadedFigure>();
  bare->model_file = document->model_file;
  bare->loaded = document->loaded;
  bare->pose = Pose(*model);
  document_ = std::move(bare);
}

std::uintptr_t PosePictures::of(const std::string& name, const Make& make) {
  if (model_ == nullptr) return 0;
  const auto [picture, is_new] = pictures_.try_emplace(name);
  if (is_new) wanted_.emplace_back(name, make(*model_));
  return picture->second.id();
}

void PosePictures::draw(const Draw& draw, int side, double seconds, const Clock& now) {
  const double begin = now();
  while (!wanted_.empty()) {
    draw_next(draw, side);
    if (now() - begin >= seconds) return;
  }
}

void PosePictures::draw_next(const Draw& draw, int side) {
  auto [name, wanted] = std::move(wanted_.front());
  wanted_.pop_front();
  Arrangement next = thumbnail_of(document_, {side, wanted.view});
  next.figures.front().edited = std::make_shared<const Pose>(std::move(wanted.pose));
  if (session_ == nullptr)
    session_ = std::make_unique<Session>(std::move(next));
  else
    session_->set(std::move(next));
  show_thumbnail(*session_);
  if (wanted.camera) session_->scene().camera = *wanted.camera;
  Camera& camera = session_->scene().camera;
  camera.eye = glm::mix(camera.target, camera.eye, wanted.nearer);
  const auto at = pictures_.find(name);
  if (at == pictures_.end()) return;  // forgotten meanwhile
  if (auto image = draw(session_->scene(), side)) at->second = PanelTexture(*image);
}

}  // namespace mmd
