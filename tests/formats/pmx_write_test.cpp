#include <bit>
#include <filesystem>

#include <gmock/gmock.h>

#include "formats/pmx.h"
#include "tests/formats/file_checks.h"
#include "tests/support/format_samples.h"

namespace mmd::pmx {
namespace {

using testing::HasSubstr;

constexpr std::array<std::uint8_t, 3> sizes = {1, 2, 4};

void expect_identical_round_trip(const test::SampleOptions& options) {
  const Bytes first = write(test::full_featured(options)).value();
  const auto file = read(first);
  ASSERT_TRUE(file) << file.error().what;
  EXPECT_EQ(write(*file).value(), first);
}

TEST(PmxWrite, RoundTripsEveryVersionEncodingAndUvCount) {
  for (const float version : {2.0f, 2.1f}) {
    for (const auto encoding : {TextEncoding::utf16le, TextEncoding::utf8}) {
      for (std::uint8_t uvs = 0; uvs <= 4; ++uvs) {
        for (const std::uint8_t size : sizes)
          expect_identical_round_trip({version, encoding, uvs, {size, size, size, size, size, size}});
      }
    }
  }
}

TEST(PmxWrite, RoundTripsEveryCombinationOfIndexSizes) {
  for (int i = 0; i < 3 * 3 * 3 * 3 * 3 * 3; ++i) {
    int rest = i;
    const auto next = [&rest] {
      const std::uint8_t size = sizes[static_cast<std::size_t>(rest % 3)];
      rest /= 3;
      return size;
    };
    test::SampleOptions options;
    for (std::uint8_t IndexSizes::*size : {&IndexSizes::vertex, &IndexSizes::texture, &IndexSizes::material,
                                           &IndexSizes::bone, &IndexSizes::morph, &IndexSizes::rigid_body}) {
      options.index_sizes.*size = next();
    }
    expect_identical_round_trip(options);
  }
}

TEST(PmxWrite, KeepsNanPayloadsInvalidTextAndOddBytes) {
  File file = test::full_featured();
  const float nan = std::bit_cast<float>(0xffa12345u);
  const float signalling = std::bit_cast<float>(0x7f812345u);
  file.vertices.position[0].x = nan;
  file.vertices.weights[1][0] = signalling;
  file.vertices.sdef[0].c.y = signalling;
  file.bones[0].position.z = signalling;
  file.joints[0].spring_rotation.x = nan;
  file.name.bytes = "\xd8";  // half a UTF-16 unit
  file.comment.bytes = std::string("\x00\xdc\x41\x00", 4);
  file.bones[6].ik.links[1].has_limits = 0x80;
  file.materials[0].sphere_mode = 77;
  file.header.extra_globals = {9, 8, 7};
  file.trailing = Bytes(5, std::byte{0xee});
  file.morphs[0].panel = 200;
  const Bytes first = write(file).value();
  const auto again = read(first);
  ASSERT_TRUE(again) << again.error().what;
  EXPECT_EQ(write(*again).value(), first);
  EXPECT_EQ(again->trailing.size(), 5u);
  EXPECT_EQ(again->header.extra_globals, (std::vector<std::uint8_t>{9, 8, 7}));
  EXPECT_EQ(again->bones[6].ik.links[1].has_limits, 0x80);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(float{again->vertices.position[0].x}), 0xffa12345u);
}

TEST(PmxWrite, RejectsInconsistentFiles) {
  const std::pair<const char*, void (*)(File&)> cases[] = {
      // Indices beyond their size.
      {"bones: element 3: bone index 300 does not fit into 1 bytes",
       [](File& file) { file.bones[3].parent = 300; }},
      {"face indices: element 2: vertex index 256", [](File& file) { file.indices[2] = 256; }},
      {"shared toon 256", [](File& file) { file.materials[0].toon = 256; }},
      // Arrays of different lengths.
      {"vertices: 1 sdef entries, 2 needed", [](File& file) { file.vertices.sdef.pop_back(); }},
      {"additional_uv", [](File& file) { file.vertices.additional_uv.pop_back(); }},
      {"weights", [](File& file) { file.vertices.weights.pop_back(); }},
      {"morphs: element 0", [](File& file) { file.morphs[0].type = MorphType::bone; }},
      {"soft bodies", [](File& file) { file.header.version = 2.0f; }},
      // Headers that no reader accepts.
      {"index size 3", [](File& file) { file.header.index_sizes.bone = 3; }},
      {"version 1", [](File& file) { file.header.version = 1.0f; }},
  };
  for (const auto& [what, change] : cases) {
    File file = test::full_featured();
    change(file);
    const auto written = write(file);
    ASSERT_FALSE(written) << what;
    EXPECT_THAT(written.error().what, HasSubstr(what));
  }
  File file = test::full_featured();
  file.bones[3].parent = 300;
  EXPECT_FALSE(write(file).error().hint.empty());
}

TEST(PmxWrite, SmallestIndexSizesFitTheCounts) {
  struct Case {
    std::size_t count;
    std::uint8_t as_vertices, as_bones;
  };
  for (const Case& one : {Case{0, 1, 1}, Case{127, 1, 1}, Case{128, 1, 2}, Case{255, 1, 2}, Case{256, 2, 2},
                          Case{32767, 2, 2}, Case{32768, 2, 4}, Case{65535, 2, 4}, Case{65536, 4, 4}}) {
    File file;
    file.vertices.position.resize(one.count);
    file.bones.resize(one.count);
    EXPECT_EQ(smallest_index_sizes(file).vertex, one.as_vertices) << one.count;
    EXPECT_EQ(smallest_index_sizes(file).bone, one.as_bones) << one.count;
    EXPECT_EQ(smallest_index_sizes(file).morph, 1);
  }
}

TEST(PmxWrite, GivesBackRealFilesByteForByte) {
  const std::filesystem::path folder =
      std::filesystem::path(MMDVIEW_SOURCE_DIR) / "../shared/conformance/models";
  if (!std::filesystem::exists(folder)) GTEST_SKIP() << "no models beside the checkout";
  test::for_each_file(folder, ".pmx", [](const std::string& bytes) {
    const auto file = read(as_byte_span(bytes));
    ASSERT_TRUE(file) << file.error().what;
    EXPECT_TRUE(as_text(write(*file).value()) == bytes);
  });
}

TEST(PmxText, RoundTripsAndReplacesInvalidText) {
  for (const auto encoding : {TextEncoding::utf16le, TextEncoding::utf8}) {
    for (const char* text : {"", "abc", "センター 😀", "a\r\nb"})
      EXPECT_EQ(to_utf8(from_utf8(text, encoding), encoding), text);
  }
  EXPECT_EQ(to_utf8(Text{"a\xff"}, TextEncoding::utf8), "a\xEF\xBF\xBD");
  EXPECT_EQ(to_utf8(Text{std::string("a\0\x00\xdc", 4)}, TextEncoding::utf16le), "a\xEF\xBF\xBD");
}

}  // namespace
}  // namespace mmd::pmx
