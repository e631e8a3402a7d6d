#pragma once

// What the benchmarks of `batch` and `serve` have in common: poses by chance, the program as a child, and the
// rate at which the same pictures are drawn and read back with nothing else to do.

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
/// As the command line has them.
std::vector<std::string> words_of(const PictureSettings& settings);

/// Writes `count` poses into an empty folder: those of the sample, each bone turned by up to 15 degrees; the
/// same each time.
void write_poses(const std::string& samples, std::size_t count, const std::filesystem::path& folder);
/// The text of the first of them.
std::string pose_text(const std::string& samples);

/// What work took.
struct Cost {
  double seconds = 0.0, processor_seconds = 0.0;
  std::size_t peak_bytes = 0;  ///< resident; of children alone
};

/// Draws the sample in the first poses of the folder by turns, `pictures` in all, on as many contexts as
/// `batch` has (or so many), and reads them back. Scenes are posed before.
Cost drawn_alone(const std::string& samples, const std::filesystem::path& poses,
                 const PictureSettings& settings, std::size_t pictures, std::size_t contexts = 0);

/// A program, with its standard input and output.
class Child {
 public:
  explicit Child(const std::vector<std::string>& command);
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;
  ~Child();
  void send(const std::string& line);
  /// Empty: there is none.
  std::string receive();
  /// Closes its input and waits for its end; ends this program if it failed.
  Cost finish();

 private:
  double begun_ = 0.0;
  pid_t id_ = -1;
  std::FILE *in_ = nullptr, *out_ = nullptr;
};

double seconds_now();
double median(std::vector<double> values);

/// A folder for the time being.
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
