// The cost of many pictures: the process `mmdview batch` without its start-up time, compared with only
// drawing and reading back the same pictures. With more than 1000 pictures also the peak memory, compared
// with a batch of a hundred. Usage: batch_bench PROGRAM SAMPLES [PICTURES [SIZE]]

#include <algorithm>
#include <cstdlib>

#include "bench/many_pictures.h"

namespace mmd::bench {
namespace {

constexpr std::size_t few = 100, max_drawn_alone = 500;

struct Row {
  const char* name;
  PictureSettings settings;
  std::vector<std::string> more;
};

class BatchBench {
 public:
  BatchBench(std::string program, std::string samples, std::size_t pictures)
      : program_(std::move(program)), samples_(std::move(samples)), pictures_(pictures) {
    write_poses(samples_, few, scratch_.path() / "few");
    write_poses(samples_, few + pictures, scratch_.path() / "many");
  }

  /// Costs of the first hundred pictures and of all.
  Cost batch(const Row& row, const char* poses) {
    // Folders are kept until the end, because ext4 is slow to create files where many were just deleted.
    const std::filesystem::path out = scratch_.path() / ("out" + std::to_string(runs_++));
    std::vector<std::string> command{program_,
                                     "batch",
                                     samples_ + "/figure/figure.pmx",
                                     "--poses",
                                     (scratch_.path() / poses).string(),
                                     "-o",
                                     out.string(),
                                     "-q"};
    for (const std::string& word : words_of(row.settings)) command.push_back(word);
    command.insert(command.end(), row.more.begin(), row.more.end());
    return Child(command).finish();
  }

  void measure(const Row& row) {
    const auto each = [this](double seconds) { return 1e3 * seconds / static_cast<double>(pictures_); };
    const std::size_t count = std::min(pictures_, max_drawn_alone);
    const auto each_alone = [&](double seconds) { return 1e3 * seconds / static_cast<double>(count); };
    const Cost alone = drawn_alone(samples_, scratch_.path() / "few", row.settings, count);
    const Cost first = batch(row, "few"), all = batch(row, "many");
    const double sustained = each(all.seconds - first.seconds);
    std::printf("%-28s %7.1f /s %7.1f ms CPU   drawn alone %7.1f /s %7.1f ms CPU   %3.0f %%\n", row.name,
                1e3 / sustained, each(all.processor_seconds - first.processor_seconds),
                1e3 / each_alone(alone.seconds), each_alone(alone.processor_seconds),
                100.0 * each_alone(alone.seconds) / sustained);
    if (pictures_ > 1000)
      std::printf("%-28s %7.1f MiB at most, %.1f of the first %zu\n", "",
                  static_cast<double>(all.peak_bytes) / (1 << 20),
                  static_cast<double>(first.peak_bytes) / (1 << 20), few);
    std::fflush(stdout);
  }

 private:
  std::string program_, samples_;
  std::size_t pictures_, runs_ = 0;
  Scratch scratch_;
};

int run(int count, char** words) {
  if (count < 3) {
    std::fprintf(stderr, "usage: batch_bench PROGRAM SAMPLES [PICTURES [SIZE]]\n");
    return 2;
  }
  const int pictures = count > 3 ? std::atoi(words[3]) : 300, size = count > 4 ? std::atoi(words[4]) : 256;
  if (pictures < 1 || size < 1) return 2;
  PictureSettings all;
  all.size = size;
  PictureSettings no_self = all, no_ground = all, no_edge = all;
  no_self.self_shadow = no_ground.ground_shadow = no_edge.edge = false;
  BatchBench bench(words[1], words[2], static_cast<std::size_t>(pictures));
  bench.measure({"both shadows", all, {}});
  if (pictures > 1000) return 0;
  bench.measure({"without self shadow", no_self, {}});
  bench.measure({"without ground shadow", no_ground, {}});
  bench.measure({"without edges", no_edge, {}});
  bench.measure({"both shadows, all labels", all, {"--labels", "all"}});
  return 0;
}

}  // namespace
}  // namespace mmd::bench

int main(int argc, char** argv) {
  return mmd::bench::run(argc, argv);
}
