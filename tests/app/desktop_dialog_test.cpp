#include "app/desktop_dialog.h"

#include <csignal>

#include <gmock/gmock.h>

namespace mmd {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

class DesktopDialog : public testing::Test {
 protected:
  ProgramCall shell(const std::string& script, std::vector<std::string> arguments = {}) const {
    std::vector<std::string> all{"-c", script, "dialog"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return {"sh", all};
  }
  const std::atomic<bool> wanted = true;
};

TEST_F(DesktopDialog, EachDesktopGetsItsOwnFirst) {
  const auto gnome = dialog_programs("ubuntu:GNOME", {DialogPurpose::open, "/models", {}, Language::english});
  EXPECT_EQ(gnome.front().program, "zenity");
  const auto kde = dialog_programs("KDE", {DialogPurpose::open, "/models", {}, Language::japanese});
  EXPECT_EQ(kde.front().program, "kdialog");
  EXPECT_EQ(kde.back().program, "zenity");
  EXPECT_THAT(kde.front().arguments, Contains("/models"));
}

TEST_F(DesktopDialog, EachPurposeHasItsOwnArguments) {
  const auto arguments = [](const char* desktop, DialogPurpose purpose) {
    return dialog_programs(desktop, {purpose, "/p", "a.vpd", Language::english}).front().arguments;
  };
  EXPECT_THAT(arguments("", DialogPurpose::browse), ElementsAre("--file-selection", "--title=Browse a folder",
                                                                "--filename=/p/a.vpd", "--directory"));
  EXPECT_THAT(arguments("", DialogPurpose::save_pose),
              ElementsAre("--file-selection", "--title=Save the pose", "--filename=/p/a.vpd", "--save",
                          "--confirm-overwrite", "--file-filter=Poses | *.vpd *.VPD"));
  EXPECT_THAT(arguments("", DialogPurpose::add), Contains("--title=Add models"));
  EXPECT_THAT(arguments("KDE", DialogPurpose::browse),
              ElementsAre("--title", "Browse a folder", "--getexistingdirectory", "/p"));
  EXPECT_THAT(arguments("KDE", DialogPurpose::save_pose),
              ElementsAre("--title", "Save the pose", "--getsavefilename", "/p/a.vpd", "*.vpd *.VPD|Poses"));
}

TEST_F(DesktopDialog, EveryLineIsAFile) {
  const auto out = run_dialog({shell("printf '%s\\n' /a/b.pmx '/モデル/c d.zip' ''")}, wanted);
  EXPECT_TRUE(out.shown);
  EXPECT_THAT(out.files, ElementsAre("/a/b.pmx", "/モデル/c d.zip"));
}

TEST_F(DesktopDialog, ArgumentsReachTheProgramAsTheyAre) {
  const std::string odd = "$(touch x); \"quoted\" 'and' `more` \\ ";
  const auto out = run_dialog({shell("printf '%s\\n' \"$1\"", {odd})}, wanted);
  EXPECT_THAT(out.files, ElementsAre(odd));
}

TEST_F(DesktopDialog, ACancelledOneChoosesNothing) {
  const auto out = run_dialog({shell("echo /a.pmx; exit 1"), shell("echo /b.pmx")}, wanted);
  EXPECT_TRUE(out.shown);
  EXPECT_THAT(out.files, IsEmpty());
}

TEST_F(DesktopDialog, WhatIsNotThereOrDoesNotWorkGoesToTheNext) {
  const auto out = run_dialog(
      {{"mmdview-no-such-program", {}}, shell("exit 255"), shell("kill -9 $$"), shell("echo /b.pmx")},
      wanted);
  EXPECT_TRUE(out.shown);
  EXPECT_THAT(out.files, ElementsAre("/b.pmx"));
  EXPECT_FALSE(run_dialog({{"mmdview-no-such-program", {}}}, wanted).shown);
  EXPECT_FALSE(run_dialog({}, wanted).shown);
}

TEST_F(DesktopDialog, EndsWithTheWindowThoughItWillNot) {
  const std::atomic<bool> unwanted = false;
  const auto before = std::signal(SIGTERM, SIG_IGN);  // as the program has it, too
  const auto ended = run_program(shell("exec sleep 1000"), unwanted);
  std::signal(SIGTERM, before);
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->status, -1);
}

TEST_F(DesktopDialog, EndsWithTheWindow) {
  const std::atomic<bool> unwanted = false;
  EXPECT_FALSE(run_dialog({shell("exec sleep 1000")}, unwanted).shown);
  const auto ended = run_program(shell("exec sleep 1000"), unwanted);
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->status, -1);
}

}  // namespace
}  // namespace mmd
