#include "export/obj_write.h"

#include <sstream>

#include <gmock/gmock.h>

#include "tests/export/exchanged.h"
#include "tests/support/image_samples.h"

namespace mmd {
namespace {

using test::add_square;
using test::BuiltFile;
using test::Exchanged;
using test::FileBuilder;
using test::sample;
using ::testing::HasSubstr;

/// Positions of an OBJ in its order, MMD units.
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

TEST(ObjWrite, WritesPosedVertices) {
  const Exchanged e({sample("features/features.pmx"), sample("features/features.vpd")}, ExchangeShape::posed);
  const auto positions = positions_of(write_obj(e.model, "out").value().obj);
  std::size_t at = 0;
  for (const ExchangePart& part : e.model.parts)
    for (const std::uint32_t vertex : part.vertices) {
      ASSERT_LT(at, positions.size());
      EXPECT_LT(glm::length(positions[at++] - glm::dvec3(e.actor->posed_positions()[vertex])), 1e-4);
    }
  EXPECT_EQ(at, positions.size());
}

TEST(ObjWrite, EscapesNames) {
  FileBuilder b;
  add_square(b, "髪 #1");
  add_square(b, "a\\");
  const Exchanged e(b, ExchangeShape::posed);
  const ObjFiles made = write_obj(e.model, "my figure").value();
  EXPECT_EQ(made.mtl_name, "my_figure.mtl");
  EXPECT_THAT(made.obj, HasSubstr("mtllib my_figure.mtl\n"));
  EXPECT_THAT(made.obj, HasSubstr("usemtl 1_髪__1\n"));
  EXPECT_THAT(made.mtl, HasSubstr("newmtl 1_髪__1\n"));
  EXPECT_THAT(made.obj, HasSubstr("usemtl 2_a_\nf ")) << "no line continuation";
  EXPECT_THAT(made.obj, HasSubstr("f 1//1 2//2 3//3\n"));
}

TEST(ObjWrite, WritesAlphaAsASeparatePicture) {
  FileBuilder b;
  add_square(b).texture = b.texture("t.png");
  const BuiltFile file;
  file.folder.put("t.png", as_text(test::png_file(test::gradient(4, 4, true))));
  const Exchanged e({file.put(b)}, ExchangeShape::posed);
  const ObjFiles made = write_obj(e.model, "out").value();
  EXPECT_THAT(made.mtl, HasSubstr("map_Kd out_1.png\nmap_d out_1_alpha.png\n"));
  ASSERT_EQ(made.pictures.size(), 2u);
  const auto colour = decode_image(made.pictures[0].bytes), alpha = decode_image(made.pictures[1].bytes);
  ASSERT_TRUE(colour && alpha);
  EXPECT_FALSE(alpha->has_alpha);
  for (std::size_t i = 0; i < 64; i += 4) EXPECT_EQ(alpha->rgba[i + 1], colour->rgba[i + 3]);
}

}  // namespace
}  // namespace mmd
