"""scripts/bench_page.py finds its figures in what the benchmarks print."""

import importlib.util
import pathlib
import sys
import unittest

SPEC = importlib.util.spec_from_file_location("bench_page", pathlib.Path(sys.argv.pop(1)))
bench_page = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(bench_page)

OUTPUT = """\
Benchmark                     Time             CPU   Iterations
BM_Body_median            16100 ns        16000 ns            5
BM_BodyWithoutIk_median    6200 ns         6150 ns            5
BM_Chains_median          21000 ns        20900 ns            5
BM_SkinBdef4_median         720 us          710 us            5 per_vertex=7.1ns
BM_SkinMixed_median         160 us          158 us            5 per_vertex=3.5ns
PmxRead/scattered_types:0_median   600 us   590 us            5 bytes_per_second=15G/s
PmxRead/scattered_types:1_median  1300 us  1280 us            5 bytes_per_second=7G/s
VpdRead_median              900 us          890 us            5 bytes_per_second=57M/s
VmdReadAndBuild/curves:1_median  8000 us   7900 us            5
MotionSample/curves:1_median    10700 ns  10650 ns            5
BM_StockWorld/300_median  1.1e+06 ns   1.11e+06 ns            5
BM_World/100_median        310000 ns     308000 ns            5
BM_World/300_median    1.08e+06 ns   1.08e+06 ns              5
offscreen (EGL): llvmpipe (LLVM 15.0.6, 256 bits), OpenGL 4.5 Mesa 22.3.6
86436 vertices, 86436 triangles, 18 materials; 1024x1024, 4 samples
colour, without self shadow            20.00 ms   trivial    10.00 ms   ratio 2.00
colour                                 24.00 ms   trivial    10.00 ms   ratio 2.40
frame, pose moving                    0.020 ms   31 OpenGL calls
both shadows                    73.3 /s    20.0 ms CPU   drawn alone    70.0 /s    19.0 ms CPU   105 %
both shadows, all labels        42.8 /s    40.0 ms CPU   drawn alone    70.0 /s    19.0 ms CPU    61 %
pose in, PNG out, one at a time                 31.0 ms   ratio 2.10
frames of 826 x 918, medians of 60
the sample (goal in motion: 12 frames/s)
  until it is seen           305.0 ms
  at rest                      1.0 ms   999.0 frames/s       1.0 ms of CPU
  a motion plays              41.0 ms    24.4 frames/s      40.0 ms of CPU
45000 vertices in 18 materials (goal in motion: 6 frames/s)
  at rest                      1.0 ms   999.0 frames/s       1.0 ms of CPU
  a motion plays              50.0 ms    20.0 frames/s      49.0 ms of CPU
every panel open, 439 bones, without the driver (goal: 2 ms)
  at rest                      0.4 ms  2500.0 frames/s       0.4 ms of CPU
  a motion plays               0.5 ms  2000.0 frames/s       0.5 ms of CPU
  bodies: 0.90 ms a picture, 5.4 % of a core at 60 pictures/s (goal: 15 %)
500 poses of the sample (goals: first row 1 s, all 20 s, no frame above 50 ms)
  made             first row   0.35 s   all   6.20 s     9.00 s of CPU   longest frame    45 ms
  from the cache   first row   0.20 s   all   0.50 s     0.40 s of CPU   longest frame    20 ms
floor program, 512x512       46.0 ms
shot of the sample          112.0 ms   ratio 2.43 (goal: at most 3)
"""


class BenchPage(unittest.TestCase):
    def test_finds_every_figure(self):
        rows, missing = bench_page.table(OUTPUT)
        self.assertEqual(missing, [])
        for row in ("| Bones: body with IK, one evaluation | 16 µs | less |  |",
                    "| Skinning on the CPU, per vertex: BDEF4 | 7.1 ns | less |  |",
                    "| Window: 45,000 vertices play a motion | 50 ms a frame | less | 167 ms |",
                    "| Batch: speed against a loop that only draws and reads back | 105 % | more | 85 % |",
                    "| Physics, one step of 300 bodies | 1.08 ms | less |  |"):
            self.assertIn(row, rows)

    def test_names_what_is_missing(self):
        _, missing = bench_page.table(OUTPUT.replace("BM_Chains", "BM_Other"))
        self.assertEqual(missing, ["Bones: chains with IK, one evaluation"])


if __name__ == "__main__":
    unittest.main()
