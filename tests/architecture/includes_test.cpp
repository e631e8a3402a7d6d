// Rules of docs/dev/architecture.md, checked in the sources.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <regex>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace mmd {
namespace {

namespace fs = std::filesystem;

const std::vector<std::string>& road() {
  static const std::vector<std::string> folders{"base",    "formats", "assets",  "skeleton",    "skin",
                                                "model",   "pose",    "physics", "scene",       "document",
                                                "session", "edit",    "render",  "annotations", "export",
                                                "library", "options", "sound",   "commands",    "app"};
  return folders;
}

int number_of(const std::string& folder) {
  const auto at = std::find(road().begin(), road().end(), folder);
  return at == road().end() ? -1 : static_cast<int>(at - road().begin());
}

struct Include {
  std::string file;    ///< "model/model.cpp"
  std::string folder;  ///< "model"; empty for files beside the folders
  std::string target;
  bool quoted;
};

const std::vector<Include>& includes() {
  static const std::vector<Include> all = [] {
    std::vector<Include> out;
    const fs::path src = fs::path(MMDVIEW_SOURCE_DIR) / "src";
    const std::regex directive(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
    for (const auto& entry :
         fs::recursive_directory_iterator(src, fs::directory_options::follow_directory_symlink)) {
      const std::string extension = entry.path().extension().string();
      if (extension != ".h" && extension != ".cpp") continue;
      const fs::path relative = entry.path().lexically_relative(src);
      const std::string folder = relative.has_parent_path() ? relative.begin()->string() : std::string();
      std::ifstream in(entry.path());
      std::smatch match;
      for (std::string line; std::getline(in, line);) {
        if (std::regex_search(line, match, directive))
          out.push_back({relative.generic_string(), folder, match[2].str(), match[1].str() == "\""});
      }
    }
    return out;
  }();
  return all;
}

std::string first_part(const std::string& path) {
  const std::size_t slash = path.find('/');
  return slash == std::string::npos ? std::string() : path.substr(0, slash);
}

TEST(Architecture, FindsTheSources) {
  std::set<std::string> folders;
  for (const Include& i : includes()) folders.insert(i.folder);
  for (const std::string& folder : road()) EXPECT_TRUE(folders.count(folder)) << folder;
}

TEST(Architecture, FoldersIncludeOnlyEarlierFolders) {
  for (const Include& i : includes()) {
    if (i.folder.empty()) continue;
    EXPECT_GE(number_of(i.folder), 0) << i.file;
    const int to = number_of(first_part(i.target));
    if (to < 0) continue;
    EXPECT_LE(to, number_of(i.folder)) << i.file << " includes " << i.target;
  }
}

/// The rooms of app/: each includes itself and earlier ones only.
TEST(Architecture, RoomsOfTheWindowIncludeOnlyEarlierRooms) {
  const std::vector<std::string> rooms{"text", "platform", "stage", "actions", "panels", "input", "window"};
  const auto room_of = [&](const std::string& path) {
    const std::string below = path.rfind("app/", 0) == 0 ? path.substr(4) : std::string();
    const auto at = std::find(rooms.begin(), rooms.end(), first_part(below));
    return at == rooms.end() ? -1 : static_cast<int>(at - rooms.begin());
  };
  for (const Include& i : includes()) {
    if (i.folder != "app") continue;
    EXPECT_GE(room_of(i.file), 0) << i.file;
    if (first_part(i.target) != "app") continue;
    EXPECT_LE(room_of(i.target), room_of(i.file)) << i.file << " includes " << i.target;
  }
}

/// Expects that a folder includes only `allowed`, not all earlier folders.
void expect_only_on(const std::string& folder, const std::set<std::string>& allowed) {
  for (const Include& i : includes()) {
    const std::string to = first_part(i.target);
    if (i.folder == folder && to != folder && number_of(to) >= 0) {
      EXPECT_TRUE(allowed.count(to)) << i.file << " includes " << i.target;
    }
  }
}

TEST(Architecture, AppIncludesNothingOfCommandsButOutput) {
  for (const Include& i : includes()) {
    if (i.folder != "app" || first_part(i.target) != "commands") continue;
    EXPECT_EQ(i.target.rfind("commands/output/", 0), 0u) << i.file << " includes " << i.target;
  }
}

TEST(Architecture, SkeletonSkinAndEditHaveFewDependencies) {
  expect_only_on("skeleton", {"base"});
  expect_only_on("skin", {"base"});
  expect_only_on("edit", {"base", "formats", "skeleton", "model", "pose"});
}

TEST(Architecture, QuotedIncludesAreRelativeToSrc) {
  const fs::path src = fs::path(MMDVIEW_SOURCE_DIR) / "src";
  for (const Include& i : includes()) {
    if (!i.quoted) continue;
    EXPECT_GE(number_of(first_part(i.target)), 0) << i.file << " includes \"" << i.target << '"';
    EXPECT_EQ(i.target.find(".."), std::string::npos) << i.file;
    // The build generates this header.
    if (i.target == "options/version.h") continue;
    EXPECT_TRUE(fs::exists(src / i.target)) << i.file << " includes " << i.target;
  }
}

/// Headers of a library, by the start of their names, and the places that may include them.
struct Fence {
  const char* what;
  std::vector<std::string> headers;
  std::vector<std::string> allowed;  ///< folders ("render") or files ("render/x.cpp")
};

TEST(Architecture, LibrariesAreUsedInTheirFoldersOnly) {
  const Fence fences[] = {
      {"OpenGL", {"GL/", "GLES", "KHR/"}, {"render"}},
      {"EGL", {"EGL/"}, {"render/context_egl.cpp"}},
      {"SDL", {"SDL"}, {"app", "render/context_sdl.cpp", "sound"}},
      {"Dear ImGui", {"imgui"}, {"app"}},
      {"libpng, stb_image and libarchive", {"png.h", "stb_image", "archive"}, {"assets"}},
      {"Bullet", {"bt", "BulletDynamics", "BulletCollision", "LinearMath"}, {"physics"}},
      {"tinyexr", {"tinyexr"}, {"annotations/depth_exr.cpp"}},
      {"tinygltf", {"tiny_gltf"}, {"export/gltf_buffers.h", "export/gltf_write.cpp"}},
      {"fontconfig", {"fontconfig"}, {"commands/output/system_fonts_fontconfig.cpp"}},
      {"libseccomp", {"seccomp"}, {"commands/sandbox/sandbox_linux.cpp"}},
  };
  const auto is_for_windows = [](const Include& i) {
    return i.file.ends_with("_windows.cpp") || i.file.ends_with("windows_process.cpp") ||
           i.file.ends_with("windows_process.h") || i.file.rfind("base/windows_api.", 0) == 0;
  };
  for (const Include& i : includes()) {
    if (i.target == "windows.h" || i.target == "base/windows_api.h") {
      EXPECT_TRUE(is_for_windows(i)) << i.file << ": windows.h defines macros that other files must not see";
    }
    for (const Fence& fence : fences) {
      const bool inside = std::any_of(fence.headers.begin(), fence.headers.end(),
                                      [&](const std::string& h) { return i.target.rfind(h, 0) == 0; });
      if (!inside) continue;
      const bool allowed = std::any_of(fence.allowed.begin(), fence.allowed.end(),
                                       [&](const std::string& a) { return a == i.folder || a == i.file; });
      EXPECT_TRUE(allowed) << i.file << " includes " << i.target << ": " << fence.what;
    }
  }
}

TEST(Architecture, IncludesNoHeaderThatOlderCompilersLack) {
  const std::set<std::string> lacking{"ranges", "expected", "source_location",
                                      "format", "print",    "generator"};
  for (const Include& i : includes())
    EXPECT_EQ(lacking.count(i.target), 0u) << i.file << " includes " << i.target;
}

}  // namespace
}  // namespace mmd
