#include "scene/load.h"

#include <algorithm>
#include <string>

#include <gmock/gmock.h>

#include "base/text.h"
#include "scene/input.h"
#include "tests/assets/temporary_folder.h"
#include "tests/scene/loaded.h"
#include "tests/support/archive_samples.h"
#include "tests/support/format_samples.h"
#include "tests/support/image_samples.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::FileBuilder;
using test::load;
using test::picture;
using test::said;
using test::TemporaryFolder;
using test::text_of;
using test::textured;
using ::testing::HasSubstr;

TEST(Recognise, UsesTheContent) {
  const std::string vpd = "Vocaloid Pose Data file\r\n\r\nx.osm;\r\n0;\r\n";
  EXPECT_EQ(recognise(as_byte_span(text_of(FileBuilder().bytes()))), FileKind::model);
  EXPECT_EQ(recognise(as_byte_span(vpd)), FileKind::pose);
  EXPECT_EQ(recognise(test::zip_file({{"a.txt", "a"}})), FileKind::archive);
  EXPECT_EQ(recognise(as_byte_span(picture(2))), FileKind::unknown);
  EXPECT_EQ(recognise({}), FileKind::unknown);
  EXPECT_EQ(recognise(as_byte_span("P")), FileKind::unknown);
}

struct NameCase {
  const char* label;
  const char* in_model;
  const char* on_disk;
};
class LoadTexture : public ::testing::TestWithParam<NameCase> {};

TEST_P(LoadTexture, IsFoundLikeOnWindows) {
  const TemporaryFolder folder;
  const auto path = folder.put("model/m.pmx", text_of(textured(GetParam().in_model).bytes()));
  folder.put(std::string("model/") + GetParam().on_disk, picture(3));
  const LoadedModel loaded = load(path);
  ASSERT_EQ(loaded.textures->size(), 1u);
  ASSERT_TRUE((*loaded.textures)[0]) << said(loaded.diagnostics);
  EXPECT_EQ((*loaded.textures)[0]->width, 3);
  EXPECT_TRUE(loaded.diagnostics.empty()) << said(loaded.diagnostics);
}

constexpr NameCase name_cases[] = {
    {"plain", "a.png", "a.png"},
    {"backslash", "tex\\a.png", "tex/a.png"},
    {"any_case", "TEX\\Body.PNG", "tex/body.png"},
    {"composed_in_the_model", "\xE3\x81\x8C.png", "\xE3\x81\x8B\xE3\x82\x99.png"},
    {"decomposed_in_the_model", "\xE3\x81\x8B\xE3\x82\x99.png", "\xE3\x81\x8C.png"},
    {"full_width", "ＢＯＤＹ.png", "body.png"},
    {"sphere_that_is_a_png", "s.sph", "s.sph"},
    {"wrong_extension", "a.bmp", "a.bmp"},
    {"dots", ".\\tex\\..\\a.png", "a.png"},
    {"one_folder_up", "..\\shared\\a.png", "../shared/a.png"},
};
INSTANTIATE_TEST_SUITE_P(Names, LoadTexture, ::testing::ValuesIn(name_cases),
                         [](const auto& param) { return std::string(param.param.label); });

TEST(LoadModel, NamesMaterialsOfUnusableTextures) {
  const TemporaryFolder folder;
  FileBuilder b = textured("gone.png");
  b.texture("cut.png");
  b.texture("unused.png");
  b.material("服").texture = 1;
  b.material("髪").texture = 1;
  b.material("靴").toon = 1;
  const auto path = folder.put("m.pmx", text_of(b.bytes()));
  folder.put("cut.png", picture(8).substr(0, 60));
  const LoadedModel loaded = load(path);
  ASSERT_EQ(loaded.diagnostics.size(), 2u) << said(loaded.diagnostics);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_FALSE((*loaded.textures)[i]);
    EXPECT_EQ(loaded.diagnostics[i].severity, Severity::warning);
    EXPECT_THAT(loaded.diagnostics[i].file, HasSubstr("m.pmx"));
    EXPECT_THAT(loaded.diagnostics[i].what, HasSubstr(i == 0 ? "gone.png" : "cut.png"));
  }
  EXPECT_THAT(loaded.diagnostics[0].what, HasSubstr("for material 0 \"material\""));
  EXPECT_THAT(loaded.diagnostics[1].what, HasSubstr("for material 1 \"服\" (and 2 more)"));
  EXPECT_THAT(loaded.diagnostics[1].hint, HasSubstr("drawn as white"));
  EXPECT_THAT(loaded.diagnostics[1].hint, HasSubstr("fetch or copy")) << "a remedy";
}

