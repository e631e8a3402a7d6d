#include "document/loaded_figure.h"

#include <algorithm>

#include <gmock/gmock.h>

#include "scene/choices.h"
#include "scene/scene.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/archive_samples.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;
using test::said;
using test::says;
using test::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string vpd_with(const std::string& blocks) {
  return "Vocaloid Pose Data file\n\nx.osm;\n1;\n\n" + blocks;
}
std::string bone_block(const std::string& name, float x) {
  return "Bone0{" + name + "\n " + std::to_string(x) + ",0,0;\n 0,0,0,1;\n}\n";
}

/// A model, two poses and something else.
struct Files {
  TemporaryFolder folder;
  std::string model, first, second, text;
  Files() {
    FileBuilder b;
    b.bone("a");
    b.bone("b");
    b.morph<pmx::VertexOffset>("m", pmx::MorphType::vertex, {});
    model = to_utf8(folder.put("m.bin", as_text(b.bytes())));
    first = to_utf8(folder.put("first", vpd_with(bone_block("a", 1) + bone_block("b", 2))));
    second = to_utf8(folder.put("second", vpd_with(bone_block("b", 3) + bone_block("nobody", 4))));
    text = to_utf8(folder.put("text.pmx", "hello"));
  }
};

TEST(ReadInputs, PrefersAnArchiveEntryOverAPoseOfAStateWithTheSameName) {
  const Files f;
  const std::string one = vpd_with(bone_block("a", 1)), other = vpd_with(bone_block("a", 2));
  const std::string zip =
      to_utf8(f.folder.put("poses.zip", as_text(test::zip_file({{"a.vpd", other}, {"pose1", one}}))));
  const auto inputs = read_inputs({f.model, zip + "/pose1"});
  ASSERT_TRUE(inputs);
  ASSERT_EQ(inputs->poses.size(), 1u);
  EXPECT_EQ(as_text(inputs->poses[0].bytes), one);
}

TEST(ReadInputs, AssignsPosesToTheModelBeforeThemOrToTheFirst) {
  const Files f;
  const auto all = read_all_inputs({f.first, f.model, f.second, f.model, f.first});
  ASSERT_TRUE(all);
  ASSERT_EQ(all->size(), 2u);
  ASSERT_EQ((*all)[0].poses.size(), 2u);
  EXPECT_EQ((*all)[0].poses[1].name, f.second);
  ASSERT_EQ((*all)[1].poses.size(), 1u);
  EXPECT_EQ((*all)[1].poses[0].name, f.first);
}

TEST(ReadInputs, RejectsOtherFilesByName) {
  const Files f;
  const std::string empty = to_utf8(f.folder.put("empty.pmx", ""));
  for (const std::string& bad :
       {f.text, empty, to_utf8(f.folder.path()), to_utf8(f.folder.path() / "missing.pmx")}) {
    const auto inputs = read_inputs({bad});
    ASSERT_FALSE(inputs) << bad;
    EXPECT_EQ(inputs.error().file, bad);
    EXPECT_FALSE(inputs.error().hint.empty()) << describe(inputs.error());
  }
  const auto two = read_inputs({f.model, f.model});
  ASSERT_FALSE(two);
  EXPECT_THAT(two.error().what, HasSubstr("second model"));
}

TEST(LoadDocument, LaterPosesOverrideEarlierOnes) {
  const Files f;
  const auto s = load_document({f.model, f.first, f.second}, {}, false);
  ASSERT_TRUE(s) << describe(s.error());
  EXPECT_EQ(s->pose.translation[0].x, 1.0f);
  EXPECT_EQ(s->pose.translation[1].x, 3.0f);
  const auto reversed = load_document({f.second, f.first, f.model}, {}, false);
  EXPECT_EQ(reversed->pose.translation[1].x, 2.0f);
}

