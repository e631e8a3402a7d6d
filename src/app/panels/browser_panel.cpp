#include <algorithm>
#include <cmath>
#include <iterator>

#include <fmt/format.h>
#include <imgui.h>

#include "app/panels/panel_layout.h"
#include "app/panels/panels.h"
#include "app/stage/pose_file.h"
#include "app/text/messages.h"
#include "app/text/ui_strings.h"
#include "assets/file_set.h"

namespace mmd {
namespace {

constexpr LocalizedText kind_names[asset_library_kinds] = {ui_strings::poses, ui_strings::motions,
                                                           ui_strings::models, ui_strings::scenes};
constexpr LocalizedText sort_names[] = {ui_strings::sort_name, ui_strings::sort_newest,
                                        ui_strings::sort_coverage, ui_strings::sort_favourites};

/// Seconds until the pose under the pointer is previewed; the next pose follows without delay.
constexpr double rest_before_trying = 0.25;

constexpr std::optional<View> thumbnail_views[] = {std::nullopt, View::fit, View::bust, View::face};
constexpr LocalizedText thumbnail_names[] = {ui_strings::thumbnails_auto, ui_strings::view_fit,
                                             ui_strings::view_bust, ui_strings::view_face};

/// The toolbar: edits a copy of the view settings and requests the change.
class Toolbar {
 public:
  Toolbar(Ui& ui, const Parts& parts, Actions& actions)
      : ui_(ui),
        browser_(parts.files.browser),
        tools_(parts.panels.tools),
        actions_(actions),
        view_(browser_.view()) {}

  void draw() {
    draw_kinds();
    flow(10.0f * ui_.unit());
    const SearchInput input = draw_search_field(ui_, view_.query.search, false, 10.0f * ui_.unit());
    changed_ |= input.changed;
    if (input.entered && browser_.shown().size() == 1)
      actions_.push_back({ActionId::open_entry, browser_.entry(browser_.shown().front()).file});
    flow(9.0f * ui_.unit());
    draw_sort();
    flow(7.0f * ui_.unit());
    draw_thumbnails();
    flow(5.0f * ui_.unit());
    ImGui::SetNextItemWidth(5.0f * ui_.unit());
    slide(ui_, "##size", tools_.thumbnail_scale, min_thumbnail_scale, max_thumbnail_scale, "×%.1f");
    ui_.tooltip(ui_strings::thumbnail_size);
    flow(6.0f * ui_.unit());
    changed_ |= tick(ui_, ui_strings::favourites_only, view_.query.favourites_only);
    flow(6.0f * ui_.unit());
    if (ImGui::Button(ui_.label(ui_strings::contact_sheet.name)))
      actions_.push_back({ActionId::save_contact_sheet});
    ui_.tooltip(ui_strings::contact_sheet);
    flow_button(ui_, ui_strings::choose_folder);
    if (ImGui::Button(ui_.label(ui_strings::choose_folder))) actions_.push_back({ActionId::browse_dialog});
    draw_place();
    if (changed_) actions_.push_back({ActionId::set_asset_library_view, view_});
  }

 private:
  void draw_kinds() {
    for (std::size_t i = 0; i < asset_library_kinds; ++i) {
      const auto kind = static_cast<AssetLibraryKind>(i);
      const std::string name =
          fmt::format("{} {}###kind{}", ui_.word(kind_names[i]), browser_.count(kind), i);
      if (i > 0) ImGui::SameLine();
      if (ImGui::RadioButton(ui_.known(name), view_.kind == kind) && view_.kind != kind) {
        view_.kind = kind;
        changed_ = true;
      }
    }
  }

  /// A drop-down list, that many units wide.
  void draw_list(const char* id, float units, const ui_strings::Control& control,
                 std::span<const LocalizedText> names, std::size_t& chosen) {
    ImGui::SetNextItemWidth(units * ui_.unit());
    if (ImGui::BeginCombo(id, ui_.known(std::string(ui_.word(names[chosen]))))) {
      for (std::size_t i = 0; i < names.size(); ++i) {
        if (!ImGui::Selectable(ui_.label(names[i]), i == chosen)) continue;
        chosen = i;
        changed_ = true;
      }
      ImGui::EndCombo();
    }
    ui_.tooltip(control);
  }

