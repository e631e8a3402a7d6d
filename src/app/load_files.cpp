#include <algorithm>
#include <iterator>

#include "app/loader.h"
#include "assets/file_set.h"
#include "commands/attachments.h"
#include "commands/named_parts.h"

namespace mmd {
namespace {

Result<void> load_textures(LoadedModel& loaded, const Progress& progress) {
  auto decoded = decode_textures(loaded, progress);
  if (!decoded) return fail(std::move(decoded.error()));
  loaded.textures = std::move(decoded->textures);
  loaded.diagnostics.insert(loaded.diagnostics.end(), decoded->diagnostics.begin(),
                            decoded->diagnostics.end());
  return {};
}

/// Returns whether its textures are there too.
Result<bool> load_new_model(Session& session, std::uint64_t textures_at_once, const Progress& progress) {
  InputFiles& inputs = session.inputs;
  auto loaded = load_model(inputs.model_file, false, progress);
  if (!loaded) return fail(in_file(std::move(loaded.error()), inputs.model));
  inputs.model_file = {};
  session.loaded = std::move(*loaded);
  const bool at_once = texture_bytes(session.loaded) <= textures_at_once;
  if (at_once) {
    if (auto textured = load_textures(session.loaded, progress); !textured)
      return fail(std::move(textured.error()));
  }
  session.diagnostics = session.loaded.diagnostics;
  return at_once;
}

/// The model that is shown, with its textures. The only diagnostics are theirs.
Result<Loaded> with_textures(const LoadedModel& shown, const Progress& progress) {
  Loaded out;
  out.textures_only = true;
  out.session.loaded = shown;
  out.session.loaded.diagnostics.clear();
  if (auto textured = load_textures(out.session.loaded, progress); !textured)
    return fail(std::move(textured.error()));
  out.session.diagnostics = std::move(out.session.loaded.diagnostics);
  out.session.loaded.diagnostics = shown.diagnostics;
  return out;
}

/// Attaches to a new model what hung on the one before. That it lacks a bone is no reason to refuse it.
Result<void> attach_again(Session& session, const Options& options, const Progress& progress) {
  for (const AttachOption& option : options.attachments) {
    auto loaded = load_attachment(session, option, true, progress);
    if (loaded) continue;
    if (progress && !progress(0.99f, "attached models")) return loaded;  // cancelled
    session.diagnostics.push_back(std::move(loaded.error()));
    session.diagnostics.back().severity = Severity::warning;
  }
  return {};
}

template <class T>
void prepend(std::vector<T>&& front, std::vector<T>& to) {
  to.insert(to.begin(), std::make_move_iterator(front.begin()), std::make_move_iterator(front.end()));
}

/// Reads poses and motions again that were shown before, and puts them before the new ones.
void keep(const std::vector<std::string>& files, Session& session) {
  auto kept = sort_inputs(files);
  if (!kept) {  // no reason to refuse what is new
    session.diagnostics.push_back(std::move(kept.error()));
    session.diagnostics.back().severity = Severity::warning;
    return;
  }
  prepend(std::move(kept->poses), session.inputs.poses);
  prepend(std::move(kept->pose_bytes), session.inputs.pose_bytes);
  prepend(std::move(kept->motions), session.inputs.motions);
  prepend(std::move(kept->motion_bytes), session.inputs.motion_bytes);
}

/// Whether a motion is for more than camera and light. What cannot be read is reported when it is loaded.
bool moves_models(const Bytes& bytes) {
  const auto motion = load_motion(bytes, {});
  return motion && (!motion->file.bones.empty() || !motion->file.morphs.empty());
}
bool moves_models(const Motion& motion) {
  return !motion.bones().empty() || !motion.morphs().empty();
}

/// Which poses and motions of what is shown stay, beside what `inputs` has.
std::vector<std::string> files_to_keep(const Session& current, const InputFiles& inputs) {
  std::vector<std::string> files;
  if (!inputs.poses.empty()) return files;
  files = current.inputs.poses;
  const bool only_camera = std::none_of(inputs.motion_bytes.begin(), inputs.motion_bytes.end(),
                                        [](const Bytes& b) { return moves_models(b); });
  if (!only_camera) return files;
  for (std::size_t i = 0; i < current.motions.size(); ++i) {
    // A new camera takes the place of an old one.
    if (inputs.motions.empty() || moves_models(*current.motions[i]))
      files.push_back(current.inputs.motions[i]);
  }
  return files;
}

/// As sort_inputs, without the files that cannot be used; each of those is a warning.
Result<InputFiles> sort_usable(const std::vector<std::string>& files, Diagnostics& warnings) {
  std::vector<std::string> usable;
  for (const std::string& file : files) {
    if (auto one = sort_inputs({file})) {
      usable.push_back(file);
    } else {
      warnings.push_back(std::move(one.error()));
      warnings.back().severity = Severity::warning;
    }
  }
  if (usable.empty()) warnings.clear();
  return sort_inputs(usable.empty() ? files : usable);
}

Diagnostic model_is_missing(const InputFiles& inputs) {
  const bool pose = !inputs.poses.empty();
  Diagnostic error =
      make_error(std::string(pose ? "a pose" : "a motion") + ", but there is no model to apply it to",
                 "open a model (.pmx, .pmd, or a .zip that holds one) first, or both together");
  return in_file(std::move(error), pose ? inputs.poses.front() : inputs.motions.front());
}

}  // namespace

Result<Loaded> load_files(const LoadRequest& request, const Progress& progress) {
  if (request.textures_only) return with_textures(request.current->loaded, progress);
  Diagnostics left_out;
  auto inputs =
      request.pick_usable ? sort_usable(request.options.files, left_out) : sort_inputs(request.options.files);
  if (!inputs) return fail(std::move(inputs.error()));
  Loaded out;
  out.new_model = !inputs->model.empty();
  if (!out.new_model && !request.current) return fail(model_is_missing(*inputs));
  Session& session = out.session;
  session.inputs = std::move(*inputs);
  Options options = request.options;
  if (out.new_model) {
    const auto textured = load_new_model(session, request.textures_at_once, progress);
    if (!textured) return fail(textured.error());
    out.textures_missing = !*textured;
    auto attached = request.current ? attach_again(session, options, progress)
                                    : load_attachments(session, options, true, progress);
    if (!attached) return fail(std::move(attached.error()));
    if (!request.current &&
        !options.highlight.empty()) {  // later ones come without what the command line names
      const auto bone = bone_called(*session.loaded.model, options.highlight, "--highlight");
      if (!bone) return fail(bone.error());
    }
    if (request.current) options.morph_weights.clear();  // they were meant for the model on the command line
  } else {
    session.inputs.model = request.current->inputs.model;
    session.loaded = request.current->loaded;
    session.attached = request.current->attached;
  }
  session.diagnostics.insert(session.diagnostics.begin(), left_out.begin(), left_out.end());
  const std::size_t given_motions = session.inputs.motions.size();
  if (request.current) keep(files_to_keep(*request.current, session.inputs), session);
  out.new_motions = given_motions > 0 && session.inputs.motions.size() == given_motions;
  if (auto applied = apply_poses(session, options); !applied) return fail(std::move(applied.error()));
  return out;
}

}  // namespace mmd
