#pragma once

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <limits>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <imgui.h>

#include "app/actions/action_table.h"
#include "app/window/viewer.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/figure.h"
#include "tests/support/format_samples.h"
#include "tests/support/model_builder.h"

namespace mmd::test {

using testing::Contains;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using testing::SizeIs;

/// A real window with the viewer in it, and a folder with a model and poses.
class ViewerFixture : public testing::Test {
 protected:
  ViewerFixture() = default;
  /// `size`: window size if the options have none. `keep_state`: keep state in the folder for the next
  /// window.
  explicit ViewerFixture(const PictureSize& size, bool keep_state = false)
      : window_size(size), keeps_state(keep_state) {}

  void SetUp() override {
    write_model(model, figure());
    write_pose(pose2, figure_pose(0.4f));
    write_pose(folder.path() / "poses" / "POSE10.vpd", figure_pose(0.8f));
    write_pose(folder.path() / "poses" / "pose1.vpd", figure_pose(-0.4f));
  }
  void TearDown() override {
    SDL_SetModState(KMOD_NONE);
    std::filesystem::current_path("/");
  }

  /// Writes a motion into the folder and returns its name.
  std::string write_motion(const std::string& name, const vmd::File& file) const {
    const auto bytes = vmd::write(file);
    EXPECT_TRUE(bytes && write_file_atomically(folder.path() / name, *bytes));
    return to_utf8(folder.path() / name);
  }
  /// Another model in the folder; its name.
  std::string write_other(const pmx::File& file = figure(), const std::string& name = "other.pmx") const {
    write_model(folder.path() / name, file);
    return to_utf8(folder.path() / name);
  }
  static pmx::File renamed_figure(const std::string& name) {
    pmx::File out = figure();
    out.name = pmx::from_utf8(name, out.header.encoding);
    return out;
  }
  /// A motion in which 腕 rises by 6 within 60 frames.
  static vmd::File rising_arm() {
    vmd::File out = vmd::empty_file("");
    out.bones = {bone_key("腕", 0), bone_key("腕", 60, vec3(0.0f, 6.0f, 0.0f))};
    return out;
  }

  /// An event of the left button, or of the pointer moved by `dx`; positions in the window's points.
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

  /// A drag with the left button from one X to another, without drawing in between.
  void drag_along(int from, int to, int y) {
    viewer->handle(mouse_event(SDL_MOUSEBUTTONDOWN, from, y));
    viewer->handle(mouse_event(SDL_MOUSEMOTION, to, y, to - from));
    viewer->handle(mouse_event(SDL_MOUSEBUTTONUP, to, y));
  }
  void type_text(const char* text) {
    SDL_Event event{};
    event.type = SDL_TEXTINPUT;
    SDL_strlcpy(event.text.text, text, sizeof event.text.text);
    viewer->handle(event);
    viewer->handle(key_event(SDLK_UNKNOWN));
    settle();
  }

  static SDL_Event wheel_event(float notches = 1.0f) {
    SDL_Event event{};
    event.type = SDL_MOUSEWHEEL;
    event.wheel.preciseY = notches;
    return event;
  }

  /// A setup that remembers in the folder.
  ViewerSetup with_library() const {
    ViewerSetup out;
    out.library = LibraryStore(folder.path() / "data" / "library.json");
    return out;
  }

  /// Opens a window in place of the previous one. Throws if that fails, which ends the test.
  void start(const std::vector<std::string>& files, ViewerSetup setup = {},
             const Options& options = Options()) {
    viewer.reset();
    window.reset();
    recorded.clear();
    Options all = options;
    all.files = files;
    if (!all.size) all.size = window_size;
    auto opened = Window::open(all);
    if (!opened) throw std::runtime_error(describe(opened.error()));
    window = std::move(*opened);
    // The tests' windows are small: bars and tabs would leave no picture.
    for (const Panel bar : {Panel::tool_bar, Panel::status_bar, Panel::dock_tabs})
      setup.panels.show(bar, shows_bars);
    setup.report = [this](const Diagnostic& d) { reported.push_back(d); };
    setup.record = [this](const Action& action) { recorded.push_back(action); };
    if (keeps_state) setup.state_folder = folder.path() / "state";
    auto made = Viewer::create(*window, all, std::move(setup));
    if (!made) throw std::runtime_error(describe(made.error()));
    viewer = std::move(*made);
    // A key is held for some frames, which on a busy machine take long enough for a repeat.
    ImGui::GetIO().KeyRepeatDelay = std::numeric_limits<float>::max();
    settle();
  }

  /// start() with `clock` as the time.
  void begin(const std::vector<std::string>& files, const Options& options = {}, ViewerSetup setup = {}) {
    setup.now = [this] { return clock; };
    start(files, std::move(setup), options);
  }

