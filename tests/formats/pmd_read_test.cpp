#include <cstring>

#include <gmock/gmock.h>

#include "base/text.h"
#include "formats/pmd.h"
#include "tests/formats/file_checks.h"
#include "tests/support/format_samples.h"

namespace mmd::pmd {
namespace {

using testing::HasSubstr;

Result<ReadResult> read_exact(ByteSpan bytes) {
  return test::with_exact_copy(bytes, [](ByteSpan copy) { return read(copy); });
}

/// Size of the file with this number of optional sections.
std::size_t size_with_tails(std::size_t tails) {
  File file = test::full_pmd();
  file.tails = tails;
  return write(file).value().size();
}

TEST(PmdRead, ReadsEverySection) {
  const auto result = read_exact(write(test::full_pmd()).value());
  ASSERT_TRUE(result) << result.error().what;
  EXPECT_TRUE(result->diagnostics.empty());
  const File& file = result->file;
  EXPECT_EQ(utf8_from_cp932(bytes_of(file.name)), "テスト");
  ASSERT_EQ(file.vertices.size(), 4u);
  EXPECT_EQ(file.vertices[1].weight, 30);
  EXPECT_EQ(file.vertices[1].edge_off, 1);
  EXPECT_EQ(file.indices.size(), 9u);
  ASSERT_EQ(file.materials.size(), 3u);
  EXPECT_EQ(file.materials[0].specular_power, 5.0f);
  EXPECT_EQ(file.materials[0].specular, vec3(0.4f, 0.5f, 0.6f));
  EXPECT_EQ(bytes_of(file.materials[0].texture), "tex.bmp*metal.spa");
  ASSERT_EQ(file.bones.size(), 10u);
  EXPECT_EQ(file.bones[8].ik, 50);
  ASSERT_EQ(file.iks.size(), 1u);
  EXPECT_EQ(file.iks[0].iterations, 40);
  EXPECT_EQ(file.iks[0].links, (std::vector<std::uint16_t>{2, 1}));
  ASSERT_EQ(file.morphs.size(), 2u);
  EXPECT_EQ(file.morphs[1].offsets[0].offset, vec3(0, 0, 0.5f));
  EXPECT_EQ(file.display_bones.size(), 3u);
  EXPECT_EQ(file.tails, tail_count);
  EXPECT_EQ(file.english.frames.size(), 2u);
  EXPECT_EQ(bytes_of(file.toons[1]), "skin.bmp");
  EXPECT_EQ(file.rigid_bodies.size(), 2u);
  ASSERT_EQ(file.joints.size(), 1u);
  EXPECT_EQ(file.joints[0].position, vec3(1, 2, 3));
}

TEST(PmdRead, LocatesImpossibleIkLinkCount) {
  Bytes bytes = write(test::full_pmd()).value();
  const auto ik = static_cast<std::size_t>(locate(bytes).find("IK", 0).value());
  const std::size_t count = ik + 2 + 2;  // after the bone and the target
  bytes[count] = std::byte{255};
  bytes.resize(ik + 100);
  const auto result = read_exact(bytes);
  ASSERT_FALSE(result);
  EXPECT_THAT(result.error().what, HasSubstr("IK links: 255 declared, room for 44"));
  EXPECT_EQ(result.error().offset, count);
}

TEST(PmdRead, TruncationIsAnErrorOrDropsOptionalSections) {
  const Bytes bytes = write(test::full_pmd()).value();
  const std::size_t needed = size_with_tails(0);
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto result = read_exact(ByteSpan(bytes).first(size));
    if (size < needed) {
      ASSERT_FALSE(result) << size;
      EXPECT_TRUE(result.error().offset.has_value());
      continue;
    }
    ASSERT_TRUE(result) << size << ": " << result.error().what;
    bool at_border = false;
    for (std::size_t tails = 0; tails < tail_count; ++tails)
      at_border = at_border || size == size_with_tails(tails);
    ASSERT_EQ(result->diagnostics.empty(), at_border) << size;
    ASSERT_EQ(write(result->file).value(),
              Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)));
  }
}

TEST(PmdRead, ChecksCountsAgainstTheFileSize) {
  for (const std::uint32_t claim : {0x7FFFFFFFu, 0xFFFFFFFFu, 10'000'000u}) {
    Bytes bytes = write(test::full_pmd()).value();
    std::memcpy(bytes.data() + 283, &claim, 4);
    const auto result = read_exact(bytes);
    ASSERT_FALSE(result);
    EXPECT_EQ(result.error().offset, 283u);
    EXPECT_THAT(result.error().what, HasSubstr("vertices: " + std::to_string(claim) + " declared"));
  }
}

TEST(PmdRead, RecognisesFilesByTheirHeader) {
  EXPECT_TRUE(looks_like(write(test::full_pmd()).value()));
  EXPECT_FALSE(looks_like(as_byte_span("PMX ")));
  EXPECT_FALSE(looks_like(as_byte_span("Pm")));
  EXPECT_FALSE(read(as_byte_span("PMX and more")));
}

TEST(PmdRead, SurvivesRandomDamage) {
  test::for_damaged_copies(write(test::full_pmd()).value(), [](const Bytes& bytes) {
    const auto result = read_exact(bytes);
    if (result) {
      ASSERT_EQ(write(result->file).value(), bytes);
    } else {
      EXPECT_FALSE(result.error().what.empty());
    }
  });
}

TEST(PmdWrite, RoundTripsEveryTail) {
  for (std::size_t tails = 0; tails <= tail_count; ++tails) {
    for (const int english : {0, 1, 7}) {
      File file = test::full_pmd();
      file.tails = tails;
      file.english.flag = static_cast<std::uint8_t>(english);
      file.trailing.assign(tails == tail_count ? 3 : 0, std::byte{0xEE});
      const Bytes bytes = write(file).value();
      const auto read_back = read(bytes);
      ASSERT_TRUE(read_back);
      EXPECT_EQ(read_back->file.tails, tails);
      EXPECT_EQ(write(read_back->file).value(), bytes);
    }
  }
}

TEST(PmdWrite, RejectsWhatTheFormatCannotStore) {
  File file = test::full_pmd();
  file.display_morphs.assign(256, 1);
  EXPECT_THAT(write(file).error().what, HasSubstr("morph display list: 256"));
  file = test::full_pmd();
  file.english.bones.pop_back();
  EXPECT_THAT(write(file).error().what, HasSubstr("English names"));
}

}  // namespace
}  // namespace mmd::pmd
