#pragma once

// Child processes of Windows, for the files that start them. Only *_windows.cpp include this.

#include <array>
#include <cstdint>
#include <filesystem>
#include <string>

#include "base/windows_api.h"

namespace mmd::windows {

/// Attributes for handles that a child process inherits.
SECURITY_ATTRIBUTES inheritable();

/// Creates a job that ends its processes when its last handle closes.
Handle make_job();

enum class Console : std::uint8_t {
  shared,  ///< the child writes to this process's console and gets its Ctrl-C
  none
};
/// Starts a program in a job, with these standard streams (input, output, errors) and no other handles. A
/// null stream is missing. Returns null on failure; see GetLastError().
Handle start_in_job(const std::filesystem::path& program, std::wstring command_line,
                    const std::array<HANDLE, 3>& streams, HANDLE job, Console console);

}  // namespace mmd::windows