  void draw_sort() {
    auto chosen = static_cast<std::size_t>(view_.query.sort);
    draw_list("##sort", 9.0f, ui_strings::sort_entries, sort_names, chosen);
    view_.query.sort = static_cast<AssetLibrarySort>(chosen);
  }

  void draw_thumbnails() {
    const auto* at = std::find(std::begin(thumbnail_views), std::end(thumbnail_views), view_.thumbnails);
    auto chosen = static_cast<std::size_t>(at - std::begin(thumbnail_views));
    draw_list("##pictures", 7.0f, ui_strings::thumbnails, thumbnail_names, chosen);
    view_.thumbnails = thumbnail_views[chosen];
  }

  /// The open place and the progress of thumbnails, if there is space.
  void draw_place() const {
    const std::size_t all = browser_.count(view_.kind), done = browser_.done();
    std::string place = file_name(browser_.place());
    if (place.empty()) place = browser_.place();
    if (done < all) place += fmt::format("  {} / {}", done, all);
    const float width = ImGui::CalcTextSize(ui_.known(place)).x;
    ImGui::SameLine();
    if (ImGui::GetContentRegionAvail().x < width) return ImGui::NewLine();
    ImGui::SetCursorPosX(ImGui::GetCursorPosX() + ImGui::GetContentRegionAvail().x - width);
    ui_.text(place, Tone::quiet, Ui::Wrap::never);
    ui_.line_tooltip({browser_.place()});
  }

  Ui& ui_;
  const Browser& browser_;
  EditTools& tools_;
  Actions& actions_;
  AssetLibraryView view_;
  bool changed_ = false;
};

ImVec2 operator+(const ImVec2& a, const ImVec2& b) {
  return {a.x + b.x, a.y + b.y};
}

/// The thumbnails; only visible ones are drawn.
class Tiles {
 public:
  Tiles(Ui& ui, const Parts& parts, Actions& actions)
      : ui_(ui),
        parts_(parts),
        browser_(parts.files.browser),
        shown_name_(shown_file(parts)),
        actions_(actions) {
    side_ = 7.6f * parts.panels.tools.thumbnail_scale * ui_.unit();
    grid_ = plan_tiles(ImGui::GetContentRegionAvail().x - ImGui::GetStyle().ScrollbarSize,
                       side_ + 0.5f * ui_.unit(), side_ + 1.7f * ui_.unit());
  }

  void draw() {
    const std::size_t count = browser_.shown().size();
    ImGui::BeginChild("##tiles");
    follow_cursor();
    ImGuiListClipper clipper;
    clipper.Begin(static_cast<int>(grid_.rows(count)), grid_.height);
    std::size_t first = count, end = 0;
    while (clipper.Step()) {
      for (int row = clipper.DisplayStart; row < clipper.DisplayEnd; ++row) {
        const std::size_t from = static_cast<std::size_t>(row) * grid_.columns;
        const std::size_t to = std::min(from + grid_.columns, count);
        draw_row(from, to);
        first = std::min(first, from);
        end = std::max(end, to);
      }
    }
    browser_.note_seen(std::min(first, end), end, grid_.columns);
    ImGui::EndChild();
    try_hovered();
  }

 private:
  static std::string shown_file(const Parts& parts) {
    const Figure* figure = parts.stage.figure();
    return figure == nullptr || parts.stage.rest_pose() ? std::string() : figure->origin->file;
  }

  /// Previews the pose under the pointer.
  void try_hovered() {
    EditTools& tools = parts_.panels.tools;
    if (hovered_ == tools.hovered_pose) return;
    tools.hovered_pose = hovered_;
    if (hovered_.empty()) {
      parts_.panels.hover.stop();
    } else {
      parts_.panels.hover.start(parts_.setup.now(), is_on(tools.previewed) ? 0.0 : rest_before_trying);
    }
    if (hovered_.empty() && is_on(tools.previewed))
      actions_.push_back({ActionId::preview_entry, std::string()});
  }

