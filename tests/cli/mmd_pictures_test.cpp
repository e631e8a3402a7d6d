// `mmdview shot` against pictures that MikuMikuDance 9.32 itself drew (tests/cli/mmd932/README.md).
#include <algorithm>
#include <cstdlib>
#include <fstream>

#include <nlohmann/json.hpp>

#include "tests/cli/program.h"

namespace mmd::test {
namespace {

struct MmdCase {
  std::string name, camera, fov;
  double flat = 0.0, all = 0.0;  ///< per mille of pixels that may differ
};

std::string folder_of_cases() {
  return MMDVIEW_SOURCE_DIR "/tests/cli/mmd932/";
}

std::vector<MmdCase> cases() {
  std::vector<MmdCase> out;
  const auto file = nlohmann::json::parse(std::ifstream(folder_of_cases() + "cases.json"));
  for (const auto& c : file.at("cases")) {
    std::string camera;
    for (const auto& number : c["camera"]) camera += (camera.empty() ? "" : ",") + number.dump();
    out.push_back({c["name"].get<std::string>(), camera, c["fov"].dump(), c["flat"].get<double>(),
                   c["all"].get<double>()});
  }
  return out;
}

constexpr int side = 1024, border = 2;

/// MMD's pixels lie one further right and down (half a pixel of Direct3D 9, rounded).
const std::uint8_t* at(const Image& image, int x, int y, int shift) {
  return image.rgba.data() + 4 * static_cast<std::size_t>((y - shift) * side + x - shift);
}

/// Pixels, by index, that a step of more than 24 levels lies within 3 pixels of.
std::vector<bool> near_steps(const Image& image, int shift) {
  constexpr int reach = 3, step = 24;
  std::vector<bool> out(static_cast<std::size_t>(side * side));
  for (int y = border + reach; y < side - border - reach; ++y)
    for (int x = border + reach; x < side - border - reach; ++x)
      for (int c = 0; c < 3; ++c) {
        int low = 255, high = 0;
        for (int dy = -reach; dy <= reach; ++dy)
          for (int dx = -reach; dx <= reach; ++dx) {
            const int value = at(image, x + dx, y + dy, shift)[c];
            low = std::min(low, value);
            high = std::max(high, value);
          }
        if (high - low > step) out[static_cast<std::size_t>(y * side + x)] = true;
      }
  return out;
}

struct Differences {
  int flat = 0, flat_differing = 0, differing = 0;
  double levels = 0.0;  ///< that flat pixels differ by, summed up
};

Differences differences(const Image& mmd, const Image& ours) {
  constexpr int of_flat = 2, of_any = 8, white = 250;
  const std::vector<bool> steps = near_steps(mmd, 0), own_steps = near_steps(ours, 1);
  Differences out;
  for (int y = border + 3; y < side - border - 3; ++y)
    for (int x = border + 3; x < side - border - 3; ++x) {
      const auto *a = at(mmd, x, y, 0), *b = at(ours, x, y, 1);
      int difference = 0, least = 255;
      for (int c = 0; c < 3; ++c) {
        difference = std::max(difference, std::abs(a[c] - b[c]));
        least = std::min({least, int{a[c]}, int{b[c]}});
      }
      const auto index = static_cast<std::size_t>(y * side + x);
      if (difference > of_any) ++out.differing;
      if (least >= white || steps[index] || own_steps[index]) continue;
      ++out.flat;
      out.levels += difference;
      if (difference > of_flat) ++out.flat_differing;
    }
  return out;
}

class MmdPictures : public ProgramTest, public ::testing::WithParamInterface<MmdCase> {};

TEST_P(MmdPictures, MatchMmd) {
  const MmdCase& c = GetParam();
  const std::string ours = in_folder("ours.png");
  const Outcome outcome = mmdview({"shot", folder_of_cases() + "models/" + c.name + ".pmx", "-o", ours,
                                   "--size", "1024x1024", "--background", "ffffff", "--camera", c.camera,
                                   "--fov", c.fov, "--no-self-shadow", "--no-ground-shadow"});
  ASSERT_EQ(outcome.status, 0) << outcome.err;
  const Image mmd = decoded(bytes_in(folder_of_cases() + "pictures/" + c.name + ".png")),
              image = decoded(bytes_in(ours));
  ASSERT_EQ(mmd.width, side);
  ASSERT_EQ(image.width, side);
  const Differences found = differences(mmd, image);
  EXPECT_GT(found.flat, 10000);
  EXPECT_LE(found.levels / found.flat, 1.0);
  EXPECT_LE(1000.0 * found.flat_differing / found.flat, c.flat);
  EXPECT_LE(1000.0 * found.differing / (side * side), c.all);
}

INSTANTIATE_TEST_SUITE_P(OfMmd932, MmdPictures, ::testing::ValuesIn(cases()), [](const auto& test) {
  std::string name = test.param.name;
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
});

}  // namespace
}  // namespace mmd::test
