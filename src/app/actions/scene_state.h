#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "options/scene_file.h"
#include "pose/pose.h"

namespace mmd {

struct OpenedScene;
struct Parts;

/// The settings of the scene as options.
Options options_of(const Parts& parts);
/// The scene settings: files, unsaved poses and all options.
Result<SceneFile> scene_of(const Parts& parts);

/// What saving the scene keeps, to find changes. A step that is undone is no change.
struct SceneContents {
  struct OfFigure {
    std::string model;
    std::vector<std::string> motions;
    Pose pose;
    std::vector<std::uint8_t> ik_chains;
    std::vector<std::int32_t> frozen, pins;
    Shows shows = Shows::motion;
  };
  std::vector<OfFigure> figures;
  std::vector<SceneOption> places;    ///< places of figures, and what is hidden
  std::vector<SceneOption> look;      ///< light and background
  std::vector<SceneOption> settings;  ///< camera, switches, physics and saved pictures
};

SceneContents scene_contents(const Parts& parts);

/// The scene is saved, or was just opened: changes count from here.
void note_scene(const Parts& parts);
/// Another model replaced the only one of a scene without a file, which is no change.
void note_replaced_model(const Parts& parts);
/// Finds out whether the scene has changes that closing the window would lose. In a scene without a file,
/// poses have files of their own, and switches and the camera of a first look do not count.
void follow_scene(const Parts& parts);
/// The scene's file with a mark for changes, for the title; may be empty.
std::string scene_words(const Options& start, const OpenedScene& opened);

}  // namespace mmd
