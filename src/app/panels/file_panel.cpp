#include <algorithm>
#include <filesystem>
#include <vector>

#include <imgui.h>

#include "app/actions/parts.h"
#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "app/stage/model_summary.h"
#include "assets/file_set.h"
#include "base/text.h"
#include "options/messages.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

/// Whether a path ends with these folders and this file.
bool ends_with(const fs::path& path, const fs::path& end) {
  const std::vector<fs::path> all(path.begin(), path.end()), last(end.begin(), end.end());
  return last.size() <= all.size() && std::equal(last.rbegin(), last.rend(), all.rbegin());
}

bool pressed(ImGuiKey key) {
  return ImGui::IsKeyPressed(ImGui::GetKeyIndex(key));
}

void ask(std::optional<Action> action, FileChooser& chooser, Actions& actions) {
  if (!action) return;
  chooser.set_search({});
  if (action->id == ActionId::list_files) chooser.focus();  // one goes on from there
  actions.push_back(std::move(*action));
}

/// The current place and the button to the parent folder.
void draw_place(Ui& ui, FileChooser& chooser, Actions& actions) {
  ImGui::BeginDisabled(!chooser.go_up());
  if (ImGui::ArrowButton("##up", ImGuiDir_Up)) ask(chooser.go_up(), chooser, actions);
  ImGui::EndDisabled();
  ui.tooltip(ui_strings::folder_up);
  ImGui::SameLine();
  if (ImGui::Button(ui.label(ui_strings::as_thumbnails.name)))
    actions.push_back({ActionId::browse, chooser.listing().place});
  ui.tooltip(ui_strings::as_thumbnails);
  ui.text(on_one_line(utf8_lossy(chooser.listing().place)), Tone::quiet);
}

/// Keys that move through the list during typing.
void follow_keys(FileChooser& chooser, bool typing, Actions& actions) {
  constexpr int page = 10;
  constexpr std::pair<decltype(ImGuiKey_DownArrow), int> steps[] = {
      {ImGuiKey_DownArrow, 1}, {ImGuiKey_UpArrow, -1}, {ImGuiKey_PageDown, page}, {ImGuiKey_PageUp, -page}};
  if (!typing) return;
  for (const auto& [key, step] : steps)
    if (pressed(key)) chooser.move(step);
  if (pressed(ImGuiKey_Backspace) && chooser.search().empty()) ask(chooser.go_up(), chooser, actions);
}

void draw_search(Ui& ui, FileChooser& chooser, Actions& actions) {
  std::string typed = chooser.search();
  ImGui::SetNextItemWidth(-1.0f);
  if (chooser.take_focus()) ui.type_into_next();
  const bool enter = text_field(ui, "##search", ui.word(ui_strings::search_files), typed,
                                ImGuiInputTextFlags_EnterReturnsTrue);
  const bool typing = ImGui::IsItemActive(), left = ImGui::IsItemDeactivated();
  follow_keys(chooser, typing, actions);
  if (enter) {
    if (chooser.search() != typed) chooser.set_search(typed);
    ask(chooser.enter(), chooser, actions);
  } else if (left && pressed(ImGuiKey_Escape)) {  // clears the search, then leaves the field
    if (!chooser.search().empty()) chooser.focus();
    chooser.set_search({});
  } else if (typing && chooser.search() != typed) {
    chooser.set_search(typed);
  }
}

void draw_entry(Ui& ui, FileChooser& chooser, std::size_t number, Actions& actions) {
  const FileEntry& entry = chooser.listing().entries[chooser.found()[number]];
  const bool folder = entry.is_folder();
  const float right = ImGui::GetContentRegionAvail().x;
  const ImVec2 at = ImGui::GetCursorScreenPos();
  ImGui::PushID(static_cast<int>(number));
  if (ImGui::Selectable("##entry", number == chooser.marked())) ask(chooser.choose(number), chooser, actions);
  ImGui::PopID();
  const std::string name = on_one_line(entry.name) + (folder ? "/" : ""), size = size_text(entry.size);
  ui.line_tooltip({name});
  const float width = folder ? 0.0f : ImGui::CalcTextSize(size.c_str()).x + 0.5f * ImGui::GetFontSize();
  const auto colour = [&](Tone tone) { return colour_of(tone, ui.theme()); };
  ImDrawList& list = *ImGui::GetWindowDrawList();
  ui.known(name);
  list.PushClipRect(at, ImVec2(at.x + right - width, at.y + ImGui::GetTextLineHeight()), true);
  list.AddText(at, colour(folder ? Tone::accent : Tone::normal), name.data(), name.data() + name.size());
  list.PopClipRect();
  if (!folder)
    list.AddText(ImVec2(at.x + right - width + 0.5f * ImGui::GetFontSize(), at.y), colour(Tone::quiet),
                 size.c_str());
}

