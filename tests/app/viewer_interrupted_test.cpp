// Files, keys and other models during a drag or a preview.
#include <cmath>

#include "tests/app/viewer_fixture.h"
#include "tests/support/model_builder.h"

namespace mmd::test {
namespace {

using testing::Each;

class ViewerInterrupted : public ViewerFixture {
 protected:
  ViewerInterrupted() : ViewerFixture(PictureSize{900, 600}, true) {
    FileBuilder b;
    b.bone("腕");
    b.square({0, 10, 0}, 1, 0);
    b.material();
    write_model(small, b.file);
  }
  void move(const vec2& from, const vec2& by, int times) {
    for (int i = 1; i <= times; ++i) mouse(SDL_MOUSEMOTION, from + static_cast<float>(i) * by);
  }
  const Figure& figure(std::size_t index) const { return *figures()[index]; }
  const Pose& pose(std::size_t index) const { return *figure(index).edited; }

  /// Starts dragging the ring of a bone that faces the camera.
  void take_ring(std::int32_t bone) {
    viewer->perform({ActionId::next_bones});
    viewer->perform({ActionId::next_gizmo_axes});
    viewer->perform({ActionId::next_gizmo_axes});
    ask({ActionId::select_bone, bone});
    ring = place(bone) + 40.0f * vec2(std::cos(0.7f), -std::sin(0.7f));
    mouse(SDL_MOUSEMOTION, ring);
    mouse(SDL_MOUSEBUTTONDOWN, ring);
    move(ring, vec2(-4.0f, -6.0f), 2);
    ASSERT_TRUE(viewer->stage().in_gesture());
  }
  /// Continues the drag and releases the button.
  void finish_ring() {
    move(ring, vec2(-5.0f, -7.0f), 5);
    mouse(SDL_MOUSEBUTTONUP, ring + vec2(-25.0f, -35.0f));
  }
  /// Starts dragging the disc at the feet of the active figure.
  vec2 take_disc() {
    const vec2 at = place(position_of(*viewer->stage().figure()), *viewer->stage().actor());
    mouse(SDL_MOUSEMOTION, at);
    mouse(SDL_MOUSEBUTTONDOWN, at);
    move(at, vec2(4.0f, 3.0f), 2);
    return at;
  }

  vec2 ring{0.0f};
  const std::filesystem::path small = folder.path() / "small.pmx";
};

TEST_F(ViewerInterrupted, ReplacingTheModelEndsADrag) {
  begin({model_name});
  take_ring(4);
  open(to_utf8(small));
  ASSERT_EQ(viewer->stage().model()->bone_count(), 1u);
  finish_ring();
  EXPECT_FALSE(history().can_undo());
  EXPECT_THAT(said(), Not(HasSubstr("there is no bone")));
}

TEST_F(ViewerInterrupted, ReloadingWithoutTheDraggedBoneEndsTheDrag) {
  begin({model_name});
  take_ring(4);
  const std::size_t steps = history().size();
  std::filesystem::copy_file(small, model, std::filesystem::copy_options::overwrite_existing);
  run_until([&] { return viewer->stage().model()->bone_count() == 1; });
  finish_ring();
  EXPECT_LE(history().size(), steps + 1);
  EXPECT_FALSE(viewer->stage().in_gesture());
}

TEST_F(ViewerInterrupted, OpeningAPoseDuringADragAddsAStep) {
  begin({model_name});
  take_ring(0);
  const std::size_t steps = history().size();
  open(pose_name);
  const auto opened = pose(0).rotation;
  finish_ring();
  press(SDLK_ESCAPE);
  EXPECT_EQ(history().size(), steps + 2) << "as far as it was dragged, and the pose";
  EXPECT_EQ(history().position(), steps + 2) << "Escape takes no step back that is whole";
  EXPECT_EQ(pose(0).rotation, opened);
}

TEST_F(ViewerInterrupted, ActivatingAnotherModelEndsADrag) {
  begin({model_name, model_name});
  ask({ActionId::toggle_figures_panel});
  ask({ActionId::set_view, View::three_quarter});
  const std::size_t steps = history().size();
  const vec3 second = position_of(figure(1));
  const vec2 at = take_disc();
  const vec3 first = position_of(figure(0));
  activate(1);
  move(at, vec2(5.0f, 3.0f), 5);
  mouse(SDL_MOUSEBUTTONUP, at + vec2(25.0f, 15.0f));
  EXPECT_EQ(position_of(figure(0)), first);
  EXPECT_EQ(position_of(figure(1)), second);
  EXPECT_EQ(history().size(), steps + 1);
}

TEST_F(ViewerInterrupted, ABackgroundDroppedDuringAPreviewStays) {
  begin({model_name});
  const auto image = viewer->picture();
  ASSERT_TRUE(image);
  const auto png = encode_png(*image);
  ASSERT_TRUE(png && write_file_atomically(folder.path() / "wall.png", *png));
  ask({ActionId::preview_entry, pose_name});
  drop({to_utf8(folder.path() / "wall.png")});
  ask({ActionId::preview_entry, std::string()});
  EXPECT_NE(viewer->stage().arrangement().look.background_picture, nullptr);
}

TEST_F(ViewerInterrupted, AClosedBrowserPreviewsNothing) {
  begin({model_name});
  ask({ActionId::browse, to_utf8(folder.path() / "poses")});
  for (; !viewer->browser().idle(); clock += 0.2) viewer->run_once(5);
  settle();
  point(60, 540);
  ASSERT_FALSE(viewer->panels().tools.hovered_pose.empty());
  ask({ActionId::toggle_browser_panel});
  clock += 1.0;
  viewer->run_once(0);
  EXPECT_FALSE(is_on(viewer->panels().tools.previewed));
  EXPECT_FALSE(viewer->stage().in_gesture());
}

TEST_F(ViewerInterrupted, SavingDuringADragMakesItAStep) {
  begin({model_name, pose_name});
  ask({ActionId::begin_gesture});
  rotate(0, 0.6f);
  ask({ActionId::save_pose});
  ask({ActionId::save_pose});  // again, to overwrite
  const auto saved = pose(0).rotation;
  ask({ActionId::cancel_gesture});
  EXPECT_EQ(pose(0).rotation, saved);
  EXPECT_TRUE(is_saved(figure(0)));
}

}  // namespace
}  // namespace mmd::test
