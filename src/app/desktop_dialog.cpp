#include "app/desktop_dialog.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>

#include "app/texts.h"

namespace mmd {
namespace {

constexpr std::string_view patterns =
    "*.pmx *.pmd *.zip *.7z *.rar *.lzh *.tar *.gz *.xz *.vpd *.vmd "
    "*.PMX *.PMD *.ZIP *.RAR *.LZH *.VPD *.VMD *.png *.jpg *.jpeg *.bmp *.tga *.PNG *.JPG *.BMP *.TGA";

ProgramCall zenity(const std::string& folder, Language language) {
  const auto word = [&](const Words& words) { return std::string(words.in(language)); };
  return {"zenity",
          {"--file-selection", "--multiple", "--separator=\n", "--title=" + word(text::open_title),
           "--filename=" + folder + "/",
           "--file-filter=" + word(text::files_to_open) + " | " + std::string(patterns),
           "--file-filter=" + word(text::all_files) + " | *"}};
}

ProgramCall kdialog(const std::string& folder, Language language) {
  const auto word = [&](const Words& words) { return std::string(words.in(language)); };
  return {"kdialog",
          {"--title", word(text::open_title), "--multiple", "--separate-output", "--getopenfilename", folder,
           std::string(patterns) + "|" + word(text::files_to_open) + "\n*|" + word(text::all_files)}};
}

/// Both end with this where nothing was chosen.
constexpr int cancelled = 1;

}  // namespace

std::vector<ProgramCall> dialog_programs(std::string_view desktop, const std::string& folder,
                                         Language language) {
  std::vector<ProgramCall> out{zenity(folder, language), kdialog(folder, language)};
  if (desktop.find("KDE") != std::string_view::npos) std::swap(out[0], out[1]);
  return out;
}

std::vector<ProgramCall> desktop_dialogs(const std::string& folder, Language language) {
  const char* desktop = std::getenv("XDG_CURRENT_DESKTOP");
  return dialog_programs(desktop != nullptr ? desktop : "", folder, language);
}

DialogOutcome run_dialog(const std::vector<ProgramCall>& programs, const std::atomic<bool>& wanted) noexcept
    try {
  DialogOutcome out;
  for (const ProgramCall& program : programs) {
    if (!wanted) break;
    const auto ended = run_program(program, wanted);
    if (!ended || (ended->status != 0 && ended->status != cancelled)) continue;
    out.shown = true;
    std::istringstream lines(ended->output);
    for (std::string line; ended->status == 0 && std::getline(lines, line);)
      if (!line.empty()) out.files.push_back(line);
    return out;
  }
  return out;
} catch (...) {
  return {};
}

}  // namespace mmd
