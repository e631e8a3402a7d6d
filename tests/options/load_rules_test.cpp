#include <gmock/gmock.h>

#include "tests/fuzz/load_case.h"

namespace mmd::fuzz {
namespace {

using testing::HasSubstr;

/// `info` and `check` of m.pmx, which end and say like this.
std::string info(int status, const std::string& err, const std::string& out = {}) {
  return broken_rule({{"info", "/tmp/m.pmx"}, status, out, err});
}
std::string check(int status, const std::string& out, bool as_json = false) {
  Ended ended{{"check", "/tmp/m.pmx"}, status, out, {}};
  if (as_json) ended.arguments.insert(ended.arguments.end(), {"--format", "json"});
  return broken_rule(ended);
}

TEST(LoadRules, ErrorsNeedFileAndPlace) {
  EXPECT_EQ(info(1, "mmdview: error: /tmp/m.pmx: offset 0x1a: bones: truncated\n  hint: fetch it again\n"),
            "");
  EXPECT_EQ(info(1, "mmdview: error: /tmp/m.pmx: line 12: no number\n"), "");
  EXPECT_EQ(info(1, "mmdview: error: /tmp/m.pmx: damaged archive: cut off, at byte 0x12 of it\n"), "");
  EXPECT_THAT(info(1, "mmdview: error: /tmp/m.pmx: bones: truncated\n"), HasSubstr("has no place"));
  EXPECT_THAT(info(1, "mmdview: error: /tmp/m.pmx: the offset is wrong\n"), HasSubstr("has no place"));
  EXPECT_THAT(info(1, "mmdview: error: offset 0x1a: bones: truncated\n"), HasSubstr("names no file"));
  EXPECT_EQ(info(0, "mmdview: warning: /tmp/m.pmx: bones: strange\n"), "") << "a warning needs none";
  for (const Placeless& kind : placeless_errors())
    EXPECT_EQ(info(1, "mmdview: error: /tmp/m.pmx: " + std::string(kind.words) + "\n"), "");
}

TEST(LoadRules, FindingsOfCheckNeedAPlace) {
  EXPECT_EQ(check(1, "/tmp/m.pmx: model, 1 error\n  error    offset 0x1a: bones 3: a cycle [damage]\n"), "");
  EXPECT_THAT(check(1, "/tmp/m.pmx: model, 1 error\n  error    bones 3: a cycle [damage]\n"),
              HasSubstr("has no place"));
  EXPECT_EQ(check(0, "/tmp/m.pmx: model\n  warning  bones 3: a cycle [damage]\n"), "");
  const std::string before = R"({"files": [{"findings": [{"severity": "error", "what": "cut")";
  EXPECT_EQ(check(1, before + R"(, "offset": 12}]}]})", true), "");
  EXPECT_EQ(check(1, before + R"(, "line": 12}]}]})", true), "");
  EXPECT_THAT(check(1, before + "}]}]}", true), HasSubstr("has no place"));
  EXPECT_THAT(check(1, before, true), HasSubstr("no JSON"));
}

TEST(LoadRules, StatusMustMatchTheMessages) {
  EXPECT_EQ(info(0, ""), "");
  EXPECT_THAT(info(2, "mmdview: error: /tmp/m.pmx: offset 0x1a: x\n"), HasSubstr("status 2"));
  EXPECT_THAT(info(0, "mmdview: error: /tmp/m.pmx: offset 0x1a: x\n"), HasSubstr("status 0"));
  EXPECT_THAT(info(1, "mmdview: warning: /tmp/m.pmx: x\n"), HasSubstr("status 1"));
}

TEST(LoadRules, OutputMustBePlainText) {
  EXPECT_EQ(info(0, "", "センター\n"), "");
  for (const char* odd : {"\x1b[31m",
                          "\xc2\x9b"
                          "31m",
                          "a\tb", "\x7f", "\xff", "\xe3\x83"}) {
    EXPECT_THAT(info(0, "", odd), HasSubstr("plain text"));
    EXPECT_THAT(info(0, "mmdview: warning: " + std::string(odd) + "\n"), HasSubstr("plain text"));
  }
  EXPECT_THAT(info(0, "terminate called\n"), HasSubstr("not a message"));
}

}  // namespace
}  // namespace mmd::fuzz
