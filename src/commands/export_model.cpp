#include "commands/export_model.h"

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "base/errors.h"
#include "base/result.h"
#include "base/words.h"
#include "commands/commands.h"
#include "commands/export_scene.h"
#include "commands/fitted_springs.h"
#include "commands/output/progress_line.h"
#include "commands/picture/opened.h"
#include "document/watched_files.h"
#include "export/embedded_pictures.h"
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

/// Author, terms and thumbnail.
struct VrmTerms {
  VrmMeta meta;
  std::optional<ExchangeImage> thumbnail;
};

Result<ExchangeImage> read_thumbnail(const std::filesystem::path& path) {
  MMD_TRY(Bytes bytes, read_file(path));
  const std::string mime = plain_picture_type(bytes), name = to_utf8(path);
  if (mime.empty()) return fail(in_file(make_error("the thumbnail must be a PNG or JPEG"), name));
  MMD_TRY(const Image image, in_file(decode_image(bytes), name));
  if (image.width != image.height)
    return fail(
        in_file(make_error("the thumbnail must be square", "`shot --size 1024x1024` draws one"), name));
  return ExchangeImage{to_utf8(path.filename()), mime, std::move(bytes)};
}

/// Reads the file of --vrm-meta; without one a warning says that nothing is allowed. Errors: the file or its
/// picture cannot be read or used.
Result<VrmTerms> read_vrm_terms(const std::string& file, Diagnostics& diagnostics) {
  VrmTerms out;
  if (file.empty()) {
    diagnostics.push_back(
        make_warning("the model's author and licence are unknown, so the VRM permits no use",
                     "if you may set its terms, write them to a file for --vrm-meta"));
    return out;
  }
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
  MMD_TRY(out.thumbnail, read_thumbnail(beside));
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

}  // namespace

/// Physics runs on request, and for baking.
Arrangement ModelExport::with_physics(Arrangement arrangement) const {
  arrangement.physics.on = format_ != ModelFormat::vrm && options_.physics.on.value_or(options_.bake.on);
  return arrangement;
}

bool ModelExport::is_moving() const {
  return format_ == ModelFormat::glb && options_.skin && !document().motions.empty() && !options_.frame;
}

ExchangeSampling ModelExport::sampling() const {
  const auto last = static_cast<double>(document().last_frame());
  const double from = is_simulated() ? options_.physics.first_frame.value_or(0.0) : 0.0;
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
  if (!actor().visible)
    diagnostics.push_back(make_warning("the motion hides the model at this frame, but the file shows it",
                                       "choose another frame with --frame"));
}

void finish_glb(const Options& options, const Model& from, ExchangeModel& model) {
  if (options.english_names) use_english_names(from, model);
  model.is_lit = options.lit;
  if (options.bones_along) point_bones_along(from.skeleton, model);
  if (options.edge_hulls) add_edge_hulls(from, model);
}

Diagnostic no_faces() {
  return make_warning("the file has no visible faces",
                      "all materials are hidden or transparent, or the model has none");
}

namespace {

/// The name of a motion's file, without its folder and extension.
std::string motion_name(const LoadedFigure& document) {
  return document.motions.empty() ? std::string()
                                  : to_utf8(path_from_utf8(document.motions.front().file).stem());
}

}  // namespace

Result<void> ModelExport::add_motion(ExchangeModel& model) {
  ProgressLine line(options_);
  MMD_TRY(auto sampled, sample_motion(session_, model.morphs, sampling(),
                                      [&](double share) { line.show(share, "sampling"); }));
  line.wipe();
  print_verbose(fmt::format("{} of {} kept; in the baked file, a bone is off by up to {:.2g} units",
                            sampled.kept_keys, counted(sampled.sampled_keys, "key"), sampled.error),
                options_);
  tell_linear(sampled.linear_error);
  std::vector<std::string_view> lost;
  for (const std::size_t m : sampled.lost_morphs) lost.push_back(document().model().morphs[m].name);
  if (!lost.empty())
    diagnostics.push_back(
        make_warning(fmt::format("material and UV morphs are not animated: {}", join_truncated(lost)),
                     "glTF cannot animate them"));
  if (sampled.hides)
    diagnostics.push_back(make_warning("the motion hides the model at times, but the file always shows it",
                                       "glTF cannot animate visibility"));
  model.motion = std::move(sampled.motion);
  model.motion.name = motion_name(document());
  return {};
}

