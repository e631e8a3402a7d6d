#include "app/desktop_dialog.h"

#include <algorithm>
#include <cstdlib>
#include <sstream>
#include <utility>

#include <fmt/format.h>

#include "app/file_portal.h"
#include "app/texts.h"

namespace mmd {
namespace {

/// Portals tell small letters from large ones.
const std::vector<std::string>& patterns_to_open() {
  static const std::vector<std::string> patterns = [] {
    std::vector<std::string> out;
    for (std::string ending : {"pmx", "pmd", "zip", "7z", "rar", "lzh", "tar", "gz", "xz", "vpd", "vmd",
                               "png", "jpg", "jpeg", "bmp", "tga"}) {
      out.push_back("*." + ending);
      const auto upper = [](char c) { return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c; };
      std::transform(ending.begin(), ending.end(), ending.begin(), upper);
      out.push_back("*." + ending);
    }
    return out;
  }();
  return patterns;
}

ProgramCall zenity(const DialogQuestion& question) {
  ProgramCall out{"zenity", {"--file-selection", fmt::format("--title={}", dialog_title(question))}};
  const auto add = [&](std::string argument) { out.arguments.push_back(std::move(argument)); };
  add("--filename=" + question.folder + "/" + question.name);
  switch (question.purpose) {
    case DialogPurpose::browse:
      add("--directory");
      return out;
    case DialogPurpose::save_pose:
    case DialogPurpose::save_frame:
      add("--save");
      add("--confirm-overwrite");
      break;
    default:
      add("--multiple");
      add("--separator=\n");
  }
  for (const DialogFilter& filter : dialog_filters(question))
    add(fmt::format("--file-filter={} | {}", filter.name, fmt::join(filter.patterns, " ")));
  return out;
}

ProgramCall kdialog(const DialogQuestion& question) {
  ProgramCall out{"kdialog", {"--title", std::string(dialog_title(question))}};
  const auto add = [&](std::string argument) { out.arguments.push_back(std::move(argument)); };
  switch (question.purpose) {
    case DialogPurpose::browse:
      add("--getexistingdirectory");
      add(question.folder);
      return out;
    case DialogPurpose::save_pose:
    case DialogPurpose::save_frame:
      add("--getsavefilename");
      add(question.folder + "/" + question.name);
      break;
    default:
      add("--multiple");
      add("--separate-output");
      add("--getopenfilename");
      add(question.folder);
  }
  std::string filters;
  for (const DialogFilter& filter : dialog_filters(question))
    filters +=
        fmt::format("{}{}|{}", filters.empty() ? "" : "\n", fmt::join(filter.patterns, " "), filter.name);
  add(std::move(filters));
  return out;
}

/// Both end with this where nothing was chosen.
constexpr int cancelled = 1;

}  // namespace

std::string_view dialog_title(const DialogQuestion& question) {
  switch (question.purpose) {
    case DialogPurpose::add:
      return text::add_title.in(question.language);
    case DialogPurpose::browse:
      return text::browse_title.in(question.language);
    case DialogPurpose::save_pose:
      return text::save_pose_title.in(question.language);
    case DialogPurpose::save_frame:
      return text::save_frame_title.in(question.language);
    default:
      return text::open_title.in(question.language);
  }
}

std::vector<DialogFilter> dialog_filters(const DialogQuestion& question) {
  const auto word = [&](const Words& words) { return words.in(question.language); };
  if (question.purpose == DialogPurpose::browse) return {};
  if (saves(question.purpose)) return {{word(text::pose_files), {"*.vpd", "*.VPD"}}};
  return {{word(text::files_to_open), patterns_to_open()}, {word(text::all_files), {"*"}}};
}

std::vector<ProgramCall> dialog_programs(std::string_view desktop, const DialogQuestion& question) {
  std::vector<ProgramCall> out{zenity(question), kdialog(question)};
  if (desktop.find("KDE") != std::string_view::npos) std::swap(out[0], out[1]);
  return out;
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

DialogOutcome ask_desktop(const DialogQuestion& question, const std::string& parent,
                          const std::atomic<bool>& wanted) noexcept try {
  auto answer = ask_portal(question, parent, wanted);
  if (!answer) {
    const char* desktop = std::getenv("XDG_CURRENT_DESKTOP");
    answer = run_dialog(dialog_programs(desktop != nullptr ? desktop : "", question), wanted);
  }
  answer->purpose = question.purpose;
  return *answer;
} catch (...) {
  DialogOutcome none;
  none.purpose = question.purpose;
  return none;
}

}  // namespace mmd
