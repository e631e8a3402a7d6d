#include "commands/picture/shown.h"

#include <algorithm>
#include <new>
#include <utility>

#include "base/errors.h"
#include "base/handedness.h"
#include "commands/output/compare.h"
#include "document/compared.h"
#include "document/document.h"
#include "document/framing.h"
#include "options/messages.h"
#include "options/scene_file.h"

namespace mmd {
namespace {

Result<void> decode(LoadedModel& loaded, const OnPicture& on_picture, Diagnostics& diagnostics) {
  MMD_TRY(auto decoded, decode_textures(loaded, {}, on_picture));
  loaded.textures = std::move(decoded.textures);
  loaded.textures_hash = decoded.hash;
  for (Diagnostic& d : decoded.diagnostics) diagnostics.push_back(std::move(d));
  return {};
}

/// The place of a further model; `number`: of the model, from 1.
ScenePlace place_numbered(const PreparedScene& shown, const Options& options, std::size_t number) {
  if (number <= options.places.size()) return options.places[number - 1];
  return default_place(shown.scene, shown.beside[number - 2].document.loaded);
}

/// The actor of a model; `number`: of the model, from 1. Attached models come after the first model.
std::size_t actor_numbered(const PreparedScene& shown, std::size_t number) {
  return number == 1 ? 0 : shown.posed.document.attached.size() + number - 1;
}

/// A model by number, from 1; null if there is none.
const Model* model_numbered(const PreparedScene& shown, std::size_t number) {
  if (number == 1) return &shown.posed.document.model();
  return number > 0 && number - 2 < shown.beside.size() ? &shown.beside[number - 2].document.model()
                                                        : nullptr;
}

/// Adds a further model at its place.
void add_beside(PreparedScene& shown, const Options& options, std::size_t number) {
  const LoadedModel& loaded = shown.beside[number - 2].document.loaded;
  const ScenePlace place = place_numbered(shown, options, number);
  auto actor = std::make_unique<Actor>(loaded.model, loaded.textures);
  put_actor(place, *actor);
  Scene& scene = shown.scene;
  scene.attachments.push_back(attachment_of(place, *loaded.model, model_numbered(shown, place.carrier),
                                            actor_numbered(shown, place.carrier)));
  scene.actors.push_back(std::move(actor));
}

/// The samplers in the order of their actors; further models come last.
std::vector<AnimatedActor> played(PreparedScene& shown) {
  std::vector<AnimatedActor> out{{0, &shown.posed.sampler, shown.posed.evaluation, true}};
  for (PosedDocument& one : shown.beside)
    out.push_back({shown.scene.actors.size() - shown.beside.size() + out.size() - 1, &one.sampler,
                   one.evaluation, true});
  return out;
}

/// The camera or light of the first model whose motion has one.
template <class Member>
const PosedState& state_with(const PreparedScene& shown, Member member) {
  if (shown.posed.state.*member) return shown.posed.state;
  for (const PosedDocument& one : shown.beside)
    if (one.state.*member) return one.state;
  return shown.posed.state;
}

/// Sets positions again, because requests of `serve` can have different ones.
void place_first(PreparedScene& shown, const Options& options) {
  const auto of_file = place_of_file(shown.posed.document.loaded);
  const ScenePlace place = options.places.empty() ? of_file.value_or(ScenePlace()) : options.places.front();
  put_actor(place, *shown.scene.actors.front());
}

void add_actors(PreparedScene& shown, const Options& options) {
  const Document& document = shown.posed.document;
  auto actor = std::make_unique<Actor>(document.loaded.model, document.loaded.textures);
  actor->use_skin_plan(shown.skin_plan);
  shown.scene.actors.push_back(std::move(actor));
  place_first(shown, options);
  add_attached_actors(document, shown.scene);
  for (std::size_t number = 2; number < shown.beside.size() + 2; ++number) add_beside(shown, options, number);
}

Comparison compare_states(PreparedScene& shown, const Options& options) {
  PosedDocument& other = shown.other ? *shown.other : shown.posed;
  std::vector<AnimatedActor> beside = played(shown);
  const EvaluationChoice evaluation = beside.front().evaluation;  // with the hidden materials
  beside.erase(beside.begin());
  const OtherBodies bodies{other.sampler, shown.posed.frame, options.physics, std::move(beside)};
  return compare(options.compare, evaluation, shown.scene, shown.other ? &other.state : nullptr,
                 shown.simulation ? &bodies : nullptr);
}

std::optional<Diagnostic> emptiness_warning(const PreparedScene& shown) {
  const auto& actors = shown.scene.actors;
  if (std::any_of(actors.begin(), actors.end(), [](const auto& a) { return a->is_seen(); }))
    return std::nullopt;
  if (!shown.posed.state.visible)
    return make_warning("the motion hides the model at this frame: the picture is empty",
                        "choose another one with --frame or --time");
  return make_warning("the picture is empty: the model has no faces, or all its materials are transparent",
                      "`mmdview check MODEL` lists its problems");
}

}  // namespace

Result<void> decode_all_textures(Document& document, const OnPicture& on_picture) {
  MMD_TRY(decode(document.loaded, on_picture, document.diagnostics));
  for (std::size_t i = 0; i < document.attached.size(); ++i) {
    LoadedModel& loaded = document.attached[i].loaded;
    const LoadedModel* same = document.loaded.model == loaded.model ? &document.loaded : nullptr;
    for (std::size_t k = 0; k < i && same == nullptr; ++k)
      if (document.attached[k].loaded.model == loaded.model) same = &document.attached[k].loaded;
    if (same != nullptr) {
      loaded.textures = same->textures;
      loaded.textures_hash = same->textures_hash;
    } else {
      MMD_TRY(decode(loaded, on_picture, document.diagnostics));
    }
  }
  return {};
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

Diagnostics PreparedScene::diagnostics() const {
  Diagnostics out = posed.document.diagnostics;
  const auto add = [&out](const PosedDocument& one) {
    out.insert(out.end(), one.document.diagnostics.begin(), one.document.diagnostics.end());
  };
  for (const PosedDocument& one : beside) add(one);
  if (other) add(*other);
  return out;
}

void pose_scene(PreparedScene& shown, const Options& options, const std::function<bool()>& keep_going) {
  pose_bones(shown, options);
  settle_bodies(shown, options, keep_going);
}

void pose_bones(PreparedScene& shown, const Options& options) {
  Scene& scene = shown.scene;
  if (scene.actors.empty()) {
    add_actors(shown, options);
  } else {
    place_first(shown, options);
  }
  // Remove the bodies of the previous pose, so that they do not move bones of this one.
  if (shown.simulation == nullptr)
    for (const auto& each : scene.actors) each->clear_physics();
  Actor& actor = *scene.actors.front();
  for (const AnimatedActor& one : played(shown)) {
    Actor& its = *scene.actors[one.actor];
    if (one.sampler == &shown.posed.sampler) {  // sampled already
      set_state(shown.posed.state, one.evaluation, its);
      its.visible = shown.posed.state.visible && one.visible;
    } else {
      set_played_state(one, shown.posed.frame, its);
    }
    its.evaluate();
  }
  update_attached_actors(options.evaluation, scene);
  scene.settings = settings_for(options.look, options.highlight, actor.model());
}

bool has_bodies(const PreparedScene& shown, const Options& options) {
  const auto& actors = shown.scene.actors;
  return options.physics.on.value_or(true) &&
         std::any_of(actors.begin(), actors.end(), [](const auto& a) { return !a->model().bodies.empty(); });
}

void settle_bodies(PreparedScene& shown, const Options& options, const std::function<bool()>& keep_going) {
  if (!options.physics.on.value_or(true)) return;
  // Continue a motion that was played from the same first frame.
  if (shown.simulation == nullptr || shown.posed.frame < options.physics.first_frame) {
    shown.simulation.reset();
    shown.simulation = std::make_unique<Simulation>(shown.scene, played(shown), options.physics);
  }
  shown.simulation->physics().set_keep_going(keep_going);  // the previous one can be invalid
  if (!shown.simulation->is_empty()) shown.simulation->show(shown.posed.frame);
}

void hang_textures(const PreparedScene& shown, Scene& scene) {
  auto actor = scene.actors.begin();
  const auto hang = [&](const LoadedModel& loaded) { (*actor++)->set_textures(loaded.textures); };
  hang(shown.posed.document.loaded);
  for (const AttachedModel& attached : shown.posed.document.attached) hang(attached.loaded);
  for (const PosedDocument& one : shown.beside) hang(one.document.loaded);
}

void aim_scene(PreparedScene& shown, const Options& options, const CameraChoice& camera,
               const LightChoice& light) {
  Scene& scene = shown.scene;
  scene.light = light_for(light, state_with(shown, &PosedState::light));
  shown.comparison.reset();
  if (!options.compare.empty()) shown.comparison = compare_states(shown, options);
  // Both states of a comparison must fit into the picture.
  if (shown.comparison) shown.comparison->lend_others(scene);
  scene.camera = camera_for(camera, state_with(shown, &PosedState::camera), scene,
                            options.size.value_or(PictureSize()).aspect(),
                            options.turntable > 0 ? Framing::turntable : Framing::still);
  if (shown.comparison) shown.comparison->take_others_back(scene);
}

Diagnostics physics_notes(const PreparedScene& shown) {
  return shown.simulation ? shown.simulation->physics().notes() : Diagnostics();
}

Diagnostics scene_notes(const PreparedScene& shown, const Options& options, const CameraChoice& camera) {
  Diagnostics out;
  if (auto warning = weights_warning(options.look, options.highlight)) out.push_back(std::move(*warning));
  if (is_fitted(camera, state_with(shown, &PosedState::camera)))
    for (Diagnostic& d : framing_warnings(shown.scene)) out.push_back(std::move(d));
  if (auto warning = emptiness_warning(shown)) out.push_back(std::move(*warning));
  return out;
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

Result<Image> draw_shown(Renderer& renderer, PreparedScene& shown, const Options& options,
                         const Renderer::TileProgress& progress) {
  const auto [width, height] = options.size.value_or(PictureSize());
  if (!shown.comparison) return renderer.render(shown.scene, width, height, options.samples, 0, progress);
  return draw_comparison(renderer, shown.scene, *shown.comparison, width, height, options.samples,
                         shown.legend_font.get(), progress);
}

Result<SharedBatchModel> load_batch_model(const std::string& file, const Options& options) try {
  auto out = std::make_shared<BatchModel>();
  MMD_TRY(out->document, load_document({file}, options.attachments, false));
  if (!out->document.poses.empty() || !out->document.motions.empty())
    return fail(in_file(make_error("this is not a model"), file));
  const bool wants_textures = !options.batch.dry_run || options.batch.skip_existing;
  if (wants_textures) MMD_TRY(decode_all_textures(out->document, {}));
  MMD_TRY(const auto beside, files_beside_in_scene(options, file));
  if (!beside.empty()) {
    MMD_TRY(out->beside, load_documents(beside, {}, false));
  }
  for (Document& document : out->beside)
    if (wants_textures) MMD_TRY(decode_all_textures(document, {}));
  out->skin_plan = skin_plan_for(out->document.model(), options);
  out->legend_font = legend_font_for(options);
  out->diagnostics = std::exchange(out->document.diagnostics, {});
  for (Document& document : out->beside)
    for (Diagnostic& diagnostic : std::exchange(document.diagnostics, {}))
      out->diagnostics.push_back(std::move(diagnostic));
  return SharedBatchModel(std::move(out));
} catch (const std::bad_alloc&) {
  return fail(in_file(make_error("out of memory while loading"), file));
}

BatchModels::BatchModels(const std::vector<std::string>& files, const Options& options,
                         std::vector<std::size_t> wanted)
    : files_(files), options_(options), wanted_(std::move(wanted)), current_(files.size()) {
  begin_next();
}

void BatchModels::begin_next() {
  if (begun_ >= wanted_.size()) return;
  const std::string& file = files_[wanted_[begun_++]];
  // Without a thread, at() loads the model.
  next_ = std::async(std::launch::async | std::launch::deferred,
                     [file, &options = options_] { return load_batch_model(file, options); });
}

const Result<SharedBatchModel>& BatchModels::at(std::size_t index) {
  if (index == current_) return model_;
  model_ = next_.get();
  current_ = index;
  begin_next();
  return model_;
}

}  // namespace mmd
