// The manifests for clusters in docs/user/clusters.md: their members are called as the APIs call them, and
// the parts that have to agree do.

#include <fstream>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

namespace mmd::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsSubsetOf;

/// The block below a heading of the manual.
std::string block_below(const std::string& heading) {
  std::ifstream in(MMDVIEW_SOURCE_DIR "/docs/user/clusters.md");
  std::stringstream out;
  out << in.rdbuf();
  const std::string manual = out.str();
  const std::size_t begin = manual.find("```\n", manual.find("\n### " + heading + "\n")) + 4;
  return manual.substr(begin, manual.find("```", begin) - begin);
}

/// The names of members, of JSON or YAML.
std::set<std::string> members_in(const std::string& text) {
  static const std::regex member("([A-Za-z]+)\"?:(\\s|$)");
  std::set<std::string> out;
  for (std::sregex_iterator found(text.begin(), text.end(), member), end; found != end; ++found)
    out.insert((*found)[1].str());
  return out;
}

TEST(Manifests, KubernetesJobMatchesTheApi) {
  const std::string job = block_below("Kubernetes");
  const std::vector<std::string> known{"apiVersion",
                                       "kind",
                                       "metadata",
                                       "name",
                                       "spec",
                                       "completionMode",
                                       "completions",
                                       "parallelism",
                                       "template",
                                       "containers",
                                       "backoffLimit",
                                       "image",
                                       "restartPolicy",
                                       "command",
                                       "resources",
                                       "requests",
                                       "cpu",
                                       "memory",
                                       "volumes",
                                       "volumeMounts",
                                       "mountPath",
                                       "claimName",
                                       "persistentVolumeClaim"};
  EXPECT_THAT(members_in(job), IsSubsetOf(known));
  for (const char* line :
       {"\napiVersion: batch/v1\n", "kind: Job\n", "\nmetadata:\n  name: ", "\n  completionMode: Indexed\n",
        "\n      restartPolicy: OnFailure\n",
        "\n        - name: mmdview\n          image: ", "\n          command: [\"mmdview\", ",
        "            - {name: data, mountPath: /data}\n", "\n        - name: data\n"})
    EXPECT_THAT("\n" + job, HasSubstr(line));
  std::smatch count;
  ASSERT_TRUE(std::regex_search(job, count, std::regex("\n  completions: ([0-9]+)\n")));
  EXPECT_THAT(job, HasSubstr("\"--shard\", \"auto\", \"--shards\", \"" + count[1].str() + '"'));
}

TEST(Manifests, AwsBatchJobMatchesTheApi) {
  const std::string text = block_below("AWS Batch");
  const auto job = nlohmann::json::parse(text);
  const std::vector<std::string> known{"jobName",  "jobQueue",           "jobDefinition", "arrayProperties",
                                       "size",     "containerOverrides", "command",       "retryStrategy",
                                       "attempts", "evaluateOnExit",     "onExitCode",    "onReason",
                                       "action"};
  EXPECT_THAT(members_in(text), IsSubsetOf(known));
  for (const char* needed : {"jobName", "jobQueue", "jobDefinition"}) EXPECT_TRUE(job.contains(needed));
  for (const auto& rule : job["retryStrategy"]["evaluateOnExit"])
    EXPECT_TRUE(rule["action"] == "EXIT" || rule["action"] == "RETRY");
  EXPECT_THAT(text, HasSubstr("\"--shard\", \"auto\", \"--shards\", \"" +
                              job["arrayProperties"]["size"].dump() + '"'));
}

}  // namespace
}  // namespace mmd::test
