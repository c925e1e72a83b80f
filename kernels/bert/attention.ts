import { softmax } from './functions.ts';
import { multiply, quantise } from './linear.ts';

/**
 * One head of attention over one text of `tokens` tokens. `qkv` is its first row's query of this head in rows of
 * `3 * hidden` f32 (queries, keys, values), `out` the head's place in the first of the rows of `hidden` f32. `scratch`
 * has `attentionBytes(tokens, size)` bytes; up to three rows after the text's are overwritten.
 */
export function attend(qkv: usize, tokens: i32, hidden: i32, size: i32, out: usize, scratch: usize): void {
  const padded = (tokens + 7) & ~7;
  const stride = <usize>hidden * 12;
  const queries = scratch;
  const queryScales = queries + 2 * padded * size;
  const keys = queryScales + 4 * padded;
  const keyScales = keys + 2 * padded * size;
  const mask = keyScales + 4 * padded;
  const values = mask + 4 * padded;
  const valueScales = values + 2 * padded * size;
  const scores = valueScales + 4 * size;
  const shares = scores + 4 * padded * padded;
  const shareScales = shares + 2 * padded * padded;
  const row = shareScales + 4 * padded;
  const zeros = row + 2 * size;
  memory.fill(zeros, 0, 4 * size);

  const shrink: f32 = 1 / Mathf.sqrt(<f32>size);
  // Two numbers of at most this, multiplied and added up over a head, stay below 2^31.
  const limit = Mathf.floor(Mathf.sqrt(2147483000 / <f32>size));
  for (let i = 0; i < tokens; i++) {
    const at = qkv + <usize>i * stride;
    store<f32>(queryScales + 4 * i, quantise(at, size, limit, queries + 2 * i * size) * shrink);
    store<f32>(keyScales + 4 * i, quantise(at + 4 * hidden, size, limit, row));
    store<f32>(mask + 4 * i, 0);
    packKey(row, i, size, keys);
  }
  for (let i = tokens; i < padded; i++) {
    store<f32>(keyScales + 4 * i, 0);
    store<f32>(mask + 4 * i, -1e30);
  }
  packValues(qkv + 8 * hidden, stride, tokens, size, values, valueScales);

  for (let i = 0; i < padded; i += 8) {
    const panel = keys + 2 * i * size;
    multiply(
      queries,
      queryScales,
      tokens,
      size >> 1,
      panel,
      keyScales + 4 * i,
      mask + 4 * i,
      scores + 4 * i,
      4 * padded,
    );
  }
  for (let i = 0; i < tokens; i++) {
    store<f32>(shareScales + 4 * i, softmax(scores + 4 * i * padded, padded, shares + 2 * i * padded));
  }
  for (let i = 0; i < size; i += 8) {
    const panel = values + 2 * i * padded;
    multiply(
      shares,
      shareScales,
      tokens,
      padded >> 1,
      panel,
      valueScales + 4 * i,
      zeros + 4 * i,
      out + 4 * i,
      4 * hidden,
    );
  }
}

/** Bytes that `attend` needs for a text. */
export function attentionBytes(tokens: i32, size: i32): i32 {
  const padded = (tokens + 7) & ~7;
  return 6 * padded * size + 16 * padded + 6 * padded * padded + 10 * size + 64;
}

// A key is an output of the product with the queries: its pairs lie 32 bytes apart in its panel.
function packKey(row: usize, token: i32, size: i32, keys: usize): void {
  let to = keys + 2 * (token & ~7) * size + 4 * (token & 7);
  for (let i = 0; i < size; i += 2) {
    store<i32>(to, load<i32>(row + 2 * i));
    to += 32;
  }
}

// Of the values the tokens are the inputs: pairs of tokens side by side, eight places of the head a panel.
function packValues(from: usize, stride: usize, tokens: i32, size: i32, values: usize, scales: usize): void {
  const padded = (tokens + 7) & ~7;
  for (let i = 0; i < size; i += 4) {
    let most = f32x4.splat(1e-30);
    for (let t = 0; t < tokens; t++) most = f32x4.max(most, f32x4.abs(v128.load(from + <usize>t * stride + 4 * i)));
    v128.store(scales + 4 * i, f32x4.div(most, f32x4.splat(32767)));
  }
  for (let i = 0; i < size; i += 8) {
    const low = f32x4.div(f32x4.splat(1), v128.load(scales + 4 * i));
    const high = f32x4.div(f32x4.splat(1), v128.load(scales + 4 * i, 16));
    let to = values + 2 * i * padded;
    for (let t = 0; t < padded; t += 2) {
      const first = t < tokens ? pack(from + <usize>t * stride + 4 * i, low, high) : i16x8.splat(0);
      const second = t + 1 < tokens ? pack(from + <usize>(t + 1) * stride + 4 * i, low, high) : i16x8.splat(0);
      v128.store(to, i16x8.shuffle(first, second, 0, 8, 1, 9, 2, 10, 3, 11));
      v128.store(to, i16x8.shuffle(first, second, 4, 12, 5, 13, 6, 14, 7, 15), 16);
      to += 32;
    }
  }
}

function pack(at: usize, low: v128, high: v128): v128 {
  const a = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(at), low)));
  const b = i32x4.trunc_sat_f32x4_s(f32x4.nearest(f32x4.mul(v128.load(at, 16), high)));
  return i16x8.narrow_i32x4_s(a, b);
}
