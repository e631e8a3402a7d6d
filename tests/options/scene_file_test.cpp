#include "options/scene_file.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "assets/file_set.h"
#include "physics/physics_world.h"
#include "tests/assets/temporary_folder.h"
#include "tests/options/arguments.h"

namespace mmd {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

/// "no-ik; fov=20": options with their values.
std::vector<SceneOption> options_in(std::string_view text) {
  std::vector<SceneOption> out;
  while (!text.empty()) {
    const std::string_view one = text.substr(0, text.find("; "));
    text.remove_prefix(std::min(one.size() + 2, text.size()));
    const std::size_t equals = std::min(one.find('='), one.size());
    out.emplace_back(one.substr(0, equals), one.substr(std::min(equals + 1, one.size())));
  }
  return out;
}

/// Every option that a state can have.
const std::vector<SceneOption> all_options = options_in(
    "no-append; no-ik; morph=あ=0.5; morph=a=b=0.1; frame=120.5; physics-warmup=60; settle=1.5; "
    "physics-from=12.5; physics-rate=120; gravity=1,-97.3,0.1; ground; shared-physics; size=640x480; "
    "samples=16; background=d6d9de80; background-picture=/a/b/空.png; view=three-quarter; fov=33.3; "
    "ortho; roll=-12.7; attach=/a/b/小@道具.pmx@手:1,2,3,4,5,6,0.5; place=-1,0,2.5; hide=2:髪*; "
    "compare=append; no-edge; no-toon; no-sphere; self-shadow-mode=2; no-ground-shadow; "
    "ground-shadow-brightness=0.5; opaque-ground-shadow; "
    "light-follows-camera; light-direction=0.1,-0.7,0.3; light-colour=9a8070; shading=normals; skinning=2; "
    "skeleton; "
    "operable-bones; grid; axes; bodies; highlight=右ひざ; depth-of-field=右目,1.4; glow=0.8,0.5,3; "
    "occlusion=0.7,1.5; fog=c8d8e8,40,150; rim=0.5,ffe0c0; lines=0.25; grade=0.1,1.2,0.9,-0.3");

Options applied(const std::vector<SceneOption>& options) {
  Options out(Command::view);
  SceneFile state;
  state.options = options;
  const auto done = apply_scene(state, "s.json", out);
  EXPECT_TRUE(done) << describe(done.error());
  return out;
}

TEST(SceneFile, AppliedOptionsRoundTrip) {
  EXPECT_EQ(scene_options(applied(all_options)), all_options);
  for (const SceneOption& one : all_options)
    EXPECT_THAT(scene_options(applied({one})), Contains(one)) << one.first;
  for (const SceneOption& one :
       options_in("no-morphs; no-physics; no-self-shadow; physics-steps=30; camera=0,10.1,-45,0.3,10,0"))
    EXPECT_THAT(scene_options(applied({one})), Contains(one)) << one.first;
}

TEST(SceneFile, HiddenBonesStayHiddenWithASelection) {
  Options options = applied({{"highlight", "右ひざ"}});
  options.look.skeleton = false;
  EXPECT_FALSE(applied(scene_options(options)).look.skeleton);
  options.look.shading = Shading::weights;
  EXPECT_EQ(applied(scene_options(options)).highlight, "右ひざ") << "its weights are what is drawn";
}

/// Windows has a drive before it.
std::string absolute(std::string_view path) {
  return to_utf8(std::filesystem::absolute(path_from_utf8(path)));
}

TEST(SceneFile, RoundTrips) {
  const SceneFile state{
      {{absolute("/a/b/model.pmx"), absolute("/elsewhere/夏.vpd")},
       "Vocaloid Pose Data file\r\n",
       Shows::pose},
      {{{absolute("/a/b/other.pmx")}, "Vocaloid Pose Data file\n", Shows::rest, {"左足ＩＫ", "ＩＫ"}}},
      all_options};
  const std::string text = scene_text(state, absolute("/a/b"));
  EXPECT_THAT(text, HasSubstr("\"model.pmx\""));
  const auto back = parse_scene(text, absolute("/a/b/s.json"));
  ASSERT_TRUE(back) << describe(back.error());
  EXPECT_EQ(back->files, state.files);
  EXPECT_EQ(back->pose, state.pose);
  EXPECT_EQ(back->active, 1u);
  ASSERT_EQ(back->figures.size(), 1u);
  EXPECT_EQ(back->figures[0].files, state.figures[0].files);
  EXPECT_EQ(back->shows, Shows::pose);
  EXPECT_THAT(back->ik_off, IsEmpty());
  EXPECT_EQ(back->figures[0].shows, Shows::rest);
  EXPECT_EQ(back->figures[0].ik_off, state.figures[0].ik_off);
  EXPECT_EQ(files_of_scene(*back, "s.json").back(), "s.json/pose2");
  std::vector<SceneOption> options = all_options;
  for (SceneOption& option : options) {
    if (option.second.starts_with("/a/b/")) option.second.replace(0, 5, absolute("/a/b/"));
  }
  EXPECT_EQ(scene_options(applied(back->options)), options);
  const auto moved = parse_scene(text, absolute("/moved/s.json"));
  ASSERT_TRUE(moved);
  EXPECT_THAT(moved->files, ElementsAre(absolute("/moved/model.pmx"), absolute("/elsewhere/夏.vpd")));
}

TEST(SceneFile, FilesOfOptionsAreRelativeToIt) {
  const test::TemporaryFolder folder;
  folder.put("小@道具.pmx", "");
  const std::string in_folder = to_utf8(folder.path() / "");
  const std::vector<SceneOption> options{{"attach", in_folder + "小@道具.pmx@手@首:1,2,3,4,5,6,0.5"},
                                         {"compare", in_folder + "夏.vpd"},
                                         {"fov", "20"}};
  const std::string text = scene_text({{{"a.pmx"}, {}}, {}, options}, folder.path());
  EXPECT_THAT(text, HasSubstr("\"小@道具.pmx@手@首:1,2,3,4,5,6,0.5\""));
  EXPECT_THAT(text, HasSubstr("\"夏.vpd\""));
  const auto back = parse_scene(text, in_folder + "s.json");
  ASSERT_TRUE(back) << describe(back.error());
  EXPECT_EQ(back->options, options);
}

TEST(SceneFile, OptionsApplyInTheOrderOfTheTable) {
  // What is written of a window without bodies, whose other choices of physics are not the usual ones.
  const std::vector<SceneOption> options = options_in("physics-warmup=30; settle=5; no-physics");
  const auto back = parse_scene(scene_text({{{"a.pmx"}, {}}, {}, options}, "/"), "/s.json");
  ASSERT_TRUE(back) << describe(back.error());
  EXPECT_EQ(applied(back->options).physics.on, false);
}

TEST(SceneFile, CommandLineOverridesItAlsoByAliases) {
  const test::TemporaryFolder folder;
  const auto shot_with = [&](const SceneOption& in_state, std::vector<std::string> given) {
    const std::string text =
        scene_text({{{to_utf8(folder.put("a.pmx", "x"))}, {}}, {}, {in_state}}, folder.path());
    given.insert(given.begin(), {"shot", "-o", "a.png", "--state", to_utf8(folder.put("s.json", text))});
    const CommandLine line = test::parse_with_scene(given);
    EXPECT_FALSE(line.exit_status);
    return line.options;
  };
  const SceneOption camera{"camera", "0,10,-45,0,10,0"};
  EXPECT_TRUE(shot_with(camera, {}).camera.eye_and_target);
  EXPECT_TRUE(shot_with(camera, {"--fov", "20"}).camera.eye_and_target);
  EXPECT_FALSE(shot_with(camera, {"--view", "back"}).camera.eye_and_target);
  EXPECT_TRUE(shot_with(camera, {"--view", "back", "--camera", "0,0,-9,0,0,0"}).camera.eye_and_target);
  EXPECT_TRUE(shot_with({"no-morphs", ""}, {"--morph", "a=1"}).evaluation.morphs);
  EXPECT_TRUE(shot_with({"no-self-shadow", ""}, {"--self-shadow-mode", "2"}).look.self_shadow);
  EXPECT_FALSE(shot_with({"physics-steps", "5"}, {"--settle", "2"}).physics.steps);
}

TEST(SceneFile, StoresTheActiveModel) {
  SceneFile state{{{"/a.pmx"}, {}}, {{{"/b.pmx"}, {}}}, {}, 2};
  const auto back = parse_scene(scene_text(state, "/"), "/s.json");
  ASSERT_TRUE(back) << describe(back.error());
  EXPECT_EQ(back->active, 2u);
  for (const char* wrong : {"0", "3", "-1", "1.5", "\"2\"", "null", "18446744073709551617"}) {
    const auto none = parse_scene(
        std::string(R"({"mmdview-state": 1, "files": [], "figures": [{"files": []}], "active": )") + wrong +
            "}",
        "s.json");
    ASSERT_FALSE(none) << wrong;
    EXPECT_THAT(none.error().what, HasSubstr("active: expected the number of a figure, 1 to 2"));
  }
}

TEST(SceneFile, AddsItsOtherModelsToItsOwnModelOnly) {
  const test::TemporaryFolder folder;
  Options options;
  options.state = to_utf8(folder.put("s.json", R"({"mmdview-state": 1, "files": ["a.pmx", "a.vpd"],
    "figures": [{"files": ["b.pmx"], "pose": "Vocaloid Pose Data file"}, {"files": ["c.pmx"]}]})"));
  const auto in_folder = [&](const char* name) { return to_utf8(folder.path() / name); };
  EXPECT_THAT(*files_beside_in_scene(options, in_folder("a.pmx")),
              ElementsAre(in_folder("b.pmx"), in_folder("s.json") + "/pose2", in_folder("c.pmx")));
  EXPECT_THAT(*files_beside_in_scene(options, in_folder("other.pmx")), IsEmpty());
  EXPECT_THAT(*files_beside_in_scene(Options(), in_folder("a.pmx")), IsEmpty());
}

TEST(SceneFile, MatchesTheSchema) {
  std::ifstream file(MMDVIEW_SOURCE_DIR "/docs/user/scene.schema.json");
  const auto schema = nlohmann::json::parse(file);
  const auto state =
      nlohmann::json::parse(scene_text({{{"m.pmx"}, "Vocaloid Pose Data file\r\n", Shows::pose, {"ＩＫ"}},
                                        {{{"n.pmx"}, "Vocaloid Pose Data file\r\n", Shows::rest, {"ＩＫ"}}},
                                        all_options,
                                        2},
                                       "/a"));
  for (const auto& [name, value] : state.items()) EXPECT_TRUE(schema["properties"].contains(name)) << name;
  const auto& of_figures = schema["properties"]["figures"]["items"]["properties"];
  EXPECT_EQ(state["figures"][0].size(), 4u);
  for (const auto& [name, value] : state["figures"][0].items())
    EXPECT_TRUE(of_figures.contains(name)) << name;
  EXPECT_EQ(of_figures["shows"]["enum"], nlohmann::json({"pose", "rest"}));
  const auto& options = schema["properties"]["options"]["properties"];
  for (const auto& [name, value] : state["options"].items()) {
    ASSERT_TRUE(options.contains(name)) << name;
    const std::string type = options[name]["type"];
    EXPECT_EQ(type == "boolean", value.is_boolean()) << name;
    EXPECT_EQ(type == "array", value.is_array()) << name;
    EXPECT_EQ(type == "string", value.is_string()) << name;
  }
  for (const auto& [name, value] : options.items()) {
    const bool known = std::any_of(option_table().begin(), option_table().end(),
                                   [&n = name](const OptionRow& row) { return row.name.substr(2) == n; });
    EXPECT_TRUE(known) << name;
  }
}

TEST(SceneFile, ExplainsInvalidFiles) {
  const auto why = [](const std::string& text) {
    const auto state = parse_scene(text, "s.json");
    if (state) {
      Options options;
      const auto done = apply_scene(*state, "s.json", options);
      return done ? std::string() : describe(done.error()) + done.error().hint;
    }
    EXPECT_FALSE(state.error().hint.empty());
    return describe(state.error());
  };
  const std::pair<const char*, const char*> wrong[] = {
      {R"({"mmdview-state": 1, )", "line 1"},
      {"{}", "not a scene"},
      {"[]", "not a scene"},
      {R"({"mmdview-state": 2})", "version 2"},
      {R"({"mmdview-state": 1, "files": [3]})", "files"},
      {R"({"mmdview-state": 1, "ik-off": true})", "ik-off: expected a list"},
      {R"({"mmdview-state": 1, "shows": ""})", "shows: expected pose or rest"},
      {R"({"mmdview-state": 1, "shows": "motion"})", "shows: expected pose or rest"},
      {R"({"mmdview-state": 1, "shows": true})", "shows: expected pose or rest"},
      {R"({"mmdview-scene": 1, "reference": "a.png"})", "reference: expected an object with a file"},
      {R"({"mmdview-scene": 1, "reference": {"file": "a.png", "x": true}})", "x: expected a number"},
      {R"({"mmdview-scene": 1, "files": ["s.pmx\u0000"]})", "files: the text contains a zero byte"},
      {R"({"mmdview-scene": 1, "figures": [{"files": ["a\u0000b"]}]})",
       "files: the text contains a zero byte"},
      {R"({"mmdview-scene": 1, "options": {"attach": ["s.pmx\u0000"]}})",
       "options: attach: the text contains"},
      {R"({"mmdview-scene": 1, "options": {"background-picture": "a.png\u0000"}})", "zero byte"},
      {R"({"mmdview-scene": 1, "options": {"fov": "wide"}})", "fov"}};
  for (const auto& [text, words] : wrong) EXPECT_THAT(why(text), HasSubstr(words)) << text;
  EXPECT_EQ(why("{\"mmdview-state\": 1}"), "");
  EXPECT_EQ(why("{\"mmdview-state\": 1, \"of a later program\": [2]}"), "");
}

std::string repeated(std::string_view text, std::size_t times) {
  std::string out;
  for (std::size_t i = 0; i < times; ++i) out += text;
  return out;
}

TEST(SceneFile, HasLimitsOfDepthMembersAndFigures) {
  const auto why = [](const std::string& members) {
    const auto scene = parse_scene("{\"mmdview-scene\": 1,\n" + members + "}", "s.json");
    return scene ? std::string() : describe(scene.error());
  };
  for (const auto& [open, close] : {std::pair("[", "]"), std::pair("{\"a\":", "}")}) {
    const std::string deep = repeated(open, 66'000) + "1" + repeated(close, 66'000);
    for (const std::string& members :
         {"\"zzz\": " + deep, "\"options\": {\"zzz\": " + deep + "}", "\"options\": {\"fov\": " + deep + "}",
          "\"figures\": [{\"zzz\": " + deep + "}]", "\"files\": " + deep})
      EXPECT_THAT(why(members),
                  HasSubstr("s.json: line 2: lists and objects are nested too deep; the limit is 64"));
  }
  EXPECT_THAT(why("\"options\": {" + repeated("\"zzz\": 1, ", 160'000) + "\"fov\": 20}"),
              HasSubstr("too many members"));
  EXPECT_THAT(why("\"figures\": [" + repeated("{}, ", 511) + "{}]"), HasSubstr("figures: 513"));
  EXPECT_EQ(why("\"figures\": [" + repeated("{}, ", 510) + "{}]"), "");
}

TEST(SceneFile, ListsManyMissingFilesOnceEach) {
  SceneFile scene;
  for (int i = 0; i < 20'000; ++i) scene.files.push_back("/gone/" + std::to_string(i % 10'000) + ".vpd");
  const auto missing = missing_files(scene);
  EXPECT_EQ(missing.size(), 10'000u);
  EXPECT_EQ(missing.front(), "/gone/0.vpd");
}

TEST(SceneFile, KeepsUnknownMembersAndOptions) {
  const auto scene = parse_scene(R"({"mmdview-scene": 1, "files": ["a.pmx"], "of a later program": [2],
    "figures": [{"files": ["b.pmx"], "mood": "calm"}], "options": {"no-edgs": true, "output": "/etc/x", "fov": "20"}})",
                                 "/s.mmdscene");
  ASSERT_TRUE(scene) << describe(scene.error());
  ASSERT_EQ(scene->warnings.size(), 2u);
  EXPECT_THAT(scene->warnings[0].hint + scene->warnings[1].hint, HasSubstr("no-edge"));
  SceneFile changed{{{scene->files}, {}}, {{scene->figures[0].files, {}}}, {{"fov", "30"}}};
  keep_unknown(*scene, changed);
  const auto out = nlohmann::json::parse(scene_text(changed, "/"));
  EXPECT_EQ(out["of a later program"], nlohmann::json({2}));
  EXPECT_EQ(out["figures"][0]["mood"], "calm");
  EXPECT_EQ(out["options"]["no-edgs"], true);
  EXPECT_EQ(out["options"]["output"], "/etc/x");
  EXPECT_EQ(out["options"]["fov"], "30");
}

TEST(SceneFile, LeavesOutMissingFilesWithTheirPlaces) {
  const test::TemporaryFolder folder;
  for (const char* name : {"b.pmx", "c.pmx", "c.vpd"}) folder.put(name, "x");
  const std::string file = to_utf8(folder.put("s.mmdscene", R"({"mmdview-scene": 1, "files": ["gone.pmx"],
    "figures": [{"files": ["b.pmx"]}, {"files": ["c.pmx", "c.vpd", "gone.vmd"], "pose": "Vocaloid Pose Data file"}],
    "active": 3, "options": {"place": ["1,0,0", "2,0,0@1:a", "3,0,0@2:b"], "hide": ["1:x", "3:y"],
    "attach": ["gone.x:1,2,3"]}})"));
  auto scene = read_scene(file);
  ASSERT_TRUE(scene) << describe(scene.error());
  EXPECT_EQ(drop_missing(*scene, file).size(), 2u) << "the first model goes with what is attached to it";
  EXPECT_EQ(scene->files.front(), to_utf8(folder.path() / "b.pmx"));
  ASSERT_EQ(scene->figures.size(), 1u);
  EXPECT_EQ(scene->active, 2u);
  EXPECT_EQ(files_of_figure(*scene, file, 2).back(), file + "/pose3") << "its number in the file";
  EXPECT_THAT(scene->options, ElementsAre(SceneOption("hide", "2:y"), SceneOption("place", "2,0,0"),
                                          SceneOption("place", "3,0,0@1:b")));
}

TEST(SceneFile, LeavesOutAMissingBackgroundPicture) {
  const test::TemporaryFolder folder;
  folder.put("m.pmx", "x");
  const std::string file = to_utf8(folder.put("s.mmdscene", R"({"mmdview-scene": 1, "files": ["m.pmx"],
    "options": {"background-picture": "gone.png", "fov": "20"}})"));
  auto scene = read_scene(file);
  ASSERT_TRUE(scene) << describe(scene.error());
  EXPECT_THAT(missing_files(*scene), ElementsAre(to_utf8(folder.path() / "gone.png")));
  EXPECT_EQ(drop_missing(*scene, file).size(), 1u);
  EXPECT_THAT(scene->options, ElementsAre(SceneOption("fov", "20")));
}

TEST(SceneFile, AnArchiveWithASceneIsNoScene) {
  const test::TemporaryFolder folder;
  EXPECT_FALSE(is_scene(to_utf8(folder.put("a.zip", "PK\x03\x04 a.mmdscene{\"mmdview-scene\": 1}"))));
}

TEST(SceneFile, ADashIsAFileNotStandardInput) {
  const test::TemporaryFolder folder;
  const auto scene = read_scene(to_utf8(folder.put("s.mmdscene", R"({"mmdview-scene": 1, "files": ["-"]})")));
  ASSERT_TRUE(scene) << describe(scene.error());
  EXPECT_THAT(missing_files(*scene), ElementsAre(to_utf8(folder.path() / "-")));
}

TEST(SceneFile, OpensSceneFilesOfTheCommandLine) {
  const test::TemporaryFolder folder;
  folder.put("m.pmx", "x");
  folder.put("n.pmx", "x");
  const std::string in_folder = to_utf8(folder.path() / ""), scene = to_utf8(folder.put("a.mmdscene", R"(
    {"mmdview-scene": 1, "files": ["m.pmx"], "figures": [{"files": ["n.pmx"]}], "active": 2, "options": {"fov": "20"}})"));
  EXPECT_TRUE(is_scene(scene));
  EXPECT_FALSE(is_scene(in_folder + "m.pmx"));
  EXPECT_FALSE(is_scene(to_utf8(folder.put("b.json", R"({"mmdview-state": 1})"))));
  const CommandLine shot = test::parse_with_scene({"shot", scene, "more.vpd", "-o", "x.png"});
  ASSERT_FALSE(shot.exit_status);
  EXPECT_THAT(shot.options.files, ElementsAre(in_folder + "m.pmx", "more.vpd", in_folder + "n.pmx"));
  EXPECT_EQ(shot.options.camera.fov_degrees, 20.0f);
  const CommandLine bones = test::parse_with_scene({"bones", scene});
  EXPECT_THAT(bones.options.files, ElementsAre(in_folder + "m.pmx", in_folder + "n.pmx"));
  const std::string lacks =
      to_utf8(folder.put("c.mmdscene", R"({"mmdview-scene": 1, "files": ["m.pmx", "gone.vpd"]})"));
  EXPECT_EQ(test::parse_with_scene({"shot", lacks, "-o", "x.png"}).exit_status, 1);
  EXPECT_THAT(test::parse_with_scene({"shot", lacks, "--allow-missing", "-o", "x.png"}).options.files,
              ElementsAre(in_folder + "m.pmx"));
}

TEST(SceneFile, PicturesAreTransparentAndTheWindowIsNot) {
  const test::TemporaryFolder folder;
  folder.put("m.pmx", "x");
  const auto scene = [&](const std::string& members, const std::string& background) {
    return to_utf8(folder.put("s.mmdscene", R"({"mmdview-scene": 1, "files": ["m.pmx"], )" + members +
                                                R"("options": {"size": "400x500", "background": ")" +
                                                background + "\"}}"));
  };
  const auto background = [](const std::vector<std::string>& arguments) {
    return test::parse_with_scene(arguments).options.look.background;
  };
  const vec4 green(0.0f, 1.0f, 0.0f, 1.0f);
  const std::string chosen = scene(R"("transparent": true, )", "00ff00ff");
  EXPECT_EQ(background({"shot", chosen, "-o", "x.png"}), vec4(0.0f));
  EXPECT_EQ(background({"shot", chosen, "-o", "x.png", "--background", "00ff00"}), green);
  EXPECT_EQ(background({chosen}), green);
  EXPECT_TRUE(test::parse_with_scene({chosen}).options.window.transparent_pictures);
  const std::string opaque = scene("", "00ff00ff");
  EXPECT_EQ(background({"shot", opaque, "-o", "x.png"}), green);
  EXPECT_FALSE(test::parse_with_scene({opaque}).options.window.transparent_pictures);
  const std::string older = scene("", "00000000");
  EXPECT_EQ(background({"shot", older, "-o", "x.png"}), vec4(0.0f));
  EXPECT_EQ(background({older}), window_background);
  EXPECT_TRUE(test::parse_with_scene({older}).options.window.transparent_pictures);
}

TEST(SceneFile, TheSizeIsThatOfPicturesAndNotOfTheWindow) {
  const test::TemporaryFolder folder;
  folder.put("m.pmx", "x");
  for (const bool of_window : {false, true}) {
    const std::string scene = to_utf8(folder.put(
        "s.mmdscene", std::string(R"({"mmdview-scene": 1, "files": ["m.pmx"], "size-of-window": )") +
                          (of_window ? "true" : "false") + R"(, "options": {"size": "4096x2304"}})"));
    EXPECT_EQ(test::parse_with_scene({"shot", scene, "-o", "x.png"}).options.size->width, 4096);
    const Options window = test::parse_with_scene({scene}).options;
    EXPECT_FALSE(window.size);
    EXPECT_EQ(window.window.picture_size.has_value(), !of_window);
    EXPECT_EQ(test::parse_with_scene({scene, "--size", "800x600"}).options.size->width, 800);
  }
}

TEST(SceneFile, FilesOfTheCommandLineOverrideIts) {
  const test::TemporaryFolder folder;
  folder.put("m.pmx", "x");
  const std::string file = to_utf8(
      folder.put("s.json",
                 "{\"mmdview-state\": 1, \"files\": [\"m.pmx\"], \"pose\": \"Vocaloid Pose Data file\", "
                 "\"options\": {\"fov\": 20, \"no-edge\": true}}"));
  const auto parse = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"shot", "--state", file, "-o", "x.png"});
    return test::parse_with_scene(more);
  };
  const CommandLine whole = parse({});
  ASSERT_FALSE(whole.exit_status);
  EXPECT_THAT(whole.options.files, ElementsAre(to_utf8(folder.path() / "m.pmx"), file + "/pose1"));
  EXPECT_EQ(whole.options.camera.fov_degrees, 20.0f);
  EXPECT_FALSE(whole.options.look.edge);
  const CommandLine own = parse({"other.pmx", "--fov", "40"});
  EXPECT_THAT(own.options.files, ElementsAre("other.pmx"));
  EXPECT_EQ(own.options.camera.fov_degrees, 40.0f);
  EXPECT_FALSE(own.options.look.edge);
}

TEST(SceneFile, FrameAppliesToBatchPicturesButNotToVideo) {
  const test::TemporaryFolder folder;
  const std::string file = to_utf8(folder.put(
      "s.json", "{\"mmdview-state\": 1, \"files\": [\"m.pmx\", \"m.vmd\"], \"options\": {\"frame\": 120}}"));
  const auto frame = [&](std::vector<std::string> more) {
    more.insert(more.begin(), {"batch", "--state", file, "m.pmx"});
    const CommandLine line = test::parse_with_scene(more);
    EXPECT_FALSE(line.exit_status);
    return line.options.frame;
  };
  EXPECT_EQ(frame({"-o", "out"}), 120.0);
  EXPECT_EQ(frame({"--video", "v.mp4"}), std::nullopt);
  EXPECT_EQ(frame({"--video", "v.mp4", "--frame", "7"}), 7.0);
}

}  // namespace
}  // namespace mmd
