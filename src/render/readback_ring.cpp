#include "render/readback_ring.h"

#include <cstring>
#include <utility>

#include "render/context.h"
#include "render/gl_state.h"
#include "render/readback.h"

namespace mmd {

gl::Buffer ReadbackRing::take_buffer(GLsizeiptr bytes) {
  if (bytes != spare_bytes_) spare_.clear();
  spare_bytes_ = bytes;
  if (!spare_.empty()) {
    gl::Buffer out = std::move(spare_.back());
    spare_.pop_back();
    return out;
  }
  auto buffer = gl::Buffer::create();
  glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer.id());
  glBufferData(GL_PIXEL_PACK_BUFFER, bytes, nullptr, GL_STREAM_READ);
  return buffer;
}

Result<void> ReadbackRing::start(int width, int height, int factor, bool opaque) {
  if (draws_on_cpu()) {
    pictures_.push_back({read_pixels(width, height, factor, opaque), {}});
  } else {
    const auto pixels = static_cast<GLsizeiptr>(width) * height * factor * factor;
    gl::Buffer buffer = take_buffer(pixels * 4);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, buffer.id());
    glReadPixels(0, 0, width * factor, height * factor, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
    glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
    glFlush();
    pictures_.push_back({{width, height, factor, opaque, {}, {}}, std::move(buffer)});
  }
  if (!take_out_of_memory()) return {};
  pictures_.pop_back();
  return fail("out of graphics memory while reading a picture back", "choose a smaller --size");
}

Result<DrawnPicture> ReadbackRing::finish() {
  Picture picture = std::move(pictures_.front());
  pictures_.pop_front();
  if (!picture.buffer) return std::move(picture.drawn);
  DrawnPicture& drawn = picture.drawn;
  const auto side = static_cast<std::size_t>(drawn.factor);
  const std::size_t bytes =
      static_cast<std::size_t>(drawn.width) * static_cast<std::size_t>(drawn.height) * side * side * 4;
  drawn.rgba.resize(bytes);
  glBindBuffer(GL_PIXEL_PACK_BUFFER, picture.buffer.id());
  const void* mapped =
      glMapBufferRange(GL_PIXEL_PACK_BUFFER, 0, static_cast<GLsizeiptr>(bytes), GL_MAP_READ_BIT);
  if (mapped != nullptr) std::memcpy(drawn.rgba.data(), mapped, bytes);
  const bool whole = mapped != nullptr && glUnmapBuffer(GL_PIXEL_PACK_BUFFER) == GL_TRUE;
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  if (!whole) return fail("the driver lost a picture", "try again");
  if (static_cast<GLsizeiptr>(bytes) == spare_bytes_) spare_.push_back(std::move(picture.buffer));
  return std::move(drawn);
}

void ReadbackRing::add(Image image) {
  DrawnPicture drawn{image.width, image.height, 1, false, {}, {}};
  drawn.whole = std::move(image);
  pictures_.push_back({std::move(drawn), {}});
}

}  // namespace mmd