Result<ExchangeModel> ModelExport::glb_model() {
  const bool moves = is_moving();
  if (!options_.skin && !document().motions.empty() && !options_.frame)
    diagnostics.push_back(make_warning("--no-skin writes one frame of the motion: vertices do not move",
                                       "choose the frame with --frame"));
  if (moves && is_simulated()) {
    if (auto late = late_bodies(document(), options_)) diagnostics.push_back(std::move(*late));
  }
  session_.show(moves ? sampling().first : session_.arrangement().frame);
  if (!moves) tell_hidden();
  const ExchangeShape shape = options_.skin ? ExchangeShape::skinned : ExchangeShape::posed;
  MMD_TRY(auto model,
          make_exchange(document().loaded, actor(), shape, MaterialTerms::vertex_coloured, diagnostics));
  if (moves && !model.bones.empty()) {
    MMD_TRY(add_motion(model));
  } else if (!model.bones.empty()) {
    tell_linear(linear_skinning_error(actor()));
  }
  finish_glb(options_, document().model(), model);
  tell_physics();
  return model;
}

/// Spring bones in place of the rigid bodies.
void ModelExport::add_springs(const Actor& t_pose, VrmAvatar& avatar) {
  std::vector<std::int32_t> human;
  for (const auto& [name, bone] : avatar.bones) human.push_back(bone);
  avatar.springs = find_springs(t_pose, human);
  if (avatar.springs.chains.empty()) return;
  ProgressLine line(options_);
  fit_springs_once(document(), options_.physics, avatar.springs.chains,
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
  const LoadedFigure& document = this->document();
  MMD_TRY(VrmTerms terms, read_vrm_terms(options_.vrm_meta, diagnostics));
  if (!document.poses.empty() || !document.motions.empty())
    diagnostics.push_back(make_warning("a VRM is written in its T-pose, without poses and motions",
                                       "write a .glb to keep them"));
  if (!options_.skin) diagnostics.push_back(make_warning("--no-skin has no effect: a VRM needs its bones"));
  Arrangement arrangement = session_.arrangement();
  stand_in_t_pose(arrangement.figures.front());
  session_.set(std::move(arrangement));
  session_.show(0.0);
  const Actor& actor = this->actor();
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
  if (document().motions.empty() || options_.frame) range.first = range.last = session_.arrangement().frame;
  ProgressLine line(options_);
  MMD_TRY(auto animation, sample_vrm_animation(session_, range, options_.english_names,
                                               [&](double share) { line.show(share, "sampling"); }));
  line.wipe();
  if (std::string name = motion_name(document()); !name.empty()) animation.name = std::move(name);
  MMD_TRY(auto bytes, write_vrma(animation));
  return std::vector<WrittenFile>{{options_.output, std::move(bytes)}};
}

namespace {

Bytes bytes_of_text(const std::string& text) {
  const auto* first = reinterpret_cast<const std::byte*>(text.data());
  return Bytes(first, first + text.size());
}

}  // namespace

Result<std::vector<WrittenFile>> ModelExport::obj() {
  session_.show(session_.arrangement().frame);
  tell_hidden();
  MMD_TRY(const auto model,
          make_exchange(document().loaded, actor(), ExchangeShape::posed, MaterialTerms::plain, diagnostics));
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
  if (session_.physics() == nullptr) return;
  const Diagnostics said = session_.physics()->warnings();
  diagnostics.insert(diagnostics.end(), said.begin(), said.end());
}

Result<std::vector<WrittenFile>> ModelExport::files() {
  MMD_TRY(auto out, format_ == ModelFormat::vrm ? vrm() : format_ == ModelFormat::vrma ? vrma() : obj());
  tell_physics();
  return out;
}

namespace {

/// Returns an error for a format that this build cannot write.
std::optional<Diagnostic> missing_writer(const Options& options) {
  if (model_format(options.output) == ModelFormat::obj || writes_gltf()) return std::nullopt;
  return in_file(make_error("this program was built without glTF", "give a name that ends in .obj"),
                 options.output);
}

/// The files of a format with one model.
Result<std::vector<WrittenFile>> model_files(const Options& options, const Session& session,
                                             Diagnostics& diagnostics) {
  Arrangement arrangement = alone(session.arrangement(), 0);
  arrangement.figures.front().place = {};
  ModelExport work(options, *model_format(options.output), std::move(arrangement));
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
