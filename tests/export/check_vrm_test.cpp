#include "export/check_vrm.h"

#include <gmock/gmock.h>

#include "model/model.h"
#include "tests/support/body.h"

namespace mmd {
namespace {

using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::Field;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// The findings of a rule about a body; `change`: changes its file.
template <class Change>
std::vector<Finding> found(std::string_view rule, const Change& change, const TextureSizes& size_of = {}) {
  pmx::File file = test::body();
  change(file);
  Findings findings;
  check_for_vrm(build_model(std::move(file)).model, findings, size_of);
  return test::of_rule(findings.list(), rule);
}

template <class Change>
std::vector<std::string> said_of_materials(const Change& change) {
  std::vector<std::string> out;
  for (const Finding& finding : found("vrm-materials", change)) out.push_back(finding.what);
  return out;
}

TEST(CheckForVrm, ListsMaterialsWhoseSphereMapsGetLost) {
  const auto said = [](SphereMode mode) {
    return said_of_materials([&](pmx::File& file) {
      file.textures = {pmx::from_utf8("sphere.png", file.header.encoding)};
      file.materials[0].sphere_texture = 0;
      file.materials[0].sphere_mode = static_cast<std::uint8_t>(mode);
    });
  };
  EXPECT_THAT(said(SphereMode::multiply), Contains(HasSubstr("sphere maps that multiply: material")));
  EXPECT_THAT(said(SphereMode::sub_texture), Contains(HasSubstr("second textures (sub-texture): material")));
  EXPECT_TRUE(said(SphereMode::add).empty()) << "a VRM has these";
  EXPECT_TRUE(said(SphereMode::off).empty());
}

TEST(CheckForVrm, ListsInvisibleMaterials) {
  EXPECT_THAT(said_of_materials([](pmx::File& file) { file.materials[0].diffuse.a = 0.0f; }),
              Contains(HasSubstr("invisible materials are left out: material")));
  EXPECT_TRUE(said_of_materials([](pmx::File&) {}).empty());
}

TEST(CheckForVrm, ListsLinesAndPoints) {
  for (const auto flag : {pmx::material_lines, pmx::material_points})
    EXPECT_THAT(
        said_of_materials([&](pmx::File& file) {
          file.materials[0].flags = static_cast<std::uint8_t>(file.materials[0].flags | flag);
        }),
        ElementsAre(HasSubstr("lines and points are left out: material"), HasSubstr("no visible faces")));
}

TEST(CheckForVrm, TellsThatNothingIsVisible) {
  EXPECT_THAT(said_of_materials([](pmx::File& file) { file.materials[0].diffuse.a = 0.0f; }),
              Contains(HasSubstr("no visible faces")));
}

TEST(CheckForVrm, WantsTheLeftLegOnTheLeft) {
  EXPECT_THAT(found("vrm-bones", [](pmx::File&) {}), IsEmpty());
  EXPECT_THAT(found("vrm-bones",
                    [](pmx::File& file) {
                      for (pmx::Bone& bone : file.bones) bone.position.x *= -1.0f;
                    }),
              ElementsAre(Field(&Finding::what, HasSubstr("the left leg is not to the left"))));
}

TEST(CheckForVrm, ListsNamesThatUniVrmDoesNotExport) {
  const auto long_names = [](std::size_t material, std::size_t texture, std::size_t model) {
    return found("vrm-names", [&](pmx::File& file) {
      const auto text = [&](std::size_t length) {
        return pmx::from_utf8(std::string(length, 'n'), file.header.encoding);
      };
      file.materials[0].name = text(material);
      file.textures = {pmx::from_utf8("tex/" + std::string(texture, 't'), file.header.encoding)};
      file.name = text(model);
    });
  };
  EXPECT_THAT(long_names(64, 64, 48), IsEmpty());
  EXPECT_THAT(long_names(65, 65, 49),
              ElementsAre(AllOf(Field(&Finding::section, "materials"), Field(&Finding::element, 0u)),
                          AllOf(Field(&Finding::section, "textures"), Field(&Finding::element, 0u)),
                          Field(&Finding::what, HasSubstr("the model's name"))));
}

TEST(CheckForVrm, ListsTexturesThatUniVrmShrinks) {
  const auto of_width = [](int width) {
    return found(
        "vrm-textures",
        [](pmx::File& file) { file.textures = {pmx::from_utf8("large.png", file.header.encoding)}; },
        [=](const std::string&) {
          return ImageSize{width, 16};
        });
  };
  EXPECT_THAT(of_width(8192), IsEmpty());
  EXPECT_THAT(of_width(8193), ElementsAre(AllOf(Field(&Finding::section, "textures"),
                                                Field(&Finding::what, HasSubstr("8192 pixels")),
                                                Field(&Finding::name, "large.png"))));
}

}  // namespace
}  // namespace mmd
