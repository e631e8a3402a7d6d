#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

#include "assets/image.h"
#include "base/result.h"
#include "render/drawn_picture.h"
#include "render/gl_objects.h"

namespace mmd {

/// Reads the framebuffer bound for reading; the numbers as in DrawnPicture.
DrawnPicture read_pixels(int width, int height, int factor, bool opaque);

/// The same, finished, and in less memory.
Image read_picture(int width, int height, int factor, bool opaque);

/// Premultiplied to straight alpha in place, rounded to nearest; what is fully transparent becomes all zero.
/// Returns whether any pixel is not opaque.
bool unpremultiply(std::uint8_t* rgba, std::size_t pixels);

/// Pictures that the driver copies while the next are drawn. A driver on the CPU would be waited for anyway:
/// its pictures are read at once.
class ReadbackRing {
 public:
  /// Asks for the framebuffer bound for reading. Error: out of graphics memory.
  Result<void> start(int width, int height, int factor, bool opaque);
  /// A picture that is here already, for its turn.
  void add(Image image);
  /// The picture that was asked for first, once it is there. Only if there is one.
  Result<DrawnPicture> finish();
  std::size_t waiting() const { return pictures_.size(); }

 private:
  struct Picture {
    DrawnPicture drawn;  ///< without pixels as long as `buffer` is the driver's
    gl::Buffer buffer;
  };
  gl::Buffer take_buffer(GLsizeiptr bytes);

  std::deque<Picture> pictures_;
  std::vector<gl::Buffer> spare_;
  GLsizeiptr spare_bytes_ = 0;  ///< of each
};

}  // namespace mmd
