#include <algorithm>
#include <thread>

#include "base/processors.h"
#include "base/windows_api.h"

namespace mmd {

std::size_t usable_processors() {
  return std::max(1u, std::thread::hardware_concurrency());
}

std::uint64_t physical_memory() {
  MEMORYSTATUSEX memory{};
  memory.dwLength = sizeof memory;
  std::uint64_t out = GlobalMemoryStatusEx(&memory) ? memory.ullTotalPhys : 0;
  JOBOBJECT_EXTENDED_LIMIT_INFORMATION job{};
  if (!QueryInformationJobObject(nullptr, JobObjectExtendedLimitInformation, &job, sizeof job, nullptr))
    return out;
  const DWORD flags = job.BasicLimitInformation.LimitFlags;
  if ((flags & JOB_OBJECT_LIMIT_PROCESS_MEMORY) != 0)
    out = std::min<std::uint64_t>(out, job.ProcessMemoryLimit);
  if ((flags & JOB_OBJECT_LIMIT_JOB_MEMORY) != 0) out = std::min<std::uint64_t>(out, job.JobMemoryLimit);
  return out;
}

}  // namespace mmd
