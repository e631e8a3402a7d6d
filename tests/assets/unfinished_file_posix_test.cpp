// Signals that end a program.

#include <csignal>
#include <cstdlib>
#include <filesystem>

#include <gtest/gtest.h>

#include "assets/temporary_file.h"
#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

using test::TemporaryFolder;

class UnfinishedFileDeath : public ::testing::TestWithParam<int> {
 protected:
  const TemporaryFolder folder;
  const std::filesystem::path path = folder.put("書きかけ.tmp", "half");
};

TEST_P(UnfinishedFileDeath, InterruptRemovesTheFile) {
  EXPECT_EXIT(
      {
        remove_unfinished_file_on_interrupt();
        const UnfinishedFile unfinished(path);
        std::raise(GetParam());
      },
      ::testing::KilledBySignal(GetParam()), "");
  EXPECT_FALSE(std::filesystem::exists(path));
}

TEST_P(UnfinishedFileDeath, InterruptRemovesAllFilesThatAreUnfinished) {
  const auto other = folder.put("other.tmp", "half"), finished = folder.put("finished.tmp", "whole");
  EXPECT_EXIT(
      {
        remove_unfinished_file_on_interrupt();
        const UnfinishedFile unfinished(path);
        const UnfinishedFile beside(other);
        { const UnfinishedFile before(finished); }
        std::raise(GetParam());
      },
      ::testing::KilledBySignal(GetParam()), "");
  EXPECT_FALSE(std::filesystem::exists(path));
  EXPECT_FALSE(std::filesystem::exists(other));
  EXPECT_TRUE(std::filesystem::exists(finished));
}

TEST_P(UnfinishedFileDeath, FinishedFileStays) {
  EXPECT_EXIT(
      {
        remove_unfinished_file_on_interrupt();
        { const UnfinishedFile unfinished(path); }
        std::raise(GetParam());
      },
      ::testing::KilledBySignal(GetParam()), "");
  EXPECT_TRUE(std::filesystem::exists(path));
}

TEST_P(UnfinishedFileDeath, IgnoredSignalsStayIgnored) {
  EXPECT_EXIT(
      {
        std::signal(GetParam(), SIG_IGN);
        remove_unfinished_file_on_interrupt();
        const UnfinishedFile unfinished(path);
        std::raise(GetParam());
        std::_Exit(7);
      },
      ::testing::ExitedWithCode(7), "");
  EXPECT_TRUE(std::filesystem::exists(path));
}

INSTANTIATE_TEST_SUITE_P(Signals, UnfinishedFileDeath,
                         ::testing::Values(SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE));

}  // namespace
}  // namespace mmd
