#include "export/check_vrm.h"

#include <gmock/gmock.h>

#include "model/model.h"
#include "tests/support/body.h"

namespace mmd {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

/// What is said about the materials of a body; `change`: changes its file.
template <class Change>
std::vector<std::string> said_of_materials(const Change& change) {
  pmx::File file = test::body();
  change(file);
  Findings findings;
  check_for_vrm(build_model(std::move(file)).model, findings);
  std::vector<std::string> out;
  for (const Finding& finding : findings.list())
    if (finding.rule == "vrm-materials") out.push_back(finding.what);
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

}  // namespace
}  // namespace mmd
