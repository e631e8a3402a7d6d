// The cost of a request to `mmdview serve`, from a pose to a PNG, after warm-up and without physics: one
// after the other and several at once, compared with only drawing and reading back. Usage: serve_bench
// PROGRAM SAMPLES [SIZE]

#include <cstdlib>

#include <nlohmann/json.hpp>

#include "bench/many_pictures.h"

namespace mmd::bench {
namespace {

constexpr int requests = 40;

std::string request(const std::string& samples, const std::string& pose, int size) {
  const std::string side = std::to_string(size);
  return nlohmann::json{{"id", 1},
                        {"model", samples + "/figure/figure.pmx"},
                        {"pose", pose},
                        {"options", {{"size", side + "x" + side}, {"no-physics", true}}}}
             .dump() +
         "\n";
}

int run(int count, char** words) {
  if (count < 3) {
    std::fprintf(stderr, "usage: serve_bench PROGRAM SAMPLES [SIZE]\n");
    return 2;
  }
  const std::string program = words[1], samples = words[2];
  PictureSettings settings;
  settings.size = count > 3 ? std::atoi(words[3]) : 512;
  const Scratch scratch;
  write_poses(samples, 8, scratch.path());
  const Cost alone = drawn_alone(samples, scratch.path(), settings, requests, 1);

  Child server({program, "serve", samples + "/figure/figure.pmx"});
  const std::string line = request(samples, pose_text(samples), settings.size);
  for (int i = 0; i < 4; ++i) {
    server.send(line);
    if (server.receive().find("\"picture\"") == std::string::npos) {
      std::fprintf(stderr, "serve_bench: no picture\n");
      return 1;
    }
  }
  std::vector<double> times;
  for (int i = 0; i < requests; ++i) {
    const double begun = seconds_now();
    server.send(line);
    server.receive();
    times.push_back(seconds_now() - begun);
  }
  const double begun = seconds_now();
  for (int i = 0; i < requests; ++i) server.send(line);
  for (int i = 0; i < requests; ++i) server.receive();
  const double in_flight = (seconds_now() - begun) / requests;
  server.finish();
  const double floor = alone.seconds / requests;
  std::printf("%-44s %7.1f ms\n%-44s %7.1f ms   ratio %.2f\n%-44s %7.1f ms   ratio %.2f\n",
              "drawn and read back alone, one context", 1e3 * floor, "pose in, PNG out, one at a time",
              1e3 * median(times), median(times) / floor, "several in flight, each", 1e3 * in_flight,
              in_flight / floor);
  return 0;
}

}  // namespace
}  // namespace mmd::bench

int main(int argc, char** argv) {
  return mmd::bench::run(argc, argv);
}