TEST(LoadModel, LimitsWarningsAboutMissingTextures) {
  const TemporaryFolder folder;
  const auto warnings = [](const LoadedModel& loaded) {
    return std::count_if(loaded.diagnostics.begin(), loaded.diagnostics.end(),
                         [](const Diagnostic& d) { return d.severity == Severity::warning; });
  };
  FileBuilder b = textured("0.png");
  for (int i = 1; i < 9; ++i) b.material().texture = b.texture(std::to_string(i));
  EXPECT_EQ(warnings(load(folder.put("nine.pmx", text_of(b.bytes())))), 9);
  for (int i = 9; i < 200; ++i) b.material().texture = b.texture(std::to_string(i));
  const LoadedModel loaded = load(folder.put("many.pmx", text_of(b.bytes())));
  EXPECT_EQ(warnings(loaded), 9);
  EXPECT_EQ(loaded.diagnostics.size(), 201u) << "the others are notes";
  EXPECT_THAT(loaded.diagnostics[8].what, HasSubstr("192 more textures"));
  EXPECT_THAT(loaded.diagnostics[8].file, HasSubstr("many.pmx"));
}

TEST(LoadModel, LooksForAbsoluteNamesBesideTheModel) {
  const std::pair<const char*, const char*> cases[] = {{"C:\\MMD\\model\\a.png", "a.png"},
                                                       {"c:/mmd/a.png", "a.png"},
                                                       {"C:a.png", "a.png"},
                                                       {"D:\\MMD\\model\\TEX\\a.png", "tex/a.png"},
                                                       {"\\\\server\\share\\model\\a.png", "a.png"},
                                                       {"\\\\server\\share\\tex\\a.png", "tex/a.png"},
                                                       {"\\mmd\\a.png", "a.png"},
                                                       {"/mmd/model/tex/a.png", "tex/a.png"},
                                                       {"C:\\x\\tex\\..\\a.png", "a.png"}};
  for (const auto& [in_model, on_disk] : cases) {
    const TemporaryFolder folder;
    const auto path = folder.put("model/m.pmx", text_of(textured(in_model).bytes()));
    folder.put(std::string("model/") + on_disk, picture(3));
    const LoadedModel loaded = load(path);
    EXPECT_TRUE((*loaded.textures)[0]) << in_model;
    EXPECT_THAT(said(loaded.diagnostics), HasSubstr("an absolute name")) << in_model;
    const auto raw = read_raw_model(*read_input(to_utf8(path)));
    ASSERT_TRUE(raw);
    const auto problem = texture_problem(*raw, in_model);
    ASSERT_TRUE(problem) << in_model;
    EXPECT_EQ(problem->severity, Severity::warning);
  }
  for (const char* name : {"C:", "C:\\", "\\\\", "/", "C:\\..\\..\\..\\a.png", "C:\\gone.png"}) {
    const TemporaryFolder folder;
    const auto path = folder.put("model/m.pmx", text_of(textured(name).bytes()));
    folder.put("a.png", picture(3));
    EXPECT_FALSE((*load(path).textures)[0]) << name;
  }
}

TEST(LoadModel, DoesNotReadTexturesOutsideTheFolder) {
  const TemporaryFolder folder;
  folder.put("secret.png", picture(2));
  for (const std::string& name :
       {std::string("..\\..\\secret.png"), to_utf8(folder.path()) + "/secret.png"}) {
    const auto path = folder.put("a/b/m.pmx", text_of(textured(name).bytes()));
    const LoadedModel loaded = load(path);
    EXPECT_FALSE((*loaded.textures)[0]) << name;
  }
}

TEST(LoadModel, DecodesTexturesOnRequestOnly) {
  const TemporaryFolder folder;
  const auto path = folder.put("m.pmx", text_of(textured("missing.png").bytes()));
  const auto loaded = load_model(path, false);
  ASSERT_TRUE(loaded);
  EXPECT_TRUE(loaded->diagnostics.empty()) << said(loaded->diagnostics);
  for (const auto& texture : *loaded->textures) EXPECT_FALSE(texture);
}

