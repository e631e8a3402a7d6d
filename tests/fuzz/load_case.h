#pragma once

// Command lines on files that were changed by chance: what tests/fuzz/mutated_loads_posix.cpp runs.

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace mmd::fuzz {

enum class LoadKind : std::uint8_t { pmx, pmd, vpd, vmd, zip };

/// A command line and the file that it is about.
struct LoadCase {
  std::vector<std::string> arguments;  ///< without "mmdview"
  std::string input;                   ///< name of the changed file in the folder
  std::string bytes;                   ///< what stands in it
  std::string output;                  ///< name of what is written; empty: nothing
};

/// What belongs to a seed, load by load: the same seed and number give the same case.
class LoadCases {
 public:
  /// `source`: the tree, whose samples and corpora are what is changed. `folder`: where the files will stand.
  LoadCases(const std::filesystem::path& source, std::filesystem::path folder, std::uint32_t seed);

  LoadCase at(std::uint64_t number) const;

  /// A sound model and a pose, which other files are tried with, by name.
  const std::vector<std::pair<std::string, std::string>>& companions() const { return companions_; }

 private:
  std::string drawn(LoadKind kind, std::mt19937& random) const;
  std::string drawn_pmx(std::mt19937& random) const;
  std::string drawn_zip(std::mt19937& random) const;
  const std::string& one_of(LoadKind kind, std::mt19937& random) const;

  std::filesystem::path folder_;
  std::uint32_t seed_;
  std::vector<std::string> files_[5];  // by kind; archives are made, too
  std::vector<std::string> pictures_;
  std::vector<std::pair<std::string, std::string>> companions_;
};

/// Changes bytes: some in their place, or what is left out, put in, doubled, cut off or taken from another.
void change_bytes(std::string& bytes, const std::string& other, std::mt19937& random);

/// How a run of the program ended, and what it printed.
struct Ended {
  std::vector<std::string> arguments;
  int status = 0;
  std::string out, err;
};

/// What of the promises of docs/user/options.md it breaks, in words; empty: nothing. The status is that of a
/// right command line (0 or 1) and goes with the messages; every error names a file of the command line and
/// the place in it, but for kinds that have none (placeless_errors()); JSON is JSON; nothing that is printed
/// could move a terminal.
std::string broken_rule(const Ended& ended);

/// A kind of error that has no place in a file, by words of it.
struct Placeless {
  std::string_view words, why;
};
std::vector<Placeless> placeless_errors();

}  // namespace mmd::fuzz
