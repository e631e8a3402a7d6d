// --attach on the command line.

#include <gtest/gtest.h>

#include "tests/assets/temporary_folder.h"
#include "tests/options/arguments.h"

namespace mmd {
namespace {

using test::parse;

TEST(AttachOption, OnTheCommandLineItRepeatsAndWrongOnesAreWrongUsage) {
  const auto good =
      parse({"shot", "m.pmx", "-o", "o.png", "--attach", "a.pmx@x", "--attach", "b.pmx@:1,2,3"});
  ASSERT_FALSE(good.line.exit_status) << good.err;
  ASSERT_EQ(good.line.options.attachments.size(), 2u);
  EXPECT_EQ(good.line.options.attachments[1].position, vec3(1, 2, 3));
  for (const char* bad : {"a.pmx", "a.pmx@x:1,2", "a.pmx@x:0,0,0,0,0,0,0"})
    EXPECT_EQ(parse({"shot", "m.pmx", "-o", "o.png", "--attach", bad}).line.exit_status, 2) << bad;
  EXPECT_EQ(parse({"bones", "m.pmx", "--attach", "a.pmx@x"}).line.exit_status, 2);
}

TEST(AttachOption, WhatWasGivenIsNotedWithoutFolders) {
  const test::TemporaryFolder folder;
  const std::string model = to_utf8(folder.put("model.pmx", "")),
                    prop = to_utf8(folder.put("prop@1.pmx", ""));
  const auto p = parse({"shot", model, "-o", "o.png", "--attach", prop + "@a/b:1,2,3"});
  ASSERT_FALSE(p.line.exit_status);
  EXPECT_EQ(p.line.options.given.back(), "--attach prop@1.pmx@a/b:1,2,3");
}

}  // namespace
}  // namespace mmd
