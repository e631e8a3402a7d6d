// `serve` from outside: what it answers, and that nothing ends it.

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <system_error>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "tests/cli/program.h"

namespace mmd::test {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

std::string from_base64(const std::string& text) {
  const std::string digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string out;
  std::uint32_t group = 0;
  int bits = 0;
  for (const char c : text) {
    if (c == '=') break;
    group = group << 6 | static_cast<std::uint32_t>(digits.find(c));
    bits += 6;
    if (bits < 8) continue;
    bits -= 8;
    out += static_cast<char>(group >> bits & 0xFFu);
  }
  return out;
}

class Serve : public ProgramTest {
 protected:
  json request(int id, const json& more = json::object()) {
    json out{{"id", id}, {"model", model}, {"options", {{"size", "48x32"}, {"no-physics", true}}}};
    out.update(more);
    return out;
  }
  /// The answers to these lines.
  std::vector<json> serve(const Words& lines, Words arguments = {}) {
    Invocation run;
    for (const std::string& line : lines) run.input += line + "\n";
    arguments.insert(arguments.begin(), "serve");
    const Outcome done = mmdview(std::move(arguments), run);
    EXPECT_EQ(done.status, 0) << done.err;
    std::vector<json> out;
    std::istringstream in(done.out);
    for (std::string line; std::getline(in, line);) out.push_back(json::parse(line));
    return out;
  }
  std::string shot(Words arguments) {
    EXPECT_EQ(mmdview(with({"shot", model, "-o", in_folder("shot.png"), "--size", "48x32", "--no-physics",
                            "--no-metadata"},
                           arguments))
                  .status,
              0);
    return content("shot.png");
  }
};

TEST_F(Serve, PlaceMovesTheModelOfOneRequest) {
  const auto at = [&](int id, const char* place) {
    json out = request(id);
    out["options"]["camera"] = "0,0,-20,0,0,0";
    if (place != nullptr) out["options"]["place"] = place;
    return out.dump();
  };
  const auto answers = serve({at(1, nullptr), at(2, "2,0,0"), at(3, "-1,1,0"), at(4, nullptr)});
  ASSERT_EQ(answers.size(), 4u);
  const auto expected = [&](Words more) { return shot(with({"--camera", "0,0,-20,0,0,0"}, more)); };
  const std::string unplaced = expected({}), placed = expected({"--place", "2,0,0"});
  EXPECT_NE(placed, unplaced);
  EXPECT_TRUE(from_base64(answers[0]["picture"]) == unplaced);
  EXPECT_TRUE(from_base64(answers[1]["picture"]) == placed);
  EXPECT_TRUE(from_base64(answers[2]["picture"]) == expected({"--place", "-1,1,0"}));
  EXPECT_TRUE(from_base64(answers[3]["picture"]) == unplaced);
}

TEST_F(Serve, PicturesEqualThoseOfShotForEveryKindOfPose) {
  const json turned{{"bones", {{"腕", {{"rotation", {0, 0, 0.6, 0.8}}}}}}};
  const auto answers = serve({request(1, {{"files", {pose}}}).dump(), request(2, {{"pose", turned}}).dump(),
                              request(3, {{"pose", content("ポーズ 1.vpd")}}).dump(), request(4).dump(),
                              request(5, {{"files", {pose}}, {"output", in_folder("o.webp")}}).dump()});
  ASSERT_EQ(answers.size(), 5u);
  const std::string posed = shot({pose});
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(answers[i]["id"], i + 1);
    EXPECT_TRUE(from_base64(answers[i]["picture"]) == posed) << answers[i];
  }
  EXPECT_TRUE(from_base64(answers[3]["picture"]) == shot({})) << "nothing stays of the pose before";
  EXPECT_EQ(answers[4]["file"], in_folder("o.webp"));
  EXPECT_THAT(content("o.webp"), HasSubstr("WEBP"));
}

