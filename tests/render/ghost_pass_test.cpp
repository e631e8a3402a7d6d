// Ghosts: models in other poses, drawn as tinted shapes behind the figure.

#include "tests/render/render_fixture.h"

namespace mmd {
namespace {

using test::Pixel;

class Ghosts : public test::RenderTest {
 protected:
  Ghosts() {
    scene_.settings.background = vec4(1.0f);
    scene_.settings.self_shadow = scene_.settings.ground_shadow = false;
  }
  static std::shared_ptr<const Model> square() {
    return test::square_model(vec3(0.0f), 0.3f, test::plain({0.0f, 1.0f, 0.0f}));
  }
  /// A ghost of the first actor.
  Actor& add_ghost(const vec3& at, const vec4& colour) {
    const Actor& first = *scene_.actors.front();
    Ghost ghost{std::make_unique<Actor>(first.shared_model(), first.shared_textures()), colour};
    ghost.actor->evaluate();
    ghost.actor->place({identity_rotation(), at, 1.0f});
    scene_.ghosts.push_back(std::move(ghost));
    return *scene_.ghosts.back().actor;
  }
};

constexpr Pixel figure{0, 255, 0, 255}, ground{255, 255, 255, 255};
constexpr vec4 red{1.0f, 0.0f, 0.0f, 0.5f};

TEST_F(Ghosts, BlendOverTheBackground) {
  add(square());
  add_ghost(vec3(0.6f, 0.0f, 0.0f), red);
  for (const Skinning skinning : {Skinning::gpu, Skinning::cpu}) {
    scene_.settings.skinning = skinning;
    const Image image = render(100);
    EXPECT_EQ(test::centre_pixel(image), figure);
    const Pixel ghost = test::pixel(image, 80, 50);
    EXPECT_EQ(ghost[0], 255);
    EXPECT_NEAR(ghost[1], 204, 3) << "0.5, reduced to 0.4 for faces towards the eye";
    EXPECT_EQ(ghost[3], 255);
    EXPECT_EQ(test::pixel(image, 10, 10), ground);
  }
}

TEST_F(Ghosts, AreHiddenByAFigureInTheSamePose) {
  add(square());
  add_ghost(vec3(0.0f), red);
  EXPECT_EQ(test::centre_pixel(render()), figure);
}

TEST_F(Ghosts, AreVisibleInFrontOfTheFigureOnly) {
  add(square());
  Actor& ghost = add_ghost(vec3(0.0f, 0.0f, 0.5f), red);
  const Pixel before = test::centre_pixel(render());
  EXPECT_GT(before[0], 20);
  EXPECT_LT(before[1], 250);
  ghost.place({identity_rotation(), vec3(0.0f, 0.0f, -0.5f), 1.0f});
  EXPECT_EQ(test::centre_pixel(render()), figure);
}

TEST_F(Ghosts, AreVisibleFromWithinTheFigure) {
  scene_.camera.orthographic = false;
  for (const float behind : {19.7f, 20.5f}) {
    scene_.actors.clear();
    scene_.ghosts.clear();
    // The centre of the second square is beside the eye.
    add(test::squares_model({{vec3(0.0f), 0.3f}, {vec3(0.0f, 0.0f, behind), 0.3f}}));
    add_ghost(vec3(0.3f, 0.0f, 0.0f), red);
    const Image image = render(100);
    const Pixel ghost = test::pixel(image, 72, 50);
    EXPECT_EQ(ghost[0], 255);
    EXPECT_NEAR(ghost[1], 204, 3) << behind;
    EXPECT_EQ(test::pixel(image, 57, 50), test::white) << "the figure is in front";
  }
}

TEST_F(Ghosts, StayBehindTheFigureForAnyTargetDistance) {
  scene_.camera.orthographic = false;
  scene_.camera.eye = vec3(0.0f, 0.0f, 20.0f);
  add(square());
  add_ghost(vec3(0.0f, 0.0f, 0.01f), red);  // as of a figure that hardly moves
  for (const float target : {0.0f, -100.0f, -1000.0f}) {
    scene_.camera.target = vec3(0.0f, 0.0f, target);
    EXPECT_EQ(test::centre_pixel(render()), figure) << target;
  }
}

TEST_F(Ghosts, DrawOverlappingPartsOnce) {
  add(test::squares_model({{vec3(0.6f, 0.0f, 0.0f), 0.3f}, {vec3(0.6f, 0.0f, 0.2f), 0.3f}}));
  Actor& actor = *scene_.actors.front();
  add_ghost(vec3(-1.2f, 0.0f, 0.0f), red);
  const Pixel twice = test::pixel(render(100), 20, 50);
  actor.place({});
  scene_.ghosts.clear();
  show_only(square());
  add_ghost(vec3(-0.6f, 0.0f, 0.0f), red);
  EXPECT_EQ(test::pixel(render(100), 20, 50), twice);
}

TEST_F(Ghosts, CastNoShadowAndKeepTheCamera) {
  add(square());
  const Bounds before = scene_.posed_bounds();
  add_ghost(vec3(0.6f, 0.0f, 0.0f), red);
  EXPECT_EQ(scene_.posed_bounds().max, before.max);
  scene_.ghosts.front().colour.a = 0.0f;
  const Image with = render();
  scene_.ghosts.clear();
  EXPECT_TRUE(with.rgba == render().rgba);
}

}  // namespace
}  // namespace mmd
