// What the window's panels say stands in one table, in both languages.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mmd {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// A word for a person to read, given to something that shows it.
const std::regex literal_text(
    R"re((ui\.text|ui\.tag|Button|Checkbox|CollapsingHeader|SliderFloat3?|DragFloat3?|InputText|BeginCombo|Selectable|MenuItem|ColorEdit3|SetTooltip|TextUnformatted)\(\s*"(?!##)[^"]*[A-Za-z]{2})re");

TEST(PanelTexts, StandInTheTable) {
  int files = 0;
  for (const auto& entry : fs::directory_iterator(fs::path(MMDVIEW_SOURCE_DIR) / "src" / "app")) {
    if (entry.path().extension() != ".cpp") continue;
    ++files;
    const std::string text = text_of(entry.path());
    std::smatch found;
    EXPECT_FALSE(std::regex_search(text, found, literal_text)) << entry.path() << ": " << found.str();
  }
  EXPECT_GT(files, 40);
}

TEST(PanelTexts, ALiteralIsSeen) {
  EXPECT_TRUE(std::regex_search(std::string("if (ImGui::Button(\"Reset\"))"), literal_text));
  EXPECT_TRUE(std::regex_search(std::string("ui.text(\"No model\")"), literal_text));
  EXPECT_FALSE(std::regex_search(std::string("ImGui::InvisibleButton(\"##bar\""), literal_text));
  EXPECT_FALSE(std::regex_search(std::string("ui.text(text::no_model)"), literal_text));
}

TEST(PanelTexts, AreInBothLanguages) {
  const std::string table = text_of(fs::path(MMDVIEW_SOURCE_DIR) / "src" / "app" / "texts.h");
  // A name, then its pair; controls have a pair for the name and one for what it is.
  const std::regex pair(R"re(\{\s*"([^"]*)"\s*,\s*"([^"]*)"\s*\})re");
  int pairs = 0;
  for (std::sregex_iterator it(table.begin(), table.end(), pair), end; it != end; ++it, ++pairs)
    EXPECT_FALSE((*it)[1].str().empty() || (*it)[2].str().empty()) << it->str();
  EXPECT_GT(pairs, 90);
}

/// Which places a text leaves, sorted: {} are counted on.
std::vector<int> places_in(const std::string& text) {
  std::vector<int> out;
  const std::regex place(R"re(\{(\d*)\})re");
  for (std::sregex_iterator it(text.begin(), text.end(), place), end; it != end; ++it)
    out.push_back((*it)[1].length() == 0 ? static_cast<int>(out.size()) : std::stoi((*it)[1]));
  std::sort(out.begin(), out.end());
  return out;
}

TEST(Messages, LeaveTheSamePlacesInBothLanguages) {
  std::string table = text_of(fs::path(MMDVIEW_SOURCE_DIR) / "src" / "app" / "said.h");
  table = std::regex_replace(table, std::regex(R"re("\s*\n\s*")re"), "");  // literals that go on
  const std::regex pair(R"re(\{"((?:[^"\\]|\\.)*)",\s*"((?:[^"\\]|\\.)*)"\})re");
  int pairs = 0;
  for (std::sregex_iterator it(table.begin(), table.end(), pair), end; it != end; ++it, ++pairs) {
    EXPECT_EQ(places_in((*it)[1]), places_in((*it)[2])) << it->str();
    EXPECT_FALSE((*it)[1].str().empty() || (*it)[2].str().empty()) << it->str();
  }
  EXPECT_GT(pairs, 80);
}

TEST(Messages, StandInTheirTable) {
  const std::regex said(R"re((\.|->)say\((fmt::format\()?\s*"|Severity::note, (fmt::format\()?"[A-Za-z])re");
  for (const auto& entry : fs::directory_iterator(fs::path(MMDVIEW_SOURCE_DIR) / "src" / "app")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string text = text_of(entry.path());
    std::smatch found;
    EXPECT_FALSE(std::regex_search(text, found, said)) << entry.path() << ": " << found.str();
  }
  EXPECT_TRUE(std::regex_search(std::string("parts.board.say(\"Saved\")"), said)) << "one is seen";
}

}  // namespace
}  // namespace mmd
