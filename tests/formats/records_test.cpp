#include <gtest/gtest.h>

#include "formats/pmd_records.h"
#include "formats/pmx_records.h"
#include "formats/vmd_records.h"

namespace mmd {
namespace {

constexpr pmx::IndexSizes one_byte{1, 1, 1, 1, 1, 1};
constexpr pmx::IndexSizes mixed{4, 2, 1, 2, 4, 1};

template <class Record>
std::vector<std::size_t> smallest() {
  return {pmx::smallest_record<Record>(one_byte), pmx::smallest_record<Record>(mixed)};
}

using Sizes = std::vector<std::size_t>;

TEST(Records, SmallestPmxRecordsMatchTheFormat) {
  constexpr std::size_t names = 4 + 4;
  EXPECT_EQ(smallest<pmx::Text>(), (Sizes{4, 4}));
  // A shared toon is one byte; the tail of a bone is an index.
  EXPECT_EQ(smallest<pmx::Material>(), (Sizes{names + 44 + 1 + 20 + 2 + 1 + 2 + 4 + 4,  //
                                              names + 44 + 1 + 20 + 4 + 1 + 2 + 4 + 4}));
  EXPECT_EQ(smallest<pmx::Bone>(), (Sizes{names + 12 + 1 + 4 + 2 + 1, names + 12 + 2 + 4 + 2 + 2}));
  EXPECT_EQ(smallest<pmx::IkLink>(), (Sizes{1 + 1, 2 + 1}));
  EXPECT_EQ(smallest<pmx::Morph>(), (Sizes{names + 1 + 1 + 4, names + 1 + 1 + 4}));
  EXPECT_EQ(smallest<pmx::GroupOffset>(), (Sizes{1 + 4, 4 + 4}));
  EXPECT_EQ(smallest<pmx::VertexOffset>(), (Sizes{1 + 12, 4 + 12}));
  EXPECT_EQ(smallest<pmx::BoneOffset>(), (Sizes{1 + 28, 2 + 28}));
  EXPECT_EQ(smallest<pmx::UvOffset>(), (Sizes{1 + 16, 4 + 16}));
  EXPECT_EQ(smallest<pmx::MaterialOffset>(), (Sizes{1 + 1 + 112, 1 + 1 + 112}));
  EXPECT_EQ(smallest<pmx::ImpulseOffset>(), (Sizes{1 + 25, 1 + 25}));
  EXPECT_EQ(smallest<pmx::DisplayItem>(), (Sizes{1 + 1, 1 + 2}));
  EXPECT_EQ(smallest<pmx::DisplayFrame>(), (Sizes{names + 1 + 4, names + 1 + 4}));
  EXPECT_EQ(smallest<pmx::RigidBody>(), (Sizes{names + 1 + 61, names + 2 + 61}));
  EXPECT_EQ(smallest<pmx::Joint>(), (Sizes{names + 1 + 2 + 96, names + 1 + 2 + 96}));
  EXPECT_EQ(smallest<pmx::SoftBodyAnchor>(), (Sizes{1 + 1 + 1, 1 + 4 + 1}));
  EXPECT_EQ(smallest<pmx::SoftBody>(), (Sizes{names + 1 + 133, names + 1 + 133}));
}

/// Finds the offset of a field in its record.
struct OffsetFinder {
  const void* field;
  std::size_t at = 0, found = 0;

  template <class Field>
  void look_at(const Field& f) {
    if (&f == field) found = at;
    at += sizeof(Field);
  }
  template <class... Fields>
  void operator()(const Fields&... fields) {
    (look_at(fields), ...);
  }
};

TEST(Records, PmdMaterialFieldOffsetsMatchTheFormat) {
  const pmd::Material material{};
  OffsetFinder toon{&material.toon}, texture{&material.texture};
  fields(toon, material);
  fields(texture, material);
  EXPECT_EQ(toon.found, pmd::material_toon_field);
  EXPECT_EQ(texture.found, pmd::material_texture_field);
}

TEST(Records, PmdAndVmdSizesMatchTheFormats) {
  EXPECT_EQ(record_size<pmd::Vertex>(), 38u);
  EXPECT_EQ(record_size<pmd::Material>(), 70u);
  EXPECT_EQ(record_size<pmd::Bone>(), 39u);
  EXPECT_EQ(record_size<pmd::Ik>(), 11u);
  EXPECT_EQ(record_size<pmd::Morph>(), 25u);
  EXPECT_EQ(record_size<pmd::MorphOffset>(), 16u);
  EXPECT_EQ(record_size<pmd::DisplayBone>(), 3u);
  EXPECT_EQ(record_size<pmd::RigidBody>(), 83u);
  EXPECT_EQ(record_size<pmd::Joint>(), 124u);
  EXPECT_EQ(record_size<vmd::BoneKey>(), 111u);
  EXPECT_EQ(record_size<vmd::MorphKey>(), 23u);
  EXPECT_EQ(record_size<vmd::CameraKey>(), 61u);
  EXPECT_EQ(record_size<vmd::LightKey>(), 28u);
  EXPECT_EQ(record_size<vmd::SelfShadowKey>(), 9u);
  vmd::PropertyKey key;
  EXPECT_EQ(record_size(key), 9u);
  key.ik.resize(3);
  EXPECT_EQ(record_size(key), 9u + 3 * 21);
}

}  // namespace
}  // namespace mmd
