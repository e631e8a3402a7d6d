#include "options/opened.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include "base/errors.h"
#include "document/bone_names.h"
#include "document/named_parts.h"
#include "document/watched_files.h"
#include "options/messages.h"

namespace mmd {
namespace {

/// Gives loaded models their numbers and places.
class Arranger {
 public:
  Arranger(const Options& options, std::size_t models, Arrangement& out)
      : options_(options), models_(models), out_(out) {}

  void add(LoadedFigure document, std::size_t number) {
    auto attached = std::move(document.attached);
    document.attached.clear();
    Figure figure;
    figure.number = number;
    figure.place = place_numbered(document.loaded, number);
    figure.loaded = std::make_shared<const LoadedFigure>(std::move(document));
    make_room(figure.model(),
              figure.place.carrier == 0 ? offset_of(figure.place, figure.model()).translation.x : 0.0f);
    out_.figures.push_back(figure);
    for (std::size_t i = 0; i < attached.size(); ++i) {
      Figure one = attached_figure(attached[i], models_ + 1 + i, 1);
      make_room(one.model(), 0.0f);
      out_.figures.push_back(std::move(one));
    }
  }

 private:
  ScenePlace place_numbered(const LoadedModel& loaded, std::size_t number) const {
    if (number == 1) return place_of_first(options_, loaded);
    if (number <= options_.places.size()) return options_.places[number - 1];
    ScenePlace out = place_of_file(loaded).value_or(ScenePlace());
    if (!loaded.model->is_accessory && std::isfinite(right_))
      out.position = {right_ + 1.0f - loaded.model->bounds_min.x, 0.0f, 0.0f};
    return out;
  }

  /// The next model without a place stands to the right of this one, which stands at `x`.
  void make_room(const Model& model, float x) {
    if (model.is_accessory) return;
    right_ = std::max(right_, x + model.bounds_max.x);
  }

