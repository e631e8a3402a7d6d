// make_sample FOLDER: writes the sample model to FOLDER/figure and its poses to FOLDER/poses. The same bytes
// every run.

#include <cstdio>
#include <exception>
#include <filesystem>

#include "assets/image.h"
#include "formats/pmx.h"
#include "formats/vpd.h"
#include "make_sample/assemble.h"
#include "make_sample/check.h"
#include "make_sample/poses.h"
#include "make_sample/textures.h"

namespace mmd::sample {
namespace {

namespace fs = std::filesystem;

Result<void> write_model(const Rig& rig, const fs::path& folder) {
  const auto file = make_model(rig);
  if (!file) return fail(file.error());
  const auto bytes = pmx::write(*file);
  if (!bytes) return fail(bytes.error());
  const auto back = pmx::read(*bytes);
  if (!back) return fail(back.error());
  if (const auto sound = check_model(*back); !sound) return sound;
  std::printf("%zu vertices, %zu triangles, %zu bones, %zu bytes\n", back->vertices.size(),
              back->indices.size() / 3, back->bones.size(), bytes->size());
  return write_file_atomically(folder / "figure.pmx", *bytes);
}

Result<void> write_textures(const fs::path& folder) {
  for (const auto& [name, image] : make_textures()) {
    const auto png = encode_png(image);
    if (!png) return fail(png.error());
    if (const auto done = write_file_atomically(folder / name, *png); !done) return done;
  }
  return {};
}

Result<void> write_poses(const Rig& rig, const fs::path& folder) {
  for (const auto& [name, pose] : make_poses(rig)) {
    const auto bytes = vpd::write(pose);
    if (!bytes) return fail(bytes.error());
    if (const auto done = write_file_atomically(folder / name, as_byte_span(*bytes)); !done) return done;
  }
  return {};
}

Result<void> write_all(const fs::path& folder) {
  fs::create_directories(folder / "figure" / "tex");
  fs::create_directories(folder / "poses");
  const Rig rig = make_rig();
  if (const auto done = write_model(rig, folder / "figure"); !done) return done;
  if (const auto done = write_textures(folder / "figure"); !done) return done;
  return write_poses(rig, folder / "poses");
}

}  // namespace
}  // namespace mmd::sample

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: make_sample FOLDER\n");
    return 2;
  }
  try {
    const auto done = mmd::sample::write_all(argv[1]);
    if (done) return 0;
    std::fprintf(stderr, "make_sample: %s\n", mmd::describe(done.error()).c_str());
  } catch (const std::exception& e) {
    std::fprintf(stderr, "make_sample: %s\n", e.what());
  }
  return 1;
}
