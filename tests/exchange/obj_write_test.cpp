#include "exchange/obj_write.h"

#include <sstream>

#include <gmock/gmock.h>

#include "tests/exchange/exchanged.h"

namespace mmd {
namespace {

using test::BuiltFile;
using test::Exchanged;
using test::FileBuilder;
using test::sample;
using ::testing::HasSubstr;

/// The positions that an OBJ names, in its order, MMD units.
std::vector<glm::dvec3> positions_of(const std::string& obj) {
  std::vector<glm::dvec3> out;
  std::istringstream lines(obj);
  for (std::string line; std::getline(lines, line);) {
    if (line.compare(0, 2, "v ") != 0) continue;
    std::istringstream numbers(line.substr(2));
    glm::dvec3 v;
    numbers >> v.x >> v.y >> v.z;
    out.push_back(v / 0.08);
  }
  return out;
}

TEST(ObjWrite, HasThePosedVertices) {
  const Exchanged e({sample("features/features.pmx"), sample("features/features.vpd")}, ExchangeShape::posed);
  const auto positions = positions_of(write_obj(e.model, "out").obj);
  std::size_t at = 0;
  for (const ExchangePart& part : e.model.parts)
    for (const std::uint32_t vertex : part.vertices) {
      ASSERT_LT(at, positions.size());
      EXPECT_LT(glm::length(positions[at++] - glm::dvec3(e.actor->posed_positions()[vertex])), 1e-4);
    }
  EXPECT_EQ(at, positions.size());
}

TEST(ObjWrite, NamesThatItsFormatCannotHoldAreMadeOneWord) {
  FileBuilder b;
  b.bone("首");
  b.square({0, 1, 0}, 1);
  b.material("髪 #1");
  const BuiltFile file;
  const Exchanged e({file.put(b)}, ExchangeShape::posed);
  const ObjFiles made = write_obj(e.model, "my figure");
  EXPECT_EQ(made.mtl_name, "my_figure.mtl");
  EXPECT_THAT(made.obj, HasSubstr("mtllib my_figure.mtl\n"));
  EXPECT_THAT(made.obj, HasSubstr("usemtl 1_髪__1\n"));
  EXPECT_THAT(made.mtl, HasSubstr("newmtl 1_髪__1\n"));
  EXPECT_THAT(made.obj, HasSubstr("f 1//1 2//2 3//3\n"));
}

}  // namespace
}  // namespace mmd
