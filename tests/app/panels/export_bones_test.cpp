// The bones of a VRM in the Export dialog, in a real window.
#include "app/panels/panels.h"
#include "app/text/export_strings.h"
#include "tests/app/panel_items.h"

namespace mmd::test {
namespace {

/// The sample figure, whose head has another name.
class ExportBones : public PanelItems {
 protected:
  ExportBones() : PanelItems({1280, 800}) {}
  void SetUp() override {
    PanelItems::SetUp();
    const auto bytes = read_file(std::filesystem::path(MMDVIEW_SOURCE_DIR) / "samples/figure/figure.pmx");
    pmx::File file = pmx::read(bytes.value()).value();
    for (pmx::Bone& bone : file.bones)
      if (file.utf8(bone.name) == "頭") {
        bone.name = pmx::from_utf8("kopf", file.header.encoding);
        bone.name_english = {};
      }
    write_model(model, file);
    ViewerSetup setup;
    setup.bone_names = folder.path() / "kept";
    start({model_name}, std::move(setup));
    ask({ActionId::open_export});
  }
  ExportPanelState& panel() { return viewer->parts().panels.export_panel; }
  bool has_head() { return !panel().vrm.lacks_required(); }
};

TEST_F(ExportBones, AClickOnTheFigureHighlightsTheRow) {
  click_on(item("leftHand"));
  EXPECT_EQ(panel().human, "leftHand");
  const Tip head = item("head");
  EXPECT_EQ(head.lines.back(), "missing; required");
  EXPECT_EQ(item("leftHand").lines.back(), "左手首");
}

TEST_F(ExportBones, AMissingBoneIsChosenByAClickOnTheModel) {
  const bool shown = viewer->stage().arrangement().look.skeleton;
  ASSERT_FALSE(has_head());
  click_on(item(ui_strings::pick_bone));
  EXPECT_EQ(panel().picks, "head");
  EXPECT_TRUE(viewer->stage().arrangement().look.skeleton);
  ask({ActionId::select_bone, viewer->stage().model()->find_bone("kopf")});
  EXPECT_EQ(panel().picks, "");
  EXPECT_TRUE(has_head());
  EXPECT_EQ(item("head").lines.back(), "kopf") << "the dialog is open again";
  EXPECT_EQ(viewer->stage().arrangement().look.skeleton, shown);
  ask({ActionId::open_export});
  EXPECT_TRUE(has_head()) << "the choice is kept";
}

TEST_F(ExportBones, ABoneThatWasFoundIsExchangedByAClickOnTheModelAndTakenBack) {
  const std::int32_t centre = viewer->stage().model()->find_bone("センター");
  const std::string found = item("hips").lines.back();
  ASSERT_NE(found, "センター");
  ask({ActionId::pick_human_bone, std::string("hips")});
  ask({ActionId::select_bone, centre});
  EXPECT_EQ(item("hips").lines.back(), "センター");
  ask({ActionId::open_export});
  EXPECT_EQ(item("hips").lines.back(), "センター") << "the choice is kept";
  ask({ActionId::choose_human_bone, std::vector<std::string>{"hips"}});
  EXPECT_EQ(item("hips").lines.back(), found);
  ask({ActionId::open_export});
  EXPECT_EQ(item("hips").lines.back(), found);
}

TEST_F(ExportBones, AnImpossibleChoiceChangesNothingAndIsExplained) {
  const std::string found = item("leftHand").lines.back();
  ask({ActionId::pick_human_bone, std::string("leftHand")});
  ask({ActionId::select_bone, viewer->stage().model()->find_bone("右手首")});
  EXPECT_EQ(item("leftHand").lines.back(), found);
  EXPECT_TRUE(panel().note.is_refusal);
  EXPECT_EQ(filled(panel().note.text.english, panel().note.names),
            "右手首 cannot be leftHand: it is not below leftLowerArm");
  ask({ActionId::choose_human_bone, std::vector<std::string>{"hips", "センター"}});
  EXPECT_FALSE(panel().note.is_refusal);
}

TEST_F(ExportBones, ABoneWithoutANameIsNoChoice) {
  ask({ActionId::choose_human_bone, std::vector<std::string>{"hips", "センター"}});
  ask({ActionId::choose_human_bone, std::vector<std::string>{"hips", ""}});
  EXPECT_EQ(item("hips").lines.back(), "センター");
}

TEST_F(ExportBones, ChoicesHoldWhereTheyCannotBeKept) {
  ask({ActionId::choose_human_bone, std::vector<std::string>{"hips", "センター"}});
  std::filesystem::remove_all(folder.path() / "kept");
  ask({ActionId::check_vrm});
  EXPECT_EQ(item("hips").lines.back(), "センター");
}

TEST_F(ExportBones, AMorphThatIsChosenForAnExpressionIsKept) {
  const auto serving = [&](const char* preset) {
    const VrmExpression* found = panel().vrm.preset(preset);
    return found == nullptr ? std::string("none")
                            : viewer->stage().model()->morphs[static_cast<std::size_t>(found->morph)].name;
  };
  ask({ActionId::choose_expression, std::vector<std::string>{"aa", "い"}});
  ask({ActionId::choose_expression, std::vector<std::string>{"oh", ""}});
  EXPECT_EQ(serving("aa"), "い");
  ask({ActionId::open_export});
  EXPECT_EQ(serving("aa"), "い");
  EXPECT_EQ(serving("oh"), "none");
  ask({ActionId::choose_expression, std::vector<std::string>{"aa"}});
  EXPECT_EQ(serving("aa"), "あ");
}

TEST_F(ExportBones, EscapeGoesBackToTheDialogWithoutABone) {
  click_on(item(ui_strings::pick_bone));
  press(SDLK_ESCAPE);
  EXPECT_EQ(panel().picks, "");
  EXPECT_FALSE(has_head());
  EXPECT_EQ(item("head").lines.back(), "missing; required");
}

}  // namespace
}  // namespace mmd::test
