// Replaces sandbox_linux.cpp in builds without MMDVIEW_SANDBOX.
#include "base/errors.h"
#include "commands/sandbox/sandbox.h"

namespace mmd {

Result<ChildResult> run_in_child(const std::function<int(Bytes& output)>& work,
                                 unsigned /*processor_seconds*/, const Diagnostic& /*too_slow*/) {
  ChildResult out;
  out.status = work(out.output);
  return out;
}

void prepare_sandbox() {}

Result<void> enter_sandbox() {
  return fail("built without a sandbox (MMDVIEW_SANDBOX)");
}

}  // namespace mmd
