#include "export/vrm_meta.h"

#include <gmock/gmock.h>

namespace mmd {
namespace {

using testing::HasSubstr;

TEST(VrmMeta, AllowsNothingUnlessItsAuthorSaysSo) {
  const VrmMeta meta = parse_vrm_meta(R"({"authors": ["A"], "avatarPermission": "everyone"})").value();
  EXPECT_EQ(std::get<std::string>(meta.at("avatarPermission")), "everyone");
  EXPECT_EQ(std::get<std::string>(meta.at("modification")), "prohibited");
  EXPECT_FALSE(std::get<bool>(meta.at("allowRedistribution")));
  EXPECT_EQ(std::get<std::vector<std::string>>(meta.at("authors")), std::vector<std::string>{"A"});
}

TEST(VrmMeta, SaysWhatIsWrong) {
  for (const auto& [json, what] :
       {std::pair("[]", "not a JSON object"),
        {"{", "this is not JSON"},
        {R"({"name": "x"})", "\"authors\" is missing"},
        {R"({"authors": []})", "\"authors\" must be a list of texts"},
        {R"({"authors": ["A", " "]})", "\"authors\" must be a list of texts"},
        {R"({"authors": ["A"], "name": ""})", "\"name\" must be a text that is not empty"},
        {R"({"authors": ["A"], "author": "A"})", "\"author\" is not a term"},
        {R"({"autors": ["A"]})", "\"autors\" is not a term"},
        {R"({"authors": ["A"], "licenseUrl": "https://example.org"})",
         "\"licenseUrl\" must be https://vrm.dev/licenses/1.0/"},
        {R"({"authors": ["A"], "licenseUrl": 1})", "\"licenseUrl\" must be a text"},
        {R"({"authors": ["A"], "modification": "yes"})", "one of prohibited"},
        {R"({"authors": ["A"], "allowRedistribution": 1})", "true or false"}}) {
    const auto meta = parse_vrm_meta(json);
    ASSERT_FALSE(meta) << json;
    EXPECT_THAT(meta.error().what, HasSubstr(what)) << json;
  }
}

TEST(VrmMeta, NamesTheLineOfASlip) {
  const auto meta = parse_vrm_meta("{\n  \"authors\": [\"A\"],\n  \"name\" \"B\"\n}\n");
  ASSERT_FALSE(meta);
  EXPECT_EQ(meta.error().line, 3u);
}

TEST(VrmMeta, HintsAtTheRightTerm) {
  for (const auto& [json, hint] :
       {std::pair(R"({"autors": ["A"]})", "did you mean authors?"),
        {R"({"authors": ["A"], "licenceUrl": "x"})", "did you mean licenseUrl?"},
        {R"({"authors": ["A"], "colour": "x"})", "there are name, version"},
        {R"({"authors": ["A"], "licenseUrl": "https://vrm.dev/licenses/1.0"})", "otherLicenseUrl"}})
    EXPECT_THAT(parse_vrm_meta(json).error().hint, HasSubstr(hint)) << json;
  EXPECT_TRUE(parse_vrm_meta(R"({"authors": ["A"], "licenseUrl": "https://vrm.dev/licenses/1.0/"})"));
}

}  // namespace
}  // namespace mmd
