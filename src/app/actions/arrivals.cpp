#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include "app/actions/handlers.h"
#include "app/actions/parts.h"
#include "app/actions/unsaved.h"
#include "app/stage/model_summary.h"
#include "app/stage/opened_pose.h"
#include "app/text/export_strings.h"
#include "app/text/messages.h"
#include "base/errors.h"
#include "document/framing.h"
#include "document/named_parts.h"
#include "document/sample.h"
#include "library/asset_library.h"
#include "options/messages.h"
#include "options/scene_file.h"

namespace mmd {
namespace {

/// Seconds of the hint "H: keys" in a window that was opened with files.
constexpr double key_hint_seconds = 8.0;

Messages messages_of_sample(const MessageBoard& board) {
  Messages out;
  for (const LocalizedText& words :
       {ui_messages::sample_is_shown, ui_messages::sample_takes_poses, ui_messages::sample_has_keys})
    out.push_back({Severity::note, board.text_of(words)});
  return out;
}

/// "POSE on MODEL", or one of them.
std::string posed_name(const LoadedFigure& document, const MessageBoard& board) {
  const std::string model = file_name(document.model_file), poses = pose_names(document);
  return poses.empty() ? model : board.text_of(ui_messages::pose_on, {poses, model});
}

/// Names of all opened files. A pose on the only figure does not name the model.
std::string opened_names(const Loaded& loaded, const Stage& stage, MessageBoard& board) {
  const bool says_model = loaded.new_model || stage.figures().size() > 1;
  const std::string poses = pose_names(loaded.document);
  std::string out = says_model || poses.empty() ? posed_name(loaded.document, board) : poses;
  for (const LoadedFigure& further : loaded.more) out += ", " + posed_name(further, board);
  return out;
}

/// Messages about loaded files that are not yet on the stage.
Messages news_of(const Loaded& loaded, const Parts& parts) {
  const LoadedFigure& document = loaded.document;
  const Stage& stage = parts.stage;
  std::string what = opened_names(loaded, parts.stage, parts.board);
  if (!document.poses.empty()) {
    if (const std::string number = parts.opened.pose_steps.number_of(document.poses.back().file);
        !number.empty())
      what += ", " + number;
  }
  Messages out = messages_for(Message{Severity::note, what}, document.diagnostics);
  const auto add = [&out](Messages more) {
    for (Message& message : more) out.push_back(std::move(message));
  };
  const bool first_model = !stage.document();
  const auto missing = weights_warning(stage.arrangement().look, stage.arrangement().highlight);
  if (missing && first_model) add(messages_for(*missing));
  if (loaded.new_motions) add({{Severity::note, parts.board.text_of(ui_messages::space_plays)}});
  const Figure* before = stage.numbered(loaded.figure);
  if (before != nullptr && before->moves() && document.motions.empty())
    add({{Severity::note, parts.board.text_of(ui_messages::motion_has_ended)}});
  if (first_model && is_sample(document.model_file, parts.setup.sample)) add(messages_of_sample(parts.board));
  return out;
}

std::vector<std::shared_ptr<const LoadedFigure>> documents(const Stage& stage) {
  std::vector<std::shared_ptr<const LoadedFigure>> out;
  for (const Figure* figure : stage.figures()) out.push_back(figure->loaded);
  return out;
}

/// Checks names of the options; later files are shown without them.
Result<void> find_named(const Parts& parts, bool first_model) {
  MMD_TRY(parts.stage.find_named());
  if (!first_model || parts.opened.panes.compared().empty()) return {};
  parts.opened.panes.set_mode(CompareMode::side_by_side);
  return parts.opened.panes.load(parts.stage, parts.board);
}

void end_with(const Diagnostic& error, RunState& run) {
  run.start_error = error;
  run.running = false;
}

/// Sets the folder for stepping.
void follow_pose(const Parts& parts, bool new_model) {
  const LoadedFigure& document = *parts.stage.document();
  PoseSteps& steps = parts.opened.pose_steps;
  const std::vector<std::string>& sample = parts.setup.sample;
  if (new_model && !is_sample(document.model_file, sample) && is_sample(steps.pose(), sample))
    steps.forget();  // nobody opened it
  if (!document.poses.empty()) {
    const std::string& file = document.poses.back().file;
    const auto of_scene = pose_named(file);
    const std::string& restored = parts.stage.figure()->origin->file;
    steps.open(!of_scene ? file : is_file_on_disk(restored) ? restored : of_scene->first);
    parts.panels.tools.save_name.clear();  // it was typed for the pose before
  }
  if (parts.panels.shown(Panel::look) || parts.panels.shown(Panel::history))
    list_poses(parts.stage, parts.opened.pose_steps);
}

/// The archive of an error about several models or poses, from which the user must choose.
std::optional<std::string> asset_library_of(const Diagnostic& problem) {
  return problem.advice == Advice::name_one && !problem.file.empty() ? std::optional(problem.file)
                                                                     : std::nullopt;
}

/// The window offers the terms of a new model.
void introduce_model(const Parts& parts) {
  const LoadedFigure& document = *parts.stage.document();
  ModelPanelState& panel = parts.panels.model_panel;
  panel = {};
  static_cast<void>(parts.files.library.read());  // another window may have shown the terms
  const bool own = !is_sample(document.model_file, parts.setup.sample);
  panel.asks = own && !parts.files.library.has_seen(document.model_hash) &&
               !terms_of(document.model(), parts.panels.language).empty();
  if (parts.panels.shown(Panel::model)) inspect_model(parts.stage, parts.files.inspection);
}

void note_recent(const Parts& parts, const std::string& file) {
  if (is_sample(file, parts.setup.sample)) return;
  if (const auto kept = parts.files.library.add_recent(file); !kept) parts.board.report(kept.error());
}

/// The scene that the window began with; a backup is none.
void note_recent_scene(const Parts& parts) {
  const std::string& scene = parts.start.state;
  if (!parts.opened.backup.is_restored() && is_scene(scene)) note_recent(parts, scene);
}

/// Adds further models of the same files. The first one is active, or the one that the start options give.
void add_others(const Parts& parts, std::vector<LoadedFigure> more, bool first_model) {
  const std::uint64_t first = parts.stage.figure()->number;
  for (LoadedFigure& document : more) {
    parts.board.report(document.diagnostics);
    for (const Diagnostic& diagnostic : document.diagnostics) parts.board.add(diagnostic);
    if (const auto kept = parts.files.library.add_recent(document.model_file); !kept)
      parts.board.report(kept.error());
    parts.stage.add(std::move(document), !first_model);
  }
  const auto list = parts.stage.figures();
  const std::size_t at_start = parts.start.active;
  const bool says = first_model && at_start > 1 && at_start <= list.size();
  parts.stage.activate(says ? list[at_start - 1]->number : first);
}

/// Ends the preview of a pose.
void end_preview(Stage& stage, PanelState& panels) {
  if (is_on(std::exchange(panels.tools.previewed, {}))) stage.cancel_gesture();
}

/// The message offers to open the poses the other way.
void offer_other_way(const Parts& parts, const std::vector<PoseLayer>& poses, std::uint64_t step_before,
                     ActionId answer) {
  OpenedPose opened;
  for (const PoseLayer& pose : poses) opened.files.push_back(pose.file);
  if (const std::uint64_t step = last_step(parts.stage); step != step_before) opened.step = step;
  parts.opened.opened_pose = std::move(opened);
  parts.board.offer(answer);
}

/// Whether the last opened pose names another model than the one that it is on.
bool is_of_another_model(const LoadedFigure& document) {
  if (document.poses.empty()) return false;
  std::string_view name = document.poses.back().source->file.model_name;
  if (name.ends_with(".osm")) name.remove_suffix(4);
  return !name.empty() && name != document.model().name;
}

/// The figure whose pose an opened pose is added to, or whose place it takes; null: the files hold no pose
/// for a figure of the stage.
const Figure* figure_to_pose(const Stage& stage, const Loaded& loaded) {
  const bool poses = loaded.new_poses && !loaded.new_model && !loaded.new_motions;
  return poses ? stage.numbered(loaded.figure) : nullptr;
}

/// Adds opened poses to the pose of their figure: one step.
void add_pose(const Parts& parts, const Loaded& loaded) {
  const std::vector<PoseLayer>& poses = loaded.document.poses;
  parts.stage.end_gesture();  // a drag that this interrupts is a step of its own
  parts.stage.activate(loaded.figure);
  follow_figures(parts);
  const std::string names = names_of_poses(loaded.document);
  const std::uint64_t before = last_step(parts.stage);
  const auto done = parts.stage.edit(edit::Paste{as_one(poses), true, names});
  if (!done) return parts.board.refuse(in_file(done.error(), poses.front().file));
  const Message added{Severity::note, parts.board.text_of(ui_messages::added_to_pose,
                                                          {opened_names(loaded, parts.stage, parts.board)})};
  parts.board.say_with_carried(messages_for(added, loaded.document.diagnostics));
  offer_other_way(parts, poses, before, ActionId::replace_instead);
  refresh(parts, Dirty::nothing);
  if (parts.stage.camera_is_fitted()) frame_camera(parts);
}

void show_loaded(const Parts& parts, Loaded&& loaded) {
  Stage& stage = parts.stage;
  end_preview(parts.stage, parts.panels);
  parts.board.report(loaded.document.diagnostics);
  bool is_replaced = false;  // a pose that may have been meant to stay
  const std::uint64_t step_before = last_step(stage);
  if (const Figure* figure = figure_to_pose(parts.stage, loaded)) {
    if (is_added(loaded.document.poses, loaded.opening, *figure, *figure->edited, parts.opened.kept_look.on))
      return add_pose(parts, loaded);
    is_replaced = figure->shows != Shows::rest && !is_at_rest(*figure->edited);
  }
  for (const Diagnostic& diagnostic : loaded.document.diagnostics)
    if (const auto asset_library = asset_library_of(diagnostic)) handlers::browse(parts, *asset_library);
  parts.board.say_with_carried(news_of(loaded, parts));
  const bool first_model = !stage.document(), new_model = loaded.new_model;
  const bool textures_missing = loaded.textures_missing;
  if (first_model && !parts.start.files.empty())
    parts.panels.key_hint.start(parts.setup.now(), key_hint_seconds);
  const bool adds = loaded.adds, opens_pose = loaded.new_poses;
  std::optional<Replaced> replaced;
  if (const Figure* under = stage.numbered(loaded.figure)) replaced.emplace(parts, *under, new_model);
  std::vector<LoadedFigure> more = std::exchange(loaded.more, {});
  if (!stage.show(std::move(loaded))) {
    refresh(parts, Dirty::nothing);
    return parts.board.say(ui_messages::figure_is_gone);
  }
  if (replaced) replaced->settle(!new_model);
  if (auto ready = find_named(parts, first_model); !ready) {
    if (first_model) return end_with(ready.error(), parts.run);
    parts.board.add(ready.error());  // the model was loaded again since, and has it no longer
  }
  const auto document = stage.document();  // of several models the first: another one may be active then
  add_others(parts, std::move(more), first_model);
  if (first_model) note_restored_poses(parts);
  if (new_model) find_left_of(parts.run, parts.opened.backup, document->model_file);
  if (new_model) note_recent(parts, document->model_file);
  follow_figures(parts);
  follow_pose(parts, new_model);
  refresh(parts, Dirty::nothing);
  if (first_model || (new_model && !adds) || stage.camera_is_fitted() || stage.follows_motion_camera())
    frame_camera(parts);
  handlers::keep_looking(parts);
  for (const Diagnostic& warning : framing_warnings(stage.scene())) parts.board.add(warning);
  if (new_model && !adds) parts.opened.queue.want_textures(document, textures_missing);
  if (first_model) {
    note_recent_scene(parts);
    note_scene(parts);
  } else if (new_model && !adds) {
    note_replaced_model(parts);
  }
  if (is_replaced)
    offer_other_way(parts, document->poses, step_before, ActionId::add_instead);
  else if (opens_pose && is_of_another_model(*document))
    parts.board.offer(ActionId::fit_to_model);
}

template <class Entry>
bool have_same_names(const std::vector<Entry>& a, const std::vector<Entry>& b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](const Entry& x, const Entry& y) { return x.name == y.name; });
}

