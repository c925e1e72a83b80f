import { readFileSync } from 'node:fs';
import { openDatabase } from '../../../src/platform/sqlite/sqlite.ts';

const PAGE_BYTES = 65_536;
const SLICE = 5_000;

/** Vectors as they are stored, one byte a number, all gone through for each question: exact, and what is compared with. */
export interface PlainScan {
  /** Numbers of the items of the `limit` nearest, the best first, and the milliseconds that the products took. */
  nearest(question: Float32Array, limit: number): { items: number[]; ms: number };
}

interface Kernel {
  memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  plain(vectors: number, scales: number, count: number, size: number, question: number, products: number): void;
}

// Node's types do not know it.
const { WebAssembly } = globalThis as unknown as {
  WebAssembly: {
    Module: new (bytes: Uint8Array) => object;
    Instance: new (module: object) => { exports: unknown };
  };
};

/** Reads all vectors of a file into the memory of the kernel `plain.wasm`. */
export function openPlainScan(path: string, wasm: string, size: number): PlainScan {
  const kernel = new WebAssembly.Instance(new WebAssembly.Module(readFileSync(wasm))).exports as Kernel;
  const db = openDatabase(path, { readonly: true });
  const count = db.get<{ n: number }>('SELECT count(*) AS n FROM vectors')?.n ?? 0;
  const at = { question: 0, scales: 4 * size, products: 4 * (size + count), vectors: 4 * (size + 2 * count) };
  at.vectors = Math.ceil(at.vectors / 16) * 16;
  kernel.memory.grow(Math.ceil((at.vectors + count * size) / PAGE_BYTES));
  const { buffer } = kernel.memory;
  const bytes = new Uint8Array(buffer);
  const scales = new Float32Array(buffer, at.scales, count);
  const items = new Float64Array(count);
  const sql = 'SELECT number, item, scale, data FROM vectors WHERE number > ? ORDER BY number LIMIT ?';
  let [place, last] = [0, 0];
  while (place < count) {
    for (const row of db.all<{ number: number; item: number; scale: number; data: Uint8Array }>(sql, last, SLICE)) {
      bytes.set(row.data, at.vectors + place * size);
      scales[place] = row.scale;
      items[place] = row.item;
      last = row.number;
      place += 1;
    }
  }
  db.close();
  return {
    nearest(question, limit) {
      const most = question.reduce((greatest, value) => Math.max(greatest, Math.abs(value)), 0);
      new Int16Array(buffer, at.question, size).set(question.map((value) => Math.round((value / most) * 32_767)));
      const began = performance.now();
      kernel.plain(at.vectors, at.scales, count, size, at.question, at.products);
      const ms = performance.now() - began;
      const products = new Float32Array(buffer, at.products, count);
      const least = products.slice().sort().at(-limit) ?? Number.NEGATIVE_INFINITY;
      const best: number[] = [];
      for (let i = 0; i < count; i += 1) if ((products[i] ?? 0) >= least) best.push(i);
      best.sort((a, b) => (products[b] ?? 0) - (products[a] ?? 0));
      return { items: best.slice(0, limit).map((one) => items[one] ?? 0), ms };
    },
  };
}
