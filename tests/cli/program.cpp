#include "tests/cli/program.h"

#include <fstream>
#include <regex>
#include <sstream>

namespace mmd::test {

Outcome mmdview(Words arguments, Invocation run) {
  run.arguments = std::move(arguments);
  const auto same_everywhere = environment_of_pictures(MMDVIEW_SOURCE_DIR);
  run.environment.insert(run.environment.begin(), same_everywhere.begin(), same_everywhere.end());
  return run_program(MMDVIEW_PROGRAM, run);
}

FileBuilder small_model() {
  FileBuilder b;
  b.bone("センター");
  b.bone("腕", 0, {2, 0, 0});
  b.bone("腕捩", 0, {-2, 0, 0});
  b.file.bones[1].name_english = b.text("arm");
  b.file.bones[2].name_english = b.text("arm twist");
  b.append(2, 1, 1.0f);
  b.square({2, 0, 0}, 1, 1);
  b.square({-2, 0, 0}, 1, 2);
  b.material();
  b.morph<pmx::VertexOffset>("広げる", pmx::MorphType::vertex, {{1, {2, 0, 0}}});
  b.file.morphs[0].name_english = b.text("spread");
  return b;
}

std::string vpd_text(const std::string& blocks) {
  return "Vocaloid Pose Data file\r\n\r\nx.osm;\r\n1;\r\n\r\n" + blocks;
}

ProgramTest::ProgramTest() {
  model = put("モデル 1.pmx", as_text(small_model().bytes()));
  pose = put("ポーズ 1.vpd", vpd_text("Bone0{腕\r\n  0,0,0;\r\n  0,0,0.6,0.8;\r\n}\r\n"));
  other_pose = put("ポーズ 2.vpd", vpd_text("Bone0{腕\r\n  0,3,0;\r\n  0,0,0,1;\r\n}\r\n"));
}

std::string bytes_in(const std::filesystem::path& file) {
  std::ifstream in(file, std::ios::binary);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

void expect_messages(const Outcome& outcome) {
  static const std::regex form("(mmdview: (error|warning|note): \\S.*|  hint: \\S.*)");
  std::istringstream lines(outcome.err);
  for (std::string line; std::getline(lines, line);) EXPECT_TRUE(std::regex_match(line, form)) << line;
}

void expect_failure(const Outcome& outcome, int status) {
  EXPECT_EQ(outcome.status, status) << "signal " << outcome.signal << "\n" << outcome.err;
  EXPECT_EQ(outcome.out, "");
  EXPECT_NE(outcome.err.find("mmdview: error: "), std::string::npos) << outcome.err;
  expect_messages(outcome);
}

Image decoded(std::string_view png) {
  auto image = decode_image(as_byte_span(png));
  EXPECT_TRUE(image) << (image ? "" : describe(image.error()));
  return image ? std::move(*image) : Image{};
}

int covered_pixels(const Image& image) {
  int count = 0;
  for (std::size_t i = 3; i < image.rgba.size(); i += 4) count += image.rgba[i] > 127;
  return count;
}

}  // namespace mmd::test
