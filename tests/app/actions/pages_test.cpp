// The pages for users name menus, entries and panels as the window does.

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/actions/action_table.h"
#include "app/panels/panels.h"
#include "app/text/picture_strings.h"
#include "app/text/ui_strings.h"

namespace mmd {
namespace {

namespace fs = std::filesystem;

struct Page {
  std::string name, text;
  Language language = Language::english;
};

std::vector<Page> pages_for_users() {
  const fs::path root = MMDVIEW_SOURCE_DIR;
  std::vector<fs::path> files{root / "README.md", root / "README.ja.md"};
  for (const auto& entry : fs::recursive_directory_iterator(root / "docs" / "user"))
    if (entry.path().extension() == ".md") files.push_back(entry.path());
  std::vector<Page> out;
  for (const fs::path& file : files) {
    std::ifstream in(file);
    const std::string name = file.lexically_relative(root).generic_string();
    const bool japanese = name.find(".ja.") != std::string::npos || name.find("/ja/") != std::string::npos;
    out.push_back(
        {name, {std::istreambuf_iterator<char>(in), {}}, japanese ? Language::japanese : Language::english});
  }
  return out;
}

/// "Menu > Entry" and "Menu > Submenu > Entry" of all menus, and "Look > Section" of the Look panel.
std::set<std::string> paths(Language language) {
  const auto in = [&](const LocalizedText& text) { return std::string(text.in(language)); };
  std::set<std::string> out;
  const std::function<void(const MenuRow&, const std::string&)> add = [&](const MenuRow& menu,
                                                                          const std::string& path) {
    for (const MenuItem& item : menu.items) {
      if (item.kind == MenuItem::Kind::action) out.insert(path + " > " + in(row_of(item.action).name));
      if (item.kind != MenuItem::Kind::submenu) continue;
      const std::string below = path + " > " + in(item.submenu->name);
      out.insert(below);
      add(*item.submenu, below);
    }
  };
  for (const MenuRow& menu : menu_table()) add(menu, in(menu.name));
  for (const LocalizedText& section :
       {ui_strings::picture, ui_strings::physics, ui_strings::comparison, ui_strings::picture_file})
    out.insert(in(row_of(ActionId::toggle_scene_panel).name) + " > " + in(section));
  return out;
}

/// Names of the panels: of their tabs, and in the menu.
std::set<std::string> panel_names() {
  std::set<std::string> out;
  for (const PanelRow& row : panel_table()) {
    out.insert(std::string(row.name.english));
    out.insert(std::string(row_of(row.toggle).name.english));
  }
  return out;
}

/// What `pattern` captures in the text.
std::vector<std::string> captured(const std::string& text, const char* pattern) {
  const std::regex expression(pattern);
  std::vector<std::string> out;
  for (std::sregex_iterator i(text.begin(), text.end(), expression), end; i != end; ++i)
    out.push_back((*i)[1]);
  return out;
}

TEST(UserPages, NameMenuPathsOfTheWindow) {
  int found = 0;
  for (const Page& page : pages_for_users())
    for (const std::string& path : captured(page.text, R"(\*\*([^*\n]+ > [^*\n]+)\*\*)")) {
      EXPECT_EQ(paths(page.language).count(path), 1u) << page.name << ": " << path;
      ++found;
    }
  EXPECT_GT(found, 60);
}

TEST(UserPages, NamePanelsOfTheWindow) {
  const std::set<std::string> names = panel_names();
  int found = 0;
  for (const Page& page : pages_for_users())
    for (const std::string& name : captured(page.text, R"(([A-Z][a-z]+) panel\b)")) {
      if (name == "The") continue;  // "The panel"
      EXPECT_EQ(names.count(name), 1u) << page.name << ": " << name << " panel";
      ++found;
    }
  EXPECT_GT(found, 20);
}

TEST(UserPages, NameNoPanelWithoutItsCapital) {
  for (const Page& page : pages_for_users())
    for (const std::string& name :
         captured(page.text, R"(\b(history|bones|morphs|look|pose|light|camera|model) panel\b)"))
      ADD_FAILURE() << page.name << ": the window writes the name of the " << name << " panel with a capital";
}

}  // namespace
}  // namespace mmd