  /// Scrolls to the cursor after it moved.
  void follow_cursor() {
    const auto at = browser_.cursor();
    if (!at || !browser_.take_cursor_moved()) return;
    const auto row = *at / grid_.columns;
    const float top = static_cast<float>(row) * grid_.height, height = ImGui::GetWindowHeight();
    const float scrolled = ImGui::GetScrollY();
    if (top < scrolled) ImGui::SetScrollY(top);
    if (top + grid_.height > scrolled + height) ImGui::SetScrollY(std::min(top, top + grid_.height - height));
  }

  void draw_row(std::size_t from, std::size_t to) {
    const ImVec2 start = ImGui::GetCursorScreenPos();
    for (std::size_t place = from; place < to; ++place) {
      ImGui::SetCursorScreenPos(start + ImVec2(static_cast<float>(place - from) * grid_.width, 0.0f));
      ImGui::PushID(browser_.entry(browser_.shown()[place]).file.c_str());
      draw_tile(place);
      ImGui::PopID();
    }
    ImGui::SetCursorScreenPos(start);
    ImGui::Dummy(ImVec2(grid_.width, grid_.height - ImGui::GetStyle().ItemSpacing.y));
  }

  void draw_tile(std::size_t place) {
    const std::size_t number = browser_.shown()[place];
    const AssetLibraryEntry& entry = browser_.entry(number);
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const bool clicked = ImGui::InvisibleButton("##tile", ImVec2(side_, grid_.height - 0.3f * ui_.unit()));
    const bool hovered = ImGui::IsItemHovered();
    if (!browser_.facts(number).broken) drag_into_picture(number, entry.file);
    draw_picture(number, at, hovered);
    if (browser_.cursor() == place) outline(at, ImGui::GetColorU32(ImGuiCol_CheckMark), 2.0f);
    if (entry.file == shown_name_) outline(at, colour(Tone::accent), 1.0f);
    draw_menu(number, entry.file);
    if (parts_.panels.tools.renamed.file == entry.file)
      draw_name_field(at);
    else
      draw_caption(entry, at);
    const bool on_star = draw_favourite(number, at, hovered);
    if (clicked && on_star) actions_.push_back({ActionId::toggle_favourite, entry.file});
    if (clicked && !on_star && !browser_.facts(number).broken)
      actions_.push_back({ActionId::open_entry, entry.file});
    if (hovered && !on_star && !ImGui::IsMouseDown(ImGuiMouseButton_Left) &&
        browser_.view().kind == AssetLibraryKind::poses && !browser_.facts(number).broken)
      hovered_ = entry.file;
    if (hovered)
      ui_.line_tooltip(entry_details(entry, browser_.facts(number), browser_.report(number), ui_.language()));
  }

  /// An entry that is dragged into the picture opens; a model joins the scene.
  void drag_into_picture(std::size_t number, const std::string& file) {
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    const Room& room = ui_.picture();
    const bool inside =
        pointer.x >= room.left && pointer.x < room.right && pointer.y >= room.top && pointer.y < room.bottom;
    if (!inside) return;
    if (ImGui::IsItemDeactivated()) {
      if (browser_.view().kind == AssetLibraryKind::models)
        actions_.push_back({ActionId::add_files, std::vector<std::string>{file}});
      else
        actions_.push_back({ActionId::open_entry, file});
    } else if (const std::uintptr_t picture = browser_.picture(number);
               ImGui::IsItemActive() && picture != 0) {
      const float half = 0.35f * side_;
      ImGui::GetForegroundDrawList()->AddImage(
          reinterpret_cast<ImTextureID>(picture), pointer + ImVec2(-half, -half),
          pointer + ImVec2(half, half), ImVec2(0.0f, 0.0f), ImVec2(1.0f, 1.0f), IM_COL32(255, 255, 255, 180));
    }
  }

