#include <algorithm>
#include <fstream>

#include <gmock/gmock.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/cli/program.h"
#include "tests/support/archive_samples.h"
#include "tests/support/image_samples.h"

namespace mmd::test {
namespace {

/// Runs `make` in a process of its own: a program that is started later inherits this one's peak memory.
template <class Make>
void in_a_child(Make make) {
  const pid_t child = ::fork();
  ASSERT_GE(child, 0);
  if (child == 0) {
    make();
    ::_exit(0);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(child, &status, 0), child);
  ASSERT_EQ(status, 0);
}

class Memory : public ProgramTest {
 protected:
  void expect_modest(const char* what, pmx::File (*make)()) {
    const std::string path = in_folder("big.pmx");
    in_a_child([&] {
      pmx::File file = make();
      file.header.index_sizes = pmx::smallest_index_sizes(file);
      const auto bytes = pmx::write(file);
      std::ofstream(path_from_utf8(path), std::ios::binary) << as_text(*bytes);
    });
    const std::size_t size = std::filesystem::file_size(path_from_utf8(path));
    ASSERT_GT(size, 1000u);
    const std::size_t limit = (std::size_t{66} << 20) + 16 * size;
    for (const char* command : {"info", "bones"}) {
      Invocation run;
      run.output_file = "/dev/null";
      const Outcome outcome = mmdview({command, path}, run);
      EXPECT_EQ(outcome.status, 0) << what << ' ' << outcome.err;
      EXPECT_LE(outcome.peak_bytes, limit) << what << ' ' << command << ": file " << size;
    }
  }
};

TEST_F(Memory, IsProportionalToTheModelFile) {
  const std::pair<const char*, pmx::File (*)()> models[] = {
      {"200 000 vertices", [] { return large_model(200'000); }},
      {"deep chain",
       [] {
         FileBuilder b;
         for (std::int32_t i = 0; i < 100'000; ++i) b.bone("b", i - 1);
         return b.file;
       }},
      {"chains that all turn the root",
       [] {
         FileBuilder b;
         const auto root = b.bone("root"), tip = b.bone("tip", root);
         for (std::int32_t i = 0; i < 2500; ++i) {
           b.append(b.bone("u", root), root, 1.0f);
           b.ik(b.bone("g", root), tip, {root});
         }
         return b.file;
       }},
      {"long chains",
       [] {
         FileBuilder b;
         const auto root = b.bone("root"), tip = b.bone("tip", root);
         const std::vector<std::int32_t> links(1000, root);
         for (std::int32_t i = 0; i < 1000; ++i) b.ik(b.bone("g", root), tip, links);
         return b.file;
       }},
      {"leaves of a trunk, without and with a link at its root",
       [] {
         FileBuilder b;
         constexpr std::int32_t depth = 15'000;
         for (std::int32_t i = 0; i < depth; ++i) b.bone("trunk", i - 1);
         std::vector<std::int32_t> links;
         for (int i = 0; i < 250; ++i) links.push_back(b.bone("leaf", depth - 1));
         for (int c = 0; c < 10; ++c) b.ik(b.bone("goal"), links[0], links);
         links.push_back(0);
         for (int c = 0; c < 10; ++c) b.ik(b.bone("goal"), links[0], links);
         return b.file;
       }},
      {"a line of bones, each with a chain",
       [] {
         FileBuilder b;
         constexpr std::int32_t count = 1000;
         std::vector<std::int32_t> links;
         for (std::int32_t i = 0; i < count; ++i) {
           if (b.bone("b", i - 1) < 16) links.push_back(i);
         }
         for (std::int32_t i = 0; i < count; ++i) b.ik(i, count - 1, links);
         return b.file;
       }},
      {"morphs, textures, frames",
       [] {
         FileBuilder b;
         for (int i = 0; i < 40'000; ++i) {
           b.morph<pmx::VertexOffset>("", pmx::MorphType::vertex, {});
           b.texture("");
           b.file.display_frames.emplace_back();
         }
         return b.file;
       }},
      {"as many as are taken",
       [] {
         FileBuilder b;
         for (int i = 0; i < 1 << 17; ++i) {
           b.morph<pmx::GroupOffset>("", pmx::MorphType::group, {});
           b.texture("");
           b.file.display_frames.emplace_back();
         }
         return b.file;
       }},
      {"materials", [] {
         FileBuilder b;
         b.file.materials.resize(1'000'000);
         return b.file;
       }}};
  for (const auto& [what, make] : models) expect_modest(what, make);
}

TEST_F(Memory, ManyEmptyElementsAreRefused) {
  const std::string_view header("PMX \0\0\0\x40\x08\1\0\1\1\1\1\1\1", 17);
  const std::string no_texts(4 * 4, '\0'), no_geometry(2 * 4, '\0');
  const std::string textures("\xc0\xc6\x2d\0", 4);  // 3 000 000
  const std::string path = put("empty.pmx", std::string(header) + no_texts + no_geometry + textures +
                                                std::string(4 * 3'000'000, '\0'));
  const Outcome outcome = mmdview({"info", path});
  expect_failure(outcome, 1);
  EXPECT_NE(outcome.err.find("textures: 3000000 declared, the limit is 131072"), std::string::npos)
      << outcome.err;
  EXPECT_LE(outcome.peak_bytes, std::size_t{64} << 20);
}

/// A ZIP of a model that shows these textures, each as large as an archive of its size may hold.
std::string bomb_of_textures(const std::vector<ZipFile>& textures) {
  FileBuilder b;
  b.bone("センター");
  for (const ZipFile& texture : textures) {
    b.square({0, 10, 0}, 5);
    b.material("服").texture = b.texture(texture.raw_name);
  }
  std::vector<ZipFile> files = textures;
  files.push_back({"m.pmx", std::string(as_text(b.bytes()))});
  return std::string(as_text(zip_file(files)));
}

/// A BMP of 24 bits without anything on it, which packs a thousand times smaller than it is.
std::string empty_bmp(int side) {
  std::string out(as_text(bmp24_file({1, 1, {{0, 0, 0, 255}}})));
  for (const std::size_t at : {18, 22}) std::memcpy(out.data() + at, &side, 4);
  return out + std::string(static_cast<std::size_t>(side) * static_cast<std::size_t>(side) * 3, '\0');
}

TEST_F(Memory, IsBoundedForHighlyCompressedTextures) {
  const std::string path = in_folder("bomb.zip");
  in_a_child([&] {
    std::vector<ZipFile> textures;
    for (int i = 0; i < 30; ++i) textures.push_back({std::to_string(i) + ".bmp", empty_bmp(1670), 0, true});
    put("bomb.zip", bomb_of_textures(textures));
    textures = {{"one.bmp", empty_bmp(9000), 0, true}};
    put("one.zip", bomb_of_textures(textures));
    textures = {{"a.bmp", empty_bmp(4096), 0, true}, {"b.bmp", empty_bmp(4095), 0, true}};
    put("two.zip", bomb_of_textures(textures));
  });
  for (const std::string& file : {path, in_folder("one.zip"), in_folder("two.zip")}) {
    const std::size_t size = std::filesystem::file_size(path_from_utf8(file));
    ASSERT_LT(size, std::size_t{1} << 20) << file;
    for (const char* command : {"info", "check", "bones"}) {
      const Outcome outcome = mmdview({command, file});
      EXPECT_EQ(outcome.status, 0) << command << outcome.err << outcome.out;
      EXPECT_LE(outcome.peak_bytes, (std::size_t{64} << 20) + 16 * size) << file << ' ' << command;
    }
    const Outcome thumbnail = mmdview({"thumbnail", file, in_folder("t.png"), "-s", "64"});
    EXPECT_EQ(thumbnail.status, 0) << thumbnail.err;
    EXPECT_LE(thumbnail.peak_bytes, std::size_t{300} << 20) << file;
  }
}

TEST_F(Memory, CheckHoldsOneTextureAtATime) {
  in_a_child([&] {
    Image image;
    image.width = image.height = 6000;
    image.rgba.assign(std::size_t{4} * 6000 * 6000, 100);
    for (const char* name : {"t.png", "u.png"}) put(name, as_text(*encode_png(image)));
    FileBuilder b;
    b.bone("センター");
    b.square({0, 10, 0}, 5);
    b.material("服").texture = b.texture("t.png");
    b.square({0, 10, 5}, 5);
    b.material("髪").texture = b.texture("u.png");
    put("m.pmx", as_text(b.bytes()));
  });
  const std::size_t size = content("t.png").size();
  ASSERT_LT(size, std::size_t{1} << 20);
  const Outcome outcome = mmdview({"check", in_folder("m.pmx")});
  EXPECT_EQ(outcome.status, 0) << outcome.out;
  EXPECT_LE(outcome.peak_bytes, (std::size_t{64} << 20) + std::size_t{4} * 6000 * 6000);
}

TEST_F(Memory, GrowsByThePixelsOfALargePicture) {
  const std::string figure = std::string(MMDVIEW_SOURCE_DIR) + "/samples/figure/figure.pmx";
  const Outcome shot = mmdview({"shot", figure, "-o", in_folder("o.png"), "--size", "4096x4096"});
  EXPECT_EQ(shot.status, 0) << shot.err;
  const std::size_t pixels = std::size_t{4096} * 4096 * 4;
  EXPECT_LE(shot.peak_bytes, (std::size_t{300} << 20) + 3 * pixels)
      << "averaged, packed, and the shadow's map";
}

TEST_F(Memory, IsBoundedForWaitingRequestsAndTheirFiles) {
  constexpr std::size_t waiting = 30, bytes = std::size_t{32} << 20;
  put("walk.vmd", "Vocaloid Motion Data 0002" + std::string(bytes, '\0'));
  std::string lines;
  for (std::size_t i = 0; i < waiting; ++i)
    lines += "{\"model\": \"" + model + "\", \"files\": [\"" + in_folder("walk.vmd") +
             "\"], \"options\": {\"size\": \"1024x1024\"}}\n";
  Invocation run;
  run.input = lines;
  const Outcome done = mmdview({"serve"}, run);
  EXPECT_EQ(done.status, 0) << done.err;
  EXPECT_EQ(std::count(done.out.begin(), done.out.end(), '\n'), static_cast<std::ptrdiff_t>(waiting));
  EXPECT_LE(done.peak_bytes, (std::size_t{200} << 20) + (std::size_t{64} << 20) + 3 * bytes)
      << "what waits, one that waits for room there, and one that is answered, twice while it is read";
}

TEST_F(Memory, IsBoundedForALargeTextureFile) {
  FileBuilder b;
  b.bone("センター");
  b.square({0, 10, 0}, 5);
  b.material("服").texture = b.texture("t.bmp");
  const std::string path = put("m.pmx", as_text(b.bytes()));
  std::filesystem::resize_file(path_from_utf8(put("t.bmp", empty_bmp(4))), std::uint64_t{2} << 30);
  const Outcome check = mmdview({"check", path});
  EXPECT_EQ(check.status, 0) << check.out;
  EXPECT_LE(check.peak_bytes, std::size_t{64} << 20);
  const Outcome shot = mmdview({"shot", path, "-o", in_folder("o.png"), "--size", "64x64"});
  EXPECT_EQ(shot.status, 0) << shot.err;
  EXPECT_LE(shot.peak_bytes, std::size_t{300} << 20);
}

TEST_F(Memory, IsSmallForPicturesThatClaimMorePixelsThanTheyHold) {
  std::string bmp = empty_bmp(4);
  for (const std::size_t at : {18, 22}) std::memcpy(bmp.data() + at, "\0\x40\0", 4);
  bmp.resize(40'000);
  std::string packed_bmp = bmp.substr(0, 2000), os2_bmp = bmp;
  packed_bmp[28] = 8;  // bits
  packed_bmp[30] = 1;  // run-length encoded
  os2_bmp[10] = 26;    // pixels
  os2_bmp[14] = 12;    // a header of other fields
  for (const std::size_t at : {18, 20}) std::memcpy(os2_bmp.data() + at, "\0\x40", 2);
  std::memcpy(os2_bmp.data() + 22, "\1\0\x18\0", 4);  // planes, bits
  std::string packed_tga(18, '\0');
  packed_tga[2] = 10;
  packed_tga[13] = packed_tga[15] = 0x40;
  packed_tga[16] = 24;
  for (int i = 0; i < 10'000; ++i) packed_tga += "\xff\1\2\3";
  for (const std::string& picture : {bmp, packed_bmp, os2_bmp, packed_tga}) {
    FileBuilder b;
    b.bone("センター");
    b.square({0, 10, 0}, 5);
    b.material("服").texture = b.texture("t.bin");
    const std::string path = put("m.pmx", as_text(b.bytes()));
    put("t.bin", picture);
    const Outcome outcome = mmdview({"export", path, "-o", in_folder("o.glb"), "--force"});
    EXPECT_EQ(outcome.status, 0) << outcome.err;
    EXPECT_THAT(outcome.err, testing::HasSubstr("truncated"));
    EXPECT_LE(outcome.peak_bytes, std::size_t{128} << 20) << outcome.err;
  }
}

TEST_F(Memory, IsSmallForATinyFileWithHugeCounts) {
  const Bytes bytes = small_model().bytes();
  for (std::size_t at = 17; at + 4 < bytes.size(); at += 23) {
    Bytes hostile = bytes;
    const std::int32_t most = 0x7fffffff;
    std::memcpy(hostile.data() + at, &most, 4);
    const Outcome outcome = mmdview({"info", put("h.pmx", as_text(hostile))});
    EXPECT_EQ(outcome.signal, 0);
    EXPECT_LE(outcome.peak_bytes, std::size_t{64} << 20) << "at " << at;
  }
}

TEST_F(Memory, DevicesAreRefusedBeforeReading) {
  for (const char* device : {"/dev/zero", "/dev/random"})
    for (const char* command : {"info", "bones"}) {
      const Outcome outcome = mmdview({command, device});
      expect_failure(outcome, 1);
      EXPECT_THAT(outcome.err, testing::HasSubstr("is a device"));
      EXPECT_LT(outcome.peak_bytes, std::size_t{64} << 20);
    }
}

TEST_F(Memory, ReadsOnlyTheStartOfALargeUnknownFile) {
  const std::string file = put("large.pmx", "nothing");
  std::filesystem::resize_file(path_from_utf8(file), std::uintmax_t{3} << 30);  // no blocks behind it
  const Outcome outcome = mmdview({"info", file});
  expect_failure(outcome, 1);
  EXPECT_LT(outcome.peak_bytes, std::size_t{64} << 20);
}

}  // namespace
}  // namespace mmd::test
