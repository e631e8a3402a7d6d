#include "app/stage/morph_list.h"

#include <cmath>
#include <limits>

#include <gmock/gmock.h>

#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

std::shared_ptr<const Model> model() {
  test::FileBuilder b;
  b.file.name = b.text("モデル");
  for (const char* morph : {"まばたき", "笑い", "ウィンク"}) {
    const auto i = b.morph<pmx::VertexOffset>(morph, pmx::MorphType::vertex, {});
    b.file.morphs[static_cast<std::size_t>(i)].panel = 2;
  }
  b.file.morphs[1].name_english = b.text("Smile");
  return b.model();
}

TEST(ListedMorphs, AreFilteredByUseFavouriteAndSearch) {
  const auto shown = model();
  const std::vector<float> weights{0.0f, 0.5f, -0.25f};
  LibraryStore library;
  MorphPanelState state;
  EXPECT_THAT(listed_morphs(*shown, 2, state, weights, library), ElementsAre(0, 1, 2));
  state.listed = MorphsListed::in_use;
  EXPECT_THAT(listed_morphs(*shown, 2, state, weights, library), ElementsAre(1, 2));
  state.search = "SMILE";
  EXPECT_THAT(listed_morphs(*shown, 2, state, weights, library), ElementsAre(1));
  state.search.clear();
  state.listed = MorphsListed::favourites;
  EXPECT_THAT(listed_morphs(*shown, 2, state, weights, library), IsEmpty());
  ASSERT_TRUE(library.set_favourite_morph(shown->name, "ウィンク", true));
  EXPECT_THAT(listed_morphs(*shown, 2, state, weights, library), ElementsAre(2));
  EXPECT_THAT(listed_morphs(*shown, 1, state, weights, library), IsEmpty());
}

TEST(ListedMorphs, KeepTheMorphBeingEdited) {
  const auto shown = model();
  const std::vector<float> weights(3, 0.0f);
  LibraryStore library;
  MorphPanelState state;
  state.listed = MorphsListed::in_use;
  state.held = 0;
  state.typed = 2;
  EXPECT_THAT(listed_morphs(*shown, 2, state, weights, library), ElementsAre(0, 2));
}

TEST(UsableWeight, RejectsExtremeNumbers) {
  for (const float weight : {0.0f, 1.0f, -0.5f, 3.0f}) EXPECT_TRUE(is_usable_weight(weight));
  for (const float weight : {std::nanf(""), std::numeric_limits<float>::infinity(), 1e7f})
    EXPECT_FALSE(is_usable_weight(weight));
}

}  // namespace
}  // namespace mmd
