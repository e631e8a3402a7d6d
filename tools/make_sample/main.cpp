// make_sample FOLDER: writes the sample model to FOLDER/figure, its poses and motions to FOLDER/poses and
// FOLDER/motions, its accessories to FOLDER/props and the feature sample to FOLDER/features. Each run writes
// the same bytes.

#include <cstdio>
#include <exception>
#include <filesystem>

#include "assets/image.h"
#include "base/errors.h"
#include "formats/pmx.h"
#include "formats/vpd.h"
#include "make_sample/samples.h"

namespace mmd::sample {
namespace {

namespace fs = std::filesystem;

Result<void> write_model(const pmx::File& file, const fs::path& path) {
  MMD_TRY(const auto bytes, pmx::write(file));
  MMD_TRY(const auto back, pmx::read(bytes));
  MMD_TRY(check_model(back));
  std::printf("%s: %zu vertices, %zu triangles, %zu bones, %zu bytes\n", path.filename().string().c_str(),
              back.vertices.size(), back.indices.size() / 3, back.bones.size(), bytes.size());
  return write_file_atomically(path, bytes);
}

Result<void> write_textures(const std::vector<std::pair<std::string, Image>>& textures,
                            const fs::path& folder) {
  for (const auto& [name, image] : textures) {
    MMD_TRY(const auto png, encode_png(image));
    MMD_TRY(write_file_atomically(folder / name, png));
  }
  return {};
}

Result<void> write_pose(const vpd::File& pose, const fs::path& path) {
  MMD_TRY(const auto bytes, vpd::write(pose));
  return write_file_atomically(path, as_byte_span(bytes));
}

Result<void> write_motion(const vmd::File& motion, const fs::path& path) {
  MMD_TRY(const auto bytes, vmd::write(motion));
  std::printf("%s: %zu bone keys, %zu bytes\n", path.filename().string().c_str(), motion.bones.size(),
              bytes.size());
  return write_file_atomically(path, bytes);
}

Result<void> write_figure(const fs::path& folder) {
  fs::create_directories(folder / "figure" / "tex");
  fs::create_directories(folder / "poses");
  const Rig rig = make_rig();
  MMD_TRY(const auto model, make_model(rig));
  MMD_TRY(write_model(model, folder / "figure" / "figure.pmx"));
  MMD_TRY(write_textures(make_textures(), folder / "figure"));
  for (const auto& [name, pose] : make_poses(rig)) MMD_TRY(write_pose(pose, folder / "poses" / name));
  fs::create_directories(folder / "motions");
  for (const auto& [name, motion] : make_motions(rig))
    MMD_TRY(write_motion(motion, folder / "motions" / name));
  return {};
}

Result<void> write_props(const fs::path& folder) {
  fs::create_directories(folder / "props" / "tex");
  MMD_TRY(write_model(make_microphone(), folder / "props" / "microphone.pmx"));
  return write_textures(make_microphone_textures(), folder / "props");
}

Result<void> write_features(const fs::path& folder) {
  fs::create_directories(folder / "features" / "tex");
  const FeatureSample sample = make_features();
  MMD_TRY(write_model(sample.model, folder / "features" / "features.pmx"));
  MMD_TRY(write_textures(sample.textures, folder / "features"));
  return write_pose(sample.pose, folder / "features" / "features.vpd");
}

Result<void> write_all(const fs::path& folder) {
  MMD_TRY(write_figure(folder));
  MMD_TRY(write_props(folder));
  return write_features(folder);
}

}  // namespace
}  // namespace mmd::sample

int main(int argc, char** argv) {
  if (argc != 2 || argv[1][0] == '-') {
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
