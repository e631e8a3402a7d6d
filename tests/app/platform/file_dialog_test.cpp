// zenity and kdialog are shell scripts, the only programs in PATH.
#include "app/platform/file_dialog.h"

#include <fstream>
#include <thread>

#include <gmock/gmock.h>
#include <sys/stat.h>

#include "scene/file_extensions.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/process.h"

namespace mmd::test {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::ElementsAreArray;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

class FileDialog : public testing::Test {
 protected:
  /// A program that records its arguments and then runs the script.
  void install(const std::string& program, const std::string& script) const {
    const auto file = folder.put(
        program, "#!/bin/sh\nprintf '%s\\0' \"$@\" >'" + in_folder(program + ".asked") + "'\n" + script);
    std::filesystem::permissions(file, std::filesystem::perms::owner_all);
  }
  /// A program whose user chooses these files.
  void install_choosing(const std::string& program, const std::vector<std::string>& files) const {
    std::string lines;
    for (const std::string& file : files) lines += file + "\n";
    folder.put(program + ".answer", lines);
    install(program, "/bin/cat '" + in_folder(program + ".answer") + "'\n");
  }
  bool was_asked(const std::string& program) const {
    return std::filesystem::exists(folder.path() / (program + ".asked"));
  }
  std::vector<std::string> arguments_of(const std::string& program) const {
    std::ifstream in(folder.path() / (program + ".asked"), std::ios::binary);
    std::vector<std::string> out;
    for (std::string argument; std::getline(in, argument, '\0');) out.push_back(argument);
    return out;
  }
  std::string in_folder(const std::string& name) const { return to_utf8(folder.path() / name); }
  DialogOutcome ask(DialogPurpose purpose = DialogPurpose::open, Language language = Language::english) {
    return show_file_dialog({purpose, "/p", saving(purpose) ? "a.vpd" : "", language, owner}, wanted);
  }
  static bool saving(DialogPurpose purpose) {
    return purpose == DialogPurpose::save_pose || purpose == DialogPurpose::save_frame;
  }

