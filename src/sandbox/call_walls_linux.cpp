#include <cerrno>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <system_error>
#include <vector>

#include <fmt/format.h>

#include "sandbox/call_walls.h"

#if defined(__linux__)
#include <fcntl.h>
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace mmd {
#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
namespace {

#if defined(__x86_64__)
constexpr std::uint32_t own_processor = AUDIT_ARCH_X86_64;
#else
constexpr std::uint32_t own_processor = AUDIT_ARCH_AARCH64;
#endif

/// When a call is refused.
enum class Refused : std::uint8_t {
  always,
  for_others,        ///< unless the first argument is this process
  for_others_not_0,  ///< unless it is this process, or 0, which stands for it there
  for_process,       ///< a clone that is no thread
  for_typing,        ///< an ioctl that types into the terminal, or has another process told of a file
  for_telling,       ///< an fcntl that has another process told of a file, by whatever signal
  unknown            ///< as if the kernel did not know it, so that the library takes another
};

struct CallRow {
  long number;
  Refused refused = Refused::always;
};

// Drivers of graphics cards are many and call much: what none of them needs is refused, rather than what some
// need allowed. Numbers from 424 on are the same on every processor; older headers lack some of the names.
constexpr CallRow calls[] = {
    // The network, and sockets of other programs of the person.
    {SYS_socket},
    {SYS_socketpair},
    {SYS_connect},
    {SYS_bind},
    {SYS_listen},
    {SYS_accept},
    {SYS_accept4},
    // Memory and messages that programs share by number or name.
    {SYS_shmget},
    {SYS_shmat},
    {SYS_shmctl},
    {SYS_msgget},
    {SYS_msgsnd},
    {SYS_msgrcv},
    {SYS_msgctl},
    {SYS_semget},
    {SYS_semop},
    {SYS_semtimedop},
    {SYS_semctl},
    {SYS_mq_open},
    {SYS_mq_unlink},
    // Programs and processes.
    {SYS_execve},
    {SYS_execveat},
    {SYS_clone, Refused::for_process},
    {435, Refused::unknown},  // clone3, whose flags cannot be seen
#if defined(__x86_64__)
    {SYS_fork},
    {SYS_vfork},
#endif
    {SYS_ptrace},
    {SYS_process_vm_readv},
    {SYS_process_vm_writev},
    {SYS_kcmp},
    {SYS_kill, Refused::for_others},
    {SYS_tgkill, Refused::for_others},
    {SYS_tkill},
    {SYS_rt_sigqueueinfo, Refused::for_others},
    {SYS_rt_tgsigqueueinfo, Refused::for_others},
    {424},  // pidfd_send_signal
    {434},  // pidfd_open
    {438},  // pidfd_getfd
    {440},  // process_madvise
    {448},  // process_mrelease
    {SYS_setpriority},
    {SYS_ioprio_set},
    {SYS_prlimit64, Refused::for_others_not_0},
    {SYS_sched_setaffinity, Refused::for_others_not_0},
    {SYS_sched_setscheduler, Refused::for_others_not_0},
    {SYS_sched_setparam, Refused::for_others_not_0},
    {SYS_sched_setattr, Refused::for_others_not_0},
    {SYS_migrate_pages, Refused::for_others_not_0},
    {SYS_move_pages, Refused::for_others_not_0},
    {SYS_ioctl, Refused::for_typing},
    {SYS_fcntl, Refused::for_telling},
    // Files, where Landlock does not look: their modes, owners, times and labels by name.
    {SYS_truncate},
    {SYS_fchmodat},
    {SYS_fchownat},
    {SYS_utimensat},
    {SYS_setxattr},
    {SYS_lsetxattr},
    {SYS_removexattr},
    {SYS_lremovexattr},
    {452},  // fchmodat2
    {463},  // setxattrat
    {466},  // removexattrat
    {469},  // file_setattr
#if defined(__x86_64__)
    {SYS_chmod},
    {SYS_chown},
    {SYS_lchown},
    {SYS_utime},
    {SYS_utimes},
    {SYS_futimesat},
#endif
    {SYS_name_to_handle_at},
    {SYS_open_by_handle_at},
    // Other worlds: mounts and namespaces.
    {SYS_mount},
    {SYS_umount2},
    {SYS_pivot_root},
    {SYS_chroot},
    {SYS_unshare},
    {SYS_setns},
    {428},  // open_tree
    {429},  // move_mount
    {430},  // fsopen
    {431},  // fsconfig
    {432},  // fsmount
    {433},  // fspick
    {442},  // mount_setattr
    {467},  // open_tree_attr
    // The kernel's inside.
    {425},  // io_uring_setup: what a ring does is not filtered
    {426},  // io_uring_enter
    {427},  // io_uring_register
    {SYS_bpf},
    {SYS_perf_event_open},
    {SYS_userfaultfd},
    {SYS_add_key},
    {SYS_request_key},
    {SYS_keyctl},
    {SYS_init_module},
    {SYS_finit_module},
    {SYS_delete_module},
    {SYS_kexec_load},
    {SYS_syslog},
    {SYS_fanotify_init},
    {SYS_personality},
    // The system.
    {SYS_reboot},
    {SYS_swapon},
    {SYS_swapoff},
    {SYS_acct},
    {SYS_quotactl},
    {443},  // quotactl_fd
    {SYS_sethostname},
    {SYS_setdomainname},
    {SYS_settimeofday},
    {SYS_clock_settime},
    {SYS_adjtimex},
    {SYS_clock_adjtime},
    {SYS_vhangup},
#if defined(__x86_64__)
    {SYS_kexec_file_load},
    {SYS_iopl},
    {SYS_ioperm},
    {SYS_modify_ldt},
#endif
};
/// Calls that are newer than this list (469 is Linux 6.17's file_setattr).
constexpr std::uint32_t newest_known = 469;

/// A filter, instruction by instruction.
class Filter {
 public:
  void load(std::size_t offset) { add(BPF_LD | BPF_W | BPF_ABS, 0, 0, static_cast<std::uint32_t>(offset)); }
  void load_argument(std::size_t index) {  // of two halves the lower one, which comes first
    load(offsetof(seccomp_data, args) + 8 * index);
  }
  /// Goes past the next `instructions` where the test (BPF_JEQ …) is true, or where it is not.
  void skip_if(int test, std::uint32_t value, std::uint8_t instructions) {
    add(BPF_JMP | test | BPF_K, instructions, 0, value);
  }
  void skip_unless(int test, std::uint32_t value, std::uint8_t instructions) {
    add(BPF_JMP | test | BPF_K, 0, instructions, value);
  }
  void refuse(int error) {
    add(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ERRNO | static_cast<std::uint32_t>(error));
  }
  void allow() { add(BPF_RET | BPF_K, 0, 0, SECCOMP_RET_ALLOW); }
  std::vector<sock_filter>& instructions() { return instructions_; }

 private:
  void add(int code, std::uint8_t if_true, std::uint8_t if_false, std::uint32_t value) {
    instructions_.push_back({static_cast<std::uint16_t>(code), if_true, if_false, value});
  }
  std::vector<sock_filter> instructions_;
};

/// Refuses the call where an argument is listed, or where it is not. The number of the call is loaded.
void add_choice(Filter& filter, std::uint32_t number, std::size_t argument,
                std::initializer_list<std::uint32_t> listed, bool refused_if_listed) {
  auto left = static_cast<std::uint8_t>(listed.size());
  filter.skip_unless(BPF_JEQ, number, static_cast<std::uint8_t>(left + 3));
  filter.load_argument(argument);
  for (const std::uint32_t value : listed)
    filter.skip_if(BPF_JEQ, value, left--);  // to the second of two ends
  if (refused_if_listed) filter.allow();
  filter.refuse(EPERM);
  if (!refused_if_listed) filter.allow();
}

/// The number of the call is loaded.
void add_row(Filter& filter, const CallRow& row) {
  const auto number = static_cast<std::uint32_t>(row.number);
  const auto own = static_cast<std::uint32_t>(getpid());
  constexpr std::uint32_t tells_of_socket = 0x8901, tells_group_of_socket = 0x8902;  // FIOSETOWN, SIOCSPGRP
  constexpr std::uint32_t types_or_selects = 0x541c;                                 // TIOCLINUX
  constexpr std::uint32_t set_signal = 10, set_owner_ex = 15;                        // F_SETSIG, F_SETOWN_EX
  switch (row.refused) {
    case Refused::always:
    case Refused::unknown:
      filter.skip_unless(BPF_JEQ, number, 1);
      return filter.refuse(row.refused == Refused::always ? EPERM : ENOSYS);
    case Refused::for_others:
      return add_choice(filter, number, 0, {own}, false);
    case Refused::for_others_not_0:
      return add_choice(filter, number, 0, {0, own}, false);
    case Refused::for_typing:
      return add_choice(filter, number, 1,
                        {TIOCSTI, types_or_selects, tells_of_socket, tells_group_of_socket}, true);
    case Refused::for_telling:
      return add_choice(filter, number, 1, {F_SETOWN, set_owner_ex, set_signal}, true);
    case Refused::for_process:
      filter.skip_unless(BPF_JEQ, number, 4);
      filter.load_argument(0);
      filter.skip_if(BPF_JSET, CLONE_THREAD, 1);
      filter.refuse(EPERM);
      return filter.allow();
  }
}

Filter make_filter() {
  Filter out;
  out.load(offsetof(seccomp_data, arch));
  out.skip_if(BPF_JEQ, own_processor, 1);
  out.refuse(ENOSYS);
  out.load(offsetof(seccomp_data, nr));
  // The calls of x32, which a 64-bit program can make, begin far above.
  out.skip_unless(BPF_JGT, newest_known, 1);
  out.refuse(ENOSYS);
  for (const CallRow& row : calls) add_row(out, row);
  out.allow();
  return out;
}

}  // namespace

std::optional<std::string> wall_off_calls() {
  Filter filter = make_filter();
  std::vector<sock_filter>& instructions = filter.instructions();
  const sock_fprog program{static_cast<unsigned short>(instructions.size()), instructions.data()};
  if (prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program, 0, 0) == 0) return std::nullopt;
  if (errno == EINVAL) return "the kernel has no filters of system calls (seccomp)";
  return fmt::format("seccomp: {}", std::generic_category().message(errno));
}

#else

std::optional<std::string> wall_off_calls() {
  return "there are no filters of system calls (seccomp) for this system and processor";
}

#endif
}  // namespace mmd
