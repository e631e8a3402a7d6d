// What only POSIX systems can provoke: a full disk, a mode mask, devices, standard input and output.

#include <csignal>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

using test::TemporaryFolder;
using testing::ElementsAre;

std::string content_of(const std::filesystem::path& path) {
  const auto bytes = read_file(path);
  return bytes ? std::string(as_text(*bytes)) : "(error: " + bytes.error().what + ")";
}

/// Files cannot grow beyond `bytes` while this lives, whoever the user is.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    getrlimit(RLIMIT_FSIZE, &old_);
    rlimit limit = old_;
    limit.rlim_cur = bytes;
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &old_);
    std::signal(SIGXFSZ, old_handler_);
  }
  FileSizeLimit(const FileSizeLimit&) = delete;
  FileSizeLimit& operator=(const FileSizeLimit&) = delete;

 private:
  rlimit old_{};
  void (*old_handler_)(int);
};

/// `descriptor` is another file while this lives.
class Redirection {
 public:
  Redirection(int descriptor, const std::filesystem::path& path)
      : descriptor_(descriptor), saved_(dup(descriptor)) {
    const int file = open(path.c_str(), O_RDWR | O_CREAT, 0600);
    dup2(file, descriptor_);
    close(file);
  }
  ~Redirection() {
    dup2(saved_, descriptor_);
    close(saved_);
  }
  Redirection(const Redirection&) = delete;
  Redirection& operator=(const Redirection&) = delete;

 private:
  int descriptor_, saved_;
};

TEST(WriteFileAtomically, LeavesTheOldFileWhenTheDiskIsFull) {
  const TemporaryFolder folder;
  const auto path = folder.put("out.png", "old");
  const std::string large(100000, 'x');
  Result<void> written;
  {
    const FileSizeLimit limit(1000);
    written = write_file_atomically(path, as_byte_span(large));
  }
  EXPECT_FALSE(written);
  EXPECT_EQ(content_of(path), "old");
  EXPECT_THAT(folder.names(), ElementsAre("out.png"));
}

TEST(WriteFileAtomically, GivesTheModeThatTheMaskAsksFor) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "out.png";
  const mode_t old = umask(027);
  const auto written = write_file_atomically(path, as_byte_span("x"));
  umask(old);
  ASSERT_TRUE(written);
  struct stat info {};
  ASSERT_EQ(stat(path.c_str(), &info), 0);
  EXPECT_EQ(info.st_mode & 0777, 0640u);
}

TEST(WriteFileAtomically, WritesToDevicesInsteadOfReplacingThem) {
  const TemporaryFolder folder;
  const auto pipe_path = folder.path() / "pipe";
  ASSERT_EQ(mkfifo(pipe_path.c_str(), 0600), 0);
  const int reader = open(pipe_path.c_str(), O_RDONLY | O_NONBLOCK);
  ASSERT_GE(reader, 0);
  ASSERT_TRUE(write_file_atomically(pipe_path, as_byte_span("through")));
  std::string got(16, '\0');
  const auto n = read(reader, got.data(), got.size());
  close(reader);
  EXPECT_EQ(n, 7);
  EXPECT_EQ(got.substr(0, 7), "through");
  EXPECT_THAT(folder.names(), ElementsAre("pipe"));
}

TEST(WriteFileAtomically, WritesToStandardOutput) {
  const TemporaryFolder folder;
  const auto path = folder.put("stdout", "");
  const std::string text("a\0b\r\nc", 6);
  Result<void> written;
  std::fflush(stdout);
  {
    const Redirection redirection(STDOUT_FILENO, path);
    written = write_file_atomically("-", as_byte_span(text));
  }
  EXPECT_TRUE(written);
  EXPECT_EQ(content_of(path), text);
}

TEST(ReadFile, ReadsStandardInputToItsEnd) {
  const TemporaryFolder folder;
  const std::string text(150000, 'y');
  const auto path = folder.put("stdin", text);
  std::string got;
  {
    const Redirection redirection(STDIN_FILENO, path);
    got = content_of("-");
  }
  EXPECT_EQ(got, text);
}

TEST(ReadFile, ReadsFilesThatDoNotTellTheirSize) {
  EXPECT_THAT(content_of("/proc/self/status"), testing::HasSubstr("Pid:"));
}

}  // namespace
}  // namespace mmd
