// The manifests for clusters in docs/user/batch.md, held against schemas of the fields that they use.

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mmd::test {
namespace {

using Json = nlohmann::json;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

std::string text_of(const std::string& file) {
  std::ifstream in(std::string(MMDVIEW_SOURCE_DIR "/") + file);
  std::stringstream out;
  out << in.rdbuf();
  return out.str();
}

/// The block below a heading of the manual.
std::string block_below(const std::string& heading) {
  const std::string manual = text_of("docs/user/batch.md");
  const std::size_t begin = manual.find("```\n", manual.find("\n### " + heading + "\n")) + 4;
  return manual.substr(begin, manual.find("```", begin) - begin);
}

/// What JSON has no quotes around in YAML's `{cpu: "2", memory: 1Gi}`.
Json flow(const std::string& text) {
  static const std::regex bare(R"re(("[^"]*")|([A-Za-z/][A-Za-z0-9/._-]*|[0-9]+[A-Za-z]+))re");
  std::string quoted;
  std::size_t at = 0;
  for (std::sregex_iterator word(text.begin(), text.end(), bare), end; word != end; ++word) {
    const auto begin = static_cast<std::size_t>(word->position());
    quoted += text.substr(at, begin - at);
    quoted += (*word)[1].matched ? (*word)[1].str() : '"' + (*word)[2].str() + '"';
    at = begin + static_cast<std::size_t>(word->length());
  }
  return Json::parse(quoted + text.substr(at));
}

Json scalar(const std::string& text) {
  static const std::regex number("-?[0-9]+");
  if (text[0] == '[' || text[0] == '{') return flow(text);
  if (text[0] == '"' || std::regex_match(text, number) || text == "true" || text == "false")
    return Json::parse(text);
  return text;
}

/// The part of YAML that the manifests are written in: maps and lists by indentation, words, numbers, and
/// values in brackets, which may go on in the next line.
class PlainYaml {
 public:
  explicit PlainYaml(const std::string& text) {
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
      const std::size_t indent = line.find_first_not_of(' ');
      if (indent == std::string::npos) continue;
      const bool goes_on =
          !lines_.empty() && count(lines_.back().text, "[{") > count(lines_.back().text, "]}");
      if (goes_on)
        lines_.back().text += line.substr(indent);
      else
        lines_.push_back({indent, line.substr(indent)});
    }
  }
  Json value() { return block(lines_[at_].indent); }

 private:
  struct Line {
    std::size_t indent;
    std::string text;
  };
  static long count(const std::string& text, const std::string& brackets) {
    return std::count_if(text.begin(), text.end(),
                         [&](char c) { return brackets.find(c) != std::string::npos; });
  }
  bool is_at(std::size_t indent) const { return at_ < lines_.size() && lines_[at_].indent == indent; }

  Json block(std::size_t indent) {
    Json out;
    while (is_at(indent)) {
      Line& line = lines_[at_];
      if (line.text.rfind("- ", 0) == 0) {  // its entries stand two further in
        line = {indent + 2, line.text.substr(2)};
        out.push_back(line.text[0] == '{' ? scalar(lines_[at_++].text) : block(indent + 2));
        continue;
      }
      const std::size_t colon = line.text.find(':');
      const std::string name = line.text.substr(0, colon), rest = line.text.substr(colon + 1);
      ++at_;
      EXPECT_FALSE(out.contains(name)) << name << " stands twice";
      out[name] = rest.empty() ? block(lines_[at_].indent) : scalar(rest.substr(1));
    }
    return out;
  }

  std::vector<Line> lines_;
  std::size_t at_ = 0;
};

/// The words of JSON Schema that ours use. A `pattern` here fits the whole.
void check(const Json& value, const Json& schema, const std::string& where, std::vector<std::string>& wrong) {
  const auto demand = [&](bool is_so, const std::string& what) {
    if (!is_so) wrong.push_back(where + ": " + what);
  };
  if (const auto type = schema.find("type"); type != schema.end()) {
    const std::string is = value.is_number_integer() ? "integer" : value.type_name();
    const auto wanted = type->get<std::string>();
    demand(is == wanted, "is no " + wanted);
    if (is != wanted) return;
  }
  if (schema.contains("const")) demand(value == schema["const"], "is not " + schema["const"].dump());
  if (schema.contains("enum"))
    demand(std::find(schema["enum"].begin(), schema["enum"].end(), value) != schema["enum"].end(),
           "is none of " + schema["enum"].dump());
  if (schema.contains("minimum")) demand(value >= schema["minimum"], "is too small");
  if (schema.contains("maximum")) demand(value <= schema["maximum"], "is too large");
  if (schema.contains("minItems")) demand(value.size() >= schema["minItems"], "has too few");
  if (schema.contains("pattern"))
    demand(std::regex_match(value.get<std::string>(), std::regex(schema["pattern"].get<std::string>())),
           "does not fit " + schema["pattern"].dump());
  for (const auto& name : schema.value("required", Json::array()))
    demand(value.contains(name.get<std::string>()), "lacks " + name.dump());
  const Json properties = schema.value("properties", Json::object());
  if (value.is_object())
    for (const auto& [name, member] : value.items()) {
      if (properties.contains(name))
        check(member, properties[name], where + "." + name, wrong);
      else
        demand(schema.value("additionalProperties", true), "has an unknown " + name);
    }
  if (value.is_array() && schema.contains("items"))
    for (const Json& item : value) check(item, schema["items"], where + "[]", wrong);
}

std::vector<std::string> wrong_with(const Json& value, const std::string& schema) {
  std::vector<std::string> wrong;
  check(value, Json::parse(text_of("tests/cli/" + schema)), "", wrong);
  return wrong;
}

/// What follows an option among the words of a command.
std::string option(const Json& command, const std::string& name) {
  const auto at = std::find(command.begin(), command.end(), name);
  return at == command.end() || at + 1 == command.end() ? "" : (at + 1)->get<std::string>();
}

TEST(Manifests, KubernetesJobIsAsItsApiHasIt) {
  const Json job = PlainYaml(block_below("Kubernetes")).value();
  EXPECT_THAT(wrong_with(job, "kubernetes_job.schema.json"), IsEmpty()) << job.dump(1);
  const Json& spec = job["spec"];
  const Json& pod = spec["template"]["spec"];
  const Json& container = pod["containers"][0];
  EXPECT_EQ(option(container["command"], "--shards"), spec["completions"].dump());
  EXPECT_EQ(option(container["command"], "--shard"), "auto");
  EXPECT_EQ(container["volumeMounts"][0]["name"], pod["volumes"][0]["name"]);
}

TEST(Manifests, AwsBatchJobIsAsItsApiHasIt) {
  const Json job = Json::parse(block_below("AWS Batch"));
  EXPECT_THAT(wrong_with(job, "aws_batch_job.schema.json"), IsEmpty());
  const Json& command = job["containerOverrides"]["command"];
  EXPECT_EQ(option(command, "--shards"), job["arrayProperties"]["size"].dump());
  EXPECT_EQ(option(command, "--shard"), "auto");
}

TEST(Manifests, WhatTheSchemasForbidIsFound) {
  Json job = PlainYaml(block_below("Kubernetes")).value();
  job["spec"]["completionMode"] = "Index";
  job["spec"]["template"]["spec"]["containers"][0].erase("image");
  job["spec"]["paralelism"] = 4;
  job["spec"]["completions"] = "8";
  const auto wrong = wrong_with(job, "kubernetes_job.schema.json");
  EXPECT_THAT(wrong, ::testing::UnorderedElementsAre(HasSubstr(".spec.completionMode: is not"),
                                                     HasSubstr("containers[]: lacks \"image\""),
                                                     HasSubstr("unknown paralelism"),
                                                     HasSubstr(".spec.completions: is no integer")));
}

TEST(Manifests, YamlIsReadAsItIsWritten) {
  const Json read = PlainYaml(
                        "a: 1\nb:\n  c: x y\n  d:\n    - e: [\"p\",\n         \"q\"]\n      f: {g: 1Gi, h: "
                        "\"2\"}\n    - e: []\n")
                        .value();
  EXPECT_EQ(
      read,
      Json::parse(
          R"({"a": 1, "b": {"c": "x y", "d": [{"e": ["p", "q"], "f": {"g": "1Gi", "h": "2"}}, {"e": []}]}})"));
}

}  // namespace
}  // namespace mmd::test