/// Forgets indices of the previous model.
void forget_indices(const Parts& parts, const Model& before, const Model& now) {
  handlers::end_fit_offer(parts.opened);  // the pose before it is no file that could be read again
  parts.opened.panes.forget();
  if (!have_same_names(before.skeleton.bones, now.skeleton.bones)) parts.opened.picker.forget();
  if (!have_same_names(before.materials, now.materials)) parts.panels.model_panel.material = none;
  if (!have_same_names(before.morphs, now.morphs)) parts.panels.morphs.typed = none;
}

/// Shows reloaded files; camera, pose and history stay.
void show_again(const Parts& parts, Loaded&& loaded) {
  Stage& stage = parts.stage;
  const std::uint64_t number = loaded.figure;
  if (stage.numbered(number) == nullptr) return;
  end_preview(parts.stage, parts.panels);
  const std::shared_ptr<const LoadedFigure> before = stage.numbered(number)->loaded;
  const std::string name = file_name(before->model_file);
  const bool scene_was_changed = parts.opened.scene_is_changed;
  parts.board.report(loaded.document.diagnostics);
  const LoadedModel& model = loaded.document.loaded;
  const std::string done =
      model.repairs != before->loaded.repairs
          ? parts.board.text_of(ui_messages::repaired, {fmt::format("{}", model.mended.size())})
          : parts.board.text_of(ui_messages::reloaded, {name});
  Messages news = messages_for(Message{Severity::note, done}, loaded.document.diagnostics);
  const auto again = stage.show_again(std::move(loaded));
  if (!again) return parts.board.refuse(again.error());
  if (!scene_was_changed) note_scene(parts);
  const auto again_loaded = stage.numbered(number)->loaded;
  const LoadedFigure& document = *again_loaded;
  follow_figures(parts);
  if (number == stage.figure()->number) forget_indices(parts, before->model(), document.model());
  KeptLook& look = parts.opened.kept_look;
  if (look.figure == number &&
      !have_same_names(before->model().skeleton.bones, document.model().skeleton.bones))
    look.forget();
  if (auto ready = find_named(parts, false); !ready) {
    for (Message& message : messages_for(ready.error())) news.push_back(std::move(message));
    stage.arrangement().highlight.clear();
  }
  if (const auto lacking = unmatched_warning(again->lacking, document.model(), "the pose"))
    for (Message& message : messages_for(*lacking)) news.push_back(std::move(message));
  if (again->keeps_edits) news.push_back({Severity::warning, parts.board.text_of(ui_messages::edits_stay)});
  parts.board.say(std::move(news));
  refresh(parts, Dirty::nothing);
  if (parts.panels.shown(Panel::model)) inspect_model(parts.stage, parts.files.inspection);
  parts.opened.queue.want_textures(again_loaded, false);
}

