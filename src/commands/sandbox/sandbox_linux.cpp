#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <memory>
#include <system_error>

#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <seccomp.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/errors.h"
#include "commands/sandbox/sandbox.h"
#include "library/library_store.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

// Graphics drivers make many different calls, so the filter lists the calls that no driver needs. Names that
// this processor or libseccomp does not know are skipped.
constexpr const char* refused_calls[] = {
    // The network, and sockets of the user's other programs.
    "socket", "socketpair", "connect", "bind", "listen", "accept", "accept4",
    // Memory and messages shared by number or name.
    "shmget", "shmat", "shmctl", "msgget", "msgsnd", "msgrcv", "msgctl", "semget", "semop", "semtimedop",
    "semctl", "mq_open", "mq_unlink",
    // Programs and processes.
    "execve", "execveat", "fork", "vfork", "ptrace", "process_vm_readv", "process_vm_writev", "kcmp", "tkill",
    "pidfd_open", "pidfd_send_signal", "pidfd_getfd", "process_madvise", "process_mrelease",
    // Files.
    "creat", "truncate", "rename", "renameat", "renameat2", "link", "linkat", "symlink", "symlinkat",
    "unlink", "unlinkat", "mkdir", "mkdirat", "rmdir", "mknod", "mknodat", "chmod", "fchmod", "fchmodat",
    "chown", "fchown", "lchown", "fchownat", "utime", "utimes", "futimesat", "utimensat", "setxattr",
    "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr", "open_by_handle_at",
    // Mounts and namespaces.
    "mount", "umount2", "pivot_root", "chroot", "unshare", "setns", "open_tree", "move_mount", "fsopen",
    "fsconfig", "fsmount", "fspick", "mount_setattr",
    // The kernel. Operations of io_uring bypass the filter.
    "io_uring_setup", "io_uring_enter", "io_uring_register", "bpf", "perf_event_open", "userfaultfd",
    "add_key", "request_key", "keyctl", "init_module", "finit_module", "delete_module", "kexec_load",
    "kexec_file_load", "personality"};

/// Calls with flags in memory, which a filter cannot read. They fail as unknown (ENOSYS), so that callers use
/// the older calls.
constexpr const char* unknown_calls[] = {"clone3", "openat2"};
/// Calls of kernels newer than the list above: 451 is the first of Linux 6.5, on every processor.
constexpr int first_newer_call = 451, last_newer_call = 511;

/// A call that is refused if `argument & mask` is `value`.
struct RefusedUse {
  const char* call;
  unsigned argument;
  std::uint64_t mask, value;
};
constexpr std::uint64_t whole_int = 0xffffffff;
constexpr RefusedUse refused_uses[] = {
    {"clone", 0, CLONE_THREAD, 0},  // a process
    {"open", 1, O_WRONLY, O_WRONLY},
    {"open", 1, O_RDWR, O_RDWR},
    {"open", 1, O_CREAT, O_CREAT},
    {"open", 1, O_TRUNC, O_TRUNC},
    {"openat", 2, O_WRONLY, O_WRONLY},
    {"openat", 2, O_RDWR, O_RDWR},
    {"openat", 2, O_CREAT, O_CREAT},
    {"openat", 2, O_TRUNC, O_TRUNC},
    // Typing characters into the terminal.
    {"ioctl", 1, whole_int, TIOCSTI},
    {"ioctl", 1, whole_int, 0x541c},  // TIOCLINUX
    // Signals to others when something happens to a file: FIOSETOWN, SIOCSPGRP, F_SETOWN, F_SETOWN_EX.
    {"ioctl", 1, whole_int, 0x8901},
    {"ioctl", 1, whole_int, 0x8902},
    {"fcntl", 1, whole_int, 8},
    {"fcntl", 1, whole_int, 15},
};
/// Calls that are allowed only with this process as first argument.
constexpr const char* own_process_calls[] = {"kill", "tgkill", "rt_sigqueueinfo", "rt_tgsigqueueinfo"};

/// Builds a filter; remembers the first error.
class Filter {
 public:
  Filter() : context_(seccomp_init(SCMP_ACT_ALLOW), &seccomp_release) {
    // The driver has already started threads.
    note(context_ ? seccomp_attr_set(context_.get(), SCMP_FLTATR_CTL_TSYNC, 1) : -ENOMEM);
  }
  void refuse(const char* call, std::initializer_list<scmp_arg_cmp> if_so = {}, int error = EPERM) {
    const int number = seccomp_syscall_resolve_name(call);
    if (number != __NR_SCMP_ERROR) refuse(number, if_so, error);
  }
  void refuse(int number, std::initializer_list<scmp_arg_cmp> if_so, int error) {
    if (error_ == 0)
      note(seccomp_rule_add_array(context_.get(), SCMP_ACT_ERRNO(static_cast<std::uint32_t>(error)), number,
                                  static_cast<unsigned>(if_so.size()), if_so.begin()));
  }
  /// 0, or an error number.
  int load() {
    if (error_ == 0) note(seccomp_load(context_.get()));
    return -error_;
  }