  /// Runs the viewer until nothing is pending. Waits for events, as the program does.
  void settle() {
    while (viewer->running() && (viewer->loading() || viewer->chooser().busy() || viewer->wants_frame()))
      viewer->run_once();
  }

  /// Runs the viewer until a condition that another thread fulfils is true.
  template <class Condition>
  void run_until(Condition&& condition) {
    while (!condition()) viewer->run_once(5);
    settle();
  }

  void ask(const Action& action) {
    viewer->perform(action);
    settle();
  }
  void open(const std::string& file) { ask({ActionId::open_files, std::vector<std::string>{file}}); }
  void add(const std::string& file) { ask({ActionId::add_files, std::vector<std::string>{file}}); }
  void activate(std::int32_t figure) { ask({ActionId::activate_figure, figure}); }
  /// Rotates a bone about Z.
  void rotate(std::int32_t bone, float radians) {
    const quat rotation(std::cos(0.5f * radians), 0.0f, 0.0f, std::sin(0.5f * radians));
    ask({ActionId::edit_pose, edit::Command(edit::RotateBone{bone, rotation})});
  }
  /// The picture after the recorded actions in a new window with another clock.
  std::vector<std::uint8_t> replayed(const std::vector<std::string>& files) {
    const Actions actions = recorded;
    clock = 5000.0;
    begin(files);
    for (const Action& action : actions) {
      ask(action);
      pass(0.25);
    }
    return pixels();
  }
  std::vector<const Figure*> figures() const { return viewer->stage().figures(); }
  const History& history() const { return viewer->stage().history(); }
  /// The edited pose of the active figure.
  const Pose& edited() const { return *viewer->stage().figure()->edited; }
  const Actor& first_actor() const { return *viewer->scene().actors.front(); }
  /// The same of the state that it is compared with.
  const Actor& other_actor() const { return *viewer->compare_panes().other()->scene().actors.front(); }

  /// Runs the viewer once, `seconds` later.
  void pass(double seconds) {
    clock += seconds;
    viewer->run_once(0);
    settle();
  }
  std::size_t recorded_of(ActionId id) const {
    return static_cast<std::size_t>(
        std::count_if(recorded.begin(), recorded.end(), [&](const Action& a) { return a.id == id; }));
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

  void mouse(Uint32 type, const vec2& at) {
    viewer->handle(
        mouse_event(type, static_cast<int>(std::lround(at.x)), static_cast<int>(std::lround(at.y))));
    viewer->run_once(0);
    settle();
  }
  void click(const vec2& at) {
    for (const Uint32 type : {SDL_MOUSEMOTION, SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP}) mouse(type, at);
  }
  /// Moves the pointer to a panel. Dear ImGui asks the display for its position.
  void point(int x, int y) {
    SDL_WarpMouseInWindow(window->handle(), x, y);
    viewer->handle(mouse_event(SDL_MOUSEMOTION, x, y));
    settle();
  }
  /// Clicks on a panel. Dear ImGui asks the display for the buttons, so a press lasts for one picture.
  void click_panel(int x, int y) {
    point(x, y);
    for (const Uint32 type : {SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP}) {
      viewer->handle(mouse_event(type, x, y));
      settle();
    }
  }
  /// Position of a bone's joint in the window.
  vec2 place(std::int32_t bone, std::size_t pane = 0) {
    for (const BonePlace& p : viewer->screen().bone_places(viewer->screen().panes()[pane]))
      if (p.bone == bone) return p.at;
    ADD_FAILURE() << bone << " is not seen";
    return {};
  }
  /// Position of a scene point in the window; `actor` sets the camera's near and far plane.
  vec2 place(const vec3& at, const Actor& actor) {
    const Room& room = viewer->screen().room();
    const Camera& camera = viewer->scene().camera;
    const vec4 clip = projection_matrix(camera, room.width() / room.height(), actor.enclosing_bounds()) *
                      view_matrix(camera) * vec4(at, 1.0f);
    return room.middle() + 0.5f * vec2(clip.x, -clip.y) / clip.w * vec2(room.width(), room.height());
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

  /// All messages of the window, one per line.
  std::string said() const {
    std::string out;
    for (const Message& m : viewer->messages()) out += m.text + "\n";
    return out;
  }

  const PictureSize window_size{320, 240};
  const bool keeps_state = false;
  bool shows_bars = false;  ///< tool bar, status bar and tabs of folded docks
  TemporaryFolder folder;
  const std::filesystem::path model = folder.path() / path_from_utf8("積み木.pmx");
  const std::filesystem::path pose2 = folder.put("poses/pose2.vpd", "");
  const std::string model_name = to_utf8(model), pose_name = to_utf8(pose2);
  std::unique_ptr<Window> window;
  std::unique_ptr<Viewer> viewer;
  Diagnostics reported;
  Actions recorded;
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

/// Loads once; from the second time on it loads until it is cancelled.
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
