#include "document/sample.h"

#include <gmock/gmock.h>

#include "scene/load.h"
#include "tests/assets/temporary_folder.h"

namespace mmd {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using testing::SizeIs;

TEST(Sample, IsFoundBesideTheProgram) {
  const auto files = sample_files(sample_folders(program_folder()));
  ASSERT_THAT(files, SizeIs(2));
  EXPECT_TRUE(load_model(path_from_utf8(files[0]), false));
  EXPECT_TRUE(load_pose(path_from_utf8(files[1])));
}

TEST(Sample, PrefersTheInstalledSample) {
  const test::TemporaryFolder folder;
  EXPECT_THAT(sample_files(std::vector<std::filesystem::path>{folder.path(), folder.path() / "missing"}),
              IsEmpty());
  const auto model = folder.put("share/mmdview/samples/figure/figure.pmx", "").make_preferred();
  std::filesystem::create_directory(folder.path() / "bin");
  EXPECT_THAT(sample_files(sample_folders(folder.path() / "bin")), ElementsAre(to_utf8(model)));
}

TEST(Sample, ContainsAllFilesInItsFolders) {
  const std::vector<std::string> sample{"s/figure/figure.pmx", "s/poses/peace.vpd"};
  EXPECT_TRUE(is_sample("s/poses/wave.vpd", sample));
  EXPECT_FALSE(is_sample("own/wave.vpd", sample));
  EXPECT_FALSE(is_sample("s/poses/wave.vpd", {}));
}

}  // namespace
}  // namespace mmd
