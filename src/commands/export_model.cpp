#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "base/errors.h"
#include "base/words.h"
#include "commands/commands.h"
#include "commands/fitted_springs.h"
#include "commands/output/progress_line.h"
#include "commands/picture/opened.h"
#include "commands/vrm_terms.h"
#include "commands/written_files.h"
#include "document/watched_files.h"
#include "export/bake_frames.h"
#include "export/exchange_motion.h"
#include "export/gltf_write.h"
#include "export/make_exchange.h"
#include "export/obj_write.h"
#include "export/spring_fit.h"
#include "export/vrm_animation.h"
#include "export/vrm_avatar.h"
#include "options/messages.h"
#include "options/output_file.h"
#include "scene/scene_physics.h"

namespace mmd {
namespace {

enum class ModelFormat : std::uint8_t { glb, vrm, vrma, obj };
constexpr std::pair<std::string_view, ModelFormat> model_formats[] = {{".glb", ModelFormat::glb},
                                                                      {".vrm", ModelFormat::vrm},
                                                                      {".vrma", ModelFormat::vrma},
                                                                      {".obj", ModelFormat::obj}};

std::optional<ModelFormat> model_format(const std::string& output) {
  if (output == "-") return std::nullopt;
  for (const auto& [extension, format] : model_formats)
    if (has_extension(output, extension)) return format;
  return std::nullopt;
}

Diagnostic no_faces() {
  return make_warning("the file has no visible faces",
                      "all materials are hidden or transparent, or the model has none");
}

/// A model during export.
class ModelExport {
 public:
  /// `settings`: of the model in a scene.
  ModelExport(const Options& options, const Session& session, std::size_t figure,
              const AccessorySettings& settings = {})
      : options_(options),
        figure_(session.arrangement().figures[figure]),
        document_(*figure_.loaded),
        frame_(session.frame()),
        format_(*model_format(options.output)),
        source_{document_, *session.played(figure).sampler, session.arrangement().evaluation, physics(),
                figure_.hidden_materials},
        frames_(source_, settings) {}
  ModelExport(const ModelExport&) = delete;
  ModelExport& operator=(const ModelExport&) = delete;

  /// The model for a .glb.
  Result<ExchangeModel> glb_model();
  /// The files of the other formats; the requested one is the last.
  Result<std::vector<WrittenFile>> files();
  const Actor& actor() const { return frames_.actor(); }
  Diagnostics diagnostics;

 private:
  std::optional<PhysicsChoice> physics() const;
  bool is_moving() const;
  ExchangeSampling sampling() const;
  Result<void> add_motion(ExchangeModel& model);
  void tell_linear(float error);
  void tell_hidden();
  void add_springs(const Actor& t_pose, VrmAvatar& avatar);
  void tell_physics();
  Result<std::vector<WrittenFile>> vrm();
  Result<std::vector<WrittenFile>> vrma();
  Result<std::vector<WrittenFile>> obj();

