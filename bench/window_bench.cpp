// The cost of whole window frames, from the clock to the screen: during a motion, while dragging the camera
// or a limb, and idle. Needs a display (tests/app/with_xvfb.sh provides one). Usage: window_bench [WIDTH
// HEIGHT]

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "app/panels/panels.h"
#include "app/window/viewer.h"
#include "assets/file_set.h"
#include "bench/models.h"
#include "bench/muted_gl.h"
#include "bench/noise_textures.h"
#include "edit/limb_drag.h"
#include "formats/vmd.h"

namespace mmd {
namespace {

using SystemClock = std::chrono::steady_clock;
constexpr int frames = 40;
constexpr int max_pictures = 60;  ///< per second, the rate of common screens

[[noreturn]] void give_up(const Diagnostic& why) {
  std::fprintf(stderr, "window_bench: %s\n", describe(why).c_str());
  std::exit(4);
}

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2),
                   values.end());
  return values[values.size() / 2];
}

double milliseconds_since(SystemClock::time_point start) {
  return std::chrono::duration<double, std::milli>(SystemClock::now() - start).count();
}

/// The viewer in a window with loaded files.
class Bench {
 public:
  /// `now`: replaces the system's clock.
  Bench(const Options& options, LoadWork load, Clock now = {}) {
    const auto start = SystemClock::now();
    auto window = Window::open(options);
    if (!window) give_up(window.error());
    window_ = std::move(*window);
    ViewerSetup setup;
    setup.load = std::move(load);
    if (now) setup.now = std::move(now);
    auto viewer = Viewer::create(*window_, options, std::move(setup));
    if (!viewer) give_up(viewer.error());
    viewer_ = std::move(*viewer);
    while (viewer_->loading() || viewer_->wants_frame()) {
      viewer_->run_once();
      if (opened_ == 0.0 && !viewer_->scene().actors.empty()) opened_ = milliseconds_since(start);
    }
    if (viewer_->scene().actors.empty()) give_up(make_error("the model was not loaded"));
  }

  /// Draws frames and calls `change` before each. Returns CPU milliseconds per frame.
  double measure(const char* name, const std::function<void()>& change) {
    std::vector<double> times;
    std::clock_t cpu = 0;
    for (int i = 0; i < frames + 5; ++i) {
      if (i == 5) cpu = std::clock();  // the driver has compiled
      const auto start = SystemClock::now();
      const std::uint64_t drawn = viewer_->frames_drawn();
      change();
      while (viewer_->frames_drawn() == drawn) viewer_->run_once(0);
      if (i >= 5) times.push_back(milliseconds_since(start));
    }
    const double used = 1000.0 * static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC / frames;
    std::printf("  %-24s %7.1f ms   %5.1f frames/s   %7.1f ms of CPU\n", name, median(times),
                1000.0 / median(times), used);
    return used;
  }

  double measure_playing(const std::function<void()>& change) {
    viewer_->perform({ActionId::toggle_repeat});
    viewer_->perform({ActionId::toggle_playing});
    return measure("a motion plays", change);
  }

  void tell_opening() const { std::printf("  %-24s %7.1f ms\n", "until it is seen", opened_); }

  /// Tabs in the front of their docks; bones are on the left.
  void measure_panels() {
    for (const PanelRow& row : panel_table())
      if (row.panel != Panel::bones)
        viewer_->perform({ActionId::show_panel, static_cast<std::int32_t>(row.panel)});
    viewer_->perform({ActionId::show_panel, static_cast<std::int32_t>(Panel::bones)});
    while (viewer_->wants_frame()) viewer_->run_once();
    const bench::MutedGl muted;
    measure("at rest", [&] { viewer_->handle(uncovered()); });
    measure_playing([] {});
  }

