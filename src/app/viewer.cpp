#include "app/viewer.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/key_bindings.h"
#include "app/panels.h"
#include "assets/archive_path.h"
#include "assets/file_set.h"
#include "document/look.h"
#include "render/context.h"

namespace mmd {
namespace {

/// Seconds without movement after which the picture is drawn finely again.
constexpr double movement_rests_after = 0.2;
/// How long a window that was opened with files says which key tells the others.
constexpr double key_hint_seconds = 8.0;

std::string file_name(const std::string& path) {
  return to_utf8(path_from_utf8(path).filename());
}

/// "POSE + MOTION", as they lie over each other.
std::string pose_names(const Document& document) {
  std::string out;
  const auto add = [&out](const std::string& file) { out += (out.empty() ? "" : " + ") + file_name(file); };
  for (const PoseLayer& layer : document.poses) add(layer.file);
  for (const MotionLayer& layer : document.motions) add(layer.file);
  return out;
}

Uint32 register_wake_event() {
  // Event numbers are few; every viewer of the process shares one.
  static const Uint32 number = SDL_RegisterEvents(1);
  return number;
}

void push_wake_event() {
  SDL_Event news{};
  news.type = register_wake_event();
  SDL_PushEvent(&news);
}

}  // namespace

Result<std::unique_ptr<Viewer>> Viewer::create(Window& window, const Options& options, ViewerSetup setup) {
  auto renderer = Renderer::create(options.shader_dir);
  if (!renderer) return fail(renderer.error());
  auto viewer = std::unique_ptr<Viewer>(new Viewer(window, options, std::move(setup)));
  viewer->renderer_ = std::move(*renderer);
  if (!options.files.empty()) {
    viewer->queue_.start(options.files);
  } else if (!viewer->setup_.sample.empty()) {
    viewer->load(viewer->setup_.sample);
  }
  return viewer;
}

Viewer::Viewer(Window& window, const Options& options, ViewerSetup setup)
    : window_(window),
      start_(options),
      setup_(std::move(setup)),
      drawn_by_cpu_(draws_on_cpu()),
      ui_(window, setup_.font),
      board_(redraw_, setup_.report),
      queue_(setup_.load, push_wake_event, [this](LoadRequest& request) { prepare(request); }),
      wake_event_(register_wake_event()),
      stage_(options),
      panes_(options.compare) {
  update_title();
  if (setup_.font && setup_.font->japanese) return;
  const Diagnostic note = make_warning("no Japanese font was found: Japanese names appear as \"?\"",
                                       "install one, for example the package fonts-ipafont-gothic");
  board_.report(note);
  board_.say(messages_for(note));
}

void Viewer::turn(int timeout_ms) {
  SDL_Event event;
  const double now = setup_.now();
  const int wait =
      movement_.wait(now, key_hint_.wait(now, playback().playing() ? wait_while_playing() : timeout_ms));
  int there = wants_frame() ? SDL_PollEvent(&event) : SDL_WaitEventTimeout(&event, wait);
  for (; there != 0; there = SDL_PollEvent(&event)) {
    handle(event);
    if (event.type == SDL_DROPFILE || event.type == SDL_DROPTEXT) SDL_free(event.drop.file);
  }
  if (key_hint_.ends(setup_.now())) panels_changed();
  if (movement_.ends(setup_.now())) scene_changed();
  if (running_ && playback().playing()) play_on();
  if (running_ && wants_frame()) draw();
}

void Viewer::handle(const SDL_Event& event) {
  ui_.handle(event);
  if (event.type == wake_event_) return poll_loaders();
  switch (event.type) {
    case SDL_QUIT:
      return quit();
    case SDL_KEYDOWN:
      return on_key(event.key);
    case SDL_WINDOWEVENT:
      return on_window(event.window);
    case SDL_MOUSEBUTTONDOWN:
    case SDL_MOUSEBUTTONUP:
    case SDL_MOUSEMOTION:
    case SDL_MOUSEWHEEL:
      return on_mouse(event);
    case SDL_DROPBEGIN:
    case SDL_DROPFILE:
    case SDL_DROPTEXT:
    case SDL_DROPCOMPLETE:
      return on_drop(event.drop);
    default:
      return;
  }
}

void Viewer::on_key(const SDL_KeyboardEvent& event) {
  if (ui_.wants_text()) return panels_changed();
  const KeyBinding* binding = binding_of(event.keysym);
  if (binding != nullptr && (event.repeat == 0 || binding->repeats)) binding->action(*this);
}

void Viewer::on_window(const SDL_WindowEvent& event) {
  switch (event.event) {
    case SDL_WINDOWEVENT_SHOWN:
    case SDL_WINDOWEVENT_EXPOSED:
    case SDL_WINDOWEVENT_RESTORED:
      return scene_changed();
    case SDL_WINDOWEVENT_SIZE_CHANGED:
      return panels_changed();
    case SDL_WINDOWEVENT_CLOSE:
      return quit();
    default:
      return;
  }
}

void Viewer::show(Loaded&& loaded) {
  board_.report(loaded.document.diagnostics);
  board_.say_with_carried(news_of(loaded));
  const bool first_model = document() == nullptr, new_model = loaded.new_model;
  const bool textures_missing = loaded.textures_missing;
  if (first_model && !start_.files.empty()) key_hint_.start(setup_.now(), key_hint_seconds);
  stage_.show(std::move(loaded));
  if (new_model && !is_sample(document()->model_file) && is_sample(pose_steps_.pose()))
    pose_steps_.forget();  // nobody opened it
  if (!document()->poses.empty()) pose_steps_.open(document()->poses.back().file);
  if (scene_panel_) list_poses_to_compare();
  if (new_model) {
    panes_.forget();
    picker_.forget();
  }
  if (auto ready = find_named(first_model); !ready) {
    start_error_ = ready.error();
    return quit();
  }
  changed(Dirty::nothing);
  if (new_model || stage_.camera_is_fitted() || stage_.follows_motion_camera()) frame_camera();
  for (const Diagnostic& warning : framing_warnings(scene())) board_.add(warning);
  update_title();
  if (new_model) queue_.want_textures(stage_.document(), textures_missing);
}

Messages Viewer::news_of(const Loaded& loaded) const {
  const Document& document = loaded.document;
  std::string what = file_name(document.model_file);
  if (const std::string poses = pose_names(document); !poses.empty())
    what = poses + (loaded.new_model ? " on " + what : "");
  if (!document.poses.empty()) {
    if (const std::string number = pose_steps_.number_of(document.poses.back().file); !number.empty())
      what += ", " + number;
  }
  Messages out = messages_for(Message{Severity::note, what}, document.diagnostics);
  const auto add = [&out](const char* text) { out.push_back({Severity::note, text}); };
  if (const auto missing = weights_warning(stage_.choices().look, stage_.choices().highlight);
      missing && !this->document()) {
    for (Message& message : messages_for(*missing)) out.push_back(std::move(message));
  }
  if (loaded.new_motions) add("Space plays the motion");
  if (stage_.has_motion() && document.motions.empty()) add("The motion has ended");
  if (!this->document() && is_sample(document.model_file)) {
    add("This is the sample. Drop a model of your own here: a .pmx or .pmd file, or an archive that holds one;");
    add("then a pose (.vpd) or a motion (.vmd). Or start with them:  mmdview MODEL POSE");
    add("Right and Left show more poses, H shows the keys");
  }
  return out;
}

/// What the options name is there; what comes later is shown without it.
Result<void> Viewer::find_named(bool first_model) {
  if (auto named = stage_.find_named(); !named) return named;
  panes_.set_morphs(stage_.morphs());
  if (!first_model || panes_.compared().empty()) return {};
  panes_.set_mode(CompareMode::side_by_side);
  return panes_.load(stage_, board_);
}

bool Viewer::is_sample(const std::string& file) const {
  const auto folder = path_from_utf8(file).parent_path();
  return std::any_of(setup_.sample.begin(), setup_.sample.end(), [&](const std::string& sample) {
    return path_from_utf8(sample).parent_path() == folder;
  });
}

void Viewer::changed(Dirty level) {
  stage_.changed(level);
  if (stage_.actor() == nullptr) return;
  const Dirty was = stage_.refresh();
  if (const std::int32_t bone = picker_.selected(stage_.choices().highlight, *stage_.model()); bone != none)
    stage_.scene().settings.highlight = bone;
  if (auto updated = panes_.update(stage_, was, board_); !updated) board_.refuse(updated.error());
  scene_changed();
}

std::string Viewer::shown_pose_name() const {
  return document() != nullptr && !stage_.rest_pose() ? pose_names(*document()) : std::string();
}

void Viewer::frame_camera() {
  const Tile picture = panes().front().placement.picture;
  if (document() == nullptr || picture.width < 1 || picture.height < 1) return;
  const float aspect = static_cast<float>(picture.width) / static_cast<float>(picture.height);
  panes_.with_both(stage_.scene(), [&] { stage_.frame_camera(aspect); });
  scene_changed();
}

void Viewer::note_movement() {
  if (drawn_by_cpu_) movement_.start(setup_.now(), movement_rests_after);
}

void Viewer::update_title() {
  title_ = "mmdview";
  if (const Document* shown = document()) {
    const std::string& name = shown->model().name;
    std::string pose = stage_.rest_pose() ? "rest pose" : shown_pose_name();
    if (!stage_.rest_pose() && stage_.has_motion() && !playback().playing())
      pose += fmt::format(", frame {:.0f}", std::floor(playback().frame()));
    title_ = (name.empty() ? file_name(shown->model_file) : name) + (pose.empty() ? "" : " — " + pose) +
             " — mmdview";
  }
  window_.set_title(title_);
}

void Viewer::draw() {
  redraw_.begin_frame();
  drawn_at_ = setup_.now();
  const Extent size = window_.drawable_size();
  if (size.width < 1 || size.height < 1) return;
  draw_scene();
  draw_over_picture();
  window_.present();
  ++frames_drawn_;
}

}  // namespace mmd