TEST(LoadDocument, WarnsOfUnknownNamesInTheirPoseFile) {
  const Files f;
  const auto s = load_document({f.model, f.first, f.second}, {}, false);
  EXPECT_THAT(s->unmatched.bones, ElementsAre("nobody"));
  ASSERT_TRUE(says(s->diagnostics, "nobody")) << said(s->diagnostics);
  for (const Diagnostic& d : s->diagnostics) {
    if (d.what.find("nobody") != std::string::npos) {
      EXPECT_EQ(d.file, f.second);
    }
  }
}

AttachOption parsed(std::string_view text) {
  AttachOption out;
  EXPECT_EQ(parse_attachment(text, out), "") << text;
  return out;
}
std::string problem(std::string_view text) {
  AttachOption out;
  return parse_attachment(text, out);
}

TEST(AttachOption, ReadsAPlaceAfterTheLastColon) {
  const struct {
    const char *text, *what, *place = "";
  } rows[] = {
      {"stage.x", "stage.x"},
      {"stage.x:shadow", "stage.x", "0,0,0,shadow"},
      {"mic.pmx@手", "mic.pmx@手"},
      {"mic.pmx@手:1,-2.5,+3", "mic.pmx@手", "1,-2.5,3"},
      {"mic.pmx@:0,0,0,0,90,0,0.5,0.25,no-shadow,last", "mic.pmx@", "0,0,0,0,90,0,0.5,0.25,no-shadow,last"},
      {"C:\\mmd\\mic.pmx@手", "C:\\mmd\\mic.pmx@手"},
      {"C:\\mmd\\mic.pmx", "C:\\mmd\\mic.pmx"},
      {"C:\\mmd,x\\mic.x:1,2,3", "C:\\mmd,x\\mic.x", "1,2,3"},
      {"mic.pmx@hand:left", "mic.pmx@hand:left"},
      {"mic.pmx@hand:left:1,2,3", "mic.pmx@hand:left", "1,2,3"},
      {"12:30,5@noon.pmx@手", "12:30,5@noon.pmx@手"},
      {"mic.pmx@bone:12:", "mic.pmx@bone:12"},
      {"mic.pmx@bone:1,2,3:", "mic.pmx@bone:1,2,3"},
      {"mic.pmx@bone:12:0,1,0", "mic.pmx@bone:12", "0,1,0"},
  };
  for (const auto& row : rows) {
    const AttachOption option = parsed(row.text);
    EXPECT_EQ(option.what, row.what) << row.text;
    EXPECT_EQ(option.has_place ? place_text(option.place) : "", row.place) << row.text;
    const AttachOption again = parsed(attachment_text(option));
    EXPECT_EQ(again.what, option.what) << row.text;
    EXPECT_EQ(again.place, option.place) << row.text;
  }
}

TEST(AttachOption, RejectsBadPlacesAndMissingFiles) {
  for (const char* bad : {"1",
                          "1,2",
                          "1,2,3,4",
                          "1,2,3,4,5",
                          "1,2,3,4,5,6,7,8,9",
                          "1,2,x",
                          "nan,0,0",
                          "0,inf,0",
                          "nan",
                          "1,,3",
                          "1,2,3,",
                          "1e30,0,0",
                          "1e99,0,0",
                          "1 ,2,3",
                          "0,0,0,0,0,0,0",
                          "0,0,0,0,0,0,-1",
                          "0,0,0,0,0,0,nan",
                          "0,0,0,0,0,0,1e-30",
                          "0,0,0,0,0,0,1e6",
                          "0,0,0,0,0,0,1,1.5",
                          "0,0,0,0,0,0,1,-1",
                          "0,shadow,0,0"})
    EXPECT_THAT(problem(std::string("mic.pmx@手:") + bad), HasSubstr("expected")) << bad;
  for (const char* bad : {"", "@手", "@"}) EXPECT_THAT(problem(bad), HasSubstr("FILE@BONE")) << bad;
}