TEST_F(Serve, BonesEqualThoseOfTheCommand) {
  const auto answers = serve({request(1, {{"files", {pose}}, {"answer", {"bones"}}}).dump()});
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_FALSE(answers[0].contains("picture"));
  const Outcome bones = mmdview({"bones", model, pose, "--format", "json"});
  EXPECT_EQ(answers[0]["evaluation"]["bones"], json::parse(bones.out)["bones"]);
}

TEST_F(Serve, LabelsEqualThoseOfShot) {
  const std::string figure = std::string(MMDVIEW_SOURCE_DIR) + "/samples/figure/figure.pmx";
  json asked = request(1, {{"model", figure}, {"id", "dance"}});
  asked["options"]["labels"] = "all";
  const auto answers = serve({asked.dump(), request(2).dump()});
  ASSERT_EQ(answers.size(), 2u);
  ASSERT_EQ(mmdview({"shot", figure, "-o", in_folder("dance.png"), "--size", "48x32", "--no-physics",
                     "--labels", "all"})
                .status,
            0);
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    const std::string name = to_utf8(entry.path().filename());
    if (name.rfind("dance.", 0) != 0 || name == "dance.png") continue;
    ++files;
    const std::string ending = name.substr(6);
    ASSERT_TRUE(answers[0]["labels"].contains(ending)) << ending;
    const json& label = answers[0]["labels"][ending];
    if (label.is_string()) {
      EXPECT_TRUE(from_base64(label) == content(name)) << ending;
    } else {
      EXPECT_EQ(label, json::parse(content(name))) << ending;
    }
  }
  EXPECT_EQ(answers[0]["labels"].size(), files);
  EXPECT_GE(files, 12u);
  EXPECT_TRUE(answers[0].contains("picture"));
  EXPECT_FALSE(answers[1].contains("labels"));
}

