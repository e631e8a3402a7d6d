// Comparison of a picture with one that MMD drew, as tests/cli/mmd_pictures_test.cpp does it.
import { PNG } from 'pngjs';

const side = 1024;
const border = 2;
const reach = 3;

/** Pixels near a step of more than 24 levels: the largest difference within 3 pixels. */
function nearSteps(data) {
  const out = new Uint8Array(side * side);
  for (let channel = 0; channel < 3; ++channel) {
    let low = new Uint8Array(side * side);
    for (let i = 0; i < low.length; ++i) low[i] = data[4 * i + channel];
    let high = low.slice();
    for (const step of [1, side]) {
      const [least, most] = [low.slice(), high.slice()];
      for (let i = reach * step; i < low.length - reach * step; ++i)
        for (let k = -reach; k <= reach; ++k) {
          least[i] = Math.min(least[i], low[i + k * step]);
          most[i] = Math.max(most[i], high[i + k * step]);
        }
      [low, high] = [least, most];
    }
    for (let i = 0; i < out.length; ++i) if (high[i] - low[i] > 24) out[i] = 1;
  }
  return out;
}

/** Per mille of pixels that differ: `flat` away from outlines by more than 2 levels, `all` by more than 8. */
export function differences(theirs, ours) {
  const [mmd, own] = [PNG.sync.read(theirs).data, PNG.sync.read(ours).data];
  const [steps, ownSteps] = [nearSteps(mmd), nearSteps(own)];
  let flat = 0;
  let flatDiffering = 0;
  let differing = 0;
  let all = 0;
  for (let y = border + reach; y < side - border - reach; ++y)
    for (let x = border + reach; x < side - border - reach; ++x) {
      const at = y * side + x;
      const ownAt = at - side - 1; // MMD's pixels lie one further right and down
      let difference = 0;
      let least = 255;
      for (let channel = 0; channel < 3; ++channel) {
        const [a, b] = [mmd[4 * at + channel], own[4 * ownAt + channel]];
        difference = Math.max(difference, Math.abs(a - b));
        least = Math.min(least, a, b);
      }
      ++all;
      if (difference > 8) ++differing;
      if (least >= 250 || steps[at] || ownSteps[ownAt]) continue;
      ++flat;
      if (difference > 2) ++flatDiffering;
    }
  return { flat: (1000 * flatDiffering) / Math.max(flat, 1), all: (1000 * differing) / all };
}

/** The mean difference of two pictures in levels, and the share of pixels that differ by more than `levels`. */
export function compared(one, other, levels = 16) {
  const [a, b] = [PNG.sync.read(one), PNG.sync.read(other)];
  if (a.width !== b.width || a.height !== b.height) throw new Error('pictures of different sizes');
  let sum = 0;
  let beyond = 0;
  const pixels = a.width * a.height;
  for (let i = 0; i < pixels; ++i) {
    let most = 0;
    for (let channel = 0; channel < 3; ++channel) {
      const seen = (data) => (data[4 * i + channel] * data[4 * i + 3]) / 255;
      most = Math.max(most, Math.abs(seen(a.data) - seen(b.data)));
    }
    sum += most;
    if (most > levels) ++beyond;
  }
  return { mean: sum / pixels, beyond: beyond / pixels };
}
