// Repairs of the shown model, and saving it.
#include "app/stage/export_choice.h"
#include "model/check_model.h"
#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

class ViewerProblems : public ViewerFixture {
 protected:
  /// Bone 1 is its own parent's child, and its name is that of bone 0.
  static pmx::File damaged() {
    pmx::File out = figure();
    out.bones.at(1).parent = 99;
    out.bones.at(2).name = out.bones.at(0).name;
    return out;
  }
  void begin() {
    broken = write_other(damaged(), "broken.pmx");
    ViewerSetup setup;
    setup.program = MMDVIEW_PROGRAM;
    start({broken}, std::move(setup));
  }
  void repair(const std::vector<std::string>& rules) {
    ask({ActionId::repair_model, rules});
    run_until([&] { return loaded().repairs == rules; });
  }
  void save(const std::filesystem::path& file, bool in_pose = false) {
    ExportChoice& choice = viewer->parts().panels.export_panel.choice;
    choice.format = ExportFormat::model;
    choice.in_pose = in_pose;
    ask({ActionId::export_as, to_utf8(file)});
    run_until([&] { return viewer->parts().run.recording == nullptr; });
  }
  const LoadedModel& loaded() const { return viewer->parts().stage.document()->loaded; }
  static pmx::File read(const std::filesystem::path& file) {
    return pmx::read(read_file(file).value()).value();
  }
  static std::size_t errors_of(const std::filesystem::path& file) {
    return check_model(read(file), [](const std::string&) { return std::nullopt; })
        .findings.count(Severity::error);
  }

  std::string broken;
};

TEST_F(ViewerProblems, ARepairChangesTheShownModelUntilItIsTakenBack) {
  begin();
  const Bytes before = read_file(broken).value();
  rotate(3, 0.5f);
  const quat posed = viewer->parts().stage.figure()->edited->rotation.at(3);
  repair({"damage", "name-duplicate"});
  EXPECT_THAT(loaded().mended, SizeIs(2));
  EXPECT_THAT(said(), HasSubstr("model: 2"));
  EXPECT_NE(loaded().model->skeleton.bones.at(2).name, loaded().model->skeleton.bones.at(0).name);
  EXPECT_EQ(viewer->parts().stage.figure()->edited->rotation.at(3), posed) << "the pose stays";
  repair({"damage"});
  EXPECT_EQ(loaded().model->skeleton.bones.at(2).name, loaded().model->skeleton.bones.at(0).name);
  repair({});
  EXPECT_THAT(loaded().mended, IsEmpty());
  EXPECT_EQ(read_file(broken).value(), before) << "the file is never touched";
}

TEST_F(ViewerProblems, ASavedModelHasTheChosenRepairsAndNoOthers) {
  begin();
  const std::filesystem::path file = folder.path() / "mended.pmx";
  repair({"damage"});
  save(file);
  EXPECT_THAT(said(), HasSubstr("mended.pmx"));
  EXPECT_EQ(errors_of(file), 0u);
  const pmx::File saved = read(file);
  EXPECT_EQ(saved.bones.at(2).name.bytes, saved.bones.at(0).name.bytes);
}

TEST_F(ViewerProblems, AModelWithoutRepairsIsSavedByteForByte) {
  begin();
  save(folder.path() / "copy.pmx");
  EXPECT_EQ(read_file(folder.path() / "copy.pmx").value(), read_file(broken).value());
}

TEST_F(ViewerProblems, ThePoseBecomesTheRestPoseIfAsked) {
  start({model_name}, [] {
    ViewerSetup setup;
    setup.program = MMDVIEW_PROGRAM;
    return setup;
  }());
  rotate(1, 0.5f);
  save(folder.path() / "posed.pmx", true);
  const auto posed = read(folder.path() / "posed.pmx").vertices.position,
             before = read(path_from_utf8(model_name)).vertices.position;
  ASSERT_EQ(posed.size(), before.size());
  EXPECT_FALSE(std::equal(posed.begin(), posed.end(), before.begin()));
}

TEST_F(ViewerProblems, AModelSavedElsewhereTakesItsTexturesAlong) {
  start({model_name}, [] {
    ViewerSetup setup;
    setup.program = MMDVIEW_PROGRAM;
    return setup;
  }());
  const std::filesystem::path other = folder.path() / "elsewhere";
  std::filesystem::create_directories(other);
  save(other / "model.pmx");
  EXPECT_TRUE(std::filesystem::exists(other / "model.pmx")) << said();
}

TEST_F(ViewerProblems, TheMenuLeadsToTheFindings) {
  begin();
  ask({ActionId::show_problems});
  EXPECT_TRUE(viewer->parts().panels.shown(Panel::model));
  settle();
  run_until([&] { return !viewer->parts().panels.model_panel.go_to_problems; });  // scrolled there
}

}  // namespace
}  // namespace mmd::test
