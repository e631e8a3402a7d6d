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
#include "commands/picture/posed_document.h"
#include "commands/picture/shown.h"
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
  ModelExport(const Options& options, PosedDocument& posed, const AccessorySettings& settings = {})
      : options_(options),
        posed_(posed),
        format_(*model_format(options.output)),
        source_{posed.document, posed.sampler, posed.evaluation, physics()},
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
  PosedDocument& posed_;
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
  return format_ == ModelFormat::glb && options_.skin && !posed_.document.motions.empty() && !options_.frame;
}

ExchangeSampling ModelExport::sampling() const {
  const auto last = static_cast<double>(posed_.document.last_frame());
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
std::string motion_name(const Document& document) {
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
  for (const std::size_t m : sampled.lost_morphs) lost.push_back(posed_.document.model().morphs[m].name);
  if (!lost.empty())
    diagnostics.push_back(
        make_warning(fmt::format("material and UV morphs are not animated: {}", join_truncated(lost)),
                     "glTF cannot animate them"));
  if (sampled.hides)
    diagnostics.push_back(make_warning("the motion hides the model at times, but the file always shows it",
                                       "glTF cannot animate visibility"));
  model.motion = std::move(sampled.motion);
  model.motion.name = motion_name(posed_.document);
  return {};
}

Result<ExchangeModel> ModelExport::glb_model() {
  const bool moves = is_moving();
  if (!options_.skin && !posed_.document.motions.empty() && !options_.frame)
    diagnostics.push_back(make_warning("--no-skin writes one frame of the motion: vertices do not move",
                                       "choose the frame with --frame"));
  if (moves && source_.physics) {
    if (auto late = late_bodies(posed_.document, options_)) diagnostics.push_back(std::move(*late));
  }
  frames_.show(moves ? sampling().first : posed_.frame);
  if (!moves) tell_hidden();
  const ExchangeShape shape = options_.skin ? ExchangeShape::skinned : ExchangeShape::posed;
  MMD_TRY(auto model, make_exchange(posed_.document.loaded, frames_.actor(), shape,
                                    MaterialTerms::vertex_coloured, diagnostics));
  if (moves && !model.bones.empty()) {
    MMD_TRY(add_motion(model));
  } else if (!model.bones.empty()) {
    tell_linear(linear_skinning_error(frames_.actor()));
  }
  finish_glb(options_, posed_.document.model(), model);
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
  fit_springs_once(posed_.document, options_.physics, avatar.springs.chains,
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
  const Document& document = posed_.document;
  MMD_TRY(VrmTerms terms, read_vrm_terms(options_.vrm_meta, diagnostics));
  if (!document.poses.empty() || !document.motions.empty())
    diagnostics.push_back(make_warning("a VRM is written in its T-pose, without poses and motions",
                                       "write a .glb to keep them"));
  if (!options_.skin) diagnostics.push_back(make_warning("--no-skin has no effect: a VRM needs its bones"));
  MMD_TRY(const auto morphs, find_morphs(source_.evaluation, document.model(), "--morph"));
  Actor actor(document.loaded.model, document.loaded.textures);
  apply_switches(source_.evaluation, actor);
  actor.hidden_materials = source_.evaluation.hidden_materials;
  stand_in_t_pose(actor);
  for (const MorphWeight& m : morphs) actor.pose.morph_weights[static_cast<std::size_t>(m.morph)] = m.weight;
  actor.evaluate();
  MMD_TRY(auto model,
          make_exchange(document.loaded, actor, ExchangeShape::skinned, MaterialTerms::mtoon, diagnostics));
  if (model.parts.empty()) diagnostics.push_back(no_faces());
  if (options_.english_names) use_english_names(document.model(), model);
  MMD_TRY(auto avatar, make_avatar(document.model(), model, options_.english_names));
  if (!avatar.left_out.empty()) {
    const std::vector<std::string_view> names(avatar.left_out.begin(), avatar.left_out.end());
    diagnostics.push_back(make_warning(fmt::format("morphs without an expression: {}", join_truncated(names)),
                                       "MMD shows them in no panel, or they move nothing that is written"));
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
  if (posed_.document.motions.empty() || options_.frame) range.first = range.last = posed_.frame;
  ProgressLine line(options_);
  MMD_TRY(auto animation, sample_vrm_animation(posed_.document.loaded, frames_, range, options_.english_names,
                                               [&](double share) { line.show(share, "sampling"); }));
  line.wipe();
  if (std::string name = motion_name(posed_.document); !name.empty()) animation.name = std::move(name);
  MMD_TRY(auto bytes, write_vrma(animation));
  return std::vector<WrittenFile>{{options_.output, std::move(bytes)}};
}

Bytes bytes_of_text(const std::string& text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return Bytes(first, first + text.size());
}

Result<std::vector<WrittenFile>> ModelExport::obj() {
  frames_.show(posed_.frame);
  tell_hidden();
  MMD_TRY(const auto model, make_exchange(posed_.document.loaded, frames_.actor(), ExchangeShape::posed,
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
  if (lacks_engine(posed_.document.model()) && source_.physics)
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
  SceneExport(const Options& options, PreparedScene& shown)
      : options_(options), beside_(options_beside(options)), shown_(shown) {}

  Result<std::vector<WrittenFile>> files();
  Diagnostics diagnostics;

 private:
  Result<void> add(PosedDocument& posed, std::size_t actor, const Options& options);
  Result<void> add_attached(const AttachedModel& attached);
  bool is_circle(std::size_t index) const;
  ExchangePlace place_of(std::size_t index) const;
  void say(const std::string& file, const Diagnostics& said);

  const Options& options_;
  const Options beside_;  ///< of further models
  PreparedScene& shown_;
  std::vector<std::unique_ptr<ModelExport>> works_;
  std::vector<ExchangeModel> models_;  ///< in the order of the scene's actors
  std::vector<const Actor*> actors_;   ///< as exported
};

/// Whether models hang on each other: then they stand where they are shown.
bool SceneExport::is_circle(std::size_t index) const {
  const Scene& scene = shown_.scene;
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
  const Scene& scene = shown_.scene;
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
    if (shown_.scene.actors.size() > 1) one.what = fmt::format("{}: {}", file, one.what);
    diagnostics.push_back(std::move(one));
  }
}

Result<void> SceneExport::add(PosedDocument& posed, std::size_t actor, const Options& options) {
  ModelExport& work = *works_.emplace_back(
      std::make_unique<ModelExport>(options, posed, shown_.scene.actors[actor]->accessory));
  auto model = work.glb_model();
  say(posed.document.model_file, work.diagnostics);
  if (!model) return fail(model.error());
  models_.push_back(std::move(*model));
  actors_.push_back(&work.actor());
  return {};
}

Result<void> SceneExport::add_attached(const AttachedModel& attached) {
  Actor actor(attached.loaded.model, attached.loaded.textures);
  actor.accessory = attached.settings;
  apply_switches(shown_.posed.evaluation, actor);
  actor.evaluate();
  const ExchangeShape shape = options_.skin ? ExchangeShape::skinned : ExchangeShape::posed;
  Diagnostics said;
  MMD_TRY(auto model, make_exchange(attached.loaded, actor, shape, MaterialTerms::vertex_coloured, said));
  finish_glb(options_, *attached.loaded.model, model);
  const auto& bodies = attached.loaded.model->bodies;
  if (options_.physics.on.value_or(options_.bake.on) &&
      std::any_of(bodies.begin(), bodies.end(), [](const RigidBody& body) { return body.is_dynamic(); }))
    said.push_back(make_warning("physics does not move attached models in a .glb",
                                "give the model's file without --attach"));
  say(attached.file, said);
  actors_.push_back(shown_.scene.actors[models_.size()].get());
  models_.push_back(std::move(model));
  return {};
}

Result<std::vector<WrittenFile>> SceneExport::files() {
  pose_bones(shown_, options_);
  MMD_TRY(add(shown_.posed, 0, options_));
  for (const AttachedModel& attached : shown_.posed.document.attached) MMD_TRY(add_attached(attached));
  for (PosedDocument& one : shown_.beside) MMD_TRY(add(one, models_.size(), beside_));
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

Result<std::vector<PosedDocument>> load_one(const Options& options) {
  std::vector<PosedDocument> out;
  MMD_TRY(out.emplace_back(), load_posed_document(options, true));
  return out;
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
  auto documents = is_scene ? load_posed_documents(options, true) : load_one(options);
  if (!documents) return stop_with(documents.error(), options);
  PreparedScene shown{std::move(documents->front()), {}, {}, {}, {}, {}, {}, {}};
  documents->erase(documents->begin());
  shown.beside = std::move(*documents);
  print(shown.diagnostics(), options);
  std::vector<std::string> read = files_of(shown.posed.document);
  for (const PosedDocument& one : shown.beside)
    for (std::string& file : files_of(one.document)) read.push_back(std::move(file));
  const auto export_with = [&](auto&& work) {
    auto out = work.files();
    for (const Diagnostic& d : work.diagnostics) print(in_file(d, options.output), options);
    return out;
  };
  const auto files =
      is_scene ? export_with(SceneExport(options, shown)) : export_with(ModelExport(options, shown.posed));
  if (!files) return stop_with(in_file(files.error(), options.output), options);
  if (const auto written = write_all(*files, options, read, *outputs); !written)
    return stop_with(written.error(), options);
  return exit_done;
}

}  // namespace mmd
