// What the program loads while it runs is named in no file that packagers' tools read: the package's
// dependencies are written by hand, and these tests hold them against the sources.

#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <regex>
#include <set>
#include <string>

#include <gtest/gtest.h>

namespace mmd {
namespace {

namespace fs = std::filesystem;

/// The package of Debian 12 that has each.
const std::map<std::string, std::string> packages = {
    {"libSDL2-2.0.so.0", "libsdl2-2.0-0"},
    {"libOpenGL.so.0", "libopengl0"},
    {"libGL.so.1", "libgl1"},
    {"libEGL.so.1", "libegl1"},
    {"libarchive.so.13", "libarchive13"},
    {"libfontconfig.so.1", "libfontconfig1"},
};

std::string text_in(const fs::path& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
}

std::set<std::string> loaded_late() {
  std::set<std::string> out;
  const std::regex loaded("LateLibrary [a-z]+[({]\"([^\"]+)\"[)}]");
  for (const auto& entry : fs::recursive_directory_iterator(fs::path(MMDVIEW_SOURCE_DIR) / "src")) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string text = text_in(entry.path());
    for (std::sregex_iterator it(text.begin(), text.end(), loaded), end; it != end; ++it)
      out.insert((*it)[1]);
  }
  return out;
}

/// The words of the list of what the package depends on.
std::set<std::string> dependencies() {
  const std::string text = text_in(fs::path(MMDVIEW_SOURCE_DIR) / "cmake" / "MmdviewPackage.cmake");
  std::smatch list;
  if (!std::regex_search(text, list, std::regex("CPACK_DEBIAN_PACKAGE_DEPENDS \"([^\"]+)\""))) return {};
  std::set<std::string> out;
  const std::string words = list[1];
  const std::regex word("[a-z0-9.+-]+");
  for (std::sregex_iterator it(words.begin(), words.end(), word), end; it != end; ++it) out.insert(it->str());
  return out;
}

TEST(LateLibraries, AreAllKnownHere) {
  std::set<std::string> known;
  for (const auto& [library, package] : packages) known.insert(library);
  EXPECT_EQ(loaded_late(), known);
}

TEST(LateLibraries, AreWhatThePackageDependsOn) {
  const std::set<std::string> named = dependencies();
  EXPECT_FALSE(named.empty());
  for (const auto& [library, package] : packages)
    EXPECT_TRUE(named.contains(package)) << library << " is in " << package;
}

}  // namespace
}  // namespace mmd
