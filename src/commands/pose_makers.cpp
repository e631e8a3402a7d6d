#include "commands/pose_makers.h"

#include <utility>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/errors.h"
#include "document/bone_names.h"
#include "document/fit_pose.h"
#include "document/inputs.h"
#include "document/landmarks.h"
#include "document/loaded_figure.h"
#include "options/messages.h"
#include "pose/pose_to_vpd.h"
#include "scene/load.h"

namespace mmd {
namespace {

constexpr std::uint64_t largest_landmarks = 16 << 20;  ///< bytes

Result<std::shared_ptr<const Model>> model_in(const std::string& file) {
  MMD_TRY(const auto loaded, load_document({file}, {}, false));
  return loaded.loaded.model;
}

Result<std::string> text_of(const Pose& pose, const Model& model, const std::string& model_name,
                            const Options& options) {
  vpd::File file = vpd_from_pose(pose, model);
  file.model_name = model_name;
  MMD_TRY(auto written, vpd::write_for_mmd(std::move(file), vpd::Encoding::utf8_bom));
  if (written.lacks) print(in_file(std::move(*written.lacks), options.output), options);
  return std::move(written.bytes);
}

}  // namespace

Result<std::string> fitted_text(const Options& options) {
  MMD_TRY(const auto inputs, read_inputs(options.files));
  if (!inputs.model || inputs.poses.size() != 1 || !inputs.motions.empty())
    return fail("pose fit takes a model and one pose", "mmdview pose fit MODEL.pmx POSE.vpd -o OUT.vpd");
  MMD_TRY(const auto document, load_document(options.files, {}, false));
  print(document.diagnostics, options);
  FitSource source{classic_figure(), sample_figure()};
  if (!options.made_for.empty()) {
    MMD_TRY(source.model, in_file(model_in(options.made_for), options.made_for));
    source.mesh = nullptr;
  }
  BoneNames names;
  if (!options.names_of.empty()) {
    MMD_TRY(names, read_bone_names(options.names_of));
  }
  const PoseLayer& layer = document.poses.front();
  MMD_TRY(const auto fitted, fit_pose(layer.source->file, source, document.loaded.model, names));
  if (!fitted.given.empty()) print(in_file(given_to_parents(fitted.given), layer.file), options);
  const Model& model = document.model();
  print_verbose(fmt::format("the legs are {:.3f} times as long", fitted.leg_ratio), options);
  for (const FitChange& change : fitted.changes)
    print_verbose(fmt::format("{}: {:.1f} degrees, {:.2f} units",
                              model.skeleton.bones[static_cast<std::size_t>(change.bone)].name,
                              change.degrees, change.units),
                  options);
  return text_of(fitted.pose, model, layer.source->file.model_name, options);
}

Result<std::string> landmarks_text(const Options& options) {
  const std::string& name = options.files.front();
  MMD_TRY(const auto bytes, read_file(path_from_utf8(name), largest_landmarks));
  MMD_TRY(const auto landmarks, in_file(parse_landmarks(as_text(bytes)), name));
  std::shared_ptr<const Model> model = classic_figure();
  if (!options.onto_model.empty()) {
    MMD_TRY(model, in_file(model_in(options.onto_model), options.onto_model));
  }
  MMD_TRY(const auto posed, in_file(pose_from_landmarks(landmarks, model), name));
  if (!posed.left_at_rest.empty()) print(in_file(missing_landmarks(posed.left_at_rest), name), options);
  return text_of(posed.pose, *model, model->name, options);
}

}  // namespace mmd
