#include "app/actions/mouse_scheme.h"

#include <gmock/gmock.h>

namespace mmd {
namespace {

MouseDrag drag(MouseScheme scheme, int button, int modifiers = KMOD_NONE, bool bones = true) {
  return drag_of(scheme, static_cast<Uint8>(button), modifiers, bones).what;
}

TEST(Mouse, RightDragTurnsInMmdScheme) {
  EXPECT_EQ(drag(MouseScheme::mmd, SDL_BUTTON_RIGHT), MouseDrag::orbit);
  EXPECT_EQ(drag(MouseScheme::mmd, SDL_BUTTON_RIGHT, KMOD_LSHIFT), MouseDrag::pan);
  EXPECT_EQ(drag(MouseScheme::mmd, SDL_BUTTON_RIGHT, KMOD_RCTRL), MouseDrag::zoom);
  EXPECT_EQ(drag(MouseScheme::mmd, SDL_BUTTON_MIDDLE), MouseDrag::pan);
  EXPECT_EQ(drag(MouseScheme::mmd, SDL_BUTTON_LEFT), MouseDrag::box);
  EXPECT_EQ(drag(MouseScheme::mmd, SDL_BUTTON_LEFT, KMOD_NONE, false), MouseDrag::nothing)
      << "without bones there is nothing to select";
}

TEST(Mouse, MiddleDragTurnsInBlenderScheme) {
  EXPECT_EQ(drag(MouseScheme::blender, SDL_BUTTON_MIDDLE), MouseDrag::orbit);
  EXPECT_EQ(drag(MouseScheme::blender, SDL_BUTTON_MIDDLE, KMOD_LSHIFT), MouseDrag::pan);
  EXPECT_EQ(drag(MouseScheme::blender, SDL_BUTTON_MIDDLE, KMOD_LCTRL), MouseDrag::zoom);
  EXPECT_EQ(drag(MouseScheme::blender, SDL_BUTTON_LEFT), MouseDrag::box);
  EXPECT_EQ(drag(MouseScheme::blender, SDL_BUTTON_RIGHT), MouseDrag::nothing);
}

TEST(Mouse, LeftDragTurnsInTheProgramsOwnScheme) {
  EXPECT_EQ(drag(MouseScheme::mmdview, SDL_BUTTON_LEFT), MouseDrag::orbit);
  EXPECT_EQ(drag(MouseScheme::mmdview, SDL_BUTTON_LEFT, KMOD_LSHIFT), MouseDrag::box);
  EXPECT_EQ(drag(MouseScheme::mmdview, SDL_BUTTON_LEFT, KMOD_LSHIFT, false), MouseDrag::pan);
  EXPECT_EQ(drag(MouseScheme::mmdview, SDL_BUTTON_RIGHT, KMOD_LSHIFT), MouseDrag::pan);
  EXPECT_EQ(drag(MouseScheme::mmdview, SDL_BUTTON_X1), MouseDrag::nothing);
}

TEST(Mouse, ModifiersChangeTheSpeedOrSnap) {
  EXPECT_DOUBLE_EQ(handle_pace(MouseScheme::mmd, KMOD_LCTRL).factor, 0.1);
  EXPECT_DOUBLE_EQ(handle_pace(MouseScheme::mmd, KMOD_LSHIFT).factor, 10.0);
  EXPECT_FALSE(handle_pace(MouseScheme::mmd, KMOD_LCTRL).snaps);
  EXPECT_TRUE(handle_pace(MouseScheme::mmdview, KMOD_LCTRL).snaps);
  EXPECT_TRUE(handle_pace(MouseScheme::blender, KMOD_LCTRL).snaps);
  EXPECT_TRUE(handle_pace(MouseScheme::mmdview, KMOD_LSHIFT).fine) << "steps of 5 degrees";
  EXPECT_DOUBLE_EQ(handle_pace(MouseScheme::blender, KMOD_LSHIFT).factor, 0.1);
  EXPECT_DOUBLE_EQ(camera_pace(MouseScheme::mmd, KMOD_LSHIFT), 10.0);
  EXPECT_DOUBLE_EQ(camera_pace(MouseScheme::mmdview, KMOD_LSHIFT), 1.0);
}

TEST(Mouse, ShiftClickExtendsTheSelectionInMmdAndBlender) {
  for (const MouseScheme scheme : {MouseScheme::mmd, MouseScheme::blender})
    EXPECT_TRUE(extends_selection(scheme, KMOD_LSHIFT) && extends_selection(scheme, KMOD_LCTRL));
  EXPECT_TRUE(extends_selection(MouseScheme::mmdview, KMOD_LCTRL));
  EXPECT_FALSE(extends_selection(MouseScheme::mmdview, KMOD_LSHIFT));
}

TEST(Mouse, EachSchemeHasAWordAndHelp) {
  for (std::size_t i = 0; i < static_cast<std::size_t>(MouseScheme::count); ++i) {
    const auto scheme = static_cast<MouseScheme>(i);
    EXPECT_EQ(mouse_scheme_called(row_of(scheme).word), scheme);
    for (const MouseRow& row : mouse_table(scheme))
      EXPECT_FALSE(row.gesture.japanese.empty() || row.help.english.empty() || row.help.japanese.empty());
  }
  EXPECT_EQ(mouse_table(MouseScheme::mmd).front().gesture.english, "Right drag");
  EXPECT_FALSE(mouse_scheme_called("trackball"));
}

}  // namespace
}  // namespace mmd
