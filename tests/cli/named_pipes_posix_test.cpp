#include <gmock/gmock.h>
#include <sys/stat.h>

#include "tests/cli/program.h"

namespace mmd::test {
namespace {

using ::testing::HasSubstr;

class NamedPipes : public ProgramTest {};

TEST_F(NamedPipes, AreRefusedInsteadOfWaiting) {
  const std::string pipe = in_folder("pipe.png");
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const Words unmade{"batch", pipe, "-o", in_folder("out")};  // its pictures failed
  const std::vector<Words> commands{unmade,
                                    {"info", pipe},
                                    {"bones", pipe},
                                    {"bones", model, pipe},
                                    {"shot", pipe, "-o", in_folder("o.png")},
                                    {"shot", model, "-o", in_folder("o.png"), "--background-picture", pipe},
                                    {"shot", model, "-o", in_folder("o.png"), "--compare", pipe},
                                    {"batch", model, "--poses", "@" + pipe, "-o", in_folder("out")},
                                    {"thumbnail", pipe, in_folder("t.png")},
                                    {"export", pipe, "-o", in_folder("x.vpd")}};
  for (const auto& command : commands) {
    const Outcome outcome = mmdview(command);
    EXPECT_EQ(outcome.status, command == unmade ? 3 : 1) << ::testing::PrintToString(command) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("is a named pipe")) << ::testing::PrintToString(command);
  }
  FileBuilder b;
  b.bone("センター");
  b.square({0, 10, 0}, 5);
  b.material("服").texture = b.texture("pipe.png");
  const Outcome shot =
      mmdview({"shot", put("m.pmx", as_text(b.bytes())), "-o", in_folder("o.png"), "--size", "16x16"});
  EXPECT_EQ(shot.status, 0) << shot.err;
  EXPECT_THAT(shot.err, HasSubstr("texture \"pipe.png\""));
}

}  // namespace
}  // namespace mmd::test
