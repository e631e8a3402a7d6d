// Tests that no build knows would be missing without anybody noticing.

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include <gtest/gtest.h>

namespace mmd {
namespace {

namespace fs = std::filesystem;

std::string text_of(const fs::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

TEST(TestFiles, EachIsNamedInTheListOfItsFolder) {
  const fs::path tests = fs::path(MMDVIEW_SOURCE_DIR) / "tests";
  int files = 0;
  for (const auto& entry : fs::recursive_directory_iterator(tests)) {
    const std::string name = entry.path().filename().string();
    const bool is_test = name.size() > 9 && name.compare(name.size() - 9, 9, "_test.cpp") == 0;
    const bool is_fuzz_target = name.size() > 9 && name.compare(name.size() - 9, 9, "_fuzz.cpp") == 0;
    if (!is_test && !is_fuzz_target) continue;
    ++files;
    fs::path folder = entry.path().parent_path();
    while (!fs::exists(folder / "CMakeLists.txt")) folder = folder.parent_path();
    const std::string list = text_of(folder / "CMakeLists.txt");
    const std::string wanted = is_test ? entry.path().lexically_relative(folder).generic_string()
                                       : "mmdview_fuzz(" + name.substr(0, name.size() - 9) + " ";
    EXPECT_NE(list.find(wanted), std::string::npos) << entry.path() << " is not built";
  }
  EXPECT_GT(files, 100);
}

TEST(TestFiles, EveryFolderWithAListIsBuilt) {
  const fs::path tests = fs::path(MMDVIEW_SOURCE_DIR) / "tests";
  const std::string list = text_of(tests / "CMakeLists.txt");
  const std::string line = list.substr(list.find("foreach(folder "));
  const std::string folders = line.substr(0, line.find(')')) + ' ';
  for (const auto& entry : fs::directory_iterator(tests)) {
    const std::string name = entry.path().filename().string();
    if (!fs::exists(entry.path() / "CMakeLists.txt") || name == "fuzz") continue;  // formats adds that
    EXPECT_NE(folders.find(' ' + name + ' '), std::string::npos) << name;
  }
}

/// They come along with every clone.
TEST(TestFiles, EveryFuzzTargetHasACorpusAndAllTogetherAreSmall) {
  const fs::path fuzz = fs::path(MMDVIEW_SOURCE_DIR) / "tests" / "fuzz";
  int targets = 0;
  for (const auto& entry : fs::directory_iterator(fuzz)) {
    const std::string name = entry.path().filename().string();
    if (name.size() <= 9 || name.compare(name.size() - 9, 9, "_fuzz.cpp") != 0) continue;
    ++targets;
    const fs::path corpus = fuzz / "corpus" / name.substr(0, name.size() - 9);
    EXPECT_TRUE(fs::exists(corpus) && !fs::is_empty(corpus)) << corpus;
  }
  EXPECT_GE(targets, 10);
  std::uintmax_t bytes = 0;
  for (const auto& entry : fs::recursive_directory_iterator(fuzz / "corpus"))
    if (entry.is_regular_file()) bytes += entry.file_size();
  EXPECT_LE(bytes, std::uintmax_t{5'000'000});
}

}  // namespace
}  // namespace mmd
