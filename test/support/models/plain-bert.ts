import type { ModelSource } from '../../../src/embeddings/bert/build-model-file.ts';

type Row = number[];

/** The vector of a text by the book: doubles, one step after the other, from the weights as they were published. */
export function plainBert({ tensors, shape, pooling }: ModelSource, ids: readonly number[]): number[] {
  const { heads, hidden, layers, epsilon } = shape;
  const table = (name: string, row: number): Row => [...tensors.read(name).subarray(row * hidden, (row + 1) * hidden)];
  const norm = (row: Row, name: string): Row => {
    const mean = sum(row) / row.length;
    const deviation = Math.sqrt(sum(row.map((x) => (x - mean) ** 2)) / row.length + epsilon);
    const [gain, bias] = [tensors.read(`${name}.weight`), tensors.read(`${name}.bias`)];
    return row.map((x, at) => ((x - mean) / deviation) * (gain[at] ?? 0) + (bias[at] ?? 0));
  };
  const dense = (row: Row, name: string): Row => {
    const [weights, bias] = [tensors.read(`${name}.weight`), tensors.read(`${name}.bias`)];
    return [...bias].map((start, output) =>
      row.reduce((all, x, input) => all + x * (weights[output * row.length + input] ?? 0), start),
    );
  };
  let rows = ids.map((id, position) => {
    const words = table('embeddings.word_embeddings.weight', id);
    const places = table('embeddings.position_embeddings.weight', position);
    const type = table('embeddings.token_type_embeddings.weight', 0);
    return norm(plus(plus(words, places), type), 'embeddings.LayerNorm');
  });
  for (let layer = 0; layer < layers; layer += 1) {
    const name = `encoder.layer.${layer}`;
    const [queries, keys, values] = ['query', 'key', 'value'].map((part) =>
      rows.map((row) => dense(row, `${name}.attention.self.${part}`)),
    ) as [Row[], Row[], Row[]];
    const attended = queries.map((query) => attend(query, { keys, values, heads }));
    const seen = attended.map((row) => dense(row, `${name}.attention.output.dense`));
    rows = rows.map((row, at) => norm(plus(row, seen[at] ?? []), `${name}.attention.output.LayerNorm`));
    const between = rows.map((row) => dense(row, `${name}.intermediate.dense`).map(gelu));
    const out = between.map((row) => dense(row, `${name}.output.dense`));
    rows = rows.map((row, at) => norm(plus(row, out[at] ?? []), `${name}.output.LayerNorm`));
  }
  const pooled = pooling === 'cls' ? (rows[0] ?? []) : rows.reduce(plus);
  const length = Math.hypot(...pooled);
  return pooled.map((x) => x / length);
}

interface Attention {
  keys: Row[];
  values: Row[];
  heads: number;
}

function attend(query: Row, { keys, values, heads }: Attention): Row {
  const size = query.length / heads;
  return Array.from({ length: heads }, (_, head) => {
    const part = (row: Row): Row => row.slice(head * size, (head + 1) * size);
    const scores = keys.map((key) => dot(part(query), part(key)) / Math.sqrt(size));
    const shares = scores.map((score) => Math.exp(score - Math.max(...scores)));
    const all = sum(shares);
    return values.map((value, at) => part(value).map((x) => (x * (shares[at] ?? 0)) / all)).reduce(plus);
  }).flat();
}

function gelu(x: number): number {
  return (x / 2) * (1 + erf(x / Math.SQRT2));
}

/** Taylor's series, good enough below 6, beyond which it is 1. */
function erf(x: number): number {
  if (Math.abs(x) > 6) return Math.sign(x);
  let term = x;
  let all = x;
  for (let n = 1; n < 200; n += 1) {
    term *= (-x * x) / n;
    all += term / (2 * n + 1);
  }
  return (2 / Math.sqrt(Math.PI)) * all;
}

function plus(a: Row, b: Row): Row {
  return a.map((x, at) => x + (b[at] ?? 0));
}

function dot(a: Row, b: Row): number {
  return sum(a.map((x, at) => x * (b[at] ?? 0)));
}

function sum(row: Row): number {
  return row.reduce((all, x) => all + x, 0);
}
