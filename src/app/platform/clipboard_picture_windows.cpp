// The clipboard of Windows: as PNG, with alpha, and as a bitmap for programs that do not take PNG.
#include <cstring>

#include "app/platform/clipboard_picture.h"
#include "base/errors.h"
#include "base/windows_api.h"

namespace mmd {
namespace {

/// Gives bytes to the open clipboard.
bool put(UINT format, const void* bytes, std::size_t size) {
  const HGLOBAL memory = GlobalAlloc(GMEM_MOVEABLE, size);
  if (memory == nullptr) return false;
  std::memcpy(GlobalLock(memory), bytes, size);
  GlobalUnlock(memory);
  if (SetClipboardData(format, memory) != nullptr) return true;
  GlobalFree(memory);
  return false;
}

/// A bitmap with 32 bits a pixel, rows from the bottom, over white.
Bytes bitmap_of(const Image& image) {
  BITMAPINFOHEADER header{};
  header.biSize = sizeof(header);
  header.biWidth = image.width;
  header.biHeight = image.height;
  header.biPlanes = 1;
  header.biBitCount = 32;
  header.biCompression = BI_RGB;
  Bytes out(sizeof(header) + image.rgba.size());
  std::memcpy(out.data(), &header, sizeof(header));
  auto* to = reinterpret_cast<unsigned char*>(out.data()) + sizeof(header);
  const std::size_t row = 4 * static_cast<std::size_t>(image.width);
  for (int y = image.height - 1; y >= 0; --y) {
    const auto* from =
        reinterpret_cast<const unsigned char*>(image.rgba.data()) + static_cast<std::size_t>(y) * row;
    for (std::size_t x = 0; x < row; x += 4, to += 4) {
      const unsigned alpha = from[x + 3];
      const auto over_white = [&](std::size_t i) {
        return static_cast<unsigned char>((from[x + i] * alpha + 255u * (255u - alpha) + 127u) / 255u);
      };
      to[0] = over_white(2);
      to[1] = over_white(1);
      to[2] = over_white(0);
      to[3] = 255;
    }
  }
  return out;
}

}  // namespace

Result<void> copy_picture(const Image& image) {
  MMD_TRY(const auto png, encode_png(image));
  const Bytes bitmap = bitmap_of(image);
  if (OpenClipboard(nullptr) == 0) return fail("another program keeps the clipboard", "try again");
  EmptyClipboard();
  const bool done = put(RegisterClipboardFormatW(L"PNG"), png.data(), png.size());
  const bool also = put(CF_DIB, bitmap.data(), bitmap.size());
  CloseClipboard();
  if (!done || !also) return fail("the clipboard does not take the picture", "choose a smaller size");
  return {};
}

}  // namespace mmd
