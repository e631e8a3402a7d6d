#include "app/viewer.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/key_bindings.h"
#include "app/panels.h"
#include "assets/archive_path.h"
#include "assets/file_set.h"
#include "commands/attachments.h"
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
std::string pose_names(const Session& session) {
  std::string out;
  for (const std::string& pose : session.inputs.poses) out += (out.empty() ? "" : " + ") + file_name(pose);
  for (const std::string& motion : session.inputs.motions)
    out += (out.empty() ? "" : " + ") + file_name(motion);
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
    viewer->starting_ = true;
    viewer->load(options.files);
  } else if (!viewer->setup_.sample.empty()) {
    viewer->load(viewer->setup_.sample);
  }
  return viewer;
}

Viewer::Viewer(Window& window, const Options& options, ViewerSetup setup)
    : window_(window),
      start_(options),
      options_(options),
      setup_(std::move(setup)),
      drawn_by_cpu_(draws_on_cpu()),
      ui_(window, setup_.font),
      loader_(setup_.load, push_wake_event),
      texture_loader_(setup_.load, push_wake_event),
      wake_event_(register_wake_event()) {
  scene_.settings.background = options_.background.value_or(default_background);
  update_title();
  if (setup_.font && setup_.font->japanese) return;
  const Diagnostic note = make_warning("no Japanese font was found: Japanese names appear as \"?\"",
                                       "install one, for example the package fonts-ipafont-gothic");
  setup_.report(note);
  say(messages_for(note));
}

void Viewer::turn(int timeout_ms) {
  SDL_Event event;
  const double now = setup_.now();
  const int wait =
      movement_.wait(now, key_hint_.wait(now, playback_.playing() ? wait_while_playing() : timeout_ms));
  int there = wants_frame() ? SDL_PollEvent(&event) : SDL_WaitEventTimeout(&event, wait);
  for (; there != 0; there = SDL_PollEvent(&event)) {
    handle(event);
    if (event.type == SDL_DROPFILE || event.type == SDL_DROPTEXT) SDL_free(event.drop.file);
  }
  if (key_hint_.ends(setup_.now())) panels_changed();
  if (movement_.ends(setup_.now())) scene_changed();
  if (running_ && playback_.playing()) play_on();
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
  for (const Diagnostic& d : loaded.session.diagnostics) setup_.report(d);
  say_with_carried(news_of(loaded));
  start_motions(loaded);
  const bool first_model = !session_;
  if (first_model && !start_.files.empty()) key_hint_.start(setup_.now(), key_hint_seconds);
  if (loaded.new_model && session_) options_.morph_weights.clear();  // they were meant for the first model
  if (!loaded.new_model) {  // its textures may have come while this was loaded
    loaded.session.loaded = std::move(session_->loaded);
    loaded.session.attached = std::move(session_->attached);
  }
  session_ = std::make_unique<Session>(std::move(loaded.session));
  if (loaded.new_model) {
    scene_.actors.clear();
    scene_.attachments.clear();
    scene_.actors.push_back(std::make_unique<Actor>(session_->loaded.model, session_->loaded.textures));
    add_attached_actors(*session_, scene_);
  }
  if (loaded.new_model && !is_sample(session_->inputs.model) && is_sample(pose_steps_.pose()))
    pose_steps_.forget();  // nobody opened it
  if (!session_->inputs.poses.empty()) pose_steps_.open(session_->inputs.poses.back());
  if (scene_panel_) list_poses_to_compare();
  rest_pose_ = false;
  if (loaded.new_model) {  // its bones are others
    compare_.loaded.clear();
    hovered_bones_.clear();
    selected_bone_ = none;
    panel_morphs_.clear();
    if (!first_model) options_.highlight.clear();
  }
  if (first_model && !options_.compare.empty()) {
    compare_.mode = CompareMode::side_by_side;
    if (auto compared = load_compared_pose(); !compared) {
      start_error_ = compared.error();
      return quit();
    }
  }
  apply_options();
  if (loaded.new_model || camera_is_fitted_ || follows_motion_camera()) frame_camera();
  for (const Diagnostic& warning : framing_warnings(scene_)) {
    setup_.report(warning);
    for (Message& message : messages_for(warning)) messages_.push_back(std::move(message));
  }
  update_title();
  if (loaded.new_model) want_textures(loaded.textures_missing);
}

