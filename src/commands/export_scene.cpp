#include "commands/export_scene.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/words.h"
#include "commands/export_model.h"
#include "commands/output/progress_line.h"
#include "export/gltf_write.h"
#include "export/make_exchange.h"
#include "options/messages.h"
#include "options/opened.h"

namespace mmd {
namespace {

/// A .glb of all models of a scene.
class SceneExport {
 public:
  SceneExport(const Options& options, const Session& session)
      : options_(options), beside_(options_beside(options)), session_(session), scene_(session.scene()) {}

  Result<std::vector<WrittenFile>> files();
  Diagnostics diagnostics;

 private:
  Result<void> add(std::size_t figure, const Options& options);
  Result<void> add_attached(std::size_t figure);
  bool is_circle(std::size_t index) const;
  ExchangePlace place_of(std::size_t index) const;
  void say(const std::string& file, const Diagnostics& said);

  const Options& options_;
  const Options beside_;  ///< of further models
  const Session& session_;
  const Scene& scene_;
  std::vector<std::unique_ptr<ModelExport>> works_;
  std::vector<ExchangeModel> models_;  ///< in the order of the scene's actors
  std::vector<const Actor*> actors_;   ///< as exported
};

/// Whether models hang on each other: then they stand where they are shown.
bool SceneExport::is_circle(std::size_t index) const {
  const Scene& scene = scene_;
  std::size_t steps = 0;
  while (index > 0 && scene.attachments[index - 1].bone != none && steps <= scene.actors.size()) {
    index = scene.attachments[index - 1].carrier;
    ++steps;
  }
  return steps > scene.actors.size();
}

/// Where the model of an actor stands: below the bone on which it hangs, if the file has it.
ExchangePlace SceneExport::place_of(std::size_t index) const {
  const auto metres = [](const Similarity& place) {
    return Similarity{place.rotation, in_metres(place.translation), place.scale};
  };
  const Scene& scene = scene_;
  if (index == 0) return {none, none, metres(scene.actors.front()->placement())};
  const Attachment& attachment = scene.attachments[index - 1];
  if (attachment.bone == none) return {none, none, metres(attachment.offset)};
  if (is_circle(index)) return {none, none, metres(scene.actors[index]->placement())};
  const auto carrier = static_cast<std::int32_t>(attachment.carrier);
  const auto& bones = models_[attachment.carrier].bones;
  if (!bones.empty()) {
    const quat& axes = bones[static_cast<std::size_t>(attachment.bone)].bind;
    return {carrier, attachment.bone, Similarity{glm::conjugate(axes)} * metres(attachment.offset)};
  }
  const Affine& bone = actors_[attachment.carrier]->bones().mconv(attachment.bone);
  return {carrier, none, metres(similarity_from(bone) * attachment.offset)};
}

/// Names the model if there are several.
void SceneExport::say(const std::string& file, const Diagnostics& said) {
  for (Diagnostic one : said) {
    if (scene_.actors.size() > 1) one.what = fmt::format("{}: {}", file, one.what);
    diagnostics.push_back(std::move(one));
  }
}

Result<void> SceneExport::add(std::size_t figure, const Options& options) {
  ProgressLine line(options);
  const ModelExportChoice choice = export_choice(options, ModelFormat::glb);
  const auto progress = [&](std::string_view what, double share) { line.show(share, std::string(what)); };
  ModelExport& work = *works_.emplace_back(
      std::make_unique<ModelExport>(choice, alone(session_.arrangement(), figure), progress));
  const LoadedFigure& document = *session_.arrangement().figures[figure].loaded;
  if (choice.simulates && choice.skin && !choice.holds && !document.motions.empty())
    if (auto late = late_bodies(document, options)) work.diagnostics.push_back(std::move(*late));
  auto model = work.glb_model();
  line.wipe();
  if (work.sampled_keys > 0)
    print_verbose(fmt::format("{} of {} kept; in the baked file, a bone is off by up to {:.2g} units",
                              work.kept_keys, counted(work.sampled_keys, "key"), work.key_error),
                  options);
  say(session_.arrangement().figures[figure].loaded->model_file, work.diagnostics);
  if (!model) return fail(model.error());
  models_.push_back(std::move(*model));
  actors_.push_back(&work.actor());
  return {};
}

Result<void> SceneExport::add_attached(std::size_t figure) {
  const LoadedFigure& attached = *session_.arrangement().figures[figure].loaded;
  const Actor& actor = *scene_.actors[figure];
  const ExchangeShape shape = options_.skin ? ExchangeShape::skinned : ExchangeShape::posed;
  Diagnostics said;
  MMD_TRY(auto model, make_exchange(attached.loaded, actor, shape, MaterialTerms::vertex_coloured, said));
  finish_glb(export_choice(options_, ModelFormat::glb), attached.model(), model);
  const auto& bodies = attached.model().bodies;
  if (options_.physics.on.value_or(options_.bake.on) &&
      std::any_of(bodies.begin(), bodies.end(), [](const RigidBody& body) { return body.is_dynamic(); }))
    said.push_back(make_warning("physics does not move attached models in a .glb",
                                "give the model's file without --attach"));
  say(attached.model_file, said);
  actors_.push_back(&actor);
  models_.push_back(std::move(model));
  return {};
}

Result<std::vector<WrittenFile>> SceneExport::files() {
  const std::size_t attached = options_.attachments.size();
  for (std::size_t i = 0; i < scene_.actors.size(); ++i) {
    if (i > 0 && i <= attached)
      MMD_TRY(add_attached(i));
    else
      MMD_TRY(add(i, i == 0 ? options_ : beside_));
  }
  for (std::size_t i = 0; i < models_.size(); ++i) models_[i].place = place_of(i);
  if (std::all_of(models_.begin(), models_.end(), [](const auto& model) { return model.parts.empty(); }))
    diagnostics.push_back(no_faces());
  MMD_TRY(auto bytes, write_glb(models_, nullptr));
  return std::vector<WrittenFile>{{options_.output, std::move(bytes)}};
}

}  // namespace

Result<std::vector<WrittenFile>> scene_glb(const Options& options, const Session& session,
                                           Diagnostics& diagnostics) {
  SceneExport work(options, session);
  auto out = work.files();
  diagnostics = std::move(work.diagnostics);
  return out;
}

}  // namespace mmd
