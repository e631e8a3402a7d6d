#include "library/shelf_order.h"

#include <gmock/gmock.h>

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const ShelfEntries entries = {
    {"0", "Ｓｔａｎｄ ピース", "", 30, 0},
    {"1", "stand2", "立ち", 10, 0},
    {"2", "座り", "座り", 40, 0},
    {"3", "sit", "", 20, 0},
};

std::vector<EntryFacts> facts() {
  return {{80, false, false}, {100, false, true}, {90, false, false}, {70, false, true}};
}

TEST(EntriesShown, AreAllInTheListingsOrder) {
  EXPECT_THAT(entries_shown(entries, facts(), {}), ElementsAre(0, 1, 2, 3));
}

TEST(EntriesShown, AreSearchedInNameAndFolderWhateverCaseAndWidth) {
  const auto search = [&](const char* text) { return entries_shown(entries, facts(), {text}); };
  EXPECT_THAT(search("STAND"), ElementsAre(0, 1));
  EXPECT_THAT(search("ｓｔａｎｄ"), ElementsAre(0, 1));
  EXPECT_THAT(search("ﾋﾟｰｽ"), ElementsAre(0)) << "half-width";
  EXPECT_THAT(search("立ち"), ElementsAre(1)) << "the folder";
  EXPECT_THAT(search("立ち　2"), ElementsAre(1)) << "both words";
  EXPECT_THAT(search("stand sit"), IsEmpty());
  EXPECT_THAT(search("  "), ElementsAre(0, 1, 2, 3));
}

TEST(EntriesShown, AreSorted) {
  EXPECT_THAT(entries_shown(entries, facts(), {"", ShelfSort::newest}), ElementsAre(2, 0, 3, 1));
  EXPECT_THAT(entries_shown(entries, facts(), {"", ShelfSort::coverage}), ElementsAre(1, 2, 0, 3));
  EXPECT_THAT(entries_shown(entries, facts(), {"", ShelfSort::favourites}), ElementsAre(1, 3, 0, 2));
  EXPECT_THAT(entries_shown(entries, facts(), {"", ShelfSort::name, true}), ElementsAre(1, 3));
}

TEST(EntriesShown, EndWithThoseForAnotherModelAndThenBrokenOnes) {
  auto known = facts();
  known[0].broken = true;
  known[1].coverage = foreign_coverage - 1;
  for (const auto sort : {ShelfSort::name, ShelfSort::coverage, ShelfSort::newest})
    EXPECT_THAT(entries_shown(entries, known, {"", sort}), ElementsAre(testing::_, testing::_, 1, 0));
  known[3].coverage = -1;
  EXPECT_THAT(entries_shown(entries, known, {}), ElementsAre(2, 3, 1, 0))
      << "not known yet is no other model's";
}

}  // namespace
}  // namespace mmd
