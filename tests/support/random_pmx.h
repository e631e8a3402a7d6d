#pragma once

// Models by chance: whatever is drawn, the file reads, and every feature of the format comes up. For fuzzing,
// which otherwise seldom gets behind the reader.

#include <cstdint>
#include <random>

#include "formats/pmx.h"

namespace mmd::test {

class RandomPmx {
 public:
  /// `odd`: of indices and numbers, the share that no program would write (out of range, not finite, huge).
  explicit RandomPmx(std::uint32_t seed, double odd = 0.02) : random_(seed), odd_(odd) {}

  /// A model with up to `most` elements in a section and `most` vertices more.
  pmx::File make(int most = 8);

  /// Changes one thing: a field, an element that comes, goes, moves or is drawn anew, a section or the
  /// header. What refers to it stays as it is.
  void change(pmx::File& file);

  /// Takes a whole section, whichever, from another model.
  void take_section(pmx::File& file, const pmx::File& from);

 private:
  int below(int count);
  bool one_in(int count) { return below(count) == 0; }
  void change_header(pmx::File& file);

  std::mt19937 random_;
  double odd_;
};

/// As bytes; index sizes grow where they must. Empty: it cannot be written.
Bytes written(pmx::File& file);

}  // namespace mmd::test
