#include <cstring>

#include <gmock/gmock.h>

#include "base/text.h"
#include "formats/vmd.h"
#include "tests/formats/file_checks.h"
#include "tests/support/format_samples.h"

namespace mmd::vmd {
namespace {

using testing::HasSubstr;

Result<ReadResult> read_exact(ByteSpan bytes) {
  return test::with_exact_copy(bytes, [](ByteSpan copy) { return read(copy); });
}

template <class T>
void poke(Bytes& bytes, std::size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof(T));
}

// Offsets of the sections of full_motion().
constexpr std::size_t bones_at = 50, morphs_at = bones_at + 4 + 2 * 111, cameras_at = morphs_at + 4 + 23,
                      lights_at = cameras_at + 4 + 61, shadows_at = lights_at + 4 + 28,
                      properties_at = shadows_at + 4 + 9, end_at = properties_at + 4 + 9 + 2 * 21;

TEST(VmdRead, ReadsEverySection) {
  const auto result = read_exact(write(test::full_motion()).value());
  ASSERT_TRUE(result) << result.error().what;
  EXPECT_TRUE(result->diagnostics.empty());
  const File& file = result->file;
  EXPECT_EQ(file.sections, section_count);
  EXPECT_EQ(utf8_from_cp932(bytes_of(file.model_name)), "初音ミク");
  ASSERT_EQ(file.bones.size(), 2u);
  EXPECT_EQ(utf8_from_cp932(bytes_of(file.bones[1].name)), "左ひざ");
  EXPECT_EQ(file.bones[0].translation, vec3(1, 2, 3));
  EXPECT_EQ(file.bones[1].frame, 10u);
  EXPECT_EQ(file.bones[1].rotation, vec4(0.5f));
  EXPECT_EQ(file.bones[1].interpolation[48 + 8], 107);
  ASSERT_EQ(file.morphs.size(), 1u);
  EXPECT_EQ(file.morphs[0].weight, 0.25f);
  ASSERT_EQ(file.cameras.size(), 1u);
  EXPECT_EQ(file.cameras[0].distance, -45.0f);
  EXPECT_EQ(file.cameras[0].interpolation[23], 23);
  EXPECT_EQ(file.cameras[0].fov_degrees, 30u);
  ASSERT_EQ(file.lights.size(), 1u);
  EXPECT_EQ(file.lights[0].direction, vec3(-0.5f, -1.0f, 0.5f));
  ASSERT_EQ(file.self_shadows.size(), 1u);
  EXPECT_EQ(file.self_shadows[0].mode, 1);
  ASSERT_EQ(file.properties.size(), 1u);
  ASSERT_EQ(file.properties[0].ik.size(), 2u);
  EXPECT_EQ(file.properties[0].ik[0].enabled, 0);
  EXPECT_EQ(file.properties[0].ik[1].enabled, 1);
}

TEST(VmdRead, ReadsTheOldHeader) {
  File file = test::full_motion();
  file.signature = name_from<30>("Vocaloid Motion Data file");
  file.model_name = name_from<20>("0123456789");
  const Bytes bytes = write(file).value();
  EXPECT_EQ(bytes.size(), end_at - 10);
  const auto result = read_exact(bytes);
  ASSERT_TRUE(result);
  EXPECT_EQ(bytes_of(result->file.model_name), "0123456789");
  EXPECT_EQ(result->file.bones.size(), 2u);
}

TEST(VmdRead, RecognisesFilesByTheirHeader) {
  EXPECT_TRUE(looks_like(write(test::full_motion()).value()));
  EXPECT_FALSE(looks_like(as_byte_span("Vocaloid Pose Data file")));
  EXPECT_FALSE(looks_like({}));
  const auto other = read(as_byte_span("Vocaloid Pose Data file, and more than thirty bytes of it"));
  ASSERT_FALSE(other);
  EXPECT_THAT(other.error().what, HasSubstr("not a VMD"));
}

TEST(VmdRead, TruncationIsAnErrorOrKeepsWholeSections) {
  const Bytes bytes = write(test::full_motion()).value();
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const auto result = read_exact(ByteSpan(bytes).first(size));
    const bool at_border = size == bones_at || size == morphs_at || size == cameras_at || size == lights_at ||
                           size == shadows_at || size == properties_at;
    if (size < morphs_at && !at_border) {
      ASSERT_FALSE(result) << size;
      EXPECT_TRUE(result.error().offset.has_value()) << size;
      continue;
    }
    ASSERT_TRUE(result) << size << ": " << result.error().what;
    EXPECT_EQ(result->diagnostics.empty(), at_border) << size;
    if (!at_border) {
      EXPECT_EQ(result->diagnostics.front().severity, Severity::warning);
      EXPECT_GE(result->diagnostics.front().offset.value(), morphs_at);
    }
    EXPECT_EQ(result->file.bones.size(), size == bones_at ? 0u : 2u);
    EXPECT_EQ(write(result->file).value(),
              Bytes(bytes.begin(), bytes.begin() + static_cast<std::ptrdiff_t>(size)));
  }
}

