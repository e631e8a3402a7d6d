#include "document/loaded_figure.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/errors.h"
#include "document/named_parts.h"
#include "document/pose_sampler.h"

namespace mmd {
namespace {

void append(Diagnostics& to, Diagnostics from) {
  for (Diagnostic& d : from) to.push_back(std::move(d));
}

}  // namespace

std::uint32_t LoadedFigure::last_frame() const {
  std::uint32_t last = 0;
  for (const MotionLayer& layer : motions) last = std::max(last, layer.motion->last_frame());
  return last;
}

Result<Layers> parse_layers(const std::vector<InputFile>& poses, const std::vector<InputFile>& motions) {
  Layers out;
  for (const InputFile& input : poses) {
    MMD_TRY(auto pose, load_pose(input.bytes, path_from_utf8(input.name)));
    out.poses.push_back(
        {input.name, std::make_shared<const LoadedPose>(std::move(pose)), content_hash(input.bytes)});
  }
  for (const InputFile& input : motions) {
    MMD_TRY(auto motion, load_motion(input.bytes, path_from_utf8(input.name)));
    out.motions.push_back({input.name, std::make_shared<const LoadedMotion>(std::move(motion)), nullptr,
                           content_hash(input.bytes)});
  }
  return out;
}

UnmatchedNames apply_layer(const PoseLayer& layer, const Model& model, Pose& pose) {
  UnmatchedNames out = apply_vpd(layer.source->file, model, pose);
  apply_unnamed(layer.unnamed, model, pose);
  return out;
}

Result<Layers> parse_layers(const Inputs& inputs) {
  MMD_TRY(Layers out, parse_layers(inputs.poses, inputs.motions));
  for (const auto& [number, pose] : inputs.of_scenes) {
    out.poses[number].shows = pose.shows;
    out.poses[number].ik_off = pose.ik_off;
    out.poses[number].frozen = pose.frozen;
    out.poses[number].pins = pose.pins;
    out.poses[number].unnamed = pose.unnamed;
  }
  return out;
}

namespace {

/// Warns about names that the model lacks and adds them to the document's.
void note_unmatched(const UnmatchedNames& unmatched, const std::string& file, LoadedFigure& document) {
  if (auto warning = unmatched_warning(unmatched, document.model(), file))
    document.diagnostics.push_back(std::move(*warning));
  document.unmatched.add(unmatched);
}

void switch_off(const std::string& bone, LoadedFigure& document) {
  const Skeleton& skeleton = document.model().skeleton;
  const std::int32_t index = document.model().find_bone(bone);
  const std::int32_t chain = index == none ? none : skeleton.bones[static_cast<std::size_t>(index)].ik;
  if (chain == none) return;  // the pose's own warning names a missing bone
  document.ik_chains.resize(skeleton.ik_chains.size(), 1);
  document.ik_chains[static_cast<std::size_t>(chain)] = 0;
}

void lay_pose(PoseLayer layer, LoadedFigure& document) {
  append(document.diagnostics, layer.source->diagnostics);
  note_unmatched(apply_layer(layer, document.model(), document.pose), layer.file, document);
  for (const std::string& bone : layer.ik_off) switch_off(bone, document);
  const auto find = [&](const std::vector<std::string>& names, std::vector<std::int32_t>& out) {
    for (const std::string& bone : names)
      if (const std::int32_t index = document.model().find_bone(bone); index != none) out.push_back(index);
  };
  find(layer.frozen, document.frozen);
  find(layer.pins, document.pins);
  std::sort(document.frozen.begin(), document.frozen.end());
  document.shows = layer.shows;
  document.poses.push_back(std::move(layer));
}

void lay_motion(MotionLayer layer, LoadedFigure& document) {
  append(document.diagnostics, layer.source->diagnostics);
  Diagnostics found;
  layer.motion = std::make_shared<const Motion>(layer.source->file, document.model(), found);
  for (Diagnostic& d : found) document.diagnostics.push_back(in_file(std::move(d), layer.file));
  note_unmatched(layer.motion->unmatched(), layer.file, document);
  document.motions.push_back(std::move(layer));
}

}  // namespace

Result<void> lay(Layers layers, LoadedFigure& document) {
  document.pose = Pose(document.model());
  document.ik_chains.clear();
  document.frozen.clear();
  document.pins.clear();
  document.shows = Shows::motion;
  document.poses.clear();
  document.motions.clear();
  for (PoseLayer& layer : layers.poses) lay_pose(std::move(layer), document);
  for (MotionLayer& layer : layers.motions) lay_motion(std::move(layer), document);
  return {};
}

namespace {

Result<LoadedFigure> load_one(Inputs&& inputs, const std::vector<AttachOption>& attachments,
                              bool want_textures, const Progress& progress) {
  if (!inputs.model) {
    return fail("no model among the files", "give a .pmx, a .pmd or an archive with one as well");
  }
  LoadedFigure out;
  out.model_file = inputs.model->name;
  out.model_hash = content_hash(inputs.model->bytes);
  MMD_TRY(out.loaded, load_model(*inputs.model, want_textures, progress));
  inputs.model.reset();
  append(out.diagnostics, out.loaded.diagnostics);
  MMD_TRY(load_attachments(attachments, out, want_textures, progress));
  MMD_TRY(auto layers, parse_layers(inputs));
  MMD_TRY(lay(std::move(layers), out));
  return out;
}

}  // namespace

Result<std::vector<LoadedFigure>> load_documents(const std::vector<std::string>& files,
                                                 const std::vector<AttachOption>& attachments,
                                                 bool want_textures, const Progress& progress) {
  MMD_TRY(auto all, read_all_inputs(files));
  std::vector<LoadedFigure> out;
  for (Inputs& inputs : all) {
    MMD_TRY(auto document,
            load_one(std::move(inputs), out.empty() ? attachments : std::vector<AttachOption>(),
                     want_textures, progress));
    out.push_back(std::move(document));
  }
  return out;
}

Result<LoadedFigure> load_document(const std::vector<std::string>& files,
                                   const std::vector<AttachOption>& attachments, bool want_textures,
                                   const Progress& progress) {
  MMD_TRY(auto inputs, read_inputs(files));
  return load_one(std::move(inputs), attachments, want_textures, progress);
}

namespace {

/// The model that the document or one of its attachments loaded from that file; null if there is none.
const LoadedModel* loaded_before(const LoadedFigure& document, const std::string& file) {
  if (same_input(document.model_file, file)) return &document.loaded;
  for (const AttachedModel& other : document.attached)
    if (same_input(other.file, file)) return &other.loaded;
  return nullptr;
}

/// Loads an attached model unless the document already contains it.
Result<LoadedModel> load_once(const std::string& file, const LoadedFigure& document, bool want_textures,
                              const Progress& progress) {
  if (const LoadedModel* before = loaded_before(document, file)) {
    LoadedModel again = *before;
    again.diagnostics.clear();  // reported with the first copy
    return again;
  }
  const auto input = read_input(file);
  if (!input) return fail(input.error());
  return in_file(load_model(*input, want_textures, progress), file);
}

}  // namespace

Result<void> load_attachment(const AttachOption& option, LoadedFigure& document, bool want_textures,
                             const Progress& progress) {
  const AttachmentNames names = split_attachment(option.what);
  if (names.model == "-")
    return fail(option.asked_by + ": an attached model cannot come from standard input",
                "give the name of a file");
  AttachedModel attached;
  attached.file = names.model;
  MMD_TRY(attached.loaded, load_once(names.model, document, want_textures, progress));
  std::int32_t bone = none;
  if (!names.bone.empty()) {
    MMD_TRY(bone, in_file(bone_called(document.model(), names.bone, option.asked_by), document.model_file));
  }
  const std::optional<ScenePlace> of_file = place_of_file(attached.loaded);
  attached.place = option.has_place ? option.place : of_file.value_or(ScenePlace());
  if (of_file && !attached.place.ground_shadow) attached.place.ground_shadow = of_file->ground_shadow;
  if (bone != none) attached.place.bone = document.model().bone(bone).name;
  append(document.diagnostics, attached.loaded.diagnostics);
  document.attached.push_back(std::move(attached));
  return {};
}

Result<void> load_attachments(const std::vector<AttachOption>& options, LoadedFigure& document,
                              bool want_textures, const Progress& progress) {
  if (options.size() > max_models)
    return fail(fmt::format("{} attached models; the limit is {}", options.size(), max_models));
  for (const AttachOption& option : options)
    MMD_TRY(load_attachment(option, document, want_textures, progress));
  return {};
}

}  // namespace mmd
