#pragma once

#include <filesystem>

#include "base/byte_io.h"
#include "formats/pmx.h"
#include "scene/load.h"

namespace mmd::test {

/// The tree's samples/.
std::filesystem::path samples();
Bytes bytes_of(const std::filesystem::path& file);
pmx::File read_pmx(const std::filesystem::path& file);
/// A model of the samples as the viewer loads it; a failure fails the test.
LoadedModel load_sample(const std::filesystem::path& file);

}  // namespace mmd::test