TEST(LoadModel, ToonNamesOfMmdMeanSharedRamps) {
  const std::pair<const char*, std::int32_t> cases[] = {{"toon01.bmp", 0},
                                                        {"TOON10.BMP", 9},
                                                        {"toon\\toon03.bmp", 2},
                                                        {"toon11.bmp", none},
                                                        {"toon1.bmp", none}};
  for (const auto& [name, ramp] : cases) {
    const TemporaryFolder folder;
    FileBuilder b = textured("a.png");
    b.file.materials[0].toon = b.texture(name);
    folder.put("a.png", picture(2));
    const auto path = folder.put("m.pmx", text_of(b.bytes()));
    const LoadedModel loaded = load(path);
    EXPECT_EQ(loaded.model->materials[0].shared_toon, ramp) << name;
    EXPECT_EQ(loaded.diagnostics.empty(), ramp != none) << said(loaded.diagnostics);
  }
  const TemporaryFolder folder;
  FileBuilder b = textured("toon01.bmp");
  b.file.materials[0].toon = 0;
  folder.put("toon01.bmp", text_of(test::bmp24_file(test::gradient(2, 2, false))));
  const LoadedModel loaded = load(folder.put("m.pmx", text_of(b.bytes())));
  EXPECT_EQ(loaded.model->materials[0].shared_toon, none);
  EXPECT_EQ(loaded.model->materials[0].toon_texture, 0);
}

TEST(LoadModel, LoadsFromAZipWithCp932Names) {
  const TemporaryFolder folder;
  const std::string model_name = *cp932_from_utf8("モデル/表.pmx"),
                    texture_name = *cp932_from_utf8("モデル/TEX/体.png");
  const Bytes zip = test::zip_file({{model_name, text_of(textured("tex\\体.png").bytes()), 0, true},
                                    {texture_name, picture(5), 0, true},
                                    {"readme.txt", "hello"}});
  const LoadedModel loaded = load(folder.put("m.zip", text_of(zip)));
  ASSERT_TRUE((*loaded.textures)[0]) << said(loaded.diagnostics);
  EXPECT_EQ((*loaded.textures)[0]->width, 5);
}

std::string pmd_text() {
  return std::string(as_text(pmd::write(test::full_pmd()).value()));
}

TEST(LoadModel, RejectsZipsWithoutExactlyOneModel) {
  const TemporaryFolder folder;
  const std::string model = text_of(textured("a.png").bytes());
  const auto of_each_kind =
      load_model(test::zip_file({{"a.pmd", pmd_text()}, {"b.pmx", model}}), "c.zip", false);
  ASSERT_FALSE(of_each_kind);
  EXPECT_THAT(of_each_kind.error().what, HasSubstr("2 models"));
  const auto two = load_model(
      folder.put("two.zip", text_of(test::zip_file({{"a.pmx", model}, {"b/B.PMX", model}}))), true);
  ASSERT_FALSE(two);
  EXPECT_THAT(describe(two.error()), HasSubstr("two.zip"));
  EXPECT_EQ(two.error().advice, Advice::name_one);
  EXPECT_THAT(two.error().names, ::testing::UnorderedElementsAre("a.pmx", "b/B.PMX"));
  const auto nothing = load_model(folder.put("none.zip", text_of(test::zip_file({{"a.txt", "x"}}))), true);
  ASSERT_FALSE(nothing);
  EXPECT_THAT(describe(nothing.error()), HasSubstr("none.zip"));
  const auto wrong =
      load_model(folder.put("wrong.zip", text_of(test::zip_file({{"a.pmx", "no model"}}))), true);
  ASSERT_FALSE(wrong);
  EXPECT_THAT(describe(wrong.error()), HasSubstr("a.pmx"));
}

TEST(LoadModel, CanBeCancelledAtEveryStep) {
  const TemporaryFolder folder;
  const auto path = folder.put("m.pmx", text_of(textured("a.png").bytes()));
  folder.put("a.png", picture(2));
  int steps = 0;
  float last = 0.0f;
  ASSERT_TRUE(load_model(path, true, [&](float share, const std::string& what) {
    EXPECT_GE(share, last);
    EXPECT_LE(share, 1.0f);
    EXPECT_FALSE(what.empty());
    last = share;
    return ++steps > 0;
  }));
  ASSERT_GT(steps, 2);
  for (int stop = 1; stop <= steps; ++stop) {
    int calls = 0;
    const auto loaded = load_model(path, true, [&](float, const std::string&) { return ++calls < stop; });
    ASSERT_FALSE(loaded) << stop;
    EXPECT_EQ(calls, stop) << "asked again after the cancellation";
    EXPECT_THAT(loaded.error().what, HasSubstr("cancelled"));
  }
}

