#include <algorithm>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/result.h"
#include "base/words.h"
#include "commands/commands.h"
#include "commands/output/fitted_springs.h"
#include "commands/output/progress_line.h"
#include "commands/written_files.h"
#include "document/watched_files.h"
#include "export/gltf_write.h"
#include "export/make_exchange.h"
#include "export/model_export.h"
#include "export/obj_write.h"
#include "export/vrm_expression_table.h"
#include "options/messages.h"
#include "options/opened.h"
#include "options/options.h"
#include "options/output_file.h"
#include "session/session.h"

namespace mmd {
namespace {

/// Reads the file of --vrm-meta, if there is one. Errors: the file or its picture cannot be read or used, or
/// the output would overwrite the picture.
Result<VrmTerms> read_vrm_terms(const Options& options) {
  const std::string& file = options.vrm_meta;
  VrmTerms out;
  if (file.empty()) return out;
  MMD_TRY(const Bytes bytes, read_file(path_from_utf8(file)));
  auto meta = parse_vrm_meta(as_text(bytes));
  if (!meta) return fail(in_file(meta.error(), file));
  out.meta = std::move(*meta);
  const auto picture = out.meta.find(vrm_thumbnail);
  if (picture == out.meta.end()) return out;
  const std::string name = std::get<std::string>(picture->second);
  if (name.empty()) return fail(in_file(make_error("\"thumbnailImage\" must name a picture"), file));
  const std::filesystem::path beside = path_from_utf8(file).parent_path() / path_from_utf8(name);
  out.meta.erase(picture);
  if (const auto refused = refused_files({options.output}, Written::by_name, {to_utf8(beside)}, options))
    return fail(*refused);
  MMD_TRY(Bytes picture_bytes, read_file(beside));
  MMD_TRY(out.thumbnail, make_thumbnail(to_utf8(beside), std::move(picture_bytes)));
  return out;
}

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

/// What the options say of a model's file.
ModelExportChoice export_choice(const Options& options, ModelFormat format) {
  ModelExportChoice out;
  out.format = format;
  out.simulates = options.physics.on.value_or(options.bake.on);
  out.springs = options.physics.on.value_or(true);
  out.skin = options.skin;
  out.holds = options.frame.has_value();
  out.rate = options.bake.rate;
  out.error = options.bake.error;
  out.english_names = options.english_names;
  out.lit = options.lit;
  out.bones_along = options.bones_along;
  out.edge_hulls = options.edge_hulls;
  out.version = options.vrm_zero ? VrmVersion::zero : VrmVersion::one;
  out.arkit = options.arkit;
  out.about_author = "if you may set its terms, write them to a file for --vrm-meta";
  return out;
}

/// Says how well the springs imitate the bodies.
void print_springs(const ModelExport& work, const Options& options) {
  const auto name_of = [&](const VrmSpring& chain) {
    return std::string_view(work.actor().model().bone(chain.bones.front()).name);
  };
  for (const VrmSpring& chain : work.springs)
    print_verbose(
        fmt::format(
            "spring bones from {}, {}: {:.1f} degrees from the simulated bodies; without springs {:.1f}",
            name_of(chain), counted(chain.bones.size(), "joint"), chain.error, chain.rigid_error),
        options);
  for (const VrmSpring& chain : work.rigid)
    print_verbose(fmt::format("bones from {} stay rigid: springs swing no better", name_of(chain)), options);
}

Result<std::vector<WrittenFile>> obj_files(const Options& options, ModelExport& work) {
  const std::filesystem::path path = path_from_utf8(options.output);
  MMD_TRY(auto made, work.obj(to_utf8(path.stem())));
  const auto beside = [&](const std::string& name) {
    return to_utf8(path.parent_path() / path_from_utf8(name));
  };
  std::vector<WrittenFile> out;
  for (ObjFiles::Picture& picture : made.pictures)
    out.push_back({beside(picture.name), std::move(picture.bytes)});
  out.push_back({beside(made.mtl_name), bytes_of_text(made.mtl)});
  out.push_back({options.output, bytes_of_text(made.obj)});
  return out;
}

/// The files of a format with one model; the requested one is the last.
Result<std::vector<WrittenFile>> files_of_format(const Options& options, ModelFormat format,
                                                 ModelExport& work) {
  if (format == ModelFormat::obj) return obj_files(options, work);
  if (format == ModelFormat::vrma) {
    MMD_TRY(auto bytes, work.vrma());
    return std::vector<WrittenFile>{{options.output, std::move(bytes)}};
  }
  MMD_TRY(VrmTerms terms, read_vrm_terms(options));
  MMD_TRY(auto bytes, work.vrm(std::move(terms), fit_springs_once));
  return std::vector<WrittenFile>{{options.output, std::move(bytes)}};
}

/// Shows the progress of an export on the line.
ExportProgress progress_on(ProgressLine& line) {
  return [&line](std::string_view what, double share) { line.show(share, std::string(what)); };
}

/// Returns an error for a format that this build cannot write.
std::optional<Diagnostic> missing_writer(const Options& options) {
  if (model_format(options.output) == ModelFormat::obj || writes_gltf()) return std::nullopt;
  return in_file(make_error("this program was built without glTF", "give a name that ends in .obj"),
                 options.output);
}

/// The files of the first model of a session alone.
Result<std::vector<WrittenFile>> model_files(const Options& options, const Session& session,
                                             Diagnostics& diagnostics) {
  Arrangement arrangement = alone(session.arrangement(), 0);
  arrangement.figures.front().place = {};
  ProgressLine line(options);
  const ModelFormat format = *model_format(options.output);
  ModelExportChoice choice = export_choice(options, format);
  if (!options.vrm_expressions.empty()) {
    MMD_TRY(choice.expressions, read_expression_morphs(options.vrm_expressions));
  }
  ModelExport work(std::move(choice), std::move(arrangement), progress_on(line));
  auto out = files_of_format(options, format, work);
  line.wipe();
  print_springs(work, options);
  diagnostics = std::move(work.diagnostics);
  return out;
}

/// A .glb of all models of a scene.
class SceneExport {
 public:
  SceneExport(const Options& options, const Session& session)
      : options_(options), beside_(options_beside(options)), session_(session), scene_(session.scene()) {}

