// The tables of docs/user/keys.md and keys.ja.md are those of the program. To write them after a change of
// the action table:
//   MMDVIEW_UPDATE_BASELINES=1 build/release/test_app --gtest_filter='KeysPage.*'

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/actions/action_table.h"
#include "app/actions/key_map.h"
#include "app/actions/mouse_scheme.h"

namespace mmd {
namespace {

std::string table_row(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) out += cell.empty() ? " |" : ' ' + cell + " |";
  return out + '\n';
}

std::string table_head(const std::vector<std::string>& cells) {
  return table_row(cells) + table_row(std::vector<std::string>(cells.size(), "---"));
}

/// Japanese tables have a page of their own, so their headings are one level higher.
std::string heading(Language language, std::string_view name) {
  return (language == Language::english ? "### " : "## ") + std::string(name) + "\n\n";
}

std::string menu_tables(Language language) {
  const bool english = language == Language::english;
  const auto in = [&](const LocalizedText& text) { return std::string(text.in(language)); };
  std::vector<std::string> head{english ? "Effect" : "動作"};
  for (const MouseSchemeRow& scheme : mouse_schemes()) head.push_back(in(scheme.name));
  std::string out = heading(language, english ? "Mouse" : "マウス") + table_head(head);
  for (const MouseHelp& row : mouse_help()) {
    std::vector<std::string> cells{in(row.help)};
    for (const LocalizedText& gesture : row.gestures) cells.push_back(in(gesture));
    out += table_row(cells);
  }
  const auto add = [&](const LocalizedText& name, const std::vector<ActionId>& actions) {
    out += '\n' + heading(language, in(name));
    out +=
        english ? table_head({"Action", "Key", "Effect", "Setting"}) : table_head({"機能", "キー", "動作"});
    for (const ActionId id : actions) {
      const ActionRow& row = row_of(id);
      std::vector<std::string> cells{in(row.name), std::string(row.key.name), in(row.help)};
      if (english) cells.push_back('`' + std::string(word_of(row.id)) + '`');
      out += table_row(cells);
    }
  };
  for (const MenuRow& menu : menu_table()) add(menu.name, menu.actions());
  std::vector<ActionId> others;
  for (const ActionRow& row : action_table())
    if (!row.not_in_menu.empty() && !row.key.name.empty()) others.push_back(row.id);
  add({"Keys without a menu entry", "メニューにないキー"}, others);
  return out;
}

/// The actions with other keys in MikuMikuDance's set.
std::string mmd_keys(Language language) {
  const bool english = language == Language::english;
  std::string out = '\n' + heading(language, english ? "MMD keys" : "MMDのキー配置") +
                    (english ? table_head({"Action", "Key"}) : table_head({"機能", "キー"}));
  KeyMap own, mmd;
  mmd.use(KeySet::mmd);
  for (const ActionRow& row : action_table())
    if (const std::string key = mmd.name_of(row.id); key != own.name_of(row.id))
      out += table_row({std::string(row.name.in(language)), key});
  return out;
}

/// `text` with `tables` between the lines that begin with "<!-- keys:".
std::string with_tables(const std::string& text, const std::string& tables) {
  const std::size_t begin = text.find('\n', text.find("<!-- keys: generated")) + 1;
  const std::size_t end = text.find("<!-- keys: end");
  return text.substr(0, begin) + '\n' + tables + '\n' + text.substr(end);
}

void expect_tables(const std::string& name, Language language) {
  const std::string page = MMDVIEW_SOURCE_DIR "/docs/user/" + name;
  std::stringstream text;
  text << std::ifstream(page).rdbuf();
  const std::string wanted = with_tables(text.str(), menu_tables(language) + mmd_keys(language));
  if (std::getenv("MMDVIEW_UPDATE_BASELINES") != nullptr)
    std::ofstream(page) << wanted;
  else
    EXPECT_EQ(text.str(), wanted) << "write the page anew: see the top of " << __FILE__;
}

TEST(KeysPage, HasTheTablesOfTheProgram) {
  expect_tables("keys.md", Language::english);
}

TEST(KeysPage, HasTheTablesInJapanese) {
  expect_tables("keys.ja.md", Language::japanese);
}

}  // namespace
}  // namespace mmd
