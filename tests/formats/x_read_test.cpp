#include <cmath>
#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "formats/x.h"
#include "tests/support/format_samples.h"
#include "tests/support/x_samples.h"

namespace mmd::x {
namespace {

using test::BinaryX;
using test::x_text;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;

/// A square in the plane z = 0 without the parts that may be left out.
const std::string square = "4; 0;0;0;, 1;0;0;, 1;1;0;, 0;1;0;; 2; 3;0,2,1;, 3;0,3,2;;\n";
const std::string white = "{ 1;1;1;1;; 5; 0;0;0;; 0;0;0;; }";
const std::string white_list = "MeshMaterialList { 1; 1; 0;; Material " + white + " }";

/// A mesh of the square with further parts.
std::string mesh_with(const std::string& parts) {
  return "Mesh { " + square + parts + "}";
}

Result<ReadResult> read_exact(ByteSpan bytes) {
  return test::with_exact_copy(bytes, [](ByteSpan copy) { return read(copy); });
}
ReadResult read_text(std::string_view body) {
  const std::string text = x_text(body);
  auto result = read_exact(as_byte_span(text));
  EXPECT_TRUE(result) << describe(result.error());
  return result ? *std::move(result) : ReadResult{};
}
/// A file that nothing is wrong with.
File file_of(std::string_view body) {
  ReadResult result = read_text(body);
  EXPECT_THAT(result.diagnostics, IsEmpty()) << describe(result.diagnostics.front());
  return std::move(result.file);
}
std::string error_of(ByteSpan bytes) {
  const auto result = read_exact(bytes);
  EXPECT_FALSE(result);
  return result ? "" : describe(result.error());
}
std::string error_in(std::string_view body) {
  return error_of(as_byte_span(x_text(body)));
}
std::vector<std::string> warnings_in(std::string_view body) {
  std::vector<std::string> out;
  for (const Diagnostic& d : read_text(body).diagnostics) out.push_back(describe(d));
  return out;
}

const std::string everything = x_text(R"(
template Vector { <3d82ab5e-62da-11cf-ab39-0020af71e433> FLOAT x; FLOAT y; FLOAT z; [...] }
Header { 1; 0; 1; }
Material Red { 1;0;0;0.5;; 5; 0.1;0.2;0.3;; 0.4;0.5;0.6;; TextureFilename { "a.bmp*b.sph"; } }
Frame Root {
  FrameTransformMatrix { 1,0,0,0, 0,1,0,0, 0,0,1,0, 10,20,30,1;; }
  Frame Child {
    FrameTransformMatrix { 2,0,0,0, 0,2,0,0, 0,0,2,0, 1,2,3,1;; }
    Mesh Square {
      4; 0;0;0;, 1;0;0;, 1;1;0;, 0;1;0;;
      2; 3;0,2,1;, 3;0,3,2;;
      MeshNormals { 1; 0;0;-1;; 2; 3;0,0,0;, 3;0,0,0;; }
      MeshTextureCoords { 4; 0;1;, 1;1;, 1;0;, 0;0;; }
      MeshVertexColors { 1; 2; 0.1;0.2;0.3;0.4;; }
      XSkinMeshHeader { 1; 1; 1; }
      MeshMaterialList { 2; 2; 1,0;; { Red } Material Blue { 0;0;1;1;; 0; 0;0;0;; 0;0;0;; } }
    }
  }
}
AnimationSet { Animation { { Root } AnimationKey { 0; 1; 0; 4; 1,0,0,0;;; } } }
)");

/// The same in a binary file.
Bytes everything_in_binary(int float_bits) {
  BinaryX x(float_bits);
  x.code(31).name("Vector").open().code(5);
  for (std::uint16_t i = 0; i < 8; ++i) x.code(static_cast<std::uint16_t>(100 + i));  // the identifier
  x.code(42).name("x").code(20).code(14).code(18).code(18).code(18).code(15).close();
  x.object("Header").integers({1, 0, 1}).close();
  x.name("Material").name("Red").open().reals({1, 0, 0, 0.5f, 5, 0.1f, 0.2f, 0.3f, 0.4f, 0.5f, 0.6f});
  x.object("TextureFilename").string("a.bmp*b.sph").close().close();
  x.name("Frame").name("Root").open().object("FrameTransformMatrix");
  x.reals({1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 10, 20, 30, 1}).close();
  x.name("Frame").name("Child").open().object("FrameTransformMatrix");
  x.reals({2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 1, 2, 3, 1}).close();
  x.name("Mesh").name("Square").open().integer(4).reals({0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0});
  x.integers({2, 3, 0, 2, 1, 3, 0, 3, 2});
  x.object("MeshNormals").integers({1}).reals({0, 0, -1}).integers({2, 3, 0, 0, 0, 3, 0, 0, 0}).close();
  x.object("MeshTextureCoords").integers({4}).reals({0, 1, 1, 1, 1, 0, 0, 0}).close();
  x.object("MeshVertexColors").integers({1, 2}).reals({0.1f, 0.2f, 0.3f, 0.4f}).close();
  x.object("XSkinMeshHeader").integers({1, 1, 1}).close();
  x.object("MeshMaterialList").integers({2, 2, 1, 0}).open().name("Red").close();
  x.name("Material").name("Blue").open().reals({0, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0}).close();
  return x.close().close().close().close().take();
}

void expect_everything(const File& file) {
  ASSERT_THAT(file.frames, SizeIs(2));
  EXPECT_EQ(file.frames[0].name, "Root");
  EXPECT_EQ(file.frames[0].parent, -1);
  EXPECT_EQ(file.frames[0].transform[13], 20.0f);
  EXPECT_EQ(file.frames[1].name, "Child");
  EXPECT_EQ(file.frames[1].parent, 0);
  EXPECT_EQ(file.frames[1].transform[0], 2.0f);
  ASSERT_THAT(file.materials, SizeIs(2));
  EXPECT_EQ(file.materials[0].diffuse, vec4(1, 0, 0, 0.5f));
  EXPECT_EQ(file.materials[0].power, 5.0f);
  EXPECT_EQ(file.materials[0].specular, vec3(0.1f, 0.2f, 0.3f));
  EXPECT_EQ(file.materials[0].emissive, vec3(0.4f, 0.5f, 0.6f));
  EXPECT_EQ(file.materials[0].texture, "a.bmp*b.sph");
  EXPECT_EQ(file.materials[1].name, "Blue");
  ASSERT_THAT(file.meshes, SizeIs(1));
  const Mesh& mesh = file.meshes[0];
  EXPECT_EQ(mesh.name, "Square");
  EXPECT_EQ(mesh.frame, 1);
  EXPECT_THAT(mesh.positions, ElementsAre(vec3(0, 0, 0), vec3(1, 0, 0), vec3(1, 1, 0), vec3(0, 1, 0)));
  EXPECT_THAT(mesh.faces.sizes, ElementsAre(3, 3));
  EXPECT_THAT(mesh.faces.corners, ElementsAre(0, 2, 1, 0, 3, 2));
  EXPECT_THAT(mesh.normals, ElementsAre(vec3(0, 0, -1)));
  EXPECT_THAT(mesh.normal_faces.corners, ElementsAre(0, 0, 0, 0, 0, 0));
  EXPECT_THAT(mesh.uvs, ElementsAre(vec2(0, 1), vec2(1, 1), vec2(1, 0), vec2(0, 0)));
  ASSERT_THAT(mesh.colours, SizeIs(1));
  EXPECT_EQ(mesh.colours[0].vertex, 2u);
  EXPECT_EQ(mesh.colours[0].colour, vec4(0.1f, 0.2f, 0.3f, 0.4f));
  EXPECT_THAT(mesh.face_materials, ElementsAre(1, 0));
  EXPECT_THAT(mesh.materials, ElementsAre(0, 1));
}

// ---- Forms

TEST(XRead, ReadsEveryPartOfATextFile) {
  const auto result = read_exact(as_byte_span(everything));
  ASSERT_TRUE(result) << describe(result.error());
  EXPECT_THAT(result->diagnostics, IsEmpty()) << describe(result->diagnostics.front());
  EXPECT_EQ(result->file.header.form, Form::text);
  expect_everything(result->file);
}

TEST(XRead, BinaryFilesWithFloatsOrDoublesGiveTheSame) {
  for (const int bits : {32, 64}) {
    const auto result = read_exact(everything_in_binary(bits));
    ASSERT_TRUE(result) << describe(result.error());
    EXPECT_THAT(result->diagnostics, IsEmpty()) << describe(result->diagnostics.front());
    EXPECT_EQ(result->file.header.float_bits, bits);
    expect_everything(result->file);
  }
}

TEST(XRead, CompressedFilesGiveTheSame) {
  for (const bool is_text : {true, false}) {
    const Bytes binary = everything_in_binary(64);
    const auto result = read_exact(is_text ? test::compressed_x(everything, "tzip")
                                           : test::compressed_x(as_text(binary), "bzip"));
    ASSERT_TRUE(result) << describe(result.error());
    EXPECT_TRUE(result->file.header.is_compressed);
    expect_everything(result->file);
  }
}

TEST(XRead, LaterBlocksOfACompressedFileReferToEarlierOnes) {
  std::string text = x_text("Mesh { 9000;\n");
  for (int i = 0; i < 9000; ++i) text += std::to_string(i) + ".5;0;0;,\n";
  text += "0; }";
  ASSERT_GT(text.size(), 2u * 32768);
  const auto result = read_exact(test::compressed_x(text, "tzip"));
  ASSERT_TRUE(result) << describe(result.error());
  ASSERT_THAT(result->file.meshes, SizeIs(1));
  EXPECT_EQ(result->file.meshes[0].positions.back(), vec3(8999.5f, 0, 0));
}

TEST(XRead, RecognisesFilesByTheirHeader) {
  for (const char* start : {"xof 0303txt 0032", "xof 0302bin 0064", "xof 0303tzip0032", "xof 0303bzip0032"}) {
    EXPECT_TRUE(looks_like(as_byte_span(start))) << start;
  }
  for (const char* start : {"", "xof", "xof 0303", "xof 0303com 0032", "Pmd", "xof 0303\n"}) {
    EXPECT_FALSE(looks_like(as_byte_span(start))) << start;
  }
  EXPECT_EQ(error_of(as_byte_span("PMX and more and more")), "offset 0x0: header: not an X file");
  EXPECT_EQ(error_of(as_byte_span("xof 0303")), "offset 0x8: header: truncated");
  EXPECT_THAT(error_of(as_byte_span("xof 0303com 0032")), HasSubstr("offset 0x8: header: unknown kind"));
  EXPECT_THAT(error_of(as_byte_span("xof 0303bin 0016")), HasSubstr("numbers of '0016' bits"));
}

// ---- Text

TEST(XRead, CommasSemicolonsAndBlanksSeparateNumbers) {
  const std::string row = "1,0,0,0,0,1,0,0,0,0,1,0,10,20,30,1";
  for (const std::string separator : {",", ", ", ";", ",\n", ";,", "\t"}) {
    std::string numbers;
    for (const char c : row) numbers += c == ',' ? separator : std::string(1, c);
    const File file = file_of("Frame { FrameTransformMatrix { " + numbers + ";; } }");
    ASSERT_THAT(file.frames, SizeIs(1));
    EXPECT_THAT(file.frames[0].transform, ElementsAre(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 10, 20, 30, 1));
  }
}

TEST(XRead, ReadsNumbersInEveryNotation) {
  const File file = file_of("Mesh { 2; 1e-3;+2.5;-.5;, 1.;1e-99;-1e-400;; 0; }");
  EXPECT_THAT(file.meshes[0].positions, ElementsAre(vec3(0.001f, 2.5f, -0.5f), vec3(1, 0, 0)));
}

TEST(XRead, NumbersThatAreNotFiniteAreKeptWithAWarning) {
  const ReadResult result =
      read_text("Mesh {\n4; -1.#IND00;0;0;,\n1.#INF;-1e400;1e99;,\n0;0;nan;, 0;0;0;; 0; }");
  const auto& positions = result.file.meshes[0].positions;
  EXPECT_TRUE(std::isnan(positions[0].x));
  EXPECT_EQ(positions[1], vec3(INFINITY, -INFINITY, INFINITY));
  EXPECT_TRUE(std::isnan(positions[2].z));
  ASSERT_THAT(result.diagnostics, SizeIs(5));
  EXPECT_EQ(describe(result.diagnostics[0]), "line 2: Mesh: vertices: element 0: not a finite number");
  EXPECT_EQ(describe(result.diagnostics[4]), "line 4: Mesh: vertices: element 2: not a finite number");
}

TEST(XRead, CommentsAreSkippedEverywhere) {
  const File file =
      file_of("// a { }\n# b {\nMesh // c {\n Box # d\n { // \"e\n 1; # f\n 1;2;//g\n3;; 0; // }\n}");
  EXPECT_EQ(file.meshes[0].name, "Box");
  EXPECT_THAT(file.meshes[0].positions, ElementsAre(vec3(1, 2, 3)));
}

TEST(XRead, NamesMayContainBlanksBracketsAndDigits) {
  const File file =
      file_of("Material 01 mat(2)  b " + white + "Material c#1" + white + "Material\n d \n" + white);
  ASSERT_THAT(file.materials, SizeIs(3));
  EXPECT_EQ(file.materials[0].name, "01 mat(2)  b");
  EXPECT_EQ(file.materials[1].name, "c#1");
  EXPECT_EQ(file.materials[2].name, "d");
}

TEST(XRead, NamesAreShiftJisOrUtf8AndBytesOfBracesDoNotEndThem) {
  // ボ, 本 and マ, } in their second byte, and ソ, which ends with a backslash.
  const File file = file_of("Frame \x83\x7B{ Mesh \x96\x7B\x83\x7D{ 0; 0; " + white_list +
                            " } } Material \x83\x5C{ 1;1;1;1;; 5; 0;0;0;; 0;0;0;;"
                            "TextureFilename { \"\x83\x5C\\\x83\x7D.bmp\"; } }");
  EXPECT_EQ(file.frames[0].name, "ボ");
  EXPECT_EQ(file.meshes[0].name, "本マ");
  EXPECT_EQ(file.materials[1].name, "ソ");
  EXPECT_EQ(file.materials[1].texture, "ソ\\マ.bmp");
  const File utf8 =
      file_of("Material 材質ボ{ 1;1;1;1;; 5; 0;0;0;; 0;0;0;; TextureFilename { \"絵.bmp\"; } }");
  EXPECT_EQ(utf8.materials[0].name, "材質ボ");
  EXPECT_EQ(utf8.materials[0].texture, "絵.bmp");
}

TEST(XRead, SkippedObjectsMayContainBracesInStringsAndNames) {
  const File file =
      file_of("Thing \x83\x7B{ \"}\" Inner \x83\x7D { <f6f23f43-7686-11cf-8f52-0040333594a3> } } " +
              ("Material a " + white));
  EXPECT_THAT(file.materials, SizeIs(1));
}

TEST(XRead, TypesAreKnownInAnyCaseAndObjectsMayHaveAnIdentifier) {
  const File file = file_of(
      "material a { <f6f23f43-7686-11cf-8f52-0040333594a3> 1;1;1;1;; 5; 0;0;0;; 0;0;0;;"
      " TextureFileName { \"a.bmp\"; } }"
      "Mesh { 0; 0; MeshMaterialList { 1; 0; { a <f6f23f43-7686-11cf-8f52-0040333594a3> } } }");
  EXPECT_THAT(file.meshes[0].materials, ElementsAre(0));
  EXPECT_EQ(file.materials[0].texture, "a.bmp");
}

TEST(XRead, DeclDataContainsNormalsAndTextureCoordinates) {
  // A colour, a normal (0, 0, -1), a second and a first pair of texture coordinates.
  const std::string vertex = "255, 0,0,3212836864, 7,7, 1056964608,1065353216,";
  const File file = file_of(
      "Mesh { 3; 0;0;0;, 0;1;0;, 1;0;0;; 1; 3;0,1,2;; DeclData { 4;"
      "4;0;10;0;, 2;0;3;0;, 1;0;5;1;, 1;0;5;0;; 24;" +
      vertex + vertex + vertex + "} " + white_list + "}");
  const Mesh& mesh = file.meshes[0];
  EXPECT_THAT(mesh.normals, testing::Each(vec3(0, 0, -1)));
  EXPECT_THAT(mesh.uvs, testing::Each(vec2(0.5f, 1)));
  EXPECT_THAT(mesh.normal_faces.corners, ElementsAre(0, 1, 2));
  EXPECT_THAT(mesh.uvs, SizeIs(3));
}

// ---- Materials by name

TEST(XRead, ReferencesFindMaterialsBeforeAndAfterTheMesh) {
  const File file =
      file_of("Material a " + white + "Mesh { 0; 0; MeshMaterialList { 3; 0; {a} { b c }{a} } }" +
              "Material b c " + white + "Material a " + white);
  EXPECT_THAT(file.meshes[0].materials, ElementsAre(0, 1, 0));
}

// ---- Damage that leaves the rest sound

TEST(XRead, ContradictionsAreWarningsWithALine) {
  const struct {
    std::string parts, warning;
  } cases[] = {
      {"MeshNormals { 1; 0;0;-1;; 1; 3;0,0,0;; }",
       "line 2: Mesh: faces of normals: they do not match the faces of the mesh; computed normals are used"},
      {"MeshNormals { 1; 0;0;-1;; 2; 3;0,0,0;\n 3;0,9,0;; }",
       "line 3: Mesh: faces of normals: element 1: normal 9 of 1; computed normals are used"},
      {"MeshTextureCoords {\n 3; 0;1;, 1;1;, 1;0;; }",
       "line 3: Mesh: texture coordinates: 3 for 4 vertices; missing ones are 0"},
      {"DeclData { 1; 2;0;3;0;; 3; 1,2,3; }",
       "line 2: Mesh: DeclData: 3 words do not fit 4 vertices; the data is skipped"},
      {"DeclData { 1; 99;0;3;0;; 0; }",
       "line 2: Mesh: DeclData: an element has an unknown type; the data is skipped"},
  };
  for (const auto& [parts, warning] : cases)
    EXPECT_THAT(warnings_in(mesh_with(parts + white_list)), ElementsAre(warning));
  EXPECT_THAT(warnings_in(mesh_with("")), ElementsAre("line 2: Mesh: no materials; white is used"));
  EXPECT_THAT(warnings_in("Mesh { 2; 0;0;0;, 1;1;1;; 2; 3;0,1,\n7; 2;0,1; " + white_list + "}"),
              ElementsAre("line 2: Mesh: faces: element 0: vertex 7 of 2; the face is skipped",
                          "line 2: Mesh: faces: element 1: 2 corners; the face is skipped"));
  EXPECT_THAT(warnings_in("Mesh { 0; 0; MeshMaterialList { 2; 1; 7;; Material " + white + "} }"),
              ElementsAre("line 1: Mesh: materials: element 0: material 7 of 2; the last one is used",
                          "line 1: Mesh: materials: 2 declared, 1 found"));
}

TEST(XRead, AReferenceThatLeadsNowhereIsAWarning) {
  EXPECT_THAT(warnings_in("Mesh m { 0; 0; MeshMaterialList { 1; 0; { none } } }"),
              ElementsAre(HasSubstr("Mesh 'm': material 'none' is not in the file; white is used")));
  EXPECT_THAT(warnings_in("Frame f { { other } }"),
              ElementsAre("line 1: Frame 'f': the reference to 'other' is skipped"));
}

TEST(XRead, ManyWarningsAreCounted) {
  std::string body = "Mesh { 0; 100;";
  for (int i = 0; i < 100; ++i) body += "3;9,9,9;,";
  const std::vector<std::string> warnings = warnings_in(body + white_list + "}");
  ASSERT_THAT(warnings, SizeIs(21));
  EXPECT_EQ(warnings.back(), "… and 280 more");
}

// ---- Errors

TEST(XRead, ErrorsInTextNameTheLine) {
  const struct {
    std::string body, error;
  } cases[] = {
      {"\nMesh {\n2000000000; 0;0;0;; }", "line 3: Mesh: vertices: 2000000000 declared, room for 2"},
      {"\r\nMesh { 1;\r\n1;two;3;; 0; }", "line 3: Mesh: vertices: element 0: expected a number, got 'two'"},
      {"\rMesh { 1;\r1;}", "line 3: Mesh: vertices: element 0: expected a number, got '}'"},
      {"\nMesh { 1; 1;2;;;;", "line 2: Mesh: vertices: element 0: the file ends before a number"},
      {"\nMesh { -1;", "line 2: Mesh: vertices: expected a whole number, got '-1'"},
      {"\nMesh { 0; 1; 99; }", "line 2: Mesh: faces: element 0: 99 declared, room for 2"},
      {"\nMesh { 0; 0; ", "line 2: Mesh: '}' is missing"},
      {"\nMesh \n 1; 2;", "line 3: '{' is missing"},
      {"\nMaterial a " + white + "\n}", "line 3: '}' without an open object"},
      {"\nMaterial m { 1;1;1;1;; 5; 0;0;0;; 0;0;0;;\n TextureFilename { a.bmp } }",
       "line 3: Material 'm': expected a string in quotes"},
      {"\nMaterial m { 1;1;1;1;; 5; 0;0;0;; 0;0;0;;\n TextureFilename { \"a.bmp } }",
       "line 3: Material 'm': '\"' is missing at the end of a string"},
      {"\ntemplate Vector { <3d82", "line 2: '>' is missing"},
      {"\nMesh { 0; 0; MeshMaterialList { 1; 0; { a", "line 2: Mesh: materials: '}' is missing"},
  };
  for (const auto& [body, error] : cases) EXPECT_EQ(error_in(body), error) << body;
}

TEST(XRead, ErrorsInBinaryFilesNameTheOffset) {
  EXPECT_EQ(error_of(BinaryX().object("Mesh").integers({2'000'000'000}).reals({0, 0, 0}).take()),
            "offset 0x22: Mesh: vertices: 2000000000 declared, room for 1");
  EXPECT_EQ(error_of(BinaryX().object("Mesh").code(6).code(0xFFFF).code(0xFFFF).take()),
            "offset 0x1c: Mesh: vertices: list: 4294967295 numbers declared, room for 0");
  EXPECT_EQ(error_of(BinaryX().code(1).code(0xFFFF).code(0).take()),
            "offset 0x10: text: 65535 bytes declared, room for 0");
  EXPECT_EQ(error_of(BinaryX().code(99).take()), "offset 0x10: unknown token 99");
  EXPECT_EQ(error_of(BinaryX().name("Mesh").close().take()), "offset 0x1a: '{' is missing");
  EXPECT_EQ(error_of(BinaryX().object("Mesh").reals({1.5f}).take()),
            "offset 0x22: Mesh: vertices: expected a whole number, got 1.5");
  EXPECT_EQ(error_of(BinaryX().object("Mesh").string("a").take()),
            "offset 0x1c: Mesh: vertices: expected a number, got other data");
}

TEST(XRead, ErrorsInCompressedDataNameTheOffset) {
  const Bytes sound = test::compressed_x(everything, "tzip");
  const auto with = [&](std::size_t offset, std::uint8_t value) {
    Bytes bytes = sound;
    bytes[offset] = std::byte{value};
    return error_of(bytes);
  };
  EXPECT_EQ(with(19, 0x7F),
            "offset 0x10: compressed data: " + std::to_string(0x7F000000 + everything.size()) +
                " bytes declared, the limit is 4194300");
  EXPECT_THAT(with(21, 0xFF), HasSubstr("offset 0x14: compressed data: a block of "));
  EXPECT_EQ(with(23, 0xFF), "offset 0x14: compressed data: truncated");
  EXPECT_EQ(with(24, 'X'), "offset 0x18: compressed data: a block lacks its signature CK");
  EXPECT_EQ(with(30, 0xFF), "offset 0x18: compressed data: a block is damaged");
  EXPECT_EQ(error_of(ByteSpan(sound).first(18)), "offset 0x10: compressed data: truncated");
}

TEST(XRead, LimitsNestingAndCounts) {
  std::string nested;
  for (int i = 0; i < 200'000; ++i) nested += "Frame{";
  EXPECT_EQ(error_in(nested), "line 1: Frame: more than 1000 frames in one another");
  std::string frames, uses = "Mesh { 0; 0; MeshMaterialList { 20000; 0; ";
  for (int i = 0; i < 140'000; ++i) frames += "Frame{}";
  EXPECT_EQ(error_in(frames), "line 1: Frame: more than 131072 frames");
  for (int i = 0; i < 20'000; ++i) uses += "{a}";
  EXPECT_EQ(error_in(uses), "line 1: Mesh: materials: more than 16384 materials of meshes");
  EXPECT_THAT(file_of("Frame " + std::string(1500, 'A') + " { }").frames[0].name, SizeIs(1500));
  EXPECT_EQ(error_in("Frame " + std::string(5000, 'A') + " { }"),
            "line 1: text of 5000 bytes, the limit is 4096");
}

TEST(XRead, EveryTruncatedLengthIsAnErrorWithAPlace) {
  const std::string text = x_text("Frame f { Mesh m { " + square + white_list + "}}");
  const Bytes binary = everything_in_binary(32), packed = test::compressed_x(text, "tzip");
  for (const ByteSpan sound : {as_byte_span(text), ByteSpan(binary), ByteSpan(packed)}) {
    for (std::size_t size = 0; size < sound.size(); ++size) {
      const auto result = read_exact(sound.first(size));
      if (result) continue;  // an object of the file ends here
      EXPECT_TRUE(result.error().offset || result.error().line) << size;
      EXPECT_FALSE(result.error().what.empty());
    }
  }
}

TEST(XRead, SurvivesRandomDamage) {
  const Bytes binary = everything_in_binary(64), packed = test::compressed_x(everything, "tzip");
  std::mt19937 random(7);
  for (const ByteSpan sound : {as_byte_span(everything), ByteSpan(binary), ByteSpan(packed)}) {
    for (int round = 0; round < 1500; ++round) {
      Bytes bytes(sound.begin(), sound.end());
      for (int i = 0; i < 3; ++i) bytes[8 + random() % (bytes.size() - 8)] = static_cast<std::byte>(random());
      const auto result = read_exact(bytes);
      if (result) {
        flatten(result->file);
      } else {
        EXPECT_FALSE(result.error().what.empty());
      }
    }
  }
}

}  // namespace
}  // namespace mmd::x
