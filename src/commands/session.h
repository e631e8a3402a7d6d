#pragma once

#include <string>
#include <vector>

#include "base/byte_io.h"
#include "commands/options.h"
#include "pose/motion.h"
#include "pose/pose.h"
#include "scene/load.h"
#include "scene/scene.h"

namespace mmd {

/// Files sorted by what they are. Content decides, not names or order.
struct InputFiles {
  std::string model;                 ///< as given; empty: none
  std::vector<std::string> poses;    ///< in the order given
  std::vector<std::string> motions;  ///< in the order given
  InputFile model_file;              ///< what was read to recognise them; taken by load_session
  std::vector<Bytes> pose_bytes;     ///< parallel to `poses`
  std::vector<Bytes> motion_bytes;   ///< parallel to `motions`
};

/// The error about a file that is nothing that can be used.
Diagnostic unknown_file(const InputFile& input);

/// Looks into each file, on disk or in a ZIP archive (a folder is an error that says what to pass instead).
/// More than one model, or a file that is neither, is an error.
Result<InputFiles> sort_inputs(const std::vector<std::string>& files);

/// A model of --attach.
struct AttachedModel {
  std::string file;
  LoadedModel loaded;
  Attachment attachment;  ///< on the session's model
};

/// A model with the pose that its files and `--morph` give, as the commands and the window use it.
struct Session {
  InputFiles inputs;
  LoadedModel loaded;
  std::vector<AttachedModel> attached;
  Pose pose;  ///< of several files each lies over the one before; motions over poses; `--morph` over them
  std::vector<std::shared_ptr<const Motion>> motions;  ///< in the order given
  std::vector<std::uint8_t> ik_chains;                 ///< as EvaluationSwitches::ik_chains; empty: all on
  bool visible = true;                                 ///< whether the last motion that says so shows it
  std::optional<CameraSample> camera;                  ///< of the last motion that has one
  std::optional<LightSample> light;                    ///< of the last motion that has one
  UnmatchedNames unmatched;
  Diagnostics diagnostics;  ///< of everything that was loaded, each naming its file
};

/// Loads the model, what is attached to it, and the poses that the options name. `want_textures`: decode them
/// too. Errors: no model among the files, anything that cannot be read, a morph or a bone that the model
/// lacks.
Result<Session> load_session(const Options& options, bool want_textures, const Progress& progress = {});

/// The last part of it, for a session whose model is loaded: sets `pose` and what follows it from the bytes
/// of the poses and motions in `inputs` (and forgets those), `--frame` and `--morph`, adds to `unmatched` and
/// `diagnostics`.
Result<void> apply_poses(Session& session, const Options& options);

/// The warning about names in a pose that `model` lacks, with the names that are probably meant; nullopt if
/// there are none. `pose_name` names the file.
std::optional<Diagnostic> unmatched_warning(const UnmatchedNames& unmatched, const Model& model,
                                            const std::string& pose_name);

/// Sets the morph weights of `--morph`. Error: a morph that the model lacks.
Result<void> apply_morph_options(const Options& options, const Model& model, Pose& pose);

/// Samples all motions of the session at a frame, over the pose it has.
void sample_motions(Session& session, double frame);

/// Applies evaluation switches and skinning level to an actor.
void apply_evaluation_options(const Options& options, Actor& actor);
/// Gives the session's pose and IK states, and the evaluation switches, to an actor and evaluates it.
void apply_session(const Session& session, const Options& options, Actor& actor);
/// The light that the options ask for, or the motion's, or MMD's own.
Light light_of(const Options& options, const Session& session);
/// Render settings that the options ask for; `highlight` is looked up in the model.
RenderSettings render_settings_of(const Options& options, const Model& model, vec4 default_background);
/// What `highlight` and `weights` ask for and the model or the options lack; nullopt if nothing is missing.
std::optional<Diagnostic> highlight_warning(const Options& options, const Model& model);
/// The camera that `--camera` or `--view` asks for, on the evaluated scene.
Camera camera_of(const Options& options, const Scene& scene, float aspect);
/// The same, with a motion's camera instead of the default view if the session has one.
Camera camera_of(const Options& options, const Session& session, const Scene& scene, float aspect);

}  // namespace mmd
