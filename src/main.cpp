#include <cstdio>
#include <cstdlib>

#include "app/view.h"
#include "commands/command_line.h"
#include "commands/commands.h"

namespace {

/// Ends without tearing the graphics driver down: a picture is on disk by then, and the system takes the
/// memory back in a fraction of the time.
[[noreturn]] void end_now(int status) {
  std::fflush(nullptr);
  std::_Exit(status);
}

}  // namespace

int main(int argc, char** argv) {
  const mmd::CommandLine line = mmd::parse_command_line(argc, argv);
  if (line.exit_status) return *line.exit_status;
  switch (line.options.command) {
    case mmd::Command::view:
      return mmd::run_view(line.options);
    case mmd::Command::shot:
      end_now(mmd::run_shot(line.options));
    case mmd::Command::bones:
      return mmd::run_bones(line.options);
    case mmd::Command::info:
      return mmd::run_info(line.options);
    case mmd::Command::export_:
      return mmd::run_export(line.options);
    case mmd::Command::check:
      return mmd::run_check(line.options);
    case mmd::Command::pose:
      return mmd::run_pose(line.options);
  }
}