Messages Viewer::news_of(const Loaded& loaded) const {
  const Session& session = loaded.session;
  std::string what = file_name(session.inputs.model);
  if (const std::string poses = pose_names(session); !poses.empty())
    what = poses + (loaded.new_model ? " on " + what : "");
  if (!session.inputs.poses.empty()) {
    if (const std::string number = pose_steps_.number_of(session.inputs.poses.back()); !number.empty())
      what += ", " + number;
  }
  Messages out = messages_for(Message{Severity::note, what}, session.diagnostics);
  const auto add = [&out](const char* text) { out.push_back({Severity::note, text}); };
  if (const auto missing = highlight_warning(options_, *session.loaded.model); missing && !session_) {
    for (Message& message : messages_for(*missing)) out.push_back(std::move(message));
  }
  if (loaded.new_motions) add("Space plays the motion");
  if (has_motion() && session.motions.empty()) add("The motion has ended");
  if (!session_ && is_sample(session.inputs.model)) {
    add("This is the sample. Drop a model of your own here: a .pmx or .pmd file, or a .zip that holds one;");
    add("then a pose (.vpd) or a motion (.vmd). Or start with them:  mmdview MODEL POSE");
    add("Right and Left show more poses, H shows the keys");
  }
  return out;
}

bool Viewer::is_sample(const std::string& file) const {
  const auto folder = path_from_utf8(file).parent_path();
  return std::any_of(setup_.sample.begin(), setup_.sample.end(), [&](const std::string& sample) {
    return path_from_utf8(sample).parent_path() == folder;
  });
}

void Viewer::apply_options() {
  Actor* shown = actor();
  if (shown == nullptr) return;
  apply_pose(*shown);
  update_attached_actors(options_, scene_);
  scene_.light = light_of(options_, *session_);
  scene_.settings = render_settings_of(options_, shown->model(), default_background);
  highlight_selected(shown->model());
  update_compare();
  scene_changed();
}

std::string Viewer::shown_pose_name() const {
  return session_ && !rest_pose_ ? pose_names(*session_) : std::string();
}

void Viewer::frame_camera() {
  const Tile picture = panes().front().placement.picture;
  if (!session_ || picture.width < 1 || picture.height < 1) return;
  const float aspect = static_cast<float>(picture.width) / static_cast<float>(picture.height);
  // Of a comparison, both states are to be seen.
  if (compare_.comparison) compare_.comparison->lend_others(scene_);
  scene_.camera = camera_of(options_, *session_, scene_, aspect);
  if (compare_.comparison) compare_.comparison->take_others_back(scene_);
  camera_is_fitted_ = true;
  scene_changed();
}

void Viewer::note_movement() {
  if (drawn_by_cpu_) movement_.start(setup_.now(), movement_rests_after);
}

void Viewer::update_title() {
  title_ = "mmdview";
  if (session_) {
    const std::string& name = session_->loaded.model->name;
    std::string pose = rest_pose_ ? "rest pose" : shown_pose_name();
    if (!rest_pose_ && has_motion() && !playback_.playing())
      pose += fmt::format(", frame {:.0f}", std::floor(playback_.frame()));
    title_ = (name.empty() ? file_name(session_->inputs.model) : name) + (pose.empty() ? "" : " — " + pose) +
             " — mmdview";
  }
  window_.set_title(title_);
}

void Viewer::say(Messages messages) {
  messages_ = std::move(messages);
  panels_changed();
}

void Viewer::draw() {
  --frames_wanted_;
  drawn_at_ = setup_.now();
  const Extent size = window_.drawable_size();
  if (size.width < 1 || size.height < 1) return;
  draw_scene();
  draw_over_picture();
  window_.present();
  ++frames_drawn_;
}

}  // namespace mmd
