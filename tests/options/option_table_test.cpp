#include <algorithm>
#include <optional>
#include <set>

#include <gmock/gmock.h>

#include "annotations/label_choice.h"
#include "tests/options/arguments.h"

namespace mmd {
namespace {

using test::all_commands;
using test::parse;
using test::Parsed;
using test::row_of;
using ::testing::HasSubstr;

/// The command with what it needs besides `option`.
std::vector<std::string> complete(Command command, std::string_view option = {}) {
  std::vector<std::string> out{std::string(command_name(command)), "m.pmx"};
  if (command == Command::pose) out.insert(out.begin() + 1, "blend");
  const bool writes = row_of("--output", command) != nullptr;
  if (writes && option != "--output") out.insert(out.end(), {"-o", "o.png"});
  return out;
}

struct TriedValues {
  const char* option;
  std::vector<std::string> good, bad;
  std::string_view value = {};  ///< what the help calls it, if commands have different options of the name

  bool is_for(const OptionRow& row) const {
    return option == row.name && (value.empty() || value == row.value);
  }
};

const std::vector<TriedValues>& values() {
  static const std::vector<TriedValues> all{
      {"--morph",
       {"あ=0.5", "a=b=1", "a=-1", "a=+1", "a=1e-3", "a b=0"},
       {"", "a", "=1", "a=", "a=x", "a=1x", "a=nan", "a=inf", "a=1 ", "a=0x1"}},
      {"--look-at", {"camera", "右手首", "2:頭", "1,2,-3", "a:b"}, {"", "2:"}},
      {"--look-share", {"0,0", "0.5,0.25", "1,0"}, {"", "0.5", "0.5,0.6", "-0.1,0", "1,0,0", "a,b"}},
      {"--hands",
       {"fist", "peace:left", "open:right:0.5", "cup:0", "cup:1:left"},
       {"", "Fist", "fist:", "fist:both", "fist:left:", "fist:2", "fist:-0.1", "fist:nan"}},
      {"--size",
       {"1x1", "640x480", "640X480"},
       {"", "640", "640x", "x480", "0x1", "1x0", "-1x5", "1.5x2", "1x2x3", "99999999999x1", "640 x480"}},
      {"--samples", {"1", "4", "64"}, {"", "0", "65", "-1", "4.0", "four"}},
      {"--background",
       {"transparent", "ffffff", "FFffFF80", "#102030", "fff", "#fff8", "white", "Red"},
       {"", "ff", "gggggg", "fffffff", "0xffff", "-fffff", "whitish", "#", "##ffffff"}},
      {"--background-picture", {"a.png", "空.jpg"}, {""}},
      {"--view",
       {"fit", "mmd", "front", "back", "left", "right", "top", "three-quarter", "bust", "face", "left-hand",
        "right-hand", "feet"},
       {"", "FRONT", "behind", "fit "}},
      {"--camera",
       {"0,10,-45,0,10,0", "1e1,0,0,0,0,0", "-1,-2,-3,1,2,3"},
       {"", "1,2,3,4,5", "1,2,3,4,5,6,7", "1,2,3,1,2,3", "a,0,0,0,0,0", "1,,0,0,0,0", "nan,0,0,1,1,1",
        "1,2,3,4,5,", "3e38,0,0,-3e38,0,0"}},
      {"--fov", {"1", "30", "170", "45.5"}, {"", "0", "171", "-30", "wide", "nan"}},
      {"--roll", {"0", "-30", "90.5", "360"}, {"", "361", "left", "nan"}},
      {"--self-shadow-mode", {"1", "2"}, {"", "0", "3", "soft"}},
      {"--ground-shadow-brightness", {"0", "0.5", "1", "10"}, {"", "-0.1", "10.1", "dark", "nan"}},
      {"--light-direction",
       {"-0.5,-1,0.5", "0,1,0"},
       {"", "0,0,0", "1,2", "1,2,3,4", "1,2,x", "nan,0,0", "1e30,1e30,0"}},
      {"--light-colour", {"9a9a9a", "#FFFFFF", "red"}, {"", "reddish", "9a9a9", "ffffff80", "transparent"}},
      {"--light", {"mmd", "front", "three-quarter", "side", "back", "top"}, {"", "left", "Front"}},
      {"--preset", {"portrait", "stage", "soft", "line-art"}, {"", "none", "Soft"}},
      {"--depth-of-field",
       {"face", "face,1.4", "右目", "頭,2", "30", "12.5,0.5", "a,b,8"},
       {"", ",2", "face,0", "face,65", "face,x", "0", "-3"}},
      {"--glow",
       {"0", "0.8", "0.8,0.5", "4,1,10"},
       {"", "-1", "5", "1,2", "1,0.5,11", "1,1,1,1", "1,", "nan"}},
      {"--occlusion", {"0", "0.8", "2,0.05", "1,20"}, {"", "-1", "3", "1,0", "1,21", "1,1,1", "x"}},
      {"--fog",
       {"ffffff,10,20", "white,0,0.5"},
       {"", "white", "white,10", "white,10,10", "grayish,1,2", "white,-1,2"}},
      {"--rim", {"0", "0.5", "1,ffe0c0", "1,white"}, {"", "-1", "5", "1,", "1,whitish", "x,white"}},
      {"--lines", {"0", "0.5", "1"}, {"", "-0.1", "1.1", "x"}},
      {"--grade",
       {"0,1,1,0", "-5,0.2,0,-1", "5,4,4,1"},
       {"", "1", "0,1,1", "6,1,1,0", "0,0,1,0", "0,1,5,0", "0,1,1,2"}},
      {"--shading",
       {"mmd", "flat", "normals", "weights", "bone-index", "deform", "uv", "wire"},
       {"", "heat", "MMD"}},
      {"--skinning", {"gpu", "cpu", "1", "2", "4", "linear"}, {"", "GPU", "3", "0", "full"}},
      {"--frame", {"0", "120", "120.5"}, {"", "-1", "x", "nan", "99999999999"}},
      {"--time", {"0", "4.5"}, {"", "-1", "x", "inf", "1e30"}},
      {"--settle", {"0", "3", "0.5"}, {"-1", "3601", "nan"}},
      {"--physics-warmup", {"0", "120"}, {"", "-1", "1.5", "x", "1000001"}},
      {"--physics-steps", {"0", "300"}, {"", "-1", "1.5", "x"}},
      {"--physics-from", {"0", "12.5"}, {"", "-1", "x"}},
      {"--physics-rate", {"60", "1", "10000", "120.5"}, {"", "0", "-60", "10001", "nan"}},
      {"--gravity", {"98", "-98", "0", "0,-98,0", "1,2,-3"}, {"", "1,2", "1,2,3,4", "down", "nan", "2e6"}},
      {"--weights", {"1", "0.25", "0", "0.3,0.7"}, {"", "-1", "x", "1,", ",1", "1,,2", "nan", "1;2"}},
      {"--model", {"a.pmx", "古い.pmd"}, {""}},
      {"--made-for", {"a.pmx", "古い.pmd"}, {""}},
      {"--pose", {"a.vpd", "-"}, {""}},
      {"--for", {"vrm"}, {"", "glb"}},
      {"--after", {"new.pmx"}, {""}},
      {"--in-pose", {"pose.vpd"}, {""}},
      {"--collect", {"folder"}, {""}},
      {"--add-bones", {"usual", "腰", "足D,肩P"}, {"", "腰,", "しっぽ"}},
      {"--only", {"damage", "bone-order,name-duplicate"}, {"", "damage,", "bone order", "body-falls"}},
      {"--names-of", {"names.txt"}, {""}},
      {"--bones", {"頭", "頭,首", "a b,c"}, {"", ",", "頭,", ",頭"}, "NAME,NAME"},
      {"--labels", {"camera", "bones,camera", "all"}, {"", "bone", "camera,", ",camera", "camera;bones"}},
      {"--turntable", {"1", "36", "3600"}, {"", "0", "-1", "3601", "1.5", "x"}},
      {"--attach",
       {"a.pmx@手", "a.pmx@", "a.pmx@手:1,2,3", "a.pmx@手:1,2,3,4,5,6", "a.pmx@手:1,2,3,4,5,6,0.5", "a@b@c:d",
        "a.pmx", "a.x:first,no-shadow", "a.x:0,0,0,0,0,0,1,0.5,shadow"},
       {"", "@手", "a.pmx@手:1", "a.pmx@手:1,2,3,4", "a.pmx@手:1,2,nan", "a.pmx@手:0,0,0,0,0,0,0"}},
      {"--place",
       {"1,2,3", "-0.5,0,1e1", "1,2,3,4,5,6,2@1:手"},
       {"", "1,2", "1,2,3@手", "1,2,3,4", "x,0,0", "nan,0,0"}},
      {"--hide", {"skirt*", "#3", "2:髪"}, {""}},
      {"--compare", {"append", "ik", "p.vpd"}, {""}},
      {"--side", {"1", "128", "4096"}, {"", "0", "4097", "-1", "1.5", "64x64"}},
      {"--bake-rate", {"1", "30", "7.5", "60"}, {"", "0", "61", "-1", "x", "nan"}},
      {"--bake-error", {"0", "0.001", "1e-4"}, {"", "-1", "101", "x", "inf"}},
      {"--poses", {"poses", "p/*.vpd", "@list"}, {""}},
      {"--motions", {"motions", "m.zip"}, {""}},
      {"--frames",
       {"0:300:2", "0:300", "10:", ":20", "::5", "0.5:2.5:0.25"},
       {"", "5", "3:2", "-1:2", "0:2:0", "a:b", "0:nan"}},
      {"--views",
       {"front", "front,left", "random:8", "back,random:2"},
       {"", "front,", "behind", "random", "random:0", "random:x"}},
      {"--seed", {"0", "18446744073709551615"}, {"", "-1", "1.5", "x"}},
      {"--azimuth", {"-180:180", "30"}, {"", "180:-180", "-400:0", "a:b", "nan"}},
      {"--elevation", {"0:30", "-89:89"}, {"", "-90:90", "30:0"}},
      {"--distance", {"1:2", "0.5"}, {"", "0", "2:1"}},
      {"--random-fov", {"20:40", "30"}, {"", "0:30", "40:20"}},
      {"--random-roll", {"-10:10", "0"}, {"", "10:-10", "-400:0"}},
      {"--name",
       {"{model}/{pose}.png", "a.png"},
       {"", "{nothing}.png", "../a.png", "{pose", "{pose}", "{pose}.gif"}},
      {"--manifest", {"m.jsonl", "n.jsonl"}, {""}},
      {"--merge", {"a.jsonl", "*.jsonl"}, {""}},
      {"--sheet", {"s.png", "s.webp"}, {"", "-", "s.gif"}},
      {"--index", {"index.html"}, {""}},
      {"--range", {"0:30", "7:7"}, {"", "30", "30:0", "-1:3", "x:y"}},
      {"--by", {"30", "-30"}, {"", "x", "1.5"}},
      {"--speed", {"0.5", "2"}, {"", "0", "-1", "x", "nan"}},
      {"--every", {"15", "30"}, {"", "0", "-1", "x"}},
      {"--web", {"site", "a/b"}, {""}},
      {"--video", {"v.mp4", "v.WEBM"}, {"", "v.avi", ".mp4"}},
      {"--frame-rate", {"30", "60"}, {"", "0", "24", "x"}},
      {"--audio", {"a.wav"}, {""}},
      {"--audio-offset", {"0", "-12.5", "300"}, {"", "late"}},
      {"--max-seconds", {"1", "0.5"}, {"", "0", "-1", "x", "nan"}},
      {"--progress", {"auto", "bar", "lines", "json", "none"}, {"", "line"}},
      {"--shard", {"0/2", "1/2", "auto"}, {"", "2/2", "1", "0/0", "x"}},
      {"--shards", {"2", "8"}, {"", "0", "x"}},
      {"--threads", {"1", "16"}, {"", "0", "x", "2000"}},
      {"--highlight", {"右ひざ"}, {}},
      {"--lang", {"en", "ja"}, {"", "de", "JA"}},
      {"--theme", {"dark", "light"}, {"", "grey"}},
      {"--ui-scale", {"0.5", "1", "1.5", "4"}, {"", "0.4", "4.5", "x", "nan"}},
      {"--picture-name", {"{model}_{index:03}.png", "a.png"}, {"", "a.jpg", "{nothing}.png", "../a.png"}},
      {"--config", {"mine"}, {""}},
      {"--state", {"s.json"}, {""}},
      {"--shader-dir", {"shaders"}, {}},
      {"--names", {"jp", "en"}, {"", "de"}},
      {"--vrm", {"0", "1"}, {"2", "0.0", ""}},
      {"--vrm-meta", {"terms.json"}, {}},
      {"--vrm-expressions", {"faces.txt"}, {""}},
      {"--bones", {"along", "model"}, {"", "blender"}, "AXES"},
      {"--edges", {"hull", "none"}, {"", "lines"}},
      {"--texture-memory", {"1", "2048"}, {"", "0", "-1", "x", "1.5"}},
      {"--output", {"o.png", "-", "a b.png"}, {""}},
      {"--space", {"mmd", "gl"}, {"", "MMD", "world"}},
  };
  return all;
}

TEST(OptionTable, EveryOptionWithAValueIsTested) {
  std::set<std::string_view> tried{"--format"};
  for (const TriedValues& v : values()) tried.insert(v.option);
  for (const OptionRow& row : option_table()) {
    if (!row.value.empty()) {
      EXPECT_TRUE(tried.count(row.name)) << row.name;
    }
  }
}

TEST(OptionTable, AcceptsGoodValuesAndRejectsBadOnesWithStatus2) {
  for (const OptionRow& row : option_table()) {
    const auto found =
        std::find_if(values().begin(), values().end(), [&](const TriedValues& v) { return v.is_for(row); });
    if (found == values().end()) continue;
    for (const Command command : all_commands()) {
      if (!row.is_for(command)) continue;
      for (const bool joined : {false, true}) {
        const auto with = [&](const std::string& value) {
          auto arguments = complete(command, row.name);
          arguments.push_back(std::string(row.name) + (joined ? "=" + value : ""));
          if (!joined) arguments.push_back(value);
          return parse(arguments);
        };
        for (const std::string& good : found->good) {
          const Parsed p = with(good);
          EXPECT_FALSE(p.line.exit_status) << row.name << " \"" << good << "\"\n" << p.err;
          EXPECT_EQ(p.line.options.files, std::vector<std::string>{"m.pmx"}) << row.name << ' ' << good;
        }
        for (const std::string& bad : found->bad) {
          if (joined && bad.empty()) continue;  // "--size=" is tried below
          const Parsed p = with(bad);
          EXPECT_EQ(p.line.exit_status, 2) << row.name << " \"" << bad << '"';
          EXPECT_THAT(p.err, HasSubstr("mmdview: error: "));
          EXPECT_THAT(p.err, HasSubstr(row.name));
          EXPECT_THAT(p.err, HasSubstr("\n  hint: "));
          EXPECT_EQ(p.out, "");
        }
      }
    }
  }
}

TEST(OptionTable, OptionsOfOtherCommandsAreWrongUsage) {
  for (const OptionRow& row : option_table()) {
    for (const Command command : all_commands()) {
      if (row_of(row.name, command) != nullptr) continue;
      const auto synonyms = option_synonyms();
      if (std::any_of(synonyms.begin(), synonyms.end(), [&](const OptionSynonym& synonym) {
            return synonym.typed == row.name && row_of(synonym.name, command) != nullptr;
          }))
        continue;  // --pose of check is --poses of batch
      auto arguments = complete(command);
      arguments.push_back(std::string(row.name));
      if (!row.value.empty()) arguments.push_back("1");
      EXPECT_EQ(parse(arguments).line.exit_status, 2) << command_name(command) << ' ' << row.name;
    }
  }
}

TEST(OptionTable, StoresValuesInTheirFields) {
  const Options o = parse({"shot",         "m.pmx",     "-o",        "o.png",        "--size",
                           "320x200",      "--samples", "8",         "--background", "10203040",
                           "--view",       "back",      "--camera",  "1,2,3,4,5,6",  "--fov",
                           "50",           "--ortho",   "--no-edge", "--no-toon",    "--no-sphere",
                           "--no-append",  "--no-ik",   "--morph",   "a=0.5",        "--morph",
                           "b=c=-1",       "--shading", "wire",      "--highlight",  "頭",
                           "--shader-dir", "s",         "-v"})
                        .line.options;
  EXPECT_EQ(o.command, Command::shot);
  EXPECT_EQ(o.output, "o.png");
  ASSERT_TRUE(o.size);
  EXPECT_EQ(o.size->width, 320);
  EXPECT_EQ(o.size->height, 200);
  EXPECT_EQ(o.samples, 8);
  EXPECT_NEAR(o.look.background.x, 16 / 255.0f, 1e-6f);
  EXPECT_NEAR(o.look.background.w, 64 / 255.0f, 1e-6f);
  EXPECT_EQ(o.camera.view, View::back);
  EXPECT_EQ((*o.camera.eye_and_target)[5], 6.0f);
  EXPECT_EQ(o.camera.fov_degrees, 50.0f);
  EXPECT_TRUE(o.camera.orthographic);
  EXPECT_FALSE(o.look.edge || o.look.toon || o.look.sphere || o.evaluation.append || o.evaluation.ik);
  EXPECT_FALSE(parse({"bones", "m.pmx", "--no-morphs"}).line.options.evaluation.morphs);
  ASSERT_EQ(o.morphs.size(), 2u);
  EXPECT_EQ(o.morphs[1], (std::pair<std::string, float>("b=c", -1.0f)));
  EXPECT_EQ(o.look.shading, Shading::wire);
  EXPECT_EQ(o.highlight, "頭");
  EXPECT_TRUE(o.look.skeleton);
  EXPECT_EQ(o.shader_dir, "s");
  EXPECT_EQ(o.verbosity, 1);
}

/// Some value that the option takes; nullopt for a flag.
std::optional<std::string> some_value(const OptionRow& row, std::size_t index = 0) {
  if (row.value.empty()) return std::nullopt;
  if (row.name == "--format") return index == 0 ? "table" : "json";
  for (const TriedValues& v : values())
    if (v.is_for(row)) return v.good[index];
  return std::nullopt;
}

void add(std::vector<std::string>& arguments, const OptionRow& row, std::size_t index = 0) {
  arguments.emplace_back(row.name);
  if (auto value = some_value(row, index)) arguments.push_back(std::move(*value));
}

TEST(OptionTable, RepeatingASingleOptionIsWrongUsage) {
  for (const OptionRow& row : option_table()) {
    for (const Command command : all_commands()) {
      if (!row.is_for(command) || row.value.empty() || row.name == "--output") continue;
      const bool has_two =
          row.name == "--format" || std::any_of(values().begin(), values().end(), [&](const TriedValues& v) {
            return v.is_for(row) && v.good.size() > 1;
          });
      auto arguments = complete(command);
      add(arguments, row);
      add(arguments, row);
      EXPECT_FALSE(parse(arguments).line.exit_status) << row.name << ": the same twice is no contradiction";
      if (!has_two) continue;
      add(arguments, row, 1);
      const Parsed p = parse(arguments);
      EXPECT_EQ(p.line.exit_status.has_value(), !row.repeats) << row.name << '\n' << p.err;
      if (row.repeats) continue;
      EXPECT_EQ(p.line.exit_status, 2);
      for (const std::string& word : {std::string(row.name), *some_value(row), *some_value(row, 1)})
        EXPECT_THAT(p.err, HasSubstr(word));
    }
  }
  const Parsed p = parse({"shot", "m.pmx", "-o", "a.png", "-o", "b.png"});
  EXPECT_EQ(p.line.exit_status, 2);
  for (const char* word : {"--output", "a.png", "b.png"}) EXPECT_THAT(p.err, HasSubstr(word));
}

TEST(OptionTable, ContradictingOptionsAreWrongUsageThatNamesBoth) {
  int pairs = 0;
  for (const OptionRow& row : option_table()) {
    for (const Command command : all_commands()) {
      const OptionRow* other = row_of(row.excludes, command);
      if (other == nullptr || !row.is_for(command)) continue;
      ++pairs;
      for (const bool swapped : {false, true}) {
        auto arguments = complete(command);
        add(arguments, swapped ? *other : row);
        EXPECT_FALSE(parse(arguments).line.exit_status);
        add(arguments, swapped ? row : *other);
        const Parsed p = parse(arguments);
        EXPECT_EQ(p.line.exit_status, 2) << row.name << ' ' << other->name;
        EXPECT_THAT(p.err, HasSubstr(row.name));
        EXPECT_THAT(p.err, HasSubstr(other->name));
      }
    }
  }
  EXPECT_GT(pairs, 10);
}

TEST(OptionTable, RefusesLabelsOfMissingComponents) {
  for (const char* list : {"depth-exr", "camera,depth-exr"}) {
    const Parsed p = parse({"shot", "m.pmx", "-o", "a.png", "--labels", list});
    EXPECT_EQ(p.line.exit_status.value_or(0), has_depth_exr() ? 0 : 2) << list;
    EXPECT_EQ(p.err.find("this program was built without EXR") != std::string::npos, !has_depth_exr());
  }
  EXPECT_FALSE(parse({"shot", "m.pmx", "-o", "a.png", "--labels", "all"}).line.exit_status);
}

TEST(OptionTable, ExcludedOptionsExist) {
  for (const OptionRow& row : option_table()) {
    if (row.excludes.empty()) continue;
    EXPECT_FALSE(option_help(row.excludes).empty()) << row.name;
    EXPECT_NE(row.excludes, row.name);
  }
}

TEST(OptionTable, SkinningSetsProcessorAndNumberOfBones) {
  for (const auto& row : skinning_names()) {
    const Options o =
        parse({"shot", "m.pmx", "-o", "a.png", "--skinning", std::string(row.name)}).line.options;
    EXPECT_EQ(o.look.skinning, row.name == "gpu" ? Skinning::gpu : Skinning::cpu) << row.name;
    const SkinLevel level = row.name == "1"                          ? SkinLevel::one_bone
                            : row.name == "2"                        ? SkinLevel::two_bones
                            : row.name == "gpu" || row.name == "cpu" ? SkinLevel::full
                                                                     : SkinLevel::linear;
    EXPECT_EQ(o.evaluation.skin_level, level) << row.name;
  }
}

TEST(OptionTable, KeepsWeightsAndNamesInOrder) {
  const Options o =
      parse({"pose", "blend", "a.vpd", "b.vpd", "-o", "c.vpd", "--weights", "0.25,3"}).line.options;
  EXPECT_EQ(o.weights, (std::vector<float>{0.25f, 3.0f}));
  const Options reset =
      parse({"pose", "reset", "a.vpd", "-o", "c.vpd", "--bones", "頭,首", "--bones", "腕"}).line.options;
  EXPECT_EQ(reset.names, (std::vector<std::string>{"頭", "首", "腕"}));
}

TEST(OptionTable, FormatsDependOnTheCommand) {
  EXPECT_EQ(parse({"check", "m", "--format", "json"}).line.options.format, OutputFormat::json);
  EXPECT_EQ(parse({"check", "m", "--format", "csv"}).line.exit_status, 2);
  EXPECT_EQ(parse({"bones", "m", "--format", "csv"}).line.options.format, OutputFormat::csv);
  EXPECT_EQ(parse({"info", "m", "--format", "json"}).line.options.format, OutputFormat::json);
  EXPECT_EQ(parse({"info", "m", "--format", "csv"}).line.exit_status, 2);
  EXPECT_EQ(parse({"bones", "m", "--format", "xml"}).line.exit_status, 2);
}

}  // namespace
}  // namespace mmd
