import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { openBertModel } from '../src/embeddings/bert/bert-model.ts';
import { loadKernel } from '../src/platform/load-kernel.ts';
import { DIST } from './support/bench-home.ts';
import type { BenchResult, Bound } from './support/result.ts';
import { round, spreadOf } from './support/stats.ts';
import { toOnnx } from './support/vectors/onnx-bert.ts';

const RUNTIME = 'onnxruntime-web@1.30.0';
const TIMES = 3;
const WANTED = { texts: 45, times: 3, questionMs: 15, residentMb: 120, least: 0.995, median: 0.999 };
const at = (path: string): string => fileURLToPath(new URL(path, import.meta.url));
const MODEL = at('../packages/model-minilm/minilm.cairn');

/** What one process measured. */
interface Measured {
  speeds: { perSecond: number; perCpuSecond: number }[];
  questionMs: number[];
  bareMb: number;
  peakMb: number;
  afterMb?: number;
  coldMs?: number;
  againMs?: number;
}

/** The bundled model in its thread against onnxruntime-web with the same weights, one core each, one after the other. */
export async function run(): Promise<BenchResult> {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-bench-'));
  try {
    const runtime = installRuntime(folder);
    const ways = new Map<string, string[]>([['cairn', ['cairn', MODEL, DIST]]]);
    for (const weights of ['f32', 'int8'] as const) {
      const path = join(folder, `${weights}.onnx`);
      writeFileSync(path, toOnnx(MODEL, weights));
      ways.set(weights, ['onnx', path, runtime]);
    }
    const measured = new Map<string, Measured[]>();
    for (let time = 0; time < TIMES; time += 1) {
      for (const [name, args] of ways) measured.set(name, [...(measured.get(name) ?? []), measure(args)]);
    }
    return toResult(measured);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function installRuntime(folder: string): string {
  mkdirSync(folder, { recursive: true });
  const flags = ['--no-save', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  execFileSync('npm', ['install', '--prefix', folder, ...flags, RUNTIME], { stdio: 'ignore' });
  return join(folder, 'node_modules', 'onnxruntime-web');
}

function measure(args: readonly string[]): Measured {
  const output = execFileSync(process.execPath, [at('./support/vectors/embed-child.mjs'), ...args], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  return JSON.parse(output) as Measured;
}

function toResult(measured: ReadonlyMap<string, readonly Measured[]>): BenchResult {
  const of = (name: string, figures: (one: Measured) => number[]) =>
    spreadOf((measured.get(name) ?? []).flatMap(figures));
  const shown = (name: string, figures: (one: Measured) => number[], digits = 0): string => {
    const { min, median, max } = of(name, figures);
    return `${round(median, digits)} (${round(min, digits)} – ${round(max, digits)})`;
  };
  const perSecond = (one: Measured): number[] => one.speeds.map((speed) => speed.perSecond);
  const perCpuSecond = (one: Measured): number[] => one.speeds.map((speed) => speed.perCpuSecond);
  const row = (title: string, name: string): string[] => [
    title,
    shown(name, perSecond),
    shown(name, perCpuSecond),
    shown(name, (one) => one.questionMs, 1),
    shown(name, (one) => [one.bareMb]),
    shown(name, (one) => [one.peakMb]),
  ];
  const cairn = measured.get('cairn') ?? [];
  const times = of('cairn', perCpuSecond).median / of('f32', perCpuSecond).median;
  return {
    title: 'Embedding',
    about:
      'all-MiniLM-L6-v2, texts of 60 tokens and a question of ten words, on one core; median (least – most) over ' +
      `${TIMES} processes each, one after the other. ${RUNTIME} runs the same weights as an ONNX model, one text at a ` +
      'time or four, whichever is faster; with eight bits its activations are of eight bits too, and its vectors less near.',
    columns: [
      'runs it',
      'texts a second',
      'texts a second of processor time',
      'question, ms',
      'RSS before, MB',
      'RSS while embedding, MB',
    ],
    rows: [
      row('Cairn, a thread of its own', 'cairn'),
      row('onnxruntime-web, 32-bit floating point', 'f32'),
      row('onnxruntime-web, eight bits', 'int8'),
    ],
    bounds: [...speedBounds(of('cairn', perCpuSecond).median, times), ...otherBounds(cairn)],
    notes: [
      `The first question of a process, thread and model included: ${shown('cairn', (one) => [one.coldMs ?? 0])} ms; after ` +
        `the thread had left: ${shown('cairn', (one) => [one.againMs ?? 0])} ms.`,
      `RSS a second after the thread left: ${shown('cairn', (one) => [one.afterMb ?? 0])} MB; what stays is what any ` +
        'thread of Node leaves behind, and the compiled kernel.',
    ],
  };
}

function speedBounds(texts: number, times: number): Bound[] {
  return [
    {
      name: 'texts of 60 tokens a second of processor time',
      wanted: `≥ ${WANTED.texts}`,
      reached: String(round(texts)),
      met: texts >= WANTED.texts,
    },
    {
      name: 'times onnxruntime-web in 32-bit floating point, by processor time',
      wanted: `≥ ${WANTED.times}`,
      reached: String(round(times, 2)),
      met: times >= WANTED.times,
    },
  ];
}

function otherBounds(cairn: readonly Measured[]): Bound[] {
  const question = spreadOf(cairn.flatMap((one) => one.questionMs)).median;
  const resident = Math.max(...cairn.map((one) => one.peakMb));
  const near = spreadOf(fidelity());
  return [
    {
      name: 'a question of ten words',
      wanted: `≤ ${WANTED.questionMs} ms`,
      reached: `${round(question)} ms`,
      met: question <= WANTED.questionMs,
    },
    {
      name: 'resident while embedding',
      wanted: `≤ ${WANTED.residentMb} MB`,
      reached: `${round(resident, 0)} MB`,
      met: resident <= WANTED.residentMb,
    },
    {
      name: 'cosine to the original in 32-bit floating point, least',
      wanted: `≥ ${WANTED.least}`,
      reached: String(round(near.min, 4)),
      met: near.min >= WANTED.least,
    },
    {
      name: 'cosine to the original in 32-bit floating point, median',
      wanted: `≥ ${WANTED.median}`,
      reached: String(round(near.median, 4)),
      met: near.median >= WANTED.median,
    },
  ];
}

/** Cosines of our vectors to the reference ones. */
function fidelity(): number[] {
  const model = openBertModel(MODEL, loadKernel('bert'));
  const { items } = JSON.parse(readFileSync(at('../test/fixtures/minilm/vectors.json'), 'utf8')) as {
    items: { tokens: number[]; vector: number[] }[];
  };
  return items.map(({ tokens, vector }) => {
    const pass = model.begin('memory', [tokens]);
    let runs = true;
    while (runs) runs = pass.step();
    const dot = pass.vectors().reduce((all, value, place) => all + value * (vector[place] ?? 0), 0);
    return dot / Math.hypot(...vector);
  });
}
