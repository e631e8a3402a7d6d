#include "commands/batch/batch_poser.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <system_error>
#include <utility>

#include <fmt/format.h>

#include "assets/image.h"
#include "base/errors.h"
#include "base/handedness.h"
#include "base/number_text.h"
#include "base/text.h"
#include "commands/batch/plan.h"
#include "commands/picture/picture_metadata.h"
#include "document/framing.h"
#include "document/inputs.h"
#include "options/output_file.h"

namespace mmd {
namespace {

/// The random views, with the camera's field of view by default.
RandomViews random_views(const Options& options) {
  RandomViews out = options.batch.random;
  const float fov = options.camera.fov_degrees.value_or(default_fov_degrees);
  if (!out.fov) out.fov = {fov, fov};
  return out;
}

/// Hash of the choices with their random values, which also depend on the identity of the pose.
ContentHash with_chance(const ContentHash& choices, const RandomView& view, bool has_light) {
  HashOfParts out;
  return out.add(choices)
      .add(std::int64_t{has_light})
      .add(fmt::format("{}:{}:{}:{}:{}", view.azimuth, view.elevation, view.distance, view.fov, view.roll))
      .add(fmt::format("{}:{}:{}", view.light.x, view.light.y, view.light.z))
      .take();
}

}  // namespace

void prefetch_job(const Plan& plan, std::size_t index) {
  const std::size_t source = plan.job(index).source;
  prefetch_sources(plan.sources, source, plan.unpacked_with(source));
}

BatchPoser::BatchPoser(const BatchOrder& order) : order_(order) {
  for (const BatchView& view : order.views) {
    Options own = order.options;
    own.camera = view.camera;
    own.frame.reset();  // it applies to motions only
    choices_.push_back(choice_key(own, view.turn));
  }
}

std::vector<std::size_t> BatchPoser::wanted(const Job& job) const {
  std::vector<std::size_t> out;
  for (std::size_t i = job.first; i < job.last; ++i)
    if (order_.has(i)) out.push_back(i);
  return out;
}

std::vector<std::size_t> BatchPoser::models_wanted() const {
  std::vector<std::size_t> out;
  for (std::size_t i = 0; i < order_.plan.job_count(); ++i) {
    const Job job = order_.plan.job(i);
    if ((out.empty() || out.back() != job.model) && !wanted(job).empty()) out.push_back(job.model);
  }
  return out;
}

bool BatchPoser::is_there(const BatchShot& shot) const {
  const std::string picture = to_utf8(path_from_utf8(order_.options.output) / path_from_utf8(shot.line.name));
  if (embedded_text(path_from_utf8(picture), key_keyword) != shot.line.key) return false;
  const std::vector<std::string> files = with_labels(picture, order_.options.labels);
  std::error_code error;
  return std::all_of(files.begin(), files.end(), [&](const std::string& file) {
    return std::filesystem::is_regular_file(path_from_utf8(file), error);
  });
}

ManifestLine BatchPoser::line_of(std::size_t item) const {
  const Plan& plan = order_.plan;
  const Item at = plan.item(item);
  ManifestLine out;
  out.name = plan.name(item);
  out.model = utf8_lossy(plan.models[at.model]);
  out.pose = utf8_lossy(plan.sources[at.source].file);
  out.view = plan.views[at.view];
  out.frame = plan.frames[at.source][at.frame];
  return out;
}

const std::string& BatchPoser::file_of(const BatchJob& job) const {
  return order_.plan.sources[job.job.source].file;
}

/// The poses and motions of a job.
Result<Layers> BatchPoser::layers_of(const BatchJob& job) const {
  const Source& source = order_.plan.sources[job.job.source];
  if (order_.options.batch.plays_scene) {
    MMD_TRY(const Inputs inputs, read_inputs(order_.options.batch.scene_layers));
    return parse_layers(inputs);
  }
  if (source.kind == FileKind::unknown) return Layers();
  MMD_TRY(InputFile input, read_source(source));
  if (input.kind != FileKind::pose && input.kind != FileKind::motion) return fail(unknown_file(input));
  std::vector<InputFile> poses, motions;
  (input.kind == FileKind::pose ? poses : motions).push_back(std::move(input));
  return parse_layers(poses, motions);
}

Result<void> BatchPoser::load(const BatchJob& job, BatchStage& stage) const {
  Opened opened;
  opened.arrangement = job.model->arrangement;
  Diagnostics& said = opened.said.emplace_back();
  std::vector<Figure>& figures = opened.arrangement.figures;
  MMD_TRY(figures.front().loaded, posed_anew(*figures.front().loaded, layers_of(job), order_.options, said));
  Options options = order_.options;
  options.frame.reset();
  if (figures.front().moves()) options.frame = order_.plan.frames[job.job.source].front();
  const std::size_t attached = options.attachments.size();
  for (std::size_t i = 0; i < figures.size(); ++i) {
    if (i > 0 && i <= attached) continue;
    // Further models are at the frame of the batch's motion, or at that of --frame.
    const auto frame =
        figures[i].moves() ? (options.frame ? options.frame : order_.options.frame) : std::optional<double>();
    MMD_TRY(take_names(options, frame, figures[i], said));
  }
  MMD_TRY(take_look_at(options, figures));
  MMD_TRY(take_other(options, opened));
  if (stage.model != job.model || stage.shown == nullptr) {
    stage.model = job.model;
    stage.shown = std::make_unique<ShotScene>(opened.arrangement, opened.other);
    stage.shown->session.use_skin_plan(job.model->skin_plan);
    stage.shown->legend_font = job.model->legend_font;
  } else {
    stage.shown->set(opened.arrangement, opened.other);
  }
  stage.said = opened.diagnostics();
  stage.frame_of_names = options.frame ? options.frame : order_.options.frame;
  return {};
}

BatchShot BatchPoser::shot_of(std::size_t item, const BatchStage& stage) const {
  const ShotScene& shown = *stage.shown;
  const Arrangement& arrangement = shown.session.arrangement();
  const std::size_t index = order_.plan.item(item).view;
  const BatchView& view = order_.views[index];
  BatchShot out;
  out.item = item;
  out.line = line_of(item);
  out.frame = out.line.frame;
  out.camera = view.camera;
  out.light = order_.options.light;
  out.turn = view.turn;
  if (view.chance)
    out.chance = random_view(random_views(order_.options), identity_of(order_.plan, order_.plan.item(item)),
                             *view.chance);
  out.given = view.given;
  if (order_.options.batch.frames && moves(arrangement))
    out.given = given_with(out.given, "--frame", fmt::format("{:.10g}", out.frame));
  Options options = order_.options;
  options.given = out.given;
  ImageMetadata said = picture_metadata(options, arrangement);
  const ContentHash choices =
      out.chance ? with_chance(choices_[index], *out.chance, order_.options.batch.random.light)
                 : choices_[index];
  const ContentHash key = picture_key(shown.session, shown.compared(), options.attachments.size(), out.frame,
                                      stage.frame_of_names.value_or(0.0), choices, said);
  out.metadata = with_key(std::move(said), key);
  out.line.key = to_hex(key);
  return out;
}

/// Bounds over evenly spaced frames, without physics: bodies swing near their bones.
Camera BatchPoser::held_camera(BatchStage& stage, const std::vector<double>& frames,
                               const CameraChoice& view) const {
  constexpr std::size_t most = 64;
  Session& session = stage.shown->session;
  Session* other = stage.shown->compared();
  Arrangement arrangement = session.arrangement();
  arrangement.camera = view;
  session.set(std::move(arrangement));
  const std::size_t count = std::min(most, frames.size());
  std::vector<Camera> cameras;
  for (std::size_t i = 0; i < count; ++i) {
    const double frame = frames[count < 2 ? 0 : i * (frames.size() - 1) / (count - 1)];
    session.show_bones(frame);
    if (other != nullptr) other->show_bones(frame);
    session.aim(aspect_of(order_.options), Framing::still, other);
    cameras.push_back(session.scene().camera);
  }
  return covering_camera(cameras, aspect_of(order_.options));
}

void BatchPoser::hold_cameras(BatchStage& stage, std::vector<BatchShot>& shots) const {
  const Arrangement& arrangement = stage.shown->session.arrangement();
  if (!moves(arrangement)) return;
  PosedState first;  // with the camera of the subject's motion, if it has one
  for (const MotionLayer& layer : arrangement.subject().loaded->motions)
    if (!layer.motion->camera().empty()) first.camera.emplace();
  std::vector<std::optional<Camera>> held(order_.views.size());
  std::vector<double> frames;
  for (const BatchShot& shot : shots)
    if (frames.empty() || frames.back() != shot.frame) frames.push_back(shot.frame);
  for (BatchShot& shot : shots) {
    if (shot.chance || !is_fitted(shot.camera, first)) continue;
    auto& camera = held[order_.plan.item(shot.item).view];
    if (!camera) camera = held_camera(stage, frames, shot.camera);
    shot.held = camera;
  }
}

/// A pose and the models beside it do not move, except in a scene that is played.
bool BatchPoser::moves(const Arrangement& arrangement) const {
  const auto& figures = arrangement.figures;
  return arrangement.subject().moves() ||
         (order_.options.batch.plays_scene &&
          std::any_of(figures.begin(), figures.end(), [](const Figure& figure) { return figure.moves(); }));
}

void BatchPoser::pose(BatchStage& stage, double frame, const std::function<bool()>& keep_going) const {
  ShotScene& shown = *stage.shown;
  const bool moves_now = moves(shown.session.arrangement());
  shown.show(moves_now ? frame : order_.options.frame.value_or(0.0), keep_going);
}

/// Chooses camera and light of a random view for the posed scene.
void BatchPoser::aim_by_chance(const Session& session, BatchShot& shot) const {
  const RandomView& view = *shot.chance;
  const Options& options = order_.options;
  // A sphere around the model fits into the picture from every direction.
  const Bounds bounds = bounds_for(session.scene(), View::fit);
  const float aspect = options.size.value_or(PictureSize()).aspect();
  const float half = std::tan(glm::radians(view.fov) * 0.5f) * std::min(1.0f, aspect);
  const float distance = bounds.radius() * std::sqrt(1.0f + 1.0f / (half * half)) * view.distance;
  const float azimuth = glm::radians(view.azimuth), elevation = glm::radians(view.elevation);
  const vec3 back(std::cos(elevation) * std::sin(azimuth), std::sin(elevation),
                  std::cos(elevation) * std::cos(azimuth));
  const vec3 target = mirror(bounds.centre()), eye = mirror(bounds.centre() + back * distance);
  shot.camera = options.camera;
  shot.camera.fov_degrees = view.fov;
  shot.camera.eye_and_target = {eye.x, eye.y, eye.z, target.x, target.y, target.z};
  if (view.roll != 0.0f) shot.camera.roll_degrees = view.roll;
  if (options.batch.random.light) shot.light.direction = view.light;

  auto given =
      given_with(shot.given, "--camera", fmt::format("{}", fmt::join(*shot.camera.eye_and_target, ",")));
  given = given_with(given, "--fov", fmt::format("{}", view.fov));
  if (view.roll != 0.0f) given = given_with(given, "--roll", fmt::format("{}", view.roll));
  if (options.batch.random.light) given = given_with(given, "--light-direction", value_text(view.light));
  Options said = options;
  said.given = std::move(given);
  const std::string key = shot.line.key;
  shot.metadata = picture_metadata(said, session.arrangement());
  if (!shot.metadata.empty()) shot.metadata.emplace_back(key_keyword, key);
}

void BatchPoser::aim(ShotScene& shown, BatchShot& shot) const {
  if (shot.chance) aim_by_chance(shown.session, shot);
  Arrangement arrangement = shown.session.arrangement();
  arrangement.camera = shot.camera;
  arrangement.light = shot.light;
  shown.session.set(std::move(arrangement));
  shown.aim(order_.options);
  shown.session.set_camera(turned(shot.held.value_or(shown.session.scene().camera), shot.turn));
}

namespace {

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014). It gives the
/// same numbers on every system, unlike the standard library's distributions.
class Chance {
 public:
  explicit Chance(std::uint64_t seed) : state_(seed) {}
  /// A number in [0, 1).
  float next() {
    state_ += 0x9E3779B97F4A7C15u;
    std::uint64_t z = state_;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
    z ^= z >> 31;
    return static_cast<float>(z >> 40) * 0x1p-24f;
  }
  float within(const NumberRange& range) { return range.low + (range.high - range.low) * next(); }

