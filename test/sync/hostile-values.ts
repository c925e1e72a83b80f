import { createHash } from 'node:crypto';
import { homeIdOf, sharedEventId, tombstoneId } from '../../src/sync/wire.ts';

/** A record that a member hands on, as the text that is sent, and what is wrong with it. */
export interface HostileRecord {
  name: string;
  line: string;
}

interface Said {
  at?: unknown;
  member?: unknown;
  identity?: unknown;
  version?: unknown;
  item?: object;
  detail?: unknown;
}

/** The home of the member who sends them. */
export const HOSTILE_HOME = homeIdOf('mallory');
const AT = 1_764_228_000_000;
const HALF = AT + 0.5;
/** A text that no packing makes shorter. */
const NOISE = Array.from({ length: 250 }, (_, n) => createHash('sha256').update(String(n)).digest('hex')).join('');
const KINDS = 'observation prompt reply message summary knowledge pattern topic commit note tripwire procedure'.split(
  ' ',
);

const NUMBERS: Record<string, unknown> = { fraction: HALF, 'too large': 1e300, text: 'x', nothing: null, list: [1] };
const TEXTS: Record<string, unknown> = {
  NUL: 'a\u0000b',
  'half a pair': 'a\ud800b',
  long: NOISE,
  number: 5,
  object: { a: 1 },
};
const LISTS: Record<string, unknown> = {
  NUL: ['a\u0000b', 'a\ufffdb'],
  'half a pair': ['\ud800', '\udfff'],
  long: [NOISE.slice(0, 9_000)],
  empty: ['', ' '],
  many: Array.from({ length: 1_000 }, (_, n) => `c${n}`),
  numbers: [1.5, null],
  text: 'x',
};
/** Fields of a memory's detail, of all kinds, each with a value of another type than it has. */
const WRONG = Object.fromEntries(
  [
    'summary pattern commit failure topic quoted standing reason supersedes files facts tags commits status knowledge',
    'shared retired represents checkpoint stated meaning category observation severity alternatives subtitle',
  ].flatMap((names) => names.split(' ').map((field, n) => [field, [5, 'x', [1.5], { a: null }][n % 4]])),
);

/** A record for each way in which a value can be one that a table, or what reads it, refuses. */
export function hostileRecords(): HostileRecord[] {
  let n = 0;
  const memory = (name: string, said: Said): HostileRecord => {
    n += 1;
    return { name, line: memoryLine(n, said) };
  };
  return [
    ...Object.entries(NUMBERS).flatMap(([name, value]) => [
      memory(`time of the record: ${name}`, { at: value }),
      memory(`version: ${name}`, { version: value }),
      memory(`time of the memory: ${name}`, { item: { at: value } }),
      memory(`tokens: ${name}`, { detail: { tokens: value, confidence: value } }),
      tombstone(`tombstone: ${name}`, value),
    ]),
    ...Object.entries(TEXTS).flatMap(([name, value]) => [
      memory(`words: ${name}`, { item: { title: value, text: value } }),
      memory(`rule: ${name}`, { item: { rule: value } }),
      memory(`member: ${name}`, { member: value }),
      memory(`project: ${name}`, { identity: typeof value === 'string' ? value.slice(0, 1_000) : value }),
      memory(`reason: ${name}`, { detail: { reason: value, subtitle: value, ref: value } }),
    ]),
    ...Object.entries(LISTS).flatMap(([name, value]) => [
      memory(`concepts: ${name}`, { detail: { concepts: value } }),
      memory(`files: ${name}`, { detail: { filesChanged: value, filesRead: value } }),
      memory(`facts: ${name}`, { detail: { facts: value, alternatives: value } }),
    ]),
    ...[...KINDS, 'another', '__proto__', 5].map((kind) => memory(`kind ${kind}`, { item: { kind }, detail: WRONG })),
    memory('no detail', { detail: null }),
    memory('a list as detail', { detail: [] }),
    { name: 'nested deeply', line: memoryLine(900, { detail: { a: 'DEEP' } }).replace('"DEEP"', nested(3_000)) },
    {
      name: 'nested as deeply as it fits',
      line: memoryLine(901, { detail: { a: 'DEEP' } }).replace('"DEEP"', nested(30_000)),
    },
    { name: 'a prototype', line: memoryLine(902, { detail: { a: 1 } }).replace('"a"', '"__proto__"') },
  ];
}

function nested(levels: number): string {
  return `${'['.repeat(levels)}${']'.repeat(levels)}`;
}

function memoryLine(
  n: number,
  { at = AT + n, member = 'Mallory', identity = 'git.example/acme/shop', ...said }: Said,
): string {
  const target = targetOf(n);
  const version = said.version === undefined ? AT + n : said.version;
  const item = { kind: 'knowledge', author: 'person', exposed: false, at: AT + n, rule: 'noted@5', ...said.item };
  const detail = said.detail === undefined ? {} : said.detail;
  const isPlain = typeof detail === 'object' && detail !== null && !Array.isArray(detail);
  const words = { title: `Rule ${n}`, text: `The bittern booms ${n} times.` };
  return JSON.stringify({
    version: 1,
    kind: 'event',
    id: sharedEventId({ home: HOSTILE_HOME, target, version: version as number }),
    home: HOSTILE_HOME,
    member,
    at,
    project: { identity },
    memory: {
      target,
      version,
      from: {},
      item: { ...words, ...item, detail: isPlain ? { knowledge: 'decision', ...detail } : detail },
    },
  });
}

function targetOf(n: number): string {
  const letters = String(n)
    .padStart(6, '0')
    .replace(/\d/g, (digit) => 'abcdefghij'[Number(digit)] ?? 'a');
  return `o_aaaaaaaaaa${letters}`;
}

function tombstone(name: string, until: unknown): HostileRecord {
  const target = targetOf(1);
  const id = tombstoneId({ home: HOSTILE_HOME, at: until as number, erases: [{ target, until: until as number }] });
  const record = { version: 1, kind: 'tombstone', id, home: HOSTILE_HOME, member: 'Mallory', at: until };
  return { name, line: JSON.stringify({ ...record, erases: [{ target, until }], reason: 'forgotten' }) };
}
