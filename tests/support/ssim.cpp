#include <algorithm>
#include <array>
#include <cstddef>
#include <vector>

#include "tests/support/png_values.h"

namespace mmd::test {
namespace {

constexpr int window = 8, step = 4;

struct Planes {
  int width, height;
  std::array<std::vector<double>, 3> plane;  // luma over white, luma over black, alpha; 0-1
};

Planes planes_of(const Image& image) {
  const std::size_t count = static_cast<std::size_t>(image.width) * static_cast<std::size_t>(image.height);
  Planes out{image.width, image.height, {}};
  for (auto& p : out.plane) p.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t* p = image.rgba.data() + 4 * i;
    const double luma = (0.2126 * p[0] + 0.7152 * p[1] + 0.0722 * p[2]) / 255.0, alpha = p[3] / 255.0;
    out.plane[0][i] = luma * alpha + 1.0 - alpha;
    out.plane[1][i] = luma * alpha;
    out.plane[2][i] = alpha;
  }
  return out;
}

double window_ssim(const std::vector<double>& a, const std::vector<double>& b, int width, int left, int top) {
  double sa = 0, sb = 0, saa = 0, sbb = 0, sab = 0;
  for (int y = top; y < top + window; ++y) {
    for (int x = left; x < left + window; ++x) {
      const auto i =
          static_cast<std::size_t>(y) * static_cast<std::size_t>(width) + static_cast<std::size_t>(x);
      sa += a[i], sb += b[i], saa += a[i] * a[i], sbb += b[i] * b[i], sab += a[i] * b[i];
    }
  }
  constexpr double n = window * window, c1 = 0.01 * 0.01, c2 = 0.03 * 0.03;
  const double ma = sa / n, mb = sb / n;
  const double va = saa / n - ma * ma, vb = sbb / n - mb * mb, cov = sab / n - ma * mb;
  return (2 * ma * mb + c1) * (2 * cov + c2) / ((ma * ma + mb * mb + c1) * (va + vb + c2));
}

/// Mean and minimum over the windows, each the minimum of the three planes.
std::pair<double, double> compare(const Image& a, const Image& b) {
  if (a.width != b.width || a.height != b.height || a.width < window || a.height < window) return {0.0, 0.0};
  const Planes pa = planes_of(a), pb = planes_of(b);
  double mean = 1.0, least = 1.0;
  for (std::size_t p = 0; p < 3; ++p) {
    double sum = 0;
    std::size_t count = 0;
    for (int y = 0; y + window <= a.height; y += step) {
      for (int x = 0; x + window <= a.width; x += step, ++count) {
        const double s = window_ssim(pa.plane[p], pb.plane[p], a.width, x, y);
        sum += s;
        least = std::min(least, s);
      }
    }
    mean = std::min(mean, sum / static_cast<double>(count));
  }
  return {mean, least};
}

}  // namespace

double ssim(const Image& a, const Image& b) {
  return compare(a, b).first;
}

double worst_window(const Image& a, const Image& b) {
  return compare(a, b).second;
}

}  // namespace mmd::test