void show_textures(const Parts& parts, Loaded&& loaded) {
  const Diagnostics diagnostics = loaded.document.diagnostics;
  parts.stage.show_textures(std::move(loaded));
  refresh(parts, Dirty::look);  // both states of a comparison get them
  parts.board.report(diagnostics);
  if (diagnostics.empty()) return;
  parts.board.say(
      messages_for(Message{Severity::note, parts.board.text_of(ui_messages::textures)}, diagnostics));
}

/// Loads the files of the command line without browsed folders and archives.
void load_others(const Parts& parts, const std::string& asset_library) {
  std::vector<std::string>& shelves = parts.run.start_shelves;
  shelves.push_back(asset_library);
  std::vector<std::string> others;
  for (const std::string& file : parts.start.files)
    if (std::find(shelves.begin(), shelves.end(), file) == shelves.end() && !is_folder(file))
      others.push_back(file);
  if (!others.empty()) parts.opened.queue.start(std::move(others));
}

void take_files(const Parts& parts) {
  auto outcome = parts.opened.queue.take_files();
  if (!outcome) return;
  if (outcome->result) {
    const bool again = outcome->result->again;
    parts.screen.note_movement();  // what is new is seen soon, and finely when it rests
    (again ? show_again : show_loaded)(parts, std::move(*outcome->result));
    if (parts.panels.shown(Panel::files)) parts.files.chooser.begin_in(folder_to_open_from(parts));
  } else if (outcome->cancelled) {
    parts.board.forget_carried();
    parts.board.say(ui_messages::cancelled);
  } else if (const auto asset_library = asset_library_of(outcome->result.error())) {
    handlers::browse(parts, *asset_library);
    if (outcome->at_start) load_others(parts, *asset_library);
  } else if (outcome->at_start) {
    return end_with(outcome->result.error(), parts.run);
  } else {
    parts.board.refuse(outcome->result.error());
  }
  if (!parts.opened.queue.has_waiting()) return;
  parts.board.carry_faults();
  parts.opened.queue.load_next();
}

