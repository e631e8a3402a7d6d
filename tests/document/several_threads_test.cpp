// Several threads show one document at once, as batches do; each has bones, bodies and vertices of its own.

#include <array>
#include <memory>
#include <thread>
#include <vector>

#include <gtest/gtest.h>

#include "document/simulation.h"

namespace mmd {
namespace {

/// Two of them the same.
constexpr std::array<double, 4> first_frames{0.0, 40.0, 90.0, 40.0};

/// The vertices at a few frames from that one on, with physics.
std::vector<vec3> shown_from(const LoadedFigure& document, double first_frame) {
  Scene scene;
  scene.actors.push_back(std::make_unique<Actor>(document.loaded.model, std::make_shared<TextureSet>()));
  PoseSampler sampler(std::make_shared<const LoadedFigure>(document));
  PhysicsChoice physics;
  physics.first_frame = first_frame;
  Simulation simulation(scene, sampler, {}, physics);
  std::vector<vec3> out;
  for (const double frame : {first_frame, first_frame + 1.0, first_frame + 4.5}) {
    simulation.show(frame);
    const auto positions = scene.actors[0]->posed_positions();
    out.insert(out.end(), positions.begin(), positions.end());
  }
  return out;
}

TEST(SeveralThreads, ShowADocumentLikeASingleThread) {
  const std::string samples = std::string(MMDVIEW_SOURCE_DIR) + "/samples/";
  const auto document =
      load_document({samples + "figure/figure.pmx", samples + "motions/song.vmd"}, {}, false);
  ASSERT_TRUE(document) << describe(document.error());
  std::array<std::vector<vec3>, first_frames.size()> at_once;
  std::vector<std::thread> threads;
  for (std::size_t i = 0; i < first_frames.size(); ++i)
    threads.emplace_back([&, i] { at_once[i] = shown_from(*document, first_frames[i]); });
  for (std::thread& thread : threads) thread.join();
  for (std::size_t i = 0; i < first_frames.size(); ++i)
    EXPECT_EQ(at_once[i], shown_from(*document, first_frames[i])) << "from frame " << first_frames[i];
  EXPECT_NE(at_once[0], at_once[1]);
}

}  // namespace
}  // namespace mmd
