#pragma once

// A model with two poses, for `batch` from outside.

#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <system_error>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace mmd::test {

class Batch : public ProgramTest {
 protected:
  Batch() {
    folder.put("poses/a.vpd", content("ポーズ 1.vpd"));
    folder.put("poses/sub/b.vpd", vpd_text("Bone0{腕\n0,0,0;\n0,0,0.3826834,0.9238795;\n}\n"));
  }
  Outcome batch(std::vector<std::string> arguments, Invocation run = {}) {
    arguments.insert(arguments.begin(), {"batch", model, "-o", in_folder("out"), "--size", "48x32"});
    return mmdview(std::move(arguments), std::move(run));
  }
  Outcome poses(std::vector<std::string> more = {}) {
    more.insert(more.begin(), {"--poses", in_folder("poses")});
    return batch(std::move(more));
  }
  /// Files below the output's folder, with what they hold.
  std::map<std::string, std::string> written() {
    std::map<std::string, std::string> out;
    const auto root = folder.path() / "out";
    std::error_code error;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root, error))
      if (entry.is_regular_file()) {
        const std::string name = to_utf8(entry.path().lexically_relative(root));
        out[name] = content("out/" + name);
      }
    return out;
  }
  std::vector<std::string> names() {
    std::vector<std::string> out;
    for (const auto& [name, bytes] : written()) out.push_back(name);
    return out;
  }
  std::vector<nlohmann::json> manifest(const std::string& name) {
    std::vector<nlohmann::json> out;
    std::ifstream in(folder.path() / name);
    for (std::string line; std::getline(in, line);) out.push_back(nlohmann::json::parse(line));
    return out;
  }
  std::string shot(std::vector<std::string> arguments, const std::string& name = "shot.png") {
    arguments.insert(arguments.begin(), {"shot", model, "-o", in_folder(name), "--size", "48x32"});
    EXPECT_EQ(mmdview(std::move(arguments)).status, 0);
    return content(name);
  }
};

}  // namespace mmd::test
