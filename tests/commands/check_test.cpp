#include <cstring>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "assets/image.h"
#include "commands/commands.h"
#include "formats/vmd.h"
#include "options/messages.h"
#include "tests/assets/temporary_folder.h"
#include "tests/commands/ran.h"
#include "tests/support/archive_samples.h"
#include "tests/support/format_samples.h"
#include "tests/support/model_builder.h"
#include "tests/support/regex.h"

namespace mmd {
namespace {

using Json = nlohmann::json;
using test::FileBuilder;
using test::Ran;
using test::TemporaryFolder;
using ::testing::HasSubstr;
using ::testing::Not;

Ran check(const std::vector<std::string>& files, OutputFormat format = OutputFormat::table,
          int verbosity = 0) {
  Options options;
  options.command = Command::check;
  options.files = files;
  options.format = format;
  options.verbosity = verbosity;
  return test::ran(run_check, options);
}

FileBuilder sound() {
  FileBuilder b;
  b.bone("センター");
  b.bone("ネクタイ１", 0);
  b.square({0, 0, 0}, 1, 0);
  b.material("肌");
  return b;
}

struct Files {
  TemporaryFolder folder;
  std::string put(const std::string& name, std::string_view content) {
    return to_utf8(folder.put(name, content));
  }
  std::string model(const FileBuilder& builder, const std::string& name = "m.pmx") {
    return put(name, as_text(builder.bytes()));
  }
  std::string pose(const std::string& blocks, int count = 1) {
    return put("p.vpd", "Vocaloid Pose Data file\n\nx.osm;\n" + std::to_string(count) + ";\n\n" + blocks);
  }
};

TEST(Check, ReportsNoProblemsOfAValidModel) {
  Files f;
  const std::string model = f.model(sound());
  const Ran ran = check({model});
  EXPECT_EQ(ran.status, 0);
  EXPECT_EQ(ran.out, model + ": model, 0 errors, 0 warnings, 0 notes\n");
  EXPECT_EQ(ran.err, "");
}

TEST(Check, OnlyErrorsGiveStatus1) {
  Files f;
  FileBuilder b = sound();
  b.bone("センター");
  const Ran warned = check({f.model(b)});
  EXPECT_EQ(warned.status, 0);
  EXPECT_THAT(
      warned.out,
      HasSubstr("bones 2 (センター): has the same name as number 0 [name-duplicate]\n           fix: "));
  b.file.bones[1].parent = 1;
  const Ran failed = check({f.model(b)});
  EXPECT_EQ(failed.status, 1);
  EXPECT_THAT(failed.out, HasSubstr("bones 1 (ネクタイ１): "));
  EXPECT_LT(failed.out.find("  error"), failed.out.find("  warning")) << "the worst first";
  const Ran quiet = check({f.model(b)}, OutputFormat::table, -1);
  EXPECT_THAT(quiet.out, HasSubstr("  error"));
  EXPECT_THAT(quiet.out, Not(HasSubstr("  warning")));
}

TEST(Check, JsonHasTheDocumentedFields) {
  Files f;
  FileBuilder b = sound();
  b.bone("センター");
  b.file.bones[1].parent = 1;
  const Ran ran = check({f.model(b), f.pose("Bone0{ﾈｸﾀｲ１\n 0,0,0;\n 0,0,0,2;\n}\n")}, OutputFormat::json);
  EXPECT_EQ(ran.status, 1);
  const Json j = Json::parse(ran.out);
  EXPECT_EQ(j.at("errors"), 1);
  EXPECT_EQ(j.at("warnings"), 3);
  EXPECT_EQ(j.at("notes"), 1) << "the pose is UTF-8";
  ASSERT_EQ(j.at("files").size(), 2u);
  EXPECT_EQ(j["files"][0].at("kind"), "model");
  const Json& duplicate = j["files"][0].at("findings").at(0);
  EXPECT_EQ(duplicate.at("severity"), "warning");
  EXPECT_EQ(duplicate.at("rule"), "name-duplicate");
  EXPECT_EQ(duplicate.at("section"), "bones");
  EXPECT_EQ(duplicate.at("element"), 2);
  EXPECT_EQ(duplicate.at("name"), "センター");
  EXPECT_EQ(duplicate.at("count"), 1);
  EXPECT_TRUE(duplicate.contains("what") && duplicate.contains("hint"));
  EXPECT_FALSE(duplicate.contains("line"));
  EXPECT_TRUE(duplicate.contains("offset"));
  EXPECT_EQ(j["files"][1].at("kind"), "pose");
  const Json& pose = j["files"][1].at("findings");
  ASSERT_EQ(pose.size(), 3u);
  EXPECT_EQ(pose[0].at("rule"), "encoding");
  EXPECT_EQ(pose[1].at("line"), 6);
  EXPECT_THAT(pose[2].at("hint").get<std::string>(), HasSubstr("ネクタイ１"));
}

TEST(Check, AcceptsThePoseBeforeTheModel) {
  Files f;
  const std::string pose = f.pose("Bone0{nobody\n 0,0,0;\n 0,0,0,1;\n}\n"), model = f.model(sound());
  EXPECT_THAT(check({pose, model}).out,
              HasSubstr("line 6: bones 0 (nobody): the model has none of that name"));
  EXPECT_THAT(check({pose}).out, Not(HasSubstr("nobody")));
  EXPECT_THAT(check({pose, model, model}).out, Not(HasSubstr("nobody")))
      << "which of two models is not known";
}

TEST(Check, FindsTexturesLikeWindows) {
  Files f;
  FileBuilder b = sound();
  for (const char* name : {"TEX\\Skin.png", "tex\\gone.png", "tex\\text.png", "toon03.bmp"}) b.texture(name);
  b.file.materials[0].texture = 0;
  b.file.materials[0].toon = 3;
  b.file.materials[0].sphere_texture = 1;
  b.square({3, 0, 0}, 1, 0);
  b.material("second").texture = 2;
  Image image;
  image.width = image.height = 1;
  image.rgba = {1, 2, 3, 255};
  std::filesystem::create_directory(f.folder.path() / "tex");
  f.put("tex/skin.png", as_text(encode_png(image).value()));
  f.put("tex/text.png", "hello");
  const Ran ran = check({f.model(b)}, OutputFormat::json);
  EXPECT_EQ(ran.status, 0);
  const Json j = Json::parse(ran.out);
  const Json& findings = j["files"][0]["findings"];
  ASSERT_EQ(findings.size(), 2u) << ran.out;
  EXPECT_EQ(findings[0]["rule"], "texture-missing");
  EXPECT_EQ(findings[0]["element"], 1);
  EXPECT_EQ(findings[1]["element"], 2) << "is there but no picture";
}

TEST(Check, ContinuesAfterAnUnreadableFile) {
  Files f;
  const std::string cut = f.put("cut.pmx", as_text(sound().bytes()).substr(0, 200)), model = f.model(sound());
  const Ran ran = check(
      {to_utf8(f.folder.path() / "missing.pmx"), cut, f.put("x.vpd", "hello"), f.put("e.vmd", ""), model});
  EXPECT_EQ(ran.status, 1);
  EXPECT_THAT(ran.out, HasSubstr("missing.pmx: unknown, 1 error"));
  EXPECT_THAT(ran.out, test::HasMatch(
                           "cut.pmx: model, 1 error, 0 warnings, 0 notes\n  error    offset 0x[0-9a-f]+: "));
  EXPECT_THAT(ran.out, HasSubstr("x.vpd: unknown, 1 error"));
  EXPECT_THAT(ran.out, HasSubstr("e.vmd: unknown, 1 error"));
  EXPECT_THAT(ran.out, HasSubstr(model + ": model, 0 errors"));
}

TEST(Check, ReportsWhatKeepsASceneFromOpening) {
  Files f;
  f.model(sound());
  const std::pair<const char*, const char*> cases[] = {
      {R"("files": ["m.pmx"], "options": {"place": "1,2"})", "place \"1,2\""},
      {R"("files": ["m.pmx"], "pose": 5)", "pose: expected the text of a VPD"},
      {R"("files": [])", "the scene has no model"}};
  for (const auto& [members, what] : cases) {
    const Ran found = check({f.put("s.mmdscene", std::string(R"({"mmdview-scene": 1, )") + members + "}")});
    EXPECT_EQ(found.status, exit_bad_input) << members;
    EXPECT_THAT(found.out, HasSubstr("scene, 1 error"));
    EXPECT_THAT(found.out, HasSubstr(what));
  }
}

TEST(Check, ChecksMotions) {
  Files f;
  vmd::File motion = vmd::empty_file("x");
  motion.bones = {test::bone_key("nobody", 4), test::bone_key("nobody", 2)};
  const Ran ran = check({f.put("m.vmd", as_text(vmd::write(motion).value())), f.model(sound())});
  EXPECT_EQ(ran.status, 0);
  EXPECT_THAT(ran.out, HasSubstr("m.vmd: motion, 0 errors, 1 warning, 1 note"));
  EXPECT_THAT(ran.out,
              HasSubstr("bone keys 1 (nobody): keys are not in order of time, in 1 track [key-order]"));
  EXPECT_THAT(ran.out, HasSubstr("[name-unknown]"));
}

/// The first finding of a rule in a file; null: there is none.
Json found_in(const std::string& file, const std::string& rule) {
  const Json all = Json::parse(check({file}, OutputFormat::json).out);
  for (const Json& checked : all["files"])
    for (const Json& finding : checked["findings"])
      if (finding["rule"] == rule) return finding;
  return {};
}

TEST(Check, ReportsTrailingBytes) {
  Files f;
  std::string bytes(as_text(sound().bytes()));
  const std::size_t size = bytes.size();
  EXPECT_TRUE(found_in(f.put("m.pmx", bytes), "trailing").is_null());
  const Json junk = found_in(f.put("m.pmx", bytes + "junk"), "trailing");
  EXPECT_EQ(junk["offset"], size);
  EXPECT_THAT(junk["what"].get<std::string>(), HasSubstr("4 bytes after the end"));
  const Json second = found_in(f.put("m.pmx", bytes + bytes), "trailing");
  EXPECT_EQ(second["offset"], size);
  EXPECT_THAT(second["what"].get<std::string>(), HasSubstr("like a second file"));
  std::string motion(as_text(vmd::write(vmd::empty_file("x")).value()));
  const Json behind = found_in(f.put("m.vmd", motion + "junk"), "trailing");
  EXPECT_EQ(behind["offset"], motion.size());
}

TEST(Check, ReportsInvalidBytesInNames) {
  for (const char* bad : {"\xff\xfe", "a\xc3", "\xed\xa0\x80"}) {
    Files f;
    FileBuilder b = sound();
    b.file.header.encoding = pmx::TextEncoding::utf8;
    b.file.materials[0].name.bytes = bad;
    const Json found = found_in(f.model(b), "name-bytes");
    ASSERT_FALSE(found.is_null());
    EXPECT_EQ(found["section"], "materials");
    EXPECT_TRUE(found.contains("offset"));
  }
  Files f;
  FileBuilder b;
  b.file.header.encoding = pmx::TextEncoding::utf16le;
  b.bone("センター");
  b.bone("ab", 0);
  b.square({0, 0, 0}, 1, 0);
  b.material("肌");
  b.file.bones[1].name.bytes = std::string("a\0\0\0", 4);
  EXPECT_THAT(found_in(f.model(b), "name-bytes")["what"].get<std::string>(), HasSubstr("zero byte"));
  b.file.bones[1].name.bytes = std::string("a\0\x00\xd8", 4);  // half of a pair
  EXPECT_THAT(found_in(f.model(b), "name-bytes")["what"].get<std::string>(), HasSubstr("not valid UTF-16"));
}

TEST(Check, ReportsImplausibleKeys) {
  Files f;
  vmd::File motion = vmd::empty_file("x");
  for (const std::uint32_t frame : {0u, 5u, 0x80000000u, 0xffffffffu}) {
    vmd::BoneKey key = test::bone_key("センター", frame);
    key.interpolation[0] = frame == 5 ? 128 : 127;
    key.interpolation[40] = 255;  // not looked at
    motion.bones.push_back(key);
  }
  const std::string file = f.put("m.vmd", as_text(vmd::write(motion).value()));
  const Json late = found_in(file, "key-late"), curve = found_in(file, "curve-byte");
  ASSERT_FALSE(late.is_null() || curve.is_null());
  EXPECT_EQ(late["element"], 2);
  EXPECT_EQ(late["count"], 2);
  EXPECT_TRUE(late.contains("offset"));
  EXPECT_EQ(curve["element"], 1);
  EXPECT_EQ(curve["count"], 1);
}

TEST(Check, ReportsDuplicateFilesOfAnArchive) {
  Files f;
  const std::string model(as_text(sound().bytes()));
  const std::string zip = f.put("a.zip", as_text(test::zip_file({{"m.pmx", model}, {"m.pmx", model}})));
  EXPECT_THAT(check({zip}).out, HasSubstr("\"m.pmx\" in it is there more than once"));
}

TEST(Check, FindingsHaveTheOffsetOfTheirElement) {
  Files f;
  FileBuilder b = sound();
  b.bone("センター");
  b.texture("unused.png");
  b.file.vertices.bones[2][0] = 99;
  const Bytes bytes = b.bytes();
  const Json j = Json::parse(check({f.model(b)}, OutputFormat::json).out);
  const Json& findings = j["files"][0]["findings"];
  ASSERT_EQ(findings.size(), 4u) << j;
  const auto expect_at = [&](const Json& finding, std::string_view text) {
    const std::size_t offset = finding.at("offset");
    const std::string name = b.text(text).bytes;
    EXPECT_EQ(as_text(bytes).substr(offset + 4, name.size()), name) << finding;
  };
  expect_at(findings[0], "センター");
  EXPECT_EQ(findings[0]["element"], 2);
  expect_at(findings[1], "unused.png");
  const std::size_t vertex = findings[2].at("offset");
  EXPECT_EQ(std::memcmp(bytes.data() + vertex, &b.file.vertices.position[2], sizeof(vec3)), 0);
  EXPECT_THAT(check({f.model(b)}).out, HasSubstr(fmt::format("offset 0x{:x}: vertices 2: ", vertex)));
}

TEST(Check, NamesTheFileInTheArchive) {
  Files f;
  FileBuilder b = sound();
  b.bone("センター");
  const std::string zip =
      f.put("a.zip", as_text(test::zip_file({{"dir/m.pmx", std::string(as_text(b.bytes()))}})));
  EXPECT_THAT(check({zip}).out,
              HasSubstr("a.zip/dir/m.pmx: model, 0 errors, 1 warning, 0 notes\n  warning  offset 0x"));
  const Json j = Json::parse(check({zip}, OutputFormat::json).out);
  EXPECT_EQ(j["files"][0]["file"], zip);
  EXPECT_EQ(j["files"][0]["member"], "dir/m.pmx");
}

TEST(Check, ListsWhatDiffersInALaterVersion) {
  Files f;
  FileBuilder later = sound();
  later.file.bones[1].position.y = 2.0f;
  later.bone("頭", 0);
  Options options;
  options.command = Command::check;
  options.files = {f.model(sound(), "old.pmx")};
  options.after = f.model(later, "new.pmx");
  EXPECT_THAT(
      test::ran(run_check, options).out,
      HasSubstr("new.pmx: 2 differences\n  bones\n      ネクタイ１: position 0,0,0 → 0,2,0\n    + 頭\n"));
  options.format = OutputFormat::json;
  const Json j = Json::parse(test::ran(run_check, options).out);
  EXPECT_EQ(j["differences"][1]["change"], "added");
  EXPECT_EQ(j["differences"][0]["fields"][0]["after"], "0,2,0");
}

TEST(Check, ListsWhatAVrmWouldLack) {
  Files f;
  Options options;
  options.command = Command::check;
  options.check_for = "vrm";
  options.files = {f.model(sound())};
  const Ran bare = test::ran(run_check, options);
  EXPECT_EQ(bare.status, exit_bad_input);
  EXPECT_THAT(bare.out, HasSubstr("[vrm-bones]"));
  options.files = {std::string(MMDVIEW_SOURCE_DIR) + "/samples/figure/figure.pmx"};
  const Ran figure = test::ran(run_check, options);
  EXPECT_EQ(figure.status, exit_done) << figure.out;
  EXPECT_THAT(figure.out, HasSubstr("[vrm-terms]"));
}

TEST(Check, TakesTheBonesOfAVrmFromATable) {
  Files f;
  Options options;
  options.command = Command::check;
  options.check_for = "vrm";
  options.files = {std::string(MMDVIEW_SOURCE_DIR) + "/samples/figure/figure.pmx"};
  options.names_of = f.put("names.txt", "neck\t頭\nchest\t胸骨\n");
  const Ran headless = test::ran(run_check, options);
  EXPECT_EQ(headless.status, exit_bad_input);
  EXPECT_THAT(headless.out, HasSubstr("not found: head"));
  EXPECT_THAT(headless.out, HasSubstr("has no effect for: 胸骨"));
  options.names_of = f.put("names.txt", "neck\n");
  const Ran broken = test::ran(run_check, options);
  EXPECT_EQ(broken.status, exit_bad_input);
  EXPECT_THAT(broken.err, HasSubstr("names.txt: line 1"));
}

TEST(Check, ListsPartsOfTheBodyThatLieInsideOthersInAPose) {
  const std::string samples = std::string(MMDVIEW_SOURCE_DIR) + "/samples/";
  const auto in_pose = [&](const char* pose) {
    Options options;
    options.command = Command::check;
    options.files = {samples + "figure/figure.pmx"};
    options.check_pose = samples + "poses/" + pose;
    return test::ran(run_check, options);
  };
  EXPECT_THAT(in_pose("sitting.vpd").out, HasSubstr("left foot inside hips: "));
  EXPECT_THAT(in_pose("kick.vpd").out, Not(HasSubstr(" inside ")));
}

}  // namespace
}  // namespace mmd
