// Previews of the sample poses, whose figure has a ribbon, hair and a skirt of rigid bodies.
#include <map>

#include "document/sample.h"
#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

/// Where the bodies are, and the camera that is fitted to the figure.
struct Seen {
  std::vector<vec3> bodies;
  float distance = 0.0f;
};

/// The largest distance of a body, in units.
float farthest(const Seen& a, const Seen& b) {
  float out = a.bodies.size() == b.bodies.size() ? 0.0f : 1e9f;
  for (std::size_t i = 0; i < std::min(a.bodies.size(), b.bodies.size()); ++i)
    out = std::max(out, glm::distance(a.bodies[i], b.bodies[i]));
  return out;
}

class ViewerPreview : public ViewerFixture {
 protected:
  ViewerPreview() : ViewerFixture(PictureSize{160, 160}) {}
  void SetUp() override {
    ViewerFixture::SetUp();
    const auto sample = sample_files(sample_folders(program_folder()));
    ASSERT_FALSE(sample.empty());
    const std::filesystem::path poses = path_from_utf8(sample.front()).parent_path().parent_path() / "poses";
    for (const auto& entry : std::filesystem::directory_iterator(poses))
      if (entry.path().extension() == ".vpd") files.push_back(to_utf8(entry.path()));
    std::sort(files.begin(), files.end());
    ASSERT_EQ(files.size(), 13u);
    begin({sample.front()});
  }
  Seen seen() const {
    Seen out;
    for (const Affine& body : first_actor().bodies) out.bodies.push_back(translation_of(body));
    const Camera& camera = viewer->scene().camera;
    out.distance = glm::distance(camera.eye, camera.target);
    return out;
  }
  /// Runs the viewer once, with one picture at most.
  void step(double seconds) {
    clock += seconds;
    viewer->run_once(0);
  }
  /// Opens the poses one after another.
  std::map<std::string, Seen> opened() {
    std::map<std::string, Seen> out;
    for (const std::string& file : files) {
      open(file);
      out[file] = seen();
    }
    return out;
  }

  static constexpr float near = 0.05f;  ///< units; the figure is 19 high
  std::vector<std::string> files;
};

TEST_F(ViewerPreview, ShowsEachPoseWithItsOwnSettledBodies) {
  const Seen rest = seen();
  ASSERT_FALSE(rest.bodies.empty());
  const std::map<std::string, Seen> wanted = opened();
  ask({ActionId::go_to_step, std::int32_t{0}});
  press(SDLK_1);
  for (const double frames_per_second : {10.0, 30.0, 10.0}) {
    for (const std::string& file : files) {
      SCOPED_TRACE(file);
      viewer->perform({ActionId::preview_entry, file});
      step(1.0 / frames_per_second);
      EXPECT_LT(farthest(seen(), wanted.at(file)), near);
      EXPECT_NEAR(seen().distance, wanted.at(file).distance, near);
    }
    viewer->perform({ActionId::preview_entry, std::string()});
    step(1.0 / frames_per_second);
    EXPECT_LT(farthest(seen(), rest), near);
    EXPECT_NEAR(seen().distance, rest.distance, near);
  }
}

TEST_F(ViewerPreview, UndoAndRedoJumpToSettledBodies) {
  const Seen rest = seen();
  const std::map<std::string, Seen> wanted = opened();
  const auto last = static_cast<std::int32_t>(files.size());
  for (const std::int32_t position : {0, last, last - 2, 0}) {
    viewer->perform({ActionId::go_to_step, position});
    step(0.1);
    EXPECT_LT(
        farthest(seen(), position == 0 ? rest : wanted.at(files[static_cast<std::size_t>(position) - 1])),
        near)
        << position;
  }
  press(SDLK_y, Held::control);
  pass(0.1);
  EXPECT_LT(farthest(seen(), wanted.at(files.front())), near);
  press(SDLK_z, Held::control);
  pass(0.1);
  EXPECT_LT(farthest(seen(), rest), near);
}

TEST_F(ViewerPreview, UndoAndRedoOfOpenedPosesFrameTheFigureAgain) {
  const Seen rest = seen();
  const std::map<std::string, Seen> wanted = opened();
  const auto distance_after = [&](std::size_t steps) {
    return steps == 0 ? rest.distance : wanted.at(files[steps - 1]).distance;
  };
  float low = rest.distance, high = rest.distance;
  for (const auto& [file, pose] : wanted) {
    low = std::min(low, pose.distance);
    high = std::max(high, pose.distance);
  }
  ASSERT_GT(high - low, 1.0f);
  for (std::size_t left = files.size(); left-- > 0;) {
    press(SDLK_z, Held::control);
    EXPECT_NEAR(seen().distance, distance_after(left), near) << left;
  }
  press(SDLK_y, Held::control);
  EXPECT_NEAR(seen().distance, distance_after(1), near);
  for (const std::size_t step : {files.size(), std::size_t{0}}) {
    ask({ActionId::go_to_step, static_cast<std::int32_t>(step)});
    EXPECT_NEAR(seen().distance, distance_after(step), near) << step;
  }
}

TEST_F(ViewerPreview, UndoOfAnOpenedPoseLeavesACameraThatTheUserMoved) {
  opened();
  viewer->handle(wheel_event());
  const Camera before = viewer->scene().camera;
  press(SDLK_z, Held::control);
  ask({ActionId::go_to_step, std::int32_t{0}});
  EXPECT_EQ(viewer->scene().camera.eye, before.eye);
  EXPECT_EQ(viewer->scene().camera.target, before.target);
}

TEST_F(ViewerPreview, UndoOfATurnedBoneDoesNotFrameTheFigure) {
  open(files.front());
  const Camera before = viewer->scene().camera;
  rotate(0, 1.0f);
  for (const SDL_Keycode key : {SDLK_z, SDLK_y, SDLK_z}) {
    press(key, Held::control);
    EXPECT_EQ(viewer->scene().camera.eye, before.eye);
    EXPECT_EQ(viewer->scene().camera.target, before.target);
  }
}

TEST_F(ViewerPreview, TheFittedCameraNeverFollowsBodiesOfADrag) {
  press(SDLK_1);
  const Seen before = seen();
  ask({ActionId::begin_gesture});
  rotate(0, pi);
  pass(0.1);
  press(SDLK_1);
  const float framed = seen().distance;
  ask({ActionId::end_gesture});
  pass(10.0);
  press(SDLK_1);
  EXPECT_NEAR(framed, seen().distance, near);
  EXPECT_NEAR(framed, before.distance, 0.5f * before.distance) << "the turned figure is as large";
}

}  // namespace
}  // namespace mmd::test
