// store/scan: vectors as bytes, and the scan over them in memory, for every engine of the store.
// No row is read here, and no filter but kind, project and time.

import { type KernelExports, loadKernel, startKernel } from '../../platform/load-kernel.ts';
import { createTopK, type TopK } from './top-k.ts';

/** Vectors of one block, which the kernel scans in one call. */
const BLOCK = 4_096;
const PAGE_BYTES = 65_536;
/** Four-bit numbers in 16 bytes of a code. */
const CHUNK = 32;
/** Largest absolute value of a quantized question. */
const QUESTION_MOST = 2_047;
/** Upper bound on projects that the kernel filters by; with more, it filters none out. */
const GROUP_MAX = 256;

/** A vector with what a scan filters by. `number` is its row number; `project` is 0 for none. */
export interface ScannedVector {
  number: number;
  project: number;
  kind: number;
  at: number;
  /** Int8 numbers; times `scale` they have unit length. */
  data: Uint8Array;
  scale: number;
}

/** What a scan accepts: codes of kinds, row numbers of projects, times in milliseconds since 1970, both inclusive. */
export interface ScanFilter {
  kinds?: readonly number[];
  projects?: readonly number[];
  since?: number;
  until?: number;
}

/** Vectors in the memory of the scan kernel, four bits a dimension: a first pass, to be followed by an exact one. */
export interface VectorMemory {
  readonly dimensions: number;
  readonly size: number;
  readonly sizeBytes: number;
  add(vector: ScannedVector): void;
  /** Row numbers of about the `limit` vectors nearest to a question. */
  nearest(question: Float32Array, filter: ScanFilter, limit: number): number[];
}

/** Exports of `kernels/scan`. */
interface ScanKernel extends KernelExports {
  encode(from: number, size: number, length: number, code: number, chunks: number): number;
  scan(...args: readonly number[]): number;
  allow(...args: readonly number[]): void;
}

/** Byte offsets within a block; the kernel's work areas come before all blocks. */
type Layout = ReturnType<typeof layoutOf>;

function layoutOf(dimensions: number) {
  const chunks = Math.ceil(dimensions / CHUNK);
  const after = (sizes: readonly number[]): number[] => {
    let at = 0;
    return [0, ...sizes.map((size) => (at += Math.ceil(size / 16) * 16))];
  };
  const inBlock = after([16 * chunks, 8, 8, 4, 4, 1].map((size) => size * BLOCK));
  const before = after([chunks * CHUNK, 2 * chunks * CHUNK, 4 * GROUP_MAX, BLOCK, 4 * BLOCK, 4 * BLOCK]);
  const [codes = 0, numbers = 0, times = 0, factors = 0, projects = 0, kinds = 0, blockBytes = 0] = inBlock;
  const [vector = 0, question = 0, group = 0, allowed = 0, places = 0, estimates = 0, blocks = 0] = before;
  return {
    ...{ chunks, codes, numbers, times, factors, projects, kinds, blockBytes },
    ...{ vector, question, group, allowed, places, estimates, blocks },
  };
}

/** Builds an empty memory for vectors of `dimensions` numbers. Throws `damaged` when the kernel is missing. */
export function createVectorMemory(dimensions: number): VectorMemory {
  const kernel = startKernel<ScanKernel>(loadKernel('scan'));
  const layout = layoutOf(dimensions);
  reserve(kernel, layout.blocks);
  let size = 0;
  return {
    dimensions,
    get size() {
      return size;
    },
    get sizeBytes() {
      return kernel.memory.buffer.byteLength;
    },
    add(vector) {
      const block = layout.blocks + Math.floor(size / BLOCK) * layout.blockBytes;
      reserve(kernel, block + layout.blockBytes);
      write(kernel, layout, { vector, block, place: size % BLOCK });
      size += 1;
    },
    nearest(question, filter, limit) {
      const sum = ask(kernel, layout, question);
      const best = createTopK(limit, BLOCK);
      for (let first = 0; first < size; first += BLOCK) {
        const block = layout.blocks + (first / BLOCK) * layout.blockBytes;
        scanBlock(kernel, layout, { block, count: Math.min(BLOCK, size - first), sum, filter, best });
      }
      return best.take();
    },
  };
}

