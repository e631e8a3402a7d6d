// Each attempt is made by a process of its own twice: without walls it succeeds, behind them it does not.
#include "sandbox/sandbox.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <string>
#include <thread>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/personality.h>
#include <sys/ptrace.h>
#include <sys/resource.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <sys/xattr.h>
#include <unistd.h>

#include "sandbox/system_paths.h"
#include "tests/support/kernel_walls.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

constexpr int no_walls = 250, a_signal = 251;

/// 0, or what went wrong.
int error_of(long result) {
  return result < 0 ? errno : 0;
}

class Sandbox : public ::testing::Test {
 protected:
  void SetUp() override {
    std::string name = (fs::temp_directory_path() / "mmdview-sandbox-XXXXXX").string();
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    for (const char* part : {"model", "output", "private", "cache"}) {
      fs::create_directory(folder_ / part);
      std::ofstream(folder_ / part / "file") << part;
    }
  }
  void TearDown() override { fs::remove_all(folder_); }

  SandboxRules rules() const {
    SandboxRules out = system_rules();
    out.read.push_back(folder_ / "model");
    out.read.push_back(folder_ / "not there");
    out.write.push_back(folder_ / "output");
    out.caches.push_back(folder_ / "cache");
    return out;
  }

  /// What a child process says of `act`: 0, the error that it met, or one of the above.
  int in_child(bool walled, const std::function<int()>& act) const {
    const pid_t child = fork();
    if (child == 0) {
      if (walled && !enter_sandbox(rules())) _exit(no_walls);
      _exit(act());
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child) return no_walls;
    return WIFEXITED(status) ? WEXITSTATUS(status) : a_signal;
  }

  std::string file(const char* part, const char* name = "file") const { return folder_ / part / name; }
  static int opened(const std::string& path, int flags) {
    return error_of(open(path.c_str(), flags | O_CLOEXEC, 0600));
  }

  fs::path folder_;
};

/// Something that a process tries.
struct Attempt {
  const char* what;
  std::function<int()> act;
  int refused = EPERM;
  int free = 0;  ///< what comes of it without walls
};

#define SKIP_WITHOUT_WALLS()     \
  if (!test::kernel_has_walls()) \
  GTEST_SKIP() << "this kernel, or the container around it, has no Landlock or seccomp"

/// Runs the attempts; each may change what the next ones find, so each begins anew.
void expect_refused(const std::function<int(bool, const std::function<int()>&)>& in_child,
                    const std::vector<Attempt>& attempts) {
  for (const Attempt& attempt : attempts) {
    EXPECT_EQ(in_child(true, attempt.act), attempt.refused) << attempt.what;
    EXPECT_EQ(in_child(false, attempt.act), attempt.free) << attempt.what << ", without walls";
  }
}

TEST_F(Sandbox, FilesElsewhereAreNeitherReadNorListed) {
  SKIP_WITHOUT_WALLS();
  const std::string own_private = file("private"), folder = folder_, link = file("model", "link");
  fs::create_symlink(own_private, link);
  expect_refused([&](bool walled, const auto& act) { return in_child(walled, act); },
                 {{"a system file of users", [&] { return opened("/etc/passwd", O_RDONLY); }, EACCES},
                  {"a file beside", [&] { return opened(own_private, O_RDONLY); }, EACCES},
                  {"the folder around", [&] { return opened(folder, O_RDONLY | O_DIRECTORY); }, EACCES},
                  {"on another thread",
                   [&] {
                     int error = 0;
                     std::thread([&] { error = opened(own_private, O_RDONLY); }).join();
                     return error;
                   },
                   EACCES},
                  {"by a link within", [&] { return opened(link, O_RDONLY); }, EACCES}});
}

