#include <array>
#include <cerrno>
#include <cstdint>

#include "tests/support/process.h"

#if defined(__linux__)
#include <fcntl.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
#endif

namespace mmd::test {

bool kernel_has_seccomp() {
#if defined(__linux__)
  // A kernel with seccomp filters fails with EFAULT at this address.
  return prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, nullptr, 0, 0) != 0 && errno == EFAULT;
#else
  return false;
#endif
}

bool kernel_has_openat2() {
#if defined(__linux__)
  constexpr long openat2 = 437;                                      // on every processor
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
