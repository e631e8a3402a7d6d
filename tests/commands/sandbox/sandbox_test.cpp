// Each attempt is made twice, each time in a process of its own: it succeeds outside the sandbox and fails in
// it.
#include "commands/sandbox/sandbox.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "tests/assets/temporary_folder.h"
#include "tests/support/process.h"

namespace mmd {
namespace {

using ::testing::HasSubstr;

constexpr int no_sandbox = 250;

/// 0, or what went wrong.
int error_of(long result) {
  return result < 0 ? errno : 0;
}

/// Something that a process tries.
struct Attempt {
  const char* what;
  std::function<int()> act;
  int refused = EPERM;  ///< how it fails in the sandbox
  int free = 0;         ///< what comes of it outside
};

class Sandbox : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!test::kernel_has_seccomp())
      GTEST_SKIP() << "this kernel, or the container around it, has no filters of system calls (seccomp)";
    folder.put("file", "content");
  }
  /// What a child process says of `act`: 0, or the error that it met.
  static int in_child(bool sandboxed, const std::function<int()>& act) {
    const auto done = run_in_child([&](Bytes&) { return sandboxed && !enter_sandbox() ? no_sandbox : act(); },
                                   60, make_error("slow"));
    EXPECT_TRUE(done) << done.error().what;
    return done ? done->status : no_sandbox;
  }
  static void expect_refused(const std::vector<Attempt>& attempts) {
    for (const Attempt& attempt : attempts) {
      EXPECT_EQ(in_child(true, attempt.act), attempt.refused) << attempt.what;
      EXPECT_EQ(in_child(false, attempt.act), attempt.free) << attempt.what << ", outside";
    }
  }
  static int opened(const std::string& path, int flags) {
    return error_of(open(path.c_str(), flags | O_CLOEXEC, 0600));
  }
  std::string path(const char* name) const { return (folder.path() / name).string(); }

  const test::TemporaryFolder folder;
};

TEST_F(Sandbox, RefusesToWriteCreateRenameOrRemoveFiles) {
  const std::string file = path("file"), fresh = path("new"), made = path("made");
  expect_refused(
      {{"writing", [&] { return opened(file, O_WRONLY); }},
       {"reading and writing", [&] { return opened(file, O_RDWR); }},
       {"cutting short", [&] { return opened(file, O_RDONLY | O_TRUNC); }},
       {"the same by name", [&] { return error_of(truncate(file.c_str(), 1)); }},
       {"a new file", [&] { return opened(fresh, O_RDONLY | O_CREAT); }},
       {"by another call",
        [&] { return error_of(syscall(SYS_openat, AT_FDCWD, file.c_str(), O_WRONLY, 0)); }},
       {"on another thread",
        [&] {
          int error = 0;
          std::thread([&] { error = opened(file, O_WRONLY); }).join();
          return error;
        }},
       {"a folder", [&] { return error_of(mkdir(made.c_str(), 0700)); }},
       {"another name", [&] { return error_of(rename(file.c_str(), made.c_str())); }, EPERM, EISDIR},
       {"a link", [&] { return error_of(symlink("file", path("link").c_str())); }},
       {"another mode", [&] { return error_of(chmod(file.c_str(), 0644)); }},
       {"other times", [&] { return error_of(utimensat(AT_FDCWD, file.c_str(), nullptr, 0)); }},
       {"removing", [&] { return error_of(unlink(file.c_str())); }}});
}

TEST_F(Sandbox, CoversThreadsThatExistedBefore) {
  const std::string file = path("file");
  const auto act = [&] {
    std::atomic<bool> entered(false);
    int error = 0;
    std::thread earlier([&] {
      while (!entered) std::this_thread::yield();
      error = opened(file, O_WRONLY);
    });
    const bool done = enter_sandbox().has_value();
    entered = true;
    earlier.join();
    return done ? error : no_sandbox;
  };
  EXPECT_EQ(in_child(false, act), EPERM);
}

