// make_sample FOLDER: writes the sample model to FOLDER/figure, its poses and motions to FOLDER/poses and
// FOLDER/motions, what it can hold to FOLDER/props and the feature sample to FOLDER/features. The same bytes
// every run.

#include <cstdio>
#include <exception>
#include <filesystem>

#include "assets/image.h"
#include "formats/pmx.h"
#include "formats/vpd.h"
#include "make_sample/assemble.h"
#include "make_sample/check.h"
#include "make_sample/features.h"
#include "make_sample/motions.h"
#include "make_sample/poses.h"
#include "make_sample/props.h"
#include "make_sample/textures.h"

namespace mmd::sample {
namespace {

namespace fs = std::filesystem;

Result<void> write_model(const pmx::File& file, const fs::path& path) {
  const auto bytes = pmx::write(file);
  if (!bytes) return fail(bytes.error());
  const auto back = pmx::read(*bytes);
  if (!back) return fail(back.error());
  if (const auto sound = check_model(*back); !sound) return sound;
  std::printf("%s: %zu vertices, %zu triangles, %zu bones, %zu bytes\n", path.filename().string().c_str(),
              back->vertices.size(), back->indices.size() / 3, back->bones.size(), bytes->size());
  return write_file_atomically(path, *bytes);
}

Result<void> write_textures(const std::vector<std::pair<std::string, Image>>& textures,
                            const fs::path& folder) {
  for (const auto& [name, image] : textures) {
    const auto png = encode_png(image);
    if (!png) return fail(png.error());
    if (const auto done = write_file_atomically(folder / name, *png); !done) return done;
  }
  return {};
}

Result<void> write_pose(const vpd::File& pose, const fs::path& path) {
  const auto bytes = vpd::write(pose);
  if (!bytes) return fail(bytes.error());
  return write_file_atomically(path, as_byte_span(*bytes));
}

Result<void> write_motion(const vmd::File& motion, const fs::path& path) {
  const auto bytes = vmd::write(motion);
  if (!bytes) return fail(bytes.error());
  std::printf("%s: %zu bone keys, %zu bytes\n", path.filename().string().c_str(), motion.bones.size(),
              bytes->size());
  return write_file_atomically(path, *bytes);
}

Result<void> write_figure(const fs::path& folder) {
  fs::create_directories(folder / "figure" / "tex");
  fs::create_directories(folder / "poses");
  const Rig rig = make_rig();
  const auto model = make_model(rig);
  if (!model) return fail(model.error());
  if (const auto done = write_model(*model, folder / "figure" / "figure.pmx"); !done) return done;
  if (const auto done = write_textures(make_textures(), folder / "figure"); !done) return done;
  for (const auto& [name, pose] : make_poses(rig))
    if (const auto done = write_pose(pose, folder / "poses" / name); !done) return done;
  fs::create_directories(folder / "motions");
  for (const auto& [name, motion] : make_motions(rig))
    if (const auto done = write_motion(motion, folder / "motions" / name); !done) return done;
  return {};
}

Result<void> write_props(const fs::path& folder) {
  fs::create_directories(folder / "props" / "tex");
  if (const auto done = write_model(make_microphone(), folder / "props" / "microphone.pmx"); !done)
    return done;
  return write_textures(make_microphone_textures(), folder / "props");
}

Result<void> write_features(const fs::path& folder) {
  fs::create_directories(folder / "features" / "tex");
  const FeatureSample sample = make_features();
  if (const auto done = write_model(sample.model, folder / "features" / "features.pmx"); !done) return done;
  if (const auto done = write_textures(sample.textures, folder / "features"); !done) return done;
  return write_pose(sample.pose, folder / "features" / "features.vpd");
}

Result<void> write_all(const fs::path& folder) {
  if (const auto done = write_figure(folder); !done) return done;
  if (const auto done = write_props(folder); !done) return done;
  return write_features(folder);
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