void take_textures(const Parts& parts) {
  auto outcome = parts.opened.queue.take_textures(documents(parts.stage));
  if (!outcome) return;
  if (outcome->result) {
    show_textures(parts, std::move(*outcome->result));
  } else if (outcome->cancelled) {
    parts.board.say(ui_messages::cancelled_without_textures);
  } else {
    parts.board.refuse(outcome->result.error());
  }
}

}  // namespace

void prepare(const Parts& parts, LoadRequest& request) {
  request.attachments = parts.start.attachments;
  request.names_of = parts.start.names_of;
  request.bone_names = parts.setup.bone_names;
  const Figure* figure = request.figure != 0 ? parts.stage.numbered(request.figure) : parts.stage.figure();
  if (figure == nullptr) return;
  request.figure = figure->number;
  request.current = figure->loaded;
  for (const PoseLayer& pose : request.current->poses)
    if (is_sample(pose.file, parts.setup.sample)) request.forgotten.push_back(pose.file);
}

void follow_figures(const Parts& parts) {
  const Stage& stage = parts.stage;
  follow_unsaved(parts);
  parts.files.hot_reload.follow(documents(stage));
  if (stage.figure() == nullptr || parts.opened.followed == stage.figure()->number) return;
  parts.opened.followed = stage.figure()->number;
  parts.panels.tools.save_name.clear();  // it was typed for another one
  parts.panels.tools.saves_frame = false;
  parts.panels.tools.browser_has_keys = false;
  parts.run.replaced_file.clear();
  parts.opened.panes.forget();
  parts.opened.picker.forget();
  introduce_model(parts);
}

