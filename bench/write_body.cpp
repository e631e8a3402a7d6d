// Writes the benchmarks' body (bench/models.h) as a PMX for benchmarks in other languages. Usage: write_body
// OUT.pmx

#include <cstdio>
#include <fstream>

#include "bench/models.h"
#include "formats/pmx.h"

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fputs("write_body OUT.pmx\n", stderr);
    return 2;
  }
  const auto bytes = mmd::pmx::write(mmd::bench::body_skeleton());
  if (!bytes) return 1;
  std::ofstream out(argv[1], std::ios::binary);
  out.write(reinterpret_cast<const char*>(bytes->data()), static_cast<std::streamsize>(bytes->size()));
  return out.flush() ? 0 : 1;
}