  void measure_all() {
    measure("at rest", [&] { viewer_->handle(uncovered()); });
    measure_playing([] {});
    viewer_->perform({ActionId::toggle_playing});
    viewer_->handle(button(SDL_MOUSEBUTTONDOWN));
    measure("the camera is dragged", [&] { viewer_->handle(drag()); });
    viewer_->handle(button(SDL_MOUSEBUTTONUP));
  }

  /// A foot's goal and a hand go up and down; without the driver.
  void measure_limbs() {
    const Actor& actor = *viewer_->scene().actors.front();
    const auto bone = [&](const char* name) { return actor.model().find_bone(name); };
    const std::int32_t goal = bone("左足ＩＫ"), hand = bone("左手首");
    const bench::MutedGl muted;
    float height = 0.0f;
    const auto rise = [&] { return height = height < 1.0f ? height + 0.05f : 0.0f; };
    viewer_->perform({ActionId::begin_gesture});
    const double of_goal = measure("a foot's goal is dragged", [&] {
      viewer_->perform({ActionId::edit_pose, edit::Command(edit::MoveBone{goal, vec3(0.0f, rise(), 0.0f)})});
    });
    viewer_->perform({ActionId::end_gesture});
    const vec3 from = translation_of(actor.bone_in_scene(hand));
    edit::LimbDrag drag(actor.shared_model(), actor.pose, actor.switches,
                        {edit::DraggedPart::hand, Side::left, hand}, from, false);
    viewer_->perform({ActionId::begin_gesture});
    const double of_hand = measure("a hand is dragged", [&] {
      viewer_->perform({ActionId::edit_pose, edit::Command(drag.to(from + vec3(-0.5f, rise(), 0.5f)))});
    });
    viewer_->perform({ActionId::end_gesture});
    std::printf("  a hand takes %.2f times the time of a goal (goal: 1.3)\n", of_hand / of_goal);
  }

 private:
  static SDL_Event uncovered() {
    SDL_Event event{};
    event.type = SDL_WINDOWEVENT;
    event.window.event = SDL_WINDOWEVENT_EXPOSED;
    return event;
  }
  static SDL_Event button(Uint32 type) {
    SDL_Event event{};
    event.type = type;
    event.button.button = SDL_BUTTON_LEFT;
    event.button.x = event.button.y = 400;
    return event;
  }
  static SDL_Event drag() {
    SDL_Event event{};
    event.type = SDL_MOUSEMOTION;
    event.motion.x = event.motion.y = 400;
    event.motion.xrel = 3;
    return event;
  }

  double opened_ = 0.0;  ///< milliseconds until the model was visible
  std::unique_ptr<Window> window_;
  std::unique_ptr<Viewer> viewer_;
};

/// Rotates every tenth bone back and forth in four seconds.
vmd::File swaying(std::size_t bones) {
  vmd::File file = vmd::empty_file("");
  for (std::size_t bone = 1; bone < bones; bone += 10) {
    for (const std::uint32_t frame : {0u, 60u, 120u}) {
      vmd::BoneKey key;
      const std::string name = std::to_string(bone);
      std::copy(name.begin(), name.end(), key.name.begin());
      key.frame = frame;
      if (frame == 60) key.rotation = vec4(0.0f, 0.149f, 0.0f, 0.989f);  // 17 degrees about Y
      file.bones.push_back(key);
    }
  }
  return file;
}

std::string put(const std::filesystem::path& file, const Result<Bytes>& bytes) {
  if (!bytes) give_up(bytes.error());
  if (auto written = write_file_atomically(file, *bytes); !written) give_up(written.error());
  return to_utf8(file);
}

void bench_sample(Options options) {
  const auto samples = std::filesystem::path(MMDVIEW_SOURCE_SAMPLES);
  options.files = {to_utf8(samples / "figure" / "figure.pmx"), to_utf8(samples / "motions" / "song.vmd")};
  std::puts("the sample (goal in motion: 12 frames/s)");
  Bench bench(options, load_files);
  bench.tell_opening();  // the first in this process, including shader compilation (goal: 350 ms)
  bench.measure_all();
}

