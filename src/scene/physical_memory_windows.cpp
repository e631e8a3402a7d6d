// The machine's memory by GlobalMemoryStatusEx; in a job with a limit, that limit.
#include <algorithm>

#include "base/windows_api.h"
#include "scene/physical_memory.h"

namespace mmd {

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
