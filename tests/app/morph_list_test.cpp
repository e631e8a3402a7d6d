#include "app/morph_list.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>

#include "tests/assets/temporary_folder.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::shared_ptr<const Model> model(const char* name = "モデル") {
  test::FileBuilder b;
  b.file.name = b.text(name);
  for (const char* morph : {"まばたき", "笑い", "ウィンク"}) {
    const auto i = b.morph<pmx::VertexOffset>(morph, pmx::MorphType::vertex, {});
    b.file.morphs[static_cast<std::size_t>(i)].panel = 2;
  }
  b.file.morphs[1].name_english = b.text("Smile");
  return b.model();
}

TEST(ListedMorphs, AreThoseInUseOrTheFavouritesAmongThoseSearchedFor) {
  const auto shown = model();
  const std::vector<float> weights{0.0f, 0.5f, -0.25f};
  MorphPanelState state;
  EXPECT_THAT(listed_morphs(*shown, 2, state, weights), ElementsAre(0, 1, 2));
  state.listed = MorphsListed::in_use;
  EXPECT_THAT(listed_morphs(*shown, 2, state, weights), ElementsAre(1, 2));
  state.search = "SMILE";
  EXPECT_THAT(listed_morphs(*shown, 2, state, weights), ElementsAre(1));
  state.search.clear();
  state.listed = MorphsListed::favourites;
  EXPECT_THAT(listed_morphs(*shown, 2, state, weights), IsEmpty());
  ASSERT_TRUE(state.favourites.set(*shown, 2, true));
  EXPECT_THAT(listed_morphs(*shown, 2, state, weights), ElementsAre(2));
  EXPECT_THAT(listed_morphs(*shown, 1, state, weights), IsEmpty());
}

TEST(ListedMorphs, OneThatIsBeingDraggedOrTypedStays) {
  const auto shown = model();
  const std::vector<float> weights(3, 0.0f);
  MorphPanelState state;
  state.listed = MorphsListed::in_use;
  state.held = 0;
  state.typed = 2;
  EXPECT_THAT(listed_morphs(*shown, 2, state, weights), ElementsAre(0, 2));
}

TEST(FavouriteMorphs, AreKeptByTheNamesOfModelAndMorphAndThoseOfTwoWindowsAddUp) {
  const test::TemporaryFolder folder;
  const auto file = folder.path() / "mmdview" / "favourite-morphs";
  const auto first = model(), other = model("別");
  FavouriteMorphs one(file), two(file);
  ASSERT_TRUE(one.set(*first, 0, true));
  ASSERT_TRUE(two.set(*first, 1, true));
  const FavouriteMorphs again(file);
  EXPECT_TRUE(again.has(*first, 0) && again.has(*first, 1));
  EXPECT_FALSE(again.has(*first, 2));
  EXPECT_FALSE(again.has(*other, 0));
  EXPECT_TRUE(again.has(*model(), 0)) << "the model may have been loaded again";
  ASSERT_TRUE(one.set(*first, 0, false));
  EXPECT_FALSE(FavouriteMorphs(file).has(*first, 0));
  EXPECT_TRUE(FavouriteMorphs(file).has(*first, 1));
}

TEST(UsableWeight, IsAnyThatAMotionCouldHave) {
  for (const float weight : {0.0f, 1.0f, -0.5f, 3.0f}) EXPECT_TRUE(is_usable_weight(weight));
  for (const float weight : {std::nanf(""), std::numeric_limits<float>::infinity(), 1e7f})
    EXPECT_FALSE(is_usable_weight(weight));
}

}  // namespace
}  // namespace mmd
