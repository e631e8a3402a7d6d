// Runs another program with CreateProcessW, in a job that ends it with this process, and writes to it through
// a pipe.
#include <algorithm>
#include <array>
#include <atomic>
#include <filesystem>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "assets/file_set.h"
#include "base/errors.h"
#include "base/windows_api.h"
#include "commands/output/child_process.h"
#include "commands/output/windows_process.h"
#include "document/sample.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

tl::unexpected<Diagnostic> failed(const char* what) {
  const int error = windows::errno_of(GetLastError());
  return fail(fmt::format("{}: {}", what, std::generic_category().message(error)));
}

/// The program with that path, or NAME.exe in this program's folder or in a folder of PATH; empty if missing.
/// Ignores the current folder, which may contain files of strangers.
fs::path find_program(const std::string& name) {
  if (const fs::path path = path_from_utf8(name); path.is_absolute()) return path;
  const std::wstring file_name = windows::to_wide(name) + L".exe";
  const wchar_t* variable = _wgetenv(L"PATH");
  std::wstring_view folders = variable != nullptr ? variable : L"";
  fs::path folder = program_folder();
  for (;;) {
    std::error_code ignored;
    const fs::path file = folder / file_name;
    if (folder.is_absolute() && fs::is_regular_file(file, ignored)) return file;
    if (folders.empty()) return {};
    const std::size_t end = std::min(folders.find(L';'), folders.size());
    std::wstring_view one = folders.substr(0, end);
    if (one.size() >= 2 && one.front() == L'"' && one.back() == L'"') one = one.substr(1, one.size() - 2);
    folder = one;
    folders.remove_prefix(std::min(end + 1, folders.size()));
  }
}

/// Quotes an argument for CommandLineToArgvW and the C library's startup: backslashes are doubled before a
/// quotation mark.
void append_quoted(std::wstring_view argument, std::wstring& line) {
  if (!line.empty()) line += L' ';
  line += L'"';
  std::size_t backslashes = 0;
  for (const wchar_t c : argument) {
    if (c == L'"') line.append(backslashes + 1, L'\\');
    backslashes = c == L'\\' ? backslashes + 1 : 0;
    line += c;
  }
  line.append(backslashes, L'\\');
  line += L'"';
}

/// A temporary file that Windows deletes when its last handle is closed.
windows::Handle open_temporary_file() {
  std::array<wchar_t, MAX_PATH + 1> folder{}, name{};
  if (GetTempPathW(static_cast<DWORD>(folder.size()), folder.data()) == 0 ||
      GetTempFileNameW(folder.data(), L"mmd", 0, name.data()) == 0)
    return {};
  SECURITY_ATTRIBUTES inherited = windows::inheritable();
  return windows::Handle(CreateFileW(
      name.data(), GENERIC_READ | GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE | FILE_SHARE_DELETE,
      &inherited, CREATE_ALWAYS, FILE_ATTRIBUTE_TEMPORARY | FILE_FLAG_DELETE_ON_CLOSE, nullptr));
}

}  // namespace

const char* const no_ffmpeg_hint = "put ffmpeg.exe beside mmdview.exe or into a folder of PATH";

struct ChildProcess::Impl {
  windows::Handle errors, input_end, job, process;
  std::atomic<bool> was_killed{false};

  Impl() = default;
  Impl(const Impl&) = delete;
  Impl& operator=(const Impl&) = delete;
  ~Impl() {
    input_end.close();
    kill();
    if (process) WaitForSingleObject(process.get(), INFINITE);
  }
  void kill() {
    if (!process || WaitForSingleObject(process.get(), 0) == WAIT_OBJECT_0) return;
    was_killed = true;
    if (!TerminateJobObject(job.get(), 1)) TerminateProcess(process.get(), 1);
  }
};

ChildProcess::ChildProcess(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ChildProcess::ChildProcess(ChildProcess&&) noexcept = default;
ChildProcess& ChildProcess::operator=(ChildProcess&&) noexcept = default;
ChildProcess::~ChildProcess() = default;

Result<ChildProcess> ChildProcess::start(const std::string& name, const std::vector<std::string>& arguments,
                                         const Diagnostic& missing) {
  const fs::path program = find_program(name);
  if (program.empty()) return fail(missing);
  auto impl = std::make_unique<Impl>();
  impl->errors = open_temporary_file();
  if (!impl->errors) return failed("cannot create a temporary file");
  constexpr DWORD pipe_size = DWORD{1} << 20;
  HANDLE ends[2]{};
  SECURITY_ATTRIBUTES inherited = windows::inheritable();
  if (!CreatePipe(&ends[0], &ends[1], &inherited, pipe_size)) return failed("cannot create a pipe");
  const windows::Handle input(ends[0]);
  impl->input_end = windows::Handle(ends[1]);
  SetHandleInformation(ends[1], HANDLE_FLAG_INHERIT, 0);
  const windows::Handle null(CreateFileW(L"NUL", GENERIC_WRITE, FILE_SHARE_READ | FILE_SHARE_WRITE,
                                         &inherited, OPEN_EXISTING, 0, nullptr));
  impl->job = windows::make_job();
  std::wstring line;
  append_quoted(windows::to_wide(name), line);
  for (const std::string& argument : arguments) append_quoted(windows::to_wide(argument), line);
  impl->process =
      windows::start_in_job(program, std::move(line), {input.get(), null.get(), impl->errors.get()},
                            impl->job.get(), windows::Console::none);
  if (!impl->process) return failed((name + " cannot be started").c_str());
  return ChildProcess(std::move(impl));
}

bool ChildProcess::write(ByteSpan bytes) {
  constexpr std::size_t max_at_once = std::size_t{1} << 24;
  while (!bytes.empty()) {
    DWORD written = 0;
    const auto size = static_cast<DWORD>(std::min(bytes.size(), max_at_once));
    if (!WriteFile(impl_->input_end.get(), bytes.data(), size, &written, nullptr) || written == 0)
      return false;
    bytes = bytes.subspan(written);
  }
  return true;
}

void ChildProcess::close_input() {
  impl_->input_end.close();
}

void ChildProcess::ask_to_end() {
  impl_->kill();
}

void ChildProcess::kill() {
  impl_->kill();
}

bool ChildProcess::has_ended() const {
  return WaitForSingleObject(impl_->process.get(), 0) != WAIT_TIMEOUT;
}

ChildProcess::End ChildProcess::wait() {
  WaitForSingleObject(impl_->process.get(), INFINITE);
  DWORD status = 0;
  End out;
  if (!impl_->was_killed && GetExitCodeProcess(impl_->process.get(), &status))
    out.status = static_cast<int>(status);
  return out;
}

std::string ChildProcess::last_errors() const {
  constexpr std::int64_t most = 2000;
  LARGE_INTEGER size{};
  if (!GetFileSizeEx(impl_->errors.get(), &size)) return {};
  const std::int64_t from = std::max<std::int64_t>(0, size.QuadPart - most);
  OVERLAPPED at{};
  at.Offset = static_cast<DWORD>(from & 0xffffffff);
  at.OffsetHigh = static_cast<DWORD>(from >> 32);
  std::string text(static_cast<std::size_t>(size.QuadPart - from), '\0');
  DWORD got = 0;
  ReadFile(impl_->errors.get(), text.data(), static_cast<DWORD>(text.size()), &got, &at);
  text.resize(got);
  return text;
}

}  // namespace mmd
