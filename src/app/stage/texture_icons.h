#pragma once

#include <map>
#include <memory>

#include "assets/image.h"
#include "render/window_canvas.h"

namespace mmd {

/// A thumbnail of at most `side` pixels in the same proportions. It takes a few samples per pixel, so the
/// time does not depend on the size of the picture.
Image shrunk(const Image& image, int side);

/// Small copies of textures on the GPU for panels, made on demand. The context must be current in constructor
/// and destructor.
class TextureIcons {
 public:
  /// The maximum side length in pixels.
  static constexpr int side = 128;

  const PanelTexture& of(const std::shared_ptr<const Image>& texture);
  /// Frees icons of textures that no longer exist.
  void let_go();

 private:
  struct Icon {
    std::weak_ptr<const Image> of;
    PanelTexture texture;
  };
  std::map<const Image*, Icon> icons_;
};

}  // namespace mmd