/// Drags of limbs with physics.
void bench_limbs(Options options) {
  options.files = {to_utf8(std::filesystem::path(MMDVIEW_SOURCE_SAMPLES) / "figure" / "figure.pmx")};
  std::puts("drags of limbs on the sample, without the driver");
  Bench(options, load_files).measure_limbs();
}

void bench_dressed_body(Options options) {
  const auto folder = std::filesystem::temp_directory_path() / "mmdview_window_bench";
  std::filesystem::create_directories(folder);
  const pmx::File model = bench::dressed_body();
  options.files = {put(folder / "body.pmx", pmx::write(model)),
                   put(folder / "swaying.vmd", vmd::write(swaying(model.bones.size())))};
  const auto load = [](const LoadRequest& request, const Progress& progress) {
    auto loaded = load_files(request, progress);
    if (loaded) loaded->document.loaded.textures = bench::noise_textures();
    return loaded;
  };
  std::printf("%zu vertices in %zu materials (goal in motion: 6 frames/s)\n", model.vertices.size(),
              model.materials.size());
  Bench(options, load).measure_all();
  std::filesystem::remove_all(folder);
}

/// The cost of physics with one step per picture, in a small window where drawing is cheap.
void bench_bodies(Options options) {
  constexpr int bodies = 300;
  const auto folder = std::filesystem::temp_directory_path() / "mmdview_window_bench";
  std::filesystem::create_directories(folder);
  pmx::File model = bench::body_skeleton();
  const std::size_t bones = model.bones.size();
  bench::add_skirt(model, 1, bodies);
  options.files = {put(folder / "skirt.pmx", pmx::write(model)),
                   put(folder / "swaying.vmd", vmd::write(swaying(bones)))};
  options.size = PictureSize{128, 128};
  std::printf("%d bodies, in a window of 128 x 128\n", bodies);
  std::array<double, 2> used{};
  for (const bool simulates : {false, true}) {
    options.physics.on = simulates;
    double clock = 0.0;
    Bench bench(options, load_files, [&clock] { return clock; });
    used[simulates ? 1 : 0] = bench.measure_playing([&clock] { clock += 1.0 / max_pictures; });
  }
  std::printf("  bodies: %.2f ms a picture, %.1f %% of a core at %d pictures/s (goal: 15 %%)\n",
              used[1] - used[0], 0.1 * max_pictures * (used[1] - used[0]), max_pictures);
  std::filesystem::remove_all(folder);
}

/// The program's own part of a frame with all panels open and without the driver: panels, overlays, actions,
/// evaluation.
void bench_panels(Options options) {
  const auto folder = std::filesystem::temp_directory_path() / "mmdview_window_bench";
  std::filesystem::create_directories(folder);
  const pmx::File model = bench::dressed_body();
  options.files = {put(folder / "body.pmx", pmx::write(model)),
                   put(folder / "swaying.vmd", vmd::write(swaying(model.bones.size())))};
  options.size = PictureSize{1280, 800};
  // With a driver that runs on the CPU the program draws shadows itself: that is the driver's part, too.
  options.look.self_shadow = options.look.ground_shadow = false;
  std::printf("every panel open, %zu bones, without the driver (goal: 2 ms)\n", model.bones.size());
  Bench(options, load_files).measure_panels();
  std::filesystem::remove_all(folder);
}

int run(int width, int height) {
  Options options;
  options.size = PictureSize{width, height};
  std::printf("frames of %d x %d, medians of %d\n", width, height, frames);
  bench_sample(options);
  bench_limbs(options);
  bench_dressed_body(options);
  bench_panels(options);
  bench_bodies(options);
  return 0;
}

}  // namespace
}  // namespace mmd

int main(int argc, char** argv) {
  const int width = argc > 2 ? std::atoi(argv[1]) : 826, height = argc > 2 ? std::atoi(argv[2]) : 918;
  return mmd::run(std::max(width, 64), std::max(height, 64));
}