/** Grows the memory to at least `bytes`. New bytes are 0, and growing detaches all views. */
function reserve({ memory }: ScanKernel, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
}

const views = new WeakMap<ArrayBuffer, { view: DataView; bytes: Uint8Array }>();

/** Current views of a kernel's memory. */
function viewOf({ memory: { buffer } }: ScanKernel): { view: DataView; bytes: Uint8Array } {
  const known = views.get(buffer);
  if (known !== undefined) return known;
  const made = { view: new DataView(buffer), bytes: new Uint8Array(buffer) };
  views.set(buffer, made);
  return made;
}

function write(
  kernel: ScanKernel,
  layout: Layout,
  { vector, block, place }: { vector: ScannedVector; block: number; place: number },
): void {
  const { view, bytes } = viewOf(kernel);
  const { data, scale } = vector;
  bytes.set(data, layout.vector);
  const code = block + layout.codes + place * layout.chunks * 16;
  const factor = kernel.encode(layout.vector, data.length, 1 / scale, code, layout.chunks);
  view.setFloat32(block + layout.factors + 4 * place, factor, true);
  view.setFloat64(block + layout.numbers + 8 * place, vector.number, true);
  view.setFloat64(block + layout.times + 8 * place, vector.at, true);
  view.setUint32(block + layout.projects + 4 * place, vector.project, true);
  view.setUint8(block + layout.kinds + place, vector.kind);
}

/** Writes the quantized question for the kernel; returns the sum of its numbers. */
function ask({ memory }: ScanKernel, { question, chunks }: Layout, vector: Float32Array): number {
  const most = vector.reduce((greatest, value) => Math.max(greatest, Math.abs(value)), 0);
  const numbers = new Int16Array(memory.buffer, question, chunks * CHUNK);
  numbers.fill(0);
  let sum = 0;
  for (const [i, value] of vector.entries()) {
    const number = most === 0 ? 0 : Math.round((value / most) * QUESTION_MOST);
    numbers[i] = number;
    sum += number;
  }
  return sum;
}

function scanBlock(
  kernel: ScanKernel,
  layout: Layout,
  { block, count, sum, filter, best }: { block: number; count: number; sum: number; filter: ScanFilter; best: TopK },
): void {
  const { buffer } = kernel.memory;
  const found = kernel.scan(
    block + layout.codes,
    block + layout.factors,
    count,
    layout.chunks,
    layout.question,
    sum,
    best.least,
    allow(kernel, layout, { block, count, filter }),
    layout.places,
    layout.estimates,
  );
  best.add(
    {
      places: new Int32Array(buffer, layout.places, found),
      scores: new Float32Array(buffer, layout.estimates, found),
      numbers: new Float64Array(buffer, block + layout.numbers, count),
    },
    found,
  );
}

/** Writes what a filter accepts; returns its address, or 0 without a filter. */
function allow(
  kernel: ScanKernel,
  layout: Layout,
  { block, count, filter }: { block: number; count: number; filter: ScanFilter },
): number {
  const { kinds, projects = [], since, until } = filter;
  if (kinds === undefined && projects.length === 0 && since === undefined && until === undefined) return 0;
  const group = projects.length <= GROUP_MAX ? projects : [];
  new Uint32Array(kernel.memory.buffer, layout.group, group.length).set(group);
  kernel.allow(
    block + layout.kinds,
    block + layout.projects,
    block + layout.times,
    count,
    kinds === undefined ? -1 : kinds.reduce((set, kind) => set | (1 << kind), 0),
    since ?? Number.NEGATIVE_INFINITY,
    until ?? Number.POSITIVE_INFINITY,
    layout.group,
    group.length,
    layout.allowed,
  );
  return layout.allowed;
}
