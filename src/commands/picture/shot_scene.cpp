#include "commands/picture/shot_scene.h"

#include <algorithm>
#include <utility>

#include "commands/output/compare.h"

namespace mmd {

ShotScene::ShotScene(const Arrangement& arrangement, const std::optional<Arrangement>& compared)
    : session(arrangement) {
  if (compared) other.emplace(*compared);
}

void ShotScene::set(const Arrangement& arrangement, const std::optional<Arrangement>& compared) {
  session.set(arrangement);
  if (compared) other->set(*compared);
}

void ShotScene::show(double frame, const std::function<bool()>& keep_going) {
  session.show(frame, keep_going);
  if (other) other->show(frame, keep_going);
}

void ShotScene::aim(const Options& options) {
  if (other) other->share_plans(session);
  session.aim(aspect_of(options), options.turntable > 0 ? Framing::turntable : Framing::still, compared());
  if (other) difference.emplace(session.scene(), other->scene());
}

Result<Image> ShotScene::draw(Renderer& renderer, const Options& options,
                              const Renderer::TileProgress& progress) {
  const auto [width, height] = options.size.value_or(PictureSize());
  if (!other) return renderer.render(session.scene(), width, height, options.samples, 0, progress);
  return draw_comparison(renderer, session.scene(), other->scene(), *difference, width, height,
                         options.samples, legend_font.get(), progress);
}

float aspect_of(const Options& options) {
  return options.size.value_or(PictureSize()).aspect();
}

std::shared_ptr<const SkinPlan> skin_plan_for(const Model& model, const Options& options) {
  return std::make_shared<const SkinPlan>(model.vertices, model.palette_size(),
                                          options.evaluation.skin_level);
}

std::shared_ptr<const Font> legend_font_for(const Options& options) {
  if (options.compare.empty()) return nullptr;
  auto font = choose_font(system_fonts());
  return font ? std::make_shared<const Font>(std::move(*font)) : nullptr;
}

std::optional<Diagnostic> blank_warning(const Scene& scene, const Image& image) {
  const auto is_seen = [](const auto& actor) { return actor->is_seen(); };
  if (scene.settings.background_picture || std::none_of(scene.actors.begin(), scene.actors.end(), is_seen))
    return std::nullopt;
  for (std::size_t i = 4; i < image.rgba.size(); ++i)
    if (image.rgba[i] != image.rgba[i - 4]) return std::nullopt;
  return make_warning(
      "the model is not visible in the picture",
      "choose another --view or --camera; faces are seen from one side unless they are double-sided");
}

}  // namespace mmd
