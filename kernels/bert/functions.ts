// What is not a product, four values at once: exp, GELU, softmax, layer normalisation. No step depends on the machine:
// the same input gives the same bits everywhere.

/** e^x for x at most 0: 2^n times a polynomial of the fraction (relative error below 3e-7); 0 below -87. */
export function exponential(x: v128): v128 {
  const t = f32x4.mul(f32x4.max(x, f32x4.splat(-126)), f32x4.splat(Mathf.LOG2E));
  const n = f32x4.nearest(t);
  const f = f32x4.sub(t, n);
  // Taylor series of 2^f, |f| at most 1/2.
  let p = f32x4.splat(0.0001540353039338161);
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(0.0013333558146428443));
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(0.009618129107628477));
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(0.05550410866482158));
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(0.2402265069591007));
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(Mathf.LN2));
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(1));
  const exponent = i32x4.max_s(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), i32x4.splat(0));
  return f32x4.mul(p, i32x4.shl(exponent, 23));
}

/** GELU in place: x/2 (1 + erf(x/√2)), erf by Abramowitz and Stegun 7.1.26 (absolute error below 1.5e-7). */
export function gelu(at: usize, count: i32): void {
  const one = f32x4.splat(1);
  const half = f32x4.splat(0.5);
  for (let i = 0; i < count; i += 4) {
    const x = v128.load(at + 4 * i);
    const z = f32x4.mul(f32x4.abs(x), f32x4.splat(Mathf.SQRT1_2));
    const t = f32x4.div(one, f32x4.add(one, f32x4.mul(z, f32x4.splat(0.3275911))));
    let p = f32x4.splat(1.061405429);
    p = f32x4.add(f32x4.mul(p, t), f32x4.splat(-1.453152027));
    p = f32x4.add(f32x4.mul(p, t), f32x4.splat(1.421413741));
    p = f32x4.add(f32x4.mul(p, t), f32x4.splat(-0.284496736));
    p = f32x4.add(f32x4.mul(p, t), f32x4.splat(0.254829592));
    const rest = f32x4.mul(f32x4.mul(p, t), exponential(f32x4.neg(f32x4.mul(z, z))));
    // x/2 (1 + erf) = (x + |x|)/2 - |x|/2 · rest, for either sign.
    const positive = f32x4.mul(f32x4.add(x, f32x4.abs(x)), half);
    v128.store(at + 4 * i, f32x4.sub(positive, f32x4.mul(f32x4.mul(f32x4.abs(x), half), rest)));
  }
}

/**
 * Softmax of a row of scores, as int16 whose sum stays below 2^16, so that a sum of products with int16 values does not
 * overflow; gives the scale. `count` is a multiple of 8; scores of -1e30 become 0.
 */
export function softmax(from: usize, count: i32, to: usize): f32 {
  let most = f32x4.splat(-1e30);
  for (let i = 0; i < count; i += 4) most = f32x4.max(most, v128.load(from + 4 * i));
  const max = f32x4.splat(
    Mathf.max(
      Mathf.max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)),
      Mathf.max(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)),
    ),
  );
  let sums = f32x4.splat(0);
  for (let i = 0; i < count; i += 4) {
    const e = exponential(f32x4.sub(v128.load(from + 4 * i), max));
    v128.store(from + 4 * i, e);
    sums = f32x4.add(sums, e);
  }
  const sum = total(sums);
  const limit = Mathf.min(32767, 65000 / sum);
  const factor = f32x4.splat(limit);
  for (let i = 0; i < count; i += 8) {
    const low = f32x4.nearest(f32x4.mul(v128.load(from + 4 * i), factor));
    const high = f32x4.nearest(f32x4.mul(v128.load(from + 4 * i, 16), factor));
    v128.store(to + 2 * i, i16x8.narrow_i32x4_s(i32x4.trunc_sat_f32x4_s(low), i32x4.trunc_sat_f32x4_s(high)));
  }
  return 1 / (limit * sum);
}

/** Layer normalisation in place of a row of `count` values, a multiple of 4. */
export function normalise(at: usize, count: i32, gain: usize, bias: usize, epsilon: f32): void {
  let sums = f32x4.splat(0);
  for (let i = 0; i < count; i += 4) sums = f32x4.add(sums, v128.load(at + 4 * i));
  const mean = f32x4.splat(total(sums) / <f32>count);
  let squares = f32x4.splat(0);
  for (let i = 0; i < count; i += 4) {
    const d = f32x4.sub(v128.load(at + 4 * i), mean);
    squares = f32x4.add(squares, f32x4.mul(d, d));
  }
  const factor = f32x4.splat(1 / Mathf.sqrt(total(squares) / <f32>count + epsilon));
  for (let i = 0; i < count; i += 4) {
    const x = f32x4.mul(f32x4.sub(v128.load(at + 4 * i), mean), factor);
    v128.store(at + 4 * i, f32x4.add(f32x4.mul(x, v128.load(gain + 4 * i)), v128.load(bias + 4 * i)));
  }
}

/** Sum of the four lanes. */
export function total(x: v128): f32 {
  return f32x4.extract_lane(x, 0) + f32x4.extract_lane(x, 1) + (f32x4.extract_lane(x, 2) + f32x4.extract_lane(x, 3));
}
