#pragma once

#include <optional>

#include "assets/image.h"
#include "commands/options.h"
#include "commands/session.h"
#include "render/renderer.h"
#include "scene/comparison.h"
#include "scene/scene.h"

namespace mmd {

/// Loads what `--compare FILE` names; nullopt if it names no file.
Result<std::optional<Session>> load_other_pose(const Options& options, const Session& session);

/// Puts `other`, an actor of the same model, into the state to compare `first` with: as `first`, but without
/// append or without IK (with it if `first` is without it), or in the pose of `other_pose` if that is not
/// null.
void set_other_state(const Options& options, const Actor& first, const Session* other_pose, Actor& other);

/// The scene's first actor, what is attached to it, and their other state, measured.
Comparison compare(const Options& options, const Scene& scene, const Session* other_pose);

/// The note that the two states are the same, with a reason as its hint; nullopt if a vertex moves.
std::optional<Diagnostic> stillness(const Options& options, const Model& model, const Comparison& comparison);

/// The scene as it is, the other state, and the heat map with its legend, side by side; each `width` x
/// `height`. The scene is as before when it returns. `progress` is told as by Renderer::render.
Result<Image> draw_comparison(Renderer& renderer, Scene& scene, Comparison& comparison, int width, int height,
                              int samples, const Renderer::TileProgress& progress = {});

/// Copies `count` columns of a picture from column `first` on to column `at` of another of that height, which
/// is made, `width` columns wide, if it is empty.
void copy_columns(const Image& from, int first, int count, int width, Image& to, int at);

}  // namespace mmd