  const Options& options_;
  const std::size_t models_;
  Arrangement& out_;
  float right_ = -std::numeric_limits<float>::infinity();
};

/// Lays the poses of a figure again, and gives the bones of its model the names of the table, too
/// (Model::given_names).
Result<void> take_bone_names(const BoneNames& names, LoadedFigure& document) {
  document.loaded.model = with_bone_names(document.loaded.model, names);
  if (document.poses.empty()) return {};
  Layers layers{std::exchange(document.poses, {}), std::exchange(document.motions, {})};
  Diagnostics renamed;
  rename_poses(names, document.model(), layers.poses, renamed);
  // What was said about the layers is said again.
  std::erase_if(document.diagnostics, [&](const Diagnostic& said) {
    const auto is_of = [&](const auto& layer) { return layer.file == said.file; };
    return std::any_of(layers.poses.begin(), layers.poses.end(), is_of) ||
           std::any_of(layers.motions.begin(), layers.motions.end(), is_of);
  });
  document.unmatched = {};
  for (Diagnostic& said : renamed) document.diagnostics.push_back(std::move(said));
  return lay(std::move(layers), document);
}

std::optional<Diagnostic> emptiness_warning(const Session& session) {
  const auto& actors = session.scene().actors;
  if (std::any_of(actors.begin(), actors.end(), [](const auto& a) { return a->is_seen(); }))
    return std::nullopt;
  if (!session.state(0).visible)
    return make_warning("the motion hides the model at this frame: the picture is empty",
                        "choose another one with --frame or --time");
  return make_warning("the picture is empty: the model has no faces, or all its materials are transparent",
                      "`mmdview check MODEL` lists its problems");
}

}  // namespace

Options options_beside(Options options) {
  options.highlight.clear();
  options.look.effects.depth_of_field = {};
  options.morphs.clear();
  options.hands.clear();
  options.look_at.reset();
  return options;
}

ScenePlace place_of_first(const Options& options, const LoadedModel& loaded) {
  if (!options.places.empty()) return options.places.front();
  return place_of_file(loaded).value_or(ScenePlace());
}

Arrangement arrangement_of(const Options& options, bool simulates) {
  Arrangement out;
  out.evaluation = options.evaluation;
  out.physics = options.physics;
  out.physics.on = options.physics.on.value_or(simulates);
  out.look = options.look;
  out.highlight = options.highlight;
  out.light = options.light;
  out.camera = options.camera;
  out.frame = options.frame.value_or(0.0);
  return out;
}

Diagnostics& Opened::said_of(std::size_t figure) {
  const std::size_t number = arrangement.figures[figure].number, models = said.size() - (other ? 1 : 0);
  return said[number > models ? 0 : number - 1];
}

Diagnostics Opened::diagnostics() const {
  Diagnostics out;
  for (const Diagnostics& some : said) out.insert(out.end(), some.begin(), some.end());
  return out;
}

Result<Opened> load_figures(const std::vector<std::string>& files, const Options& options, Models models,
                            bool want_textures) {
  std::vector<LoadedFigure> documents;
  if (models == Models::all) {
    MMD_TRY(documents, load_documents(files, options.attachments, want_textures));
  } else {
    MMD_TRY(documents.emplace_back(), load_document(files, options.attachments, want_textures));
  }
  if (!options.names_of.empty()) {
    MMD_TRY(const auto names, read_bone_names(options.names_of));
    std::vector<std::shared_ptr<const Model>> given;
    given.reserve(documents.size());
    for (const LoadedFigure& document : documents) given.push_back(document.loaded.model);
    for (LoadedFigure& document : documents) MMD_TRY(take_bone_names(names, document));
    if (auto unknown = unknown_names(names, given))
      documents.front().diagnostics.push_back(in_file(std::move(*unknown), options.names_of));
  }
  Opened out;
  Arranger arranger(options, documents.size(), out.arrangement);
  for (std::size_t i = 0; i < documents.size(); ++i) {
    out.said.push_back(std::exchange(documents[i].diagnostics, {}));
    arranger.add(std::move(documents[i]), i + 1);
  }
  return out;
}

namespace {

std::vector<BoneRotation> rotations_of(const std::vector<HandChoice>& hands, const Figure& figure,
                                       Diagnostics& said) {
  std::vector<BoneRotation> out;
  for (const HandChoice& one : hands) {
    const auto turned = hand_rotations(figure.model(), *hand_pose_called(one.pose), one.hands, one.weight);
    if (turned.empty())
      said.push_back(in_file(make_warning(fmt::format("--hands {}: the model has no fingers", one.pose),
                                          "fingers are found by MikuMikuDance's usual names of bones"),
                             figure.loaded->model_file));
    out.insert(out.end(), turned.begin(), turned.end());
  }
  return out;
}

}  // namespace

Result<void> take_names(const Options& options, std::optional<double> frame, Figure& figure,
                        Diagnostics& said) {
  const Options asked = figure.number == 1 ? options : options_beside(options);
  MMD_TRY(warn_about(asked, figure.number, *figure.loaded, said));
  MMD_TRY(figure.morphs, find_morphs(asked.morphs, figure.model(), "--morph"));
  figure.rotations = rotations_of(asked.hands, figure, said);
  figure.hidden_materials = materials_named(options.hidden, figure.model(), figure.number);
  if (!frame) return {};
  if (auto warning = frame_warning(*figure.loaded, *frame)) said.push_back(std::move(*warning));
  return {};
}

Result<void> take_look_at(const Options& options, std::vector<Figure>& figures) {
  if (!options.look_at) return {};
  LookAt look = *options.look_at;
  if (options.look_share) look.head = (*options.look_share)[0], look.neck = (*options.look_share)[1];
  if (look.at == LookAt::At::bone) {
    const auto with = std::find_if(figures.begin(), figures.end(),
                                   [&](const Figure& figure) { return figure.number == look.model; });
    if (with == figures.end())
      return fail(fmt::format("--look-at {}:{}: there is no model {}", look.model, look.bone, look.model),
                  "models are counted from 1, in the order that they are given");
    MMD_TRY(bone_called(with->model(), look.bone, "--look-at"));
  }
  figures.front().look_at = std::move(look);
  return {};
}

Result<void> take_other(const Options& options, Opened& opened) {
  if (options.compare.empty()) return {};
  MMD_TRY(opened.other, compared(opened.arrangement, options.compare, "--compare"));
  Diagnostics& said = opened.said.emplace_back();
  const LoadedFigure& other = *opened.other->subject().loaded;
  if (&other == opened.arrangement.subject().loaded.get()) return {};
  said = other.diagnostics;
  if (options.frame && !other.motions.empty())  // otherwise the frame is for the first state's motion
    if (auto warning = frame_warning(other, *options.frame)) said.push_back(std::move(*warning));
  return {};
}

Result<Opened> open_files(const Options& options, Models models, bool simulates, bool want_textures) {
  MMD_TRY(Opened out, load_figures(options.files, options, models, want_textures));
  std::vector<Figure> figures = std::move(out.arrangement.figures);
  check_hidden(options.hidden, out.said.size(), out.said.front());
  if (models == Models::all)
    MMD_TRY(check_places(options.places, figures, out.said.size(), out.said.front()));
  const bool any_moves =
      std::any_of(figures.begin(), figures.end(), [](const Figure& figure) { return figure.moves(); });
  for (Figure& figure : figures) {
    if (figure.number > out.said.size()) continue;  // attached
    const bool is_for_another = any_moves && !figure.moves();
    MMD_TRY(take_names(options, is_for_another ? std::nullopt : options.frame, figure,
                       out.said[figure.number - 1]));
  }
  MMD_TRY(take_look_at(options, figures));
  out.arrangement = arrangement_of(options, simulates);
  out.arrangement.figures = std::move(figures);
  MMD_TRY(take_other(options, out));
  return out;
}

std::vector<std::string> files_of(const Arrangement& arrangement) {
  std::vector<std::string> out;
  for (const Figure& figure : arrangement.figures)
    for (std::string& file : files_of(*figure.loaded)) out.push_back(std::move(file));
  return out;
}

Result<std::shared_ptr<const LoadedFigure>> posed_anew(const LoadedFigure& figure, Result<Layers> layers,
                                                       const Options& options, Diagnostics& said) {
  if (!layers) return fail(std::move(layers.error()));
  if (!options.names_of.empty()) {
    MMD_TRY(const auto names, read_bone_names(options.names_of));
    rename_poses(names, figure.model(), layers->poses, said);
  }
  LoadedFigure out = figure;
  MMD_TRY(lay(std::move(*layers), out));
  for (Diagnostic& d : std::exchange(out.diagnostics, {})) said.push_back(std::move(d));
  return std::make_shared<const LoadedFigure>(std::move(out));
}

Diagnostics physics_notes(const Session& session) {
  return session.physics() != nullptr ? session.physics()->warnings() : Diagnostics();
}

Diagnostics scene_notes(const Session& session) {
  const Arrangement& arrangement = session.arrangement();
  Diagnostics out;
  if (auto warning = weights_warning(arrangement.look, arrangement.highlight))
    out.push_back(std::move(*warning));
  if (is_fitted(arrangement.camera, session.camera_state()))
    for (Diagnostic& d : framing_warnings(session.scene())) out.push_back(std::move(d));
  if (auto warning = emptiness_warning(session)) out.push_back(std::move(*warning));
  return out;
}

}  // namespace mmd
