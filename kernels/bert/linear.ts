// Products of int16 activations with int16 weights. Activations lie in blocks of four rows, in a block the pairs of
// inputs of the four rows side by side. Weights lie in panels of eight outputs, in a panel for each pair of inputs the
// two weights of the first output, of the second, and so on. No sum may reach 2^31: see `largest`.

/** The largest magnitude of an activation such that no sum of `inputs` products with 8-bit weights overflows. */
export function largest(inputs: i32): f32 {
  return Mathf.min(32767, Mathf.floor(<f32>(2147483647.0 / (127.0 * <f64>inputs))));
}

/** Widens a panel of int8 weights: `count` values, a multiple of 16. */
export function widen(from: usize, count: i32, to: usize): void {
  for (let i = 0; i < count; i += 16) {
    const bytes = v128.load(from + i);
    v128.store(to + 2 * i, i16x8.extend_low_i8x16_s(bytes));
    v128.store(to + 2 * i, i16x8.extend_high_i8x16_s(bytes), 16);
  }
}

/** The largest magnitude in a row of `count` f32, a multiple of 4. */
export function peak(from: usize, count: i32): f32 {
  let most = f32x4.splat(0);
  for (let i = 0; i < count; i += 4) most = f32x4.pmax(most, f32x4.abs(v128.load(from + 4 * i)));
  return Mathf.max(
    Mathf.max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)),
    Mathf.max(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)),
  );
}

// A constant comes from memory: as a literal the engine makes it anew, several instructions long, at every use.
const MAGIC = memory.data<f32>([12582912]);

/** Rounds to whole numbers, of a magnitude below 2^22: the sum with 3 · 2^22 has them in its last bits. */
export function round(x: v128): v128 {
  const magic = v128.load32_splat(MAGIC);
  return i32x4.sub(f32x4.add(x, magic), magic);
}

/** Eight f32 at `at`, times a factor each, as int16. */
export function toShort(at: usize, low: v128, high: v128): v128 {
  return i16x8.narrow_i32x4_s(round(f32x4.mul(v128.load(at), low)), round(f32x4.mul(v128.load(at, 16), high)));
}

/**
 * Four rows of `count` f32 (a multiple of 8), `stride` bytes apart, each times its factor, as int16: the pairs of the four
 * rows side by side, 16 bytes, and the next `step` bytes on.
 */
export function interleave(from: usize, stride: usize, count: i32, factors: usize, to: usize, step: usize): void {
  const f0 = v128.load32_splat(factors);
  const f1 = v128.load32_splat(factors, 4);
  const f2 = v128.load32_splat(factors, 8);
  const f3 = v128.load32_splat(factors, 12);
  const end = from + 4 * count;
  for (let at = from; at < end; at += 32) {
    const a = toShort(at, f0, f0);
    const b = toShort(at + stride, f1, f1);
    const c = toShort(at + 2 * stride, f2, f2);
    const d = toShort(at + 3 * stride, f3, f3);
    const ab = i32x4.shuffle(a, b, 0, 4, 1, 5);
    const cd = i32x4.shuffle(c, d, 0, 4, 1, 5);
    v128.store(to, i64x2.shuffle(ab, cd, 0, 2));
    v128.store(to + step, i64x2.shuffle(ab, cd, 1, 3));
    const ef = i32x4.shuffle(a, b, 2, 6, 3, 7);
    const gh = i32x4.shuffle(c, d, 2, 6, 3, 7);
    v128.store(to + 2 * step, i64x2.shuffle(ef, gh, 0, 2));
    v128.store(to + 3 * step, i64x2.shuffle(ef, gh, 1, 3));
    to += 4 * step;
  }
}

/**
 * Four rows of f32 as int16 of at most `limit`, as `interleave` has them; the scales that give the numbers back, times
 * `times`, to `scales`. `factors` is 16 bytes to work with.
 */
export function quantise(
  from: usize,
  stride: usize,
  count: i32,
  limit: f32,
  to: usize,
  step: usize,
  scales: usize,
  times: f32,
  factors: usize,
): void {
  for (let row = 0; row < 4; row++) {
    const most = peak(from + <usize>row * stride, count);
    store<f32>(factors + 4 * row, most > 0 ? limit / most : 0);
    store<f32>(scales + 4 * row, (most / limit) * times);
  }
  interleave(from, stride, count, factors, to, step);
}

/**
 * `rows` rows (rounded up to four) of `pairs` pairs of int16 activations at `a`, times one panel: eight outputs a row as
 * f32, times the scale of the row and of the output, plus the output's bias.
 */
export function multiply(
  a: usize,
  aScales: usize,
  rows: i32,
  pairs: i32,
  panel: usize,
  scales: usize,
  bias: usize,
  out: usize,
  outStride: i32,
): void {
  const panelEnd = panel + <usize>pairs * 32;
  for (let row = 0; row < rows; row += 4) {
    let low0 = i32x4.splat(0);
    let low1 = i32x4.splat(0);
    let low2 = i32x4.splat(0);
    let low3 = i32x4.splat(0);
    let high0 = i32x4.splat(0);
    let high1 = i32x4.splat(0);
    let high2 = i32x4.splat(0);
    let high3 = i32x4.splat(0);
    // Not unrolled: the compiler of the browser engine does that, and runs out of registers if we do too.
    for (let b = panel; b < panelEnd; b += 32) {
      const low = v128.load(b);
      const high = v128.load(b, 16);
      let x = v128.load32_splat(a);
      low0 = i32x4.add(low0, i32x4.dot_i16x8_s(x, low));
      high0 = i32x4.add(high0, i32x4.dot_i16x8_s(x, high));
      x = v128.load32_splat(a, 4);
      low1 = i32x4.add(low1, i32x4.dot_i16x8_s(x, low));
      high1 = i32x4.add(high1, i32x4.dot_i16x8_s(x, high));
      x = v128.load32_splat(a, 8);
      low2 = i32x4.add(low2, i32x4.dot_i16x8_s(x, low));
      high2 = i32x4.add(high2, i32x4.dot_i16x8_s(x, high));
      x = v128.load32_splat(a, 12);
      low3 = i32x4.add(low3, i32x4.dot_i16x8_s(x, low));
      high3 = i32x4.add(high3, i32x4.dot_i16x8_s(x, high));
      a += 16;
    }
    put(low0, high0, aScales, scales, bias, out);
    put(low1, high1, aScales + 4, scales, bias, out + outStride);
    put(low2, high2, aScales + 8, scales, bias, out + 2 * outStride);
    put(low3, high3, aScales + 12, scales, bias, out + 3 * outStride);
    aScales += 16;
    out += 4 * outStride;
  }
}

function put(low: v128, high: v128, rowScale: usize, scales: usize, bias: usize, out: usize): void {
  const scale = v128.load32_splat(rowScale);
  const first = f32x4.mul(f32x4.convert_i32x4_s(low), f32x4.mul(scale, v128.load(scales)));
  const second = f32x4.mul(f32x4.convert_i32x4_s(high), f32x4.mul(scale, v128.load(scales, 16)));
  v128.store(out, f32x4.add(first, v128.load(bias)));
  v128.store(out, f32x4.add(second, v128.load(bias, 16)), 16);
}