 private:
  void note(int result) {
    if (error_ == 0 && result < 0) error_ = result;
  }
  std::unique_ptr<void, decltype(&seccomp_release)> context_;
  int error_ = 0;
};

/// Sends the output of `work` to the other process, then exits with its status.
[[noreturn]] void be_child(const std::function<int(Bytes&)>& work, unsigned processor_seconds,
                           int to_parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  rlimit limit{};
  if (::getrlimit(RLIMIT_CPU, &limit) == 0) {
    limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, processor_seconds);
    ::setrlimit(RLIMIT_CPU, &limit);
  }
  Bytes output;
  int status = work(output);
  ByteSpan left = output;
  while (!left.empty()) {
    const ssize_t written = ::write(to_parent, left.data(), left.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) break;
    left = left.subspan(static_cast<std::size_t>(written));
  }
  std::fflush(nullptr);
  ::_exit(status);
}

/// Reads a pipe to its end.
Bytes read_pipe(int pipe) {
  Bytes out, chunk(std::size_t{64} << 10);
  for (;;) {
    const ssize_t got = ::read(pipe, chunk.data(), chunk.size());
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return out;
    out.insert(out.end(), chunk.begin(), chunk.begin() + got);
  }
}

tl::unexpected<Diagnostic> no_process(int error) {
  return fail(fmt::format("cannot start a process: {}", std::generic_category().message(error)));
}

}  // namespace

Result<ChildResult> run_in_child(const std::function<int(Bytes& output)>& work, unsigned processor_seconds,
                                 const Diagnostic& too_slow) {
  int ends[2];
  if (::pipe2(ends, O_CLOEXEC) != 0) return no_process(errno);
  std::fflush(nullptr);
  const pid_t child = ::fork();
  const int error = errno;
  if (child == 0) {
    ::close(ends[0]);
    be_child(work, processor_seconds, ends[1]);
  }
  ::close(ends[1]);
  ChildResult out;
  if (child > 0) out.output = read_pipe(ends[0]);
  ::close(ends[0]);
  if (child < 0) return no_process(error);
  int status = 0;
  while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) {
    out.status = WEXITSTATUS(status);
    return out;
  }
  if (WTERMSIG(status) == SIGXCPU) return fail(too_slow);
  return fail(fmt::format("the process that read the file was killed by signal {}", WTERMSIG(status)));
}

void prepare_sandbox() {
  for (const char* variable : {"DISPLAY", "WAYLAND_DISPLAY"}) ::unsetenv(variable);
  std::error_code error;
  fs::path folder = user_folder(UserFolder::cache);
  if (folder.empty() || !fs::is_directory(folder.parent_path(), error)) return;
  folder /= "sandbox-shaders";
  fs::create_directories(folder, error);
  if (!fs::is_directory(folder, error)) return;
  for (const char* variable : {"MESA_SHADER_CACHE_DIR", "MESA_GLSL_CACHE_DIR", "__GL_SHADER_DISK_CACHE_PATH"})
    ::setenv(variable, folder.c_str(), 1);
  ::setenv("MESA_SHADER_CACHE_MAX_SIZE", "64M", 0);
  // A single file is opened before there is a filter, and can be added to behind it.
  ::setenv("MESA_DISK_CACHE_SINGLE_FILE", "1", 0);
}

Result<void> enter_sandbox() {
  Filter filter;
  for (const char* call : refused_calls) filter.refuse(call);
  for (const char* call : unknown_calls) filter.refuse(call, {}, ENOSYS);
  for (int call = first_newer_call; call <= last_newer_call; ++call) filter.refuse(call, {}, ENOSYS);
  for (const RefusedUse& use : refused_uses)
    filter.refuse(use.call, {{use.argument, SCMP_CMP_MASKED_EQ, use.mask, use.value}});
  for (const char* call : own_process_calls)
    filter.refuse(call, {{0, SCMP_CMP_NE, static_cast<std::uint64_t>(::getpid()), 0}});
  filter.refuse("prlimit64", {{0, SCMP_CMP_NE, 0, 0}});
  const int error = filter.load();
  if (error == 0) return {};
  return fail(fmt::format("no sandbox is available: {}", std::generic_category().message(error)));
}

}  // namespace mmd
