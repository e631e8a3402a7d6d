// Standard streams and the console of Windows.
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

}  // namespace mmd
