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
  Outcome batch(Words arguments, Invocation run = {}) {
    return mmdview(with({"batch", model, "-o", in_folder("out"), "--size", "48x32"}, arguments),
                   std::move(run));
  }
  Outcome poses(Words more = {}) { return batch(with({"--poses", in_folder("poses")}, more)); }
  /// Files below the output's folder, with what they hold.
  std::map<std::string, std::string> written() {
    std::map<std::string, std::string> out;
    const auto root = folder.path() / "out";
    std::error_code error;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(root, error))
      if (entry.is_regular_file()) {
        const std::string name = with_slashes(entry.path().lexically_relative(root));
        out[name] = content("out/" + name);
      }
    return out;
  }
  Words names() {
    Words out;
    for (const auto& [name, bytes] : written()) out.push_back(name);
    return out;
  }
  std::vector<nlohmann::json> manifest(const std::string& name) {
    std::vector<nlohmann::json> out;
    std::ifstream in(folder.path() / name);
    for (std::string line; std::getline(in, line);) out.push_back(nlohmann::json::parse(line));
    return out;
  }
  std::string shot(Words arguments, const std::string& name = "shot.png") {
    EXPECT_EQ(mmdview(with({"shot", model, "-o", in_folder(name), "--size", "48x32"}, arguments)).status, 0);
    return content(name);
  }
};

}  // namespace mmd::test
