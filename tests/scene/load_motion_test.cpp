// Motions and PMD models, by their content.

#include <gmock/gmock.h>

#include "scene/load.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/archive_samples.h"
#include "tests/support/format_samples.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using ::testing::HasSubstr;

std::string pmd_text() {
  return std::string(as_text(pmd::write(test::full_pmd()).value()));
}

TEST(Recognise, KnowsMotionsAndPmd) {
  EXPECT_EQ(recognise(vmd::write(test::full_motion()).value()), FileKind::motion);
  EXPECT_EQ(recognise(as_byte_span(pmd_text())), FileKind::model);
}

TEST(LoadModel, TakesAPmd) {
  test::TemporaryFolder folder;
  const auto path = folder.put("model.pmd", pmd_text());
  const auto loaded = load_model(path, true);
  ASSERT_TRUE(loaded) << loaded.error().what;
  EXPECT_EQ(loaded->model->bone_count(), 10u);
  EXPECT_EQ(loaded->model->materials[1].shared_toon, 2);  // toon03.bmp
}

TEST(LoadModel, APmdsOwnToonPictureGoesBeforeTheSharedOne) {
  test::TemporaryFolder folder;
  const auto path = folder.put("model.pmd", pmd_text());
  folder.put("toon03.bmp", "not a picture, but there");
  const auto loaded = load_model(path, false);
  ASSERT_TRUE(loaded);
  EXPECT_EQ(loaded->model->materials[1].shared_toon, none);
  EXPECT_NE(loaded->model->materials[1].toon_texture, none);
}

TEST(LoadModel, ADamagedPmdTailIsAWarningThatNamesTheFile) {
  test::TemporaryFolder folder;
  const std::string text = pmd_text();
  const auto path = folder.put("model.pmd", text.substr(0, text.size() - 10));
  const auto loaded = load_model(path, false);
  ASSERT_TRUE(loaded);
  ASSERT_FALSE(loaded->diagnostics.empty());
  EXPECT_THAT(loaded->diagnostics.front().what, HasSubstr("joints"));
  EXPECT_THAT(loaded->diagnostics.front().file, HasSubstr("model.pmd"));
}

TEST(LoadModel, AnArchiveMayHoldAPmdButOnlyOneModel) {
  const std::string pmx(as_text(test::FileBuilder().bytes()));
  const auto one = load_model(test::zip_file({{"a/model.pmd", pmd_text()}}), "one.zip", false);
  ASSERT_TRUE(one) << one.error().what;
  EXPECT_EQ(one->model->bone_count(), 10u);
  const auto two = load_model(test::zip_file({{"a.pmd", pmd_text()}, {"b.pmx", pmx}}), "two.zip", false);
  ASSERT_FALSE(two);
  EXPECT_THAT(two.error().what, HasSubstr("2 models"));
}

TEST(LoadMotion, ReadsAndNamesItsFile) {
  test::TemporaryFolder folder;
  const Bytes bytes = vmd::write(test::full_motion()).value();
  const auto whole = load_motion(folder.put("a.vmd", as_text(bytes)));
  ASSERT_TRUE(whole);
  EXPECT_EQ(whole->file.bones.size(), 2u);
  EXPECT_TRUE(whole->diagnostics.empty());
  const auto cut = load_motion(folder.put("cut.vmd", as_text(bytes).substr(0, bytes.size() - 1)));
  ASSERT_TRUE(cut);
  ASSERT_EQ(cut->diagnostics.size(), 1u);
  EXPECT_THAT(cut->diagnostics[0].file, HasSubstr("cut.vmd"));
  const auto bad = load_motion(folder.put("bad.vmd", "Vocaloid Motion Data"));
  ASSERT_FALSE(bad);
  EXPECT_THAT(bad.error().file, HasSubstr("bad.vmd"));
  EXPECT_FALSE(load_motion(folder.path() / "missing.vmd"));
}

TEST(Camera, AMotionsCameraMayRoll) {
  CameraSample sample;
  sample.up = {1, 0, 0};
  sample.fov_degrees = 50.0f;
  sample.perspective = false;
  Camera camera = camera_from(sample);
  EXPECT_TRUE(camera.orthographic);
  EXPECT_EQ(camera.fov_degrees, 50.0f);
  // +X of the model is up in the picture.
  const vec4 x = view_matrix(camera) * vec4(1, 10, 0, 1);
  EXPECT_NEAR(x.x, 0.0f, 1e-5f);
  EXPECT_NEAR(x.y, 1.0f, 1e-5f);
  // Turned by hand it stands upright again.
  orbit(camera, 0.1f, 0.0f);
  EXPECT_NEAR((view_matrix(camera) * vec4(0, 1, 0, 0)).x, 0.0f, 1e-5f);
  // An up along the view is no up.
  camera.up = vec3(camera.target - camera.eye);
  EXPECT_TRUE(std::isfinite((view_matrix(camera) * vec4(0, 1, 0, 0)).x));
}

}  // namespace
}  // namespace mmd
