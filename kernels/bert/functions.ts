// What is not a product, four values at once: exp, GELU, softmax, layer normalisation. No step depends on the machine:
// the same input gives the same bits everywhere.

// Constants come from memory: as literals the engine makes them anew, several instructions long, at every use.
const EXP = memory.data<f32>([
  0.0001540353039338161,
  0.0013333558146428443,
  0.009618129107628477,
  0.05550410866482158,
  0.2402265069591007,
  Mathf.LN2,
  1,
  Mathf.LOG2E,
  -87,
  12582912,
]);
const ERF = memory.data<f32>([
  -9.017229494501257e-10, 7.941126461419495e-8, -3.037870912585397e-6, 6.68898004857084e-5, -0.0009506502404292125,
  0.00929819776738442, -0.0655281368613601, 0.3984658270911635, 4.2, 0.5,
]);

/** e^x for x at most 0, and of -87 for what is less: 2^n times Taylor's series of 2^f, |f| at most 1/2 (error below 3e-7). */
export function exponential(x: v128): v128 {
  const t = f32x4.mul(f32x4.pmax(x, v128.load32_splat(EXP, 32)), v128.load32_splat(EXP, 28));
  // The sum with 3 · 2^22 has n, rounded, in its last bits.
  const magic = v128.load32_splat(EXP, 36);
  const n = f32x4.add(t, magic);
  const f = f32x4.sub(t, f32x4.sub(n, magic));
  let p = v128.load32_splat(EXP);
  p = f32x4.add(f32x4.mul(p, f), v128.load32_splat(EXP, 4));
  p = f32x4.add(f32x4.mul(p, f), v128.load32_splat(EXP, 8));
  p = f32x4.add(f32x4.mul(p, f), v128.load32_splat(EXP, 12));
  p = f32x4.add(f32x4.mul(p, f), v128.load32_splat(EXP, 16));
  p = f32x4.add(f32x4.mul(p, f), v128.load32_splat(EXP, 20));
  p = f32x4.add(f32x4.mul(p, f), v128.load32_splat(EXP, 24));
  // Times 2^n: n added to the exponent.
  return i32x4.add(p, i32x4.shl(n, 23));
}

/**
 * GELU in place, x (1/2 + Q) with Q = erf(x/√2)/2: up to 4.2 an odd polynomial fitted to it, beyond 1/2 (absolute error
 * of GELU below 1e-4, less than a step of the activations that it becomes).
 */
export function gelu(at: usize, count: i32): void {
  const edge = v128.load32_splat(ERF, 32);
  const least = f32x4.neg(edge);
  const half = v128.load32_splat(ERF, 36);
  const p1 = v128.load32_splat(ERF, 4);
  const p2 = v128.load32_splat(ERF, 8);
  const p3 = v128.load32_splat(ERF, 12);
  const p4 = v128.load32_splat(ERF, 16);
  const p5 = v128.load32_splat(ERF, 20);
  const p6 = v128.load32_splat(ERF, 24);
  const p7 = v128.load32_splat(ERF, 28);
  for (let i = 0; i < count; i += 4) {
    const x = v128.load(at + 4 * i);
    const z = f32x4.pmin(f32x4.pmax(x, least), edge);
    const u = f32x4.mul(z, z);
    let p = v128.load32_splat(ERF);
    p = f32x4.add(f32x4.mul(p, u), p1);
    p = f32x4.add(f32x4.mul(p, u), p2);
    p = f32x4.add(f32x4.mul(p, u), p3);
    p = f32x4.add(f32x4.mul(p, u), p4);
    p = f32x4.add(f32x4.mul(p, u), p5);
    p = f32x4.add(f32x4.mul(p, u), p6);
    p = f32x4.add(f32x4.mul(p, u), p7);
    v128.store(at + 4 * i, f32x4.mul(x, f32x4.add(f32x4.mul(z, p), half)));
  }
}

/** Scores in place to e^(score - largest); gives their sum. `count` is a multiple of 4; scores of -1e30 become 1e-38. */
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
