#include "app/actions/file_chooser.h"

#include <gmock/gmock.h>

#include "app/panels/panels.h"
#include "tests/app/background_news.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/process.h"

namespace mmd {
namespace {

using testing::ElementsAre;

class FileChooserTest : public testing::Test {
 protected:
  FileChooserTest() {
    for (const char* name : {"a.pmx", "b.pmx", "c.vpd", "deep/d.pmx"}) folder.put(name, "");
  }
  void list(const std::string& place) {
    chooser.list(place);
    news.wait_for(chooser);
  }
  std::string shown() const {
    std::string out;
    for (const std::size_t i : chooser.found()) out += chooser.listing().entries[i].name + " ";
    return out;
  }
  std::string in(const char* name) const { return to_utf8(folder.path() / name); }

  test::TemporaryFolder folder;
  const std::string root = to_utf8(folder.path());
  test::BackgroundNews news;
  FileChooser chooser{news.teller()};
};

TEST_F(FileChooserTest, ListsFoldersAndOpensFiles) {
  list(root);
  EXPECT_EQ(shown(), "deep a.pmx b.pmx c.vpd ");
  const auto into = chooser.choose(0), open = chooser.choose(1);
  ASSERT_TRUE(into && open);
  EXPECT_EQ(into->id, ActionId::list_files);
  EXPECT_EQ(std::get<std::string>(into->value), in("deep"));
  EXPECT_EQ(open->id, ActionId::open_files);
  EXPECT_THAT(std::get<std::vector<std::string>>(open->value), ElementsAre(in("a.pmx")));
  EXPECT_FALSE(chooser.choose(9));
}

TEST_F(FileChooserTest, EnterOpensATypedPath) {
  list(in("deep"));
  const auto entered = [&](const std::string& typed) {
    chooser.set_search(typed);
    const auto action = chooser.enter();
    if (!action) return std::string("nothing");
    const bool folder = action->id == ActionId::list_files;
    return folder ? "list " + std::get<std::string>(action->value)
                  : "open " + std::get<std::vector<std::string>>(action->value).front();
  };
  EXPECT_EQ(entered(root), "list " + root);
  EXPECT_EQ(entered(root + "/"), "list " + root);
  EXPECT_EQ(entered("  " + in("b.pmx") + " "), "open " + in("b.pmx"));
  EXPECT_EQ(entered("'" + in("b.pmx") + "'"), "open " + in("b.pmx"));
  EXPECT_EQ(entered("\"" + in("b.pmx") + "\""), "open " + in("b.pmx"));
  EXPECT_EQ(entered(in("gone.pmx")), "open " + in("gone.pmx")) << "opening says why it cannot";
  EXPECT_EQ(entered("../b.pmx"), "open " + in("b.pmx"));
  EXPECT_EQ(entered(".."), "list " + root);
  EXPECT_EQ(entered("/"), "list /");
  EXPECT_EQ(entered("d.p"), "open " + in("deep/d.pmx")) << "a search";
  EXPECT_EQ(entered("nothing like it"), "nothing");
  folder.put("deep/e.txt", "");
  EXPECT_EQ(entered("e.txt"), "open " + in("deep/e.txt")) << "a file that is not listed";
  const test::EnvironmentVariable home("HOME", root.c_str());
  EXPECT_EQ(entered("~"), "list " + root);
  EXPECT_EQ(entered("~/deep"), "list " + in("deep"));
  EXPECT_EQ(entered("~/a.pmx"), "open " + in("a.pmx"));
}

TEST_F(FileChooserTest, BeginsInTheFolderOfTheModelUntilTheUserGoesElsewhere) {
  chooser.begin_in(root);
  news.wait_for(chooser);
  chooser.begin_in(in("deep"));
  news.wait_for(chooser);
  EXPECT_EQ(chooser.listing().place, in("deep"));
  list(root);
  chooser.begin_in(in("deep"));
  EXPECT_FALSE(chooser.busy());
  EXPECT_EQ(chooser.listing().place, root);
}

TEST_F(FileChooserTest, GoingUpMarksTheFolderLeft) {
  list(in("deep"));
  const auto up = chooser.go_up();
  ASSERT_TRUE(up);
  list(std::get<std::string>(up->value));
  EXPECT_EQ(chooser.listing().place, root);
  EXPECT_EQ(chooser.marked(), 0u);
  EXPECT_EQ(chooser.listing().entries[chooser.found()[chooser.marked()]].name, "deep");
  list("/");
  EXPECT_FALSE(chooser.go_up());
}

TEST_F(FileChooserTest, SearchingMarksTheFirstMatch) {
  list(root);
  chooser.move(2);
  EXPECT_EQ(chooser.marked(), 2u);
  chooser.move(100);
  EXPECT_EQ(chooser.marked(), 3u);
  chooser.move(-100);
  EXPECT_EQ(chooser.marked(), 0u);
  chooser.set_search("B.");
  EXPECT_EQ(shown(), "b.pmx ");
  EXPECT_EQ(chooser.marked(), 0u);
  chooser.set_search("nothing");
  chooser.move(1);
  EXPECT_FALSE(chooser.choose(chooser.marked()));
  list(root);
  EXPECT_EQ(chooser.search(), "") << "another place is not searched for the same";
}

TEST_F(FileChooserTest, ListsTheLastOfSeveralRequests) {
  chooser.list(root);
  chooser.list("/");
  chooser.list(in("deep"));
  news.wait_for(chooser);
  EXPECT_EQ(chooser.listing().place, in("deep"));
}

std::string named(const std::vector<std::string>& files) {
  std::string out;
  for (const RecentName& name : recent_names(files)) out += name.text() + "|";
  return out;
}

TEST(FilePanel, NamesARecentModelWithItsFolderOrArchive) {
  EXPECT_EQ(named({"/models/ミク/miku.pmx", "/models/all.zip/a.pmx", "a\nb.pmx"}),
            "miku.pmx  (ミク)|a.pmx  (all.zip)|a b.pmx|");
}

TEST(FilePanel, TellsRecentModelsOfEqualNamesApartByTheirFolders) {
  EXPECT_EQ(named({"/a/miku.pmx", "/b/miku.pmx"}), "miku.pmx  (a)|miku.pmx  (b)|");
  EXPECT_EQ(named({"/old/miku/miku.pmx", "/new/miku/miku.pmx", "/new/len/len.pmx"}),
            "miku.pmx  (old/miku)|miku.pmx  (new/miku)|len.pmx  (len)|");
  EXPECT_EQ(named({"/miku/miku.pmx", "/x/miku/miku.pmx"}), "miku.pmx  (miku)|miku.pmx  (x/miku)|");
}

}  // namespace
}  // namespace mmd
