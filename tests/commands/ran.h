#pragma once

#include <string>

#include <gtest/gtest.h>

#include "commands/commands.h"

namespace mmd::test {

/// How a command ended and what it printed.
struct Ran {
  int status = 0;
  std::string out, err;
};

inline Ran ran(int (*command)(const Options&), const Options& options) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  const int status = command(options);
  return {status, testing::internal::GetCapturedStdout(), testing::internal::GetCapturedStderr()};
}

}  // namespace mmd::test
