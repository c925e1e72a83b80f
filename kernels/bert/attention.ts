import { softmax } from './functions.ts';
import { interleave, multiply, quantise, toShort } from './linear.ts';

/**
 * One head of attention over one text of `tokens` tokens. `qkv` is its first row's query of this head in rows of
 * `3 * hidden` f32 (queries, keys, values), `out` the head's place in the first of the rows of `hidden` f32. `scratch`
 * has `attentionBytes(tokens, size)` bytes; up to seven rows after the text's are read, up to three overwritten.
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
  const factors = shareScales + 4 * padded;
  const zeros = factors + 16;
  memory.fill(zeros, 0, 4 * size);
  memory.fill(mask, 0, 4 * tokens);

  // Two numbers of at most this, multiplied and added up over a head, stay below 2^31.
  const limit = Mathf.floor(Mathf.sqrt(2147483000 / <f32>size));
  const shrink: f32 = 1 / Mathf.sqrt(<f32>size);
  for (let i = 0; i < padded; i += 4) {
    const at = qkv + <usize>i * stride;
    quantise(at, stride, size, limit, queries + 2 * i * size, 16, queryScales + 4 * i, shrink, factors);
    const panel = keys + 2 * (i & ~7) * size + 4 * (i & 4);
    quantise(at + 4 * hidden, stride, size, limit, panel, 32, keyScales + 4 * i, 1, factors);
  }
  for (let i = tokens; i < padded; i++) {
    store<f32>(keyScales + 4 * i, 0);
    store<f32>(mask + 4 * i, -1e30);
  }
  packValues(qkv + 8 * hidden, stride, tokens, size, values, valueScales);

  for (let i = 0; i < padded; i += 8) {
    const panel = keys + 2 * i * size;
    const at = 4 * i;
    multiply(queries, queryScales, tokens, size >> 1, panel, keyScales + at, mask + at, scores + at, 4 * padded);
  }
  for (let i = 0; i < tokens; i += 4) {
    share(scores + 4 * i * padded, padded, shares + 2 * i * padded, shareScales + 4 * i, factors);
  }
  for (let i = 0; i < size; i += 8) {
    const panel = values + 2 * i * padded;
    const at = 4 * i;
    multiply(shares, shareScales, tokens, padded >> 1, panel, valueScales + at, zeros + at, out + at, 4 * hidden);
  }
}

/** Bytes that `attend` needs for a text. */
export function attentionBytes(tokens: i32, size: i32): i32 {
  const padded = (tokens + 7) & ~7;
  return 6 * padded * size + 16 * padded + 6 * padded * padded + 8 * size + 64;
}

// Softmax of four rows, as int16 whose sums stay below 2^16: multiplied with int16 values they stay below 2^31.
function share(scores: usize, count: i32, to: usize, scales: usize, factors: usize): void {
  for (let row = 0; row < 4; row++) {
    const sum = softmax(scores + 4 * row * count, count);
    const factor = Mathf.min(32767, 65000 / sum);
    store<f32>(factors + 4 * row, factor);
    store<f32>(scales + 4 * row, 1 / (factor * sum));
  }
  interleave(scores, 4 * count, count, factors, to, 16);
}

// Of the values the tokens are the inputs: pairs of tokens side by side, eight places of the head a panel.
function packValues(from: usize, stride: usize, tokens: i32, size: i32, values: usize, scales: usize): void {
  const padded = (tokens + 7) & ~7;
  for (let i = 0; i < size; i += 4) {
    let most = f32x4.splat(1e-30);
    for (let t = 0; t < tokens; t++) most = f32x4.pmax(most, f32x4.abs(v128.load(from + <usize>t * stride + 4 * i)));
    v128.store(scales + 4 * i, f32x4.div(most, f32x4.splat(32767)));
  }
  for (let i = 0; i < size; i += 8) {
    const low = f32x4.div(f32x4.splat(1), v128.load(scales + 4 * i));
    const high = f32x4.div(f32x4.splat(1), v128.load(scales + 4 * i, 16));
    let to = values + 2 * i * padded;
    for (let t = 0; t < padded; t += 2) {
      const first = t < tokens ? toShort(from + <usize>t * stride + 4 * i, low, high) : i16x8.splat(0);
      const second = t + 1 < tokens ? toShort(from + <usize>(t + 1) * stride + 4 * i, low, high) : i16x8.splat(0);
      v128.store(to, i16x8.shuffle(first, second, 0, 8, 1, 9, 2, 10, 3, 11));
      v128.store(to, i16x8.shuffle(first, second, 4, 12, 5, 13, 6, 14, 7, 15), 16);
      to += 32;
    }
  }
}
