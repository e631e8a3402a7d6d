#include "app/viewer.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "app/key_bindings.h"
#include "app/panels.h"
#include "assets/archive_path.h"
#include "assets/file_set.h"
#include "document/attachments.h"
#include "document/framing.h"
#include "document/look.h"
#include "document/named_parts.h"
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
      options_(options),
      chosen_view_(options.camera.view.value_or(View::fit)),
      setup_(std::move(setup)),
      drawn_by_cpu_(draws_on_cpu()),
      ui_(window, setup_.font),
      board_(redraw_, setup_.report),
      queue_(setup_.load, push_wake_event, [this](LoadRequest& request) { prepare(request); }),
      wake_event_(register_wake_event()) {
  scene_.settings.background = options_.look.background;
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
  board_.report(loaded.document.diagnostics);
  board_.say_with_carried(news_of(loaded));
  start_motions(loaded);
  const bool first_model = !document_;
  if (first_model && !start_.files.empty()) key_hint_.start(setup_.now(), key_hint_seconds);
  if (loaded.new_model && document_)
    options_.evaluation.morph_weights.clear();  // they were meant for the first model
  if (!loaded.new_model) {                      // its textures may have come while this was loaded
    loaded.document.loaded = document_->loaded;
    loaded.document.attached = document_->attached;
  }
  document_ = std::make_shared<const Document>(std::move(loaded.document));
  sampler_ = PoseSampler(*document_);
  if (loaded.new_model) {
    scene_.actors.clear();
    scene_.attachments.clear();
    scene_.actors.push_back(std::make_unique<Actor>(document_->loaded.model, document_->loaded.textures));
    add_attached_actors(*document_, scene_);
  }
  if (loaded.new_model && !is_sample(document_->model_file) && is_sample(pose_steps_.pose()))
    pose_steps_.forget();  // nobody opened it
  if (!document_->poses.empty()) pose_steps_.open(document_->poses.back().file);
  if (scene_panel_) list_poses_to_compare();
  rest_pose_ = false;
  if (loaded.new_model) {  // its bones are others
    compare_.loaded.clear();
    picker_.forget();
    panel_morphs_.clear();
    if (!first_model) options_.highlight.clear();
  }
  if (auto named = find_named(); !named) {
    start_error_ = named.error();
    return quit();
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
  for (const Diagnostic& warning : framing_warnings(scene_)) board_.add(warning);
  update_title();
  if (loaded.new_model) queue_.want_textures(document_, loaded.textures_missing);
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
  if (const auto missing = weights_warning(options_.look, options_.highlight); missing && !document_) {
    for (Message& message : messages_for(*missing)) out.push_back(std::move(message));
  }
  if (loaded.new_motions) add("Space plays the motion");
  if (has_motion() && document.motions.empty()) add("The motion has ended");
  if (!document_ && is_sample(document.model_file)) {
    add("This is the sample. Drop a model of your own here: a .pmx or .pmd file, or a .zip that holds one;");
    add("then a pose (.vpd) or a motion (.vmd). Or start with them:  mmdview MODEL POSE");
    add("Right and Left show more poses, H shows the keys");
  }
  return out;
}

/// What the options name is in the model; those that come later are shown without it.
Result<void> Viewer::find_named() {
  if (!options_.highlight.empty()) {
    const auto bone = bone_called(document_->model(), options_.highlight, "--highlight");
    if (!bone) return fail(bone.error());
  }
  return choose_morphs();
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
  update_attached_actors(options_.evaluation, scene_);
  scene_.light = light_for(options_.light, sampler_.state());
  scene_.settings = settings_for(options_.look, options_.highlight, shown->model());
  if (const std::int32_t bone = picker_.selected(options_.highlight, shown->model()); bone != none)
    scene_.settings.highlight = bone;
  update_compare();
  scene_changed();
}

std::string Viewer::shown_pose_name() const {
  return document_ && !rest_pose_ ? pose_names(*document_) : std::string();
}

void Viewer::frame_camera() {
  const Tile picture = panes().front().placement.picture;
  if (!document_ || picture.width < 1 || picture.height < 1) return;
  const float aspect = static_cast<float>(picture.width) / static_cast<float>(picture.height);
  // Of a comparison, both states are to be seen.
  if (compare_.comparison) compare_.comparison->lend_others(scene_);
  scene_.camera = camera_for(options_.camera, sampler_.state(), scene_, aspect);
  if (compare_.comparison) compare_.comparison->take_others_back(scene_);
  camera_is_fitted_ = true;
  scene_changed();
}

void Viewer::note_movement() {
  if (drawn_by_cpu_) movement_.start(setup_.now(), movement_rests_after);
}

void Viewer::update_title() {
  title_ = "mmdview";
  if (document_) {
    const std::string& name = document_->model().name;
    std::string pose = rest_pose_ ? "rest pose" : shown_pose_name();
    if (!rest_pose_ && has_motion() && !playback_.playing())
      pose += fmt::format(", frame {:.0f}", std::floor(playback_.frame()));
    title_ = (name.empty() ? file_name(document_->model_file) : name) + (pose.empty() ? "" : " — " + pose) +
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
