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
  ExportPanelState& panel() { return viewer->parts().panels.export_panel(); }
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

TEST_F(ExportBones, EscapeGoesBackToTheDialogWithoutABone) {
  click_on(item(ui_strings::pick_bone));
  press(SDLK_ESCAPE);
  EXPECT_EQ(panel().picks, "");
  EXPECT_FALSE(has_head());
  EXPECT_EQ(item("head").lines.back(), "missing; required");
}

}  // namespace
}  // namespace mmd::test
