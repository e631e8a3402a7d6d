#include <cerrno>
#include <initializer_list>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include "commands/output/progress_line.h"

namespace mmd {
namespace {

/// What a child without these streams ends with, once they were filled.
template <class Check>
int without_streams(std::initializer_list<int> streams, const Check& check) {
  const pid_t child = fork();
  if (child == 0) {
    for (const int stream : streams) close(stream);
    fill_missing_streams();
    _exit(check());
  }
  int status = 0;
  waitpid(child, &status, 0);
  return WIFEXITED(status) ? WEXITSTATUS(status) : -1;
}

TEST(FillMissingStreams, NextOpenedFileIsNoStandardStream) {
  const auto next = [] { return open("/dev/null", O_RDWR); };
  EXPECT_GT(without_streams({0, 1, 2}, next), 2);
  EXPECT_GT(without_streams({1}, next), 2);
  EXPECT_GT(without_streams({2}, next), 2);
}

TEST(FillMissingStreams, ReadingOrWritingMissingStreamsFails) {
  char byte = 'x';
  EXPECT_EQ(without_streams({0}, [&] { return read(0, &byte, 1) == -1 ? errno : 0; }), EBADF);
  for (const int stream : {1, 2})
    EXPECT_EQ(without_streams({stream}, [&] { return write(stream, &byte, 1) == -1 ? errno : 0; }), EBADF);
}

TEST(FillMissingStreams, KeepsOpenStreams) {
  int ends[2];
  ASSERT_EQ(pipe(ends), 0);
  const auto say = [&] {
    if (dup2(ends[1], 1) != 1) return 1;
    fill_missing_streams();
    return write(1, "x", 1) == 1 ? 0 : 2;
  };
  EXPECT_EQ(without_streams({2}, say), 0);
  char byte = 0;
  EXPECT_EQ(read(ends[0], &byte, 1), 1);
  EXPECT_EQ(byte, 'x');
  close(ends[0]);
  close(ends[1]);
}

}  // namespace
}  // namespace mmd
