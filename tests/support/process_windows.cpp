#include <csignal>
#include <cstdlib>
#include <cwchar>
#include <stdexcept>
#include <string_view>
#include <thread>

#include "base/windows_api.h"
#include "tests/support/process.h"
// clang-format off: it needs windows.h before it
#include <psapi.h>
// clang-format on

namespace mmd::test {
namespace {

using windows::Handle;
using windows::to_wide;

struct Pipe {
  Handle read, write;
  Pipe() {
    HANDLE ends[2];
    if (!CreatePipe(&ends[0], &ends[1], nullptr, 0)) throw std::runtime_error("CreatePipe");
    read = Handle(ends[0]);
    write = Handle(ends[1]);
  }
};

void let_inherit(const Handle& handle) {
  SetHandleInformation(handle.get(), HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
}

/// One argument as CommandLineToArgvW and the C library read it.
std::wstring quoted(std::string_view argument) {
  std::wstring out = L"\"";
  std::size_t backslashes = 0;
  for (const wchar_t c : to_wide(argument)) {
    if (c == L'"') out.append(backslashes + 1, L'\\');
    backslashes = c == L'\\' ? backslashes + 1 : 0;
    out += c;
  }
  return out.append(backslashes, L'\\') + L'"';
}

/// This process's environment with more on top of it, as CreateProcessW takes it.
std::wstring environment_with(const std::vector<std::pair<std::string, std::string>>& more) {
  std::wstring out;
  wchar_t* const own = GetEnvironmentStringsW();
  for (const wchar_t* entry = own; *entry != 0; entry += std::wcslen(entry) + 1) {
    const std::wstring_view text = entry;
    bool is_replaced = false;
    for (const auto& [name, value] : more) is_replaced |= text.starts_with(to_wide(name) + L'=');
    if (!is_replaced) out.append(text).push_back(0);
  }
  FreeEnvironmentStringsW(own);
  for (const auto& [name, value] : more) out.append(to_wide(name + '=' + value)).push_back(0);
  return out;
}

/// Ctrl-Break reaches only programs on the same console.
void have_console() {
  if (GetConsoleCP() != 0) return;
  AllocConsole();
  if (const HWND window = GetConsoleWindow()) ShowWindow(window, SW_HIDE);
}

void write_all(Handle& to, std::string_view text) {
  for (DWORD n = 0; !text.empty(); text.remove_prefix(n))
    if (!WriteFile(to.get(), text.data(), static_cast<DWORD>(text.size()), &n, nullptr)) break;
  to.close();
}

/// Until the process ends, not until the pipe closes: processes that wine starts for its desktop may have it,
/// too.
void read_all(const Handle& from, HANDLE process, std::string& to, std::string_view stop_word, DWORD group) {
  char buffer[65536];
  for (bool has_ended = false;;) {
    DWORD n = 0;
    if (!PeekNamedPipe(from.get(), nullptr, 0, nullptr, &n, nullptr)) return;
    if (n == 0) {
      if (has_ended) return;
      has_ended = WaitForSingleObject(process, 2) == WAIT_OBJECT_0;
      continue;
    }
    if (!ReadFile(from.get(), buffer, sizeof buffer, &n, nullptr)) return;
    to.append(buffer, n);
    if (stop_word.empty() || to.find(stop_word) == std::string::npos) continue;
    GenerateConsoleCtrlEvent(CTRL_BREAK_EVENT, group);
    stop_word = {};
  }
}

void set_status(Outcome& outcome, DWORD status) {
  if (status == STATUS_CONTROL_C_EXIT) {
    outcome.signal = SIGINT;
  } else if (status >= 0xC0000000) {  // STATUS_ACCESS_VIOLATION and its like
    outcome.signal = SIGSEGV;
  } else {
    outcome.status = static_cast<int>(status);
  }
}

}  // namespace

void put_environment_variable(const char* name, const char* value) {
  _wputenv_s(to_wide(name).c_str(), value != nullptr ? to_wide(value).c_str() : L"");  // "" unsets
}

std::vector<std::pair<std::string, std::string>> environment_of_pictures(const std::string&) {
  return {};  // what wine draws with was chosen when it started (scripts/windows_tests.sh)
}

bool has_terminals() {
  return false;
}

Outcome run_program(const std::string& program, const Invocation& run) {
  if (!run.limits.empty() || run.on_terminal || run.interrupt_signal != 0)
    throw std::runtime_error("not on Windows");
  if (!run.interrupt_at.empty()) have_console();
  Pipe in, out, err;
  Handle file;
  if (!run.output_file.empty()) {
    file = Handle(CreateFileW(to_wide(run.output_file).c_str(), GENERIC_WRITE, 0, nullptr, OPEN_EXISTING,
                              FILE_ATTRIBUTE_NORMAL, nullptr));
    if (!file) throw std::runtime_error(run.output_file);
    std::swap(file, out.write);
  }
  for (const Handle* end : {&in.read, &out.write, &err.write}) let_inherit(*end);

  STARTUPINFOW start{};
  start.cb = sizeof start;
  start.dwFlags = STARTF_USESTDHANDLES;
  start.hStdInput = in.read.get();
  start.hStdOutput = out.write.get();
  start.hStdError = err.write.get();
  std::wstring command = quoted(program);
  for (const std::string& argument : run.arguments) command += L' ' + quoted(argument);
  std::wstring environment = environment_with(run.environment);
  const std::wstring folder = to_wide(run.working_folder);
  PROCESS_INFORMATION started{};
  if (!CreateProcessW(to_wide(program).c_str(), command.data(), nullptr, nullptr, TRUE,
                      CREATE_SUSPENDED | CREATE_UNICODE_ENVIRONMENT | CREATE_NEW_PROCESS_GROUP,
                      environment.data(), folder.empty() ? nullptr : folder.c_str(), &start, &started))
    throw std::runtime_error("cannot start " + program);
  const Handle process(started.hProcess), thread(started.hThread);
  if (run.on_one_processor) SetProcessAffinityMask(process.get(), 1);
  ResumeThread(thread.get());
  for (Handle* end : {&in.read, &out.write, &err.write}) end->close();
  file.close();

  Outcome outcome;
  std::thread writes([&] { write_all(in.write, run.input); });
  std::thread reads([&] { read_all(out.read, process.get(), outcome.out, {}, 0); });
  read_all(err.read, process.get(), outcome.err, run.interrupt_at, started.dwProcessId);
  reads.join();
  WaitForSingleObject(process.get(), INFINITE);
  in.read.close();
  writes.join();
  DWORD status = 0;
  GetExitCodeProcess(process.get(), &status);
  set_status(outcome, status);
  PROCESS_MEMORY_COUNTERS memory{};
  if (GetProcessMemoryInfo(process.get(), &memory, sizeof memory))
    outcome.peak_bytes = memory.PeakWorkingSetSize;
  return outcome;
}

}  // namespace mmd::test
