#include "options/config_file.h"

#include <cstdlib>

#include <gmock/gmock.h>

#include "assets/file_set.h"
#include "tests/assets/temporary_folder.h"
#include "tests/options/arguments.h"

namespace mmd {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

Options applied(std::string_view text) {
  Options out(Command::view);
  apply_config(parse_config(text, "config"), out);
  return out;
}

TEST(ConfigFile, SetsOptionsWithoutDashes) {
  const Options o =
      applied("\xef\xbb\xbf# mine\r\nfov = 25\r\n\n  no-edge\nmorph=\xe3\x81\x82=0.5\nlang = ja");
  EXPECT_THAT(o.window.warnings, IsEmpty());
  EXPECT_EQ(o.camera.fov_degrees, 25.0f);
  EXPECT_FALSE(o.look.edge);
  ASSERT_THAT(o.morphs, SizeIs(1));
  EXPECT_EQ(o.morphs[0].second, 0.5f);
  EXPECT_EQ(o.window.language, "ja");
}

TEST(ConfigFile, ReportsBadLinesAndUsesTheRest) {
  const Options o =
      applied("fov = wide\nno-edgs\nno-edge = 1\n= 3\nkey quit\nno-toon\noutput = x.png\nstate = x");
  EXPECT_FALSE(o.look.toon);
  EXPECT_TRUE(o.look.edge);
  EXPECT_FALSE(o.camera.fov_degrees);
  EXPECT_EQ(o.output, "");
  ASSERT_THAT(o.window.warnings, SizeIs(7));
  for (const Diagnostic& warning : o.window.warnings) {
    EXPECT_EQ(warning.severity, Severity::warning);
    EXPECT_EQ(warning.file, "config");
    EXPECT_TRUE(warning.line);
    EXPECT_FALSE(warning.hint.empty());
  }
  const auto all = [&] {
    std::string out;
    for (const Diagnostic& warning : o.window.warnings) out += describe(warning) + warning.hint + "\n";
    return out;
  }();
  EXPECT_THAT(all, HasSubstr("line 1: fov = wide"));
  EXPECT_THAT(all, HasSubstr("did you mean no-edge?"));
}

TEST(ConfigFile, GivesKeysToActions) {
  const Options o = applied("key toggle-edges = Ctrl+E\nkey quit =\n");
  ASSERT_THAT(o.window.keys, SizeIs(2));
  EXPECT_EQ(o.window.keys[0].action, "toggle-edges");
  EXPECT_EQ(o.window.keys[0].key, "Ctrl+E");
  EXPECT_EQ(o.window.keys[1].key, "");
  EXPECT_EQ(o.window.keys[1].line, 2u);
}

TEST(ConfigFile, UnreadableFileIsAWarning) {
  WindowChoice window;
  window.config = "/no/such/folder/config";
  const ConfigFile none = read_config(window);
  ASSERT_THAT(none.warnings, SizeIs(1));
  EXPECT_EQ(none.warnings[0].severity, Severity::warning);
  window.remembers = false;
  EXPECT_THAT(read_config(window).warnings, IsEmpty());
}

TEST(ConfigFile, SurvivesArbitraryDamage) {
  std::string text = "fov = 25\nno-edge\nkey quit = F5\nlang = ja\n";
  for (std::size_t i = 0; i < text.size(); ++i) {
    for (const char c : {'\0', '=', '\n', '#', '\xff'}) {
      std::string broken = text;
      broken[i] = c;
      applied(broken);
      applied(broken.substr(0, i));
    }
  }
}

TEST(ConfigFile, CommandLineOverridesIt) {
  const test::TemporaryFolder folder;
  const std::string file = to_utf8(folder.put("mine", "fov = 25\nroll = 10\n"));
  const CommandLine line = test::parse_with_scene({"--config", file, "--fov", "40", "m.pmx"});
  ASSERT_FALSE(line.exit_status);
  EXPECT_EQ(line.options.camera.fov_degrees, 40.0f);
  EXPECT_EQ(line.options.camera.roll_degrees, 10.0f);
  EXPECT_FALSE(test::parse_with_scene({"shot", "m.pmx", "-o", "x.png"}).options.camera.roll_degrees)
      << "pictures go by their options alone";
}

}  // namespace
}  // namespace mmd