TEST(VmdRead, ChecksCountsAgainstTheFileSize) {
  for (const std::uint32_t claim : {3u, 10'000'000u, 0x7FFFFFFFu, 0xFFFFFFFFu}) {
    Bytes bytes = write(test::full_motion()).value();
    poke(bytes, bones_at, claim);
    if (claim > 3) {
      const auto result = read_exact(bytes);
      ASSERT_FALSE(result);
      EXPECT_EQ(result.error().offset, bones_at);
      EXPECT_THAT(result.error().what,
                  HasSubstr("bone keys: " + std::to_string(claim) + " declared, room for 3"));
    }
    bytes = write(test::full_motion()).value();
    poke(bytes, properties_at + 4 + 5, claim);  // IK states of the property key
    const auto result = read_exact(bytes);
    ASSERT_TRUE(result);
    ASSERT_EQ(result->diagnostics.size(), 1u);
    EXPECT_THAT(result->diagnostics[0].what, HasSubstr("property keys: element 0: IK states"));
    EXPECT_TRUE(result->file.properties.empty());
    EXPECT_EQ(result->file.self_shadows.size(), 1u);
  }
}

TEST(VmdRead, DistinguishesEmptyAndMissingSections) {
  File file = empty_file("m");
  const auto all = read_exact(write(file).value());
  ASSERT_TRUE(all);
  EXPECT_EQ(all->file.sections, section_count);
  file.sections = 2;
  const auto two = read_exact(write(file).value());
  ASSERT_TRUE(two);
  EXPECT_EQ(two->file.sections, 2u);
  EXPECT_TRUE(two->file.has(Section::morph));
  EXPECT_FALSE(two->file.has(Section::camera));
}

TEST(VmdRead, SurvivesRandomDamage) {
  test::for_damaged_copies(write(test::full_motion()).value(), [](const Bytes& bytes) {
    const auto result = read_exact(bytes);
    if (result) {
      EXPECT_EQ(write(result->file).value(), bytes);
    } else {
      EXPECT_FALSE(result.error().what.empty());
    }
  });
}

TEST(VmdWrite, RoundTripsBothSignatures) {
  File file = test::full_motion();
  for (const char* signature : {"Vocaloid Motion Data 0002", "Vocaloid Motion Data file"}) {
    file.signature = name_from<30>(signature);
    file.signature[29] = '\x42';  // garbage after the NUL
    for (const std::size_t trailing : {0u, 1u, 5u}) {
      file.trailing.assign(trailing, std::byte{0xEE});
      const Bytes bytes = write(file).value();
      const auto read_back = read(bytes);
      ASSERT_TRUE(read_back);
      EXPECT_EQ(write(read_back->file).value(), bytes);
      EXPECT_EQ(read_back->file.trailing.size(), trailing);
    }
  }
}

TEST(VmdWrite, RejectsKeysInAMissingSection) {
  File file = test::full_motion();
  file.sections = 5;
  const auto bytes = write(file);
  ASSERT_FALSE(bytes);
  EXPECT_THAT(bytes.error().what, testing::HasSubstr("property keys"));
}

}  // namespace
}  // namespace mmd::vmd
