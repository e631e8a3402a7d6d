#include "document/compared.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "base/words.h"
#include "scene/scene_physics.h"

namespace mmd {
namespace {

bool names_a_switch(const std::string& what) {
  return what == "append" || what == "ik" || what == "physics";
}

}  // namespace

Result<std::optional<LoadedFigure>> load_compared(const std::string& what, const LoadedFigure& document,
                                                  std::string_view asked_by, Versions versions) {
  if (what.empty() || names_a_switch(what)) return std::nullopt;
  auto inputs = read_inputs({what});
  if (!inputs) {
    if (const auto meant = nearest_word(what, {"append", "ik", "physics"}); meant && !is_input(what))
      inputs.error().hint =
          fmt::format("did you mean {} {}? Otherwise check the file name", asked_by, *meant);
    return fail(std::move(inputs.error()));
  }
  LoadedFigure other;
  if (inputs->model && versions == Versions::refused)
    return fail(
        in_file(make_error(fmt::format("{}: cannot compare with a model here", asked_by),
                           "give append, ik, physics, or a pose or motion (.vpd, .vmd); `mmdview shot` "
                           "compares models"),
                what));
  if (inputs->model) {
    other.model_file = inputs->model->name;
    other.model_hash = content_hash(inputs->model->bytes);
    MMD_TRY(other.loaded, load_model(*inputs->model, true));
    MMD_TRY(lay({document.poses, document.motions}, other));
    return other;
  }
  other.model_file = document.model_file;
  other.loaded = document.loaded;
  MMD_TRY(auto layers, parse_layers(inputs->poses, inputs->motions));
  MMD_TRY(lay(std::move(layers), other));
  return other;
}

std::optional<Diagnostic> stillness(const std::string& what, const Model& model, std::size_t moved,
                                    std::string_view asked_by) {
  if (moved > 0) return std::nullopt;
  const auto& bones = model.skeleton.bones;
  const bool appends =
      std::any_of(bones.begin(), bones.end(), [](const Bone& b) { return b.append.source != none; });
  std::string why = "both poses, or both models in this pose, are the same";
  if (what == "ik")
    why = model.skeleton.ik_chains.empty() ? "the model has no IK" : "IK moves no bone of this pose";
  if (what == "physics")
    why = model.bodies.empty() ? "the model has no rigid bodies" : "no simulated body moves a vertex";
  if (what == "append")
    why = appends ? "the pose rotates no bone that another bone appends" : "no bone of the model uses append";
  return make_note(fmt::format("{} {}: no vertex moves", asked_by, what), why);
}

}  // namespace mmd
