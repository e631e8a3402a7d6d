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

/// Reads the framebuffer that is bound for reading; parameters as in DrawnPicture.
DrawnPicture read_pixels(int width, int height, int factor, bool opaque);

/// Reads and finishes a picture, in less memory than read_pixels() and finished().
Image read_picture(int width, int height, int factor, bool opaque, int x = 0, int y = 0);

/// Converts premultiplied to straight alpha in place, rounded to nearest; fully transparent pixels become
/// zero. Returns whether a pixel is not opaque.
bool unpremultiply(std::uint8_t* rgba, std::size_t pixels);

/// Queue of pictures that the driver copies while the next ones are drawn. From a CPU driver, which would
/// block anyway, and in a browser pictures are read at once.
class ReadbackRing {
 public:
  /// Starts reading the framebuffer that is bound for reading. Error: out of graphics memory.
  Result<void> start(int width, int height, int factor, bool opaque);
  /// Queues a finished picture.
  void add(Image image);
  /// Waits for and returns the oldest picture. Requires waiting() > 0.
  Result<DrawnPicture> finish();
  std::size_t waiting() const { return pictures_.size(); }

 private:
  struct Picture {
    DrawnPicture drawn;  ///< without pixels while `buffer` has them
    gl::Buffer buffer;
  };
  gl::Buffer take_buffer(GLsizeiptr bytes);

  std::deque<Picture> pictures_;
  std::vector<gl::Buffer> spare_;
  GLsizeiptr spare_bytes_ = 0;  ///< size of each spare buffer
};

}  // namespace mmd
