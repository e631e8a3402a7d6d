#include <array>

#include <fcntl.h>
#include <io.h>

#include "base/windows_api.h"
#include "commands/output/console.h"

namespace mmd {
namespace {

bool nobody_reads_errors = false;

bool console_is_ours_alone() {
  std::array<DWORD, 2> processes{};
  return GetConsoleProcessList(processes.data(), static_cast<DWORD>(processes.size())) == 1;
}

/// Handles of a closed console can be reused for other files; a message must not be written into one.
void point_streams_at_nothing() {
  const int nothing = _wopen(L"NUL", _O_RDWR | _O_BINARY);
  if (nothing < 0) return;
  for (int stream = 0; stream < 3; ++stream)
    if (_isatty(stream)) _dup2(nothing, stream);
  if (nothing > 2) _close(nothing);
}

/// True if the system opened no console although the process has no redirected streams: Windows 11 24H2 does
/// so because the manifest asks for it.
bool was_started_without_streams() {
  STARTUPINFOW start{};
  GetStartupInfoW(&start);
  const DWORD errors = GetFileType(GetStdHandle(STD_ERROR_HANDLE));
  const bool someone_reads =
      (start.dwFlags & STARTF_USESTDHANDLES) != 0 || errors == FILE_TYPE_DISK || errors == FILE_TYPE_PIPE;
  return GetConsoleWindow() == nullptr && !someone_reads;
}

}  // namespace

void close_own_console() {
  if (!console_is_ours_alone()) {
    nobody_reads_errors = was_started_without_streams();
    return;
  }
  point_streams_at_nothing();
  nobody_reads_errors = FreeConsole() != 0;
}

void show_without_console(const std::string& text) {
  if (!nobody_reads_errors) return;
  MessageBoxW(nullptr, windows::to_wide(text).c_str(), L"mmdview", MB_OK | MB_ICONERROR);
}

}  // namespace mmd
