#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>

#include "app/view.h"
#include "assets/unfinished_file.h"
#include "commands/command_line.h"
#include "commands/commands.h"
#include "commands/messages.h"
#include "commands/terminal.h"

namespace {

/// Ends without tearing the graphics driver down: a picture is on disk by then, and the system takes the
/// memory back in a fraction of the time.
[[noreturn]] void end_now(int status) {
  std::fflush(nullptr);
  std::_Exit(status);
}

int run(const mmd::Options& options) {
  switch (options.command) {
    case mmd::Command::view:
      return mmd::run_view(options);
    case mmd::Command::shot:
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
    case mmd::Command::pose:
      return mmd::run_pose(options);
  }
  return mmd::exit_wrong_usage;
}

}  // namespace

int main(int argc, char** argv) try {
  mmd::fill_missing_streams();
  mmd::remove_unfinished_file_on_interrupt();
  const mmd::CommandLine line = mmd::parse_with_settings(argc, argv);
  return line.exit_status ? *line.exit_status : run(line.options);
} catch (const std::bad_alloc&) {
  mmd::print(mmd::make_error("not enough memory", "is the file much larger than a model should be?"), {});
  return mmd::exit_bad_input;
} catch (const std::exception& e) {
  mmd::print(mmd::make_error(e.what()), {});
  return mmd::exit_bad_input;
}
