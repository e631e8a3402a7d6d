#pragma once

#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>

#include "app/actions/action_table.h"
#include "app/viewer.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/figure.h"
#include "tests/support/model_builder.h"

namespace mmd::test {

/// A real window with the viewer in it, and a folder with a model and poses. Events go through SDL's queue.
class ViewerFixture : public testing::Test {
 protected:
  void SetUp() override {
    write_model(model, figure());
    write_pose(pose2, figure_pose(0.4f));
    write_pose(folder.path() / "poses" / "POSE10.vpd", figure_pose(0.8f));
    write_pose(folder.path() / "poses" / "pose1.vpd", figure_pose(-0.4f));
  }

  /// The left button or, moved by `dx` since the last event, the pointer; in the window's points.
  static SDL_Event mouse_event(Uint32 type, int x, int y, int dx = 0) {
    SDL_Event event{};
    event.type = type;
    if (type == SDL_MOUSEMOTION) {
      event.motion.x = x;
      event.motion.y = y;
      event.motion.xrel = dx;
    } else {
      event.button.button = SDL_BUTTON_LEFT;
      event.button.x = x;
      event.button.y = y;
    }
    return event;
  }

  /// Throws where there is no window, so that the test ends there.
  void start(const std::vector<std::string>& files, ViewerSetup setup = {},
             const Options& options = Options()) {
    Options all = options;
    all.files = files;
    if (!all.size) all.size = PictureSize{320, 240};
    auto opened = Window::open(all);
    if (!opened) throw std::runtime_error(describe(opened.error()));
    window = std::move(*opened);
    setup.report = [this](const Diagnostic& d) { reported.push_back(d); };
    auto made = Viewer::create(*window, all, std::move(setup));
    if (!made) throw std::runtime_error(describe(made.error()));
    viewer = std::move(*made);
    settle();
  }

  /// A window anew, whose time is `clock` and whose state is kept in the folder.
  void start_anew(const std::vector<std::string>& files, const PictureSize& size, ViewerSetup setup = {}) {
    viewer.reset();
    window.reset();
    setup.now = [this] { return clock; };
    setup.state_folder = folder.path() / "state";
    Options options;
    options.size = size;
    start(files, std::move(setup), options);
  }

  /// Until nothing is under way any longer. Waits for events, as the program does.
  void settle() {
    while (viewer->running() && (viewer->loading() || viewer->chooser().busy() || viewer->wants_frame()))
      viewer->run_once();
  }

  static SDL_Event key_event(SDL_Keycode key, bool repeat = false) {
    SDL_Event event{};
    event.type = SDL_KEYDOWN;
    event.key.state = SDL_PRESSED;
    event.key.repeat = repeat ? 1 : 0;
    event.key.keysym.sym = key;
    event.key.keysym.scancode = SDL_GetScancodeFromKey(key);
    return event;
  }
  void press(SDL_Keycode key, Held held = Held::nothing) {
    SDL_Event event = key_event(key);
    if (held != Held::nothing) event.key.keysym.mod |= KMOD_LCTRL;
    if (held == Held::control_shift) event.key.keysym.mod |= KMOD_LSHIFT;
    SDL_PushEvent(&event);
    viewer->run_once();
    settle();
    event.type = SDL_KEYUP;
    event.key.state = SDL_RELEASED;
    viewer->handle(event);
    if (held == Held::nothing) return;
    SDL_Event let_go = key_event(SDLK_LCTRL);
    let_go.type = SDL_KEYUP;
    let_go.key.state = SDL_RELEASED;
    viewer->handle(let_go);
  }

  static void push_drop(Uint32 type, const std::string& file = {}) {
    SDL_Event event{};
    event.type = type;
    event.drop.file = file.empty() ? nullptr : SDL_strdup(file.c_str());
    SDL_PushEvent(&event);
  }
  void drop(const std::vector<std::string>& files) {
    push_drop(SDL_DROPBEGIN);
    for (const std::string& file : files) push_drop(SDL_DROPFILE, file);
    push_drop(SDL_DROPCOMPLETE);
    viewer->run_once();
    settle();
  }

  std::vector<std::uint8_t> pixels() {
    const auto image = viewer->picture();
    EXPECT_TRUE(image);
    return image ? std::vector<std::uint8_t>(image->rgba.begin(), image->rgba.end())
                 : std::vector<std::uint8_t>();
  }

  /// All that the window says, a line each.
  std::string said() const {
    std::string out;
    for (const Message& m : viewer->messages()) out += m.text + "\n";
    return out;
  }

  TemporaryFolder folder;
  const std::filesystem::path model = folder.path() / path_from_utf8("積み木.pmx");
  const std::filesystem::path pose2 = folder.put("poses/pose2.vpd", "");
  const std::string model_name = to_utf8(model), pose_name = to_utf8(pose2);
  std::unique_ptr<Window> window;
  std::unique_ptr<Viewer> viewer;
  Diagnostics reported;
  double clock = 100.0;
};

/// A square on one bone, with a morph.
inline FileBuilder square_with_morph() {
  FileBuilder b;
  b.bone("腕");
  b.square({0, 10, 0}, 1, 0);
  b.material();
  b.morph("あ", pmx::MorphType::vertex, std::vector<pmx::VertexOffset>{{0, vec3(0, 1, 0)}});
  return b;
}

/// Loads what it is asked for, but from the second time on stays at it until it is cancelled.
inline LoadWork stuck_after_the_first() {
  return [count = std::make_shared<int>(0)](const LoadRequest& request,
                                            const Progress& progress) -> Result<Loaded> {
    if ((*count)++ == 0) return load_files(request, progress);
    float fraction = 0.0f;
    while (progress(fraction, "stuck")) {
      fraction = fraction < 0.5f ? 0.9f : 0.1f;
      std::this_thread::yield();
    }
    return fail("stopped");
  };
}

}  // namespace mmd::test
