// The window of a build without physics.
#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

using ViewerWithoutEngine = ViewerFixture;

TEST_F(ViewerWithoutEngine, PhysicsActionsReportTheMissingEngine) {
  write_model(model, swinging_figure());
  start({model_name});
  PhysicsControls controls = viewer->stage().choices().controls;
  controls.on = true;
  for (const Action& action :
       {Action{ActionId::toggle_physics}, Action{ActionId::toggle_ground}, Action{ActionId::reset_physics},
        Action{ActionId::set_physics, controls}, Action{ActionId::set_compared, std::string("physics")}}) {
    press(SDLK_e);  // says something else
    ask(action);
    EXPECT_THAT(said(), HasSubstr("This build has no physics")) << static_cast<int>(action.id);
  }
  EXPECT_EQ(viewer->compare_panes().mode(), CompareMode::off);
  EXPECT_TRUE(viewer->scene().actors[0]->driven.empty());
}

}  // namespace
}  // namespace mmd::test
