#include <array>
#include <cerrno>
#include <cstddef>
#include <cstdint>

#include "tests/support/kernel_walls.h"

#if defined(__linux__)
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace mmd::test {

// Numbers from 424 on are the same on every processor.
bool kernel_has_walls() {
#if defined(__linux__)
  constexpr long landlock_create_ruleset = 444;
  constexpr unsigned ask_version = 1;
  const bool has_landlock = syscall(landlock_create_ruleset, nullptr, std::size_t{0}, ask_version) >= 1;
  // Of a filter that lies nowhere a kernel that has filters says just that.
  return has_landlock && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, nullptr, 0, 0) != 0 && errno == EFAULT;
#else
  return false;
#endif
}

bool kernel_has_openat2() {
#if defined(__linux__)
  constexpr long openat2 = 437;
  const std::array<std::uint64_t, 3> how{O_PATH | O_CLOEXEC, 0, 0};  // flags, mode, resolve
  const long opened = syscall(openat2, AT_FDCWD, ".", how.data(), sizeof(how));
  if (opened < 0) return false;
  close(static_cast<int>(opened));
  return true;
#else
  return false;
#endif
}

}  // namespace mmd::test
