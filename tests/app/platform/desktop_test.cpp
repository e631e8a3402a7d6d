#include "app/platform/desktop.h"

#include <gtest/gtest.h>

#include "app/platform/window.h"

namespace mmd {
namespace {

TEST(DpiOfResources, IsTheValueOfTheDesktop) {
  EXPECT_EQ(dpi_of_resources("Xcursor.size:\t24\nXft.dpi:\t192\nXft.hinting:\t1\n"), 192.0f);
  EXPECT_EQ(dpi_of_resources("Xft.dpi: 120.5"), 120.5f);
  for (const char* text : {"", "\n\n", "Xft.dpi", "Xft.dpi:", "Xft.dpi: many", "Xft.dpi: 96 dots",
                           "Xft.dpi: 0", "Xft.dpi: -96", "Xft.dpi: nan", "Xft.dpi: 1e9", "myXft.dpi: 96"})
    EXPECT_FALSE(dpi_of_resources(text)) << text;
}

TEST(DesktopDpi, IsTheScreensByDefault) {
  const auto window = Window::open({});
  ASSERT_TRUE(window);
  const DesktopDpi dpi = desktop_dpi();
  ASSERT_TRUE(dpi.measured);
  EXPECT_NEAR(*dpi.measured, 96.0f, 2.0f) << "as Xvfb has it";
  EXPECT_NEAR((*window)->text_scale(), 1.0f, 0.02f);
}

}  // namespace
}  // namespace mmd
