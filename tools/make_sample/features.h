#pragma once

// A small PMX 2.1 model that shows each feature of the format once, labelled, and a pose that moves it all.

#include <string>
#include <utility>
#include <vector>

#include "assets/image.h"
#include "formats/pmx.h"
#include "formats/vpd.h"

namespace mmd::sample {

struct FeatureSample {
  pmx::File model;
  vpd::File pose;
  std::vector<std::pair<std::string, Image>> textures;  ///< by path relative to the model
};

FeatureSample make_features();

}  // namespace mmd::sample
