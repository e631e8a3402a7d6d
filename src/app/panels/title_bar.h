#pragma once

#include <string>

#include "app/stage/stage.h"
#include "app/window.h"

namespace mmd {

/// The window's title: what is shown.
class TitleBar {
 public:
  explicit TitleBar(Window& window) : window_(window) {}
  void show(const Stage& stage);
  const std::string& text() const { return text_; }

 private:
  Window& window_;
  std::string text_;
};

}  // namespace mmd
