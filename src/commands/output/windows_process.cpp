// Starts child processes with CreateProcessW, in jobs.
#include "commands/output/windows_process.h"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace mmd::windows {
namespace {

/// The list of handles that a process inherits.
class InheritedHandles {
 public:
  explicit InheritedHandles(const std::array<HANDLE, 3>& handles) : handles_(handles) {
    SIZE_T size = 0;
    InitializeProcThreadAttributeList(nullptr, 1, 0, &size);
    memory_.resize(size);
    auto* const made = reinterpret_cast<LPPROC_THREAD_ATTRIBUTE_LIST>(memory_.data());
    if (!InitializeProcThreadAttributeList(made, 1, 0, &size)) return;
    list_ = made;
    const auto end = std::remove(handles_.begin(), handles_.end(), nullptr);
    UpdateProcThreadAttribute(list_, 0, PROC_THREAD_ATTRIBUTE_HANDLE_LIST, handles_.data(),
                              static_cast<SIZE_T>(end - handles_.begin()) * sizeof(HANDLE), nullptr, nullptr);
  }
  ~InheritedHandles() {
    if (list_ != nullptr) DeleteProcThreadAttributeList(list_);
  }
  InheritedHandles(const InheritedHandles&) = delete;
  InheritedHandles& operator=(const InheritedHandles&) = delete;
  LPPROC_THREAD_ATTRIBUTE_LIST get() const { return list_; }

 private:
  std::array<HANDLE, 3> handles_;
  std::vector<std::byte> memory_;
  LPPROC_THREAD_ATTRIBUTE_LIST list_ = nullptr;
};

}  // namespace

SECURITY_ATTRIBUTES inheritable() {
  return {sizeof(SECURITY_ATTRIBUTES), nullptr, TRUE};
}

Handle make_job() {
  Handle job(CreateJobObjectW(nullptr, nullptr));
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION wanted{};
  wanted.BasicLimitInformation.LimitFlags = JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE;
  if (job) SetInformationJobObject(job.get(), JobObjectExtendedLimitInformation, &wanted, sizeof wanted);
  return job;
}

Handle start_in_job(const std::filesystem::path& program, std::wstring command_line,
                    const std::array<HANDLE, 3>& streams, HANDLE job, Console console) {
  const InheritedHandles inherited(streams);
  STARTUPINFOEXW start{};
  start.StartupInfo.cb = sizeof start;
  start.StartupInfo.dwFlags = STARTF_USESTDHANDLES;
  start.StartupInfo.hStdInput = streams[0];
  start.StartupInfo.hStdOutput = streams[1];
  start.StartupInfo.hStdError = streams[2];
  start.lpAttributeList = inherited.get();
  PROCESS_INFORMATION started{};
  // Without this flag, a child gets a new console window if this process has no console.
  const bool shares = console == Console::shared && GetConsoleCP() != 0;
  const DWORD flags = CREATE_SUSPENDED | CREATE_UNICODE_ENVIRONMENT | EXTENDED_STARTUPINFO_PRESENT |
                      (shares ? 0 : CREATE_NO_WINDOW);
  if (!CreateProcessW(program.c_str(), command_line.data(), nullptr, nullptr, TRUE, flags, nullptr, nullptr,
                      &start.StartupInfo, &started))
    return {};
  const Handle thread(started.hThread);
  AssignProcessToJobObject(job, started.hProcess);
  ResumeThread(started.hThread);
  return Handle(started.hProcess);
}

}  // namespace mmd::windows
