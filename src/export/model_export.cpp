#include "export/model_export.h"

#include <algorithm>
#include <cmath>
#include <string_view>

#include <fmt/format.h>

#include "assets/image.h"
#include "base/errors.h"
#include "base/words.h"
#include "export/embedded_pictures.h"
#include "export/gltf_write.h"
#include "export/make_exchange.h"
#include "export/vrm_animation.h"
#include "scene/scene_physics.h"

namespace mmd {
namespace {

/// The name of a motion's file, without its folder and extension.
std::string motion_name(const LoadedFigure& document) {
  return document.motions.empty() ? std::string()
                                  : to_utf8(path_from_utf8(document.motions.front().file).stem());
}

Arrangement with_physics(Arrangement arrangement, const ModelExportChoice& choice) {
  arrangement.physics.on = choice.simulates && choice.format != ModelFormat::vrm;
  return arrangement;
}

}  // namespace

ModelExport::ModelExport(ModelExportChoice choice, Arrangement arrangement, ExportProgress progress)
    : choice_(std::move(choice)),
      progress_(std::move(progress)),
      session_(with_physics(std::move(arrangement), choice_)) {}

void ModelExport::tell(std::string_view what, double share) const {
  if (progress_) progress_(what, share);
}

ExpressionChoice ModelExport::expression_choice() const {
  return {choice_.expressions, choice_.arkit, choice_.english_names};
}

bool ModelExport::is_moving() const {
  return choice_.format == ModelFormat::glb && choice_.skin && !document().motions.empty() && !choice_.holds;
}

ExchangeSampling ModelExport::sampling() const {
  const auto last = static_cast<double>(document().last_frame());
  const PhysicsChoice& physics = session_.arrangement().physics;
  const double from = physics.on.value_or(false) ? physics.first_frame.value_or(0.0) : 0.0;
  return {std::min(std::ceil(from), last), last, choice_.rate, choice_.error};
}

void ModelExport::tell_linear(float error) {
  constexpr float seen = 1e-3f;
  if (error < seen) return;
  diagnostics.push_back(
      make_warning(fmt::format("SDEF and QDEF become linear: vertices are off by up to {:.2g} units", error),
                   choice_.format == ModelFormat::vrm ? "" : "--no-skin writes the posed vertices"));
}

void ModelExport::tell_hidden() {
  if (!actor().visible)
    diagnostics.push_back(make_warning("the motion hides the model at this frame, but the file shows it",
                                       "choose another frame with --frame"));
}

void ModelExport::tell_physics() {
  if (session_.physics() == nullptr) return;
  const Diagnostics said = session_.physics()->warnings();
  diagnostics.insert(diagnostics.end(), said.begin(), said.end());
}

void finish_glb(const ModelExportChoice& choice, const Model& from, ExchangeModel& model) {
  if (choice.english_names) use_english_names(from, model);
  model.is_lit = choice.lit;
  if (choice.bones_along) point_bones_along(from.skeleton, model);
  if (choice.edge_hulls) add_edge_hulls(from, model);
}

Diagnostic no_faces() {
  return make_warning("the file has no visible faces",
                      "all materials are hidden or transparent, or the model has none");
}

Result<ExchangeImage> make_thumbnail(std::string name, Bytes bytes) {
  const std::string mime = plain_picture_type(bytes);
  if (mime.empty()) return fail(in_file(make_error("the thumbnail must be a PNG or JPEG"), name));
  MMD_TRY(const Image image, in_file(decode_image(bytes), name));
  if (image.width != image.height)
    return fail(
        in_file(make_error("the thumbnail must be square", "`shot --size 1024x1024` draws one"), name));
  return ExchangeImage{to_utf8(path_from_utf8(name).filename()), mime, std::move(bytes)};
}

Result<void> ModelExport::add_motion(ExchangeModel& model) {
  MMD_TRY(auto sampled,
          sample_motion(session_, model.morphs, sampling(), [&](double share) { tell("sampling", share); }));
  sampled_keys = sampled.sampled_keys;
  kept_keys = sampled.kept_keys;
  key_error = sampled.error;
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
  if (!choice_.skin && !document().motions.empty() && !choice_.holds)
    diagnostics.push_back(make_warning("--no-skin writes one frame of the motion: vertices do not move",
                                       "choose the frame with --frame"));
  session_.show(moves ? sampling().first : session_.arrangement().frame);
  if (!moves) tell_hidden();
  const ExchangeShape shape = choice_.skin ? ExchangeShape::skinned : ExchangeShape::posed;
  MMD_TRY(auto model,
          make_exchange(document().loaded, actor(), shape, MaterialTerms::vertex_coloured, diagnostics));
  if (moves && !model.bones.empty()) {
    MMD_TRY(add_motion(model));
  } else if (!model.bones.empty()) {
    tell_linear(linear_skinning_error(actor()));
  }
  finish_glb(choice_, document().model(), model);
  tell_physics();
  return model;
}

void ModelExport::tell_expressions(const VrmAvatar& avatar) {
  const auto say = [&](const std::vector<std::string>& morphs, std::string_view what, const char* hint) {
    const std::vector<std::string_view> names(morphs.begin(), morphs.end());
    if (!names.empty())
      diagnostics.push_back(make_warning(fmt::format("{}: {}", what, join_truncated(names)), hint));
  };
  say(avatar.left_out, "morphs without an expression",
      "MMD shows them in no panel, or they move no vertex that is written: colours are not stored");
  say(avatar.unusable, "chosen for an expression, but the model lacks them or they move no vertex",
      "`mmdview info MODEL` lists the morphs");
}

/// Spring bones in place of the rigid bodies.
void ModelExport::add_springs(const Fit& fit, VrmAvatar& avatar) {
  std::vector<std::int32_t> human;
  for (const auto& [name, bone] : avatar.bones) human.push_back(bone);
  avatar.springs = find_springs(actor(), human);
  auto& chains = avatar.springs.chains;
  if (chains.empty()) return;
  const auto progress = [&](double share) {
    tell("fitting spring bones", share);
    return true;
  };
  const PhysicsChoice& physics = session_.arrangement().physics;
  if (fit)
    fit(document(), physics, chains, progress);
  else
    fit_springs(document(), physics, chains, progress, choice_.effort);
  rigid = take_rigid(chains);
  springs = chains;
}

Result<Bytes> ModelExport::vrm(VrmTerms terms, const Fit& fit) {
  if (terms.meta.empty())
    diagnostics.push_back(make_warning(
        "the model's author and licence are unknown, so the VRM permits no use", choice_.about_author));
  if (!document().poses.empty() || !document().motions.empty())
    diagnostics.push_back(make_warning("a VRM is written in its T-pose, without poses and motions",
                                       "write a .glb to keep them"));
  if (!choice_.skin) diagnostics.push_back(make_warning("--no-skin has no effect: a VRM needs its bones"));
  Arrangement arrangement = session_.arrangement();
  stand_in_t_pose(arrangement.figures.front());
  session_.set(std::move(arrangement));
  session_.show(0.0);
  const Model& from = document().model();
  MMD_TRY(auto model, make_exchange(document().loaded, actor(), ExchangeShape::skinned, MaterialTerms::mtoon,
                                    diagnostics));
  if (choice_.english_names) use_english_names(from, model);
  suit_univrm(model, diagnostics);
  if (model.parts.empty()) diagnostics.push_back(no_faces());
  MMD_TRY(auto avatar, make_avatar(from, model, expression_choice()));
  for (const std::string& refused : avatar.refused)
    diagnostics.push_back(make_warning(refused, "another bone was found by its name, or none"));
  tell_expressions(avatar);
  for (auto& [name, term] : terms.meta) avatar.meta[name] = std::move(term);
  avatar.thumbnail = std::move(terms.thumbnail);
  if (choice_.springs) add_springs(fit, avatar);
  tell_linear(linear_skinning_error(actor()));
  if (choice_.version == VrmVersion::zero)
    turn_into_vrm_zero(model, avatar);
  else
    add_twist_bones(from, model, avatar.followers);
  tell_physics();
  return write_glb({&model, 1}, &avatar);
}

Result<Bytes> ModelExport::vrma() {
  ExchangeSampling range = sampling();
  if (document().motions.empty() || choice_.holds) range.first = range.last = session_.arrangement().frame;
  MMD_TRY(auto animation, sample_vrm_animation(session_, range, expression_choice(),
                                               [&](double share) { tell("sampling", share); }));
  if (std::string name = motion_name(document()); !name.empty()) animation.name = std::move(name);
  tell_physics();
  return write_vrma(animation);
}

Result<ObjFiles> ModelExport::obj(const std::string& stem) {
  session_.show(session_.arrangement().frame);
  tell_hidden();
  MMD_TRY(const auto model,
          make_exchange(document().loaded, actor(), ExchangeShape::posed, MaterialTerms::plain, diagnostics));
  if (std::all_of(model.parts.begin(), model.parts.end(),
                  [](const ExchangePart& part) { return part.indices.empty(); }))
    return fail("the model has no visible faces, so there is nothing to write",
                "`mmdview info MODEL` lists its materials; transparent and hidden ones are left out");
  tell_physics();
  return write_obj(model, stem);
}

}  // namespace mmd
