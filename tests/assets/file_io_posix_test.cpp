// POSIX only: a full disk, the file mode mask, devices, standard input and output.

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "assets/file_set.h"
#include "assets/image.h"
#include "assets/system_files.h"
#include "tests/assets/content.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/process.h"

namespace mmd {
namespace {

using test::content_of;
using test::TemporaryFolder;
using testing::ElementsAre;

/// While it lives, files cannot grow beyond `bytes`, even for root.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) : old_handler_(std::signal(SIGXFSZ, SIG_DFL)) {
    outlive_file_size_limit();
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

/// While it lives, `descriptor` is another file.
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
  ASSERT_FALSE(written);
  EXPECT_THAT(written.error().hint, testing::HasSubstr("ulimit -f"));
  EXPECT_EQ(content_of(path), "old");
  EXPECT_THAT(folder.names(), ElementsAre("out.png"));
}

mode_t mode_of(const std::filesystem::path& path) {
  struct stat info {};
  EXPECT_EQ(stat(path.c_str(), &info), 0);
  return info.st_mode & 07777;
}

TEST(WriteFileAtomically, RespectsTheModeMask) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "out.png";
  const mode_t old = umask(027);
  const auto written = write_file_atomically(path, as_byte_span("x"));
  umask(old);
  ASSERT_TRUE(written);
  EXPECT_EQ(mode_of(path), 0640u);
}

TEST(WriteFileAtomically, KeepsTheModeOfAReplacedFile) {
  const TemporaryFolder folder;
  const auto path = folder.put("out.png", "old");
  for (const mode_t mode : {0600u, 0644u, 0664u, 0755u}) {
    ASSERT_EQ(chmod(path.c_str(), mode), 0);
    ASSERT_TRUE(write_file_atomically(path, as_byte_span("new")));
    EXPECT_EQ(mode_of(path), mode);
  }
  EXPECT_THAT(folder.names(), ElementsAre("out.png"));
}

TEST(WriteFileAtomically, KeepsTheOwnerOfAReplacedFileIfAllowed) {
  const TemporaryFolder folder;
  const auto path = folder.put("out.png", "old");
  if (chown(path.c_str(), 12345, 23456) != 0) GTEST_SKIP() << "files may not be given away here";
  ASSERT_TRUE(write_file_atomically(path, as_byte_span("new")));
  struct stat info {};
  ASSERT_EQ(stat(path.c_str(), &info), 0);
  EXPECT_EQ(info.st_uid, 12345u);
  EXPECT_EQ(info.st_gid, 23456u);
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

/// A pipe like `<(command)` of a shell, with an endless writer.
class EndlessPipe {
 public:
  explicit EndlessPipe(const std::string& beginning) : old_handler_(std::signal(SIGPIPE, SIG_IGN)) {
    int ends[2] = {-1, -1};
    EXPECT_EQ(pipe(ends), 0);
    reader_ = ends[0];
    writer_ = std::thread([this, to = ends[1], beginning] {
      std::string piece = beginning + std::string(4096, '\0');
      for (ssize_t n = 0; (n = write(to, piece.data(), piece.size())) > 0;) {
        written_ += static_cast<std::size_t>(n);
        piece.assign(4096, '\0');
      }
      close(to);
    });
  }
  ~EndlessPipe() {
    static_cast<void>(written());
    std::signal(SIGPIPE, old_handler_);
  }
  std::filesystem::path path() const { return "/dev/fd/" + std::to_string(reader_); }
  /// Bytes written until this, the last reader, closed.
  std::size_t written() {
    if (reader_ >= 0) close(std::exchange(reader_, -1));
    if (writer_.joinable()) writer_.join();
    return written_;
  }

 private:
  void (*old_handler_)(int);
  int reader_ = -1;
  std::thread writer_;
  std::size_t written_ = 0;
};

TEST(ReadFile, ChecksTheBeginningFirst) {
  EndlessPipe pipe("wrong");
  std::size_t looked_at = 0;
  const auto bytes = read_file(pipe.path(), 1u << 30, [&](ByteSpan beginning) {
    looked_at = beginning.size();
    return as_text(beginning).starts_with("right");
  });
  ASSERT_TRUE(bytes);
  EXPECT_EQ(bytes->size(), 65536u);
  EXPECT_EQ(looked_at, 65536u);
  EXPECT_LT(pipe.written(), 1u << 20);
}

TEST(ReadFile, StopsAtTheSizeLimitOfAStream) {
  EndlessPipe pipe("right");
  const auto bytes = read_file(pipe.path(), 1u << 20,
                               [](ByteSpan beginning) { return as_text(beginning).starts_with("right"); });
  ASSERT_FALSE(bytes);
  EXPECT_THAT(bytes.error().what, testing::HasSubstr("larger than 1048576 bytes"));
  EXPECT_LT(pipe.written(), 4u << 20);
}

TEST(ReadFile, ReadsWholeFilesWithTheRightBeginning) {
  const TemporaryFolder folder;
  for (const std::size_t size :
       {std::size_t{5}, std::size_t{65535}, std::size_t{65536}, std::size_t{300000}}) {
    std::string text(size, 'x');
    text.replace(0, 5, "right");
    const auto path = folder.put("file", text);
    const auto wanted = [](ByteSpan beginning) { return as_text(beginning).starts_with("right"); };
    const auto bytes = read_file(path, 1u << 30, wanted);
    ASSERT_TRUE(bytes);
    EXPECT_EQ(as_text(*bytes), text);
    const Redirection redirection(STDIN_FILENO, path);
    const auto input = read_file("-", 1u << 30, wanted);
    std::clearerr(stdin);
    ASSERT_TRUE(input);
    EXPECT_EQ(as_text(*input), text);
  }
}

TEST(ReadFile, RejectsNamedPipesInsteadOfWaiting) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "pipe", link = folder.path() / "link";
  ASSERT_EQ(mkfifo(path.c_str(), 0600), 0);
  std::filesystem::create_symlink(path, link);
  for (const auto& one : {path, link}) {
    const auto bytes = read_file(one);
    ASSERT_FALSE(bytes);
    EXPECT_THAT(bytes.error().what, testing::HasSubstr("is a named pipe"));
    EXPECT_THAT(bytes.error().hint, testing::HasSubstr("standard input"));
  }
}