  void draw_picture(std::size_t number, const ImVec2& at, bool hovered) {
    ImDrawList& list = *ImGui::GetWindowDrawList();
    const ImVec2 end = at + ImVec2(side_, side_);
    const EntryFacts& facts = browser_.facts(number);
    list.AddRectFilled(at, end, ImGui::GetColorU32(hovered ? ImGuiCol_FrameBgHovered : ImGuiCol_FrameBg),
                       4.0f);
    if (const std::uintptr_t picture = browser_.picture(number); picture != 0) {
      const bool foreign = facts.coverage >= 0 && facts.coverage < foreign_coverage;
      list.AddImage(reinterpret_cast<ImTextureID>(picture), at, end, ImVec2(0.0f, 0.0f), ImVec2(1.0f, 1.0f),
                    foreign ? IM_COL32(255, 255, 255, 110) : IM_COL32_WHITE);
    } else {
      // A scene has the picture that its file holds, or none.
      const bool waits = browser_.has_model() && browser_.view().kind != AssetLibraryKind::scenes;
      write_in_middle(facts.broken ? "!" : waits ? "…" : "", at, facts.broken);
    }
    if (facts.coverage >= 0 && facts.coverage < 100 && !facts.broken) {
      const std::string share = fmt::format("{} %", facts.coverage);
      const ImVec2 corner(at.x + 0.3f * ui_.unit(), end.y - 1.2f * ui_.unit());
      list.AddText(corner, colour(facts.coverage < foreign_coverage ? Tone::warning : Tone::quiet),
                   ui_.known(share));
    }
  }

  void write_in_middle(const std::string& what, const ImVec2& at, bool broken) {
    const ImVec2 size = ImGui::CalcTextSize(ui_.known(what));
    ImGui::GetWindowDrawList()->AddText(at + ImVec2(0.5f * (side_ - size.x), 0.5f * (side_ - size.y)),
                                        colour(broken ? Tone::error : Tone::quiet), what.c_str());
  }

  void draw_caption(const AssetLibraryEntry& entry, const ImVec2& at) {
    const std::string caption = caption_within(ui_, entry.name, side_);
    ImGui::GetWindowDrawList()->AddText(at + ImVec2(0.0f, side_ + 0.1f * ui_.unit()), colour(Tone::normal),
                                        ui_.known(caption));
  }

  /// The menu of a right click.
  void draw_menu(std::size_t number, const std::string& file) {
    if (!ImGui::BeginPopupContextItem("##menu")) return;
    const bool pose = browser_.view().kind == AssetLibraryKind::poses;
    if (pose && !browser_.facts(number).broken && ImGui::MenuItem(ui_.label(ui_strings::add_to_pose)))
      actions_.push_back({ActionId::open_over, std::vector<std::string>{file}});
    if (is_file_on_disk(file)) {
      if (ImGui::MenuItem(ui_.label(ui_strings::rename)))
        parts_.panels.tools.renamed = {file, to_utf8(path_from_utf8(file).stem()), true};
      if (ImGui::MenuItem(ui_.label(ui_strings::move_to_trash)))
        actions_.push_back({ActionId::trash_entry, file});
    }
    ImGui::EndPopup();
  }

