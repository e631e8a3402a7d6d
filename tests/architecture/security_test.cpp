// The limits that SECURITY.md tells are those of the code.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>
#include <string>

#include <gtest/gtest.h>

namespace mmd {
namespace {

namespace fs = std::filesystem;

std::string content_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(Security, LimitsAreThoseOfTheCode) {
  const std::string page = content_of(fs::path(MMDVIEW_SOURCE_DIR) / "SECURITY.md");
  const std::regex row(R"re(\| `(src/[^`]+)`: `([^`]+)` \|\n)re");
  int rows = 0;
  for (std::sregex_iterator it(page.begin(), page.end(), row), end; it != end; ++it, ++rows) {
    const std::string code = content_of(fs::path(MMDVIEW_SOURCE_DIR) / (*it)[1].str());
    EXPECT_NE(code.find((*it)[2].str()), std::string::npos) << it->str();
  }
  EXPECT_GE(rows, 20);
}

}  // namespace
}  // namespace mmd
