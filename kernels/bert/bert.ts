// bert: the forward pass of a BERT-shaped model, from token ids to vectors of unit length. Texts lie one after the other,
// without padding; a pass is cut into layers, so that a question can go between two layers of memories.
// No allocation here: the caller lays out weights, scratch and batches, and hands in addresses.
import { attend, attentionBytes } from './attention.ts';
import { gelu, normalise, total } from './functions.ts';
import { largest, multiply, quantise, widen } from './linear.ts';

/** Tokens of a batch at most; rows beyond it take what is computed in fours. */
const ROWS = 256;
const SPARE_ROWS = 8;
/** Addresses in the table: first those of the embeddings, then these of each layer. */
const FRONT = 5;
const PER_LAYER = 16;

let table: usize = 0;
let hidden: i32 = 0;
let heads: i32 = 0;
let inner: i32 = 0;
let epsilon: f32 = 0;
// Scratch, in the order in which it lies.
let narrow: usize = 0;
let narrowScales: usize = 0;
let wide: usize = 0;
let context: usize = 0;
let panel: usize = 0;
let attention: usize = 0;

/** Says what the model is and where: `addresses` is a table of 32-bit addresses, in the order of the model's file. */
export function setModel(addresses: usize, size: i32, headCount: i32, innerSize: i32, layerEpsilon: f32): void {
  table = addresses;
  hidden = size;
  heads = headCount;
  inner = innerSize;
  epsilon = layerEpsilon;
}

/** Says where scratch lies, 16-byte aligned; gives how many bytes of it are used. */
export function setScratch(address: usize): i32 {
  const rows = ROWS + SPARE_ROWS;
  const widest = max(hidden * 3, inner);
  narrow = address;
  narrowScales = narrow + 2 * rows * max(hidden, inner);
  wide = narrowScales + 4 * rows;
  context = wide + 4 * rows * widest;
  panel = context + 4 * rows * hidden;
  attention = panel + 16 * max(hidden, inner);
  return <i32>(attention - address) + attentionBytes(ROWS, hidden / heads);
}

/**
 * Writes the rows with which a batch begins to `state`: `count` texts of the lengths in `lengths`. Their ids lie one after
 * the other, and so do the words' int8 rows of these ids, at the first address of the table.
 */
export function begin(ids: usize, lengths: usize, count: i32, state: usize): void {
  let at = state;
  let row = 0;
  for (let text = 0; text < count; text++) {
    const length = load<i32>(lengths + 4 * text);
    for (let position = 0; position < length; position++) {
      place(row, load<i32>(ids + 4 * row), at);
      add(at, address(2) + 4 * position * hidden);
      normalise(at, hidden, address(3), address(4), epsilon);
      at += 4 * hidden;
      row++;
    }
  }
}

/** Runs one layer over the rows of a batch. */
export function layer(index: i32, lengths: usize, count: i32, state: usize): void {
  const first = FRONT + PER_LAYER * index;
  let tokens = 0;
  for (let text = 0; text < count; text++) tokens += load<i32>(lengths + 4 * text);

  narrowRows(state, tokens, hidden, false);
  project(first, tokens, hidden, 3 * hidden, wide);
  let row = 0;
  const size = hidden / heads;
  for (let text = 0; text < count; text++) {
    const length = load<i32>(lengths + 4 * text);
    for (let head = 0; head < heads; head++) {
      const offset = 4 * head * size;
      attend(wide + 12 * row * hidden + offset, length, hidden, size, context + 4 * row * hidden + offset, attention);
    }
    row += length;
  }
  narrowRows(context, tokens, hidden, false);
  project(first + 3, tokens, hidden, hidden, wide);
  addRows(state, tokens, first + 6);

  narrowRows(state, tokens, hidden, false);
  project(first + 8, tokens, hidden, inner, wide);
  narrowRows(wide, tokens, inner, true);
  project(first + 11, tokens, inner, hidden, wide);
  addRows(state, tokens, first + 14);
}

/** The vector of each text, of unit length: the mean of its rows, or the first of them; to `out`, one after the other. */
export function finish(lengths: usize, count: i32, state: usize, byFirst: bool, out: usize): void {
  let at = state;
  for (let text = 0; text < count; text++) {
    const length = load<i32>(lengths + 4 * text);
    const to = out + 4 * text * hidden;
    memory.copy(to, at, 4 * hidden);
    if (!byFirst) for (let row = 1; row < length; row++) add(to, at + 4 * row * hidden);
    toUnit(to);
    at += 4 * length * hidden;
  }
}

function address(index: i32): usize {
  return <usize>load<u32>(table + 4 * index);
}

// Writes an int8 row as f32, by the scale of its id.
function place(row: i32, id: i32, at: usize): void {
  const from = address(0) + row * hidden;
  const scale = v128.load32_splat(address(1) + 4 * id);
  for (let i = 0; i < hidden; i += 8) {
    const values = v128.load8x8_s(from + i);
    v128.store(at + 4 * i, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(values)), scale));
    v128.store(at + 4 * i, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(values)), scale), 16);
  }
}

// Rows to int16, four at a time; of the rows between the two products GELU first, while they are at hand.
function narrowRows(from: usize, rows: i32, columns: i32, activates: bool): void {
  const limit = largest(columns);
  const stride = 4 * columns;
  for (let row = 0; row < rows; row += 4) {
    const at = from + row * stride;
    const scales = narrowScales + 4 * row;
    if (activates) gelu(at, 4 * columns);
    quantise(at, stride, columns, limit, narrow + 2 * row * columns, 16, scales, 1, panel);
  }
}

// The narrowed rows times the matrix at `section` (int8 panels, scales, bias).
function project(section: i32, rows: i32, inputs: i32, outputs: i32, out: usize): void {
  const weights = address(section);
  const scales = address(section + 1);
  const bias = address(section + 2);
  for (let i = 0; i < outputs; i += 8) {
    widen(weights + i * inputs, 8 * inputs, panel);
    multiply(narrow, narrowScales, rows, inputs >> 1, panel, scales + 4 * i, bias + 4 * i, out + 4 * i, 4 * outputs);
  }
}

function addRows(state: usize, rows: i32, section: i32): void {
  for (let row = 0; row < rows; row++) {
    const at = state + 4 * row * hidden;
    add(at, wide + 4 * row * hidden);
    normalise(at, hidden, address(section), address(section + 1), epsilon);
  }
}

function add(to: usize, from: usize): void {
  for (let i = 0; i < hidden; i += 4) v128.store(to + 4 * i, f32x4.add(v128.load(to + 4 * i), v128.load(from + 4 * i)));
}

function toUnit(at: usize): void {
  let squares = f32x4.splat(0);
  for (let i = 0; i < hidden; i += 4) {
    const x = v128.load(at + 4 * i);
    squares = f32x4.add(squares, f32x4.mul(x, x));
  }
  const factor = f32x4.splat(1 / Mathf.max(Mathf.sqrt(total(squares)), 1e-12));
  for (let i = 0; i < hidden; i += 4) v128.store(at + 4 * i, f32x4.mul(v128.load(at + 4 * i), factor));
}
