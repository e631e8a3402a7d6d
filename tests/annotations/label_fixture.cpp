#include "tests/annotations/label_fixture.h"

#include <cstdlib>
#include <filesystem>

#include <glm/gtc/matrix_inverse.hpp>

#include "document/document.h"
#include "document/framing.h"
#include "document/pose_sampler.h"

namespace mmd::test {
namespace {

glm::dmat4 matrix_of(const nlohmann::json& rows) {
  glm::dmat4 out(1.0);
  for (int row = 0; row < static_cast<int>(rows.size()); ++row)
    for (int column = 0; column < static_cast<int>(rows[static_cast<std::size_t>(row)].size()); ++column)
      out[column][row] = rows[static_cast<std::size_t>(row)][static_cast<std::size_t>(column)].get<double>();
  return out;
}

}  // namespace

Actor& LabelTest::add_figure(std::string_view pose, int width, int height) {
  const std::filesystem::path samples = std::filesystem::path(MMDVIEW_SOURCE_DIR) / "samples";
  auto document = load_document({(samples / "figure" / "figure.pmx").string(),
                                 (samples / "poses" / (std::string(pose) + ".vpd")).string()},
                                {}, true);
  EXPECT_TRUE(document.has_value()) << (document ? "" : describe(document.error()));
  if (!document) std::abort();
  PoseSampler sampler(*document);
  const PosedState state = sampler.sample(0.0);
  Actor& actor = add(document->loaded.model, document->loaded.textures);
  apply_state(state, {}, actor);
  scene_.camera = camera_for({}, state, scene_, static_cast<float>(width) / static_cast<float>(height));
  return actor;
}

LabelSource LabelTest::look(std::string_view labels, int width, int height) {
  Labeller labeller(parse_labels(labels).value());
  auto source = labeller.look(*renderer_, scene_, width, height);
  EXPECT_TRUE(source.has_value()) << (source ? "" : describe(source.error()));
  return source ? std::move(*source) : LabelSource{};
}

Bytes LabelTest::bytes_of(const LabelSource& source, std::string_view suffix) {
  auto files = label_files(source, {"a.png"});
  EXPECT_TRUE(files.has_value()) << (files ? "" : describe(files.error()));
  if (!files) return {};
  for (LabelFile& file : *files)
    if (file.suffix == suffix) return std::move(file.bytes);
  ADD_FAILURE() << "no " << suffix;
  return {};
}

glm::dvec2 by_opencv(const nlohmann::json& frame, const glm::dvec3& point, bool orthographic) {
  const glm::dmat4 k = matrix_of(frame["opencv"]["intrinsics"]);
  const glm::dvec3 p(matrix_of(frame["opencv"]["world_to_camera"]) * glm::dvec4(point, 1.0));
  const double depth = orthographic ? 1.0 : p.z;
  return glm::dvec2(glm::dmat3(k) * glm::dvec3(p.x / depth, p.y / depth, 1.0));
}

glm::dvec2 by_opengl(const nlohmann::json& frame, const glm::dvec3& point) {
  const glm::dvec4 clip =
      matrix_of(frame["opengl"]["projection"]) * matrix_of(frame["opengl"]["view"]) * glm::dvec4(point, 1.0);
  const glm::dvec2 size(frame["w"].get<double>(), frame["h"].get<double>());
  return (glm::dvec2(clip.x, -clip.y) / clip.w * 0.5 + 0.5) * size;
}

glm::dvec2 by_nerf(const nlohmann::json& frame, const glm::dvec3& point, bool orthographic) {
  const glm::dvec4 z_up(point.x, -point.z, point.y, 1.0);
  const glm::dvec3 p(glm::inverse(matrix_of(frame["transform_matrix"])) * z_up);
  const double depth = orthographic ? 1.0 : -p.z;
  return {frame["cx"].get<double>() + frame["fl_x"].get<double>() * p.x / depth,
          frame["cy"].get<double>() - frame["fl_y"].get<double>() * p.y / depth};
}

glm::dvec2 middle_of(const Image& image) {
  glm::dvec2 sum(0.0);
  double weight = 0.0;
  for (int y = 0; y < image.height; ++y) {
    for (int x = 0; x < image.width; ++x) {
      const double alpha = pixel(image, x, y)[3];
      sum += alpha * (glm::dvec2(x, y) + 0.5);
      weight += alpha;
    }
  }
  return sum / weight;
}

}  // namespace mmd::test
