#include "app/viewer.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/action_table.h"
#include "app/panels.h"
#include "app/shown_names.h"
#include "render/context.h"

namespace mmd {
namespace {

/// Seconds without movement after which the picture is drawn finely again.
constexpr double movement_rests_after = 0.2;

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
  const ActionRow* row = row_for_key(event.keysym);
  if (row != nullptr && (event.repeat == 0 || row->key.repeats)) perform({row->id});
}

void Viewer::perform(const Action& action) {
  const ActionRow& row = row_of(action.id);
  const bool there[] = {true, document() != nullptr, document() != nullptr, stage_.has_motion()};
  if (!there[static_cast<std::size_t>(row.needs)]) return say(std::string(what_to_do(row.needs)));
  setup_.record(action);
  const bool played = playback().playing();
  row.perform(*this, action.value);
  if (played && !playback().playing()) record_pause();
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
