// write_test_figure MODEL POSE: the tests' figure as files, for a script.
#include "assets/file_set.h"
#include "tests/support/figure.h"

int main(int argc, char** argv) {
  if (argc != 3) return 2;
  mmd::test::write_model(mmd::path_from_utf8(argv[1]), mmd::test::figure());
  mmd::test::write_pose(mmd::path_from_utf8(argv[2]), mmd::test::figure_pose(0.5f));
}
