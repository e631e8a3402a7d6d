#include "app/viewer.h"

#include <fmt/format.h>

#include "app/key_bindings.h"
#include "app/panels.h"
#include "assets/file_set.h"

namespace mmd {
namespace {

constexpr vec4 default_background{0.84f, 0.85f, 0.87f, 1.0f};

std::string file_name(const std::string& path) {
  return to_utf8(path_from_utf8(path).filename());
}

std::string pose_names(const Session& session) {
  std::string out;
  for (const std::string& pose : session.inputs.poses) out += (out.empty() ? "" : " + ") + file_name(pose);
  return out;
}

Uint32 register_wake_event() {
  // Event numbers are few; every viewer of the process shares one.
  static const Uint32 number = SDL_RegisterEvents(1);
  return number;
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
  }
  return viewer;
}

Viewer::Viewer(Window& window, const Options& options, ViewerSetup setup)
    : window_(window),
      start_(options),
      options_(options),
      setup_(std::move(setup)),
      ui_(window, setup_.font),
      loader_(setup_.load,
              [event = register_wake_event()] {
                SDL_Event news{};
                news.type = event;
                SDL_PushEvent(&news);
              }),
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
  int there = wants_frame() ? SDL_PollEvent(&event) : SDL_WaitEventTimeout(&event, timeout_ms);
  for (; there != 0; there = SDL_PollEvent(&event)) {
    handle(event);
    if (event.type == SDL_DROPFILE || event.type == SDL_DROPTEXT) SDL_free(event.drop.file);
  }
  if (running_ && wants_frame()) draw();
}

void Viewer::handle(const SDL_Event& event) {
  ui_.handle(event);
  if (event.type == wake_event_) return poll_loader();
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

void Viewer::on_mouse(const SDL_Event& event) {
  // Only the help takes the mouse; without it, ImGui need not know what the pointer does.
  if (help_shown_) {
    panels_changed();
    if (ui_.wants_mouse() && event.type != SDL_MOUSEBUTTONUP) return;
  }
  if (camera_control_.handle(event, scene_.camera, window_.size().height)) scene_changed();
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

void Viewer::on_drop(const SDL_DropEvent& event) {
  switch (event.type) {
    case SDL_DROPBEGIN:
      dropping_.emplace();
      return;
    case SDL_DROPFILE:
      if (event.file == nullptr) return;
      if (!dropping_) return load({event.file});
      dropping_->emplace_back(event.file);
      return;
    case SDL_DROPTEXT:
      return say("That was text: drop a file (.pmx, .zip or .vpd)");
    default:
      if (dropping_ && !dropping_->empty()) load(std::move(*dropping_));
      dropping_.reset();
      return;
  }
}

void Viewer::load(std::vector<std::string> files) {
  if (loader_.busy()) {
    waiting_ = std::move(files);
    return;
  }
  LoadRequest request{options_, session_};
  request.options.files = std::move(files);
  loader_.start(std::move(request));
  panels_changed();
}

void Viewer::poll_loader() {
  panels_changed();
  auto outcome = loader_.take();
  if (!outcome) return;
  const bool first = std::exchange(starting_, false);
  if (outcome->result) {
    show(std::move(*outcome->result));
  } else if (outcome->cancelled) {
    say("Loading was cancelled");
  } else {
    if (first) {
      start_error_ = outcome->result.error();
      return quit();
    }
    refuse(outcome->result.error());
  }
  if (waiting_) {
    std::vector<std::string> files = std::move(*waiting_);
    waiting_.reset();
    load(std::move(files));
  }
}

void Viewer::refuse(const Diagnostic& error) {
  setup_.report(error);
  say(messages_for(error));
}

void Viewer::show(Loaded&& loaded) {
  auto session = std::make_shared<Session>(std::move(loaded.session));
  for (const Diagnostic& d : session->diagnostics) setup_.report(d);
  std::string what = file_name(session->inputs.model);
  if (!session->inputs.poses.empty()) what = pose_names(*session) + (loaded.new_model ? " on " + what : "");
  say(messages_for(Message{Severity::note, what}, session->diagnostics));

  if (loaded.new_model) {
    scene_.actors.clear();
    scene_.actors.push_back(std::make_unique<Actor>(session->loaded.model, session->loaded.textures));
  }
  if (!session->inputs.poses.empty()) pose_place_ = session->inputs.poses.back();
  session_ = std::move(session);
  rest_pose_ = false;
  apply_options();
  if (loaded.new_model) frame_camera();
  update_title();
}

void Viewer::apply_options() {
  Actor* shown = actor();
  if (shown == nullptr) return;
  shown->pose = rest_pose_ ? Pose(shown->model()) : session_->pose;
  apply_evaluation_options(options_, *shown);
  shown->evaluate();
  scene_.settings = render_settings_of(options_, shown->model(), default_background);
  scene_changed();
}

void Viewer::frame_camera() {
  const Extent size = window_.drawable_size();
  if (size.width < 1 || size.height < 1) return;
  scene_.camera =
      camera_of(options_, scene_, static_cast<float>(size.width) / static_cast<float>(size.height));
  scene_changed();
}

void Viewer::update_title() {
  title_ = "mmdview";
  if (session_) {
    const std::string& name = session_->loaded.model->name;
    const std::string pose = rest_pose_ ? "rest pose" : pose_names(*session_);
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
  const Extent size = window_.drawable_size();
  if (size.width < 1 || size.height < 1) return;
  renderer_->draw(scene_, size.width, size.height);
  ui_.draw([this] { draw_panels(); });
  window_.present();
  ++frames_drawn_;
}

void Viewer::draw_panels() {
  if (loader_.busy()) {
    draw_progress_panel(ui_, loader_.status());
  } else if (scene_.actors.empty()) {
    draw_welcome_panel(ui_);
  }
  draw_message_line(ui_, messages_);
  if (help_shown_) draw_help_panel(ui_);
}

Result<Image> Viewer::picture() {
  const Extent size = window_.drawable_size();
  return renderer_->render(scene_, size.width, size.height, options_.samples);
}

}  // namespace mmd
