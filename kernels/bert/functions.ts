// What is not a product, four values at once: exp, GELU, softmax, layer normalisation. No step depends on the machine:
// the same input gives the same bits everywhere.
import { round } from './linear.ts';

/** e^x for x at most 0: 2^n times a polynomial of the fraction (relative error below 3e-7); 0 below -87. */
export function exponential(x: v128): v128 {
  const t = f32x4.mul(f32x4.pmax(x, f32x4.splat(-126)), f32x4.splat(Mathf.LOG2E));
  const n = round(t);
  const f = f32x4.sub(t, f32x4.convert_i32x4_s(n));
  // Taylor series of 2^f, |f| at most 1/2.
  let p = f32x4.splat(0.0001540353039338161);
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(0.0013333558146428443));
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(0.009618129107628477));
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(0.05550410866482158));
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(0.2402265069591007));
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(Mathf.LN2));
  p = f32x4.add(f32x4.mul(p, f), f32x4.splat(1));
  const exponent = i32x4.max_s(i32x4.add(n, i32x4.splat(127)), i32x4.splat(0));
  return f32x4.mul(p, i32x4.shl(exponent, 23));
}

/**
 * GELU in place, x (1/2 + Q) with Q = erf(x/√2)/2: up to 4.2 an odd polynomial fitted to it, beyond 1/2 (absolute error
 * of GELU below 1e-4, less than a step of the activations that it becomes).
 */
export function gelu(at: usize, count: i32): void {
  const edge = f32x4.splat(4.2);
  for (let i = 0; i < count; i += 4) {
    const x = v128.load(at + 4 * i);
    const z = f32x4.pmin(f32x4.pmax(x, f32x4.neg(edge)), edge);
    const u = f32x4.mul(z, z);
    let p = f32x4.splat(-9.017229494501257e-10);
    p = f32x4.add(f32x4.mul(p, u), f32x4.splat(7.941126461419495e-8));
    p = f32x4.add(f32x4.mul(p, u), f32x4.splat(-3.037870912585397e-6));
    p = f32x4.add(f32x4.mul(p, u), f32x4.splat(6.68898004857084e-5));
    p = f32x4.add(f32x4.mul(p, u), f32x4.splat(-0.0009506502404292125));
    p = f32x4.add(f32x4.mul(p, u), f32x4.splat(0.00929819776738442));
    p = f32x4.add(f32x4.mul(p, u), f32x4.splat(-0.0655281368613601));
    p = f32x4.add(f32x4.mul(p, u), f32x4.splat(0.3984658270911635));
    v128.store(at + 4 * i, f32x4.mul(x, f32x4.add(f32x4.mul(z, p), f32x4.splat(0.5))));
  }
}

/** Scores in place to e^(score - largest); gives their sum. `count` is a multiple of 4; scores of -1e30 become 0. */
export function softmax(at: usize, count: i32): f32 {
  let most = f32x4.splat(-1e30);
  for (let i = 0; i < count; i += 4) most = f32x4.pmax(most, v128.load(at + 4 * i));
  const max = f32x4.splat(
    Mathf.max(
      Mathf.max(f32x4.extract_lane(most, 0), f32x4.extract_lane(most, 1)),
      Mathf.max(f32x4.extract_lane(most, 2), f32x4.extract_lane(most, 3)),
    ),
  );
  let sums = f32x4.splat(0);
  for (let i = 0; i < count; i += 4) {
    const e = exponential(f32x4.sub(v128.load(at + 4 * i), max));
    v128.store(at + 4 * i, e);
    sums = f32x4.add(sums, e);
  }
  return total(sums);
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
