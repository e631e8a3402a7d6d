#pragma once

#include "assets/image.h"

namespace mmd::test {

/// How alike two pictures of one size are: the mean structural similarity (Wang et al. 2004) over 8x8 windows
/// at every 4th pixel, on luma over white, on luma over black, and on alpha; the least of the three. 1: the
/// same; below about 0.95 the eye sees the difference. 0 for pictures of different sizes.
double ssim(const Image& a, const Image& b);

/// The same for the window where they differ most: a small thing that is missing does not drown in the mean.
double worst_window(const Image& a, const Image& b);

}  // namespace mmd::test
