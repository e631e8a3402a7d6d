// The tables of docs/user/keys.md are those of the program. To write them after a change of the action table:
//   MMDVIEW_UPDATE_BASELINES=1 build/release/test_app --gtest_filter='KeysPage.*'

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "app/actions/action_table.h"
#include "app/actions/key_map.h"
#include "app/input/mouse_scheme.h"

namespace mmd {
namespace {

constexpr const char* page = MMDVIEW_SOURCE_DIR "/docs/user/keys.md";

std::string table_row(const std::vector<std::string>& cells) {
  std::string out = "|";
  for (const std::string& cell : cells) out += cell.empty() ? " |" : ' ' + cell + " |";
  return out + '\n';
}

std::string table_head(const std::vector<std::string>& cells) {
  return table_row(cells) + table_row(std::vector<std::string>(cells.size(), "---"));
}

std::string menu_tables(Language language) {
  const bool english = language == Language::english;
  const auto in = [&](const LocalizedText& text) { return std::string(text.in(language)); };
  std::vector<std::string> head{english ? "Effect" : "動作"};
  for (const MouseSchemeRow& scheme : mouse_schemes()) head.push_back(in(scheme.name));
  std::string out = (english ? "### Mouse\n\n" : "### マウス\n\n") + table_head(head);
  for (const MouseHelp& row : mouse_help()) {
    std::vector<std::string> cells{in(row.help)};
    for (const LocalizedText& gesture : row.gestures) cells.push_back(in(gesture));
    out += table_row(cells);
  }
  const auto add = [&](const LocalizedText& name, const std::vector<ActionId>& actions) {
    out += "\n### " + in(name) + "\n\n";
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
  std::string out = english ? "\n### MMD keys\n\n" + table_head({"Action", "Key"})
                            : "\n### MMDのキー配置\n\n" + table_head({"機能", "キー"});
  KeyMap own, mmd;
  mmd.use(KeySet::mmd);
  for (const ActionRow& row : action_table())
    if (const std::string key = mmd.name_of(row.id); key != own.name_of(row.id))
      out += table_row({std::string(row.name.in(language)), key});
  return out;
}

/// `text` with `tables` between the lines that begin with "<!-- NAME:".
std::string with_tables(const std::string& text, const std::string& name, const std::string& tables) {
  const std::size_t begin = text.find('\n', text.find("<!-- " + name + ": generated")) + 1;
  const std::size_t end = text.find("<!-- " + name + ": end");
  return text.substr(0, begin) + '\n' + tables + '\n' + text.substr(end);
}

TEST(KeysPage, HasTheTablesOfTheProgram) {
  std::ifstream file(page);
  std::stringstream text;
  text << file.rdbuf();
  std::string wanted =
      with_tables(text.str(), "keys", menu_tables(Language::english) + mmd_keys(Language::english));
  wanted = with_tables(wanted, "keys-ja", menu_tables(Language::japanese) + mmd_keys(Language::japanese));
  if (std::getenv("MMDVIEW_UPDATE_BASELINES") != nullptr)
    std::ofstream(page) << wanted;
  else
    EXPECT_EQ(text.str(), wanted) << "write the page anew: see the top of " << __FILE__;
}

}  // namespace
}  // namespace mmd
