// Every option that names a file leaves a file of another kind alone.

#include <filesystem>
#include <set>

#include <gmock/gmock.h>

#include "options/help.h"
#include "options/options.h"
#include "tests/cli/program.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;

class Outputs : public ProgramTest {
 protected:
  /// A complete command line without this option, to which it is added.
  Words command_with(Command command, std::string_view option) {
    Words out{std::string(command_name(command))};
    if (command == Command::pose) out.push_back("mirror");
    if (command != Command::serve) out.push_back(command == Command::pose ? pose : model);
    if (command == Command::thumbnail && option != "--output") out.push_back(in_folder("new.png"));
    if (option == "--output") return out;
    if (command == Command::shot) return with(out, {"-o", in_folder("new.png"), "--size", "8x8"});
    if (command == Command::batch) return with(out, {"-o", in_folder("out"), "--size", "8x8"});
    if (command == Command::export_) return with(out, {"-o", in_folder("new.vrm")});
    if (command == Command::fix) return with(out, {"-o", in_folder("new.pmx")});
    if (command == Command::pose) return with(out, {"-o", in_folder("new.vpd")});
    return out;
  }
};

TEST_F(Outputs, NoOptionReplacesAFileOfAnotherKind) {
  constexpr std::string_view text = "what I noted\n";
  const Words names{"notes.txt",   "notes.html", "notes.png", "notes.webp", "notes.mp4", "notes.json",
                    "notes.jsonl", "notes.vpd",  "notes.vmd", "notes.obj",  "notes.glb", "notes.vrma"};
  std::set<std::string_view> tried;
  for (const OptionRow& row : option_table()) {
    if (row.value.find("FILE") == std::string_view::npos && row.value.find("DIR") == std::string_view::npos)
      continue;
    for (unsigned bit = 0; row.commands >> bit != 0; ++bit) {
      const auto command = static_cast<Command>(bit);
      if (!row.is_for(command) || command == Command::view) continue;  // its window writes nothing by itself
      tried.insert(row.name);
      std::size_t accepted = 0;  // a few names per option are enough; the output's extension decides its kind
      for (const std::string& name : names) {
        if (accepted == 2 && row.name != "--output") break;
        const std::string file = put("kept/" + name, text);
        Options scratch(command);
        if (!row.apply(scratch, file).empty()) continue;  // wrong usage
        ++accepted;
        Words arguments = with(command_with(command, row.name), {std::string(row.name), file});
        if (row.name == "--vrm-meta" && command != Command::export_) continue;
        const Outcome outcome = mmdview(arguments);
        EXPECT_EQ(outcome.signal, 0) << testing::PrintToString(arguments);
        EXPECT_EQ(content("kept/" + name), text) << testing::PrintToString(arguments) << outcome.err;
      }
    }
  }
  for (const char* option : {"--output", "--index", "--sheet", "--manifest", "--video", "--web"})
    EXPECT_EQ(tried.count(option), 1u) << option;
}

TEST_F(Outputs, IndexReplacesOnlyItsOwnPages) {
  const Words batch{"batch", model, "-o", in_folder("out"), "--size", "8x8", "--index"};
  for (const char* name : {"notes.txt", "page.html"}) {
    put(name, "<html>precious</html>");
    const Outcome outcome = mmdview(with(batch, {in_folder(name)}));
    expect_failure(outcome, 1);
    EXPECT_THAT(outcome.err, HasSubstr("is not a page of mmdview"));
    EXPECT_EQ(content(name), "<html>precious</html>");
    EXPECT_EQ(mmdview(with(batch, {in_folder(name), "--force"})).status, 0);
    EXPECT_THAT(content(name), HasSubstr("<!DOCTYPE html>"));
    EXPECT_EQ(mmdview(with(batch, {in_folder(name)})).status, 0) << "its own page is replaced";
  }
}

TEST_F(Outputs, MergedManifestReplacesOnlyManifests) {
  const Words batch{"batch", model, "-o", in_folder("out"), "--size", "8x8"};
  ASSERT_EQ(mmdview(with(batch, {"--manifest", in_folder("part.jsonl")})).status, 0);
  const Words merge = with(batch, {"--merge", in_folder("part.jsonl"), "--manifest", in_folder("all.jsonl")});
  put("all.jsonl", "precious\n");
  const Outcome outcome = mmdview(merge);
  expect_failure(outcome, 1);
  EXPECT_EQ(content("all.jsonl"), "precious\n");
  std::filesystem::remove(folder.path() / "all.jsonl");
  for (int i = 0; i < 2; ++i) EXPECT_EQ(mmdview(merge).status, 0) << "time " << i;
  EXPECT_EQ(content("all.jsonl"), content("part.jsonl"));
}

TEST_F(Outputs, LabelsReplaceOnlyLabels) {
  const Words shot{"shot",   model, "-o",       in_folder("o.png"),
                   "--size", "8x8", "--labels", "camera,bones,keypoints,openpose,depth"};
  for (const char* name :
       {"o.camera.json", "o.bones.json", "o.coco.json", "o.openpose18.json", "o.labels.json"}) {
    put(name, "{\"name\": \"package\"}");
    expect_failure(mmdview(shot), 1);
    EXPECT_EQ(content(name), "{\"name\": \"package\"}");
    std::filesystem::remove(folder.path() / name);
  }
  for (int i = 0; i < 2; ++i) {
    const Outcome outcome = mmdview(shot);
    EXPECT_EQ(outcome.status, 0) << "time " << i << outcome.err;
  }
}

}  // namespace
}  // namespace mmd::test
