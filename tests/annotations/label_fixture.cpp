#include "tests/annotations/label_fixture.h"

#include <cstdlib>
#include <filesystem>
#include <string>

#include "document/framing.h"
#include "document/loaded_figure.h"
#include "document/pose_sampler.h"

namespace mmd::test {

Actor& LabelTest::add_figure(std::string_view pose, int width, int height) {
  const std::filesystem::path samples = std::filesystem::path(MMDVIEW_SOURCE_DIR) / "samples";
  auto document = load_document({(samples / "figure" / "figure.pmx").string(),
                                 (samples / "poses" / (std::string(pose) + ".vpd")).string()},
                                {}, true);
  EXPECT_TRUE(document.has_value()) << (document ? "" : describe(document.error()));
  if (!document) std::abort();
  PoseSampler sampler(std::make_shared<const LoadedFigure>(*document));
  Actor& actor = add(document->loaded.model, document->loaded.textures);
  const PosedState& state = pose_actor(sampler, 0.0, {}, actor);
  actor.evaluate();
  scene_.camera = camera_for({}, state, scene_, static_cast<float>(width) / static_cast<float>(height));
  return actor;
}

LabelSource LabelTest::look(std::string_view labels, int width, int height) {
  Labeller labeller;
  auto source = labeller.look(*renderer_, scene_, parse_labels(labels).value(), width, height);
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

}  // namespace mmd::test
