#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>

#include <gmock/gmock.h>

#include "base/content_hash.h"
#include "base/text.h"
#include "export/unique_names.h"
#include "export/vrm_avatar.h"
#include "export/vrm_expression_table.h"
#include "tests/export/exchanged.h"

namespace mmd {
namespace {

using test::BuiltFile;
using test::Exchanged;
using test::FileBuilder;
using test::TemporaryFolder;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

/// A square whose first vertex is moved by morphs of these names, all of panel 4.
struct Morphed {
  FileBuilder b;
  explicit Morphed(const std::vector<const char*>& names) {
    test::add_square(b);
    for (const char* name : names) add(name);
  }
  pmx::Morph& add(const char* name, std::uint8_t panel = 4) {
    b.morph<pmx::VertexOffset>(name, pmx::MorphType::vertex, {{0, {0, 1, 0}}});
    b.file.morphs.back().panel = panel;
    return b.file.morphs.back();
  }
  VrmExpressions expressions(bool english = false) {
    const Exchanged e(b);
    return find_expressions(e.document.model(), e.model.morphs, {{}, false, english});
  }
  /// Names of expressions with the index of their morph.
  static std::map<std::string, std::int32_t> by_name(const VrmExpressions& from, bool custom) {
    std::map<std::string, std::int32_t> out;
    for (const VrmExpression& one : from.expressions)
      if (one.is_custom == custom) out.emplace(one.name, one.morph);
    return out;
  }
};

TEST(VrmExpressions, MorphsCalledLikePresetsFillThose) {
  Morphed m({"angry", "Joy", "blinkLeft", "LookUp", "neutral", "Ａ"});
  const VrmExpressions found = m.expressions();
  EXPECT_THAT(Morphed::by_name(found, false),
              UnorderedElementsAre(Pair("angry", 0), Pair("happy", 1), Pair("blinkLeft", 2),
                                   Pair("lookUp", 3), Pair("neutral", 4), Pair("aa", 5)));
  EXPECT_THAT(Morphed::by_name(found, true), IsEmpty());
}

TEST(VrmExpressions, JapaneseMorphsComeBeforeThoseCalledLikePresets) {
  Morphed m({"blink", "surprised", "Surprised", "まばたき", "びっくり"});
  const VrmExpressions found = m.expressions();
  EXPECT_THAT(Morphed::by_name(found, false), UnorderedElementsAre(Pair("blink", 3), Pair("surprised", 4)));
  EXPECT_THAT(Morphed::by_name(found, true),
              UnorderedElementsAre(Pair("blink_1", 0), Pair("surprised_1", 1), Pair("Surprised_2", 2)));
}

TEST(VrmExpressions, PresetNeedsAMorphThatMovesVertices) {
  Morphed m({"Angry"});
  m.b.morph<pmx::BoneOffset>("怒り", pmx::MorphType::bone, {{0, {0, 1, 0}, {}}});
  EXPECT_THAT(Morphed::by_name(m.expressions(), false), ElementsAre(Pair("angry", 0)));
}

TEST(VrmExpressions, EqualAndEmptyNamesBecomeUnique) {
  Morphed m({"ん", "ん", "", "ん_1", "", "smile"});
  const VrmExpressions found = m.expressions();
  EXPECT_EQ(found.expressions.size(), 6u);
  EXPECT_THAT(Morphed::by_name(found, true),
              UnorderedElementsAre(Pair("ん", 0), Pair("ん_1", 1), Pair("morph", 2), Pair("ん_1_1", 3),
                                   Pair("morph_1", 4), Pair("smile", 5)));
}

TEST(VrmExpressions, HaveEnglishNamesOnRequest) {
  Morphed m({"照れ", "涙", "まばたき"});
  m.b.file.morphs[0].name_english = m.b.text("blush");
  m.b.file.morphs[2].name_english = m.b.text("blink eyes");
  EXPECT_THAT(Morphed::by_name(m.expressions(true), true),
              UnorderedElementsAre(Pair("blush", 0), Pair("涙", 1)));
  EXPECT_THAT(Morphed::by_name(m.expressions(true), false), ElementsAre(Pair("blink", 2)));
}

TEST(VrmExpressions, NamesMorphsThatAreNoExpression) {
  Morphed m({"照れ"});
  m.add("補助", 0);
  m.b.morph<pmx::VertexOffset>("---", pmx::MorphType::vertex, {});
  m.b.morph<pmx::MaterialOffset>("青ざめ", pmx::MorphType::material, {test::neutral_offset(0)});
  m.b.file.morphs.back().panel = 4;
  EXPECT_THAT(m.expressions().left_out, ElementsAre("補助", "青ざめ"))
      << "a divider without vertices is no loss";
}

TEST(VrmExpressions, AChosenMorphTakesThePlaceOfTheOneFoundByName) {
  Morphed m({"笑い", "照れ", "なごみ"});
  const Exchanged e(m.b);
  const auto found = [&](const ExpressionMorphs& chosen) {
    return find_expressions(e.document.model(), e.model.morphs, {chosen});
  };
  VrmExpressions out = found({{"happy", "照れ"}});
  EXPECT_THAT(Morphed::by_name(out, false), UnorderedElementsAre(Pair("happy", 1), Pair("relaxed", 2)));
  EXPECT_THAT(Morphed::by_name(out, true), ElementsAre(Pair("笑い", 0)));
  EXPECT_THAT(out.unusable, IsEmpty());
  out = found({{"relaxed", ""}});
  EXPECT_THAT(Morphed::by_name(out, false), ElementsAre(Pair("happy", 0))) << "none was chosen";
  out = found({{"relaxed", "笑い"}, {"neutral", "照れ"}});
  EXPECT_THAT(Morphed::by_name(out, false),
              UnorderedElementsAre(Pair("happy", 0), Pair("relaxed", 0), Pair("neutral", 1)))
      << "two presets may share a morph";
}

TEST(VrmExpressions, NamesChosenMorphsThatCannotBeUsed) {
  Morphed m({"笑い"});
  m.b.morph<pmx::BoneOffset>("首振り", pmx::MorphType::bone, {{0, {0, 1, 0}, {}}});
  const Exchanged e(m.b);
  const VrmExpressions out =
      find_expressions(e.document.model(), e.model.morphs, {{{"happy", "没有"}, {"sad", "首振り"}}});
  EXPECT_THAT(out.unusable, UnorderedElementsAre("没有", "首振り"));
  EXPECT_THAT(Morphed::by_name(out, false), IsEmpty());
}

/// Weights of ARKit's shapes by name: of the first morph that makes each.
std::map<std::string, std::pair<std::size_t, float>> arkit_of(Morphed& m, ExpressionMorphs chosen = {}) {
  const Exchanged e(m.b);
  const VrmExpressions found =
      find_expressions(e.document.model(), e.model.morphs, {std::move(chosen), true});
  std::map<std::string, std::pair<std::size_t, float>> out;
  for (const VrmExpression& one : found.expressions)
    if (one.is_custom && fold_name(one.name) != one.name)
      out[one.name] = {one.binds.front().morph, one.binds.front().weight};
  return out;
}

TEST(ArkitExpressions, ThereAre52) {
  std::set<std::string> names;
  for (const ArkitRow& row : arkit_rows()) {
    names.emplace(row.name);
    names.insert(right_shape(row.name));
  }
  EXPECT_EQ(names.size(), 52u);
}

TEST(ArkitExpressions, AreComposedOfTheModelsMorphs) {
  Morphed m({"あ", "ウィンク２", "ウィンク２右"});
  m.add("口角上げ", 3);
  m.add("困る", 1);
  EXPECT_THAT(arkit_of(m), UnorderedElementsAre(
                               Pair("jawOpen", Pair(0u, 1.0f)), Pair("eyeBlinkLeft", Pair(1u, 1.0f)),
                               Pair("eyeBlinkRight", Pair(2u, 1.0f)), Pair("mouthSmileLeft", Pair(3u, 0.5f)),
                               Pair("mouthSmileRight", Pair(3u, 0.5f)), Pair("browInnerUp", Pair(4u, 1.0f))));
  EXPECT_THAT(Morphed::by_name(m.expressions(), true), Not(::testing::Contains(Pair("jawOpen", none))))
      << "off by default";
}

TEST(ArkitExpressions, RepeatChosenPresets) {
  Morphed m({"あ", "お"});
  EXPECT_THAT(arkit_of(m, {{"aa", "お"}}),
              UnorderedElementsAre(Pair("jawOpen", Pair(1u, 1.0f)), Pair("mouthFunnel", Pair(1u, 1.0f))));
}

TEST(ArkitExpressions, MorphsOfTheirNamesComeFirst) {
  Morphed m({"あ", "JawOpen"});
  m.add("tongueOut", 0);
  EXPECT_THAT(arkit_of(m),
              UnorderedElementsAre(Pair("jawOpen", Pair(1u, 1.0f)), Pair("tongueOut", Pair(2u, 1.0f))))
      << "also from no panel";
}

TEST(ExpressionTable, IsReadAsItIsWritten) {
  const ExpressionMorphs morphs{{"aa", "あ２"}, {"happy", ""}};
  const TemporaryFolder folder;
  const auto file = expression_morphs_file(folder.path() / "kept", content_hash(as_byte_span("model")));
  EXPECT_THAT(kept_expression_morphs(file), IsEmpty());
  ASSERT_TRUE(keep_expression_morphs(morphs, file));
  EXPECT_EQ(kept_expression_morphs(file), morphs);
  EXPECT_EQ(parse_expression_morphs("# of this model\r\naa\tあ２\r\nhappy").value(), morphs);
  const auto wrong = parse_expression_morphs("aa\tあ\nhapy\t笑い\n");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().what, "line 2: \"hapy\" is not an expression of VRM 1.0");
  EXPECT_EQ(wrong.error().hint, "did you mean happy?");
}

TEST(UniqueNames, FirstOfEqualNamesStays) {
  std::vector<std::string> names{"D", "D", "", "D_1", "D", ""};
  std::vector<std::string*> all;
  for (std::string& name : names) all.push_back(&name);
  make_unique(all, "bone");
  EXPECT_THAT(names, ElementsAre("D", "D_2", "bone", "D_1", "D_3", "bone_1"));
}

TEST(UniqueNames, NodesAndMorphTargetsHaveThem) {
  FileBuilder b;
  for (const char* name : {"頭", "頭", "", "mesh of 頭", "首"}) b.bone(name);
  for (pmx::Bone& bone : b.file.bones) bone.name_english = b.text("D");
  b.file.name = b.text("頭");
  test::add_square(b);
  for (int i = 0; i < 3; ++i)
    b.morph<pmx::VertexOffset>(i == 2 ? "" : "ん", pmx::MorphType::vertex, {{0, {0, 1, 0}}});
  Exchanged e(b);
  for (const bool english : {false, true}) {
    if (english) use_english_names(e.document.model(), e.model);
    const auto glb = e.glb();
    std::vector<std::string> names;
    for (const auto& node : glb.json["nodes"]) names.push_back(node["name"]);
    std::sort(names.begin(), names.end());
    EXPECT_EQ(std::adjacent_find(names.begin(), names.end()), names.end()) << english;
    EXPECT_EQ(names.size(), 7u) << "bones, root and a mesh";
    EXPECT_THAT(glb.json["meshes"][0]["extras"]["targetNames"], ElementsAre("ん", "ん_1", "morph"));
  }
  EXPECT_EQ(e.model.bones[4].name, "D_4");
}

TEST(UniqueNames, MaterialsAndImagesOfAVrmDifferInMoreThanCase) {
  ExchangeModel model;
  for (const char* name : {"Hair", "hair", ""}) {
    model.materials.emplace_back().name = name;
    model.images.emplace_back().name = name;
  }
  model.parts.resize(3);
  Diagnostics lost;
  suit_univrm(model, lost);
  EXPECT_TRUE(lost.empty());
  EXPECT_EQ(model.materials[1].name, "hair_1");
  EXPECT_EQ(model.materials[2].name, "material");
  EXPECT_EQ(model.images[1].name, "hair_1");
}

TEST(SuitUniVrm, LeavesOutLinesAndPoints) {
  ExchangeModel model;
  for (const FaceKind kind : {FaceKind::lines, FaceKind::triangles, FaceKind::points}) {
    model.parts.emplace_back().kind = kind;
    model.materials.emplace_back().name = std::to_string(static_cast<int>(kind));
  }
  model.morphs.emplace_back().parts = {{}, {{7, {}}}, {}};
  Diagnostics lost;
  suit_univrm(model, lost);
  ASSERT_EQ(model.parts.size(), 1u);
  EXPECT_EQ(model.parts[0].kind, FaceKind::triangles);
  EXPECT_EQ(model.materials[0].name, "0");
  ASSERT_EQ(model.morphs[0].parts.size(), 1u);
  EXPECT_EQ(model.morphs[0].parts[0][0].vertex, 7u);
  EXPECT_TRUE(test::says(lost, "lines and points are not written: 1, 2"));
}

}  // namespace
}  // namespace mmd