  const Options& options_;
  const Figure& figure_;
  const LoadedFigure& document_;
  const double frame_;
  ModelFormat format_;
  BakeSource source_;
  ShownFrames frames_;
};

/// Physics runs on request, and for baking.
std::optional<PhysicsChoice> ModelExport::physics() const {
  if (format_ == ModelFormat::vrm || !options_.physics.on.value_or(options_.bake.on)) return std::nullopt;
  return options_.physics;
}

bool ModelExport::is_moving() const {
  return format_ == ModelFormat::glb && options_.skin && !document_.motions.empty() && !options_.frame;
}

ExchangeSampling ModelExport::sampling() const {
  const auto last = static_cast<double>(document_.last_frame());
  const double from = source_.physics ? options_.physics.first_frame.value_or(0.0) : 0.0;
  return {std::min(std::ceil(from), last), last, options_.bake.rate, options_.bake.error};
}

void ModelExport::tell_linear(float error) {
  constexpr float seen = 1e-3f;
  if (error < seen) return;
  diagnostics.push_back(
      make_warning(fmt::format("SDEF and QDEF become linear: vertices are off by up to {:.2g} units", error),
                   format_ == ModelFormat::vrm ? "" : "--no-skin writes the posed vertices"));
}

/// Evaluates the shown frame.
void ModelExport::tell_hidden() {
  if (!frames_.actor().visible)
    diagnostics.push_back(make_warning("the motion hides the model at this frame, but the file shows it",
                                       "choose another frame with --frame"));
}

/// Names, light, axes of bones and edges of a model in a .glb.
void finish_glb(const Options& options, const Model& from, ExchangeModel& model) {
  if (options.english_names) use_english_names(from, model);
  model.is_lit = options.lit;
  if (options.bones_along) point_bones_along(from.skeleton, model);
  if (options.edge_hulls) add_edge_hulls(from, model);
}

/// The name of a motion's file, without its folder and extension.
std::string motion_name(const LoadedFigure& document) {
  return document.motions.empty() ? std::string()
                                  : to_utf8(path_from_utf8(document.motions.front().file).stem());
}

Result<void> ModelExport::add_motion(ExchangeModel& model) {
  ProgressLine line(options_);
  MMD_TRY(auto sampled, sample_motion(frames_, model.morphs, sampling(),
                                      [&](double share) { line.show(share, "sampling"); }));
  line.wipe();
  print_verbose(fmt::format("{} of {} kept; in the baked file, a bone is off by up to {:.2g} units",
                            sampled.kept_keys, counted(sampled.sampled_keys, "key"), sampled.error),
                options_);
  tell_linear(sampled.linear_error);
  std::vector<std::string_view> lost;
  for (const std::size_t m : sampled.lost_morphs) lost.push_back(document_.model().morphs[m].name);
  if (!lost.empty())
    diagnostics.push_back(
        make_warning(fmt::format("material and UV morphs are not animated: {}", join_truncated(lost)),
                     "glTF cannot animate them"));
  if (sampled.hides)
    diagnostics.push_back(make_warning("the motion hides the model at times, but the file always shows it",
                                       "glTF cannot animate visibility"));
  model.motion = std::move(sampled.motion);
  model.motion.name = motion_name(document_);
  return {};
}

Result<ExchangeModel> ModelExport::glb_model() {
  const bool moves = is_moving();
  if (!options_.skin && !document_.motions.empty() && !options_.frame)
    diagnostics.push_back(make_warning("--no-skin writes one frame of the motion: vertices do not move",
                                       "choose the frame with --frame"));
  if (moves && source_.physics) {
    if (auto late = late_bodies(document_, options_)) diagnostics.push_back(std::move(*late));
  }
  frames_.show(moves ? sampling().first : frame_);
  if (!moves) tell_hidden();
  const ExchangeShape shape = options_.skin ? ExchangeShape::skinned : ExchangeShape::posed;
  MMD_TRY(auto model, make_exchange(document_.loaded, frames_.actor(), shape, MaterialTerms::vertex_coloured,
                                    diagnostics));
  if (moves && !model.bones.empty()) {
    MMD_TRY(add_motion(model));
  } else if (!model.bones.empty()) {
    tell_linear(linear_skinning_error(frames_.actor()));
  }
  finish_glb(options_, document_.model(), model);
  tell_physics();
  return model;
}

/// Spring bones in place of the rigid bodies.
void ModelExport::add_springs(const Actor& t_pose, VrmAvatar& avatar) {
  std::vector<std::int32_t> human;
  for (const auto& [name, bone] : avatar.bones) human.push_back(bone);
  avatar.springs = find_springs(t_pose, human);
  if (avatar.springs.chains.empty() || lacks_engine(t_pose.model())) {
    avatar.springs = {};
    return;
  }
  ProgressLine line(options_);
  fit_springs_once(document_, options_.physics, avatar.springs.chains,
                   [&](double share) { line.show(share, "fitting spring bones"); });
  const auto rigid = take_rigid(avatar.springs.chains);
  line.wipe();
  const auto name_of = [&](const VrmSpring& chain) {
    return std::string_view(
        t_pose.model().skeleton.bones[static_cast<std::size_t>(chain.bones.front())].name);
  };
  for (const VrmSpring& chain : avatar.springs.chains)
    print_verbose(
        fmt::format(
            "spring bones from {}, {}: {:.1f} degrees from the simulated bodies; without springs {:.1f}",
            name_of(chain), counted(chain.bones.size(), "joint"), chain.error, chain.rigid_error),
        options_);
  for (const VrmSpring& chain : rigid)
    print_verbose(fmt::format("bones from {} stay rigid: springs swing no better", name_of(chain)), options_);
}

Result<std::vector<WrittenFile>> ModelExport::vrm() {
  const LoadedFigure& document = document_;
  MMD_TRY(VrmTerms terms, read_vrm_terms(options_.vrm_meta, diagnostics));
  if (!document.poses.empty() || !document.motions.empty())
    diagnostics.push_back(make_warning("a VRM is written in its T-pose, without poses and motions",
                                       "write a .glb to keep them"));
  if (!options_.skin) diagnostics.push_back(make_warning("--no-skin has no effect: a VRM needs its bones"));
  Actor actor(document.loaded.model, document.loaded.textures);
  apply_switches(source_.evaluation, actor);
  actor.hidden_materials = source_.hidden_materials;
  stand_in_t_pose(actor);
  for (const MorphWeight& m : figure_.morphs)
    actor.pose.morph_weights[static_cast<std::size_t>(m.morph)] = m.weight;
  actor.evaluate();
  MMD_TRY(auto model,
          make_exchange(document.loaded, actor, ExchangeShape::skinned, MaterialTerms::mtoon, diagnostics));
  if (model.parts.empty()) diagnostics.push_back(no_faces());
  if (options_.english_names) use_english_names(document.model(), model);
  MMD_TRY(auto avatar, make_avatar(document.model(), model, options_.english_names));
  if (!avatar.left_out.empty()) {
    const std::vector<std::string_view> names(avatar.left_out.begin(), avatar.left_out.end());
    diagnostics.push_back(make_warning(
        fmt::format("morphs without an expression: {}", join_truncated(names)),
        "MMD shows them in no panel, or they move no vertex that is written: colours are not stored"));
  }
  for (auto& [name, term] : terms.meta) avatar.meta[name] = std::move(term);
  avatar.thumbnail = std::move(terms.thumbnail);
  if (options_.physics.on.value_or(true)) add_springs(actor, avatar);
  tell_linear(linear_skinning_error(actor));
  if (options_.vrm_zero)
    turn_into_vrm_zero(model, avatar);
  else
    add_twist_bones(document.model(), model, avatar.followers);
  MMD_TRY(auto bytes, write_glb({&model, 1}, &avatar));
  return std::vector<WrittenFile>{{options_.output, std::move(bytes)}};
}

Result<std::vector<WrittenFile>> ModelExport::vrma() {
  ExchangeSampling range = sampling();
  if (document_.motions.empty() || options_.frame) range.first = range.last = frame_;
  ProgressLine line(options_);
  MMD_TRY(auto animation, sample_vrm_animation(document_.loaded, frames_, range, options_.english_names,
                                               [&](double share) { line.show(share, "sampling"); }));
  line.wipe();
  if (std::string name = motion_name(document_); !name.empty()) animation.name = std::move(name);
  MMD_TRY(auto bytes, write_vrma(animation));
  return std::vector<WrittenFile>{{options_.output, std::move(bytes)}};
}

Bytes bytes_of_text(const std::string& text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return Bytes(first, first + text.size());
}

Result<std::vector<WrittenFile>> ModelExport::obj() {
  frames_.show(frame_);
  tell_hidden();
  MMD_TRY(const auto model, make_exchange(document_.loaded, frames_.actor(), ExchangeShape::posed,
                                          MaterialTerms::plain, diagnostics));
  if (std::all_of(model.parts.begin(), model.parts.end(),
                  [](const ExchangePart& part) { return part.indices.empty(); }))
    return fail("the model has no visible faces, so there is nothing to write",
                "`mmdview info MODEL` lists its materials; transparent and hidden ones are left out");
  const std::filesystem::path path = path_from_utf8(options_.output);
  MMD_TRY(auto made, write_obj(model, to_utf8(path.stem())));
  const auto beside = [&](const std::string& name) {
    return to_utf8(path.parent_path() / path_from_utf8(name));
  };
  std::vector<WrittenFile> out;
  for (ObjFiles::Picture& picture : made.pictures)
    out.push_back({beside(picture.name), std::move(picture.bytes)});
  out.push_back({beside(made.mtl_name), bytes_of_text(made.mtl)});
  out.push_back({options_.output, bytes_of_text(made.obj)});
  return out;
}

void ModelExport::tell_physics() {
  if (lacks_engine(document_.model()) && source_.physics)
    diagnostics.push_back(make_warning("this program was built without physics: bodies do not move"));
  const Diagnostics said = frames_.warnings();
  diagnostics.insert(diagnostics.end(), said.begin(), said.end());
}

Result<std::vector<WrittenFile>> ModelExport::files() {
  MMD_TRY(auto out, format_ == ModelFormat::vrm ? vrm() : format_ == ModelFormat::vrma ? vrma() : obj());
  tell_physics();
  return out;
}

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
  ModelExport& work = *works_.emplace_back(
      std::make_unique<ModelExport>(options, session_, figure, scene_.actors[figure]->accessory));
  auto model = work.glb_model();
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
  finish_glb(options_, attached.model(), model);
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

/// Returns an error for a format that this build cannot write.
std::optional<Diagnostic> missing_writer(const Options& options) {
  if (model_format(options.output) == ModelFormat::obj || writes_gltf()) return std::nullopt;
  return in_file(make_error("this program was built without glTF", "give a name that ends in .obj"),
                 options.output);
}

}  // namespace

bool exports_model(const Options& options) {
  return model_format(options.output).has_value();
}

int run_model_export(const Options& options) {
  if (const auto problem = missing_writer(options)) return stop_with(*problem, options, exit_wrong_usage);
  const auto outputs = CheckedOutputs::check(options, Written::by_name);
  if (!outputs) return stop_with(outputs.error(), options);
  const bool is_scene = model_format(options.output) == ModelFormat::glb;
  auto opened = open_files(options, is_scene ? Models::all : Models::one, false, true);
  if (!opened) return stop_with(opened.error(), options);
  print(opened->diagnostics(), options);
  Session session(std::move(opened->arrangement));
  session.show_bones(session.arrangement().frame);
  const std::vector<std::string> read = files_of(session.arrangement());
  const auto export_with = [&](auto&& work) {
    auto out = work.files();
    for (const Diagnostic& d : work.diagnostics) print(in_file(d, options.output), options);
    return out;
  };
  const auto files =
      is_scene ? export_with(SceneExport(options, session)) : export_with(ModelExport(options, session, 0));
  if (!files) return stop_with(in_file(files.error(), options.output), options);
  if (const auto written = write_all(*files, options, read, *outputs); !written)
    return stop_with(written.error(), options);
  return exit_done;
}

}  // namespace mmd