/// The file's name is not escaped: whoever prints it does that.
TEST(ReadFile, ErrorsNameTheFileAsItIs) {
  const auto bytes = read_file("no\x1b[2Jsuch");
  ASSERT_FALSE(bytes);
  EXPECT_EQ(bytes.error().file, "no\x1b[2Jsuch");
  EXPECT_THAT(describe(bytes.error()), testing::StartsWith("no\\u001b[2Jsuch: "));
}

TEST(ReadFile, RejectsDevices) {
  for (const char* device : {"/dev/zero", "/dev/random", "/dev/full", "/dev/null"}) {
    const auto bytes = read_file(device);
    ASSERT_FALSE(bytes) << device;
    EXPECT_THAT(bytes.error().what, testing::HasSubstr("is a device"));
  }
}

#if defined(__linux__)
TEST(ReadFile, RejectsFilesThatTheKernelMakesUp) {
  const TemporaryFolder folder;
  std::filesystem::create_symlink("/proc/self/status", folder.path() / "link.pmx");
  for (const std::filesystem::path& path :
       {std::filesystem::path("/proc/self/status"), std::filesystem::path("/proc/version"),
        folder.path() / "link.pmx"}) {
    const auto bytes = read_file(path);
    ASSERT_FALSE(bytes) << path;
    EXPECT_THAT(bytes.error().what, testing::HasSubstr("the kernel makes up")) << path;
  }
}

TEST(ReadFile, KnowsNamesOfOpenFilesOfTheProcess) {
  const TemporaryFolder folder;
  folder.put("file", "x");
  std::filesystem::create_symlink("/dev/stdin", folder.path() / "link");
  std::filesystem::create_symlink("link", folder.path() / "second");
  std::filesystem::create_directory_symlink("/proc/self/fd", folder.path() / "folder");
  for (const std::filesystem::path& path :
       {std::filesystem::path("/dev/stdin"), std::filesystem::path("/dev/fd/0"),
        std::filesystem::path("/dev/../dev/fd/7"), std::filesystem::path("/proc/self/fd/0"),
        std::filesystem::path("/proc/kmsg"), folder.path() / "link", folder.path() / "second",
        folder.path() / "folder/0"})
    EXPECT_TRUE(stands_for_descriptor(path)) << path;
  std::filesystem::create_symlink("file", folder.path() / "own");
  for (const std::filesystem::path& path :
       {folder.path() / "file", folder.path() / "own", folder.path() / "missing",
        std::filesystem::path("proc/a.pmx"), std::filesystem::path("/dev/null"),
        std::filesystem::path("a.pmx"), std::filesystem::path()})
    EXPECT_FALSE(stands_for_descriptor(path)) << path;
}
#endif

/// The first bytes of a file below a folder, or the error number.
std::string beneath(const std::filesystem::path& folder, const std::filesystem::path& file) {
  std::FILE* const opened = open_beneath(folder, file);
  if (opened == nullptr) return std::to_string(errno);
  char text[16] = {};
  const std::size_t size = std::fread(text, 1, sizeof(text), opened);
  std::fclose(opened);
  return {text, size};
}

TEST(OpenBeneath, RejectsLinksCreatedInTheMeantime) {
  if (!test::kernel_has_openat2()) GTEST_SKIP() << "this kernel, or the container around it, has no openat2";
  const TemporaryFolder folder;
  const auto root = std::filesystem::canonical(folder.path());
  folder.put("secret/a.png", "secret");
  folder.put("model/tex/a.png", "own");
  EXPECT_EQ(beneath(root / "model", root / "model/tex/a.png"), "own");
  std::filesystem::rename(root / "model/tex", root / "model/was");
  std::filesystem::create_directory_symlink("../secret", root / "model/tex");
  const std::string refused = beneath(root / "model", root / "model/tex/a.png");
  EXPECT_EQ(refused, std::to_string(ELOOP));
  EXPECT_EQ(beneath(root / "model", root / "secret/a.png"), std::to_string(EXDEV));
}

}  // namespace
}  // namespace mmd
