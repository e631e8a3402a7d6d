#pragma once

// What tests ask the kernel itself, not the program.

namespace mmd::test {

// Also within the container around this process.
bool kernel_has_seccomp();
bool kernel_has_openat2();

}  // namespace mmd::test
