// Where no thread can be started, work is done on the calling thread.

#include <gtest/gtest.h>

#include "document/loader.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/archive_samples.h"
#include "tests/support/figure.h"
#include "tests/support/image_samples.h"
#include "tests/support/no_threads.h"

namespace mmd {
namespace {

class WithoutThreads : public testing::Test {
 protected:
  /// A figure whose first materials have a texture each.
  static pmx::File textured_figure() {
    pmx::File file = test::figure();
    for (std::size_t i = 0; i < 3; ++i) {
      file.textures.push_back(pmx::from_utf8(std::to_string(i) + ".png", file.header.encoding));
      file.materials[i].texture = static_cast<std::int32_t>(i);
    }
    return file;
  }
  static std::string texture() { return std::string(as_text(test::png_file({1, 1, {{255, 0, 0, 255}}}))); }
  void expect_loaded(const std::string& name) const {
    int wakes = 0;
    Loader loader(load_files, [&] { ++wakes; });
    LoadRequest request;
    request.files = {name};
    loader.start(std::move(request));
    EXPECT_TRUE(loader.busy());
    EXPECT_GT(wakes, 0);
    const auto outcome = loader.take();
    ASSERT_TRUE(outcome && outcome->result);
    EXPECT_FALSE(loader.busy());
    for (const auto& image : *outcome->result->document.loaded.textures) EXPECT_NE(image, nullptr);
  }

  const test::TemporaryFolder folder;
  const test::NoThreads none;
};

TEST_F(WithoutThreads, LoadModelsFromFoldersAndArchives) {
  const auto model = pmx::write(textured_figure());
  ASSERT_TRUE(model);
  std::vector<test::ZipFile> files{{"figure.pmx", std::string(as_text(*model))}};
  for (const char* name : {"0.png", "1.png", "2.png"}) files.push_back({name, texture()});
  for (const test::ZipFile& file : files) folder.put(file.raw_name, file.content);
  folder.put("figure.zip", as_text(test::zip_file(files)));
  for (const char* name : {"figure.pmx", "figure.zip"}) expect_loaded(to_utf8(folder.path() / name));
}

}  // namespace
}  // namespace mmd
