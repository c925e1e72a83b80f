// Products of int16 activations with int16 weights. A panel holds eight outputs: for each pair of inputs 32 bytes, the
// two weights of the first output, of the second, and so on. Sums stay below 2^31 as long as the caller quantises to at
// most `largest(inputs)`.

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

/** Quantises a row of f32 to int16 of at most `limit`; gives the scale. `count` is a multiple of 8. */
export function quantise(from: usize, count: i32, limit: f32, to: usize): f32 {
  let most = f32x4.splat(0);
  for (let i = 0; i < count; i += 4) most = f32x4.pmax(most, f32x4.abs(v128.load(from + 4 * i)));
  const max = Mathf.max(
    Mathf.max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)),
    Mathf.max(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)),
  );
  const factor = f32x4.splat(max > 0 ? limit / max : 0);
  for (let i = 0; i < count; i += 8) {
    const low = f32x4.nearest(f32x4.mul(v128.load(from + 4 * i), factor));
    const high = f32x4.nearest(f32x4.mul(v128.load(from + 4 * i, 16), factor));
    v128.store(to + 2 * i, i16x8.narrow_i32x4_s(i32x4.trunc_sat_f32x4_s(low), i32x4.trunc_sat_f32x4_s(high)));
  }
  return max / limit;
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
  const stride = <usize>pairs * 4;
  const scaleLow = v128.load(scales);
  const scaleHigh = v128.load(scales, 16);
  const biasLow = v128.load(bias);
  const biasHigh = v128.load(bias, 16);
  const panelEnd = panel + <usize>pairs * 32;
  for (let row = 0; row < rows; row += 4) {
    let a0 = a + <usize>row * stride;
    let a1 = a0 + stride;
    let a2 = a1 + stride;
    let a3 = a2 + stride;
    let low0 = i32x4.splat(0);
    let low1 = i32x4.splat(0);
    let low2 = i32x4.splat(0);
    let low3 = i32x4.splat(0);
    let high0 = i32x4.splat(0);
    let high1 = i32x4.splat(0);
    let high2 = i32x4.splat(0);
    let high3 = i32x4.splat(0);
    for (let b = panel; b < panelEnd; b += 64) {
      let bLow = v128.load(b);
      let bHigh = v128.load(b, 16);
      let x = v128.load32_splat(a0);
      low0 = i32x4.add(low0, i32x4.dot_i16x8_s(x, bLow));
      high0 = i32x4.add(high0, i32x4.dot_i16x8_s(x, bHigh));
      x = v128.load32_splat(a1);
      low1 = i32x4.add(low1, i32x4.dot_i16x8_s(x, bLow));
      high1 = i32x4.add(high1, i32x4.dot_i16x8_s(x, bHigh));
      x = v128.load32_splat(a2);
      low2 = i32x4.add(low2, i32x4.dot_i16x8_s(x, bLow));
      high2 = i32x4.add(high2, i32x4.dot_i16x8_s(x, bHigh));
      x = v128.load32_splat(a3);
      low3 = i32x4.add(low3, i32x4.dot_i16x8_s(x, bLow));
      high3 = i32x4.add(high3, i32x4.dot_i16x8_s(x, bHigh));
      bLow = v128.load(b, 32);
      bHigh = v128.load(b, 48);
      x = v128.load32_splat(a0, 4);
      low0 = i32x4.add(low0, i32x4.dot_i16x8_s(x, bLow));
      high0 = i32x4.add(high0, i32x4.dot_i16x8_s(x, bHigh));
      x = v128.load32_splat(a1, 4);
      low1 = i32x4.add(low1, i32x4.dot_i16x8_s(x, bLow));
      high1 = i32x4.add(high1, i32x4.dot_i16x8_s(x, bHigh));
      x = v128.load32_splat(a2, 4);
      low2 = i32x4.add(low2, i32x4.dot_i16x8_s(x, bLow));
      high2 = i32x4.add(high2, i32x4.dot_i16x8_s(x, bHigh));
      x = v128.load32_splat(a3, 4);
      low3 = i32x4.add(low3, i32x4.dot_i16x8_s(x, bLow));
      high3 = i32x4.add(high3, i32x4.dot_i16x8_s(x, bHigh));
      a0 += 8;
      a1 += 8;
      a2 += 8;
      a3 += 8;
    }
    const scale = aScales + 4 * <usize>row;
    let at = out + <usize>row * <usize>outStride;
    let rowScale = v128.load32_splat(scale);
    v128.store(at, f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(low0), f32x4.mul(rowScale, scaleLow)), biasLow));
    v128.store(at, f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(high0), f32x4.mul(rowScale, scaleHigh)), biasHigh), 16);
    at += outStride;
    rowScale = v128.load32_splat(scale, 4);
    v128.store(at, f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(low1), f32x4.mul(rowScale, scaleLow)), biasLow));
    v128.store(at, f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(high1), f32x4.mul(rowScale, scaleHigh)), biasHigh), 16);
    at += outStride;
    rowScale = v128.load32_splat(scale, 8);
    v128.store(at, f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(low2), f32x4.mul(rowScale, scaleLow)), biasLow));
    v128.store(at, f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(high2), f32x4.mul(rowScale, scaleHigh)), biasHigh), 16);
    at += outStride;
    rowScale = v128.load32_splat(scale, 12);
    v128.store(at, f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(low3), f32x4.mul(rowScale, scaleLow)), biasLow));
    v128.store(at, f32x4.add(f32x4.mul(f32x4.convert_i32x4_s(high3), f32x4.mul(rowScale, scaleHigh)), biasHigh), 16);
  }
}
