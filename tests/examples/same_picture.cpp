// same_picture A B: whether two pictures have the same pixels; status 1 and a line where not.

#include <algorithm>
#include <cstdio>

#include <mmdview/assets/file_set.h>
#include <mmdview/assets/image.h>

int main(int argc, char** argv) {
  if (argc < 3) return 2;
  const auto read = [](const char* path) {
    return mmd::read_file(path).and_then([](const mmd::Bytes& bytes) { return mmd::decode_image(bytes); });
  };
  const auto a = read(argv[1]), b = read(argv[2]);
  if (!a || !b) {
    std::fprintf(stderr, "same_picture: %s\n", mmd::describe(!a ? a.error() : b.error()).c_str());
    return 2;
  }
  if (a->width == b->width && a->height == b->height &&
      std::equal(a->rgba.begin(), a->rgba.end(), b->rgba.begin(), b->rgba.end()))
    return 0;
  std::fprintf(stderr, "same_picture: %s and %s differ\n", argv[1], argv[2]);
  return 1;
}
