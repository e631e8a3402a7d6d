#pragma once

// From files and options to an arrangement, and what is said about it.

#include <memory>
#include <optional>
#include <vector>

#include "options/options.h"
#include "session/session.h"

namespace mmd {

/// The arrangement of the options, without figures. `simulates`: unless the options say.
Arrangement arrangement_of(const Options& options, bool simulates);

/// What the files of a command line arrange. Nothing is evaluated yet.
struct Opened {
  Arrangement arrangement;
  std::optional<Arrangement> other;  ///< of --compare
  std::vector<Diagnostics> said;     ///< of each model with its attachments, then of --compare

  /// What was said about a figure.
  Diagnostics& said_of(std::size_t figure);
  /// All of it.
  Diagnostics diagnostics() const;
};

enum class Models : std::uint8_t { one, all };

/// Loads models with their poses and motions, at their places, without taking names and --compare. Errors: as
/// load_documents().
Result<Opened> load_figures(const std::vector<std::string>& files, const Options& options, Models models,
                            bool want_textures);
/// The figure's morphs and hidden materials by their names in the options, and warnings. `frame`: the
/// requested one. Errors: an unknown morph or bone.
Result<void> take_names(const Options& options, std::optional<double> frame, Figure& figure,
                        Diagnostics& said);
/// Takes what the first of the figures looks at. Error: no model of that number, or it lacks the bone.
Result<void> take_look_at(const Options& options, std::vector<Figure>& figures);
/// Sets `other` by --compare.
Result<void> take_other(const Options& options, Opened& opened);
/// All of it, for the options' files.
Result<Opened> open_files(const Options& options, Models models, bool simulates, bool want_textures = false);

/// The options that apply to further models.
Options options_beside(Options options);

/// Checks the names and warns about the layers. Error: an unknown bone.
Result<void> warn_about(const Options& options, std::size_t number, const LoadedFigure& loaded,
                        Diagnostics& said);
/// Checks the models and bones on which others hang; warns about places without a model.
Result<void> check_places(const std::vector<ScenePlace>& places, const std::vector<Figure>& figures,
                          std::size_t models, Diagnostics& said);
/// Warns about hidden materials of models that are not there.
void check_hidden(const std::vector<std::string>& hidden, std::size_t models, Diagnostics& said);
/// The warning that --frame has no effect or is past the end.
std::optional<Diagnostic> frame_warning(const LoadedFigure& loaded, double frame);
/// The warning that --physics-from is past the motion's last frame, for an export of all frames.
std::optional<Diagnostic> late_bodies(const LoadedFigure& loaded, const Options& options);

/// The place of the first model.
ScenePlace place_of_first(const Options& options, const LoadedModel& loaded);

/// The files of all figures (files_of).
std::vector<std::string> files_of(const Arrangement& arrangement);

/// A loaded figure in other poses and motions, with the options' names of bones.
Result<std::shared_ptr<const LoadedFigure>> posed_anew(const LoadedFigure& figure, Result<Layers> layers,
                                                       const Options& options, Diagnostics& said);

/// Warnings about bodies.
Diagnostics physics_notes(const Session& session);
/// Warnings about a scene that was aimed.
Diagnostics scene_notes(const Session& session);

}  // namespace mmd