TEST_F(Sandbox, RefusesSocketsAndSharedMemory) {
  int pair[2] = {-1, -1};
  const auto shared = [] {
    const int number = shmget(IPC_PRIVATE, 4096, 0600);
    if (number >= 0) shmctl(number, IPC_RMID, nullptr);
    return error_of(number);
  };
  expect_refused({{"network", [] { return error_of(socket(AF_INET, SOCK_STREAM, 0)); }},
                  {"programs", [] { return error_of(socket(AF_UNIX, SOCK_STREAM, 0)); }},
                  {"a pair", [&] { return error_of(socketpair(AF_UNIX, SOCK_STREAM, 0, pair)); }},
                  {"shared memory", shared}});
}

TEST_F(Sandbox, RefusesToStartOrSignalProcesses) {
  const auto forked = [] {
    const pid_t child = fork();
    if (child == 0) _exit(0);
    return error_of(child);
  };
  const auto executed = [] {
    char program[] = "/bin/true";
    char* const arguments[] = {program, nullptr};
    return error_of(execv(program, arguments));
  };
  int ends[2] = {-1, -1};
  ASSERT_EQ(pipe(ends), 0);
  rlimit limit{};
  char typed = 'x';
  expect_refused(
      {{"a program", executed},
       {"a process", forked},
       {"a signal to another", [] { return error_of(kill(getppid(), 0)); }},
       {"one to all around", [] { return error_of(kill(0, 0)); }},
       {"one that comes with a file", [&] { return error_of(fcntl(ends[0], F_SETOWN, getppid())); }},
       {"another's limits", [&] { return error_of(prlimit(getppid(), RLIMIT_CORE, nullptr, &limit)); }},
       {"being traced", [] { return error_of(ptrace(PTRACE_TRACEME, 0, nullptr, nullptr)); }},
       {"typing into the terminal", [&] { return error_of(ioctl(ends[0], TIOCSTI, &typed)); }, EPERM, ENOTTY},
       {"a call of newer kernels", [] { return error_of(syscall(500)); }, ENOSYS, ENOSYS}});
  close(ends[0]);
  close(ends[1]);
}

TEST_F(Sandbox, AllowsWhatLoadingAndDrawingNeed) {
  const int open_before = open(path("open").c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
  ASSERT_GE(open_before, 0);
  const Attempt attempts[] = {
      {"a file is read", [&] { return opened(path("file"), O_RDONLY); }},
      {"a folder is listed", [] { return opened("/usr/lib", O_RDONLY | O_DIRECTORY); }},
      {"a file that is open is written to", [&] { return error_of(write(open_before, "x", 1)); }},
      {"a thread",
       [] {
         int error = 1;
         std::thread([&] { error = 0; }).join();
         return error;
       }},
      {"code is made",
       [] {
         void* const page =
             mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
         return page == MAP_FAILED ? errno : 0;
       }},
      {"a signal to itself", [] { return error_of(kill(getpid(), 0)); }},
      {"its own limits",
       [] {
         rlimit limit{};
         return error_of(getrlimit(RLIMIT_NOFILE, &limit)) + error_of(setrlimit(RLIMIT_NOFILE, &limit));
       }},
  };
  for (const Attempt& attempt : attempts) EXPECT_EQ(in_child(true, attempt.act), 0) << attempt.what;
  close(open_before);
}

TEST(RunInChild, ReturnsStatusAndAllOutput) {
  const auto done = run_in_child(
      [](Bytes& output) {
        output.assign(1'000'000, std::byte{7});
        return 3;
      },
      60, make_error("slow"));
  ASSERT_TRUE(done);
  EXPECT_EQ(done->status, 3);
  EXPECT_EQ(done->output, Bytes(1'000'000, std::byte{7}));
}

TEST(RunInChild, DistinguishesACrashFromATimeout) {
  const auto crashed = run_in_child([](Bytes&) { return raise(SIGKILL); }, 60, make_error("slow"));
  ASSERT_FALSE(crashed);
  EXPECT_THAT(crashed.error().what, HasSubstr("killed by signal 9"));
  const auto slow = run_in_child(
      [](Bytes&) {
        const std::atomic<bool> forever(true);
        while (forever) continue;
        return 0;
      },
      1, make_error("slow"));
  ASSERT_FALSE(slow);
  EXPECT_EQ(slow.error().what, "slow");
}

}  // namespace
}  // namespace mmd
