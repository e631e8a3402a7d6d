// `serve` answers a request as it would alone, whatever it was asked before.

#include <algorithm>
#include <array>
#include <future>
#include <random>
#include <sstream>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace mmd::test {
namespace {

using nlohmann::json;

std::string sample(const std::string& name) {
  return std::string(MMDVIEW_SOURCE_DIR) + "/samples/" + name;
}

/// The answers of one process, without what goes by the clock.
std::vector<json> answers_to(const std::vector<json>& requests) {
  Invocation run;
  for (const json& request : requests) run.input += request.dump() + "\n";
  const Outcome done = mmdview({"serve"}, run);
  EXPECT_EQ(done.status, 0) << done.err;
  std::vector<json> out;
  std::istringstream in(done.out);
  for (std::string line; std::getline(in, line);) {
    out.push_back(json::parse(line));
    out.back().erase("ms");
  }
  return out;
}

class ServeRequests : public ProgramTest {
 protected:
  json any_of(std::initializer_list<json> choices) { return *(choices.begin() + random() % choices.size()); }
  bool one_in(unsigned n) { return random() % n == 0; }

  json any_options() {
    json out{{"size", any_of({"16x16", "24x16", "16x32"})}};
    if (one_in(2)) {
      const bool by_its_name = one_in(2);
      out[by_its_name ? "no-physics" : "physics"] = by_its_name;
    } else {
      out["physics-warmup"] = any_of({0, 2, 4});
      out["physics-steps"] = any_of({0, 2, 6});
    }
    const std::pair<const char*, json> choices[] = {{"view", any_of({"front", "back", "face", "mmd"})},
                                                    {"skinning", any_of({"gpu", "cpu", "1", "linear"})},
                                                    {"shading", any_of({"flat", "normals", "weights", "uv"})},
                                                    {"place", any_of({"2,0,0", "-1,1,0"})},
                                                    {"gravity", any_of({0, "10,0,0"})},
                                                    {"hide", any_of({"髪*", "*"})},
                                                    {"highlight", any_of({"頭", "nothing of that name"})},
                                                    {"background", "00ff0080"},
                                                    {"morph", any_of({"笑い=1", "nothing of that name=1"})},
                                                    {"size", any_of({"9999x9999", "not a size"})}};
    for (const auto& [name, value] : choices)
      if (one_in(8)) out[name] = value;
    for (const char* name : {"ik", "append", "morphs", "edge", "self-shadow"})
      if (one_in(8)) out[name] = false;
    return out;
  }
  json any_request(std::size_t id) {
    json out{{"id", id}, {"options", any_options()}, {"files", json::array()}};
    out["model"] = any_of({sample("figure/figure.pmx"), sample("figure/figure.pmx"),
                           sample("features/features.pmx"), model, in_folder("missing.pmx")});
    out["answer"] =
        any_of({json::array({"bones"}), json::array({"picture"}), json::array({"bones", "picture"})});
    if (!one_in(3))
      out["files"].push_back(
          any_of({sample("poses/dance.vpd"), sample("poses/sitting.vpd"), sample("features/features.vpd")}));
    if (one_in(4)) {
      out["files"].push_back(sample("motions/song.vmd"));
      out["options"]["frame"] = any_of({0, 3});
    }
    if (one_in(4)) out["pose"] = {{"bones", {{"頭", {{"rotation", {0, 0.6, 0, 0.8}}}}}}};
    return out;
  }

  std::mt19937 random{20240607};  // the same on every machine
};

TEST_F(ServeRequests, ResultsDependOnTheirRequestOnly) {
  constexpr std::size_t kinds = 40, count = 200, at_once = 2;
  std::vector<json> requests;
  for (std::size_t i = 0; i < kinds; ++i) requests.push_back(any_request(i));
  std::vector<json> alone(kinds);  // each by a process of its own
  std::array<std::future<void>, at_once> workers;
  for (std::size_t w = 0; w < at_once; ++w)
    workers[w] = std::async(std::launch::async, [&, w] {
      for (std::size_t i = w; i < kinds; i += at_once) alone[i] = answers_to({requests[i]}).at(0);
    });
  for (auto& worker : workers) worker.get();
  const auto failed =
      std::count_if(alone.begin(), alone.end(), [](const json& a) { return a.contains("error"); });
  EXPECT_GT(failed, 0) << "errors must leave nothing behind, either";
  EXPECT_LT(failed, static_cast<std::ptrdiff_t>(kinds / 2));

  std::vector<json> in_turn;
  for (std::size_t i = 0; i < count; ++i) in_turn.push_back(requests[i % kinds]);
  std::shuffle(in_turn.begin(), in_turn.end(), random);
  const auto answers = answers_to(in_turn);
  ASSERT_EQ(answers.size(), count);
  for (std::size_t i = 0; i < count; ++i)
    EXPECT_TRUE(answers[i] == alone[in_turn[i]["id"]]) << "number " << i << ": " << in_turn[i];
}

TEST_F(ServeRequests, ATableOfNamesHoldsForItsRequestAlone) {
  const json plain{{"id", 1},
                   {"model", sample("figure/figure.pmx")},
                   {"options", {{"labels", "keypoints"}, {"size", "64x64"}, {"samples", 1}}}};
  json named = plain;
  named["options"]["names-of"] = put("names.txt", "左ひじ\t右ひじ\n");
  const auto alone = answers_to({plain});
  const auto answers = answers_to({named, plain, named});
  ASSERT_EQ(answers.size(), 3u);
  EXPECT_EQ(answers[1], alone.at(0));
  EXPECT_NE(answers[0], answers[1]);
  EXPECT_EQ(answers[2], answers[0]);
}

TEST_F(ServeRequests, EachRequestGetsTheWarningsOfItsModel) {
  FileBuilder b;
  b.bone("センター");
  b.square({0, 10, 0}, 5);
  b.material("服").texture = b.texture("missing.png");
  const json request{
      {"id", 1}, {"model", put("odd.pmx", as_text(b.bytes()))}, {"answer", json::array({"bones"})}};
  const auto answers = answers_to({request, request});
  ASSERT_EQ(answers.size(), 2u);
  EXPECT_FALSE(answers[0]["warnings"].empty());
  EXPECT_EQ(answers[1], answers[0]);
}

}  // namespace
}  // namespace mmd::test
