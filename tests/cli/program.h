#pragma once

// The built program from outside.

#include <filesystem>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "assets/image.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/model_builder.h"
#include "tests/support/process.h"

namespace mmd::test {

/// Arguments, or a part of them.
using Words = std::vector<std::string>;
inline Words with(Words words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

/// Runs `mmdview ARGUMENTS…`. Without a display, and with Mesa's software renderer, so that pictures are the
/// same on every machine that has it.
Outcome mmdview(Words arguments, Invocation run = {});

/// The content of a file; empty if it is not there.
std::string bytes_in(const std::filesystem::path& file);

/// A folder with a model (two squares on two bones, one appended to, morphs), poses for it, and more.
class ProgramTest : public ::testing::Test {
 protected:
  ProgramTest();
  std::string put(std::string_view name, std::string_view content) {
    return with_slashes(folder.put(name, content));
  }
  std::string in_folder(std::string_view name) { return with_slashes(folder.path() / path_from_utf8(name)); }
  std::string content(std::string_view name) { return bytes_in(folder.path() / path_from_utf8(name)); }

  TemporaryFolder folder;
  std::string model, pose, other_pose;
};

FileBuilder small_model();
/// "Vocaloid Pose Data file" with the blocks.
std::string vpd_text(const std::string& blocks);

/// Every line of standard error is a message of the form that is promised.
void expect_messages(const Outcome& outcome);
/// An error message, nothing on standard output, and that status.
void expect_failure(const Outcome& outcome, int status);

Image decoded(std::string_view png);
/// Pixels that are at least half opaque.
int covered_pixels(const Image& image);

}  // namespace mmd::test
