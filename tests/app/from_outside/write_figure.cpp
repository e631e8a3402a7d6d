// write_test_figure MODEL POSE [MOTION]: the tests' figure with a face morph as files, for a script.
#include "assets/file_set.h"
#include "assets/image.h"
#include "base/environment.h"
#include "tests/support/figure.h"
#include "tests/support/format_samples.h"

namespace {

mmd::pmx::File figure_with_face() {
  mmd::pmx::File out = mmd::test::figure();
  mmd::pmx::Morph morph;
  morph.name = mmd::pmx::from_utf8("笑い", out.header.encoding);
  morph.panel = 3;
  morph.offsets = std::vector<mmd::pmx::VertexOffset>{{0, mmd::vec3(0.0f, 1.0f, 0.0f)}};
  out.morphs.push_back(morph);
  return out;
}

bool write_motion(const std::filesystem::path& path) {
  mmd::vmd::File motion = mmd::vmd::empty_file("");
  motion.bones = {mmd::test::bone_key("腕", 0), mmd::test::bone_key("腕", 600, mmd::vec3(0.0f, 6.0f, 0.0f))};
  const auto bytes = mmd::vmd::write(motion);
  return bytes && mmd::write_file_atomically(path, *bytes);
}

}  // namespace

int main(int count, char** values) {
  const mmd::ProgramArguments arguments(count, values);
  const int argc = arguments.count();
  const char* const* const argv = arguments.values();
  if (argc < 3 || argc > 4) return 2;
  mmd::test::write_model(mmd::path_from_utf8(argv[1]), figure_with_face());
  mmd::vpd::File pose = mmd::test::figure_pose(0.5f);
  pose.morphs.push_back({"笑い", 0.75f});
  mmd::test::write_pose(mmd::path_from_utf8(argv[2]), pose);
  return argc == 4 && !write_motion(mmd::path_from_utf8(argv[3])) ? 1 : 0;
}