TEST_F(Serve, WritesLabelsBesideTheOutput) {
  json asked = request(1, {{"output", in_folder("out.png")}, {"answer", json::array()}});
  asked["options"]["labels"] = "camera,depth";
  put("in.depth.png", "a file of another kind");
  json over_other = request(2, {{"output", in_folder("in.png")}});
  over_other["options"]["labels"] = "depth";
  json unknown = request(3);
  unknown["options"]["labels"] = "deepness";
  const auto answers = serve({asked.dump(), over_other.dump(), unknown.dump()});
  ASSERT_EQ(answers.size(), 3u);
  EXPECT_EQ(answers[0]["label_files"], (json{{"camera.json", in_folder("out.camera.json")},
                                             {"depth.png", in_folder("out.depth.png")},
                                             {"labels.json", in_folder("out.labels.json")}}))
      << answers[0];
  EXPECT_EQ(json::parse(content("out.camera.json"))["frames"][0]["file_path"], "out.png");
  EXPECT_THAT(content("out.depth.png"), HasSubstr("PNG"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out.png")) << "no picture was asked for";
  EXPECT_TRUE(answers[1].contains("error")) << answers[1];
  EXPECT_EQ(content("in.depth.png"), "a file of another kind");
  EXPECT_THAT(answers[2]["error"]["what"], HasSubstr("labels"));
}

TEST_F(Serve, ErrorsAreAnswersAndOtherRequestsContinue) {
  const std::string before = content("モデル 1.pmx");
  json no_model = request(1), lacks = request(6, {{"pose", {{"bones", {{"無い", json::object()}}}}}});
  no_model["model"] = in_folder("no.pmx");
  const auto answers = serve(
      {no_model.dump(), "garbage", "", request(2, {{"pose", "no pose"}}).dump(),
       request(3, {{"options", {{"size", "9999x9999"}}}}).dump(), request(4, {{"output", model}}).dump(),
       request(5, {{"output", in_folder("x.gif")}}).dump(), lacks.dump(), request(7).dump()});
  ASSERT_EQ(answers.size(), 8u);
  for (std::size_t i = 0; i < 6; ++i) EXPECT_TRUE(answers[i]["error"]["what"].is_string()) << answers[i];
  EXPECT_THAT(answers[0]["error"]["what"], HasSubstr("no such file"));
  EXPECT_THAT(answers[0]["error"]["file"], HasSubstr("no.pmx"));
  EXPECT_TRUE(answers[1]["id"].is_null());
  EXPECT_THAT(answers[6]["warnings"][0], HasSubstr("無い"));
  EXPECT_TRUE(answers[7].contains("picture"));
  EXPECT_TRUE(content("モデル 1.pmx") == before);
}

TEST_F(Serve, ServesMoreModelsThanItKeepsLoaded) {
  Words lines;
  for (int i = 0; i < 7; ++i) {
    json one = request(i);
    one["model"] = put("m" + std::to_string(i) + ".pmx", content("モデル 1.pmx"));
    lines.push_back(one.dump());
  }
  const Words once = lines;
  lines.insert(lines.end(), once.begin(), once.end());
  const auto answers = serve(lines);
  ASSERT_EQ(answers.size(), 14u);
  for (const json& answer : answers) EXPECT_EQ(answer["picture"], answers[0]["picture"]);
}

TEST_F(Serve, OnlyTheCancelledRequestIsCancelled) {
  Words lines;
  for (int i = 0; i < 20; ++i) lines.push_back(request(i).dump());
  lines.push_back(R"({"id": "c", "cancel": 19})");
  lines.push_back(R"({"id": "d", "cancel": 99})");
  const auto answers = serve(lines);
  ASSERT_EQ(answers.size(), 22u);
  const auto with_id = [&](const json& id) {
    return *std::find_if(answers.begin(), answers.end(), [&](const json& a) { return a["id"] == id; });
  };
  EXPECT_EQ(with_id("d")["cancelled"], false);
  EXPECT_EQ(with_id("c")["cancelled"], with_id(19).contains("error")) << "whether it waited still or not";
  EXPECT_TRUE(with_id(18).contains("picture"));
}

TEST_F(Serve, RequestsNeverReadOrWriteItsOwnStreams) {
  Words streams{"/dev/stdin", "/dev/fd/0", "/proc/self/fd/0", "/dev/stdout"};
  std::error_code no_links;  // Windows makes links for administrators only
  std::filesystem::create_symlink("/dev/stdin", folder.path() / "link", no_links);
  if (!no_links) streams.push_back(in_folder("link"));
  Words lines;
  for (const std::string& name : streams) {
    lines.push_back(request(1, {{"model", name}}).dump());
    lines.push_back(request(2, {{"files", {name}}}).dump());
    lines.push_back(request(3, {{"options", {{"background-picture", name}, {"size", "8x8"}}}}).dump());
    lines.push_back(request(4, {{"output", name}}).dump());
  }
  lines.push_back(request(5).dump());
  const auto answers = serve(lines);
  ASSERT_EQ(answers.size(), streams.size() * 4 + 1);
  for (std::size_t i = 0; i + 1 < answers.size(); ++i) {
    EXPECT_TRUE(answers[i].contains("error")) << lines[i];
    EXPECT_EQ(answers[i]["id"], static_cast<int>(i % 4) + 1);
  }
  EXPECT_TRUE(answers.back().contains("picture"));
}

TEST_F(Serve, ErrorsNameTheFileItself) {
  const std::string name = "nope\x1b[2J\xe2\x80\xae.pmx";
  const auto answers = serve({request(1, {{"model", name}}).dump()});
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_EQ(answers[0]["error"]["file"], name);
}

TEST_F(Serve, FailsIfAnswersCannotBeWritten) {
  Invocation run;
  run.input = request(1).dump() + "\n";
  run.output_file = "/dev/full";
  const Outcome done = mmdview({"serve"}, run);
  EXPECT_EQ(done.status, 1);
  EXPECT_THAT(done.err, HasSubstr("standard output"));
}

TEST_F(Serve, FailsIfAPreloadedModelIsUnusable) {
  expect_failure(mmdview({"serve", in_folder("no.pmx")}), 1);
}

}  // namespace
}  // namespace mmd::test
