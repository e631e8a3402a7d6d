// The start of a window, and of another scene in it.
#include <algorithm>
#include <array>
#include <filesystem>
#include <iterator>
#include <system_error>
#include <utility>

#include "app/actions/handlers.h"
#include "app/panels/panels.h"
#include "app/text/messages.h"
#include "app/text/ui_messages.h"
#include "app/window/viewer.h"
#include "assets/file_set.h"
#include "base/errors.h"
#include "document/compared.h"
#include "document/loader.h"
#include "document/named_parts.h"
#include "options/command_line.h"
#include "options/scene_file.h"

namespace mmd {
namespace {

/// The file that saving the scene overwrites: not a project of MMD, which is only read.
std::string own_scene(const std::string& file) {
  const bool own = !file.empty() && path_from_utf8(file).extension() == ".mmdscene" && is_scene(file);
  std::error_code error;
  const auto whole = std::filesystem::absolute(path_from_utf8(file), error);
  return own && !error ? to_utf8(whole) : std::string();
}

/// Loads the files of the options that are no folders; those are browsed.
void load_start(Viewer& viewer, const Options& start, LoadQueue& queue) {
  std::vector<std::string> files;
  for (const std::string& file : start.files) {
    if (is_folder(file)) {
      viewer.perform({ActionId::browse, file});
    } else {
      files.push_back(file);
    }
  }
  if (!files.empty()) queue.start(std::move(files));
}

void push_wake_event() {
  SDL_Event news{};
  news.type = wake_event();
  SDL_PushEvent(&news);
}

}  // namespace

Uint32 wake_event() {
  // Event numbers are limited; all viewers of the process share one.
  static const Uint32 number = SDL_RegisterEvents(1);
  return number;
}

Result<std::optional<Loaded>> load_ahead(Options& options, const std::filesystem::path& bone_names) {
  LoadRequest request;
  std::copy_if(options.files.begin(), options.files.end(), std::back_inserter(request.files),
               [](const std::string& file) { return !is_folder(file); });
  if (request.files.empty()) return std::nullopt;
  request.attachments = options.attachments;
  request.names_of = options.names_of;
  request.bone_names = bone_names;
  auto loaded = load_files(request, {});
  if (!loaded && loaded.error().advice == Advice::name_one) return std::nullopt;
  if (!loaded) return fail(loaded.error());
  const LoadedFigure& document = loaded->document;
  if (!options.highlight.empty()) MMD_TRY(bone_called(document.model(), options.highlight, "--highlight"));
  MMD_TRY(find_morphs(options.morphs, document.model(), "--morph"));
  if (options.compare != "-") MMD_TRY(load_compared(options.compare, document, "--compare"));
  for (const HandChoice& one : options.hands)
    turn(hand_rotations(document.model(), *hand_pose_called(one.pose), one.hands, one.weight),
         loaded->document.pose.rotation);
  options.hands.clear();
  return std::optional<Loaded>(std::move(*loaded));
}

LoadWork load_after(std::optional<Loaded> first) {
  return [left = std::make_shared<std::optional<Loaded>>(std::move(first))](
             const LoadRequest& request, const Progress& progress) -> Result<Loaded> {
    if (request.textures_only || !*left) return load_files(request, progress);
    Loaded out = std::move(**left);
    left->reset();
    return out;
  };
}

Viewer::Opened::Opened(Viewer& viewer)
    : stage(viewer.start_),
      scene(viewer.start_, viewer.setup_, push_wake_event,
            [&viewer](LoadRequest& request) { prepare(viewer.parts_, request); }) {}

Result<std::unique_ptr<Viewer>> Viewer::create(Window& window, const Options& options, ViewerSetup setup) {
  MMD_TRY(auto renderer, Renderer::create(options.shader_dir));
  auto viewer = std::unique_ptr<Viewer>(new Viewer(window, options, std::move(setup), std::move(renderer)));
  load_start(*viewer, viewer->parts_.start, viewer->parts_.opened.queue);
  const bool is_empty = !viewer->loading() && viewer->files_.library.recent().empty();
  if (is_empty && !viewer->setup_.sample.empty()) viewer->parts_.opened.queue.load(viewer->setup_.sample);
  return viewer;
}

Viewer::Viewer(Window& window, const Options& options, ViewerSetup setup, std::unique_ptr<Renderer> renderer)
    : start_(options),
      setup_(std::move(setup)),
      ui_(window, setup_.font, setup_.find_font, setup_.icons),
      board_(redraw_, setup_.report, [this] { return panels_.language; }),
      opened_(std::in_place, *this),
      screen_(window, opened_->stage, opened_->scene.panes, std::move(renderer), start_, setup_.now),
      files_(setup_, push_wake_event),
      panels_(setup_.panels),
      title_bar_(window),
      window_(window),
      parts_{setup_,  start_,  opened_->stage, opened_->scene, files_,
             screen_, panels_, board_,         redraw_,        run_} {
  wake_event();
  setup_.keys.use(panels_.key_set);
  begin();
  static_cast<void>(files_.chooser.take_focus());  // keys are the window's until someone opens it
  if (setup_.font && setup_.font->japanese) return;
  panels_.language = Language::english;
  const Diagnostic note = make_warning("no Japanese font found: Japanese names appear as \"?\"",
                                       "install a font, for example the package fonts-vlgothic");
  board_.report(note);
  board_.say(messages_for(note));
}

/// Begins with the options, of which no file is loaded yet.
void Viewer::begin() {
  parts_.opened.sound.set_volume(panels_.sound_volume);
  panels_.offer_height = 0.0f;
  panels_.offers.forget();
  parts_.opened.scene_file = own_scene(start_.state);
  parts_.opened.missing = start_.missing;
  begin_keeping_unsaved(parts_);
  PictureFile file = panels_.picture_file_without_scene();
  panels_.shape_before_scene.reset();
  file.overlays = false;
  if (!start_.window.picture_name.empty()) file.name = start_.window.picture_name;
  if (!start_.state.empty()) {
    panels_.shape_before_scene = file.shape();
    const PictureSize size = start_.window.picture_size.value_or(PictureSize{0, 0});
    file.width = size.width;
    file.height = size.height;
    file.transparent = start_.window.transparent_pictures;
  }
  panels_.picture_file = file;
  EditTools& tools = panels_.tools;
  tools.camera_look.at.at = LookAt::At::camera;  // the bone was one of another scene
  if (start_.look_at && start_.look_at->at == LookAt::At::camera) {
    parts_.opened.kept_look.on = true;
    const auto [head, neck] = start_.look_share.value_or(std::array{0.0f, 0.0f});
    tools.camera_look.at.head = head;
    tools.camera_look.at.neck = neck;
  }
  RenderSettings& look = parts_.stage.arrangement().look;
  parts_.opened.has_guides = setup_.guides && !look.grid && !look.axes;
  if (parts_.opened.has_guides) look.grid = look.axes = true;
  if (panels_.picture_alone()) {
    parts_.opened.hidden_overlays = look;
    copy_overlays(RenderSettings(), look);
  }
  if (const auto problem = run_.reference.begin_with(start_.window.reference)) board_.add(*problem);
  make_room();
  show_title();
  for (const Diagnostic& warning : setup_.warnings) board_.add(warning);
  board_.carry_faults();
  if (panels_.shown(Panel::files)) list_files_to_open(parts_);
  if (start_.files.empty() && !files_.library.recent().empty())
    files_.recents.show_models(recents_to_show(files_.library.recent()));
}

/// Opens the scene in place of everything, now that nothing of it is unsaved. If it cannot be loaded, all
/// stays.
void Viewer::open_next_scene() {
  const NextScene next = std::exchange(parts_.opened.next_scene, {});
  auto scene = options_of_scene(next.file, start_.window, next.found);
  auto ahead = scene ? load_ahead(scene->options, setup_.bone_names)
                     : Result<std::optional<Loaded>>(fail(scene.error()));
  if (!ahead) {
    handlers::cancel_quit(parts_);
    return board_.refuse(ahead.error());
  }
  if (parts_.stage.figure() != nullptr) parts_.opened.backup.forget();
  start_ = std::move(scene->options);
  setup_.load = load_after(std::move(*ahead));
  setup_.warnings = std::move(scene->warnings);
  opened_.emplace(*this);
  window_.forget_clicks();  // the second one of a double click in the browser
  begin();
  load_start(*this, parts_.start, parts_.opened.queue);
  redraw_.picture();
  redraw_.panels();
}

}  // namespace mmd
