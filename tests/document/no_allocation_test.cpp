// Counts heap allocations: a frame of a playing motion makes none.

#include <gtest/gtest.h>

#include "document/pose_sampler.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/allocation_count.h"
#include "tests/support/format_samples.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

TEST(PoseSamplerMemory, SamplesAMotionWithoutAllocating) {
  test::FileBuilder b;
  b.bone("a");
  b.bone("b", 0);
  b.bone("goal");
  b.ik(2, 1, {0});
  b.morph<pmx::VertexOffset>("m", pmx::MorphType::vertex, {{0, {1, 0, 0}}});
  b.square({0, 0, 0}, 1);
  b.material();
  vmd::File file = vmd::empty_file("m");
  for (std::uint32_t frame = 0; frame < 600; frame += 10) {
    file.bones.push_back(test::bone_key("a", frame, {static_cast<float>(frame % 3), 0, 0}));
    file.morphs.push_back(test::morph_key("m", frame, frame % 20 == 0 ? 0.0f : 1.0f));
  }
  file.properties.push_back({0, 1, {{vmd::name_from<20>("goal"), 0}}});
  file.properties.push_back({300, 1, {{vmd::name_from<20>("goal"), 1}}});
  const test::TemporaryFolder folder;
  const auto put = [&](const char* name, const Bytes& bytes) {
    return to_utf8(folder.put(name, as_text(bytes)));
  };
  const auto document =
      load_document({put("model", b.bytes()), put("motion", vmd::write(file).value())}, {}, true);
  ASSERT_TRUE(document);
  PoseSampler sampler(std::make_shared<const LoadedFigure>(*document));
  sampler.set_morphs({{0, 0.5f}});
  Actor actor(document->loaded.model, document->loaded.textures);
  const Evaluation choice;
  const auto show = [&](double frame) {
    pose_actor(sampler, frame, choice, actor);
    actor.evaluate();
  };
  show(0.0);
  show(599.0);

  const std::size_t before = test::allocation_count();
  ASSERT_GT(before, 0u) << "the counter does not count";
  for (double frame = 0.0; frame < 600.0; frame += 0.7) show(frame);
  for (const double frame : {5.0, 580.0, 0.0}) show(frame);
  EXPECT_EQ(test::allocation_count(), before);
}

}  // namespace
}  // namespace mmd
