// What is installed (PUBLIC_HEADERS in src/*/CMakeLists.txt) stands on its own, and examples stay short.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <set>
#include <sstream>
#include <string>

#include <gtest/gtest.h>

namespace mmd {
namespace {

namespace fs = std::filesystem;

const fs::path root = MMDVIEW_SOURCE_DIR;

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// "model/model.h" and so on, as the lists of the folders have them.
std::set<std::string> public_headers() {
  std::set<std::string> out;
  for (const auto& folder : fs::directory_iterator(root / "src")) {
    const std::string list = text_of(folder.path() / "CMakeLists.txt");
    const std::regex names(R"(PUBLIC_HEADERS\s+((?:[a-z0-9_/]+\.h\s+)+))");
    std::smatch match;
    if (!std::regex_search(list, match, names)) continue;
    std::istringstream words(match[1].str());
    for (std::string name; words >> name;) out.insert(folder.path().filename().string() + '/' + name);
  }
  return out;
}

TEST(PublicHeaders, EachIncludesOnlyPublicOnesAndPackagesOfTheirUsers) {
  const std::set<std::string> headers = public_headers();
  ASSERT_GT(headers.size(), 40u);
  const std::regex directive(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
  for (const std::string& header : headers) {
    ASSERT_TRUE(fs::exists(root / "src" / header)) << header;
    std::ifstream in(root / "src" / header);
    std::smatch match;
    for (std::string line; std::getline(in, line);) {
      if (!std::regex_search(line, match, directive)) continue;
      const std::string name = match[2].str();
      if (match[1].str() == "\"") {
        EXPECT_TRUE(headers.count(name))
            << header << " is installed and includes " << name << ", which is not";
      } else if (name.find_first_of("/.") != std::string::npos) {
        EXPECT_TRUE(name.rfind("glm/", 0) == 0 || name.rfind("tl/", 0) == 0)
            << header << " includes " << name;
      }
    }
  }
}

TEST(PublicHeaders, AreNeverOfTheProgramAlone) {
  for (const std::string& header : public_headers()) {
    for (const char* folder : {"document/", "edit/", "commands/", "app/"})
      EXPECT_NE(header.rfind(folder, 0), 0u) << header;
  }
}

TEST(Examples, HaveAtMostSixtyLines) {
  int programs = 0;
  for (const auto& entry : fs::directory_iterator(root / "examples")) {
    if (entry.path().extension() != ".cpp") continue;
    ++programs;
    const std::string text = text_of(entry.path());
    EXPECT_LE(std::count(text.begin(), text.end(), '\n'), 60) << entry.path();
  }
  EXPECT_GE(programs, 4);
}

}  // namespace
}  // namespace mmd
