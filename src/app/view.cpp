#include "app/view.h"

#include <new>

#include "app/sample.h"
#include "app/viewer.h"
#include "app/window.h"
#include "commands/absent_file.h"
#include "commands/messages.h"

namespace mmd {
namespace {

int no_window(Diagnostic error, const Options& options) {
  if (error.hint.empty())
    error.hint = "`mmdview shot MODEL POSE -o OUT.png` makes a picture without a display";
  print(error, options);
  return exit_no_context;
}

int run(const Options& options) {
  // Before a display is asked for: without one, a slip would read as if that were what is missing.
  if (const auto absent = absent_file(options)) {
    print(*absent, options);
    return exit_bad_input;
  }
  auto window = Window::open(options);
  if (!window) return no_window(window.error(), options);
  ViewerSetup setup;
  if (options.files.empty()) setup.sample = sample_files(sample_folders(program_folder()));
  setup.language = desktop_language();
  setup.font = choose_font(system_fonts());
  setup.report = [&options](const Diagnostic& d) { print(d, options); };
  auto viewer = Viewer::create(**window, options, std::move(setup));
  if (!viewer) return no_window(viewer.error(), options);
  while ((*viewer)->running()) (*viewer)->run_once();
  if (const auto& error = (*viewer)->start_error()) {
    print(*error, options);
    return exit_bad_input;
  }
  return exit_done;
}

}  // namespace

int run_view(const Options& options) try { return run(options); } catch (const std::bad_alloc&) {
  print(make_error("not enough memory"), options);
  return exit_bad_input;
}

}  // namespace mmd
