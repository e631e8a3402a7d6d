#include <algorithm>
#include <cstring>
#include <limits>
#include <random>

#include <gmock/gmock.h>

#include "formats/pmx.h"
#include "tests/support/format_samples.h"
#include "tests/support/regex.h"

namespace mmd::pmx {
namespace {

using testing::HasSubstr;

Bytes bytes_of(const test::SampleOptions& options = {}) {
  return write(test::full_featured(options)).value();
}

Result<File> read_exact(ByteSpan bytes) {
  return test::with_exact_copy(bytes, [](ByteSpan copy) { return read(copy); });
}

template <class T>
void poke(Bytes& bytes, std::size_t at, T value) {
  std::memcpy(bytes.data() + at, &value, sizeof(T));
}

/// Offset of the only occurrence of `pattern`.
std::size_t find_once(const Bytes& bytes, std::string_view pattern) {
  const std::string_view all = as_text(bytes);
  const std::size_t at = all.find(pattern);
  EXPECT_NE(at, all.npos);
  EXPECT_EQ(all.find(pattern, at + 1), all.npos);
  return at;
}

std::size_t first_vertex(const Bytes& bytes) {
  return static_cast<std::size_t>(locate(bytes).find("vertices", 0).value());
}

TEST(PmxRead, ReadsEverySection) {
  const File in = test::full_featured();
  const File out = read(bytes_of()).value();
  EXPECT_EQ(out.header.version, 2.1f);
  EXPECT_EQ(out.utf8(out.name), "全部入り");
  ASSERT_EQ(out.vertices.size(), in.vertices.size());
  EXPECT_EQ(out.vertices.position, in.vertices.position);
  EXPECT_EQ(out.vertices.uv, in.vertices.uv);
  EXPECT_EQ(out.vertices.additional_uv, in.vertices.additional_uv);
  EXPECT_EQ(out.vertices.type, in.vertices.type);
  EXPECT_EQ(out.vertices.bones, in.vertices.bones);
  EXPECT_EQ(out.vertices.weights, in.vertices.weights);
  EXPECT_EQ(out.vertices.edge_scale, in.vertices.edge_scale);
  ASSERT_EQ(out.vertices.sdef.size(), 2u);
  EXPECT_EQ(out.vertices.sdef[1].r0, in.vertices.sdef[1].r0);
  EXPECT_EQ(out.indices, in.indices);
  EXPECT_EQ(out.utf8(out.textures.at(0)), "tex\\体.png");
  EXPECT_EQ(out.materials.at(0).toon, 3);
  EXPECT_EQ(out.materials.at(1).toon, 2);
  EXPECT_EQ(out.materials.at(0).edge_size, 0.75f);
  ASSERT_EQ(out.bones.size(), in.bones.size());
  EXPECT_EQ(out.bones[6].ik.links.at(0).upper, in.bones[6].ik.links.at(0).upper);
  EXPECT_EQ(out.bones[7].append_ratio, -0.5f);
  EXPECT_EQ(out.bones[8].fixed_axis, vec3(1.0f, 0.0f, 0.0f));
  EXPECT_EQ(out.bones[9].local_z, vec3(1.0f, 0.0f, 0.0f));
  EXPECT_EQ(out.bones[10].external_parent_key, 7);
  ASSERT_EQ(out.morphs.size(), 11u);
  EXPECT_EQ(std::get<std::vector<VertexOffset>>(out.morphs[0].offsets).at(1).vertex, 5u);
  EXPECT_EQ(std::get<std::vector<BoneOffset>>(out.morphs[1].offsets).at(0).rotation,
            vec4(0.0f, 0.6f, 0.0f, 0.8f));
  EXPECT_EQ(std::get<std::vector<MaterialOffset>>(out.morphs[8].offsets).at(0).material, -1);
  EXPECT_EQ(out.display_frames.at(2).items.at(2).kind, 1);
  EXPECT_EQ(out.rigid_bodies.at(1).friction, 0.7f);
  EXPECT_EQ(out.joints.at(5).type, 5);
  EXPECT_EQ(out.soft_bodies.at(0).anchors.at(1).vertex, 5u);
  EXPECT_EQ(out.soft_bodies.at(0).pins, (std::vector<std::uint32_t>{2, 3}));
}

TEST(PmxRead, RoundTripsVersion21WithoutSoftBodies) {
  const Bytes whole = bytes_of();
  std::size_t read = 0;
  for (std::size_t length = 0; length < whole.size(); ++length) {
    const auto file = read_exact(ByteSpan(whole).first(length));
    if (!file) continue;
    ++read;
    EXPECT_TRUE(file->lacks_soft_bodies);
    EXPECT_EQ(file->joints.size(), 6u);
    EXPECT_EQ(write(*file).value(),
              Bytes(whole.begin(), whole.begin() + static_cast<std::ptrdiff_t>(length)));
  }
  EXPECT_EQ(read, 1u);
}

TEST(PmxRead, RejectsEveryTruncatedLength) {
  for (const std::uint8_t size : {std::uint8_t{1}, std::uint8_t{2}, std::uint8_t{4}}) {
    test::SampleOptions options;
    options.index_sizes = {size, size, size, size, size, size};
    options.additional_uv_count = size;
    const Bytes bytes = bytes_of(options);
    for (std::size_t length = 0; length < bytes.size(); ++length) {
      const auto result = read_exact(ByteSpan(bytes).first(length));
      if (result && result->lacks_soft_bodies) continue;
      ASSERT_FALSE(result) << "length " << length;
      ASSERT_TRUE(result.error().offset) << "length " << length;
      ASSERT_LE(*result.error().offset, length);
      ASSERT_FALSE(result.error().hint.empty());
    }
    ASSERT_TRUE(read_exact(bytes));
  }
}

/// Counts and lengths of texts in a file.
std::size_t count_of_counts(const File& file) {
  const auto chains = std::count_if(file.bones.begin(), file.bones.end(),
                                    [](const Bone& bone) { return (bone.flags & bone_ik) != 0; });
  return 4 + 10 + file.textures.size() + 3 * file.materials.size() + 2 * file.bones.size() +
         static_cast<std::size_t>(chains) + 3 * file.morphs.size() + 3 * file.display_frames.size() +
         2 * file.rigid_bodies.size() + 2 * file.joints.size() + 4 * file.soft_bodies.size();
}

TEST(PmxRead, LocatesEveryImpossibleCount) {
  const Bytes bytes = bytes_of();
  for (const std::int32_t value : {-1, 0x7fffffff, std::numeric_limits<std::int32_t>::min()}) {
    std::size_t rejected = 0;
    for (std::size_t at = 0; at + sizeof(value) <= bytes.size(); ++at) {
      Bytes damaged = bytes;
      poke(damaged, at, value);
      const auto result = read_exact(damaged);
      if (result || result.error().offset != at) continue;
      const std::string& what = result.error().what;
      if (what.find("declared, room for") == what.npos) continue;
      EXPECT_THAT(what, HasSubstr(std::to_string(value)));
      ++rejected;
    }
    EXPECT_EQ(rejected, count_of_counts(test::full_featured())) << value;
  }
}

TEST(PmxRead, RoundTripsDamagedFilesThatItAccepts) {
  std::mt19937 random(20240817);
  int accepted = 0;
  for (int round = 0; round < 4000; ++round) {
    test::SampleOptions options;
    options.version = round % 2 ? 2.0f : 2.1f;
    options.additional_uv_count = static_cast<std::uint8_t>(round % 5);
    Bytes bytes = bytes_of(options);
    for (int flips = 1 + round % 4; flips > 0; --flips)
      bytes[random() % bytes.size()] ^= static_cast<std::byte>(1u << random() % 8);
    const auto file = read_exact(bytes);
    if (!file) {
      EXPECT_FALSE(file.error().what.empty());
      continue;
    }
    ++accepted;
    const auto again = write(*file);
    ASSERT_TRUE(again) << again.error().what;
    EXPECT_EQ(*again, bytes) << "round " << round;
  }
  EXPECT_GT(accepted, 1000);
}

TEST(PmxRead, NamesSectionElementAndRoomInErrors) {
  const File model = test::full_featured();
  Bytes bytes = bytes_of();
  poke(bytes, first_vertex(bytes) - 4, std::int32_t{2000000000});
  EXPECT_THAT(read(bytes).error().what, test::HasMatch("vertices: 2000000000 declared, room for [0-9]+"));

  bytes = bytes_of();
  const std::size_t ik_bone = find_once(bytes, model.bones[6].name.bytes);
  bytes.resize(ik_bone + model.bones[6].name.bytes.size() + 6);
  EXPECT_THAT(read(bytes).error().what, testing::StartsWith("bones: "));
}

TEST(PmxRead, NamesTheTruncatedElement) {
  File model = test::empty_model();
  model.bones.resize(13);
  Bytes bytes = write(model).value();
  // After the bones come four empty sections and the soft bodies.
  bytes.resize(bytes.size() - 5 * 4 - 1);
  const Diagnostic error = read_exact(bytes).error();
  EXPECT_EQ(error.what, "bones: element 12: truncated");
}

TEST(PmxRead, RejectsUnknownIndexSizes) {
  const std::array<const char*, 6> names = {"vertex", "texture", "material", "bone", "morph", "rigid body"};
  for (std::size_t i = 0; i < names.size(); ++i) {
    for (const int size : {0, 3, 5, 8, 255}) {
      Bytes bytes = bytes_of();
      bytes[11 + i] = static_cast<std::byte>(size);
      const Diagnostic error = read(bytes).error();
      EXPECT_EQ(error.what, std::string("header: ") + names[i] + " index size " + std::to_string(size));
      EXPECT_EQ(error.offset, 11 + i);
    }
  }
}

TEST(PmxRead, RejectsOtherVersionsWithAHint) {
  for (const float version : {1.0f, 2.2f, 3.0f, std::numeric_limits<float>::quiet_NaN()}) {
    Bytes bytes = bytes_of();
    poke(bytes, 4, version);
    const Diagnostic error = read(bytes).error();
    EXPECT_THAT(error.what, HasSubstr("header: version"));
    EXPECT_THAT(error.hint, HasSubstr("2.1"));
    EXPECT_EQ(error.offset, 4u);
  }
}

TEST(PmxRead, RejectsOtherFiles) {
  EXPECT_THAT(read({}).error().what, HasSubstr("empty file"));
  const std::string png = "\x89PNG\r\n\x1a\n and so on";
  EXPECT_THAT(read(as_byte_span(png)).error().what, HasSubstr("does not start with"));
  EXPECT_THAT(read(as_byte_span("Pmd 12345")).error().hint, HasSubstr("PMD"));
  EXPECT_FALSE(looks_like(as_byte_span(png)));
  EXPECT_FALSE(looks_like(as_byte_span("PM")));
  EXPECT_TRUE(looks_like(bytes_of()));
}

TEST(PmxRead, RejectsGlobalsOutOfRange) {
  struct Case {
    std::size_t offset;
    int value;
    const char* what;
  };
  for (const Case& one :
       {Case{8, 7, "7 globals"}, Case{9, 2, "text encoding 2"}, Case{10, 5, "5 additional UVs"}}) {
    Bytes bytes = bytes_of();
    bytes[one.offset] = static_cast<std::byte>(one.value);
    EXPECT_THAT(read(bytes).error().what, HasSubstr(one.what));
    EXPECT_EQ(read(bytes).error().offset, one.offset);
  }
}

TEST(PmxRead, LocatesUnknownWeightTypes) {
  for (const bool at_the_end : {false, true}) {
    // At the end of the file, the slower, bounds-checked path reads the vertex.
    File model = at_the_end ? test::empty_model() : test::full_featured();
    if (at_the_end) model.vertices = test::full_featured().vertices;
    Bytes bytes = write(model).value();
    const std::size_t type = first_vertex(bytes) + 32 + 16;
    bytes[type] = std::byte{5};
    EXPECT_EQ(read_exact(bytes).error().what, "vertices: element 0: weight type 5");
    EXPECT_EQ(read_exact(bytes).error().offset, type);
  }
}

TEST(PmxRead, RejectsUnknownToonFlagMorphTypeAndItemKind) {
  File model = test::empty_model();
  model.materials.resize(1);
  model.materials[0].toon_flag = 1;
  model.materials[0].toon = 9;
  Bytes bytes = write(model).value();
  // From the end: five empty sections, index count, memo, toon, toon flag.
  bytes[bytes.size() - 5 * 4 - 4 - 4 - 1 - 1 - 4] = std::byte{2};
  EXPECT_EQ(read(bytes).error().what, "materials: element 0: toon flag 2");

  model = test::empty_model();
  model.morphs.resize(1);
  model.morphs[0].offsets = std::vector<VertexOffset>{};
  bytes = write(model).value();
  // From the end: five sections after the morph, no offsets, type.
  bytes[bytes.size() - 4 * 4 - 4 - 1] = std::byte{11};
  EXPECT_EQ(read(bytes).error().what, "morphs: element 0: morph type 11");

  model = test::empty_model();
  model.display_frames.resize(1);
  model.display_frames[0].items = {{0, 0}};
  bytes = write(model).value();
  bytes[bytes.size() - 3 * 4 - 2] = std::byte{2};
  EXPECT_EQ(read(bytes).error().what, "display frames: element 0: item kind 2");
}

TEST(PmxRead, ReadsVertexIndicesOf1And2BytesUnsignedAndOthersSigned) {
  for (const std::uint8_t size : {std::uint8_t{1}, std::uint8_t{2}}) {
    File model = test::empty_model();
    model.header.index_sizes = {size, size, size, size, size, size};
    model.indices.push_back(size == 1 ? 255u : 65535u);
    model.bones.resize(1);
    model.bones[0].parent = size == 1 ? -128 : -32768;
    const File out = read(write(model).value()).value();
    EXPECT_EQ(out.indices.at(0), size == 1 ? 255u : 65535u);
    EXPECT_EQ(out.bones.at(0).parent, size == 1 ? -128 : -32768);
  }
}

TEST(PmxRead, KeepsManySdefVerticesInOrder) {
  File model = test::empty_model();
  model.header.additional_uv_count = 0;
  for (int i = 0; i < 3000; ++i) {
    model.vertices.position.push_back({0.0f, 0.0f, 0.0f});
    model.vertices.normal.push_back({0.0f, 0.0f, 0.0f});
    model.vertices.uv.push_back({0.0f, 0.0f});
    model.vertices.type.push_back(i % 3 ? WeightType::sdef : WeightType::bdef1);
    model.vertices.bones.push_back({0, 0, -1, -1});
    model.vertices.weights.push_back({1.0f, 0.0f, 0.0f, 0.0f});
    model.vertices.edge_scale.push_back(1.0f);
    if (i % 3) model.vertices.sdef.push_back({vec3(static_cast<float>(i)), vec3(0.0f), vec3(1.0f)});
  }
  const File out = read(write(model).value()).value();
  ASSERT_EQ(out.vertices.sdef.size(), 2000u);
  EXPECT_EQ(out.vertices.sdef[0].c.x, 1.0f);
  EXPECT_EQ(out.vertices.sdef[1999].c.x, 2999.0f);
}

TEST(PmxRead, LimitsElementsThatExpandInMemory) {
  pmx::File file = test::empty_model();
  file.textures.resize((std::size_t{1} << 17) + 1);
  const auto textures = pmx::read(*pmx::write(file));
  ASSERT_FALSE(textures);
  EXPECT_THAT(textures.error().what, ::testing::HasSubstr("131073 declared, the limit is 131072"));
  EXPECT_TRUE(textures.error().offset);
  file.textures.pop_back();
  EXPECT_TRUE(pmx::read(*pmx::write(file)));

  file = test::empty_model();
  pmx::Bone bone;
  bone.flags = pmx::bone_ik;
  bone.ik.links.resize(std::size_t{1} << 19);
  file.bones.assign(2, bone);
  EXPECT_TRUE(pmx::read(*pmx::write(file)));
  file.bones.push_back(bone);
  const auto links = pmx::read(*pmx::write(file));
  ASSERT_FALSE(links);
  EXPECT_THAT(links.error().what, ::testing::HasSubstr("bones: element 2: IK links: 1572864 so far"));
}

}  // namespace
}  // namespace mmd::pmx
