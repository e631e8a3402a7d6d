#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "commands/commands.h"
#include "tests/assets/temporary_folder.h"
#include "tests/commands/ran.h"
#include "tests/support/format_samples.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using test::Ran;
using test::TemporaryFolder;
using Json = nlohmann::json;

Ran info(const std::filesystem::path& file, OutputFormat format) {
  Options options;
  options.command = Command::info;
  options.format = format;
  options.files = {to_utf8(file)};
  return test::ran(run_info, options);
}

TEST(Info, CountsTheElementsOfAModel) {
  const TemporaryFolder folder;
  const pmx::File file = test::full_featured();
  const auto path = folder.put("m.pmx", as_text(*pmx::write(file)));
  const Ran ran = info(path, OutputFormat::json);
  ASSERT_EQ(ran.status, 0) << ran.err;
  EXPECT_EQ(ran.err, "") << "a sound model, and textures are not looked for";
  const Json j = Json::parse(ran.out);
  EXPECT_EQ(j.at("kind"), "model");
  EXPECT_EQ(j.at("name"), file.utf8(file.name));
  EXPECT_EQ(j.at("version"), "2.1");
  EXPECT_EQ(j.at("vertices"), file.vertices.size());
  EXPECT_EQ(j.at("triangles"), file.indices.size() / 3);
  EXPECT_EQ(j.at("bones"), file.bones.size());
  EXPECT_EQ(j.at("ik_chains"), 1);
  EXPECT_EQ(j.at("append_bones"), 2);
  EXPECT_EQ(j.at("materials").size(), file.materials.size());
  ASSERT_EQ(j.at("morphs").size(), file.morphs.size());
  std::vector<std::string> kinds;
  for (const Json& m : j["morphs"]) kinds.push_back(m["kind"]);
  for (const char* kind : {"group", "vertex", "bone", "uv", "material", "flip", "impulse"})
    EXPECT_THAT(kinds, ::testing::Contains(kind));
  EXPECT_EQ(j.at("rigid_bodies"), file.rigid_bodies.size());
  EXPECT_EQ(j.at("rigid_body_modes"), Json({{"follows_bone", 1}, {"dynamic", 1}, {"dynamic_rotation", 1}}));
  EXPECT_EQ(j.at("joints"), file.joints.size());
  EXPECT_EQ(j.at("weight_types").at("sdef"), 2);
  EXPECT_LE(j.at("bounds").at("min").at(2), j.at("bounds").at("max").at(2));
}

TEST(Info, ShowsAPose) {
  const TemporaryFolder folder;
  const auto path =
      folder.put("p.vpd",
                 "Vocaloid Pose Data file\n\n初音.osm;\n1;\n\nBone0{右腕\n 0,0,0;\n 0,0,0,1;\n}\n"
                 "Morph0{あ\n 0.5;\n}\n");
  const Json j = Json::parse(info(path, OutputFormat::json).out);
  EXPECT_EQ(j.at("kind"), "pose");
  EXPECT_EQ(j.at("name"), "初音.osm");
  EXPECT_EQ(j.at("encoding"), "UTF-8");
  EXPECT_EQ(j.at("bones").at(0), "右腕");
  EXPECT_EQ(j.at("morphs").at(0).at("weight"), 0.5);
}

TEST(Info, GivesJsonForNamesThatAreNotUtf8) {
  const TemporaryFolder folder;
  test::FileBuilder b;
  b.file.name.bytes = "\xff\xfe\x80";
  const Ran ran = info(folder.put("m.pmx", as_text(b.bytes())), OutputFormat::json);
  EXPECT_TRUE(Json::accept(ran.out)) << ran.out;
}

}  // namespace
}  // namespace mmd
