// The sandbox of Windows: a child process in a job, of low integrity once its driver has started.
#include <cstdio>
#include <optional>
#include <string>
#include <system_error>

#include <fmt/format.h>

#include "base/environment.h"
#include "base/errors.h"
#include "commands/output/windows_process.h"
#include "commands/sandbox/sandbox.h"
#include "document/sample.h"

namespace mmd {
namespace {

/// Set in the child, which is this program with the same arguments.
constexpr const char* child_variable = "MMDVIEW_SANDBOX_CHILD";

tl::unexpected<Diagnostic> no_process() {
  const int error = windows::errno_of(GetLastError());
  return fail(fmt::format("no process can be started: {}", std::generic_category().message(error)));
}

/// Writes the output of `work` to standard output and exits with its status.
[[noreturn]] void be_child(const std::function<int(Bytes&)>& work) {
  Bytes output;
  const int status = work(output);
  std::fwrite(output.data(), 1, output.size(), stdout);
  std::fflush(nullptr);
  std::_Exit(status);
}

double seconds_of(const FILETIME& time) {
  constexpr double ticks = 1e7;
  return static_cast<double>((std::uint64_t{time.dwHighDateTime} << 32) | time.dwLowDateTime) / ticks;
}

/// Processor time of all threads of a process, seconds.
double processor_seconds_of(HANDLE process) {
  FILETIME begin{}, end{}, in_kernel{}, of_program{};
  if (!GetProcessTimes(process, &begin, &end, &in_kernel, &of_program)) return 0.0;
  return seconds_of(in_kernel) + seconds_of(of_program);
}

/// The bytes available in a pipe.
void drain(HANDLE pipe, Bytes& to) {
  for (DWORD available = 0; PeekNamedPipe(pipe, nullptr, 0, nullptr, &available, nullptr) && available > 0;) {
    const std::size_t before = to.size();
    to.resize(before + available);
    DWORD got = 0;
    if (!ReadFile(pipe, to.data() + before, available, &got, nullptr)) got = 0;
    to.resize(before + got);
    if (got == 0) return;
  }
}

/// Denies the clipboard, other programs' windows and system settings.
void restrict_desktop(HANDLE job) {
  JOBOBJECT_BASIC_UI_RESTRICTIONS refused{};
  refused.UIRestrictionsClass = JOB_OBJECT_UILIMIT_HANDLES | JOB_OBJECT_UILIMIT_READCLIPBOARD |
                                JOB_OBJECT_UILIMIT_WRITECLIPBOARD | JOB_OBJECT_UILIMIT_SYSTEMPARAMETERS |
                                JOB_OBJECT_UILIMIT_DISPLAYSETTINGS | JOB_OBJECT_UILIMIT_GLOBALATOMS |
                                JOB_OBJECT_UILIMIT_DESKTOP | JOB_OBJECT_UILIMIT_EXITWINDOWS;
  SetInformationJobObject(job, JobObjectBasicUIRestrictions, &refused, sizeof refused);
}

/// One of this process's standard streams for a child to inherit; null: it is missing.
windows::Handle inheritable_stream(DWORD which) {
  HANDLE out = nullptr;
  DuplicateHandle(GetCurrentProcess(), GetStdHandle(which), GetCurrentProcess(), &out, 0, TRUE,
                  DUPLICATE_SAME_ACCESS);
  return windows::Handle(out);
}

/// Starts this program once more, with the end of a pipe as its standard output.
windows::Handle start_child(HANDLE output, HANDLE job) {
  const windows::Handle input = inheritable_stream(STD_INPUT_HANDLE);
  const windows::Handle errors = inheritable_stream(STD_ERROR_HANDLE);
  set_environment_variable(child_variable, "1", IfSet::replace);
  auto child = windows::start_in_job(program_file(), GetCommandLineW(), {input.get(), output, errors.get()},
                                     job, windows::Console::shared);
  const DWORD error = GetLastError();
  set_environment_variable(child_variable, "", IfSet::replace);  // an empty value removes it
  SetLastError(error);
  return child;
}

}  // namespace

Result<ChildResult> run_in_child(const std::function<int(Bytes& output)>& work, unsigned processor_seconds,
                                 const Diagnostic& too_slow) {
  if (environment_variable(child_variable)) be_child(work);
  HANDLE ends[2]{};
  SECURITY_ATTRIBUTES inherited = windows::inheritable();
  if (!CreatePipe(&ends[0], &ends[1], &inherited, 0)) return no_process();
  const windows::Handle output(ends[0]);
  windows::Handle child_output(ends[1]);
  SetHandleInformation(output.get(), HANDLE_FLAG_INHERIT, 0);
  // A crash ends it without a dialog. It can start no process.
  const windows::Handle job =
      windows::make_job(JOB_OBJECT_LIMIT_ACTIVE_PROCESS | JOB_OBJECT_LIMIT_DIE_ON_UNHANDLED_EXCEPTION, 1);
  restrict_desktop(job.get());
  std::fflush(nullptr);
  const windows::Handle child = start_child(child_output.get(), job.get());
  if (!child) return no_process();
  child_output.close();
  constexpr DWORD between_looks_ms = 10;
  ChildResult out;
  while (WaitForSingleObject(child.get(), between_looks_ms) == WAIT_TIMEOUT) {
    drain(output.get(), out.output);
    if (processor_seconds_of(child.get()) <= processor_seconds) continue;
    TerminateJobObject(job.get(), 1);
    return fail(too_slow);
  }
  drain(output.get(), out.output);
  DWORD status = 0;
  GetExitCodeProcess(child.get(), &status);
  constexpr DWORD first_exception = 0xc0000000;
  if (status >= first_exception)
    return fail(fmt::format("the process that read the file was ended by exception {:#x}", status));
  out.status = static_cast<int>(status);
  return out;
}

/// Nothing to prepare: drivers find their caches, and the job denies the desktop.
void prepare_sandbox() {}

Result<void> enter_sandbox() {
  // A process of low integrity cannot write to files, registry keys or processes of medium integrity. The
  // level cannot be raised again.
  SID_IDENTIFIER_AUTHORITY authority = SECURITY_MANDATORY_LABEL_AUTHORITY;
  SID low{};
  low.Revision = SID_REVISION;
  low.SubAuthorityCount = 1;
  low.IdentifierAuthority = authority;
  low.SubAuthority[0] = SECURITY_MANDATORY_LOW_RID;
  TOKEN_MANDATORY_LABEL label{};
  label.Label.Attributes = SE_GROUP_INTEGRITY;
  label.Label.Sid = &low;
  HANDLE opened = nullptr;
  if (OpenProcessToken(GetCurrentProcess(), TOKEN_ADJUST_DEFAULT | TOKEN_QUERY, &opened)) {
    const windows::Handle token(opened);
    if (SetTokenInformation(token.get(), TokenIntegrityLevel, &label, sizeof label)) return {};
  }
  const int error = windows::errno_of(GetLastError());
  return fail(fmt::format("no sandbox is available: {}", std::generic_category().message(error)));
}

}  // namespace mmd
