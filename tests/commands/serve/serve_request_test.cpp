#include "commands/serve/serve_request.h"

#include <cstdint>
#include <filesystem>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "commands/serve/request_head.h"
#include "formats/vpd.h"
#include "physics/physics_world.h"
#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

using ::testing::HasSubstr;

TEST(ServeRequest, AcceptsPosesAsTextAndAsObjects) {
  const auto request = parse_request(
      R"({"id": [1, "a"], "model": "m.pmx", "answer": ["bones"],
          "pose": {"bones": {"腕": {"rotation": [0, 0, 0.6, 0.8], "translation": [1, 2, -3.1]}}, "morphs": {"笑い": 0.1}}})");
  ASSERT_FALSE(request.problem) << describe(*request.problem);
  EXPECT_EQ(request.id, "[1,\"a\"]");
  EXPECT_FALSE(request.wants_picture);
  EXPECT_TRUE(request.wants_bones);
  ASSERT_EQ(request.poses.size(), 1u);
  const auto pose = vpd::read(request.poses[0].bytes);
  ASSERT_TRUE(pose);
  ASSERT_EQ(pose->file.bones.size(), 1u);
  EXPECT_EQ(pose->file.bones[0].name, "腕");
  EXPECT_EQ(pose->file.bones[0].translation, vec3(1, 2, -3.1f));
  EXPECT_EQ(pose->file.bones[0].rotation, vec4(0, 0, 0.6f, 0.8f));
  ASSERT_EQ(pose->file.morphs.size(), 1u);
  EXPECT_EQ(pose->file.morphs[0].weight, 0.1f);

  const auto text = parse_request(R"({"model": "m.pmx", "pose": "Vocaloid Pose Data file\n"})");
  ASSERT_EQ(text.poses.size(), 1u);
  EXPECT_EQ(as_text(text.poses[0].bytes), "Vocaloid Pose Data file\n");
  EXPECT_EQ(text.id, "null");
}

TEST(ServeRequest, LimitsTheTotalSizeOfFiles) {
  const test::TemporaryFolder folder;
  const auto path = folder.put("a.vpd", "Vocaloid Pose Data file\n");
  std::filesystem::resize_file(path, std::uintmax_t{129} << 20);
  const auto request = [&](int times) {
    nlohmann::json line{{"model", "m.pmx"}, {"files", nlohmann::json::array()}};
    for (int i = 0; i < times; ++i) line["files"].push_back(to_utf8(path));
    return parse_request(line.dump());
  };
  EXPECT_FALSE(request(1).problem);
  const auto twice = request(2);
  ASSERT_TRUE(twice.problem);
  EXPECT_THAT(twice.problem->what, HasSubstr("larger than 256 MiB"));
}

Result<Options> options(const std::string& json) {
  return options_of(parse_request(R"({"model": "m", "options": )" + json + "}"), Options(Command::serve));
}

TEST(ServeRequest, ErrorsExplainThemselvesAndKeepTheId) {
  const std::pair<const char*, const char*> wrong[] = {
      {"", "not a JSON object"},
      {"{", "not a JSON object"},
      {"[]", "not a JSON object"},
      {"{\"id\": 7, \"model\": \"a\xff\"}", "not a JSON object"},
      {R"({"id": 7})", "needs a \"model\""},
      {R"({"id": 7, "model": 3})", "\"model\" must be a string"},
      {R"({"id": 7, "model": "-"})", "standard input carries the requests"},
      {R"({"id": 7, "modell": "m"})", "\"modell\""},
      {R"({"id": 7, "model": "m", "pose": 3})", "\"pose\" must be"},
      {R"({"id": 7, "model": "m", "pose": {"bones": {"a": {"rotation": [0, 0, 1]}}}})", "4 numbers"},
      {R"({"id": 7, "model": "m", "pose": {"bones": {"a": {"turn": [0, 0, 1]}}}})", "no \"turn\""},
      {R"({"id": 7, "model": "m", "pose": {"bone": {}}})", "\"bones\" and \"morphs\""},
      {R"({"id": 7, "model": "m", "pose": {"morphs": {"a": "x"}}})", "must be a number"},
      {R"({"id": 7, "model": "m", "files": ["no/such.vpd"]})", "no such file"},
      {R"({"id": 7, "model": "m", "files": "a.vpd"})", "\"files\" must be a list"},
      {R"({"id": 7, "model": "m", "options": {"view": [1]}})", "option \"view\""},
      {R"({"id": 7, "model": "m", "answer": ["sound"]})", "\"answer\" must be"},
      {R"({"id": 7, "model": "m", "output": ""})", "\"output\" must be"},
      {R"({"id": 7, "model": "m", "answer": ["bones"], "output": "a.png"})", "is for a picture or labels"},
      {R"({"id": 7, "model": "m", "pose": {"morphs": {"a": 1e999}}})", "a number is too large"}};
  for (const auto& [line, what] : wrong) {
    const auto request = parse_request(line);
    ASSERT_TRUE(request.problem) << line;
    EXPECT_THAT(request.problem->what, HasSubstr(what)) << line;
    EXPECT_EQ(request.id, std::string(what) == "not a JSON object" ? "null" : "7");
  }
}

