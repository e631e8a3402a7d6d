#include "app/window/view.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <span>
#include <system_error>
#include <utility>

#include "app/panels/icons.h"
#include "app/platform/window.h"
#include "app/window/viewer.h"
#include "app/window/window_memory.h"
#include "assets/file_set.h"
#include "base/errors.h"
#include "commands/output/progress_line.h"
#include "document/loader.h"
#include "document/sample.h"
#include "library/asset_library.h"
#include "library/library_store.h"
#include "library/thumbnail.h"
#include "options/command_line.h"
#include "options/messages.h"
#include "options/output_file.h"

namespace mmd {
namespace {

/// A folder of the user's own files: `$XDG_DATA_HOME/mmdview/NAME` or its default; empty without a home
/// folder.
std::filesystem::path own_folder(const char* name) {
  const auto folder = user_folder(UserFolder::data);
  return folder.empty() ? folder : folder / name;
}

/// The folder with tables of bone names that were chosen for models.
constexpr const char* bone_names_folder = "bone-names";

/// Maximum size in bytes of the window's remembered settings.
constexpr std::uint64_t largest_memory = 1 << 20;

int no_window(Diagnostic error, const Options& options) {
  if (error.hint.empty()) error.hint = "`mmdview shot MODEL POSE -o OUT.png` renders without a display";
  print(error, options);
  show_without_console(printed(error));
  return exit_no_context;
}

int bad_input(const Diagnostic& error, const Options& options) {
  print(error, options);
  show_without_console(printed(error));
  return exit_bad_input;
}

/// Initial window: by the options, else as the last window, else by the desktop.
WindowMemory start_memory(const Options& options) {
  PanelState usual;
  usual.show(Panel::bones, true);
  usual.show(Panel::camera, true);
  usual.language = desktop_language();
  if (options.window.remembers) usual.ask_mouse();
  WindowMemory memory{std::nullopt, usual, false};
  const auto file = window_memory_file();
  if (options.window.remembers && !file.empty())
    if (const auto bytes = read_file(file, largest_memory))
      memory = recall({reinterpret_cast<const char*>(bytes->data()), bytes->size()}, usual);
  PanelState& panels = memory.panels;
  const WindowChoice& chosen = options.window;
  if (!chosen.language.empty())
    panels.language = chosen.language == "ja" ? Language::japanese : Language::english;
  if (!chosen.theme.empty()) panels.theme = chosen.theme == "light" ? Theme::light : Theme::dark;
  if (chosen.scale) panels.ui_scale = *chosen.scale;
  return memory;
}

/// If this cannot be saved, the next window has the defaults.
void keep_memory(const Options& options, const PanelState& panels, const Window& window) {
  const auto file = window_memory_file();
  if (!options.window.remembers || file.empty()) return;
  std::error_code error;
  std::filesystem::create_directories(file.parent_path(), error);
  const std::string text = memory_text(panels, window.restored_size(), window.is_maximised());
  const auto bytes = as_bytes(std::span(text));
  static_cast<void>(write_file_atomically(file, bytes));
}

/// The font beside the program, or an installed one.
std::optional<Font> icon_font() {
  std::vector<FontFile> files = system_fonts_called("FontAwesome");
  files.insert(files.begin(), FontFile{program_folder() / "fonts" / "fontawesome-webfont.ttf"});
  constexpr char32_t sample[] = {icons::first};
  return font_with(sample, files);
}

/// The dependencies of the window, which live as long as `options` and `window`.
ViewerSetup setup_for(const Options& options, const PanelState& panels, std::optional<Loaded> ahead,
                      const Window& window) {
  ViewerSetup setup;
  setup.load = load_after(std::move(ahead));
  if (std::all_of(options.files.begin(), options.files.end(), is_folder))
    setup.sample = sample_files(sample_folders(program_folder()));
  setup.guides = true;
  setup.pictures = pictures_folder();
  setup.thumbnails = default_thumbnail_folder();
  setup.panels = panels;
  setup.expressions = own_folder("expressions");
  setup.hands = own_folder("hands");
  setup.bone_names = own_folder(bone_names_folder);
  setup.effects = own_folder("effects");
  setup.warnings = options.window.warnings;
  for (Diagnostic& warning : setup.keys.take(options.window.keys))
    setup.warnings.push_back(std::move(warning));
  setup.library = default_library(options.window.remembers);
  if (setup.library.problem()) setup.warnings.push_back(*setup.library.problem());
  setup.state_folder = user_folder(UserFolder::state);
  setup.dialog = show_file_dialog;
  setup.program = to_utf8(program_file());
  setup.remember = [&options, &window](const PanelState& now) { keep_memory(options, now, window); };
  setup.font = choose_font(system_fonts());
  setup.icons = icon_font();
  setup.find_font = [](std::span<const char32_t> characters) {
    return font_with(characters, system_fonts_with(characters));
  };
  setup.report = [&options](const Diagnostic& d) { print(d, options); };
  return setup;
}

}  // namespace

int run_view(const Options& asked) {
  Options options = asked;
  // Checked before the display, whose absence would hide a usage error.
  if (const auto absent = absent_file(options, true)) return bad_input(*absent, options);
  auto ahead = load_ahead(options, own_folder(bone_names_folder));
  if (!ahead) return bad_input(ahead.error(), options);
  WindowMemory memory = start_memory(options);
  options.window.maximised = !options.size && memory.maximised;
  if (!options.size && memory.size) options.size = PictureSize{memory.size->width, memory.size->height};
  auto window = Window::open(options);
  if (!window) return no_window(window.error(), options);
  auto viewer =
      Viewer::create(**window, options, setup_for(options, memory.panels, std::move(*ahead), **window));
  if (!viewer)  // shaders of one's own are an input
    return options.shader_dir.empty() ? no_window(viewer.error(), options)
                                      : bad_input(viewer.error(), options);
  while ((*viewer)->running()) (*viewer)->run_once();
  keep_memory(options, (*viewer)->panels(), **window);
  if (const auto& error = (*viewer)->start_error()) return bad_input(*error, options);
  return exit_done;
}

}  // namespace mmd
