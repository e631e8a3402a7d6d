// Commands when memory runs out at any one place: they say so, or do without.

#include <cstdio>
#include <new>

#include <gmock/gmock.h>

#include "commands/commands.h"
#include "formats/vmd.h"
#include "options/messages.h"
#include "physics/physics_world.h"
#include "tests/assets/temporary_folder.h"
#include "tests/support/allocation_count.h"
#include "tests/support/archive_samples.h"
#include "tests/support/format_samples.h"
#include "tests/support/model_builder.h"

namespace mmd {
namespace {

using testing::HasSubstr;

struct Attempt {
  int status = 0;
  std::string out, err;
  bool failed = false;  ///< an allocation did
};

using RunCommand = int (*)(const Options& options);

/// As main does, with the n-th allocation failing; 0: none.
Attempt run(RunCommand command, const Options& options, std::size_t n) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  Attempt out;
  test::fail_allocation(n);
  try {
    out.status = command(options);
  } catch (const std::bad_alloc&) {
    out.status = exit_bad_input;
    std::fputs("mmdview: error: not enough memory\n", stderr);
  }
  out.failed = n > 0 && !test::waits_to_fail();
  test::fail_allocation(0);
  out.out = testing::internal::GetCapturedStdout();
  out.err = testing::internal::GetCapturedStderr();
  return out;
}

class FailingAllocations : public testing::Test {
 protected:
  FailingAllocations() {
    test::FileBuilder b;
    b.bone("センター");
    b.bone("ネクタイ１", 0);
    b.square({0, 0, 0}, 1, 0);
    b.material("肌");
    model = put("m.pmx", as_text(b.bytes()));
    zip = put("m.zip", as_text(test::zip_file({{"dir/m.pmx", std::string(as_text(b.bytes())), 0, true}})));
    pose = put("p.vpd",
               "Vocaloid Pose Data file\n\nx.osm;\n1;\n\nBone0{\x83\x5a\x83\x93\x83\x5e\x81\x5b\n0,1,0;\n"
               "0,0,0,1;\n}\n");
    vmd::File file = vmd::empty_file("初音ミク");
    file.bones = {test::bone_key("センター", 0), test::bone_key("センター", 5, vec3(5.0f))};
    motion = put("m.vmd", as_text(vmd::write(file).value()));
  }
  std::string put(const std::string& name, std::string_view content) {
    return to_utf8(folder.put(name, content));
  }
  /// As an error of the command, or as one that was found in a file.
  static bool says_so(const Attempt& ran) {
    if (ran.err.find("mmdview: error: ") != std::string::npos)
      return ran.err.find("memory") != std::string::npos;
    return ran.out.find("error") != std::string::npos && ran.out.find("memory") != std::string::npos;
  }
  /// For n from 1 until nothing fails any longer.
  static void expect_survives(RunCommand command, const Options& options) {
    const Attempt good = run(command, options, 0);
    ASSERT_EQ(good.status, 0) << good.err;
    for (std::size_t n = 1;; ++n) {
      const Attempt ran = run(command, options, n);
      if (ran.status == 0) {
        EXPECT_EQ(ran.out, good.out) << "something is silently missing after failure " << n;
      } else {
        EXPECT_EQ(ran.status, exit_bad_input) << n;
        EXPECT_TRUE(says_so(ran)) << n << '\n' << ran.err << ran.out;
      }
      if (!ran.failed) return;
    }
  }
  static void expect_survives(RunCommand command, Command name, const std::vector<std::string>& files) {
    Options options(name);
    options.files = files;
    expect_survives(command, options);
    if (name == Command::check) return;  // nlohmann's values allocate when they are destroyed
    options.format = OutputFormat::json;
    expect_survives(command, options);
  }

  test::TemporaryFolder folder;
  std::string model, zip, pose, motion;
};

TEST_F(FailingAllocations, InBonesGiveAMessage) {
  expect_survives(run_bones, Command::bones, {model, pose});
  expect_survives(run_bones, Command::bones, {zip, motion});
}

TEST_F(FailingAllocations, InBonesWithPhysicsGiveAMessage) {
  test::FileBuilder b;
  for (int i = 0; i < 3; ++i) {
    const vec3 at(0, 10.0f - static_cast<float>(i), 0);
    b.bone("bone" + std::to_string(i), i - 1, at);
    b.file.rigid_bodies.push_back(test::ball(i, i == 0 ? 0 : 1, at, 0.7f));
    if (i > 0) b.file.joints.push_back(test::joint(i - 1, i, at));
  }
  Options options(Command::bones);
  options.files = {put("bodies.pmx", as_text(b.bytes()))};
  options.physics.on = true;
  options.physics.settings.ground = true;
  options.physics.warm_up_steps = 2;
  options.physics.steps = 4;
  expect_survives(run_bones, options);
}

TEST_F(FailingAllocations, InCheckGiveAMessage) {
  expect_survives(run_check, Command::check, {model, pose, motion});
  expect_survives(run_check, Command::check, {zip});
}

TEST_F(FailingAllocations, InExportAndPoseGiveAMessage) {
  const std::string output = to_utf8(folder.path() / "out.vpd");
  const auto written = [&] {
    const auto bytes = read_file(path_from_utf8(output));
    return bytes ? std::string(as_text(*bytes)) : std::string();
  };
  for (const Command command : {Command::export_, Command::pose}) {
    Options options(command);
    options.files = {model, pose};
    if (command == Command::pose) options.files.erase(options.files.begin());
    options.pose_tool = PoseTool::mirror;
    options.output = output;
    const RunCommand runs = command == Command::pose ? run_pose : run_export;
    expect_survives(runs, options);
    const std::string good = written();
    ASSERT_NE(good, "");
    for (std::size_t n = 1;; ++n) {
      std::filesystem::remove(path_from_utf8(output));
      const Attempt ran = run(runs, options, n);
      // What fails after the file is there leaves it, whole.
      const std::string now = written();
      EXPECT_TRUE(now == good || (now.empty() && ran.status != 0)) << n << ": " << now;
      if (!ran.failed) break;
    }
  }
  std::vector<std::string> left;
  for (const auto& entry : std::filesystem::directory_iterator(folder.path()))
    left.push_back(entry.path().filename().string());
  EXPECT_THAT(left, testing::UnorderedElementsAre("m.pmx", "m.zip", "p.vpd", "m.vmd", "out.vpd"));
}

}  // namespace
}  // namespace mmd
