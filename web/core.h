#pragma once

// What a page or a node program does with models: load them, pose them, ask for the result. Calls and answers
// are JSON objects (docs/user/web.md), files are those of emscripten's file system.

#include <memory>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

#include "base/byte_io.h"
#include "base/result.h"
#include "session/session.h"

namespace mmd::web {

using Json = nlohmann::json;

/// Models with their poses. One of them is active: poses, bones, morphs and results are its own. Positions
/// and rotations in calls are those of a VPD: MMD's left-handed space, MMD units, quaternions x, y, z, w.
/// Arrays (view_of) are right-handed. Changes are evaluated when a result is asked for. Bodies stay at rest
/// until choose() switches physics on.
class Core {
 public:
  /// {file}: the models, poses and scenes in an archive.
  Result<Json> members(const Json& call);
  /// {file, folder}: writes the files of an archive into a folder, for scenes, which name files on disk.
  Result<Json> unpack(const Json& call);
  /// {file}: the textures that a model names. The loaded model stays.
  Result<Json> textures(const Json& call);
  /// {files, textures}: loads the models among the files, as a command line with these files does, and resets
  /// the switches. Answers with a summary of the active model.
  Result<Json> load(const Json& call);
  /// {file, textures}: the same for a scene or a project of MMD. Files that it names and that are in other
  /// folders are found by their names; those that are missing are left out and named in `diagnostics`.
  /// Answers also with `scene`: {look, choices, frame, sound}.
  Result<Json> open_scene(const Json& call);
  /// {files, textures, place, bone, of}: adds models. `place`: as --place has it; default: beside the others.
  /// `bone`: of the model with number `of`, or of the active one.
  Result<Json> add(const Json& call);
  /// {number}: removes a model; not the last one.
  Result<Json> remove(const Json& call);
  /// {number, on}: shows or hides a model.
  Result<Json> set_visible(const Json& call);
  /// {number, place}: puts a model elsewhere; it stays on its bone. Answers with the active model's summary.
  Result<Json> set_place(const Json& call);
  /// {number}: makes a model the active one. Answers with its summary.
  Result<Json> activate(const Json& call);
  /// {files}: replaces the motions of the active model, whose poses stay. Answers with its summary.
  Result<Json> set_motion(const Json& call);
  /// {file} or {} for the rest pose: replaces the pose; motions are no longer played.
  Result<Json> set_pose(const Json& call);
  /// {name, rotation, position}: sets a bone relative to rest.
  Result<Json> set_bone(const Json& call);
  /// {name, weight}: sets a morph over pose and motions.
  Result<Json> set_morph(const Json& call);
  /// {append, ik, morphs, physics}: switches, each optional.
  Result<Json> choose(const Json& call);
  /// {frame, plays}: shows a frame of all motions; without `plays` poses are held.
  Result<Json> show(const Json& call);
  /// What the active model shows, for another session of the same files: {files, moves, frame, morphs:
  /// [{name, weight}]} over pose and motions.
  Result<Json> state(const Json& call);
  /// The bones in model space, as `mmdview bones --format json --space mmd` gives them.
  Result<Json> bones(const Json& call);
  /// The materials after morphs: {name, diffuse, specular, power, ambient, edge, edge_size} each.
  Result<Json> materials(const Json& call);
  /// The pose as a VPD in bytes().
  Result<Json> vpd(const Json& call);

  /// The result of the last call that makes a file.
  const Bytes& bytes() const { return bytes_; }
  void set_bytes(Bytes bytes) { bytes_ = std::move(bytes); }

  /// An array of the evaluated model; valid until the next call.
  struct Array {
    const void* first = nullptr;
    std::size_t bytes = 0;
  };
  /// "palette" (12 floats per bone, rows of Mconv * T(-rest), and the identity), "positions", "normals" (3
  /// floats per vertex, posed), "uvs" (2), "indices" (32 bits), "skin_indices" (4 x 32 bits), "skin_weights"
  /// (4 floats), "rest_positions", "rest_normals". Empty for another name or without a model.
  Array view_of(std::string_view name);

  bool is_loaded() const { return session_.has_value(); }
  /// Whether motions are shown, not a pose.
  bool moves() const;
  /// After load().
  const std::shared_ptr<const LoadedFigure>& loaded() const { return arrangement_.subject().loaded; }
  /// What session() shows; a renderer sets look and camera.
  Arrangement& arrangement() { return arrangement_; }
  /// The arrangement, evaluated.
  Session& session();
  /// The same with append off, for comparison; null if not wanted. Evaluated by session().
  Session* other() { return other_ ? &*other_ : nullptr; }
  void compare(bool wants);

 private:
  Result<void> require_model() const;
  Result<Figure*> figure_of(const Json& call);
  Json opened_summary(const Diagnostics& diagnostics) const;
  void put(Arrangement next);
  Figure& subject() { return arrangement_.figures[arrangement_.subject_index()]; }
  const Actor& active_actor();
  const Model& model() const { return arrangement_.subject().model(); }
  const Pose& pose() const;
  Arrangement without_append() const;

  Arrangement arrangement_;  ///< without figures before load()
  std::optional<Session> session_, other_;
  bool is_evaluated_ = false;
  Bytes bytes_;
};

/// {what, text, hint, file, line, offset, names, severity}.
Json json_of(const Diagnostic& diagnostic);
Json list_of(const Diagnostics& diagnostics);

/// A text of a call; empty without one.
std::string text_of(const Json& call, const char* name);
/// A finite number of a call.
Result<double> number_of(const Json& call, const char* name);

}  // namespace mmd::web
