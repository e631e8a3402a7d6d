#pragma once

#include <map>
#include <memory>

#include "assets/image.h"
#include "render/window_canvas.h"

namespace mmd {

/// The picture within `side` pixels, in its own proportions, from a few samples for each pixel: for icons, in
/// a time that does not go by the picture's size.
Image shrunk(const Image& image, int side);

/// Small copies of textures on the GPU for panels, made when they are first asked for. Made and destroyed
/// while the context is current.
class TextureIcons {
 public:
  /// The largest side, in pixels.
  static constexpr int side = 128;

  const PanelTexture& of(const std::shared_ptr<const Image>& texture);
  /// Those of textures that are gone.
  void let_go();

 private:
  struct Icon {
    std::weak_ptr<const Image> of;
    PanelTexture texture;
  };
  std::map<const Image*, Icon> icons_;
};

}  // namespace mmd