void draw_entries(Ui& ui, FileChooser& chooser, Actions& actions) {
  const auto& problem = chooser.listing().problem;
  if (problem) ui.text(describe(*problem), Tone::error);
  if (problem && !problem->hint.empty()) ui.text(problem->hint, Tone::quiet);
  for (const std::string& note : chooser.listing().notes) ui.text(on_one_line(note), Tone::warning);
  if (!problem && chooser.found().empty()) ui.text(ui_strings::no_files, Tone::quiet);
  ImGui::BeginChild("##files");
  const float line = ImGui::GetTextLineHeightWithSpacing();
  if (chooser.take_move())
    ImGui::SetScrollY(line * static_cast<float>(chooser.marked()) - 0.4f * ImGui::GetWindowHeight());
  ImGuiListClipper clipper;
  clipper.Begin(static_cast<int>(chooser.found().size()), line);
  while (clipper.Step())
    for (int i = clipper.DisplayStart; i < clipper.DisplayEnd; ++i)
      draw_entry(ui, chooser, static_cast<std::size_t>(i), actions);
  ImGui::EndChild();
}

void draw_recent(Ui& ui, const std::vector<std::string>& files, Actions& actions) {
  if (files.empty() || !draw_header(ui, ui_strings::recent, {}, true)) return;
  constexpr std::size_t max_seen = 5;
  const std::vector<RecentName> names = recent_names(files);
  const float width = ImGui::GetContentRegionAvail().x;
  float height = 0.0f;  // of whole entries, which may wrap
  for (std::size_t i = 0; i < std::min(files.size(), max_seen); ++i)
    height += ImGui::CalcTextSize(ui.known(names[i].text()), nullptr, false, width).y +
              ImGui::GetStyle().ItemSpacing.y;
  ImGui::BeginChild("##recent", ImVec2(0.0f, height));
  for (std::size_t i = 0; i < files.size(); ++i) {
    ImGui::PushID(static_cast<int>(i));
    if (draw_wrapped_item(ui, names[i].text(), Tone::normal))
      actions.push_back({ActionId::open_files, std::vector<std::string>{files[i]}});
    ui.line_tooltip({on_one_line(utf8_lossy(files[i]))});
    ImGui::PopID();
  }
  ImGui::EndChild();
}

}  // namespace

std::string RecentName::text() const {
  return folder.empty() ? file : file + "  (" + folder + ")";
}

std::vector<RecentName> recent_names(const std::vector<std::string>& files) {
  std::vector<RecentName> out;
  for (const std::string& file : files) {
    const fs::path path = path_from_utf8(file);
    fs::path folder = path.parent_path().filename(), above = path.parent_path().parent_path();
    const auto is_like_another = [&] {
      return std::any_of(files.begin(), files.end(), [&](const std::string& other) {
        const fs::path end = folder / path.filename(), whole = path_from_utf8(other);
        return other != file && ends_with(whole, end);
      });
    };
    for (; !above.filename().empty() && is_like_another(); above = above.parent_path())
      folder = above.filename() / folder;
    out.push_back(
        {on_one_line(utf8_lossy(to_utf8(path.filename()))), on_one_line(utf8_lossy(to_utf8(folder)))});
  }
  return out;
}

void draw_file_panel(Ui& ui, const Parts& parts, Actions& actions) {
  FileChooser& chooser = parts.files.chooser;
  draw_recent(ui, parts.files.library.recent(), actions);
  if (chooser.listing().place.empty()) return ui.text(ui_strings::loading, Tone::quiet);
  draw_place(ui, chooser, actions);
  draw_search(ui, chooser, actions);
  draw_entries(ui, chooser, actions);
}

}  // namespace mmd
