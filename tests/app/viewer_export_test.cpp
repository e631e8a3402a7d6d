// Exporting from the window, by another process of the program.
#include "app/stage/export_choice.h"
#include "app/stage/vrm_check.h"
#include "export/vrm_expression_table.h"
#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

class ViewerExport : public ViewerFixture {
 protected:
  void begin(const std::vector<std::string>& files) {
    ViewerSetup setup;
    setup.program = MMDVIEW_PROGRAM;
    start(files, std::move(setup));
  }
  void write(ExportFormat format, const std::string& name) {
    viewer->parts().panels.export_panel.choice.format = format;
    ask({ActionId::export_as, to_utf8(folder.path() / name)});
    run_until([&] { return viewer->parts().run.recording == nullptr; });
  }
  std::string text_of(const std::string& name) const {
    const auto bytes = read_file(folder.path() / name);
    return bytes ? std::string(as_text(*bytes)) : std::string();
  }
};

TEST_F(ViewerExport, AVrmHasTheChosenTermsAndThePresentViewAsThumbnail) {
  begin({model_name});
  ExportTerms& terms = viewer->parts().panels.export_panel.choice.terms;
  terms.author = "作者";
  terms.chosen[1] = 2;
  write(ExportFormat::vrm, "out.vrm");
  EXPECT_THAT(said(), AnyOf(HasSubstr("Exported"), HasSubstr("bone")));
  if (const std::string file = text_of("out.vrm"); !file.empty()) {
    EXPECT_THAT(file, HasSubstr("作者"));
    EXPECT_THAT(file, HasSubstr("\"commercialUsage\":\"corporation\""));
    EXPECT_THAT(file, HasSubstr("thumbnailImage"));
  }
}

TEST_F(ViewerExport, WritesThePresentPoseAndSaysWhatTheFileLacks) {
  begin({model_name});
  rotate(1, 0.5f);
  write(ExportFormat::pose, "out.vpd");
  EXPECT_THAT(said(), HasSubstr("Exported"));
  const auto read = vpd::read(read_file(folder.path() / "out.vpd").value());
  ASSERT_TRUE(read);
  EXPECT_THAT(read->file.bones, SizeIs(testing::Ge(1u)));
  write(ExportFormat::glb, "out");
  EXPECT_EQ(text_of("out.glb").substr(0, 4), "glTF") << "the extension is added";
}

TEST_F(ViewerExport, TellsWhyItFailed) {
  begin({model_name});
  write(ExportFormat::vrma, "out.vrma");
  EXPECT_THAT(said(), HasSubstr("out.vrma"));
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "out.vrma"));
}

TEST_F(ViewerExport, ReplacesAFileOnlyIfAskedTwice) {
  begin({model_name});
  write(ExportFormat::obj, "out.obj");
  EXPECT_THAT(said(), HasSubstr("Exported"));
  const std::string straight = text_of("out.obj");
  std::filesystem::copy_file(folder.path() / "out.obj", folder.path() / "mine.obj");
  rotate(1, 0.5f);
  write(ExportFormat::obj, "mine.obj");
  EXPECT_THAT(said(), HasSubstr("already exists"));
  EXPECT_EQ(text_of("mine.obj"), straight);
  write(ExportFormat::obj, "mine.obj");
  EXPECT_THAT(said(), HasSubstr("Exported"));
  EXPECT_NE(text_of("mine.obj"), straight);
}

TEST(ExportChoice, GivesTheOptionsOfTheCommand) {
  ExportChoice choice;
  EXPECT_THAT(export_options(choice), IsEmpty());
  choice.format = ExportFormat::vrm_zero;
  choice.english = choice.bake = choice.lit = true;
  EXPECT_THAT(export_options(choice), ElementsAre("--vrm", "0", "--names", "en"));
  choice.format = ExportFormat::glb;
  EXPECT_THAT(export_options(choice), ElementsAre("--names", "en", "--bake", "--lit"));
  choice.format = ExportFormat::motion;
  EXPECT_THAT(export_options(choice), ElementsAre("--bake"));
  choice = {};
  choice.arkit = true;
  choice.expressions = "faces.txt";
  EXPECT_THAT(export_options(choice), ElementsAre("--vrm-expressions", "faces.txt", "--arkit"));
  choice.format = ExportFormat::vrma;
  EXPECT_THAT(export_options(choice), ElementsAre("--vrm-expressions", "faces.txt"));
  choice.format = ExportFormat::glb;
  EXPECT_THAT(export_options(choice), IsEmpty());
}

/// The sample figure, whose head has another name.
std::shared_ptr<const Model> with_odd_head() {
  const auto bytes = read_file(std::filesystem::path(MMDVIEW_SOURCE_DIR) / "samples/figure/figure.pmx");
  pmx::File file = pmx::read(bytes.value()).value();
  for (pmx::Bone& bone : file.bones)
    if (file.utf8(bone.name) == "頭") {
      bone.name = pmx::from_utf8("kopf", file.header.encoding);
      bone.name_english = {};
    }
  return build_model(std::move(file)).model;
}