TEST(ServeRequest, RejectsDeepNesting) {
  const std::string deep(1u << 20, '[');
  for (const std::string& line : {deep, "{\"id\": " + deep + std::string(deep.size(), ']') + "}"}) {
    ASSERT_TRUE(parse_request(line).problem);
    EXPECT_THAT(parse_request(line).problem->what, HasSubstr("too deep"));
  }
  const std::string text = R"({"model": "\"[[", "id": ")" + deep + "\"}";
  EXPECT_FALSE(parse_request(text).problem) << "in a text they are letters";
}

TEST(ServeRequest, RefusesTooManyMembersAndKeepsTheId) {
  std::string many;
  for (int i = 0; i < 160'000; ++i) many += ",\"b" + std::to_string(i) + "\":1";
  for (const std::string& members :
       {many, ",\"options\":{\"a\":1" + many + "}", ",\"pose\":{\"morphs\":{\"a\":1" + many + "}}"}) {
    const auto request = parse_request("{\"id\":[7],\"model\":\"m\"" + members + "}");
    ASSERT_TRUE(request.problem);
    EXPECT_THAT(request.problem->what, HasSubstr("too many members; the limit is 10000"));
    EXPECT_EQ(request.id, "[7]");
  }
}

TEST(ServeRequest, AcceptsTheOptionsOfShot) {
  const auto good = options(R"({"size": "64x48", "no-ik": true, "no-edge": false, "fov": 20, "frame": 2.5})");
  ASSERT_TRUE(good) << describe(good.error());
  EXPECT_EQ(good->size->width, 64);
  EXPECT_FALSE(good->evaluation.ik);
  EXPECT_TRUE(good->look.edge);
  EXPECT_EQ(good->camera.fov_degrees, 20.0f);
  EXPECT_EQ(good->frame, 2.5);
  for (const char* json : {R"({"siize": "1x1"})", R"({"output": "x.png"})", R"({"attach": "a@b"})",
                           R"({"size": "x"})", R"({"size": true})", R"({"no-ik": "yes"})",
                           R"({"phisics": false})", R"({"view": true})", R"({"shader-dir": "x"})"})
    EXPECT_FALSE(options(json)) << json;
  EXPECT_TRUE(options(R"({"settle": true})")) << "it may lack its value on a command line, too";
}

TEST(ServeRequest, FalseSwitchesAnOptionOff) {
  const auto off = options(R"({"physics": false, "ik": false, "edge": false, "skeleton": false})");
  ASSERT_TRUE(off) << describe(off.error());
  EXPECT_EQ(off->physics.on, false);
  EXPECT_FALSE(off->evaluation.ik);
  EXPECT_FALSE(off->look.edge);
  EXPECT_FALSE(off->look.skeleton);
  const auto on = options(R"({"physics": true, "ik": true, "no-edge": false, "skeleton": true})");
  ASSERT_TRUE(on) << describe(on.error());
  EXPECT_NE(on->physics.on, false);
  EXPECT_TRUE(on->evaluation.ik);
  EXPECT_TRUE(on->look.edge);
  EXPECT_TRUE(on->look.skeleton);
}

TEST(ServeRequest, IdsComeBackAsTheyWere) {
  const std::pair<const char*, const char*> ids[] = {
      {"18446744073709551615", "18446744073709551615"},
      {"-9223372036854775808", "-9223372036854775808"},
      {"1.50", "1.50"},
      {"1E40", "1E40"},
      {"null", "null"},
      {"true", "true"},
      {"\"a\\u0041\\n\"", "\"aA\\n\""},
      {"\"\\\\\\\"}\"", "\"\\\\\\\"}\""},
      {"\"\xe2\x80\xae\"", "\"\\u202e\""},
      {" [ 1 , {\"a b\" : 1e2 } ] ", "[1,{\"a b\":1e2}]"},
      {"99999999999999999999999999999999", "99999999999999999999999999999999"},
      {"-12345678901234567890123", "-12345678901234567890123"},
      {"1.2345678901234567890123", "1.2345678901234567890123"},
      {"[[], {}, [{\"b\": [], \"a\": \"[\"}, null]]", "[[],{},[{\"b\":[],\"a\":\"[\"},null]]"},
      {"{}", "{}"}};
  for (const auto& [given, echoed] : ids) {
    const std::string rest = std::string(", \"model\": \"m\", \"options\": {\"id\": 5, \"cancel\": 6}");
    EXPECT_EQ(head_of("{\"id\":" + std::string(given) + rest + "}").id, echoed);
    EXPECT_EQ(parse_request("{\"\\u0069d\" :" + std::string(given) + rest + "}").id, echoed);
    EXPECT_EQ(head_of(" {\"x\":[\"}\"],\"cancel\":" + std::string(given) + "}").cancels, echoed);
  }
  EXPECT_EQ(head_of("{\"id\": 1, \"id\": 2}").id, "2");
}

TEST(ServeRequest, LinesWithoutAnIdHaveNull) {
  for (const char* line : {"", "{", "{}", "[1]", "{\"id\"", "{\"id\":", "{\"a\": {\"id\": 3}}",
                           "{\"a\": \"id", "{id: 3}", "{\"a\": [[[", "{\"a\" 1, \"id\": 3}", "}{",
                           "\"id\": 3", "{\"id\": [1}", "{\"id\": nul}", "{\"id\": [\"\\x\"]}"}) {
    EXPECT_EQ(head_of(line).id, "null") << line;
    EXPECT_FALSE(head_of(line).cancels) << line;
  }
}

#if defined(__linux__)
TEST(ServeRequest, RefusesOpenFilesOfTheProcess) {
  const test::TemporaryFolder folder;
  std::filesystem::create_symlink("/dev/stdin", folder.path() / "link");
  for (const std::string& name :
       {std::string("/dev/stdin"), std::string("/dev/fd/0"), std::string("/proc/self/fd/0"),
        std::string("/proc/kmsg"), to_utf8(folder.path() / "link")})
    for (const char* member : {"model", "files", "output"}) {
      nlohmann::json line{{"id", 7}, {"model", "m.pmx"}};
      line[member] = name;
      if (std::string_view(member) == "files") line[member] = {name};
      const auto request = parse_request(line.dump());
      ASSERT_TRUE(request.problem) << line;
      EXPECT_THAT(request.problem->what, HasSubstr("open file of this process")) << line;
      EXPECT_EQ(request.id, "7");
    }
}
#endif

TEST(ServeRequest, RefusesStandardInputInOptions) {
  for (const char* text : {R"({"background-picture": "-"})", R"({"names-of": "-"})"}) {
    const auto refused = options(text);
    ASSERT_FALSE(refused) << text;
    EXPECT_THAT(refused.error().what, HasSubstr("standard input carries the requests")) << text;
  }
}

TEST(ServeRequest, RefusesNamesWithAZeroByte) {
  for (const char* member : {"model", "files", "output"}) {
    nlohmann::json line{{"model", "m.pmx"}};
    line[member] = std::string("s.pmx\0", 6);
    if (std::string_view(member) == "files") line[member] = nlohmann::json::array({line[member]});
    const auto request = parse_request(line.dump());
    ASSERT_TRUE(request.problem) << line;
    EXPECT_THAT(request.problem->what, HasSubstr("zero byte"));
  }
}

TEST(ServeRequest, ReadsACancellation) {
  const auto request = parse_request(R"({"id": 2, "cancel": {"a": 1}})");
  EXPECT_EQ(request.cancels, "{\"a\":1}");
  EXPECT_FALSE(request.problem);
}

TEST(ServeAnswer, IsOneLineOfJsonForAnyText) {
  Diagnostic error = make_error("bad \"name\"\n\xff", "try another");
  error.file = "座り.vpd";
  error.line = 3;
  const std::string text = error_text("\"x\"", error);
  EXPECT_EQ(text.find('\n'), text.size() - 1);
  const auto json = nlohmann::json::parse(text);
  EXPECT_EQ(json["id"], "x");
  EXPECT_EQ(json["error"]["file"], "座り.vpd");
  EXPECT_EQ(json["error"]["line"], 3);
  EXPECT_EQ(json["error"]["hint"], "try another");
}

}  // namespace
}  // namespace mmd
