#pragma once

// What tests of walls ask the kernel itself, not the program: whether it can have them.

namespace mmd::test {

/// Landlock and filters of system calls, also within the container around this process.
bool kernel_has_walls();
bool kernel_has_openat2();

}  // namespace mmd::test