TEST_F(Sandbox, NothingIsWrittenButInTheOutputsFolder) {
  SKIP_WITHOUT_WALLS();
  const std::string model = file("model"), fresh = file("private", "new"), out = file("output");
  const std::string moved = file("model", "moved"), folder = file("private", "folder");
  expect_refused([&](bool walled, const auto& act) { return in_child(walled, act); },
                 {{"a new file", [&] { return opened(fresh, O_WRONLY | O_CREAT); }, EACCES},
                  {"over the model", [&] { return opened(model, O_WRONLY); }, EACCES},
                  {"a folder", [&] { return error_of(mkdir(folder.c_str(), 0700)); }, EACCES},
                  {"moving there", [&] { return error_of(rename(out.c_str(), moved.c_str())); }, EACCES},
                  {"taking from there", [&] { return error_of(unlink(moved.c_str())); }, EACCES},
                  {"cutting short", [&] { return error_of(truncate(model.c_str(), 1)); }},
                  {"another mode", [&] { return error_of(chmod(model.c_str(), 0644)); }},
                  {"another owner", [&] { return error_of(chown(model.c_str(), getuid(), getgid())); }},
                  {"other times", [&] { return error_of(utimensat(AT_FDCWD, model.c_str(), nullptr, 0)); }}});
}

TEST_F(Sandbox, ThereAreNoSockets) {
  SKIP_WITHOUT_WALLS();
  sockaddr_un address{};
  address.sun_family = AF_UNIX;
  const std::string name = file("output", "socket");
  name.copy(address.sun_path, sizeof(address.sun_path) - 1);
  const auto* const to = reinterpret_cast<const sockaddr*>(&address);
  const int listening = socket(AF_UNIX, SOCK_STREAM, 0), ready = socket(AF_UNIX, SOCK_STREAM, 0);
  ASSERT_EQ(bind(listening, to, sizeof(address)), 0);
  ASSERT_EQ(listen(listening, 8), 0);
  int pair[2] = {-1, -1};
  expect_refused(
      [&](bool walled, const auto& act) { return in_child(walled, act); },
      {{"of the network", [&] { return error_of(socket(AF_INET, SOCK_STREAM, 0)); }},
       {"of programs", [&] { return error_of(socket(AF_UNIX, SOCK_STREAM, 0)); }},
       {"a pair", [&] { return error_of(socketpair(AF_UNIX, SOCK_STREAM, 0, pair)); }},
       {"one that was there connects", [&] { return error_of(connect(ready, to, sizeof(address))); }}});
  close(listening);
  close(ready);
}

TEST_F(Sandbox, NoMemoryIsSharedWithOtherPrograms) {
  SKIP_WITHOUT_WALLS();
  const int there = shmget(IPC_PRIVATE, 4096, 0600);
  ASSERT_GE(there, 0);
  const auto made = [] {
    const int number = shmget(IPC_PRIVATE, 4096, 0600);
    if (number >= 0) shmctl(number, IPC_RMID, nullptr);
    return error_of(number);
  };
  const auto attached = [&] { return shmat(there, nullptr, 0) == reinterpret_cast<void*>(-1) ? errno : 0; };
  const int messages = msgget(IPC_PRIVATE, 0600), counters = semget(IPC_PRIVATE, 1, 0600);
  ASSERT_GE(messages, 0);
  ASSERT_GE(counters, 0);
  struct Message {
    long kind = 1;
    char text[8] = "hello";
  } message;
  sembuf up{0, 1, 0};
  shmid_ds seen{};
  expect_refused(
      [&](bool walled, const auto& act) { return in_child(walled, act); },
      {{"made", made},
       {"of others", attached},
       {"asked after", [&] { return error_of(shmctl(there, IPC_STAT, &seen)); }},
       {"a message to others", [&] { return error_of(msgsnd(messages, &message, 6, IPC_NOWAIT)); }},
       {"one from others", [&] { return error_of(msgrcv(messages, &message, 6, 0, IPC_NOWAIT)); }},
       {"a counter of others", [&] { return error_of(semop(counters, &up, 1)); }}});
  shmctl(there, IPC_RMID, nullptr);
  msgctl(messages, IPC_RMID, nullptr);
  semctl(counters, 0, IPC_RMID);
}