  /// In place of the name: Enter renames, Escape or a click elsewhere keeps the name.
  void draw_name_field(const ImVec2& at) {
    RenamedFile& renamed = parts_.panels.tools.renamed;
    if (renamed.wants_focus) {
      ui_.type_into_next();
      parts_.redraw.panels();
    }
    ImGui::SetCursorScreenPos(at + ImVec2(0.0f, side_));
    ImGui::SetNextItemWidth(side_);
    const bool entered = text_field(ui_, "##rename", {}, renamed.name,
                                    ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
    if (ImGui::IsItemActive()) renamed.wants_focus = false;
    if (entered) actions_.push_back({ActionId::rename_entry, std::vector{renamed.file, renamed.name}});
    if (entered || ImGui::IsItemDeactivated()) renamed = {};
  }

  /// Whether the pointer is on the star.
  bool draw_favourite(std::size_t number, const ImVec2& at, bool hovered) {
    const bool favourite = browser_.facts(number).favourite;
    if (!favourite && !hovered) return false;
    const float radius = 0.45f * ui_.unit();
    const ImVec2 middle = at + ImVec2(side_ - 1.5f * radius, 1.5f * radius);
    const ImVec2 pointer = ImGui::GetIO().MousePos;
    const bool on = hovered && std::hypot(pointer.x - middle.x, pointer.y - middle.y) < 1.8f * radius;
    draw_star(vec2(middle.x, middle.y), on ? 1.2f * radius : radius,
              colour(favourite || on ? Tone::accent : Tone::quiet), favourite);
    return on;
  }

  void outline(const ImVec2& at, ImU32 colour, float thick) const {
    ImGui::GetWindowDrawList()->AddRect(at, at + ImVec2(side_, side_), colour, 4.0f, 0, thick);
  }
  ImU32 colour(Tone tone) const { return colour_of(tone, ui_.theme()); }

  Ui& ui_;
  const Parts& parts_;
  Browser& browser_;
  const std::string shown_name_;
  std::string hovered_;  ///< a pose for the preview
  Actions& actions_;
  TileGrid grid_;
  float side_ = 0.0f;
};

std::size_t entries_of_all_kinds(const Browser& browser) {
  std::size_t all = 0;
  for (std::size_t kind = 0; kind < asset_library_kinds; ++kind)
    all += browser.count(static_cast<AssetLibraryKind>(kind));
  return all;
}

/// Says why there is nothing to browse, in one line if it fits.
void draw_nothing(Ui& ui, const Browser& browser, Actions& actions) {
  if (browser.place().empty()) {
    ui.text(ui_strings::nothing_on_asset_library);
  } else if (browser.error()) {
    ui.text(describe(*browser.error()), Tone::error);
  } else {
    ui.text(ui_strings::asset_library_is_empty, Tone::quiet);
  }
  flow_button(ui, ui_strings::choose_folder);
  if (ImGui::Button(ui.label(ui_strings::choose_folder))) actions.push_back({ActionId::browse_dialog});
}

/// Explains an empty list; false if there are tiles.
bool draw_empty(Ui& ui, const Browser& browser, Actions& actions) {
  if (browser.is_listing()) {
    ui.text(ui_strings::listing, Tone::quiet);
  } else if (browser.count(browser.view().kind) == 0) {
    ui.text(ui_strings::none_of_kind, Tone::quiet);
  } else if (browser.shown().empty()) {
    ui.text(ui_strings::nothing_found, Tone::quiet);
    AssetLibraryView all = browser.view();
    all.query.search.clear();
    all.query.favourites_only = false;
    if (ImGui::Button(ui.label(ui_strings::show_all)))
      actions.push_back({ActionId::set_asset_library_view, all});
  } else {
    return false;
  }
  return true;
}

}  // namespace

int thumbnail_side(float text_scale) {
  return std::clamp(static_cast<int>(std::lround(2.0f * text_scale)) * 64, 128, 256);
}

TileGrid plan_tiles(float room, float width, float height) {
  return {static_cast<std::size_t>(std::max(std::floor(room / width), 1.0f)), width, height};
}

std::vector<std::string> entry_details(const AssetLibraryEntry& entry, const EntryFacts& facts,
                                       const EntryReport* report, Language language) {
  const auto word = [language](const LocalizedText& words) { return words.in(language); };
  std::vector<std::string> out{entry.name};
  if (!entry.group.empty()) out.push_back(entry.group);
  if (report == nullptr) return out;
  if (report->problem) {
    out.push_back(fmt::format("{}: {}", word(ui_strings::cannot_be_used), report->problem->what));
    return out;
  }
  if (!report->made_for.empty())
    out.push_back(fmt::format("{}: {}", word(ui_strings::for_model), report->made_for));
  if (facts.coverage >= 0)
    out.push_back(fmt::format("{} % {}", facts.coverage, word(ui_strings::fits_model)));
  if (!report->missing.empty())
    out.push_back(fmt::format("{}: {}", word(ui_strings::lacks), fmt::join(report->missing, ", ")));
  return out;
}

bool browser_is_empty(const Parts& parts) {
  const Browser& browser = parts.files.browser;
  if (browser.place().empty() || browser.error()) return true;
  return !browser.is_listing() && entries_of_all_kinds(browser) == 0;
}

void draw_browser_panel(Ui& ui, const Parts& parts, Actions& actions) {
  const Browser& browser = parts.files.browser;
  if (browser_is_empty(parts)) return draw_nothing(ui, browser, actions);
  Toolbar(ui, parts, actions).draw();
  if (draw_empty(ui, browser, actions)) return;
  if (!browser.has_model() && !needs_no_model(browser.view().kind))
    ui.text(ui_strings::asset_library_needs_model, Tone::quiet);
  Tiles(ui, parts, actions).draw();
}

}  // namespace mmd