  const TemporaryFolder folder;
  const EnvironmentVariable path{"PATH", to_utf8(folder.path()).c_str()};
  const EnvironmentVariable desktop{"XDG_CURRENT_DESKTOP", "XFCE"};
  std::atomic<bool> wanted = true;
  std::uint64_t owner = 0;  ///< the window that the dialog belongs to
};

TEST_F(FileDialog, ReturnsChosenFilesWithAnyName) {
  const std::vector<std::string> files{"/models/a b.pmx", "/モデル/\"c\" 'd'.zip", "/$(touch x)/`e`;.vpd",
                                       "/-f\nin two lines.pmx", "/ends with one\n"};
  for (const char* program : {"zenity", "kdialog"}) {
    install_choosing(program, files);
    const DialogOutcome out = ask();
    EXPECT_TRUE(out.shown);
    EXPECT_THAT(out.files, ElementsAreArray(files)) << program;
    std::filesystem::remove(folder.path() / program);
  }
}

TEST_F(FileDialog, ReturnsMoreFilesThanAPipeHolds) {
  const std::vector<std::string> files(5000, "/models/" + std::string(200, 'a') + ".pmx");
  install_choosing("zenity", files);
  EXPECT_EQ(ask().files, files);
}

TEST_F(FileDialog, IgnoresLinesBeforeTheFirstPath) {
  install("zenity", "echo 'a warning of the toolkit'; echo /a.pmx\n");
  EXPECT_THAT(ask().files, ElementsAre("/a.pmx"));
}

TEST_F(FileDialog, PassesZenityItsArguments) {
  install_choosing("zenity", {"/p/b.vpd"});
  EXPECT_THAT(ask(DialogPurpose::browse).files, ElementsAre("/p/b.vpd"));
  EXPECT_THAT(arguments_of("zenity"),
              ElementsAre("--file-selection", "--title=Browse folder", "--filename=/p/", "--directory"));
  EXPECT_EQ(ask(DialogPurpose::save_pose).purpose, DialogPurpose::save_pose);
  EXPECT_THAT(arguments_of("zenity"),
              ElementsAre("--file-selection", "--title=Save pose", "--filename=/p/a.vpd", "--save",
                          "--confirm-overwrite", "--file-filter=Poses | *.vpd *.VPD"));
  ask(DialogPurpose::add);
  EXPECT_THAT(
      arguments_of("zenity"),
      ElementsAre("--file-selection", "--title=Add models", "--filename=/p/", "--multiple", "--separator=\n",
                  StartsWith("--file-filter=Models, poses, motions, scenes | *.pmx *.PMX *.pmd *.PMD *.x "),
                  "--file-filter=All files | *"));
  ask(DialogPurpose::open, Language::japanese);
  EXPECT_THAT(arguments_of("zenity"), Contains("--title=開く"));
  ask(DialogPurpose::save_frame);
  EXPECT_THAT(arguments_of("zenity"), Contains("--title=Save frame as pose"));
  ask(DialogPurpose::save_scene);
  EXPECT_THAT(arguments_of("zenity"), Contains("--file-filter=Scenes | *.mmdscene *.MMDSCENE"));
}

TEST_F(FileDialog, OffersEveryKindOfFileThatCanBeOpened) {
  for (const DialogPurpose purpose : {DialogPurpose::open, DialogPurpose::add}) {
    const auto filters = dialog_filters({purpose, "/p", "", Language::english, owner});
    for (const FileExtension& row : file_extensions())
      EXPECT_THAT(filters.front().extensions, Contains(row.extension.substr(1)));
    EXPECT_THAT(filters.front().extensions, Contains("dds"));
  }
}

TEST_F(FileDialog, PassesKdialogItsArguments) {
  install_choosing("kdialog", {"/p/b.vpd"});
  EXPECT_THAT(ask(DialogPurpose::browse).files, ElementsAre("/p/b.vpd"));
  EXPECT_THAT(arguments_of("kdialog"),
              ElementsAre("--title", "Browse folder", "--getexistingdirectory", "/p"));
  ask(DialogPurpose::save_pose);
  EXPECT_THAT(arguments_of("kdialog"),
              ElementsAre("--title", "Save pose", "--getsavefilename", "/p/a.vpd", "*.vpd *.VPD|Poses"));
  ask(DialogPurpose::open);
  EXPECT_THAT(arguments_of("kdialog"), ElementsAre("--title", "Open", "--multiple", "--separate-output",
                                                   "--getopenfilename", "/p", HasSubstr("*.vpd *.VPD")));
  EXPECT_THAT(arguments_of("kdialog").back(), HasSubstr("|Models, poses, motions, scenes\n*|All files"));
}

TEST_F(FileDialog, TellsTheProcessOfItsProgram) {
  DialogQuestion question{DialogPurpose::open, "/p", ""};
  question.process = std::make_shared<std::atomic<int>>(0);
  install("zenity", "echo /$$\n");
  const auto files = show_file_dialog(question, wanted).files;
  EXPECT_THAT(files, ElementsAre("/" + std::to_string(*question.process)));
}

TEST_F(FileDialog, BelongsToItsWindow) {
  owner = 0x2c00007;
  for (const DialogPurpose purpose : {DialogPurpose::open, DialogPurpose::browse, DialogPurpose::save_pose}) {
    install_choosing("zenity", {"/p/b.vpd"});
    ask(purpose);
    EXPECT_THAT(arguments_of("zenity"), Contains("--attach=46137351"));
    EXPECT_THAT(arguments_of("zenity"), Contains("--modal"));
    std::filesystem::remove(folder.path() / "zenity");
    install_choosing("kdialog", {"/p/b.vpd"});
    ask(purpose);
    const std::vector<std::string> given = arguments_of("kdialog");
    const auto attach = std::find(given.begin(), given.end(), "--attach");
    ASSERT_LT(attach + 1, given.end());
    EXPECT_EQ(attach[1], "46137351");
    std::filesystem::remove(folder.path() / "kdialog");
  }
}

TEST_F(FileDialog, PassesOddNamesUnchanged) {
  const std::string odd = "/-- \"quoted\" 'and' `more` $(touch x); \\ \n", name = "-ミク 1.vpd";
  for (const char* program : {"zenity", "kdialog"}) {
    install(program, "exit 1\n");
    show_file_dialog({DialogPurpose::save_pose, odd, name, Language::english}, wanted);
    EXPECT_THAT(arguments_of(program), Contains(HasSubstr(odd + "/" + name))) << program;
    std::filesystem::remove(folder.path() / program);
  }
}

TEST_F(FileDialog, PrefersKdialogOnKde) {
  install_choosing("zenity", {"/from zenity"});
  install_choosing("kdialog", {"/from kdialog"});
  EXPECT_THAT(ask().files, ElementsAre("/from zenity"));
  desktop.put("KDE");
  EXPECT_THAT(ask().files, ElementsAre("/from kdialog"));
  desktop.put(nullptr);
  EXPECT_THAT(ask().files, ElementsAre("/from zenity"));
}

TEST_F(FileDialog, CancellingChoosesNothing) {
  install("zenity", "echo /a.pmx; exit 1\n");
  install_choosing("kdialog", {"/b.pmx"});
  const DialogOutcome out = ask();
  EXPECT_TRUE(out.shown);
  EXPECT_THAT(out.files, IsEmpty());
  EXPECT_FALSE(was_asked("kdialog"));
}

TEST_F(FileDialog, TriesTheOtherProgramIfOneFails) {
  install_choosing("kdialog", {"/b.pmx"});
  for (const char* failure : {"exit 255\n", "kill -9 $$\n"}) {
    install("zenity", failure);
    EXPECT_THAT(ask().files, ElementsAre("/b.pmx")) << failure;
  }
  std::filesystem::remove(folder.path() / "kdialog");
  EXPECT_FALSE(ask().shown);
}

TEST_F(FileDialog, IsNotShownWithoutAProgramOrForAClosedWindow) {
  const DialogOutcome out = ask(DialogPurpose::add);
  EXPECT_FALSE(out.shown);
  EXPECT_EQ(out.purpose, DialogPurpose::add);
  folder.put("zenity", "not a program");
  EXPECT_FALSE(ask().shown);
  install_choosing("zenity", {"/a.pmx"});
  wanted = false;
  EXPECT_FALSE(ask().shown) << "the window has closed";
  EXPECT_FALSE(was_asked("zenity"));
}

TEST_F(FileDialog, EndsItsProgramWithTheWindow) {
  const std::string fifo = in_folder("held");
  ASSERT_EQ(::mkfifo(fifo.c_str(), 0600), 0);
  install("zenity", "trap '' TERM\nexec 9>'" + fifo + "'\n/bin/sleep 1000\n");
  install_choosing("kdialog", {"/b.pmx"});
  DialogOutcome out;
  std::thread asking([&] { out = ask(); });
  std::ifstream held(fifo);  // waits until the script has opened it
  wanted = false;
  asking.join();
  EXPECT_FALSE(out.shown);
  EXPECT_FALSE(was_asked("kdialog"));
  EXPECT_EQ(held.get(), std::ifstream::traits_type::eof()) << "when nobody holds it any longer";
}

}  // namespace
}  // namespace mmd::test
