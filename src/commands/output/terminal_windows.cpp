// Standard streams and the console of Windows.
#include <array>
#include <cstdlib>
#include <initializer_list>

#include <fcntl.h>
#include <io.h>

#include "base/windows_api.h"
#include "commands/output/progress_line.h"

namespace mmd {
namespace {

/// The console's code pages at the start; 0: they were not changed.
UINT output_page = 0, input_page = 0;

bool is_open(int stream) {
  constexpr intptr_t no_stream = -2;  // of a program without a console
  const intptr_t handle = _get_osfhandle(stream);
  return handle != -1 && handle != no_stream;
}

/// A device that rejects reading and writing.
void open_null(int stream) {
  const int null = _wopen(L"NUL", (stream == 0 ? _O_WRONLY : _O_RDONLY) | _O_BINARY);
  if (null < 0 || null == stream) return;
  _dup2(null, stream);
  _close(null);
}

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

bool errors_go_to_a_terminal() {
  DWORD mode = 0;
  return GetConsoleMode(reinterpret_cast<HANDLE>(_get_osfhandle(2)), &mode) != FALSE;
}

void fill_missing_streams() {
  for (const int stream : {0, 1, 2}) {
    if (!is_open(stream)) open_null(stream);
    _setmode(stream, _O_BINARY);  // same bytes as on other systems
  }
}

void enter_terminal() {
  // Restore the code page for other programs of the console.
  output_page = GetConsoleOutputCP();
  input_page = GetConsoleCP();
  if (output_page != 0) SetConsoleOutputCP(CP_UTF8);
  if (input_page != 0) SetConsoleCP(CP_UTF8);
  for (const DWORD stream : {STD_OUTPUT_HANDLE, STD_ERROR_HANDLE}) {
    const HANDLE console = GetStdHandle(stream);
    DWORD mode = 0;
    if (GetConsoleMode(console, &mode))
      SetConsoleMode(console, mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
  }
  std::atexit(leave_terminal);
}

void leave_terminal() {
  if (output_page != 0) SetConsoleOutputCP(std::exchange(output_page, 0));
  if (input_page != 0) SetConsoleCP(std::exchange(input_page, 0));
}

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
