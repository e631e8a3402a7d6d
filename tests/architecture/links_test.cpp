// The links in README.md, CONTRIBUTING.md and docs/ have targets.

#include <cctype>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mmd {
namespace {

namespace fs = std::filesystem;

fs::path root() {
  return MMDVIEW_SOURCE_DIR;
}

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<fs::path> pages() {
  std::vector<fs::path> out;
  for (const auto& entry : fs::directory_iterator(root()))
    if (entry.path().extension() == ".md") out.push_back(entry.path());
  for (const char* folder : {"docs", "samples", "conformance"})
    for (const auto& entry : fs::recursive_directory_iterator(root() / folder))
      if (entry.path().extension() == ".md") out.push_back(entry.path());
  return out;
}

/// The text without code: text between backticks is no link.
std::string without_code(const std::string& text) {
  static const std::regex code("```[^]*?```|`[^`\n]*`");
  return std::regex_replace(text, code, "");
}

/// Anchor of a heading as usual viewers make it: lower case and hyphens.
std::string anchor_of(const std::string& heading) {
  std::string out;
  for (const char c : heading) {
    const auto byte = static_cast<unsigned char>(c);
    if (std::isalnum(byte) != 0 || byte >= 0x80 || c == '_' || c == '-') {
      out += static_cast<char>(std::tolower(byte));
    } else if (c == ' ') {
      out += '-';
    }
  }
  return out;
}

std::set<std::string> anchors_in(const fs::path& page) {
  std::set<std::string> out;
  std::ifstream in(page);
  for (std::string line; std::getline(in, line);) {
    const std::size_t marks = line.find_first_not_of('#');
    if (marks == 0 || marks == std::string::npos || line[marks] != ' ') continue;
    out.insert(anchor_of(line.substr(marks + 1)));
  }
  return out;
}

/// The problem of a link; empty if its target exists or is on the web.
std::string fault_of(const fs::path& page, const std::string& link) {
  if (link.find("://") != std::string::npos || link.rfind("mailto:", 0) == 0) return {};
  const std::size_t hash = link.find('#');
  const std::string file = link.substr(0, hash);
  const fs::path target = file.empty() ? page : page.parent_path() / file;
  if (!fs::exists(target)) return "there is no such file";
  if (hash == std::string::npos) return {};
  return anchors_in(target).count(link.substr(hash + 1)) != 0 ? "" : "it has no such heading";
}

TEST(Links, HaveTargets) {
  static const std::regex link(R"(\]\(([^)\s]+)\))");
  int links = 0;
  for (const fs::path& page : pages()) {
    const std::string text = without_code(text_of(page));
    for (std::sregex_iterator i(text.begin(), text.end(), link), end; i != end; ++i) {
      const std::string target = (*i)[1];
      EXPECT_EQ(fault_of(page, target), "") << page << ": " << target;
      ++links;
    }
  }
  EXPECT_GT(links, 40);
}

TEST(Links, ReportBrokenTargets) {
  const fs::path page = root() / "README.md";
  EXPECT_EQ(fault_of(page, "CONTRIBUTING.md#recipes"), "");
  EXPECT_NE(fault_of(page, "CONTRIBUTING.md#no-such-heading"), "");
  EXPECT_NE(fault_of(page, "no/such/file.md"), "");
  EXPECT_EQ(fault_of(page, "https://example.org/nowhere"), "");
}

TEST(Links, RecipesNameExistingFiles) {
  const std::string text = text_of(root() / "CONTRIBUTING.md");
  static const std::regex named("`((?:src|tests|shaders|docs|scripts)/[A-Za-z0-9_./]+)`");
  int files = 0;
  for (std::sregex_iterator i(text.begin(), text.end(), named), end; i != end; ++i) {
    const std::string file = (*i)[1];
    if (file.find("NAME") != std::string::npos) continue;
    EXPECT_TRUE(fs::exists(root() / file)) << file;
    ++files;
  }
  EXPECT_GT(files, 20);
}

}  // namespace
}  // namespace mmd