  Result<std::vector<WrittenFile>> files() {
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

  Diagnostics diagnostics;

 private:
  Result<void> add(std::size_t figure, const Options& options) {
    ProgressLine line(options);
    const ModelExportChoice choice = export_choice(options, ModelFormat::glb);
    ModelExport& work = *works_.emplace_back(
        std::make_unique<ModelExport>(choice, alone(session_.arrangement(), figure), progress_on(line)));
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

  Result<void> add_attached(std::size_t figure) {
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

  /// Where the model of an actor stands: below the bone on which it hangs, if the file has it.
  ExchangePlace place_of(std::size_t index) const {
    const auto metres = [](const Similarity& place) {
      return Similarity{place.rotation, in_metres(place.translation), place.scale};
    };
    if (index == 0) return {none, none, metres(scene_.actors.front()->placement())};
    const Attachment& attachment = scene_.attachments[index - 1];
    if (attachment.bone == none) return {none, none, metres(attachment.offset)};
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
  void say(const std::string& file, const Diagnostics& said) {
    for (Diagnostic one : said) {
      if (scene_.actors.size() > 1) one.what = fmt::format("{}: {}", file, one.what);
      diagnostics.push_back(std::move(one));
    }
  }

  const Options& options_;
  const Options beside_;  ///< of further models
  const Session& session_;
  const Scene& scene_;
  std::vector<std::unique_ptr<ModelExport>> works_;
  std::vector<ExchangeModel> models_;  ///< in the order of the scene's actors
  std::vector<const Actor*> actors_;   ///< as exported
};

/// A .glb of all models of a shown session.
Result<std::vector<WrittenFile>> scene_glb(const Options& options, const Session& session,
                                           Diagnostics& diagnostics) {
  SceneExport work(options, session);
  auto out = work.files();
  diagnostics = std::move(work.diagnostics);
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
  auto opened = open_files(options, is_scene ? Models::all : Models::one, false, true);
  if (!opened) return stop_with(opened.error(), options);
  print(opened->diagnostics(), options);
  Session session(std::move(opened->arrangement));
  session.show_bones(session.arrangement().frame);
  const std::vector<std::string> read = files_of(session.arrangement());
  Diagnostics diagnostics;
  const auto files =
      is_scene ? scene_glb(options, session, diagnostics) : model_files(options, session, diagnostics);
  for (const Diagnostic& d : diagnostics) print(in_file(d, options.output), options);
  if (!files) return stop_with(in_file(files.error(), options.output), options);
  if (const auto written = write_all(*files, options, read, *outputs); !written)
    return stop_with(written.error(), options);
  return exit_done;
}

}  // namespace mmd
