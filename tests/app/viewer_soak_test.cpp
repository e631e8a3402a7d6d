// Random actions, keys and mouse events in a real window. docs/dev/testing.md tells how to run it longer.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <random>

#include "tests/app/viewer_fixture.h"

namespace mmd::test {
namespace {

constexpr int steps_unless_asked = 250;

/// A number from the environment; 0 if it is not set.
unsigned asked_for(const char* variable) {
  const char* text = std::getenv(variable);
  return text != nullptr ? static_cast<unsigned>(std::strtoul(text, nullptr, 10)) : 0;
}

class ViewerSoak : public ViewerFixture {
 protected:
  ViewerSoak() : ViewerFixture(PictureSize{900, 600}, true) {}

  void begin() {
    ViewerSetup setup;
    setup.now = [this, usual = setup.now] { return usual() + rested; };
    setup.thumbnails = folder.path() / "thumbnails";
    setup.library = LibraryStore(folder.path() / "library.json");
    start({model_name, dance}, std::move(setup));
  }
  int below(int end) { return static_cast<int>(random() % static_cast<unsigned>(end)); }

  void any_action() {
    const ActionRow& row = action_table()[random() % action_table().size()];
    if (row.not_in_menu.empty() && row.id != ActionId::quit) viewer->perform({row.id});
  }
  void any_mouse() {
    const Extent size = window->size();
    const int x = below(size.width), y = below(size.height);
    SDL_WarpMouseInWindow(window->handle(), x, y);
    viewer->handle(mouse_event(SDL_MOUSEMOTION, x, y, below(40) - 20));
    viewer->run_once(0);
    const Uint32 what[] = {SDL_MOUSEBUTTONDOWN, SDL_MOUSEBUTTONUP, SDL_MOUSEMOTION};
    SDL_Event event = mouse_event(what[below(3)], x, y, below(40) - 20);
    if (event.type != SDL_MOUSEMOTION && below(5) == 0) event.button.button = SDL_BUTTON_RIGHT;
    viewer->handle(event);
  }
  void any_wheel() { viewer->handle(wheel_event(static_cast<float>(below(5) - 2))); }
  void any_typing() {
    SDL_Event event{};
    event.type = SDL_TEXTINPUT;
    event.text.text[0] = static_cast<char>('0' + below(70));
    viewer->handle(event);
  }
  void any_file() {
    const std::string files[] = {pose_name, dance, model_name, to_utf8(folder.path() / "poses"),
                                 "missing.vpd"};
    viewer->perform({ActionId::open_files, std::vector<std::string>{files[below(5)]}});
  }
  void any_change_on_disk() { write_pose(pose2, figure_pose(0.1f * static_cast<float>(below(20)))); }
  void any_size() { SDL_SetWindowSize(window->handle(), 200 + below(900), 150 + below(700)); }

  /// Half a minute without input.
  void any_rest() {
    for (int i = 0; i < 3; ++i) {
      rested += 10.0;
      for (int turn = 0; turn < 5; ++turn) viewer->run_once(0);
    }
  }

  void step() {
    using Any = void (ViewerSoak::*)();
    static constexpr std::pair<int, Any> shares[] = {
        {40, &ViewerSoak::any_action}, {80, &ViewerSoak::any_mouse}, {85, &ViewerSoak::any_wheel},
        {90, &ViewerSoak::any_typing}, {95, &ViewerSoak::any_file},  {98, &ViewerSoak::any_change_on_disk},
        {99, &ViewerSoak::any_size},   {100, &ViewerSoak::any_rest}};
    const int choice = below(100);
    const auto* share = std::begin(shares);
    while (choice >= share->first) ++share;
    (this->*share->second)();
    viewer->run_once(0);
    if (!viewer->running()) begin();  // a click on "Quit"
  }

  const std::string dance = write_motion("dance.vmd", rising_arm());
  double rested = 0.0;  ///< seconds by which the viewer's clock is ahead
  std::mt19937 random{1 + asked_for("MMDVIEW_SOAK_SEED")};
};

TEST_F(ViewerSoak, SurvivesRandomInput) {
  const std::chrono::seconds wanted(asked_for("MMDVIEW_SOAK_SECONDS"));
  const auto begin_time = std::chrono::steady_clock::now();
  std::filesystem::create_directory(folder.path() / "out");
  std::filesystem::current_path(folder.path() / "out");
  begin();
  int done = 0;
  for (; done < steps_unless_asked || std::chrono::steady_clock::now() - begin_time < wanted; ++done) step();
  RecordProperty("steps", done);
  if (wanted.count() > 0) std::printf("%d steps\n", done);
  settle();
  ASSERT_NE(viewer->stage().model(), nullptr);
  EXPECT_TRUE(viewer->picture());
}

}  // namespace
}  // namespace mmd::test
