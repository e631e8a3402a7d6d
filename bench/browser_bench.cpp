// The cost of the browser's thumbnails: time from opening a folder with 500 poses to the first row and to the
// last thumbnail, first drawn, then from the cache; and the longest time that the window was busy. Needs a
// display (tests/app/with_xvfb.sh provides one). Usage: browser_bench [POSES]

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <filesystem>
#include <random>
#include <string>

#include "app/window/viewer.h"
#include "assets/file_set.h"
#include "assets/image.h"
#include "formats/vpd.h"
#include "scene/load.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;
using Clock = std::chrono::steady_clock;

[[noreturn]] void give_up(const Diagnostic& why) {
  std::fprintf(stderr, "browser_bench: %s\n", describe(why).c_str());
  std::exit(4);
}

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

/// Poses interpolated bone by bone between two of the sample's.
void write_poses(const fs::path& folder, int count) {
  std::vector<vpd::File> samples;
  for (const auto& entry : fs::directory_iterator(fs::path(MMDVIEW_SOURCE_SAMPLES) / "poses")) {
    auto pose = load_pose(entry.path());
    if (!pose) give_up(pose.error());
    samples.push_back(std::move(pose->file));
  }
  std::mt19937 random(7);
  for (int i = 0; i < count; ++i) {
    vpd::File pose = samples[random() % samples.size()];
    const vpd::File& other = samples[random() % samples.size()];
    for (const vpd::Bone& bone : other.bones)
      if (random() % 2 == 0) pose.bones.push_back(bone);
    const auto text = vpd::write(pose);
    if (!text) give_up(text.error());
    const auto file = folder / ("pose" + std::to_string(i) + ".vpd");
    if (auto written = write_file_atomically(file, as_byte_span(*text)); !written) give_up(written.error());
  }
}

/// Whether all visible tiles have their thumbnails.
bool first_row_is_there(const Browser& browser) {
  constexpr std::size_t tiles = 8;
  const auto& shown = browser.shown();
  return shown.size() >= tiles && std::all_of(shown.begin(), shown.begin() + tiles, [&](std::size_t number) {
           return browser.picture(number) != 0;
         });
}

void browse(const char* name, const fs::path& poses, const fs::path& cache) {
  Options options;
  options.size = PictureSize{1280, 800};
  options.files = {to_utf8(fs::path(MMDVIEW_SOURCE_SAMPLES) / "figure" / "figure.pmx")};
  auto window = Window::open(options);
  if (!window) give_up(window.error());
  ViewerSetup setup;
  setup.thumbnails = cache;
  auto made = Viewer::create(**window, options, std::move(setup));
  if (!made) give_up(made.error());
  Viewer& viewer = **made;
  while (viewer.loading() || viewer.wants_frame()) viewer.run_once();

  const auto start = Clock::now();
  const std::clock_t cpu = std::clock();
  viewer.perform({ActionId::browse, to_utf8(poses)});
  double first = 0.0, busy = 0.0;
  while (viewer.wants_frame() || !viewer.browser().idle()) {
    SDL_WaitEventTimeout(nullptr, 5);  // waiting is not counted as work; the event stays queued
    const std::uint64_t pictures = viewer.screen().pictures_drawn();
    const auto begin = Clock::now();
    viewer.run_once(0);
    // Ignores the frame that was drawn when the dock opened.
    if (viewer.screen().pictures_drawn() == pictures) busy = std::max(busy, seconds_since(begin));
    if (first == 0.0 && first_row_is_there(viewer.browser())) first = seconds_since(start);
  }
  std::printf("  %-16s first row %6.2f s   all %6.2f s   %6.2f s of CPU   longest frame %5.0f ms\n", name,
              first, seconds_since(start), static_cast<double>(std::clock() - cpu) / CLOCKS_PER_SEC,
              1000.0 * busy);
}

int run(int count) {
  const auto folder = fs::temp_directory_path() / "mmdview_browser_bench";
  fs::remove_all(folder);
  fs::create_directories(folder / "poses");
  write_poses(folder / "poses", count);
  std::printf("%d poses of the sample (goals: first row 1 s, all 20 s, no frame above 50 ms)\n", count);
  browse("made", folder / "poses", folder / "cache");
  browse("from the cache", folder / "poses", folder / "cache");
  fs::remove_all(folder);
  return 0;
}

}  // namespace
}  // namespace mmd

int main(int argc, char** argv) {
  return mmd::run(argc > 1 ? std::max(std::atoi(argv[1]), 1) : 500);
}