void take_arrivals(const Parts& parts) {
  if (parts.files.inspection.take()) parts.redraw.panels();
  if (parts.opened.penetration.take()) {
    parts.opened.penetration.update(parts.stage);  // the pose may have changed since
    parts.redraw.panels();
  }
  if (parts.files.chooser.take()) parts.redraw.panels();
  if (!parts.opened.queue.busy()) return;  // others wake the window too
  parts.redraw.panels();
  take_files(parts);
  take_textures(parts);
  handlers::keep_looking(parts);
}

std::string folder_to_open_from(const Parts& parts) {
  const auto& document = parts.stage.document();
  const bool own = document && !is_sample(document->model_file, parts.setup.sample);
  const std::vector<std::string>& recent = parts.files.library.recent();
  return folder_to_begin_in(own ? document->model_file : recent.empty() ? std::string() : recent.front());
}

void list_files_to_open(const Parts& parts) {
  parts.files.chooser.focus();
  static_cast<void>(parts.files.library.read());
  parts.files.chooser.begin_in(folder_to_open_from(parts));
}

void inspect_model(const Stage& stage, Inspection& inspection) {
  if (stage.document()) inspection.begin(stage.document());
}

void list_poses(const Stage& stage, PoseSteps& pose_steps) {
  const auto& document = stage.document();
  pose_steps.list(document ? document->model_file : std::string());
}

}  // namespace mmd
