#include "render/readback.h"

#include <algorithm>
#include <atomic>
#include <utility>

#include "base/parallel_for.h"
#include "render/context.h"
#include "render/framebuffer.h"

namespace mmd {
namespace {

constexpr std::size_t rows_at_once = 64;

/// Averages 2x2 premultiplied pixels of two rows into one row of `pixels` pixels.
void halve_row(const std::uint8_t* a, const std::uint8_t* b, std::size_t pixels, std::uint8_t* to) {
  for (std::size_t x = 0; x < pixels; ++x)
    for (std::size_t c = 0; c < 4; ++c)
      to[4 * x + c] = static_cast<std::uint8_t>(
          (a[8 * x + c] + a[8 * x + 4 + c] + b[8 * x + c] + b[8 * x + 4 + c] + 2) >> 2);
}

Image blank_image(int width, int height) {
  Image image;
  image.width = width;
  image.height = height;
  image.rgba.resize(static_cast<std::size_t>(width) * 4 * static_cast<std::size_t>(height));
  return image;
}

/// Fills `count` rows of the image from row `first` on, counted from the bottom. `drawn`: their premultiplied
/// pixels, `factor` times as wide and high. Returns whether a pixel is not opaque. Threads may fill different
/// rows.
bool finish_rows(const std::uint8_t* drawn, std::size_t first, std::size_t count, int factor, bool opaque,
                 Image& image) {
  const auto columns = static_cast<std::size_t>(image.width), rows = static_cast<std::size_t>(image.height),
             scale = static_cast<std::size_t>(factor), row = columns * 4;
  bool has_alpha = false;
  for (std::size_t y = 0; y < count; ++y) {
    const std::uint8_t* from = drawn + y * scale * row * scale;
    std::uint8_t* to = image.rgba.data() + (rows - 1 - first - y) * row;
    if (scale == 1) {
      std::copy_n(from, row, to);
    } else {
      halve_row(from, from + row * scale, columns, to);
    }
    if (opaque) {
      for (std::size_t i = 3; i < row; i += 4) to[i] = 255;
    } else if (unpremultiply(to, columns)) {
      has_alpha = true;
    }
  }
  return has_alpha;
}

}  // namespace

bool unpremultiply(std::uint8_t* rgba, std::size_t pixels) {
  bool has_alpha = false;
  for (std::size_t i = 0; i < pixels; ++i, rgba += 4) {
    const unsigned alpha = rgba[3];
    if (alpha == 255) continue;
    has_alpha = true;
    for (int c = 0; c < 3; ++c)
      rgba[c] = static_cast<std::uint8_t>(
          alpha == 0 ? 0 : std::min((static_cast<unsigned>(rgba[c]) * 255 + alpha / 2) / alpha, 255u));
  }
  return has_alpha;
}

DrawnPicture read_pixels(int width, int height, int factor, bool opaque) {
  DrawnPicture out{width, height, factor, opaque, {}, {}};
  const auto scale = static_cast<std::size_t>(factor);
  out.rgba.resize(static_cast<std::size_t>(width) * scale * static_cast<std::size_t>(height) * scale * 4);
  glReadPixels(0, 0, width * factor, height * factor, GL_RGBA, GL_UNSIGNED_BYTE, out.rgba.data());
  return out;
}

Image finished(DrawnPicture drawn, std::size_t threads) {
  if (!drawn.whole.rgba.empty()) return std::move(drawn.whole);
  Image image = blank_image(drawn.width, drawn.height);
  std::atomic<bool> has_alpha{false};
  const auto rows = static_cast<std::size_t>(drawn.height);
  const std::size_t per_row = drawn.rgba.size() / rows;
  const auto finish = [&](std::size_t i) {
    const std::size_t first = i * rows_at_once;
    if (finish_rows(drawn.rgba.data() + first * per_row, first, std::min(rows_at_once, rows - first),
                    drawn.factor, drawn.opaque, image))
      has_alpha.store(true, std::memory_order_relaxed);
  };
  parallel_for((rows + rows_at_once - 1) / rows_at_once, finish, threads);
  image.has_alpha = has_alpha;
  return image;
}

Image read_picture(int width, int height, int factor, bool opaque, int x, int y) {
  // A few rows at a time: allocating pages for all rows costs more than reading them.
  constexpr int max_rows = static_cast<int>(rows_at_once);
  RawVector<std::uint8_t> drawn(static_cast<std::size_t>(width) * static_cast<std::size_t>(factor) * 4 *
                                static_cast<std::size_t>(std::min(max_rows, height) * factor));
  Image image = blank_image(width, height);
  for (int first = 0; first < height; first += max_rows) {
    const int rows = std::min(max_rows, height - first);
    glReadPixels(x, y + first * factor, width * factor, rows * factor, GL_RGBA, GL_UNSIGNED_BYTE,
                 drawn.data());
    if (finish_rows(drawn.data(), static_cast<std::size_t>(first), static_cast<std::size_t>(rows), factor,
                    opaque, image))
      image.has_alpha = true;
  }
  return image;
}

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
  if (draws_on_cpu() || !gl::can_read_buffers()) {
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
  const bool whole = gl::read_buffer(GL_PIXEL_PACK_BUFFER, bytes, drawn.rgba.data());
  glBindBuffer(GL_PIXEL_PACK_BUFFER, 0);
  if (!whole) return fail("the driver did not return the picture", "try again");
  if (static_cast<GLsizeiptr>(bytes) == spare_bytes_) spare_.push_back(std::move(picture.buffer));
  return std::move(drawn);
}

void ReadbackRing::add(Image image) {
  DrawnPicture drawn{image.width, image.height, 1, false, {}, {}};
  drawn.whole = std::move(image);
  pictures_.push_back({std::move(drawn), {}});
}

}  // namespace mmd
