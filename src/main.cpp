#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <limits>
#include <memory>
#include <new>

#if defined(__GLIBC__)
#include <malloc.h>
#include <sys/mman.h>
#include <sys/resource.h>
#endif

#include "app/window/view.h"
#include "assets/temporary_file.h"
#include "base/environment.h"
#include "commands/commands.h"
#include "commands/output/progress_line.h"
#include "options/command_line.h"
#include "options/messages.h"

namespace {

/// Ends without tearing the graphics driver down: a picture is on disk by then, and the system takes the
/// memory back in a fraction of the time.
[[noreturn]] void end_now(int status) {
  std::fflush(nullptr);
  mmd::leave_terminal();
  std::_Exit(status);
}

/// Has the heap lie in huge pages and keep what is freed: a picture, most of it the graphics driver's, takes
/// hundreds of MiB, and paging them in by 4 KiB is a third of the processor time with large textures. Memory
/// stays at its peak, so only for a process that ends soon.
void put_heap_on_huge_pages() {
#if defined(__GLIBC__) && !defined(__SANITIZE_ADDRESS__)
  mallopt(M_MMAP_MAX, 0);
  mallopt(M_TRIM_THRESHOLD, std::numeric_limits<int>::max());
  mallopt(M_ARENA_MAX, 1);
  constexpr std::size_t page = std::size_t{2} << 20, heap = std::size_t{512} << 20;
  std::size_t space = heap + page;
  void* const block = std::malloc(space);
  if (void* begin = block; block != nullptr && std::align(page, heap, begin, space) != nullptr)
    madvise(begin, heap, MADV_HUGEPAGE);  // pages nothing in
  std::free(block);
#endif
}

/// Whether `ulimit -v` leaves the process only so many addresses. Then one heap serves all threads: each
/// further one reserves 64 MiB of addresses, which the graphics driver needs.
bool addresses_are_limited() {
#if defined(__GLIBC__)
  rlimit addresses{};
  if (getrlimit(RLIMIT_AS, &addresses) == 0 && addresses.rlim_cur == RLIM_INFINITY) return false;
  mallopt(M_ARENA_MAX, 1);
  return true;
#else
  return false;
#endif
}

int run(const mmd::Options& options) {
  const bool limited = addresses_are_limited();
  switch (options.command) {
    case mmd::Command::view:
      mmd::close_own_console();
      return mmd::run_view(options);
    case mmd::Command::shot:
      if (!limited) put_heap_on_huge_pages();
      end_now(mmd::run_shot(options));
    case mmd::Command::batch:
      end_now(mmd::run_batch(options));
    case mmd::Command::serve:
      end_now(mmd::run_serve(options));
    case mmd::Command::thumbnail:
      end_now(mmd::run_thumbnail(options));
    case mmd::Command::bones:
      return mmd::run_bones(options);
    case mmd::Command::info:
      return mmd::run_info(options);
    case mmd::Command::export_:
      return mmd::run_export(options);
    case mmd::Command::check:
      return mmd::run_check(options);
    case mmd::Command::fix:
      return mmd::run_fix(options);
    case mmd::Command::pose:
      return mmd::run_pose(options);
  }
  return mmd::exit_wrong_usage;
}

}  // namespace

int main(int argc, char** argv) try {
  mmd::fill_missing_streams();
  mmd::enter_terminal();
  mmd::allow_long_paths();
  mmd::remove_unfinished_file_on_interrupt();
  const mmd::ProgramArguments arguments(argc, argv);
  const mmd::CommandLine line = mmd::parse_with_settings(arguments.count(), arguments.values());
  return line.exit_status ? *line.exit_status : run(line.options);
} catch (const std::bad_alloc&) {
  mmd::print(mmd::make_error("not enough memory", "is the file much larger than a model should be?"), {});
  return mmd::exit_bad_input;
} catch (const std::exception& e) {
  mmd::print(mmd::make_error(e.what()), {});
  return mmd::exit_bad_input;
}
