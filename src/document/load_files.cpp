#include <algorithm>
#include <iterator>
#include <limits>
#include <utility>

#include "base/errors.h"
#include "document/bone_names.h"
#include "document/loaded_figure.h"
#include "document/loader.h"
#include "document/scene_pose.h"
#include "scene/input.h"

namespace mmd {
namespace {

Result<void> load_textures(LoadedModel& loaded, const Progress& progress) {
  MMD_TRY(auto decoded, decode_textures(loaded, progress));
  loaded.textures = std::move(decoded.textures);
  loaded.textures_hash = decoded.hash;
  loaded.diagnostics.insert(loaded.diagnostics.end(), decoded.diagnostics.begin(), decoded.diagnostics.end());
  return {};
}

/// Returns whether the textures were loaded too.
Result<bool> load_new_model(const InputFile& input, LoadedFigure& document, std::uint64_t textures_at_once,
                            const Progress& progress, const std::vector<std::string>& repairs = {}) {
  document.model_file = input.name;
  document.model_hash = content_hash(input.bytes);
  MMD_TRY(document.loaded, in_file(load_model(input, false, progress, repairs), input.name));
  const bool at_once = texture_bytes(document.loaded) <= textures_at_once;
  if (at_once) {
    MMD_TRY(load_textures(document.loaded, progress));
  }
  document.diagnostics = document.loaded.diagnostics;
  return at_once;
}

/// The current model with its textures; the document's diagnostics are only those of the textures.
Result<Loaded> with_textures(const LoadedModel& shown, const Progress& progress) {
  Loaded out;
  out.textures_only = true;
  LoadedModel& loaded = out.document.loaded;
  loaded = shown;
  loaded.diagnostics.clear();
  MMD_TRY(load_textures(loaded, progress));
  out.document.diagnostics = std::move(loaded.diagnostics);
  loaded.diagnostics = shown.diagnostics;
  return out;
}

/// Attaches the previous model's attachments to a new model. A failure becomes a warning.
Result<void> attach_again(const std::vector<AttachOption>& options, LoadedFigure& document,
                          const Progress& progress) {
  for (const AttachOption& option : options) {
    auto loaded = load_attachment(option, document, true, progress);
    if (loaded) continue;
    if (progress && !progress(0.99f, "attached models")) return loaded;  // cancelled
    document.diagnostics.push_back(std::move(loaded.error()));
    document.diagnostics.back().severity = Severity::warning;
  }
  return {};
}

/// Whether a motion has keys other than camera and light.
bool moves_models(const MotionLayer& layer) {
  return !layer.source->file.bones.empty() || !layer.source->file.morphs.empty();
}
/// Whether a motion animates the model of its document.
bool moves_its_model(const MotionLayer& layer) {
  return !layer.motion->bones().empty() || !layer.motion->morphs().empty();
}

/// Inserts the layers of the current document that stay (see LoadRequest::current) before the new layers.
void keep_layers(const LoadRequest& request, Layers& layers) {
  if (!layers.poses.empty()) return;
  for (const PoseLayer& pose : request.current->poses) {
    const auto& gone = request.forgotten;
    if (std::find(gone.begin(), gone.end(), pose.file) != gone.end()) continue;
    layers.poses.push_back(pose);
    layers.poses.back().shows = Shows::motion;  // the state's setting applied to its own files only
  }
  if (std::any_of(layers.motions.begin(), layers.motions.end(), moves_models)) return;
  std::vector<MotionLayer> motions;
  for (const MotionLayer& motion : request.current->motions) {
    // A new camera motion replaces an old one.
    if (layers.motions.empty() || moves_its_model(motion)) motions.push_back(motion);
  }
  std::move(layers.motions.begin(), layers.motions.end(), std::back_inserter(motions));
  layers.motions = std::move(motions);
}

/// Whether a pose stays as it is when its model is loaded again: its file is gone, or it came with a scene,
/// whose file may have other figures by now.
bool stays_as_it_is(const PoseLayer& pose) {
  return !is_input(pose.file);
}

/// Puts the poses that were not read again between those that were, which are in the same order.
void keep_others(const LoadedFigure& current, std::vector<PoseLayer>& poses) {
  auto at = poses.begin();
  for (const PoseLayer& pose : current.poses) {
    if (at == poses.end() || at->file != pose.file) at = poses.insert(at, pose);
    ++at;
  }
}

Diagnostic model_is_missing(const Inputs& inputs) {
  const bool pose = !inputs.poses.empty();
  Diagnostic error =
      make_error(std::string(pose ? "a pose" : "a motion") + ", but there is no model to apply it to",
                 "open a model (.pmx, .pmd or an archive with one) first, or both together");
  return in_file(std::move(error), pose ? inputs.poses.front().name : inputs.motions.front().name);
}

/// Loads the new model with its attachments, or keeps the current one.
Result<void> load_or_keep_model(const LoadRequest& request, const Inputs& inputs, const Progress& progress,
                                Loaded& out) {
  LoadedFigure& document = out.document;
  if (!inputs.model) {
    document.model_file = request.current->model_file;
    document.model_hash = request.current->model_hash;
    document.loaded = request.current->loaded;
    document.attached = request.current->attached;
    return {};
  }
  const std::uint64_t at_once =
      out.adds ? std::numeric_limits<std::uint64_t>::max() : request.textures_at_once;
  MMD_TRY(const auto textured, load_new_model(*inputs.model, document, at_once, progress, request.repairs));
  out.new_model = true;
  out.textures_missing = !textured;
  if (out.adds) return {};
  return request.current ? attach_again(request.attachments, document, progress)
                         : load_attachments(request.attachments, document, true, progress);
}

/// A further model among the files with its poses and motions.
Result<LoadedFigure> load_further(const Inputs& inputs, const Progress& progress) {
  LoadedFigure out;
  MMD_TRY(load_new_model(*inputs.model, out, std::numeric_limits<std::uint64_t>::max(), progress));
  MMD_TRY(auto layers, parse_layers(inputs));
  MMD_TRY(lay(std::move(layers), out));
  return out;
}

/// Gives the poses the bones' names of the model, where a table for it was given or chosen.
Result<void> take_bone_names(const LoadRequest& request, Layers& layers, LoadedFigure& document) {
  BoneNames names = kept_bone_names(bone_names_file(request.bone_names, document.model_hash));
  // The rows that choose bones of a VRM ("neck") are not for a model's own bone of that name.
  std::erase_if(names, [&](const auto& row) { return document.model().find_bone(row.first) != none; });
  if (!request.names_of.empty()) {
    MMD_TRY(auto given, read_bone_names(request.names_of));
    given.merge(names);
    names = std::move(given);
  }
  if (!names.empty()) rename_poses(names, document.model(), layers.poses, document.diagnostics);
  return {};
}

}  // namespace

LoadRequest request_again(std::shared_ptr<const LoadedFigure> shown) {
  LoadRequest out;
  out.files.push_back(shown->model_file);
  for (const PoseLayer& pose : shown->poses)
    if (!stays_as_it_is(pose)) out.files.push_back(pose.file);
  for (const MotionLayer& motion : shown->motions) out.files.push_back(motion.file);
  out.repairs = shown->loaded.repairs;
  out.current = std::move(shown);
  out.again = true;
  out.textures_at_once = std::numeric_limits<std::uint64_t>::max();
  return out;
}

Result<Loaded> load_files(const LoadRequest& request, const Progress& progress) {
  if (request.textures_only) return with_textures(request.current->loaded, progress);
  Diagnostics left_out;
  MMD_TRY(auto all,
          request.pick_usable ? read_usable_inputs(request.files, left_out) : read_all_inputs(request.files));
  const Inputs& inputs = all.front();
  if (!inputs.model && !request.current) return fail(model_is_missing(inputs));
  Loaded out;
  out.adds = request.adds && inputs.model;
  out.figure = out.adds ? 0 : request.figure;
  MMD_TRY(load_or_keep_model(request, inputs, progress, out));
  Diagnostics& said = out.document.diagnostics;
  said.insert(said.begin(), left_out.begin(), left_out.end());
  MMD_TRY(auto layers, parse_layers(inputs));
  const std::size_t given_motions = layers.motions.size();
  out.new_poses = !request.again && !layers.poses.empty();
  out.opening = request.opening;
  if (request.again) {
    keep_others(*request.current, layers.poses);
  } else if (request.current && !out.adds) {
    keep_layers(request, layers);
  }
  out.again = request.again;
  out.new_motions = !request.again && given_motions > 0 && layers.motions.size() == given_motions;
  MMD_TRY(take_bone_names(request, layers, out.document));
  MMD_TRY(lay(std::move(layers), out.document));
  for (std::size_t i = 1; i < all.size(); ++i) {
    MMD_TRY(auto further, load_further(all[i], progress));
    out.more.push_back(std::move(further));
  }
  return out;
}

}  // namespace mmd
