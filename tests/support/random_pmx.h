#pragma once

// Random models: every one is readable, and every feature of the format occurs. For fuzzing, which otherwise
// rarely gets past the reader.

#include <cstdint>
#include <random>

#include "formats/pmx.h"

namespace mmd::test {

class RandomPmx {
 public:
  /// `odd`: the share of invalid indices and numbers (out of range, not finite, huge).
  explicit RandomPmx(std::uint32_t seed, double odd = 0.02) : random_(seed), odd_(odd) {}

  /// A model with up to `most` elements in a section and `most` vertices more.
  pmx::File make(int most = 8);

  /// Changes one thing: a field, an element (adds, removes, moves or replaces it), a section or the header.
  /// References are not adjusted.
  void change(pmx::File& file);

  /// Takes a random whole section from another model.
  void take_section(pmx::File& file, const pmx::File& from);

 private:
  int below(int count);
  bool one_in(int count) { return below(count) == 0; }
  void change_header(pmx::File& file);

  std::mt19937 random_;
  double odd_;
};

/// The file's bytes; index sizes grow as needed. Empty if it cannot be written.
Bytes written(pmx::File& file);

}  // namespace mmd::test
