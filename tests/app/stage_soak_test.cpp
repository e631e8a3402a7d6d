// A hundred thousand random actions on the stage, without a window.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include <gtest/gtest.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

#include "app/stage/stage.h"
#include "base/errors.h"
#include "tests/edit/random_commands.h"

namespace mmd {
namespace {

constexpr int actions = 100000;

/// Allocated bytes; 0 if the system does not tell, and with sanitizers, which find leaks themselves.
std::size_t allocated() {
#if defined(__GLIBC__)
  return mallinfo2().uordblks;
#else
  return 0;
#endif
}

class Soak {
 public:
  Soak() {
    stage_.show(loaded(true));
    EXPECT_TRUE(stage_.find_named());
    stage_.refresh();
  }

  void act() {
    using Act = void (Soak::*)();
    static constexpr std::array<Act, 17> acts{
        &Soak::figures, &Soak::edit,   &Soak::edit,   &Soak::edit, &Soak::edit, &Soak::undo,
        &Soak::undo,    &Soak::redo,   &Soak::go_to,  &Soak::drag, &Soak::show, &Soak::evaluation,
        &Soak::look,    &Soak::morphs, &Soak::camera, &Soak::open, &Soak::rare};
    (this->*acts[random_() % acts.size()])();
    stage_.refresh();
  }

  /// Checks that poses are finite and fit their model, and that undoing all steps and redoing them restores
  /// the state.
  void check() {
    const Actor& actor = *stage_.actor();
    ASSERT_EQ(actor.shared_model(), stage_.document()->loaded.model);
    ASSERT_EQ(stage_.figure()->edited->rotation.size(), actor.model().bone_count());
    for (std::size_t bone = 0; bone < actor.model().bone_count(); ++bone) {
      const vec3 at = translation_of(actor.bone_in_scene(static_cast<std::int32_t>(bone)));
      ASSERT_TRUE(std::isfinite(at.x) && std::isfinite(at.y) && std::isfinite(at.z)) << bone;
    }
    std::map<std::uint64_t, Figure> now;
    for (const Figure* figure : stage_.figures()) now.emplace(figure->number, *figure);
    const std::uint64_t active = stage_.figure()->number;
    const std::size_t position = stage_.history().position();
    while (stage_.history().can_undo()) stage_.undo();
    ASSERT_TRUE(stage_.go_to_step(position));
    ASSERT_EQ(stage_.figures().size(), now.size());
    // What is shown and which figure is active are no undo steps.
    for (const Figure* figure : stage_.figures()) {
      const Figure& before = now.at(figure->number);
      ASSERT_TRUE(test::same_bits(*figure->edited, *before.edited));
      ASSERT_EQ(figure->ik_chains, before.ik_chains);
    }
    stage_.activate(active);
  }

  int edits() const { return edits_; }

 private:
  Loaded loaded(bool new_model) {
    Loaded out;
    out.new_model = new_model;
    LoadedFigure& document = out.document;
    document.model_file = "puppet.pmx";
    document.loaded.model = new_model ? test::puppet() : stage_.document()->loaded.model;
    document.loaded.textures = std::make_shared<const TextureSet>();
    document.pose = test::random_pose(random_, *document.loaded.model);
    PoseLayer layer;
    layer.file = "pose" + std::to_string(random_() % 5) + ".vpd";
    layer.source = std::make_shared<const LoadedPose>();
    document.poses.push_back(std::move(layer));
    return out;
  }
  void edit() {
    ++edits_;
    ASSERT_TRUE(stage_.edit(test::random_command(random_, *stage_.model())));
  }
  void undo() { stage_.undo(); }
  void redo() { stage_.redo(); }
  void go_to() {
    const std::size_t steps = stage_.history().size();
    ASSERT_TRUE(stage_.go_to_step(random_() % (steps + 1)));
  }
  void drag() {
    stage_.begin_gesture();
    for (std::size_t moves = random_() % 5; moves > 0; --moves) {
      edit();
      stage_.refresh();
    }
    if (random_() % 3 == 0) return stage_.cancel_gesture();
    stage_.end_gesture();
  }
  void show() { stage_.show(static_cast<Shows>(random_() % 3)); }
  void evaluation() {
    Evaluation& choice = stage_.arrangement().evaluation;
    choice.append = random_() % 4 != 0;
    choice.ik = random_() % 4 != 0;
    choice.morphs = random_() % 4 != 0;
    std::vector<std::int32_t> hidden(random_() % 2, static_cast<std::int32_t>(random_() % 3));
    stage_.hide_materials(std::move(hidden));
    stage_.changed(Dirty::pose);
    stage_.note_look("evaluation");
  }
  void look() {
    stage_.arrangement().look.edge = random_() % 2 == 0;
    stage_.arrangement().light.colour = vec3(0.5f);
    stage_.changed(Dirty::look);
    stage_.note_look("look");
  }
  void morphs() {
    const auto count = static_cast<std::uint32_t>(stage_.model()->morphs.size());
    ASSERT_TRUE(stage_.edit(edit::SetMorph{static_cast<std::int32_t>(random_() % count), 0.25f}));
  }
  void camera() {
    stage_.choose_view(static_cast<View>(random_() % 10));
    stage_.frame_camera(1.5f);
  }
  void open() { stage_.show(loaded(false)); }
  /// Adds, removes, moves, hides or activates a figure.
  void figures() {
    const auto list = stage_.figures();
    const std::uint64_t any = list[random_() % list.size()]->number;
    switch (random_() % 5) {
      case 0:
        if (list.size() < 3) stage_.add(std::move(loaded(true).document), true);
        return;
      case 1:
        return stage_.remove(any);
      case 2:
        return stage_.place(any, vec3(static_cast<float>(random_() % 20), 0.0f, 1.0f));
      case 3:
        return stage_.set_shown(any, random_() % 2 == 0);
      default:
        return stage_.activate(any);
    }
  }
  /// Opens another model, or reloads the files.
  void rare() {
    if (random_() % 32 != 0) return;
    if (random_() % 2 == 0) {
      stage_.show(loaded(true));
      ASSERT_TRUE(stage_.find_named());
    } else {
      ASSERT_TRUE(stage_.show_again(loaded(true)));
      ASSERT_TRUE(stage_.find_named());
    }
  }

  Stage stage_{Options()};
  std::mt19937 random_{20};
  int edits_ = 0;
};

TEST(StageSoak, RandomActionsKeepASoundPoseAndConstantMemory) {
  Soak soak;
  std::size_t max_in_first_half = 0, max_in_second_half = 0;
  for (int i = 0; i < actions; ++i) {
    soak.act();
    ASSERT_FALSE(testing::Test::HasFatalFailure()) << "action " << i;
    if (i % 500 != 0) continue;
    soak.check();
    ASSERT_FALSE(testing::Test::HasFatalFailure()) << "after action " << i;
    std::size_t& most = i < actions / 2 ? max_in_first_half : max_in_second_half;
    most = std::max(most, allocated());
  }
  EXPECT_GT(soak.edits(), actions / 4);
  EXPECT_LE(max_in_second_half, max_in_first_half + (std::size_t{4} << 20));
}

}  // namespace
}  // namespace mmd
