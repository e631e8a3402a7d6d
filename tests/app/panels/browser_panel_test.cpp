#include <gmock/gmock.h>

#include "app/panels/panels.h"

namespace mmd {
namespace {

using testing::ElementsAre;

TEST(ThumbnailSide, GrowsWithTheText) {
  EXPECT_EQ(thumbnail_side(1.0f), 128);
  EXPECT_EQ(thumbnail_side(1.5f), 192);
  EXPECT_EQ(thumbnail_side(2.0f), 256);
  EXPECT_EQ(thumbnail_side(0.5f), 128);
  EXPECT_EQ(thumbnail_side(4.0f), 256);
}

TEST(PlanTiles, HasAsManyColumnsAsFitAndAtLeastOne) {
  EXPECT_EQ(plan_tiles(500.0f, 100.0f, 120.0f).columns, 5u);
  EXPECT_EQ(plan_tiles(499.0f, 100.0f, 120.0f).columns, 4u);
  EXPECT_EQ(plan_tiles(10.0f, 100.0f, 120.0f).columns, 1u);
  const TileGrid grid = plan_tiles(300.0f, 100.0f, 120.0f);
  EXPECT_EQ(grid.rows(0), 0u);
  EXPECT_EQ(grid.rows(3), 1u);
  EXPECT_EQ(grid.rows(4), 2u);
}

TEST(EntryDetails, NameTheModelOfAPoseAndMissingBones) {
  const AssetLibraryEntry entry{"f/a.vpd", "a", "立ち", 0, 0};
  EXPECT_THAT(entry_details(entry, {}, nullptr, Language::english), ElementsAre("a", "立ち"));
  EntryReport report;
  report.coverage = 75;
  report.named = 4;
  report.missing = {"左ひざ"};
  report.made_for = "初音ミク.osm";
  EXPECT_THAT(entry_details(entry, {75, false, false}, &report, Language::english),
              ElementsAre("a", "立ち", "made for: 初音ミク.osm",
                          "75 % of its bones and morphs are in this model", "not in this model: 左ひざ"));
  EXPECT_THAT(entry_details(entry, {75, false, false}, &report, Language::japanese)[2],
              "対象モデル: 初音ミク.osm");
  EntryReport broken;
  broken.problem = make_error("the file is empty");
  EXPECT_THAT(entry_details({"f/a.vpd", "a", "", 0, 0}, {-1, true, false}, &broken, Language::english),
              ElementsAre("a", "cannot be used: the file is empty"));
}

}  // namespace
}  // namespace mmd