 private:
  std::uint64_t state_;
};

/// Uniform in height, so that directions near the poles are not more frequent than at the horizon.
float elevation_within(const NumberRange& range, Chance& chance) {
  const NumberRange heights{std::sin(glm::radians(range.low)), std::sin(glm::radians(range.high))};
  return glm::degrees(std::asin(glm::clamp(chance.within(heights), -1.0f, 1.0f)));
}

/// A light from above, in front or behind.
vec3 light_direction(Chance& chance) {
  const float azimuth = glm::radians(chance.within({-180.0f, 180.0f}));
  const float elevation = glm::radians(elevation_within({20.0f, 70.0f}, chance));
  return {std::cos(elevation) * std::sin(azimuth), -std::sin(elevation),
          std::cos(elevation) * std::cos(azimuth)};
}

}  // namespace

RandomView random_view(const RandomViews& views, const ContentHash& picture, std::size_t index) {
  HashOfParts seed;
  seed.add(static_cast<std::int64_t>(views.seed)).add(picture).add(static_cast<std::int64_t>(index));
  Chance chance(seed.take().low);
  RandomView out;
  out.azimuth = chance.within(views.azimuth);
  out.elevation = elevation_within(views.elevation, chance);
  out.distance = chance.within(views.distance);
  out.fov = chance.within(views.fov.value_or(NumberRange{default_fov_degrees, default_fov_degrees}));
  out.roll = chance.within(views.roll);
  out.light = light_direction(chance);
  return out;
}

}  // namespace mmd