TEST_F(Sandbox, ThereAreNoOtherProcesses) {
  SKIP_WITHOUT_WALLS();
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
  static rlimit limit;
  static cpu_set_t processors;
  ASSERT_EQ(sched_getaffinity(0, sizeof(processors), &processors), 0);
  expect_refused(
      [&](bool walled, const auto& act) { return in_child(walled, act); },
      {{"a program", executed},
       {"a process", forked},
       {"a signal to another", [] { return error_of(kill(getppid(), 0)); }},
       {"one to all around", [] { return error_of(kill(0, 0)); }},
       {"one that comes with a file", [&] { return error_of(fcntl(ends[0], F_SETOWN, getppid())); }},
       {"another's limits", [] { return error_of(prlimit(getppid(), RLIMIT_CORE, nullptr, &limit)); }},
       {"another's processors",
        [] { return error_of(sched_setaffinity(getppid(), sizeof(processors), &processors)); }},
       {"being traced", [] { return error_of(ptrace(PTRACE_TRACEME, 0, nullptr, nullptr)); }}});
  close(ends[0]);
  close(ends[1]);
}

TEST_F(Sandbox, TheSystemIsNotChanged) {
  SKIP_WITHOUT_WALLS();
  int ends[2] = {-1, -1};
  ASSERT_EQ(pipe(ends), 0);
  char typed = 'x';
  // Some containers refuse it by themselves.
  const auto unshared = [] { return error_of(unshare(CLONE_FS)); };
  expect_refused(
      [&](bool walled, const auto& act) { return in_child(walled, act); },
      {{"a world of its own", unshared, EPERM, in_child(false, unshared)},
       {"another personality", [] { return error_of(personality(0xffffffff)); }},
       {"typing into the terminal", [&] { return error_of(ioctl(ends[0], TIOCSTI, &typed)); }, EPERM, ENOTTY},
       {"a call of tomorrow", [] { return error_of(syscall(100000)); }, ENOSYS, ENOSYS}});
  close(ends[0]);
  close(ends[1]);
}

TEST_F(Sandbox, WhatLoadingAndDrawingNeedsGoesOn) {
  SKIP_WITHOUT_WALLS();
  const std::string fresh = file("output", "new"), placed = file("output", "placed");
  const Attempt attempts[] = {
      {"the model is read", [&] { return opened(file("model"), O_RDONLY); }},
      {"its folder is listed", [&] { return opened(file("model", ""), O_RDONLY | O_DIRECTORY); }},
      {"libraries are read", [] { return opened("/usr/lib", O_RDONLY | O_DIRECTORY); }},
      {"what is thrown away", [] { return opened("/dev/null", O_RDWR); }},
      {"a file takes its name",
       [&] {
         if (const int error = opened(fresh, O_WRONLY | O_CREAT | O_TRUNC)) return error;
         return error_of(rename(fresh.c_str(), placed.c_str()));
       }},
      {"its mode is set", [&] { return error_of(fchmod(open(placed.c_str(), O_WRONLY | O_CLOEXEC), 0600)); }},
      {"it is removed", [&] { return error_of(unlink(placed.c_str())); }},
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
      {"a folder is made in a cache", [&] { return error_of(mkdir(file("cache", "folder").c_str(), 0700)); }},
      {"a signal to itself", [] { return error_of(kill(getpid(), 0)); }},
      {"its own limits",
       [] {
         rlimit limit{};
         return error_of(getrlimit(RLIMIT_NOFILE, &limit)) + error_of(setrlimit(RLIMIT_NOFILE, &limit));
       }},
      {"flags of a file", [&] { return error_of(fcntl(open(file("model").c_str(), O_RDONLY), F_GETFL)); }},
  };
  for (const Attempt& attempt : attempts) EXPECT_EQ(in_child(true, attempt.act), 0) << attempt.what;
}

}  // namespace
}  // namespace mmd
