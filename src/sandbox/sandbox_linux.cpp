// Elsewhere there are no walls, and that is said.
#include <fmt/format.h>

#include "sandbox/call_walls.h"
#include "sandbox/file_walls.h"
#include "sandbox/sandbox.h"

#if defined(__linux__)
#include <sys/prctl.h>
#endif

namespace mmd {
namespace {

std::optional<std::string> give_up_privileges() {
#if defined(__linux__)
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0) return std::nullopt;
#endif
  return "privileges cannot be given up";
}

}  // namespace

Result<void> enter_sandbox(const SandboxRules& rules) {
  std::string lacking;
  const auto note = [&](const std::optional<std::string>& problem) {
    if (problem) lacking += (lacking.empty() ? "" : "; ") + *problem;
  };
  note(give_up_privileges());
  note(wall_off_files(rules));
  note(wall_off_calls());
  if (lacking.empty()) return {};
  return fail("the sandbox is not whole: " + lacking,
              "it needs Linux 5.13 or newer with Landlock and seccomp, also within containers");
}

}  // namespace mmd