TEST(LoadModel, LocatesRepairsInFilesAndArchives) {
  const TemporaryFolder folder;
  FileBuilder b = textured("a.png");
  b.bone("second", 77);
  const Bytes bytes = b.bytes();
  const std::string zipped = text_of(test::zip_file({{"m/a.pmx", text_of(bytes), 0, true}}));
  for (const auto& path : {folder.put("a.pmx", text_of(bytes)), folder.put("a.zip", zipped)}) {
    const LoadedModel loaded = load(path);
    const auto damage = std::find_if(
        loaded.diagnostics.begin(), loaded.diagnostics.end(),
        [](const Diagnostic& d) { return d.what.find("parent out of range") != std::string::npos; });
    ASSERT_NE(damage, loaded.diagnostics.end()) << said(loaded.diagnostics);
    ASSERT_TRUE(damage->offset);
    const std::string name = b.text("second").bytes;
    EXPECT_EQ(as_text(bytes).substr(*damage->offset + 4, name.size()), name);
    EXPECT_THAT(damage->file, HasSubstr("a."));
  }
}

TEST(LoadPose, ErrorsAndWarningsNameTheFile) {
  const TemporaryFolder folder;
  const std::string head = "Vocaloid Pose Data file\r\n\r\nx.osm;\r\n1;\r\n\r\n";
  const auto good = folder.put("good.vpd", head + "Bone0{a\r\n 0,0,0;\r\n 0,0,0,0;\r\n}\r\n");
  const auto loaded = load_pose(good);
  ASSERT_TRUE(loaded) << describe(loaded.error());
  ASSERT_FALSE(loaded->diagnostics.empty());
  EXPECT_THAT(loaded->diagnostics[0].file, HasSubstr("good.vpd"));
  const auto bad = load_pose(folder.put("bad.vpd", head + "Bone0{a\r\n 0,zero,0;\r\n 0,0,0,1;\r\n}\r\n"));
  ASSERT_FALSE(bad);
  EXPECT_THAT(bad.error().file, HasSubstr("bad.vpd"));
  EXPECT_TRUE(bad.error().line);
  const auto missing = load_pose(folder.path() / "missing.vpd");
  ASSERT_FALSE(missing);
  EXPECT_THAT(missing.error().file, HasSubstr("missing.vpd"));
}

TEST(Recognise, KnowsMotionsAndPmd) {
  EXPECT_EQ(recognise(vmd::write(test::full_motion()).value()), FileKind::motion);
  EXPECT_EQ(recognise(as_byte_span(pmd_text())), FileKind::model);
}

TEST(LoadModel, LoadsPmdsWithSharedOrOwnToons) {
  test::TemporaryFolder folder;
  const auto path = folder.put("model.pmd", pmd_text());
  const auto loaded = load_model(path, true);
  ASSERT_TRUE(loaded) << loaded.error().what;
  EXPECT_EQ(loaded->model->bone_count(), 10u);
  EXPECT_EQ(loaded->model->materials[1].shared_toon, 2);  // toon03.bmp
  folder.put("toon03.bmp", "not a picture, but there");
  const auto own = load_model(path, false);
  ASSERT_TRUE(own);
  EXPECT_EQ(own->model->materials[1].shared_toon, none);
  EXPECT_NE(own->model->materials[1].toon_texture, none);
}

TEST(LoadModel, WarnsAboutADamagedPmdTail) {
  test::TemporaryFolder folder;
  const std::string text = pmd_text();
  const auto path = folder.put("model.pmd", text.substr(0, text.size() - 10));
  const auto loaded = load_model(path, false);
  ASSERT_TRUE(loaded);
  ASSERT_FALSE(loaded->diagnostics.empty());
  EXPECT_THAT(loaded->diagnostics.front().what, HasSubstr("joints"));
  EXPECT_THAT(loaded->diagnostics.front().file, HasSubstr("model.pmd"));
}

TEST(LoadMotion, NamesItsFile) {
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

TEST(Camera, MotionCameraMayRoll) {
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
  // An orbit makes it upright again.
  orbit(camera, 0.1f, 0.0f);
  EXPECT_NEAR((view_matrix(camera) * vec4(0, 1, 0, 0)).x, 0.0f, 1e-5f);
  // An up direction along the view is ignored.
  camera.up = vec3(camera.target - camera.eye);
  EXPECT_TRUE(std::isfinite((view_matrix(camera) * vec4(0, 1, 0, 0)).x));
}

}  // namespace
}  // namespace mmd
