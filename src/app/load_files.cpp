#include "app/loader.h"
#include "assets/file_set.h"

namespace mmd {
namespace {

Result<void> load_new_model(Session& session, const Progress& progress) {
  InputFiles& inputs = session.inputs;
  auto loaded = load_model(inputs.model_bytes, path_from_utf8(inputs.model), true, progress);
  if (!loaded) return fail(in_file(std::move(loaded.error()), inputs.model));
  inputs.model_bytes = {};
  session.loaded = std::move(*loaded);
  session.diagnostics = session.loaded.diagnostics;
  return {};
}

/// Reads the poses again that were shown with the model before.
void keep_poses(const Session& current, Session& session) {
  auto kept = sort_inputs(current.inputs.poses);
  if (kept && kept->model.empty()) {
    session.inputs.poses = std::move(kept->poses);
    session.inputs.pose_bytes = std::move(kept->pose_bytes);
  } else if (!kept) {  // no reason to refuse the new model
    session.diagnostics.push_back(std::move(kept.error()));
    session.diagnostics.back().severity = Severity::warning;
  }
}

Diagnostic pose_without_model(const InputFiles& inputs) {
  const Diagnostic error =
      make_error("a pose, but there is no model to apply it to",
                 "open a model (.pmx, or a .zip that holds one) first, or both together");
  return inputs.poses.empty() ? error : in_file(error, inputs.poses.front());
}

}  // namespace

Result<Loaded> load_files(const LoadRequest& request, const Progress& progress) {
  auto inputs = sort_inputs(request.options.files);
  if (!inputs) return fail(std::move(inputs.error()));
  Loaded out;
  out.new_model = !inputs->model.empty();
  if (!out.new_model && !request.current) return fail(pose_without_model(*inputs));
  Session& session = out.session;
  session.inputs = std::move(*inputs);
  Options options = request.options;
  if (out.new_model) {
    if (auto loaded = load_new_model(session, progress); !loaded) return fail(std::move(loaded.error()));
    if (request.current) {
      options.morph_weights.clear();  // they were meant for the model on the command line
      if (session.inputs.poses.empty()) keep_poses(*request.current, session);
    }
  } else {
    session.inputs.model = request.current->inputs.model;
    session.loaded = request.current->loaded;
  }
  if (auto applied = apply_poses(session, options); !applied) return fail(std::move(applied.error()));
  return out;
}

}  // namespace mmd
