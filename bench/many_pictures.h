#pragma once

// Shared parts of the benchmarks for `batch` and `serve`: random poses, the program as a child process, and
// the rate of drawing and reading back the same pictures with nothing else to do.

#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include <sys/types.h>

namespace mmd::bench {

struct PictureSettings {
  int size = 256, samples = 4;
  bool self_shadow = true, ground_shadow = true, edge = true;
};
/// Command line arguments.
std::vector<std::string> words_of(const PictureSettings& settings);

/// Writes `count` poses to an empty folder: the sample's poses with each bone rotated by up to 15 degrees.
/// The poses are the same in each run.
void write_poses(const std::string& samples, std::size_t count, const std::filesystem::path& folder);
/// The text of the first pose.
std::string pose_text(const std::string& samples);

/// Resources that a piece of work took.
struct Cost {
  double seconds = 0.0, processor_seconds = 0.0;
  std::size_t peak_bytes = 0;  ///< resident; only for child processes
};

/// Draws `pictures` pictures of the sample in the first poses of the folder in turn, on as many contexts as
/// `batch` uses or on the given number, and reads them back. Scenes are posed beforehand.
Cost drawn_alone(const std::string& samples, const std::filesystem::path& poses,
                 const PictureSettings& settings, std::size_t pictures, std::size_t contexts = 0);

/// A child process with its standard input and output.
class Child {
 public:
  explicit Child(const std::vector<std::string>& command);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();
  void send(const std::string& line);
  /// Empty at the end of the output.
  std::string receive();
  /// Closes the child's input and waits for its end; exits if the child failed.
  Cost finish();

 private:
  double begun_ = 0.0;
  pid_t id_ = -1;
  std::FILE *in_ = nullptr, *out_ = nullptr;
};

double seconds_now();
double median(std::vector<double> values);

/// A temporary folder.
class Scratch {
 public:
  Scratch();
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;
  ~Scratch();
  const std::filesystem::path& path() const { return path_; }

 private:
  std::filesystem::path path_;
};

}  // namespace mmd::bench
