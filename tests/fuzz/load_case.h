#pragma once

// Command lines with randomly changed files, for tests/fuzz/mutated_loads_posix.cpp.

#include <cstdint>
#include <filesystem>
#include <random>
#include <string>
#include <utility>
#include <vector>

namespace mmd::fuzz {

enum class LoadKind : std::uint8_t { pmx, pmd, vpd, vmd, zip };

/// A command line and its changed file.
struct LoadCase {
  std::vector<std::string> arguments;  ///< without "mmdview"
  std::string input;                   ///< name of the changed file in the folder
  std::string bytes;                   ///< its content
  std::string output;                  ///< name of the written file; empty: none
};

/// The loads of a seed: the same seed and number give the same case.
class LoadCases {
 public:
  /// `source`: the source tree, whose samples and corpora are changed. `folder`: where the files will be.
  LoadCases(const std::filesystem::path& source, std::filesystem::path folder, std::uint32_t seed);

  LoadCase at(std::uint64_t number) const;

  /// A valid model and pose for the command lines of other files, by name.
  const std::vector<std::pair<std::string, std::string>>& companions() const { return companions_; }

 private:
  std::string drawn(LoadKind kind, std::mt19937& random) const;
  std::string drawn_pmx(std::mt19937& random) const;
  std::string drawn_zip(std::mt19937& random) const;
  const std::string& one_of(LoadKind kind, std::mt19937& random) const;

  std::filesystem::path folder_;
  std::uint32_t seed_;
  std::vector<std::string> files_[5];  // by kind; archives are also made on the fly
  std::vector<std::string> pictures_;
  std::vector<std::pair<std::string, std::string>> companions_;
};

/// Changes bytes in place, or removes, inserts, doubles, truncates or splices some.
void change_bytes(std::string& bytes, const std::string& other, std::mt19937& random);

/// How a run of the program ended, and what it printed.
struct Ended {
  std::vector<std::string> arguments;
  int status = 0;
  std::string out, err;
};

/// Describes the broken promise of docs/user/options.md; empty: none. The exit status is 0 or 1 and fits the
/// messages; every error names a file of the command line and the place in it, except for kinds without a
/// place (`placeless`); JSON is valid; nothing printed could control a terminal.
std::string broken_rule(const Ended& ended);

}  // namespace mmd::fuzz