TEST(SplitAttachment, SplitsAtTheLastAtSignAfterAnExistingFile) {
  const auto split = [](std::string_view what, std::initializer_list<std::string> files) {
    const std::vector<std::string> there(files);
    return split_attachment(
        what, [&](const std::string& f) { return std::find(there.begin(), there.end(), f) != there.end(); });
  };
  EXPECT_EQ(split("a.pmx@手", {"a.pmx"}).bone, "手");
  EXPECT_EQ(split("a.pmx@", {"a.pmx"}).bone, "");
  EXPECT_EQ(split("a.pmx", {}).model, "a.pmx");
  EXPECT_EQ(split("a@b.x", {"a@b.x"}).model, "a@b.x");
  EXPECT_EQ(split("a@b.pmx@手", {"a@b.pmx"}).model, "a@b.pmx");
  EXPECT_EQ(split("a.pmx@x@y", {"a.pmx"}).bone, "x@y");
  EXPECT_EQ(split("a@b@c", {"a", "a@b"}).model, "a@b");
  EXPECT_EQ(split("a@b@c", {}).model, "a@b");
  EXPECT_EQ(split("@a@b", {"@a"}).model, "@a");
}

/// A main model, a prop of one triangle, and its document.
struct Attachments : ::testing::Test {
  Attachments() {
    FileBuilder m;
    m.bone("root");
    m.bone("右手首", 0, {-3, 8, 0});
    m.square({-3, 8, 0}, 1, 1);
    m.material();
    model = put("model.pmx", m);
    FileBuilder p;
    p.bone("prop");
    p.square({0, 0, 0}, 0.5f);
    p.material();
    prop = put("prop@1.pmx", p);
  }
  std::string put(const char* name, const FileBuilder& b) {
    return to_utf8(folder.put(name, as_text(b.bytes())));
  }
  Result<LoadedFigure> load(const std::vector<std::string>& attached) const {
    std::vector<AttachOption> options;
    for (const std::string& text : attached) options.push_back(parsed(text));
    return load_document({model}, options, true);
  }

  test::TemporaryFolder folder;
  std::string model, prop;
};

TEST_F(Attachments, LoadEachFileOnce) {
  const auto s = load({prop + "@右手首", prop + "@:5,0,0", model + "@:9,0,0",
                       to_utf8(folder.path() / "." / "prop@1.pmx") + "@root"});
  ASSERT_TRUE(s) << describe(s.error());
  ASSERT_EQ(s->attached.size(), 4u);
  EXPECT_EQ(s->attached[0].loaded.model, s->attached[1].loaded.model);
  EXPECT_EQ(s->attached[0].loaded.textures, s->attached[1].loaded.textures);
  EXPECT_EQ(s->attached[0].loaded.model, s->attached[3].loaded.model);
  EXPECT_EQ(s->attached[2].loaded.model, s->loaded.model);
  EXPECT_EQ(s->attached[0].place.bone, "右手首");
  EXPECT_EQ(s->attached[1].place.bone, "");
  EXPECT_EQ(s->attached[1].place.position, vec3(5, 0, 0));
}

TEST_F(Attachments, SuggestANameForAnUnknownBone) {
  const auto s = load({prop + "@右手頸"});
  ASSERT_FALSE(s);
  EXPECT_THAT(s.error().what, HasSubstr("右手頸"));
  EXPECT_EQ(s.error().file, model);
  EXPECT_THAT(s.error().hint, HasSubstr("右手首"));
  const auto wide = load({prop + "@ＲＯＯＴ"});
  ASSERT_FALSE(wide);
  EXPECT_THAT(wide.error().hint, HasSubstr("root"));
}

TEST_F(Attachments, NameTheModelThatCannotBeRead) {
  const std::string text = to_utf8(folder.put("text.pmx", "hello"));
  for (const std::string& bad : {text, to_utf8(folder.path() / "missing.pmx"), to_utf8(folder.path())}) {
    const auto s = load({bad + "@右手首"});
    ASSERT_FALSE(s) << bad;
    EXPECT_EQ(s.error().file, bad);
  }
  EXPECT_FALSE(load({"-@右手首"})) << "standard input is for the model";
}

}  // namespace
}  // namespace mmd
