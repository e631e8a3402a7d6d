#include "formats/places.h"

#include <algorithm>

#include <gtest/gtest.h>

#include "formats/pmd.h"
#include "formats/pmx.h"
#include "tests/support/format_samples.h"

namespace mmd {
namespace {

using test::SampleOptions;

Bytes bytes_of(const pmx::File& file) {
  auto bytes = pmx::write(file);
  EXPECT_TRUE(bytes.has_value());
  return bytes ? std::move(*bytes) : Bytes{};
}

/// Changing one element of the file changes bytes at its place and no byte before it.
void expect_first_change_at(const Bytes& before, const Bytes& after, std::optional<std::uint64_t> place,
                            std::uint64_t within) {
  ASSERT_TRUE(place.has_value());
  ASSERT_EQ(before.size(), after.size());
  std::size_t first = 0;
  while (first < before.size() && before[first] == after[first]) ++first;
  EXPECT_EQ(first, *place + within);
}

TEST(Places, MatchTheWriterForPmx) {
  for (const std::uint8_t size : {std::uint8_t{1}, std::uint8_t{2}, std::uint8_t{4}}) {
    SampleOptions options;
    options.index_sizes = {size, size, size, size, size, size};
    const pmx::File file = test::full_featured(options);
    const Bytes bytes = bytes_of(file);
    const Places places = pmx::locate(bytes);
    for (std::size_t i = 0; i < file.vertices.size(); ++i) {
      pmx::File changed = file;
      changed.vertices.position[i].x += 1.0f;
      const Bytes other = bytes_of(changed);
      ASSERT_TRUE(places.find("vertices", i));
      EXPECT_TRUE(std::equal(bytes.begin(),
                             bytes.begin() + static_cast<std::ptrdiff_t>(*places.find("vertices", i)),
                             other.begin()));
      const auto after = static_cast<std::ptrdiff_t>(*places.find("vertices", i) + sizeof(float));
      EXPECT_TRUE(std::equal(bytes.begin() + after, bytes.end(), other.begin() + after));
    }
    const auto check_names = [&](const char* section, auto member) {
      for (std::size_t i = 0; i < (file.*member).size(); ++i) {
        pmx::File changed = file;
        if ((changed.*member)[i].name.bytes.empty()) continue;
        (changed.*member)[i].name.bytes[0] ^= 1;
        SCOPED_TRACE(section + std::to_string(i));
        expect_first_change_at(bytes, bytes_of(changed), places.find(section, i), 4);
      }
      EXPECT_FALSE(places.find(section, (file.*member).size()).has_value());
    };
    check_names("materials", &pmx::File::materials);
    check_names("bones", &pmx::File::bones);
    check_names("morphs", &pmx::File::morphs);
    check_names("display frames", &pmx::File::display_frames);
    check_names("rigid bodies", &pmx::File::rigid_bodies);
    check_names("joints", &pmx::File::joints);
    check_names("soft bodies", &pmx::File::soft_bodies);
    for (std::size_t i = 0; i < file.indices.size(); i += 3) {
      pmx::File changed = file;
      changed.indices[i] ^= 1;
      expect_first_change_at(bytes, bytes_of(changed), places.find("faces", i / 3), 0);
    }
    pmx::File changed = file;
    changed.textures.back().bytes[0] ^= 1;
    expect_first_change_at(bytes, bytes_of(changed), places.find("textures", file.textures.size() - 1), 4);
    EXPECT_FALSE(places.find("vertices", file.vertices.size()).has_value());
    EXPECT_FALSE(places.find("nothing", 0).has_value());
  }
}

TEST(Places, SkipTheBaseMorphOfPmd) {
  const pmd::File file = test::full_pmd();
  const Bytes bytes = *pmd::write(file);
  const Places places = pmd::locate(bytes);
  const std::size_t header = 3 + 4 + 20 + 256;
  EXPECT_EQ(places.find("vertices", 2), header + 4 + 2 * 38);
  const std::size_t faces = header + 4 + file.vertices.size() * 38 + 4;
  EXPECT_EQ(places.find("faces", 1), faces + 6);
  for (std::size_t i = 0; i < file.bones.size(); ++i) {
    pmd::File changed = file;
    changed.bones[i].name[0] ^= 1;
    expect_first_change_at(bytes, *pmd::write(changed), places.find("bones", i), 0);
  }
  ASSERT_GE(file.morphs.size(), 2u);
  ASSERT_EQ(file.morphs[0].type, 0);
  for (std::size_t i = 1; i < file.morphs.size(); ++i) {
    pmd::File changed = file;
    changed.morphs[i].name[0] ^= 1;
    expect_first_change_at(bytes, *pmd::write(changed), places.find("morphs", i - 1), 0);
  }
  EXPECT_FALSE(places.find("morphs", file.morphs.size() - 1).has_value());
}

TEST(Places, FindFurtherIksOfAPmdBone) {
  pmd::File file = test::full_pmd();
  ASSERT_FALSE(file.iks.empty());
  file.iks.push_back(file.iks.front());
  file.iks.push_back(file.iks.front());
  const Bytes bytes = *pmd::write(file);
  const Places places = pmd::locate(bytes);
  for (const std::size_t more : {0u, 1u}) {
    pmd::File changed = file;
    changed.iks[file.iks.size() - 2 + more].bone ^= 1;
    expect_first_change_at(bytes, *pmd::write(changed), places.find("bones", file.bones.size() + more), 0);
  }
  EXPECT_FALSE(places.find("bones", file.bones.size() + 2));
}

TEST(Places, CountPmdDisplayFramesFromTwo) {
  pmd::File file = test::full_pmd();
  ASSERT_GE(file.display_frames.size(), 2u);
  const Bytes bytes = *pmd::write(file);
  const Places places = pmd::locate(bytes);
  for (std::size_t i = 0; i < file.display_frames.size(); ++i) {
    pmd::File changed = file;
    changed.display_frames[i][0] ^= 1;
    expect_first_change_at(bytes, *pmd::write(changed), places.find("display frames", i + 2), 0);
  }
  EXPECT_FALSE(places.find("display frames", file.display_frames.size() + 2).has_value());
}

TEST(Places, LocatePmdDisplayFramesWithMissingBones) {
  const pmd::File valid = test::full_pmd();
  std::size_t last = 0;
  for (std::size_t i = 0; i < valid.display_bones.size(); ++i) {
    const std::size_t frame = valid.display_bones[i].frame;
    if (frame == 0) continue;  // the frame of the first bone has no name in the file
    last = std::max(last, frame);
    pmd::File file = valid;
    file.display_bones[i].bone = 999;
    const Bytes bytes = *pmd::write(file);
    expect_first_change_at(*pmd::write(valid), bytes, pmd::locate(bytes).find("display frames", frame + 1),
                           0);
  }
  EXPECT_EQ(last, valid.display_frames.size()) << "the last frame has a bone, too";
}

TEST(Places, StayWithinTruncatedFiles) {
  const Bytes bytes = bytes_of(test::full_featured());
  const Bytes old = *pmd::write(test::full_pmd());
  for (std::size_t size = 0; size < bytes.size(); size += 7)
    EXPECT_LE(pmx::locate(ByteSpan(bytes).first(size)).find("bones", 0).value_or(0), size);
  for (std::size_t size = 0; size < old.size(); size += 7)
    EXPECT_LE(pmd::locate(ByteSpan(old).first(size)).find("bones", 0).value_or(0), size);
}

}  // namespace
}  // namespace mmd