TEST(VrmCheck, ABoneThatIsMissingCanBeChosenAndIsKept) {
  const auto model = with_odd_head();
  const VrmCheck before = check_vrm(model, {});
  EXPECT_TRUE(before.lacks_required());
  EXPECT_THAT(before.findings, Contains(Field(&Finding::rule, "vrm-bones")));
  const TemporaryFolder kept;
  const auto file = bone_names_file(kept.path() / "names", content_hash(as_byte_span("model")));
  ASSERT_TRUE(keep_bone_names({{"頭", "kopf"}}, file));
  const VrmCheck after = check_vrm(model, kept_bone_names(file));
  EXPECT_FALSE(after.lacks_required());
  EXPECT_THAT(after.findings, Not(Contains(Field(&Finding::rule, "vrm-bones"))));
  ExportChoice choice;
  choice.bone_names = "names.txt";
  EXPECT_THAT(export_options(choice), ElementsAre("--names-of", "names.txt"));
}

TEST(VrmCheck, ABoneThatWasFoundCanBeExchangedAndTakenBack) {
  const auto bytes = read_file(std::filesystem::path(MMDVIEW_SOURCE_DIR) / "samples/figure/figure.pmx");
  const auto model = build_model(pmx::read(bytes.value()).value()).model;
  const auto serving = [&](const VrmCheck& check, const char* human) {
    const std::int32_t bone = find_human(check.bones, human)->bone;
    return bone == none ? "" : model->skeleton.bones[static_cast<std::size_t>(bone)].name;
  };
  const VrmCheck found = check_vrm(model, {});
  const auto choose = [&](const VrmCheck& check, const char* human, const std::string& bone) {
    return check_vrm(model, with_human_bone(check, *find_human(check.bones, human), bone));
  };
  EXPECT_NE(serving(found, "hips"), "センター");
  EXPECT_EQ(serving(choose(found, "hips", "センター"), "hips"), "センター");
  const VrmCheck swapped = choose(found, "leftEye", serving(found, "rightEye"));
  EXPECT_EQ(serving(swapped, "leftEye"), serving(found, "rightEye"));
  EXPECT_EQ(serving(swapped, "rightEye"), "") << "a bone serves one place";
  const VrmCheck back = choose(swapped, "leftEye", {});
  EXPECT_THAT(back.names, IsEmpty());
  EXPECT_EQ(serving(back, "leftEye"), serving(found, "leftEye"));
  EXPECT_EQ(serving(back, "rightEye"), serving(found, "rightEye"));
}

TEST(VrmCheck, TheChoiceOfAMissingBoneServesPosesToo) {
  const auto model = with_odd_head();
  const VrmCheck before = check_vrm(model, {});
  const BoneNames names = with_human_bone(before, *find_human(before.bones, "head"), "kopf");
  EXPECT_THAT(names,
              testing::UnorderedElementsAre(testing::Pair("head", "kopf"), testing::Pair("頭", "kopf")));
  const VrmCheck after = check_vrm(model, names);
  EXPECT_THAT(with_human_bone(after, *find_human(after.bones, "head"), {}), IsEmpty());
}

TEST(VrmCheck, HasTheChosenMorphsOfExpressions) {
  const auto bytes = read_file(std::filesystem::path(MMDVIEW_SOURCE_DIR) / "samples/figure/figure.pmx");
  const auto model = build_model(pmx::read(bytes.value()).value()).model;
  const auto morph_of = [&](const VrmCheck& check, std::string_view preset) {
    const VrmExpression* found = check.preset(preset);
    return found == nullptr ? "none" : model->morphs[static_cast<std::size_t>(found->morph)].name;
  };
  const VrmCheck before = check_vrm(model, {});
  EXPECT_EQ(morph_of(before, "aa"), "あ");
  EXPECT_EQ(before.arkit_count(), 0u);
  const VrmCheck after = check_vrm(model, {}, {{{"aa", "い"}, {"oh", ""}}, true});
  EXPECT_EQ(morph_of(after, "aa"), "い");
  EXPECT_EQ(morph_of(after, "oh"), "none");
  EXPECT_GT(after.arkit_count(), 5u);
}

TEST_F(ViewerExport, AVrmHasTheExpressionsThatWereChosenForTheModel) {
  ViewerSetup setup;
  setup.program = MMDVIEW_PROGRAM;
  setup.bone_names = folder.path() / "kept";
  start({MMDVIEW_SOURCE_DIR "/samples/figure/figure.pmx"}, std::move(setup));
  const auto file =
      expression_morphs_file(folder.path() / "kept", viewer->parts().stage.document()->model_hash);
  ASSERT_TRUE(keep_expression_morphs({{"happy", ""}}, file));
  ExportChoice& choice = viewer->parts().panels.export_panel.choice;
  choice.arkit = true;
  choice.terms.author = "A";
  write(ExportFormat::vrm, "out.vrm");
  EXPECT_THAT(said(), HasSubstr("Exported"));
  const std::string written = text_of("out.vrm");
  EXPECT_THAT(written, HasSubstr("\"sad\":{"));
  EXPECT_THAT(written, Not(HasSubstr("\"happy\":{")));
  EXPECT_THAT(written, HasSubstr("\"jawOpen\":{"));
}

TEST(ExportChoice, AllowsNothingUntilItIsChosen) {
  const std::string terms = terms_file({"a", {}, {}, {}}, {});
  for (const char* strictest : {"onlyAuthor", "personalNonProfit", "prohibited"})
    EXPECT_THAT(terms, HasSubstr(strictest));
  EXPECT_THAT(terms, Not(HasSubstr("true")));
}

}  // namespace
}  // namespace mmd::test
